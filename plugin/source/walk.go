package source

import (
	"cmp"
	"context"
	"io"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// folder reads a directory, whose files are named after the prefix. The file
// system must not lead out of it.
func (r *reader) folder(ctx context.Context, prefix string, fsys fs.FS) error {
	w := &walker{fsys: fsys, recursive: r.Recursive, ignore: r.Ignore}
	w.walk()
	r.skipped += w.skipped
	for _, found := range w.found {
		e := entry{name: path.Clean(prefix + found.path), called: found.path}
		err := r.open(ctx, e, func() (io.ReadCloser, error) {
			if found.err != nil {
				return nil, found.err
			}
			return fsys.Open(found.path)
		}, nil)
		if err != nil {
			return err
		}
	}
	return nil
}

// Ignored reports whether a path below a directory, or a directory on the way to
// it, matches one of the globs.
func Ignored(globs []string, name string) bool {
	return ignored(globs, path.Clean(name))
}

// inFolder is what the names of files in a directory begin with.
func inFolder(name string) string {
	if name = path.Clean(filepath.ToSlash(name)); name == "." {
		return ""
	}
	return name + "/"
}

// walker lists the files of a directory that are to be read, in stable order.
type walker struct {
	fsys      fs.FS
	recursive bool
	ignore    []string

	found   []foundFile
	skipped int
	dirs    []string
	links   []string
}

// foundFile is a file, or a directory that could not be listed.
type foundFile struct {
	path string
	err  error
}

func (w *walker) walk() {
	w.dir(".")
	for len(w.links) > 0 {
		link := w.links[0]
		w.links = w.links[1:]
		w.link(link)
	}
	slices.SortFunc(w.found, func(a, b foundFile) int { return cmp.Compare(a.path, b.path) })
}

func (w *walker) dir(dir string) {
	w.dirs = append(w.dirs, dir)
	list, err := fs.ReadDir(w.fsys, dir)
	if err != nil {
		w.found = append(w.found, foundFile{dir, err})
		return
	}
	for _, d := range list {
		name := path.Join(dir, d.Name())
		switch {
		case hidden(d.Name()), ignored(w.ignore, name):
			w.skipped++
		case d.IsDir():
			if w.recursive {
				w.dir(name)
			}
		case d.Type()&fs.ModeSymlink != 0:
			w.links = append(w.links, name)
		case d.Type().IsRegular() && readable(name):
			w.found = append(w.found, foundFile{path: name})
		default:
			w.skipped++
		}
	}
}

// link follows a symbolic link. The file system refuses those that lead out of
// the directory; a file or directory that is read under its own name, or was
// reached by another link, is not read again.
func (w *walker) link(name string) {
	info, err := fs.Stat(w.fsys, name)
	switch {
	case err != nil:
		w.skipped++
	case info.IsDir():
		if w.recursive && !w.known(info, w.dirs) {
			w.dir(name)
		}
	case !info.Mode().IsRegular() || !readable(name):
		w.skipped++
	case !w.known(info, w.files()):
		w.found = append(w.found, foundFile{path: name})
	}
}

func (w *walker) files() []string {
	out := make([]string, len(w.found))
	for i, f := range w.found {
		out[i] = f.path
	}
	return out
}

// known reports whether one of the paths is the same file.
func (w *walker) known(info fs.FileInfo, paths []string) bool {
	return slices.ContainsFunc(paths, func(p string) bool {
		other, err := fs.Stat(w.fsys, p)
		return err == nil && sameFile(info, other)
	})
}

// readable reports whether a file below a directory is read.
func readable(name string) bool { return manifestName(name) || archiveName(name) }

func hidden(name string) bool { return strings.HasPrefix(name, ".") && name != "." && name != ".." }

// ignored reports whether a path, or a directory above it, matches a glob.
func ignored(globs []string, name string) bool {
	for ; name != "."; name = path.Dir(name) {
		for _, glob := range globs {
			glob = strings.TrimSuffix(filepath.ToSlash(glob), "/")
			subject := name
			if !strings.Contains(glob, "/") {
				subject = path.Base(name)
			}
			if doublestar.MatchUnvalidated(strings.TrimPrefix(glob, "./"), subject) {
				return true
			}
		}
	}
	return false
}
