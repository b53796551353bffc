package source

import (
	"io/fs"
	"os"
	"path"
)

// dirFS is a directory that nothing leads out of. It remembers the directory of
// the last file: a path is checked step by step, and files come sorted.
type dirFS struct {
	fs.FS
	root *os.Root
	dir  string
	last *os.Root
}

func openDir(name string) (*dirFS, error) {
	root, err := os.OpenRoot(name)
	if err != nil {
		return nil, err
	}
	return &dirFS{FS: root.FS(), root: root}, nil
}

// Open implements fs.FS. Links may lead out of the last directory though not
// out of the root, so what the former refuses is asked of the latter.
func (d *dirFS) Open(name string) (fs.File, error) {
	dir, base := path.Split(name)
	if dir != d.dir {
		d.forget()
		if last, err := d.root.OpenRoot(path.Clean(dir)); err == nil {
			d.dir, d.last = dir, last
		}
	}
	if d.last != nil {
		if f, err := d.last.Open(base); err == nil {
			return f, nil
		}
	}
	return d.FS.Open(name)
}

// ReadDir and Stat implement the interfaces of package fs.
func (d *dirFS) ReadDir(name string) ([]fs.DirEntry, error) { return fs.ReadDir(d.FS, name) }

// Stat implements fs.StatFS.
func (d *dirFS) Stat(name string) (fs.FileInfo, error) { return fs.Stat(d.FS, name) }

func (d *dirFS) forget() {
	if d.last != nil {
		d.last.Close()
	}
	d.dir, d.last = "", nil
}

// Close releases the directories.
func (d *dirFS) Close() error {
	d.forget()
	return d.root.Close()
}
