// Package source reads objects from files, archives, kustomizations, git
// revisions and clusters into snapshots.
package source

import (
	"context"
	"io"

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
	// Ignore lists globs over paths below a directory; "**" stands for any
	// number of directories, and a glob without "/" for a name at any depth.
	Ignore []string
	// Namespace is given to namespaced objects that have none.
	Namespace string
	// Stdin is read for "-".
	Stdin io.Reader
	// Kinds, when not nil, says which kinds matter; documents of other kinds
	// are counted and dropped, if possible without parsing them: then they are
	// not checked for errors either.
	Kinds func(checks.GroupKind) bool
	// Tolerant lists unreadable files below directories and in archives as
	// problems of the snapshot instead of failing.
	Tolerant bool
	// Workers bounds parallel decoding; 0 means GOMAXPROCS.
	Workers int
	// Limits bound what the input may cost.
	Limits Limits
}

// Load reads everything that the options name. The first thing in input order
// that cannot be read is the error, usually an *Error.
func Load(ctx context.Context, o Options) (*checks.Snapshot, error) {
	b := checks.NewBuilder()
	m := &merger{
		document: func(file string, index int, parts []tree) error {
			c := collector{namespace: o.Namespace, kinds: o.Kinds, origin: checks.Origin{File: file, Document: index}}
			c.document(parts)
			c.out.add(b)
			return c.err
		},
		problem: func(e *Error) {
			b.Problem(checks.Problem{Position: e.Position, Message: e.Problem, How: "repair the file, or leave it out with --ignore"})
		},
	}
	if err := read(ctx, o, m, true); err != nil {
		return nil, err
	}
	b.Count(m.stats)
	return b.Snapshot(), nil
}

// read runs the reader of the options against a merger. Objects says that
// documents matter only as objects: then unwanted kinds are dropped and long
// lists come in parts.
func read(ctx context.Context, o Options, m *merger, objects bool) error {
	o.Limits = o.Limits.orDefaults()
	m.parser.limits = o.Limits
	if objects {
		m.parser.drop = unwanted(o.Kinds)
	}
	r := &reader{Options: o, line: newLine(m.parser, o.Workers), cut: objects}
	if err := r.line.run(ctx, r.read, m.take); err != nil {
		return err
	}
	m.stats.SkippedFiles += r.skipped
	return nil
}
