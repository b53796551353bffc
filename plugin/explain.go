package plugin

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"
	"k8s.io/apimachinery/pkg/labels"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/nodepool"
	"github.com/rollout-pin/kubectl-rollout-pin/plugin/report"
	"github.com/rollout-pin/kubectl-rollout-pin/plugin/source"
)

// explainOptions are the flags of `explain`.
type explainOptions struct {
	inputOptions
	outputOptions

	hostedCluster string
	generation    string
	assume        []string
	payloads      bool
	demo          bool
	sortBy        string
	liveOptions

	selection nodepool.Selection
	params    nodepool.Parameters
}

func newExplainCommand(sh *shared) *cobra.Command {
	o := &explainOptions{inputOptions: inputOptions{shared: sh}, outputOptions: outputOptions{shared: sh, command: "explain"}}
	cmd := &cobra.Command{
		Use:   "explain [NODEPOOL...]",
		Short: "Explain why the nodes of HyperShift NodePools roll or do not roll, and what happens next",
		Long: `Explain which rollout state each NodePool is in, which payload its secrets are kept
for, what the operator's next pass writes and what becomes of every secret.

Evidence that is missing is not guessed: the answer lists every state that the
rest admits, and says which fact would decide and how to get it.`,
		Example: `  # the whole story of one pool of a live cluster
  kubectl rollout-pin explain workers -n clusters

  # every pool of a dump, judged at the time of the dump
  kubectl rollout-pin explain -f must-gather.tar.gz --now 2026-09-20T10:30:00Z

  # a value that no object carries
  kubectl rollout-pin explain workers -f dump --assume workers:hash=c3481e6f

  # the pools of several clusters in one table
  kubectl rollout-pin explain -A --contexts east,west

  # a line whenever something changes
  kubectl rollout-pin explain workers -n clusters --watch

  # what the command shows, without any cluster
  kubectl rollout-pin explain --demo`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.Complete(args); err != nil {
				return err
			}
			if err := o.Validate(); err != nil {
				return err
			}
			return o.Run(cmd.Context())
		},
	}
	cmd.ValidArgsFunction = completer{sh}.pools(&o.inputOptions)
	fs := cmd.Flags()
	o.inputOptions.addFlags(fs)
	o.inputOptions.addSelectionFlags(fs)
	o.outputOptions.addFlags(fs)
	fs.StringVar(&o.hostedCluster, "hosted-cluster", "", "only pools of this HostedCluster: NAME or NAMESPACE/NAME")
	fs.StringVar(&o.generation, "operator-generation", "auto", "generation of the operator: auto, A, B or C")
	fs.StringArrayVar(&o.assume, "assume", nil, "a value that no object carries, as [POOL:]KEY=VALUE with the keys hash, rolloutHash, rolloutHashWithoutVersion, version; repeatable")
	fs.BoolVar(&o.payloads, "payloads", false, "evaluate payloads; secret values are never shown")
	fs.BoolVar(&o.demo, "demo", false, "explain a built-in sample fleet")
	o.liveOptions.addFlags(fs)
	fs.StringVar(&o.sortBy, "sort-by", "worst", "order of the table: "+strings.Join(report.SortKeys(), ", "))
	return cmd
}

// Complete resolves arguments and flags.
func (o *explainOptions) Complete(args []string) error {
	if o.demo && o.now == "" {
		o.now = demoTime
	}
	if err := o.inputOptions.complete(); err != nil {
		return err
	}
	o.selection = nodepool.Selection{Names: args, HostedCluster: o.hostedCluster}
	if !o.live() {
		o.selection.Namespace = o.selectedNamespace()
	}
	if o.selector != "" {
		s, err := labels.Parse(o.selector)
		if err != nil {
			return fmt.Errorf("--selector %q: %w", o.selector, err)
		}
		o.selection.Matches = func(l map[string]string) bool { return s.Matches(labels.Set(l)) }
	}
	return o.completeParameters()
}

func (o *explainOptions) completeParameters() error {
	o.params = nodepool.Parameters{Now: o.clock, Payloads: o.payloads}
	switch o.generation {
	case "auto":
	case "A", "B", "C":
		o.params.Generation = nodepool.Generation(o.generation)
	default:
		return fmt.Errorf("--operator-generation %q: use auto, A, B or C", o.generation)
	}
	texts := o.assume
	if o.demo {
		texts = slices.Concat(demoAssumptions(), texts)
	}
	for _, text := range texts {
		a, err := nodepool.ParseAssumption(text)
		if err != nil {
			return fmt.Errorf("--assume: %w", err)
		}
		o.params.Assume = append(o.params.Assume, a)
	}
	return nil
}

// Validate checks that the flags fit together.
func (o *explainOptions) Validate() error {
	if o.demo && o.fromFiles() {
		return errors.New("--demo is an input of its own: leave --filename and --kustomize out")
	}
	if !slices.Contains(report.SortKeys(), o.sortBy) {
		return fmt.Errorf("--sort-by %q: use one of %s", o.sortBy, strings.Join(report.SortKeys(), ", "))
	}
	return errors.Join(o.liveOptions.validate(o), o.outputOptions.validate())
}

// live reports whether pools are read from clusters.
func (o *explainOptions) live() bool { return !o.demo && !o.fromFiles() }

// Run explains and writes the report.
func (o *explainOptions) Run(ctx context.Context) error {
	switch {
	case o.watch:
		return o.follow(ctx)
	case len(o.contexts) > 0:
		return o.explainContexts(ctx)
	}
	v, err := o.look(ctx, o.inputOptions.config)
	if err == nil {
		err = v.missingError()
	}
	if err != nil {
		return err
	}
	if len(v.pools) == 0 {
		fmt.Fprintln(o.inputOptions.ErrOut, v.nothing())
	}
	return o.finish(v.document(), v.judged())
}

// read reads files.
func (o *explainOptions) read(ctx context.Context) (*checks.Snapshot, error) {
	opts := o.fileOptions()
	opts.Kinds, opts.Tolerant = nodepool.Relevant, true
	if o.demo {
		return loadDemo(ctx, opts)
	}
	return source.Load(ctx, opts)
}

// covers tells which objects the report speaks about: the selected pools and
// everything that is no pool.
func covers(pools []*nodepool.Pool) func(*checks.Object) bool {
	selected := map[*checks.Object]bool{}
	for _, p := range pools {
		selected[p.Object] = true
	}
	return func(obj *checks.Object) bool { return selected[obj] || obj.GroupKind() != nodepool.NodePoolKind }
}

// explainAll explains the pools side by side; each is on its own, so the
// result does not depend on the number of workers.
func explainAll(pools []*nodepool.Pool) {
	var g errgroup.Group
	g.SetLimit(runtime.GOMAXPROCS(0))
	for _, p := range pools {
		g.Go(func() error {
			p.Explain()
			return nil
		})
	}
	_ = g.Wait()
}

// unreadable lists files below directories that could not be read although the
// rest was.
func unreadable(s *checks.Snapshot) []checks.NotEvaluated {
	var out []checks.NotEvaluated
	for _, p := range s.Problems() {
		if p.Evidence != "" {
			continue // a kind of a cluster
		}
		n := checks.NotEvaluated{ID: "unreadable-file", Because: p.Message, How: p.How}
		if at := report.Place(p.Position); at != "" {
			n.Because = at + ": " + p.Message
		}
		if n.How == "" {
			n.How = "repair the file, or leave it out with --ignore"
		}
		out = append(out, n)
	}
	return out
}
