package source

import (
	"context"
	"io"
)

// pump reads what may keep a reader waiting, standard input or a pipe, so that
// the end of the context ends the reading. The goroutine stays as long as the
// other side neither writes nor closes.
func pump(ctx context.Context, open func() (io.ReadCloser, error)) io.ReadCloser {
	out, in := io.Pipe()
	go func() {
		from, err := open()
		if err == nil {
			_, err = io.Copy(in, from)
			from.Close()
		}
		in.CloseWithError(err)
	}()
	stop := context.AfterFunc(ctx, func() { in.CloseWithError(ctx.Err()) })
	return pumped{out, stop}
}

type pumped struct {
	*io.PipeReader
	stop func() bool
}

// Close implements io.Closer.
func (p pumped) Close() error {
	p.stop()
	return p.PipeReader.Close()
}
