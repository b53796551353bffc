package plugin

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/fix"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/module"
	"github.com/rollout-pin/kubectl-rollout-pin/plugin/report"
)

// fixRounds bounds how often fixes are applied and looked for again. Fixes that
// touch the same text take one round each.
const fixRounds = 20

// fixModules applies the mechanical fixes until none is left, in memory first.
// The answer is the modules as they are then; with --diff nothing is written
// and the answer is the modules as they were.
func (o *lintOptions) fixModules(trees []*module.Tree, modules []*lintedModule) ([]*lintedModule, error) {
	original := map[string]*module.Tree{}
	for _, t := range trees {
		original[t.Name] = t
	}
	accepted, err := o.suppressor("lint", judged{clock: o.clock})
	if err != nil {
		return nil, err
	}
	fixed := modules
	for range fixRounds {
		changed, err := applyFixes(fixed, accepted)
		if err != nil {
			return nil, err
		}
		if len(changed) == 0 {
			break
		}
		fixed = nextRound(fixed, changed)
		o.check(fixed)
		for _, m := range fixed {
			if m.err != nil {
				return nil, fmt.Errorf("a fix broke the module, nothing is written: %w", m.err)
			}
		}
	}
	files := changedFiles(original, fixed)
	if o.diff {
		return modules, o.showDiff(files)
	}
	return fixed, o.writeFixes(files)
}

// applyFixes returns new trees for those in which a fix changed something.
func applyFixes(modules []*lintedModule, accepted checks.Suppressor) (map[*module.Tree]*module.Tree, error) {
	changed := map[*module.Tree]*module.Tree{}
	for _, t := range treesOf(modules) {
		files := maps.Clone(t.Files)
		names := map[string]string{}
		for p := range files {
			names[t.DisplayPath(p)] = p
		}
		edits := fix.Select(fixesOf(modules, t, accepted))
		for _, name := range slices.Sorted(maps.Keys(edits)) {
			p, ok := names[name]
			if !ok {
				return nil, fmt.Errorf("fix %s: no such file", name)
			}
			after, err := fix.Apply(files[p], edits[name])
			if err != nil {
				return nil, err
			}
			if !bytes.Equal(after, files[p]) {
				files[p] = after
				changed[t] = &module.Tree{Name: t.Name, Files: files, Refused: t.Refused}
			}
		}
	}
	return changed, nil
}

func treesOf(modules []*lintedModule) []*module.Tree {
	var out []*module.Tree
	for _, m := range modules {
		if !slices.Contains(out, m.tree) {
			out = append(out, m.tree)
		}
	}
	return out
}

// fixesOf lists the fixes of findings in a tree that nobody accepted.
func fixesOf(modules []*lintedModule, t *module.Tree, accepted checks.Suppressor) []*checks.Fix {
	var out []*checks.Fix
	for _, m := range modules {
		if m.tree != t {
			continue
		}
		accepted.Comments = m.comments()
		findings := report.Pointers(slices.Clone(m.result.Findings))
		accepted.Apply(findings, nil)
		for _, f := range findings {
			if f.Fix != nil && len(f.Fix.Edits) > 0 && f.Suppressed == nil {
				out = append(out, f.Fix)
			}
		}
	}
	return out
}

func nextRound(modules []*lintedModule, changed map[*module.Tree]*module.Tree) []*lintedModule {
	out := make([]*lintedModule, len(modules))
	for i, m := range modules {
		t := m.tree
		if next := changed[t]; next != nil {
			t = next
		}
		out[i] = &lintedModule{tree: t, dir: m.dir}
	}
	return out
}

// fixedFile is a file before and after the fixes.
type fixedFile struct {
	name          string
	before, after []byte
}

func changedFiles(original map[string]*module.Tree, modules []*lintedModule) []fixedFile {
	var out []fixedFile
	for _, t := range treesOf(modules) {
		for _, p := range slices.Sorted(maps.Keys(t.Files)) {
			if before := original[t.Name].Files[p]; !bytes.Equal(before, t.Files[p]) {
				out = append(out, fixedFile{t.DisplayPath(p), before, t.Files[p]})
			}
		}
	}
	return out
}

func (o *lintOptions) showDiff(files []fixedFile) error {
	for _, f := range files {
		text := diff.Diff(filepath.ToSlash(f.name), f.before, filepath.ToSlash(f.name)+" (fixed)", f.after)
		if _, err := o.inputOptions.Out.Write(text); err != nil {
			return err
		}
	}
	noun := "files"
	if len(files) == 1 {
		noun = "file"
	}
	_, err := fmt.Fprintf(o.inputOptions.ErrOut, "%d %s would change\n", len(files), noun)
	return err
}

// writeFixes writes each file as a whole, if it still is what was checked.
func (o *lintOptions) writeFixes(files []fixedFile) error {
	for _, f := range files {
		info, err := os.Stat(f.name)
		if err != nil {
			return fmt.Errorf("fix: %w", err)
		}
		now, err := os.ReadFile(f.name)
		if err != nil {
			return fmt.Errorf("fix: %w", err)
		}
		if !bytes.Equal(now, f.before) {
			return fmt.Errorf("fix %s: the file was changed meanwhile", f.name)
		}
		if err := errors.Join(writeFile(f.name, f.after), os.Chmod(f.name, info.Mode().Perm())); err != nil {
			return fmt.Errorf("fix: %w", err)
		}
		fmt.Fprintf(o.inputOptions.ErrOut, "fixed %s\n", report.Clean(f.name))
	}
	return nil
}
