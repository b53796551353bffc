package source

import (
	"errors"
	"io"
	"io/fs"
	"path"
	"path/filepath"
	"strings"

	"sigs.k8s.io/kustomize/kyaml/filesys"
)

// revisionFS shows a revision to kustomize, with the root of the repository at
// "/".
type revisionFS struct{ rev *revision }

var errReadOnly = errors.New("a revision cannot be changed")

// Create, and the other methods that would write, refuse.
func (revisionFS) Create(string) (filesys.File, error) { return nil, errReadOnly }
func (revisionFS) Mkdir(string) error                  { return errReadOnly }
func (revisionFS) MkdirAll(string) error               { return errReadOnly }
func (revisionFS) RemoveAll(string) error              { return errReadOnly }
func (revisionFS) WriteFile(string, []byte) error      { return errReadOnly }

// inside is the name of a path in package fs.
func inside(name string) string {
	return orDot(strings.TrimPrefix(path.Clean("/"+filepath.ToSlash(name)), "/"))
}

// Open implements filesys.FileSystem.
func (f revisionFS) Open(name string) (filesys.File, error) {
	file, err := f.rev.Open(inside(name))
	if err != nil {
		return nil, err
	}
	return readOnlyFile{file}, nil
}

type readOnlyFile struct{ fs.File }

func (readOnlyFile) Write([]byte) (int, error) { return 0, errReadOnly }

// IsDir implements filesys.FileSystem.
func (f revisionFS) IsDir(name string) bool {
	info, err := f.rev.Stat(inside(name))
	return err == nil && info.IsDir()
}

// Exists implements filesys.FileSystem.
func (f revisionFS) Exists(name string) bool {
	_, err := f.rev.Stat(inside(name))
	return err == nil
}

// ReadDir implements filesys.FileSystem.
func (f revisionFS) ReadDir(name string) ([]string, error) {
	list, err := f.rev.ReadDir(inside(name))
	names := make([]string, len(list))
	for i, e := range list {
		names[i] = e.Name()
	}
	return names, err
}

// CleanedAbs implements filesys.FileSystem: links are resolved.
func (f revisionFS) CleanedAbs(name string) (filesys.ConfirmedDir, string, error) {
	e, realPath, err := f.rev.resolve(inside(name))
	if err != nil {
		return "", "", &fs.PathError{Op: "open", Path: name, Err: err}
	}
	if e.IsDir() {
		return filesys.ConfirmedDir(path.Join("/", realPath)), "", nil
	}
	return filesys.ConfirmedDir(path.Join("/", path.Dir(realPath))), path.Base(realPath), nil
}

// Glob implements filesys.FileSystem.
func (f revisionFS) Glob(pattern string) ([]string, error) {
	names, err := fs.Glob(f.rev, inside(pattern))
	for i := range names {
		names[i] = "/" + names[i]
	}
	return names, err
}

// ReadFile implements filesys.FileSystem.
func (f revisionFS) ReadFile(name string) ([]byte, error) {
	file, err := f.Open(name)
	if err != nil {
		return nil, err
	}
	return io.ReadAll(file)
}

// Walk implements filesys.FileSystem.
func (f revisionFS) Walk(name string, visit filepath.WalkFunc) error {
	return fs.WalkDir(f.rev, inside(name), func(p string, d fs.DirEntry, err error) error {
		var info fs.FileInfo
		if err == nil {
			info, err = d.Info()
		}
		return visit("/"+p, info, err)
	})
}
