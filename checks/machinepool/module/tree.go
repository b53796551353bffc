package module

import (
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/hashicorp/hcl/v2"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// Runtime is the program that will run the module.
type Runtime string

// The runtimes.
const (
	Terraform Runtime = "terraform"
	OpenTofu  Runtime = "opentofu"
)

// Tree is a directory in memory that holds one module or many. It may be used by
// several goroutines; it must not be copied, nor changed once it was used.
type Tree struct {
	// Name is the directory as the user named it; positions begin with it.
	Name string
	// Files maps slash-separated paths relative to the directory to contents.
	Files map[string][]byte
	// Refused maps paths that were not read to the reason: links that leave the
	// directory or lead nowhere.
	Refused map[string]string

	// parsed remembers files, so that modules which share local modules parse
	// each file once.
	parsed sync.Map
}

// DisplayPath is a path of the tree as users see it.
func (t *Tree) DisplayPath(p string) string {
	switch {
	case t.Name == "" || t.Name == ".":
		return p
	case p == ".":
		return t.Name
	}
	return strings.TrimSuffix(t.Name, "/") + "/" + p
}

// Position turns a range into the position of its start.
func Position(r hcl.Range) checks.Position {
	return checks.Position{File: r.Filename, Line: r.Start.Line, Column: r.Start.Column}
}

// suffixes of module files, the OpenTofu ones first: each hides the Terraform
// file of the same base name.
var suffixes = []struct{ suffix, hides string }{
	{".tofu", ".tf"},
	{".tofu.json", ".tf.json"},
	{".tf", ""},
	{".tf.json", ""},
}

// fileSet is what a runtime reads in one directory.
type fileSet struct {
	primary, override, hidden []string
}

// selectFiles applies the file rules of a runtime to one directory; the lists
// are sorted, as the runtimes read them.
func (t *Tree) selectFiles(dir string, runtime Runtime) fileSet {
	var set fileSet
	for p := range t.Files {
		if path.Dir(p) != dir || ignoredName(path.Base(p)) {
			continue
		}
		base, suffix := splitSuffix(path.Base(p))
		switch {
		case suffix == "", runtime == Terraform && strings.HasPrefix(suffix, ".tofu"):
		case runtime == OpenTofu && t.hiddenByTofu(dir, base, suffix):
			set.hidden = append(set.hidden, p)
		case overrides(base):
			set.override = append(set.override, p)
		default:
			set.primary = append(set.primary, p)
		}
	}
	slices.Sort(set.primary)
	slices.Sort(set.override)
	slices.Sort(set.hidden)
	return set
}

func (t *Tree) hiddenByTofu(dir, base, suffix string) bool {
	for _, s := range suffixes {
		if s.hides == suffix {
			_, ok := t.Files[path.Join(dir, base+s.suffix)]
			return ok
		}
	}
	return false
}

// splitSuffix cuts a module file name into base name and suffix; the suffix is
// empty for other files.
func splitSuffix(name string) (base, suffix string) {
	for _, s := range suffixes {
		if b, ok := strings.CutSuffix(name, s.suffix); ok {
			return b, s.suffix
		}
	}
	return name, ""
}

// overrides reports base names of override files.
func overrides(base string) bool { return base == "override" || strings.HasSuffix(base, "_override") }

// ignoredName reports names that the runtimes skip: hidden files and what
// editors leave behind.
func ignoredName(name string) bool {
	return strings.HasPrefix(name, ".") || strings.HasSuffix(name, "~") ||
		(strings.HasPrefix(name, "#") && strings.HasSuffix(name, "#"))
}

// HasModule reports whether a directory of the tree holds files that the
// runtime reads.
func (t *Tree) HasModule(dir string, runtime Runtime) bool {
	set := t.selectFiles(path.Clean(dir), runtime)
	return len(set.primary)+len(set.override) > 0
}

// IsModuleFile reports whether a runtime reads files of this name.
func IsModuleFile(name string) bool {
	_, suffix := splitSuffix(path.Base(name))
	return suffix != "" && !ignoredName(path.Base(name))
}

// Directories lists the directories of the tree that hold module files of
// either runtime, sorted.
func (t *Tree) Directories() []string {
	var dirs []string
	for p := range t.Files {
		if IsModuleFile(p) {
			dirs = append(dirs, path.Dir(p))
		}
	}
	slices.Sort(dirs)
	return slices.Compact(dirs)
}
