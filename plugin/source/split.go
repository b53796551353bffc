package source

import (
	"bufio"
	"bytes"
	"errors"
	"io"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// chunk is the text of one document of a stream.
type chunk struct {
	data []byte
	// line of the first byte of data in the file, from 1.
	line int
	// jumps correct lines where lines of the document are left out.
	jumps []jump
	// items, unless 0, is how many items the list has that the text is: it is
	// a part of a longer one.
	items int
	// rendered text has no lines in any file: its positions are zero.
	rendered bool
}

// splitter cuts a stream of YAML or JSON into documents without parsing it. In
// YAML a line that begins with "---" or "..." is a document marker wherever it
// stands, also inside of a scalar, so this is exact. JSON objects are cut where
// one ends and the next begins on a line of its own.
type splitter struct {
	r    *bufio.Reader
	line int // lines read so far
	max  int64
	// fileMax, unless 0, bounds the bytes of all documents; bytes counts them.
	fileMax, bytes int64

	// The document that is being collected.
	buf       []byte
	start     int
	content   bool // something that is no comment was seen
	directive bool // a %TAG line was seen

	// again is the first piece of a line to be read once more.
	again []byte
	err   error

	// fresh returns a buffer for the next document; nil allocates one.
	fresh func() []byte
}

var (
	byteOrderMark = []byte("\xEF\xBB\xBF")
	errTooLong    = errors.New("document too long")
)

const readSize = 64 << 10

func newSplitter(r io.Reader, limit int64) *splitter {
	return &splitter{r: bufio.NewReaderSize(r, readSize), max: limit}
}

// error says where and why next failed.
func (s *splitter) error(file string, err error) error {
	if errors.Is(err, errTooLong) {
		err = tooLong(s.max)
		return &Error{Position: checks.Position{File: file, Line: s.start}, Problem: "a document of " + err.Error(), Err: err}
	}
	return fileError(file, err)
}

// next returns the next document that has content, io.EOF after the last one.
// After errTooLong, start is the line where the long document begins.
func (s *splitter) next() (chunk, error) {
	s.reset()
	for {
		piece, err := s.read()
		if len(piece) > 0 {
			if s.add(piece) {
				return s.take(), nil
			}
			if int64(len(s.buf)) > s.max {
				return chunk{}, errTooLong
			}
			if err == nil {
				err = s.rest(piece)
			}
		}
		if err == nil {
			continue
		}
		s.err = err
		if (s.content || s.directive) && errors.Is(err, io.EOF) {
			return s.take(), nil
		}
		return chunk{}, err
	}
}

// read returns the beginning of the next line: all of it, unless it is longer
// than the read buffer.
func (s *splitter) read() ([]byte, error) {
	if s.again != nil {
		piece := s.again
		s.again = nil
		return piece, nil
	}
	if s.err != nil {
		return nil, s.err
	}
	return s.slice()
}

// slice reads up to the end of a line or of the buffer.
func (s *splitter) slice() ([]byte, error) {
	piece, err := s.r.ReadSlice('\n')
	if s.bytes += int64(len(piece)); s.fileMax > 0 && s.bytes > s.fileMax {
		return nil, tooLong(s.fileMax)
	}
	if errors.Is(err, bufio.ErrBufferFull) {
		err = nil
	}
	return piece, err
}

// rest copies what is left of a line that did not fit into the read buffer.
func (s *splitter) rest(piece []byte) error {
	for !complete(piece) {
		more, err := s.slice()
		if len(more) == 0 {
			return err
		}
		if s.content {
			s.buf = append(s.buf, more...)
		}
		if int64(len(s.buf)) > s.max {
			return errTooLong
		}
		if err != nil {
			return err
		}
		piece = more
	}
	s.line++
	return nil
}

// add takes the beginning of a line and reports whether the document before it
// is finished.
func (s *splitter) add(line []byte) (done bool) {
	if !s.content {
		s.lead(bytes.TrimPrefix(line, byteOrderMark))
		return false
	}
	switch {
	case isMarker(line, '-'), line[0] == byteOrderMark[0] && isMarker(bytes.TrimPrefix(line, byteOrderMark), '-'):
		s.again = bytes.Clone(line)
		return true
	case isMarker(line, '.'):
		// The marker belongs to no document: go on as if it were a comment.
		s.again = []byte("#\n")
		if !complete(line) {
			s.again = s.again[:1]
		}
		return true
	}
	if line[0] == '{' && s.buf[0] == '{' && lastByte(s.buf) == '}' {
		// One JSON object after the other: in YAML a comma would be missing.
		s.again = bytes.Clone(line)
		return true
	}
	s.buf = append(s.buf, line...)
	return false
}

// lead handles a line before the content of a document.
func (s *splitter) lead(line []byte) {
	switch {
	case isMarker(line, '-'):
		s.open(line)
	case isMarker(line, '.'), isBlank(line):
		if !s.directive {
			s.reset()
			s.start++
		} else {
			s.buf = append(s.buf, '\n')
		}
	case bytes.HasPrefix(line, []byte("%YAML")):
		// The version changes nothing here, and the parser refuses 1.2.
		s.directive = true
		s.buf = append(s.buf, '#')
		s.buf = append(s.buf, line...)
	default:
		s.directive = s.directive || line[0] == '%'
		s.content = line[0] != '%'
		s.buf = append(s.buf, line...)
	}
}

// open handles a "---" line. Without content on it the document begins on the
// next line, so that JSON after it is seen as such.
func (s *splitter) open(line []byte) {
	if rest := line[3:]; !s.directive && (len(rest) == 0 || isBlank(rest)) {
		s.reset()
		s.start++
		return
	}
	if !s.directive {
		s.reset()
	}
	s.content = true
	s.buf = append(s.buf, line...)
}

func (s *splitter) reset() {
	if s.buf == nil && s.fresh != nil {
		s.buf = s.fresh()
	}
	s.buf, s.content, s.directive = s.buf[:0], false, false
	s.start = s.line + 1
}

// take hands the document out; the next one gets a buffer of its own.
func (s *splitter) take() chunk {
	c := chunk{data: s.buf, line: s.start}
	s.buf = nil
	return c
}
