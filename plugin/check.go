package plugin

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"
	"k8s.io/apimachinery/pkg/labels"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/manifest"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/nodepool"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/topology"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/topology/nodepools"
	"github.com/rollout-pin/kubectl-rollout-pin/plugin/report"
	"github.com/rollout-pin/kubectl-rollout-pin/plugin/source"
)

// checkOptions are the flags of `check`.
type checkOptions struct {
	inputOptions
	baseOptions
	outputOptions

	profile      string
	featureGates string
	maxMinorSkew int

	settings topology.Settings
	selects  func(*checks.Object) bool
	// only limits the groups that are judged; empty means all.
	only []string
}

const checkExample = `  # would the live cluster take this change, and what would roll?
  %[1]s check -f clusters/prod.yaml

  # a pull request against its base, without a cluster
  %[1]s check -f clusters/ --base-ref origin/main

  # against a dump of what is there, with the feature gates of the controllers
  %[1]s check -f clusters/ --base dump/ --feature-gates ` + topology.PinningGate + `=true

  # a new cluster
  %[1]s check -f new.yaml --base none`

func newCheckCommand(sh *shared) *cobra.Command {
	o := &checkOptions{inputOptions: inputOptions{shared: sh}, outputOptions: outputOptions{shared: sh, command: "check"}}
	cmd := &cobra.Command{
		Use:   "check -f NEW [--base BASE]",
		Short: "Check whether a change of Cluster API topologies and pins would be accepted, and what would roll",
		Long: `Check a change of managed Cluster API clusters before it is applied: whether
admission would refuse it, whether the controller could plan it, what rolls in
which order, what stays and how much room pins leave.

The other side is the live cluster unless --base or --base-ref says otherwise.
Beside the Cluster it may hold MachineDeployments, MachinePools, the control
plane, Machines, Nodes, the ClusterClass and the CRD: the more there is, the less
is assumed. A workload cluster is never contacted.`,
		Example: fmt.Sprintf(checkExample, "kubectl rollout-pin"),
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := errors.Join(o.Complete(cmd), o.Validate()); err != nil {
				return err
			}
			return o.Run(cmd.Context())
		},
	}
	fs := cmd.Flags()
	o.inputOptions.addFlags(fs)
	o.inputOptions.addSelectionFlags(fs)
	o.baseOptions.addFlags(fs)
	o.outputOptions.addFlags(fs)
	fs.StringVar(&o.profile, "profile", string(topology.CAEP), "rules about pins: "+strings.Join(topology.Profiles(), ", "))
	fs.StringVar(&o.featureGates, "feature-gates", "", "feature gates of the Cluster API controllers, as Name=true|false[,...]")
	fs.IntVar(&o.maxMinorSkew, "max-minor-skew", 0, "your own limit of minors between a pin and the topology version (default: none)")
	return cmd
}

// Complete resolves the flags.
func (o *checkOptions) Complete(cmd *cobra.Command) error {
	if err := errors.Join(o.inputOptions.complete(), o.applySettings(cmd)); err != nil {
		return err
	}
	var err error
	if o.settings.Profile, err = topology.ParseProfile(o.profile); err != nil {
		return fmt.Errorf("--profile: %w", err)
	}
	if o.settings.Gates, err = topology.ParseGates(o.featureGates); err != nil {
		return fmt.Errorf("--feature-gates: %w", err)
	}
	if cmd.Flags().Changed("max-minor-skew") {
		o.settings.MaxMinorSkew = &o.maxMinorSkew
	}
	o.selects, err = o.selection()
	return err
}

// applySettings takes from the settings file what no flag says.
func (o *checkOptions) applySettings(cmd *cobra.Command) error {
	s, err := o.inputOptions.settings()
	if err != nil {
		return err
	}
	given := cmd.Flags().Changed
	if s.Profile != "" && !given("profile") {
		o.profile = s.Profile
	}
	if len(s.FeatureGates) > 0 && !given("feature-gates") {
		o.featureGates = s.Gates()
	}
	if s.MaxMinorSkew != nil && !given("max-minor-skew") {
		o.settings.MaxMinorSkew = s.MaxMinorSkew
	}
	if s.Base != nil && !given("base") && !given("base-ref") {
		if len(s.Base.Objects) > 0 {
			return fmt.Errorf("%s: base.objects is for the function only: name files", s.File)
		}
		for _, file := range s.Base.Files {
			o.bases = append(o.bases, namedFile(s.Path(file)))
		}
	}
	return nil
}

// selection decides which clusters are reported.
func (o *checkOptions) selection() (func(*checks.Object) bool, error) {
	namespace := o.selectedNamespace()
	s, err := labels.Parse(o.selector)
	if err != nil {
		return nil, fmt.Errorf("--selector %q: %w", o.selector, err)
	}
	return func(obj *checks.Object) bool {
		set := labels.Set{}
		for key, v := range obj.Get("metadata", "labels").Fields() {
			set[key] = v.Text()
		}
		return (namespace == "" || obj.Namespace == namespace) && s.Matches(set)
	}, nil
}

// Validate checks that the flags fit together.
func (o *checkOptions) Validate() error {
	if o.maxMinorSkew < 0 {
		return fmt.Errorf("--max-minor-skew %d: give 0 or more", o.maxMinorSkew)
	}
	if !o.fromFiles() {
		return errors.New("name the changed manifests with --filename or --kustomize; what they are compared with is --base")
	}
	return errors.Join(o.baseOptions.validate(&o.inputOptions), o.outputOptions.validate())
}

// Run compares and writes the report.
func (o *checkOptions) Run(ctx context.Context) error {
	opts := o.fileOptions()
	opts.Kinds = checkReads
	desired, err := source.Load(ctx, opts)
	if err != nil {
		return err
	}
	if err := understood(desired); err != nil {
		return err
	}
	base, err := o.baseOptions.load(ctx, &o.inputOptions, opts, desired)
	if err != nil {
		return err
	}
	if base.kind == baseFiles && base.snapshot.Objects() == 0 {
		return fmt.Errorf("--base %s holds nothing that the rules compare with: name the persisted state, or say --base none if nothing exists yet", strings.Join(o.bases, " "))
	}
	doc := o.judge(desired, base)
	if doc.Empty() && !slices.ContainsFunc(desired.Kinds(), poolKind) {
		const nothing = "the input has no Cluster with a topology, no NodePool and no MachinePool"
		fmt.Fprintln(o.inputOptions.ErrOut, "Nothing to check: "+nothing+".")
		doc.Merge(checks.Result{NotEvaluated: []checks.NotEvaluated{{ID: "input", Because: nothing, How: "name the manifests with --filename or --kustomize"}}})
	}
	j := judged{clock: o.clock, snapshots: []*checks.Snapshot{desired}, covers: o.selects}
	if base.snapshot != nil {
		j.snapshots = append(j.snapshots, base.snapshot)
	}
	return o.finish(doc, j)
}

// checkReads selects the kinds that the rules of `check` look at.
func checkReads(gk checks.GroupKind) bool {
	return topology.Needs(gk) || manifest.Reads(gk) || nodepools.Reads(gk)
}

// poolKind selects what the rules about MachinePools judge on its own.
func poolKind(gk checks.GroupKind) bool {
	return manifest.Reads(gk) && gk.Kind != "Cluster" && gk.Kind != "ClusterClass"
}

// judge runs the rules of every group that applies to the input.
func (o *checkOptions) judge(desired *checks.Snapshot, base base) *report.Check {
	var changes []*topology.Change
	if o.judges("topology") {
		changes = topology.Changes(topology.Input{Settings: o.settings, New: desired, Base: base.snapshot, Live: base.kind == baseLive})
	}
	doc := report.NewCheck(o.profile, evaluateAll(o.selected(changes)))
	if o.judges("machinepool") {
		pools := manifest.Evaluate(&manifest.Input{New: desired, Base: base.snapshot, Clock: o.clock, ClockKnown: o.now != ""})
		doc.Merge(o.limit(pools, desired))
	}
	if o.judges("nodepool") {
		o.judgeNodePools(doc, desired, base)
	}
	doc.Merge(checks.Result{Findings: o.malformed(desired, changes)})
	if base.snapshot != nil {
		doc.Merge(checks.Result{Findings: checks.DuplicateKeys(base.snapshot.All()), NotEvaluated: refusedKinds(base.snapshot)})
	}
	stats := desired.Stats()
	doc.Summary.Objects, doc.Summary.Read = desired.Objects(), &stats
	return doc
}

func (o *checkOptions) judges(group string) bool {
	return len(o.only) == 0 || slices.Contains(o.only, group)
}

// judgeNodePools adds what happens to HyperShift pools.
func (o *checkOptions) judgeNodePools(doc *report.Check, desired *checks.Snapshot, base base) {
	changes, result := nodepools.Evaluate(&nodepools.Input{New: desired, Base: base.snapshot, Parameters: nodepool.Parameters{Now: o.clock}})
	doc.Merge(o.limit(result, desired))
	for _, c := range changes {
		if obj, ok := desired.Get(nodepool.NodePoolKind, c.Namespace, c.Name); !ok || o.selects(obj) {
			doc.NodePools = append(doc.NodePools, c)
		}
	}
}

// malformed finds what is written in a way that readers do not agree on.
func (o *checkOptions) malformed(desired *checks.Snapshot, changes []*topology.Change) []checks.Finding {
	out := checks.DuplicateKeys(slices.DeleteFunc(desired.All(), func(obj *checks.Object) bool { return !o.selects(obj) }))
	for _, c := range o.selected(changes) {
		if c.Reported() {
			out = append(out, checks.AmbiguousScalars(c.New.Object, c.New.Strings()...)...)
		}
	}
	return out
}

// selected leaves out the clusters that flags leave out.
func (o *checkOptions) selected(changes []*topology.Change) []*topology.Change {
	var out []*topology.Change
	for _, c := range changes {
		if o.selects(c.New.Object) {
			out = append(out, c)
		}
	}
	return out
}

// limit leaves out findings about objects that flags leave out.
func (o *checkOptions) limit(r checks.Result, s *checks.Snapshot) checks.Result {
	kept := r.Findings[:0]
	for _, f := range r.Findings {
		if f.Object != nil {
			gk := checks.GroupKind{Group: checks.GroupOf(f.Object.APIVersion), Kind: f.Object.Kind}
			if obj, ok := s.Get(gk, f.Object.Namespace, f.Object.Name); ok && !o.selects(obj) {
				continue
			}
		}
		kept = append(kept, f)
	}
	r.Findings = kept
	return r
}

// evaluateAll judges the changes side by side; each is on its own, so the result
// does not depend on the number of workers.
func evaluateAll(changes []*topology.Change) []report.CheckedCluster {
	e := topology.NewEvaluator()
	out := make([]report.CheckedCluster, len(changes))
	var g errgroup.Group
	g.SetLimit(runtime.GOMAXPROCS(0))
	for i, c := range changes {
		g.Go(func() error {
			out[i] = report.CheckedCluster{Change: c, Outcome: e.Evaluate(c)}
			return nil
		})
	}
	_ = g.Wait()
	return out
}

// namedFile keeps a file of the settings a file: as a value of --base the words
// live and none mean something else.
func namedFile(path string) string {
	if path == "live" || path == "none" || path == "-" {
		return "." + string(filepath.Separator) + path
	}
	return path
}

// understood refuses objects whose parts are of a kind that no rule looks into:
// what is in them would pass unseen.
func understood(s *checks.Snapshot) error {
	for _, o := range s.All() {
		if o.Name == "" && checkReads(o.GroupKind()) && !o.Get("metadata", "generateName").Exists() {
			return misplaced(o, o.Value, "a "+o.Kind+" without metadata.name cannot be compared with anything")
		}
		if o.Kind != "Cluster" {
			continue
		}
		workers := o.Get("spec", "topology", "workers")
		for _, v := range []checks.Value{o.Get("spec"), o.Get("spec", "topology"), workers} {
			if v.Exists() && !v.IsMap() {
				return misplaced(o, v, v.Path()+" must be a map")
			}
		}
		for _, v := range []checks.Value{workers.Get("machineDeployments"), workers.Get("machinePools")} {
			if v.Exists() && !v.IsList() {
				return misplaced(o, v, v.Path()+" must be a list")
			}
		}
	}
	return nil
}

func misplaced(o *checks.Object, v checks.Value, problem string) error {
	at := o.At(v)
	return fmt.Errorf("%s:%d:%d: %s", at.File, at.Line, at.Column, problem)
}
