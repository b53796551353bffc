// Package source reads objects from files, archives, kustomizations, git
// revisions and clusters into snapshots.
package source

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// Options say what to read and how.
type Options struct {
	// Filenames are files, directories, globs, archives or "-".
	Filenames []string
	// Kustomize is a kustomization directory.
	Kustomize string
	// Revision is a git revision at which the paths are read instead of the
	// working tree; "" means the working tree.
	Revision string
	// Recursive reads subdirectories.
	Recursive bool
	// Ignore lists globs over paths below a directory.
	Ignore []string
	// Namespace is given to namespaced objects that have none.
	Namespace string
	// Stdin is read for "-".
	Stdin io.Reader
	// Kinds, when not nil, says which kinds matter; documents of other kinds
	// are counted and dropped, if possible without parsing them.
	Kinds func(checks.GroupKind) bool
	// Tolerant lists unreadable files below directories as problems of the
	// snapshot instead of failing.
	Tolerant bool
	// Workers bounds parallel decoding; 0 means GOMAXPROCS.
	Workers int
	// Limits bound what the input may cost.
	Limits Limits
}

// Load reads everything that the options name.
func Load(ctx context.Context, o Options) (*checks.Snapshot, error) {
	l := &loader{Options: o, b: checks.NewBuilder()}
	l.Limits = l.Limits.orDefaults()
	if o.Revision != "" {
		return nil, errors.New("reading a git revision is not available")
	}
	for _, name := range o.Filenames {
		if err := l.path(ctx, name); err != nil {
			return nil, err
		}
	}
	return l.b.Snapshot(), nil
}

type loader struct {
	Options
	b *checks.Builder
}

func (l *loader) path(ctx context.Context, name string) error {
	if name == "-" {
		return l.stream("<stdin>", l.Stdin)
	}
	return filepath.WalkDir(name, func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return fileError(name, err)
		}
		if err := ctx.Err(); err != nil || d.IsDir() {
			return err
		}
		if path != name && !manifestName(path) {
			l.b.Count(checks.ReadStats{SkippedFiles: 1})
			return nil
		}
		f, err := os.Open(path)
		if err != nil {
			return fileError(path, err)
		}
		defer f.Close()
		err = l.stream(path, f)
		var bad *Error
		if path != name && l.Tolerant && errors.As(err, &bad) {
			l.b.Problem(checks.Problem{Position: bad.Position, Message: bad.Problem})
			return nil
		}
		return err
	})
}

func (l *loader) stream(file string, r io.Reader) error {
	l.b.Count(checks.ReadStats{Files: 1})
	s := newSplitter(r, l.Limits.DocumentBytes)
	doc := 0
	for {
		c, err := s.next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fileError(file, err)
		}
		trees, err := parse(c, file, l.Limits)
		if err != nil {
			return err
		}
		for _, t := range trees {
			l.tree(t, checks.Origin{File: file, Document: doc})
			doc++
		}
	}
}

func (l *loader) tree(t *tree, origin checks.Origin) {
	var h harvest
	c := collector{namespace: l.Namespace, kinds: l.Kinds, origin: origin, prep: t.prep, out: &h}
	c.document(t.node)
	l.b.Count(h.stats)
	for _, o := range h.objects {
		l.b.Add(o)
	}
	for _, s := range h.complete {
		l.b.MarkComplete(s.GroupKind, s.namespace)
	}
}
