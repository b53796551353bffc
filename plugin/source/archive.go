package source

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"path"
	"strings"
)

// tar reads the members of an archive as they come.
func (r *reader) tar(ctx context.Context, e entry, in stream) error {
	tr := tar.NewReader(in)
	for {
		h, err := tr.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		switch h.Typeflag {
		case tar.TypeDir, tar.TypeXGlobalHeader:
			continue
		case tar.TypeReg:
			err = r.member(ctx, e, h.Name, func() (io.ReadCloser, error) { return io.NopCloser(tr), nil }, &packing{})
		default:
			r.skipped++ // links and devices
		}
		if err != nil {
			return err
		}
	}
}

// zip reads the members of an archive in the order of its directory, which is
// at its end: what cannot be read at any place is read into memory.
func (r *reader) zip(ctx context.Context, e entry, in stream) error {
	at, size, err := r.seekable(in)
	if err != nil {
		return err
	}
	zr, err := zip.NewReader(at, size)
	if err != nil {
		return err
	}
	pack := &packing{size: func() int64 { return size }}
	for _, f := range zr.File {
		switch {
		case f.FileInfo().IsDir():
			continue
		case !f.Mode().IsRegular():
			r.skipped++
			continue
		}
		if err := r.member(ctx, e, f.Name, f.Open, pack); err != nil {
			return err
		}
	}
	return nil
}

// seekable is a stream as something that can be read at any place.
func (r *reader) seekable(in stream) (io.ReaderAt, int64, error) {
	if f, ok := in.source.(fs.File); ok {
		info, err := f.Stat()
		if at, ok := f.(io.ReaderAt); ok && err == nil && info.Mode().IsRegular() {
			return at, info.Size(), nil
		}
	}
	limit := r.Limits.DocumentBytes
	data, err := io.ReadAll(io.LimitReader(in, limit+1))
	if err == nil && int64(len(data)) > limit {
		err = limitError("a zip archive that is no file of its own has " + tooLong(limit).Error())
	}
	return bytes.NewReader(data), int64(len(data)), err
}

// member reads one file of an archive. Nothing is ever written, but a name
// that leads out of the archive is a sign of an attack.
func (r *reader) member(ctx context.Context, e entry, name string, open func() (io.ReadCloser, error), pack *packing) error {
	clean := path.Clean(strings.ReplaceAll(name, `\`, "/"))
	switch {
	case path.IsAbs(clean) || clean == ".." || strings.HasPrefix(clean, "../"):
		return errors.New("a member of the archive has a name that leads out of it")
	case !readable(clean) || hiddenPath(clean) || ignored(r.Ignore, clean):
		r.skipped++
		return nil
	}
	m := entry{name: e.name + "!/" + clean, called: clean, level: e.level}
	return r.open(ctx, m, open, pack)
}

func hiddenPath(name string) bool {
	for part := range strings.SplitSeq(name, "/") {
		if hidden(part) {
			return true
		}
	}
	return false
}
