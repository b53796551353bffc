package source

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// reader walks over the input, cuts it into documents and sends them down the
// line. What is wrong with the input goes the same way, in order; its own
// errors are about the run.
type reader struct {
	Options
	line *line
	// cut allows to send long lists in parts.
	cut bool

	skipped, files int
	total          int64
	stdinRead      bool
	spare          []*bufio.Reader
}

// entry is one thing to read: a file, or a member of an archive.
type entry struct {
	name string
	// called is its own name, without the archives around it and the suffix of
	// compression.
	called string
	// named is set for what the command line names: it is read whatever it is
	// called, and an error in it ends the run.
	named bool
	// level counts the archives around it.
	level int
}

func (r *reader) read(ctx context.Context) error {
	if r.Revision != "" {
		return r.revision(ctx)
	}
	if r.Kustomize != "" {
		return r.kustomization(ctx)
	}
	for _, name := range r.Filenames {
		if err := r.path(ctx, name); err != nil {
			return err
		}
	}
	return nil
}

// path reads what one --filename names.
func (r *reader) path(ctx context.Context, name string) error {
	if name == stdin {
		return r.standardInput(ctx)
	}
	info, err := os.Stat(name)
	switch {
	case err != nil && strings.ContainsAny(name, "*?[{"):
		return r.glob(ctx, name)
	case err != nil:
		return r.fail(ctx, entry{name: name, named: true}, err)
	case info.IsDir():
		return r.directory(ctx, name)
	}
	e := entry{name: name, called: name, named: true}
	open := func() (io.ReadCloser, error) { return os.Open(name) }
	if info.Mode().IsRegular() {
		return r.open(ctx, e, open, nil)
	}
	return r.open(ctx, e, func() (io.ReadCloser, error) { return pump(ctx, open), nil }, nil)
}

func (r *reader) standardInput(ctx context.Context) error {
	e := entry{name: stdin, named: true}
	if r.stdinRead {
		return r.fail(ctx, e, errors.New("named twice: it can be read only once"))
	}
	r.stdinRead = true
	open := func() (io.ReadCloser, error) { return io.NopCloser(r.Stdin), nil }
	return r.open(ctx, e, func() (io.ReadCloser, error) { return pump(ctx, open), nil }, nil)
}

// glob reads what matches, as if each were named.
func (r *reader) glob(ctx context.Context, pattern string) error {
	names, err := doublestar.FilepathGlob(pattern, doublestar.WithNoHidden())
	if err == nil && len(names) == 0 {
		err = errors.New("no such file, and nothing matches it as a glob")
	}
	if err != nil {
		return r.fail(ctx, entry{name: pattern, named: true}, err)
	}
	for _, name := range names {
		if err := r.path(ctx, filepath.Clean(name)); err != nil {
			return err
		}
	}
	return nil
}

func (r *reader) directory(ctx context.Context, name string) error {
	dir, err := openDir(name)
	if err != nil {
		return r.fail(ctx, entry{name: name, named: true}, err)
	}
	err = r.folder(ctx, inFolder(name), dir)
	return errors.Join(err, dir.Close())
}

// fail sends an error about an entry.
func (r *reader) fail(ctx context.Context, e entry, err error) error {
	f := r.file(e)
	if err := r.line.send(ctx, piece{file: f, unread: fileError(e.name, err)}); err != nil {
		return err
	}
	return r.line.send(ctx, piece{file: f, end: true})
}

func (r *reader) file(e entry) *file {
	return &file{name: filepath.ToSlash(e.name), tolerated: r.Tolerant && !e.named}
}

// open reads an entry, out of an archive if pack is given.
// Errors of the entry are sent on, errors of the run returned.
func (r *reader) open(ctx context.Context, e entry, open func() (io.ReadCloser, error), pack *packing) error {
	if r.files++; r.files > r.Limits.Files {
		return r.fail(ctx, entry{name: e.name, named: true}, tooMany(r.Limits.Files, "files"))
	}
	in, err := open()
	if err == nil {
		defer in.Close()
		s := r.stream(r.measured(in, pack), in)
		defer r.done(s)
		err = r.content(ctx, e, s)
	}
	if err != nil && ctx.Err() == nil {
		return r.fail(ctx, e, err)
	}
	return ctx.Err()
}

// documents cuts a stream into documents and sends them.
func (r *reader) documents(ctx context.Context, f *file, in io.Reader) error {
	s := newSplitter(in, r.Limits.DocumentBytes)
	s.fileMax, s.fresh = r.Limits.FileBytes, r.line.buffer
	dropped := 0
	for {
		c, err := s.next()
		switch {
		case errors.Is(err, io.EOF):
			return r.line.send(ctx, piece{file: f, dropped: dropped, end: true})
		case err != nil:
			return s.error(f.name, err)
		case droppable(c.data, r.line.parser.drop):
			dropped++
			r.line.giveBack(c.data)
			continue
		}
		c.rendered = f.rendered
		sent, err := r.document(ctx, piece{file: f, chunk: c, dropped: dropped})
		if err != nil {
			return err
		}
		if dropped++; sent {
			dropped = 0
		}
	}
}

// document sends one document, long lists in parts. A list of which no item is
// wanted is not sent at all.
func (r *reader) document(ctx context.Context, p piece) (sent bool, err error) {
	var parts []chunk
	cut := false
	if r.cut {
		parts, cut = cutList(p.chunk, r.line.parser.drop)
	}
	if !cut {
		return true, r.line.send(ctx, p)
	}
	p.group = &group{whole: p.chunk, missing: len(parts)}
	for _, part := range parts {
		p.chunk = part
		if err := r.line.send(ctx, p); err != nil {
			return true, err
		}
		p.dropped = 0
	}
	return len(parts) > 0, nil
}
