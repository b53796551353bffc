package plugin

import (
	"context"
	"errors"
	"slices"

	"github.com/spf13/pflag"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/plugin/source"
)

// baseKind says what stands on the other side of a comparison.
type baseKind int

const (
	// baseNone: nothing exists yet, said explicitly with --base none.
	baseNone baseKind = iota
	// baseFiles: what --base names, declared to be the persisted state.
	baseFiles
	// baseRef: the input's own paths at a git revision.
	baseRef
	// baseLive: the cluster of the current context.
	baseLive
)

// base is the other side of a comparison.
type base struct {
	kind baseKind
	// snapshot is nil for baseNone.
	snapshot *checks.Snapshot
}

// baseOptions are the flags that say what the other side is.
type baseOptions struct {
	bases []string
	ref   string
}

func (o *baseOptions) addFlags(fs *pflag.FlagSet) {
	fs.StringArrayVar(&o.bases, "base", nil, "the other side: file, directory, glob or archive to read, live (the cluster) or none (nothing exists yet); repeatable")
	fs.StringVar(&o.ref, "base-ref", "", "git revision at which the same -f or -k paths are the other side")
}

// kind tells what the flags ask for; without a flag it is the live cluster.
func (o *baseOptions) kind() baseKind {
	switch {
	case o.ref != "":
		return baseRef
	case len(o.bases) == 0 || slices.Contains(o.bases, "live"):
		return baseLive
	case slices.Contains(o.bases, "none"):
		return baseNone
	}
	return baseFiles
}

// validate checks that the flags fit together and to the input.
func (o *baseOptions) validate(in *inputOptions) error {
	word := slices.Contains(o.bases, "live") || slices.Contains(o.bases, "none")
	switch {
	case o.ref != "" && len(o.bases) > 0:
		return errors.New("--base and --base-ref cannot be used together")
	case word && len(o.bases) > 1:
		return errors.New("--base live and --base none stand alone: name files, or one of these words")
	case o.ref != "" && !in.fromFiles():
		return errors.New("--base-ref needs the paths that it looks up: name them with --filename or --kustomize")
	case o.ref != "" && slices.Contains(in.filenames, "-"):
		return errors.New("--base-ref cannot be used with standard input, which has no revisions")
	case slices.Contains(o.bases, "-") && slices.Contains(in.filenames, "-"):
		return errors.New("standard input cannot be both sides: give --filename or --base a file")
	}
	return nil
}

// load reads the other side of the desired objects. The options are those of the
// input; what they name is replaced.
func (o *baseOptions) load(ctx context.Context, in *inputOptions, opts source.Options, desired *checks.Snapshot) (base, error) {
	b := base{kind: o.kind()}
	var err error
	switch b.kind {
	case baseFiles:
		opts.Filenames, opts.Kustomize = o.bases, ""
		b.snapshot, err = source.Load(ctx, opts)
	case baseRef:
		opts.Revision = o.ref
		b.snapshot, err = source.Load(ctx, opts)
	case baseLive:
		b.snapshot, err = o.loadLive(ctx, in, desired)
	}
	return b, err
}

func (o *baseOptions) loadLive(ctx context.Context, in *inputOptions, desired *checks.Snapshot) (*checks.Snapshot, error) {
	s, err := in.liveBase(ctx, desired)
	if err != nil && len(o.bases) == 0 {
		return nil, errors.Join(err, errors.New("no --base is given: name the persisted state with --base FILE, or say --base none if nothing exists yet"))
	}
	return s, err
}
