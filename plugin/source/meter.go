package source

import (
	"io"
	"strconv"
)

// meter counts what is read and stops reading at the limits.
type meter struct {
	in io.Reader
	n  int64
	// total counts over all files.
	total  *int64
	limits *Limits
	// pack is set for what comes out of an archive.
	pack *packing
}

// packing compares an archive with what comes out of it.
type packing struct {
	// size of the archive, or of what was read of it; nil if it does not
	// compress.
	size func() int64
	out  int64
}

// measured counts what comes from a file or, if pack is given, out of an
// archive. Members of a tar archive are counted already, with the archive.
func (r *reader) measured(in io.Reader, pack *packing) *meter {
	m := &meter{in: in, total: &r.total, limits: &r.Limits, pack: pack}
	if pack != nil && pack.size == nil {
		m.pack, m.total = nil, new(int64)
	}
	return m
}

// Read implements io.Reader.
func (m *meter) Read(p []byte) (int, error) {
	n, err := m.in.Read(p)
	m.n += int64(n)
	if *m.total += int64(n); *m.total > m.limits.TotalBytes {
		return n, limitError(tooLong(m.limits.TotalBytes).Error() + " in all")
	}
	if m.pack != nil {
		m.pack.out += int64(n)
		if m.pack.out > m.limits.ArchiveFloor && m.pack.out/m.limits.ArchiveRatio > m.pack.size() {
			return n, limitError("the archive grows to more than " + strconv.FormatInt(m.limits.ArchiveRatio, 10) + " times its size")
		}
	}
	return n, err
}
