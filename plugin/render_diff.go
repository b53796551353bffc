package plugin

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/render"
	"github.com/rollout-pin/kubectl-rollout-pin/plugin/report"
)

type renderDiffOptions struct {
	outputOptions
	paths                    renderPathOptions
	base, head               string
	baseVersion, headVersion int64
	versionKey, versionFrom  string
	explicit                 bool
	key                      render.VersionKey
}

func newRenderDiffCommand(sh *shared) *cobra.Command {
	o := &renderDiffOptions{outputOptions: outputOptions{shared: sh, command: "render-version diff"}}
	cmd := &cobra.Command{
		Use:   "diff --base PATH --head PATH [--base-version N --head-version M]",
		Short: "Compare two renders, or two sets of manifests that carry their version",
		Long: `Compare two renders. Each side is a file, a folder or a RenderPin.

With --base-version and --head-version the two outputs are judged as a whole.
Without them the versions come from the manifests themselves: from an annotation
or field of each object (--version-key), or from one ConfigMap (--version-from).`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			o.explicit = cmd.Flags().Changed("base-version") || cmd.Flags().Changed("head-version")
			if o.explicit && !(cmd.Flags().Changed("base-version") && cmd.Flags().Changed("head-version")) {
				return errors.New("give both --base-version and --head-version, or neither")
			}
			if err := o.Validate(); err != nil {
				return err
			}
			return o.Run(cmd.Context())
		},
	}
	fs := cmd.Flags()
	fs.StringVar(&o.base, "base", "", "what was rendered before: file, folder or RenderPin")
	fs.StringVar(&o.head, "head", "", "what is rendered now: file, folder or RenderPin")
	fs.Int64Var(&o.baseVersion, "base-version", 0, "render version of the base")
	fs.Int64Var(&o.headVersion, "head-version", 0, "render version of the head")
	fs.StringVar(&o.versionKey, "version-key", render.DefaultVersionKey, "annotation, or JSONPath such as {.spec.renderVersion}, that carries an object's version")
	fs.StringVar(&o.versionFrom, "version-from", "", "one version for all objects: configmap/NAMESPACE/NAME:KEY")
	o.paths.addFlags(cmd)
	o.outputOptions.addFlags(fs)
	return cmd
}

// Validate checks the flags.
func (o *renderDiffOptions) Validate() error {
	if o.base == "" || o.head == "" {
		return errors.New("--base and --head are both needed: name the two renders")
	}
	if o.explicit && o.versionFrom != "" {
		return errors.New("--version-from and --base-version/--head-version cannot be used together")
	}
	var err error
	if o.key, err = render.ParseVersionKey(o.versionKey); err != nil {
		return fmt.Errorf("--version-key: %w", err)
	}
	if o.versionFrom != "" {
		if _, err := render.ParseConfigMapKey(o.versionFrom); err != nil {
			return fmt.Errorf("--version-from: %w", err)
		}
	}
	return errors.Join(o.paths.validate(), o.outputOptions.validate())
}

// Run compares and reports.
func (o *renderDiffOptions) Run(ctx context.Context) error {
	base, basePin, err := o.outputs(ctx, o.base)
	if err != nil {
		return err
	}
	head, headPin, err := o.outputs(ctx, o.head)
	if err != nil {
		return err
	}
	var doc *report.Render
	switch {
	case o.explicit:
		doc = o.whole(render.NewSide(render.Version{Number: o.baseVersion}, nil, base), render.NewSide(render.Version{Number: o.headVersion}, nil, head))
	case basePin != nil && headPin != nil:
		doc = o.whole(basePin, headPin)
	case o.versionFrom != "":
		doc = o.configMap(base, head)
	default:
		doc = o.objects(base, head)
	}
	return o.finish(doc, judged{clock: time.Now().UTC()})
}

// outputs reads one side. For a RenderPin the second result has its version.
func (o *renderDiffOptions) outputs(ctx context.Context, name string) ([]render.Output, *render.Side, error) {
	reader := o.paths.reader("")
	docs, err := reader.render(ctx, name)
	if err != nil {
		return nil, nil, err
	}
	if len(docs) == 1 && render.IsPin(checks.NewValue(docs[0].Node)) {
		pin, err := reader.pin(ctx, docs[0].File)
		if err != nil {
			return nil, nil, err
		}
		side, err := reader.pinnedSide(ctx, docs[0].File, pin)
		if err != nil {
			return nil, nil, err
		}
		return side.Outputs, side, nil
	}
	opts := reader.options(render.Options{})
	if !o.explicit {
		opts = o.gitopsOptions(opts)
	}
	return []render.Output{render.Case{Renders: []render.Render{docs}}.Merge(opts)}, nil, nil
}

func (o *renderDiffOptions) gitopsOptions(opts render.Options) render.Options {
	return o.key.Options(opts)
}

// whole judges two outputs under one version each.
func (o *renderDiffOptions) whole(base, head *render.Side) *report.Render {
	c := &render.Comparison{Base: base, Head: head, Where: checks.Position{File: o.head}}
	doc := renderDocument(o.command, c)
	doc.BaseVersion, doc.BaseFingerprint = known(base), base.Digests.Fingerprint
	doc.Changes = render.Diff(base.Outputs, head.Outputs)
	return doc
}

// configMap judges two sets of manifests under the version of a ConfigMap.
func (o *renderDiffOptions) configMap(base, head []render.Output) *report.Render {
	key, _ := render.ParseConfigMapKey(o.versionFrom) // validated
	side := func(outputs []render.Output, file string) *render.Side {
		version, rest, err := key.Take(outputs)
		if err != nil {
			err = fmt.Errorf("%s: %w", file, err)
		}
		return render.NewSide(version, err, rest)
	}
	return o.whole(side(base, o.base), side(head, o.head))
}

// objects judges object by object, each under its own version.
func (o *renderDiffOptions) objects(base, head []render.Output) *report.Render {
	doc := &report.Render{
		Verdict: render.OK, Changes: render.Diff(base, head),
		BaseFingerprint: render.Digest(base).Fingerprint, HeadFingerprint: render.Digest(head).Fingerprint,
	}
	doc.Name = o.command
	for _, c := range render.Objects(base[0], head[0], o.key) {
		v := c.Verdict()
		doc.Verdict = render.Worst(doc.Verdict, v)
		doc.Result.Merge(checks.Run(render.Rules(), c))
		doc.Objects = append(doc.Objects, report.RenderObject{
			Object: c.Object, Verdict: v, Version: report.VersionPair{Base: known(c.Base), Head: known(c.Head)},
		})
		doc.Summary.Objects++
	}
	doc.Result.Merge(checks.Run(render.SideRules(), &render.Comparison{
		Head: render.NewSide(render.Version{}, nil, head), Base: render.NewSide(render.Version{}, nil, base),
		Where: checks.Position{File: strings.TrimSuffix(o.head, "/")},
	}))
	return doc
}
