package plugin

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/render"
	"github.com/rollout-pin/kubectl-rollout-pin/plugin/report"
)

// defaultPin is the pin file when none is named.
const defaultPin = "renderpin.yaml"

// renderCheckOptions are those of `render-version check`, and the part that
// `pin` shares.
type renderCheckOptions struct {
	outputOptions
	pinFile string
	bases   []string
	baseRef string
	paths   renderPathOptions
}

// renderPathOptions say what of a document counts, in all render-version commands.
type renderPathOptions struct {
	ignorePaths, secretPaths []string
	openEmbedded             bool
}

func (o *renderPathOptions) addFlags(cmd *cobra.Command) {
	fs := cmd.Flags()
	fs.StringArrayVar(&o.ignorePaths, "ignore-path", nil, "glob over JSON pointers that are no output, for example /data/host*; repeatable")
	fs.StringArrayVar(&o.secretPaths, "secret-path", nil, "glob over JSON pointers whose values are never shown; repeatable")
	fs.BoolVar(&o.openEmbedded, "open-embedded", false, "compare documents inside strings (also base64, gzip and data: URLs) path by path")
}

func (o *renderPathOptions) validate() error {
	return errors.Join(render.Globs(o.ignorePaths).Validate(), render.Globs(o.secretPaths).Validate())
}

func (o *renderPathOptions) reader(revision string) renderReader {
	return renderReader{
		revision: revision, ignore: o.ignorePaths, secret: o.secretPaths, open: o.openEmbedded,
	}
}

func newRenderCheckCommand(sh *shared) *cobra.Command {
	o := &renderCheckOptions{outputOptions: outputOptions{shared: sh, command: "render-version check"}}
	cmd := &cobra.Command{
		Use:   "check [-c renderpin.yaml]",
		Short: "Compare version and output with the pin, and with a base",
		Example: `  # is the state that was pinned still what is rendered?
  kubectl rollout-pin render-version check -c renderpin.yaml

  # which paths differ from the main branch?
  kubectl rollout-pin render-version check -c renderpin.yaml --base-ref origin/main`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := o.Validate(); err != nil {
				return err
			}
			return o.Run(cmd.Context())
		},
	}
	o.addPinFlags(cmd)
	cmd.Flags().StringArrayVar(&o.bases, "base", nil, "the pin file of another checkout, or its folder: what was there before")
	cmd.Flags().StringVar(&o.baseRef, "base-ref", "", "git revision at which the same pin file, version and renders are the base")
	return cmd
}

func (o *renderCheckOptions) addPinFlags(cmd *cobra.Command) {
	cmd.Flags().StringVarP(&o.pinFile, "pin-file", "c", defaultPin, "the RenderPin file")
	o.paths.addFlags(cmd)
	o.outputOptions.addFlags(cmd.Flags())
}

// Validate checks the flags.
func (o *renderCheckOptions) Validate() error {
	if err := o.outputOptions.validate(); err != nil {
		return err
	}
	if len(o.bases) > 1 || (len(o.bases) == 1 && o.baseRef != "") {
		return errors.New("give one base: --base PATH or --base-ref REF")
	}
	return o.paths.validate()
}

// Run judges and reports.
func (o *renderCheckOptions) Run(ctx context.Context) error {
	pin, comparison, err := o.compare(ctx)
	if err != nil {
		return err
	}
	return o.finish(o.document(pin, comparison), judged{clock: time.Now().UTC()})
}

// compare reads the pin, the head side and, if asked for, the base side.
func (o *renderCheckOptions) compare(ctx context.Context) (*render.Pin, *render.Comparison, error) {
	reader := o.paths.reader("")
	pin, err := reader.pin(ctx, o.pinFile)
	if err != nil {
		return nil, nil, err
	}
	head, err := reader.pinnedSide(ctx, o.pinFile, pin)
	if err != nil {
		return nil, nil, err
	}
	base, err := o.base(ctx)
	if err != nil {
		return nil, nil, err
	}
	return pin, &render.Comparison{
		Head: head, Base: base, Pinned: pin.Pinned, HasPin: true, Where: pin.Place(),
		PinCommand: fmt.Sprintf("`kubectl rollout-pin render-version pin -c %s`", o.pinFile),
	}, nil
}

// base reads the other side: nil without one.
func (o *renderCheckOptions) base(ctx context.Context) (*render.Side, error) {
	if o.baseRef != "" {
		return o.side(ctx, o.paths.reader(o.baseRef), o.pinFile)
	}
	if len(o.bases) == 0 || o.bases[0] == "none" {
		return nil, nil
	}
	name := o.bases[0]
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		name = filepath.Join(name, filepath.Base(o.pinFile))
	}
	return o.side(ctx, o.paths.reader(""), name)
}

func (o *renderCheckOptions) side(ctx context.Context, reader renderReader, name string) (*render.Side, error) {
	pin, err := reader.pin(ctx, name)
	if err != nil {
		return nil, err
	}
	return reader.pinnedSide(ctx, name, pin)
}

// document makes the report of a comparison.
func (o *renderCheckOptions) document(pin *render.Pin, c *render.Comparison) *report.Render {
	doc := renderDocument(o.command, c)
	if pin.Pinned != nil {
		doc.BaseVersion, doc.BaseFingerprint = &pin.Pinned.Version, pin.Pinned.Fingerprint
	}
	if c.Base != nil {
		doc.BaseVersion, doc.BaseFingerprint = known(c.Base), c.Base.Digests.Fingerprint
		doc.Changes = render.Diff(c.Base.Outputs, c.Head.Outputs)
		return doc
	}
	doc.Changes = c.Moved()
	if v := doc.Verdict; v == render.MissingBump || v == render.StalePin {
		doc.Result.NotEvaluated = append(doc.Result.NotEvaluated, checks.NotEvaluated{
			ID: "base", Because: "a pin holds digests only: which paths of these documents changed cannot be told",
			How: "compare with what was rendered before: --base-ref REVISION, or --base PATH",
		})
	}
	return doc
}

// renderDocument fills in what the reports of all forms share.
func renderDocument(command string, c *render.Comparison) *report.Render {
	doc := &report.Render{Verdict: c.Verdict(), HeadVersion: known(c.Head), HeadFingerprint: c.Head.Digests.Fingerprint}
	doc.Name = command
	doc.Result = checks.Run(render.Rules(), c)
	for _, o := range c.Head.Outputs {
		doc.Summary.Objects += len(o.Documents)
	}
	return doc
}

func known(side *render.Side) *int64 {
	if side.VersionErr != nil {
		return nil
	}
	return &side.Version.Number
}
