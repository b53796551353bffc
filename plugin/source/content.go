package source

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"

	"golang.org/x/text/encoding/unicode"
)

// stream is content on its way from a file or out of an archive.
type stream struct {
	*bufio.Reader
	// count knows how much was read.
	count *meter
	// source is the file itself, unless something was unpacked.
	source io.Reader
}

// stream makes a buffered stream; done takes its buffer back.
func (r *reader) stream(m *meter, source io.Reader) stream {
	if n := len(r.spare); n > 0 {
		buf := r.spare[n-1]
		r.spare = r.spare[:n-1]
		buf.Reset(m)
		return stream{buf, m, source}
	}
	return stream{bufio.NewReaderSize(m, readSize), m, source}
}

func (r *reader) done(s stream) {
	s.Reset(nil)
	r.spare = append(r.spare, s.Reader)
}

// head returns the first bytes without taking them.
func (s stream) head() ([]byte, error) {
	head, err := s.Peek(512)
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return head, err
}

// content reads a stream as what its first bytes say; names only decide
// whether something is read.
func (r *reader) content(ctx context.Context, e entry, in stream) error {
	head, err := in.head()
	if err != nil {
		return err
	}
	format := sniff(head, e.called)
	if format.archive() && e.level >= r.Limits.ArchiveLevels {
		r.skipped++
		return nil
	}
	switch format {
	case formatGzip:
		return r.gzip(ctx, e, in)
	case formatTar:
		e.level++
		return r.tar(ctx, e, in)
	case formatZip:
		e.level++
		return r.zip(ctx, e, in)
	case formatUnknown:
		return errors.New("not the kind of archive that its name promises")
	case formatUTF16:
		decoder := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewDecoder()
		return r.documents(ctx, r.file(e), decoder.Reader(in))
	}
	return r.documents(ctx, r.file(e), in.Reader)
}

// gzip reads a compressed file or, as one level, a compressed tar archive.
func (r *reader) gzip(ctx context.Context, e entry, in stream) error {
	zr, err := gzip.NewReader(in)
	if err != nil {
		return err
	}
	out := r.stream(r.measured(zr, &packing{size: func() int64 { return in.count.n }}), nil)
	defer r.done(out)
	head, err := out.head()
	if err != nil {
		return err
	}
	e.called, e.level = unzippedName(e.called), e.level+1
	switch {
	case sniff(head, e.called) == formatTar:
		return r.tar(ctx, e, out)
	case !e.named && !readable(e.called):
		r.skipped++
		return nil
	}
	return r.content(ctx, e, out)
}

type format int

const (
	formatText format = iota
	formatUTF16
	formatGzip
	formatTar
	formatZip
	formatUnknown
)

func (f format) archive() bool { return f == formatGzip || f == formatTar || f == formatZip }

// sniff tells the format from the first bytes, and from the name where they
// do not tell. UTF-16 is what some shells of Windows write.
func sniff(head []byte, name string) format {
	switch {
	case bytes.HasPrefix(head, []byte{0x1f, 0x8b}):
		return formatGzip
	case bytes.HasPrefix(head, []byte("PK\x03\x04")), bytes.HasPrefix(head, []byte("PK\x05\x06")):
		return formatZip
	case len(head) >= 262 && string(head[257:262]) == "ustar", hasSuffix(name, ".tar") && len(head) == 512:
		return formatTar
	case archiveName(name):
		return formatUnknown
	case bytes.HasPrefix(head, []byte{0xff, 0xfe}), bytes.HasPrefix(head, []byte{0xfe, 0xff}):
		return formatUTF16
	}
	return formatText
}
