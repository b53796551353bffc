package module

import (
	"fmt"
	"path"
	"strings"
)

// Load reads the module in a directory of the tree and the local modules it
// calls. Calls never leave dir: a source that does is a Problem of the call. It
// fails with a *ParseError when a file does not parse, and with ErrNoFiles when
// the runtime finds nothing in dir.
func Load(t *Tree, dir string, runtime Runtime) (*Module, error) {
	l := &loader{tree: t, root: path.Clean(dir), runtime: runtime, done: map[string]*Module{}, active: map[string]bool{}}
	if !t.HasModule(l.root, runtime) {
		return nil, fmt.Errorf("%s: %w for %s", t.DisplayPath(l.root), ErrNoFiles, runtime)
	}
	return l.load(l.root)
}

type loader struct {
	tree    *Tree
	root    string
	runtime Runtime
	done    map[string]*Module
	active  map[string]bool
}

func (l *loader) load(dir string) (*Module, error) {
	if m := l.done[dir]; m != nil {
		return m, nil
	}
	l.active[dir] = true
	defer delete(l.active, dir)
	m, err := readDirectory(l.tree, dir, l.runtime)
	if err != nil {
		return nil, err
	}
	for _, c := range m.Calls {
		if err := l.resolve(m, c); err != nil {
			return nil, err
		}
	}
	l.done[dir] = m
	return m, nil
}

// resolve follows a local call.
func (l *loader) resolve(m *Module, c *Call) (err error) {
	if !isLocal(c.Source) {
		c.Remote = true
		return nil
	}
	target := path.Join(m.Dir, c.Source)
	switch {
	case !inside(target, l.root):
		c.Problem = "the source leaves the module directory"
	case l.refused(target) != "":
		c.Problem = l.refused(target)
	case l.active[target]:
		c.Problem = "the module calls itself"
	case !l.tree.HasModule(target, l.runtime):
		c.Problem = "the source holds no module files"
	default:
		c.Module, err = l.load(target)
	}
	return err
}

// refused returns why a directory, or one above it, was not read.
func (l *loader) refused(dir string) string {
	for p := dir; p != "." && p != "/"; p = path.Dir(p) {
		if why := l.tree.Refused[p]; why != "" {
			return why
		}
	}
	return ""
}

// isLocal reports sources that the runtimes read from the caller's own files.
func isLocal(source string) bool {
	return source == "." || source == ".." || strings.HasPrefix(source, "./") || strings.HasPrefix(source, "../")
}

// inside reports whether a clean path is dir or lies below it.
func inside(p, dir string) bool {
	if p == ".." || strings.HasPrefix(p, "../") {
		return false
	}
	return dir == "." || p == dir || strings.HasPrefix(p, dir+"/")
}

// readDirectory parses and merges the files of one directory.
func readDirectory(t *Tree, dir string, runtime Runtime) (*Module, error) {
	set := t.selectFiles(dir, runtime)
	m := &Module{Tree: t, Dir: dir, Runtime: runtime, Hidden: set.hidden}
	decl := &declarations{index: map[string]int{}}
	for _, p := range set.primary {
		f, err := parseFile(t, p)
		if err != nil {
			return nil, err
		}
		m.Files = append(m.Files, f)
		for _, b := range f.Blocks {
			decl.add(b)
		}
	}
	for _, p := range set.override {
		f, err := parseFile(t, p)
		if err != nil {
			return nil, err
		}
		m.Files = append(m.Files, f)
		for _, b := range f.Blocks {
			if err := decl.override(b); err != nil {
				return nil, err
			}
		}
	}
	m.Duplicates = decl.duplicates
	return m, m.decode(decl.blocks)
}

// Roots lists the directories of the tree that hold a module which no other
// module of the tree calls. A directory with files of the other runtime only
// counts too; RuntimeOf tells which one reads it.
func Roots(t *Tree, runtime Runtime) ([]string, error) {
	var dirs []string
	called := map[string]bool{}
	for _, dir := range t.Directories() {
		m, err := readDirectory(t, dir, RuntimeOf(t, dir, runtime))
		if err != nil {
			return nil, err
		}
		dirs = append(dirs, dir)
		for _, c := range m.Calls {
			if target := path.Join(dir, c.Source); isLocal(c.Source) && target != dir {
				called[target] = true
			}
		}
	}
	var roots []string
	for _, dir := range dirs {
		if !called[dir] {
			roots = append(roots, dir)
		}
	}
	return roots, nil
}

// RuntimeOf returns the wanted runtime when it reads the directory, else
// OpenTofu when only that does, else the wanted one.
func RuntimeOf(t *Tree, dir string, want Runtime) Runtime {
	if !t.HasModule(dir, want) && t.HasModule(dir, OpenTofu) {
		return OpenTofu
	}
	return want
}
