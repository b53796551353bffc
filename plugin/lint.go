package plugin

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/contract"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/module"
	"github.com/rollout-pin/kubectl-rollout-pin/plugin/report"
	"github.com/rollout-pin/kubectl-rollout-pin/plugin/source"
)

// lintOptions are the flags of `lint`.
type lintOptions struct {
	inputOptions
	outputOptions

	dirs           []string
	role           string
	contract       string
	runtime        string
	runtimeGiven   bool
	recursive      bool
	strict         bool
	allowWarnings  []string
	showUnknown    bool
	compatibleJSON bool
	fix            bool
	diff           bool
}

const lintExample = `  # one module, as the pipeline of its repository does it
  %[1]s lint . --strict

  # every module of a repository, in one process
  %[1]s lint modules --recursive --report sarif=lint.sarif

  # the manifests that go with a module
  %[1]s lint modules/aws-pool -f clusters/

  # in place of tfcapi-lint
  %[1]s lint modules/aws-pool --role machinepool --json --allow-warning pool/version-suffix

  # look at the mechanical fixes, then apply them
  %[1]s lint . --fix --diff
  %[1]s lint . --fix`

func newLintCommand(sh *shared) *cobra.Command {
	o := &lintOptions{inputOptions: inputOptions{shared: sh}, outputOptions: outputOptions{shared: sh, command: "lint"}}
	cmd := &cobra.Command{
		Use:   "lint DIR...",
		Short: "Check Terraform and OpenTofu modules of the MachinePool role before they roll nodes by mistake",
		Long: `Check modules of the MachinePool role against their contract: what they declare and
report, and what a change of each input does to the pool's instances. The flow of
an input is followed to the group, and the path that proves a finding is shown.

Only a proof is an error. What could not be decided is counted, and listed with
--show-unknown. Nothing is run, fetched or evaluated by a provider.`,
		Example: fmt.Sprintf(lintExample, "kubectl rollout-pin"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := errors.Join(o.Complete(args), o.Validate()); err != nil {
				return err
			}
			return o.Run(cmd.Context())
		},
	}
	o.addFlags(cmd.Flags())
	return cmd
}

func (o *lintOptions) addFlags(fs *pflag.FlagSet) {
	o.outputOptions.addFlags(fs)
	fs.StringArrayVarP(&o.filenames, "filename", "f", nil, "manifests to check: file, directory, glob, archive or - (stdin); repeatable")
	fs.StringVarP(&o.kustomize, "kustomize", "k", "", "kustomization directory whose manifests are rendered and checked")
	fs.StringArrayVar(&o.ignore, "ignore", nil, "glob of paths below a directory that are not checked; repeatable")
	fs.StringVar(&o.now, "now", "", "time used for ages, RFC 3339 (default: the current time)")
	fs.StringVar(&o.role, "role", "machinepool", "role of the modules: machinepool")
	fs.StringVar(&o.contract, "contract", contract.V1Alpha1().Version, "version of the module contract")
	fs.StringVar(&o.runtime, "runtime", string(module.Terraform), "runtime whose files are read: terraform, opentofu")
	fs.BoolVar(&o.recursive, "recursive", false, "check every module below the directories that no other module calls")
	fs.BoolVar(&o.strict, "strict", false, "exit 1 on warnings too")
	fs.StringSliceVar(&o.allowWarnings, "allow-warning", nil, "turn warnings of these rules into infos; errors cannot be allowed; repeatable")
	fs.BoolVar(&o.showUnknown, "show-unknown", false, "list in the table what could not be decided")
	fs.BoolVar(&o.compatibleJSON, "json", false, "print the JSON of tfcapi-lint, for one module")
	fs.BoolVar(&o.fix, "fix", false, "apply the mechanical fixes")
	fs.BoolVar(&o.diff, "diff", false, "with --fix: show what would change, and write nothing")
}

// Complete resolves arguments and flags.
func (o *lintOptions) Complete(args []string) error {
	o.runtimeGiven = o.flags.Changed("runtime")
	for _, dir := range args {
		if !slices.Contains(o.dirs, dir) {
			o.dirs = append(o.dirs, dir)
		}
	}
	o.inputOptions.recursive = true
	return o.inputOptions.complete()
}

// Validate checks that the flags fit together.
func (o *lintOptions) Validate() error {
	known := contract.V1Alpha1()
	switch {
	case len(o.dirs) == 0 && !o.fromFiles():
		return errors.New("nothing to check: name module directories, or manifests with --filename")
	case o.role != known.Role:
		return fmt.Errorf("--role %q: only modules of the role %s are checked", o.role, known.Role)
	case o.contract != known.Version:
		return fmt.Errorf("--contract %q: the only version is %s", o.contract, known.Version)
	case o.runtime != string(module.Terraform) && o.runtime != string(module.OpenTofu):
		return fmt.Errorf("--runtime %q: use terraform or opentofu", o.runtime)
	case o.strict && o.flags.Changed("fail-on") && o.failOn != "warning" && o.failOn != "info":
		return fmt.Errorf("--strict and --fail-on %s contradict each other", o.failOn)
	}
	return errors.Join(o.validateCompatible(), o.validateFix(), o.outputOptions.validate())
}

// validateCompatible checks what goes with --json.
func (o *lintOptions) validateCompatible() error {
	switch {
	case !o.compatibleJSON:
		return nil
	case len(o.dirs) != 1 || o.recursive || o.fromFiles():
		return errors.New("--json describes one module: name one directory, without --recursive and --filename (-o json has all of them)")
	case o.flags.Changed("output"):
		return errors.New("--json and --output cannot be used together")
	}
	o.format = report.CompatibleLint
	return nil
}

func (o *lintOptions) validateFix() error {
	switch {
	case o.diff && !o.fix:
		return errors.New("--diff goes with --fix")
	case o.diff && (o.compatibleJSON || o.flags.Changed("output") && o.format != "table"):
		return errors.New("--diff takes the place of the report: leave the output format out (JSON reports hold the fixes as edits)")
	case o.fix && len(o.dirs) == 0:
		return errors.New("--fix changes modules: name module directories")
	}
	return nil
}

// Run checks and writes the report.
func (o *lintOptions) Run(ctx context.Context) error {
	if o.strict && o.failOn != "info" {
		o.failOn = "warning"
	}
	if o.diff {
		o.targets = slices.DeleteFunc(o.targets, func(t target) bool { return t.file == "-" })
	}
	o.noteUnknownRules()
	trees, failures := o.readTrees()
	modules, err := o.modules(trees)
	failures = errors.Join(failures, err)
	if o.fix {
		if modules, err = o.fixModules(trees, modules); err != nil {
			return errors.Join(failures, err)
		}
	}
	doc := &report.Lint{ShowUnknown: o.showUnknown, Contract: o.contract, Role: o.role}
	doc.Name = "lint"
	told := map[string]bool{}
	for _, m := range modules {
		m.addTo(doc, told)
	}
	snapshot, err := o.manifests(ctx, doc)
	if failures = errors.Join(failures, err); failures != nil && len(doc.Modules) == 0 && snapshot == nil {
		return failures
	}
	err = o.finish(doc, judged{clock: o.clock, snapshots: []*checks.Snapshot{snapshot}, comments: comments(modules)})
	if failures == nil {
		return err
	}
	var exit exitError
	if err != nil && !errors.As(err, &exit) {
		failures = errors.Join(failures, err)
	}
	return failures
}

// noteUnknownRules tells about ids of --allow-warning that no rule has; they
// are no error, since a command line may come from another program.
func (o *lintOptions) noteUnknownRules() {
	var known []string
	for _, m := range catalog() {
		known = append(known, m.ID)
	}
	for _, id := range o.allowWarnings {
		if !slices.Contains(known, id) {
			fmt.Fprintf(o.inputOptions.ErrOut, "--allow-warning: no rule has the id %s\n", report.Clean(id))
		}
	}
}

// readTrees reads every directory; one that cannot be read does not keep the
// others from being checked.
func (o *lintOptions) readTrees() ([]*module.Tree, error) {
	var trees []*module.Tree
	var failures error
	for _, dir := range o.dirs {
		t, err := source.ModuleTree(dir)
		if err != nil {
			failures = errors.Join(failures, err)
			continue
		}
		trees = append(trees, t)
	}
	return trees, failures
}

// allow turns an allowed warning into an info that says so.
func (o *lintOptions) allow(f *checks.Finding) {
	if f.Severity == checks.Warning && slices.Contains(o.allowWarnings, f.Rule) {
		f.Severity = checks.Info
		f.Message = strings.TrimSuffix(f.Message, ".") + " (allowed by --allow-warning)"
		f.Fix = nil
	}
}
