package source

import (
	"bytes"
	"cmp"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"
)

// gitEntry is an entry of a tree; it is its own fs.DirEntry and fs.FileInfo.
type gitEntry struct {
	name, id string
	mode     fs.FileMode
}

// Name, and the other methods, implement fs.FileInfo and fs.DirEntry. The size
// is not known before the object is read.
func (e gitEntry) Name() string               { return e.name }
func (e gitEntry) Size() int64                { return 0 }
func (e gitEntry) Mode() fs.FileMode          { return e.mode }
func (e gitEntry) ModTime() time.Time         { return time.Time{} }
func (e gitEntry) IsDir() bool                { return e.mode.IsDir() }
func (e gitEntry) Sys() any                   { return nil }
func (e gitEntry) Type() fs.FileMode          { return e.mode.Type() }
func (e gitEntry) Info() (fs.FileInfo, error) { return e, nil }
func (e gitEntry) identity() string           { return e.id }

// gitModes maps the modes of tree entries; submodules, which have no content
// here, count as something irregular.
var gitModes = map[string]fs.FileMode{
	"40000": fs.ModeDir | 0o755, "100644": 0o644, "100664": 0o644, "100755": 0o755,
	"120000": fs.ModeSymlink | 0o777, "160000": fs.ModeIrregular,
}

// tree lists a directory by the id of its tree.
func (r *revision) tree(id string) ([]gitEntry, error) {
	if list, ok := r.trees[id]; ok {
		return list, nil
	}
	data, err := r.object(id)
	if err != nil {
		return nil, err
	}
	var list []gitEntry
	for size := len(id) / 2; len(data) > 0; {
		end := bytes.IndexByte(data, 0)
		if end < 0 || len(data) < end+1+size {
			return nil, errors.New("a git tree that cannot be read")
		}
		mode, name, _ := strings.Cut(string(data[:end]), " ")
		fileMode, ok := gitModes[mode]
		if !ok {
			fileMode = fs.ModeIrregular
		}
		list = append(list, gitEntry{name: name, id: hex.EncodeToString(data[end+1 : end+1+size]), mode: fileMode})
		data = data[end+1+size:]
	}
	r.trees[id] = list
	return list, nil
}

// below is the revision seen from one of its directories: links that leave it
// lead nowhere, as with a directory on disk.
func (r *revision) below(dir fs.FileInfo) *revision {
	sub := *r
	if e, ok := dir.(gitEntry); ok {
		sub.root = e.id
	}
	return &sub
}

// maxLinks is how many symbolic links a path may lead through.
const maxLinks = 40

// resolve follows a path from the root of the repository, links included, and
// returns its real path too. Links that lead out of the repository lead nowhere.
func (r *revision) resolve(name string) (gitEntry, string, error) {
	at := gitEntry{name: ".", id: r.root, mode: gitModes["40000"]}
	realPath, rest, links := ".", strings.Split(path.Clean(name), "/"), 0
	for len(rest) > 0 {
		part := rest[0]
		rest = rest[1:]
		if part == "." || part == "" {
			continue
		}
		next, err := r.child(at, part)
		if err != nil {
			return next, "", err
		}
		if next.mode&fs.ModeSymlink == 0 {
			at, realPath = next, path.Join(realPath, part)
			continue
		}
		target, err := r.object(next.id)
		if links++; err != nil || links > maxLinks || path.IsAbs(string(target)) {
			return next, "", fs.ErrNotExist
		}
		whole := path.Join(append([]string{realPath, string(target)}, rest...)...)
		if whole == ".." || strings.HasPrefix(whole, "../") {
			return next, "", fs.ErrNotExist
		}
		at, realPath, rest = gitEntry{name: ".", id: r.root, mode: gitModes["40000"]}, ".", strings.Split(whole, "/")
	}
	return at, realPath, nil
}

func (r *revision) child(dir gitEntry, name string) (gitEntry, error) {
	if !dir.IsDir() {
		return gitEntry{}, fs.ErrNotExist
	}
	list, err := r.tree(dir.id)
	if err != nil {
		return gitEntry{}, err
	}
	for _, e := range list {
		if e.name == name {
			return e, nil
		}
	}
	return gitEntry{}, fs.ErrNotExist
}

// Stat implements fs.StatFS.
func (r *revision) Stat(name string) (fs.FileInfo, error) {
	e, _, err := r.resolve(name)
	if err != nil {
		return nil, &fs.PathError{Op: "stat", Path: name, Err: err}
	}
	return e, nil
}

// ReadDir implements fs.ReadDirFS. Git sorts as byte strings, directories as
// if their name ended in a slash; package fs wants plain names.
func (r *revision) ReadDir(name string) ([]fs.DirEntry, error) {
	e, _, err := r.resolve(name)
	if err == nil && !e.IsDir() {
		err = fs.ErrInvalid
	}
	var list []gitEntry
	if err == nil {
		list, err = r.tree(e.id)
	}
	if err != nil {
		return nil, &fs.PathError{Op: "readdir", Path: name, Err: err}
	}
	out := make([]fs.DirEntry, len(list))
	for i, e := range list {
		out[i] = e
	}
	slices.SortFunc(out, func(a, b fs.DirEntry) int { return cmp.Compare(a.Name(), b.Name()) })
	return out, nil
}

// Open implements fs.FS.
func (r *revision) Open(name string) (fs.File, error) {
	e, _, err := r.resolve(name)
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	if !e.mode.IsRegular() {
		return gitFile{e, bytes.NewReader(nil)}, nil
	}
	data, err := r.object(e.id)
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	return gitFile{e, bytes.NewReader(data)}, nil
}

// gitFile is an open file of a revision.
type gitFile struct {
	gitEntry
	io.Reader
}

// Stat and Close implement fs.File.
func (f gitFile) Stat() (fs.FileInfo, error) { return f.gitEntry, nil }
func (f gitFile) Close() error               { return nil }
