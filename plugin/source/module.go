package source

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/module"
)

// Budgets of a module tree. Pool modules are a few dozen files of a few
// kilobytes; the limits only stop what cannot be one.
const (
	moduleFileLimit = 4 << 20
	moduleTreeLimit = 256 << 20
	moduleFileCount = 100_000
	moduleDepth     = 32
)

// ModuleTree reads a directory of Terraform or OpenTofu modules into memory.
// Links are followed inside the directory only; what leads out of it or nowhere
// is listed as refused. Hidden directories are skipped, and so are large files
// that no runtime reads.
func ModuleTree(dir string) (*module.Tree, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("read module: %w", err)
	}
	defer root.Close()
	r := &moduleReader{root: root, tree: &module.Tree{
		Name: filepath.ToSlash(filepath.Clean(dir)), Files: map[string][]byte{}, Refused: map[string]string{},
	}}
	if err := r.directory(".", nil); err != nil {
		return nil, fmt.Errorf("read module %s: %w", dir, err)
	}
	return r.tree, nil
}

type moduleReader struct {
	root *os.Root
	tree *module.Tree
	size int64
}

// directory reads one directory; above are the directories on the way to it,
// so that a link cannot lead in circles.
func (r *moduleReader) directory(dir string, above []fs.FileInfo) error {
	info, err := r.root.Stat(dir)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(above, func(a fs.FileInfo) bool { return os.SameFile(a, info) }) {
		r.tree.Refused[dir] = "a link leads in circles"
		return nil
	}
	if len(above) >= moduleDepth {
		return fmt.Errorf("%s: more than %d directories deep", dir, moduleDepth)
	}
	entries, err := fs.ReadDir(r.root.FS(), dir)
	if err != nil {
		return err
	}
	above = append(slices.Clone(above), info)
	for _, e := range entries {
		if err := r.entry(path.Join(dir, e.Name()), e, above); err != nil {
			return err
		}
	}
	return nil
}

func (r *moduleReader) entry(name string, e fs.DirEntry, above []fs.FileInfo) error {
	if strings.HasPrefix(e.Name(), ".") {
		return nil
	}
	info, err := r.root.Stat(name)
	switch {
	case err != nil && e.Type()&fs.ModeSymlink != 0:
		r.tree.Refused[name] = "a link leaves the module directory or leads nowhere"
		return nil
	case err != nil:
		return err
	case info.IsDir():
		return r.directory(name, above)
	case !info.Mode().IsRegular():
		return nil
	}
	return r.file(name, info.Size())
}

func (r *moduleReader) file(name string, size int64) error {
	if size > moduleFileLimit {
		if module.IsModuleFile(name) {
			return fmt.Errorf("%s: larger than %d bytes", name, moduleFileLimit)
		}
		return nil
	}
	data, err := r.root.ReadFile(name)
	if err != nil {
		return err
	}
	r.size += int64(len(data))
	r.tree.Files[name] = data
	if r.size > moduleTreeLimit || len(r.tree.Files) > moduleFileCount {
		return errors.New("the tree is too large for a module: name a directory further down")
	}
	return nil
}
