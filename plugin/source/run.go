package source

import (
	"context"
	"runtime"
	"sync"

	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/semaphore"
)

// inFlight bounds the bytes of text between the reader and the snapshot.
const inFlight = 32 << 20

// file is one file, or one member of an archive, on its way.
type file struct {
	name string
	// tolerated files become problems of the snapshot when they are broken.
	tolerated bool
	// rendered text has no lines in any file.
	rendered bool
	// The rest belongs to the merger: the documents so far, and whether a
	// problem is recorded.
	documents int
	broken    bool
}

// piece is a part of the input: text to parse, or news about a file.
type piece struct {
	file  *file
	chunk chunk
	// dropped counts the documents before this one that are left out.
	dropped int
	// group is set when the text is a part of a document.
	group *group
	// unread is why the file could not be read, end that it is at its end.
	unread error
	end    bool
}

// group is a long list that is parsed in parts. If one part cannot be parsed by
// itself, the whole decides.
type group struct {
	whole chunk
	// missing counts the parts that the merger has not seen yet.
	missing int
	trees   []tree
	err     error
}

// outcome is what the text of a piece yields.
type outcome struct {
	trees     []tree
	documents int
	err       error
}

// job is a piece with its outcome, which is there once done is closed.
type job struct {
	piece
	outcome
	weight int64
	done   chan struct{}
}

// line is the way from the reader to the merger: many parse at once, and the
// results come out in the order of the input.
type line struct {
	parser  parser
	workers int
	order   chan *job
	work    chan *job
	bytes   *semaphore.Weighted
	buffers sync.Pool
}

func newLine(p parser, workers int) *line {
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	return &line{
		parser: p, workers: workers,
		order: make(chan *job, 1024), work: make(chan *job, 1024),
		bytes: semaphore.NewWeighted(inFlight),
	}
}

// run reads, parses and merges. The error is the first one in input order.
func (l *line) run(ctx context.Context, read func(context.Context) error, merge func(*job) error) error {
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error {
		defer close(l.order)
		defer close(l.work)
		return read(ctx)
	})
	for range l.workers {
		group.Go(func() error {
			for j := range l.work {
				l.parse(j)
			}
			return nil
		})
	}
	group.Go(func() error {
		for j := range l.order {
			<-j.done
			l.bytes.Release(j.weight)
			if err := merge(j); err != nil {
				return err
			}
		}
		return nil
	})
	return group.Wait()
}

// send puts a piece into the line, in order.
func (l *line) send(ctx context.Context, p piece) error {
	j := &job{piece: p, done: make(chan struct{})}
	j.weight = min(int64(len(p.chunk.data))+512, inFlight)
	if err := l.bytes.Acquire(ctx, j.weight); err != nil {
		return err
	}
	select {
	case l.order <- j:
	case <-ctx.Done():
		return ctx.Err()
	}
	if p.chunk.data == nil {
		close(j.done)
		return nil
	}
	select {
	case l.work <- j:
		return nil
	case <-ctx.Done():
		close(j.done)
		return ctx.Err()
	}
}

func (l *line) parse(j *job) {
	defer close(j.done)
	j.trees, j.documents, j.err = l.parser.parse(j.chunk, j.file.name)
	l.giveBack(j.chunk.data)
	j.chunk.data = j.chunk.data[:0:0]
}

// buffer and giveBack recycle the text of documents: trees do not refer to it.
func (l *line) buffer() []byte {
	if b, ok := l.buffers.Get().(*[]byte); ok {
		return (*b)[:0]
	}
	return nil
}

func (l *line) giveBack(b []byte) {
	if cap(b) <= 1<<20 {
		l.buffers.Put(&b)
	}
}
