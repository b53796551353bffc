package source

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"k8s.io/klog/v2"
)

// revision reads everything that the options name at a revision. A path that
// the revision does not have held nothing then.
func (r *reader) revision(ctx context.Context) error {
	revs := &revisions{ref: r.Revision, max: r.Limits.FileBytes, open: map[string]*revision{}}
	defer revs.close()
	for _, name := range r.Filenames {
		if err := r.pathAt(ctx, revs, name); err != nil {
			return err
		}
	}
	if r.Kustomize == "" {
		return nil
	}
	return r.kustomizationAt(ctx, revs)
}

func (r *reader) pathAt(ctx context.Context, revs *revisions, name string) error {
	if name == stdin {
		return r.fail(ctx, entry{name: name, named: true}, errors.New("has no revisions"))
	}
	rev, inside, err := revs.at(ctx, name)
	if err != nil {
		return r.fail(ctx, entry{name: name, named: true}, err)
	}
	shown := path.Clean(filepath.ToSlash(name))
	_, err = rev.Stat(orDot(inside))
	if errors.Is(err, fs.ErrNotExist) && strings.ContainsAny(inside, "*?[{") {
		return r.globAt(ctx, rev, shown, inside)
	}
	return r.insideRevision(ctx, rev, shown, inside)
}

// insideRevision reads a path of a revision, which is shown as the user named it.
func (r *reader) insideRevision(ctx context.Context, rev *revision, shown, inside string) error {
	e := entry{name: r.Revision + ":" + shown, called: inside, named: true}
	info, err := rev.Stat(orDot(inside))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		klog.V(1).InfoS("not in the revision", "path", shown, "revision", r.Revision)
		return nil
	case err != nil:
		return r.fail(ctx, e, err)
	case info.IsDir():
		return r.folder(ctx, r.Revision+":"+inFolder(shown), rev.below(info))
	}
	return r.open(ctx, e, func() (io.ReadCloser, error) { return rev.Open(inside) }, nil)
}

// globAt reads what matches in the revision. The names keep the beginning that
// the user wrote.
func (r *reader) globAt(ctx context.Context, rev *revision, shown, pattern string) error {
	matches, err := doublestar.Glob(rev, pattern, doublestar.WithNoHidden())
	if err != nil {
		return r.fail(ctx, entry{name: shown, named: true}, err)
	}
	slices.Sort(matches)
	written, _ := doublestar.SplitPattern(shown)
	base, _ := doublestar.SplitPattern(pattern)
	for _, m := range matches {
		name := path.Join(written, strings.TrimPrefix(strings.TrimPrefix(m, base), "/"))
		if err := r.insideRevision(ctx, rev, name, m); err != nil {
			return err
		}
	}
	return nil
}

// orDot is the name of a directory in package fs.
func orDot(name string) string {
	if name == "" {
		return "."
	}
	return name
}
