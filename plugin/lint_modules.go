package plugin

import (
	"errors"
	"fmt"
	"path"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/contract"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/module"
	"github.com/rollout-pin/kubectl-rollout-pin/plugin/report"
	"github.com/rollout-pin/kubectl-rollout-pin/plugin/source"
)

// lintedModule is one module and what was found in it.
type lintedModule struct {
	tree   *module.Tree
	dir    string
	input  *machinepool.Input
	result checks.Result
	err    error
}

// modules checks the modules of the trees side by side. The order of the
// answer is that of the command line, then that of the paths.
func (o *lintOptions) modules(trees []*module.Tree) ([]*lintedModule, error) {
	var list []*lintedModule
	var failures error
	for _, t := range trees {
		if !o.recursive {
			list = append(list, &lintedModule{tree: t, dir: "."})
			continue
		}
		roots, err := o.roots(t)
		failures = errors.Join(failures, err)
		for _, dir := range roots {
			list = append(list, &lintedModule{tree: t, dir: dir})
		}
	}
	o.check(list)
	for _, m := range list {
		failures = errors.Join(failures, m.err)
	}
	return slices.DeleteFunc(list, func(m *lintedModule) bool { return m.err != nil }), failures
}

// check loads and evaluates modules; a module on its own never depends on
// another, so the result does not depend on the number of workers.
func (o *lintOptions) check(list []*lintedModule) {
	var g errgroup.Group
	g.SetLimit(runtime.GOMAXPROCS(0))
	for i, m := range list {
		g.Go(func() error {
			if m.input, m.err = o.load(m.tree, m.dir); m.err == nil {
				m.result = machinepool.Evaluate(m.input)
			}
			for j := range m.result.Findings {
				m.result.Findings[j].Order = i
				o.allow(&m.result.Findings[j])
			}
			return nil
		})
	}
	_ = g.Wait()
	for _, m := range list {
		o.noteRuntime(m)
	}
}

// load reads a module for its runtime, and for the other one to compare.
func (o *lintOptions) load(t *module.Tree, dir string) (*machinepool.Input, error) {
	want := module.Runtime(o.runtime)
	if !o.runtimeGiven {
		want = module.RuntimeOf(t, dir, want)
	}
	m, err := module.Load(t, dir, want)
	if err != nil {
		return nil, err
	}
	in := &machinepool.Input{Module: m, Contract: contract.V1Alpha1()}
	other := module.OpenTofu
	if want == module.OpenTofu {
		other = module.Terraform
	}
	if t.HasModule(dir, other) {
		if in.Other, err = module.Load(t, dir, other); err != nil {
			return nil, fmt.Errorf("as %s reads it: %w", other, err)
		}
	}
	return in, nil
}

// noteRuntime says that a module was read for another runtime than asked.
func (o *lintOptions) noteRuntime(m *lintedModule) {
	if m.err == nil && m.input.Module.Runtime != module.Runtime(o.runtime) {
		fmt.Fprintf(o.inputOptions.ErrOut, "%s: read as %s, it has no files for %s\n", report.Clean(m.name()), m.input.Module.Runtime, o.runtime)
	}
}

// roots lists the modules of a tree that no other module of it calls. Files
// that do not parse are told, and do not hide the other modules.
func (o *lintOptions) roots(t *module.Tree) ([]string, error) {
	var failures error
	called := map[string]bool{}
	dirs := slices.DeleteFunc(t.Directories(), func(dir string) bool { return source.Ignored(o.ignore, dir) })
	var readable []string
	for _, dir := range dirs {
		in, err := o.load(t, dir)
		if err != nil {
			failures = joinNew(failures, err)
			continue
		}
		readable = append(readable, dir)
		for _, c := range in.Module.Calls {
			if target := path.Join(dir, c.Source); !c.Remote && target != dir {
				called[target] = true
			}
		}
	}
	if len(dirs) == 0 {
		return nil, fmt.Errorf("%s: %w below it", t.Name, module.ErrNoFiles)
	}
	return slices.DeleteFunc(readable, func(dir string) bool { return called[dir] }), failures
}

// joinNew adds an error unless it says the same as one that is there: a broken
// file of a shared module would be told once for each caller.
func joinNew(all, err error) error {
	if all != nil {
		if joined, ok := all.(interface{ Unwrap() []error }); ok {
			for _, e := range joined.Unwrap() {
				if e.Error() == err.Error() {
					return all
				}
			}
		}
	}
	return errors.Join(all, err)
}

// name is the directory as the user sees it.
func (m *lintedModule) name() string {
	if m.dir == "." {
		return m.tree.Name
	}
	return path.Join(m.tree.Name, m.dir)
}

// addTo puts the module into a report.
func (m *lintedModule) addTo(doc *report.Lint) {
	unknown := 0
	for _, n := range m.result.NotEvaluated {
		unknown += len(n.Rules)
	}
	doc.Modules = append(doc.Modules, report.LintModule{Dir: m.name(), Runtime: string(m.input.Module.Runtime), Unknown: unknown})
	doc.Result.Merge(m.result)
}

// comments lists those that accept findings in the module.
func (m *lintedModule) comments() []checks.Comment { return machinepool.Comments(m.input.Module) }

// comments lists those of all modules; a local module that several modules call
// is read once for each, and its comments count once.
func comments(modules []*lintedModule) []checks.Comment {
	var out []checks.Comment
	seen := map[checks.Comment]bool{}
	for _, m := range modules {
		for _, c := range m.comments() {
			if !seen[c] {
				seen[c] = true
				out = append(out, c)
			}
		}
	}
	return out
}
