package plugin

import (
	"errors"
	"fmt"
	"path"
	"runtime"
	"slices"
	"strings"

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
	tree *module.Tree
	dir  string
	// input is there until the module was evaluated: the analysis in it is large.
	input  *machinepool.Input
	module *module.Module
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
		list = append(list, roots...)
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
	eachAtOnce(list, func(i int, m *lintedModule) {
		if m.input == nil {
			o.load(m)
		}
		if m.err != nil {
			return
		}
		m.result = machinepool.Evaluate(m.input)
		m.input = nil
		for j := range m.result.Findings {
			m.result.Findings[j].Order = i
			o.allow(&m.result.Findings[j])
		}
	})
	for _, m := range list {
		o.noteRuntime(m)
	}
}

// eachAtOnce does something with each module, side by side.
func eachAtOnce(list []*lintedModule, do func(int, *lintedModule)) {
	var g errgroup.Group
	g.SetLimit(runtime.GOMAXPROCS(0))
	for i, m := range list {
		g.Go(func() error {
			do(i, m)
			return nil
		})
	}
	_ = g.Wait()
}

// load reads a module for its runtime, and for the other one to compare.
func (o *lintOptions) load(m *lintedModule) {
	want := module.Runtime(o.runtime)
	if !o.runtimeGiven {
		want = module.RuntimeOf(m.tree, m.dir, want)
	}
	if m.module, m.err = module.Load(m.tree, m.dir, want); m.err != nil {
		return
	}
	m.input = &machinepool.Input{Module: m.module, Contract: contract.V1Alpha1()}
	other := module.OpenTofu
	if want == module.OpenTofu {
		other = module.Terraform
	}
	if hasTofu(m.tree) && m.tree.HasModule(m.dir, other) {
		if m.input.Other, m.err = module.Load(m.tree, m.dir, other); m.err != nil {
			m.err = fmt.Errorf("as %s reads it: %w", other, m.err)
		}
	}
}

// hasTofu reports whether a tree holds files of OpenTofu. Without, both runtimes
// read the same.
func hasTofu(t *module.Tree) bool {
	for p := range t.Files {
		if strings.HasSuffix(p, ".tofu") || strings.HasSuffix(p, ".tofu.json") {
			return true
		}
	}
	return false
}

// noteRuntime says that a module was read for another runtime than asked.
func (o *lintOptions) noteRuntime(m *lintedModule) {
	if m.err == nil && m.module.Runtime != module.Runtime(o.runtime) {
		fmt.Fprintf(o.inputOptions.ErrOut, "%s: read as %s, it has no files for %s\n", report.Clean(m.name()), m.module.Runtime, o.runtime)
	}
}

// roots loads the modules of a tree and returns those that no other module of
// it calls. Files that do not parse are told, and do not hide the other modules.
func (o *lintOptions) roots(t *module.Tree) ([]*lintedModule, error) {
	dirs := slices.DeleteFunc(t.Directories(), func(dir string) bool { return source.Ignored(o.ignore, dir) })
	if len(dirs) == 0 {
		return nil, fmt.Errorf("%s: %w below it", t.Name, module.ErrNoFiles)
	}
	all := make([]*lintedModule, len(dirs))
	for i, dir := range dirs {
		all[i] = &lintedModule{tree: t, dir: dir}
	}
	eachAtOnce(all, func(_ int, m *lintedModule) { o.load(m) })
	var failures error
	called := map[string]bool{}
	for _, m := range all {
		if m.err != nil {
			failures = joinNew(failures, m.err)
			continue
		}
		for _, c := range m.module.Calls {
			if target := path.Join(m.dir, c.Source); !c.Remote && target != m.dir {
				called[target] = true
			}
		}
	}
	return slices.DeleteFunc(all, func(m *lintedModule) bool { return m.err != nil || called[m.dir] }), failures
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

// addTo puts the module into a report. What another module told already about
// the same place, because it calls this one, is told once.
func (m *lintedModule) addTo(doc *report.Lint, told map[string]bool) {
	unknown := 0
	for _, n := range m.result.NotEvaluated {
		unknown += len(n.Rules)
	}
	doc.Modules = append(doc.Modules, report.LintModule{Dir: m.name(), Runtime: string(m.module.Runtime), Unknown: unknown})
	fresh := slices.DeleteFunc(slices.Clone(m.result.Findings), func(f checks.Finding) bool { return told[place(f)] })
	for _, f := range fresh {
		told[place(f)] = true
	}
	doc.Result.Merge(checks.Result{Findings: fresh, NotEvaluated: m.result.NotEvaluated})
}

// place identifies a finding about a file.
func place(f checks.Finding) string {
	return fmt.Sprintf("%s %s %s:%d:%d", f.Rule, f.Subject, f.File, f.Line, f.Column)
}

// comments lists those that accept findings in the module.
func (m *lintedModule) comments() []checks.Comment { return machinepool.Comments(m.module) }

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
