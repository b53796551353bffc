package source

import (
	"bytes"
	"unicode/utf8"
)

// lineMap translates positions of the YAML parser, which are relative to a
// document, into positions of the file. The parser also ends a line at a lone
// carriage return and at three rare characters; editors do not, so for
// documents that hold one of them there is a table.
type lineMap struct {
	// base is added to a line number.
	base int
	// rare lists the lines of the parser, when they differ from those of the file.
	rare []place
}

// place is where a line of the parser begins: the line of the document, from
// 0, and the characters before it on that line.
type place struct{ line, column int }

func newLineMap(c chunk) lineMap {
	m := lineMap{base: c.line - 1}
	if hasRareBreak(c.data) {
		m.rare = places(c.data)
	}
	return m
}

// hasRareBreak reports whether the text has a line break that is neither LF
// nor CR LF.
func hasRareBreak(data []byte) bool {
	for rest := data; ; {
		i := bytes.IndexByte(rest, '\r')
		if i < 0 {
			break
		}
		if i+1 >= len(rest) || rest[i+1] != '\n' {
			return true
		}
		rest = rest[i+1:]
	}
	return bytes.Contains(data, []byte("\u0085")) || bytes.Contains(data, []byte("\u2028")) || bytes.Contains(data, []byte("\u2029"))
}

func places(data []byte) []place {
	out := []place{{}}
	at := place{}
	for i := 0; i < len(data); {
		r, size := utf8.DecodeRune(data[i:])
		i += size
		at.column++
		switch {
		case r == '\n':
			at = place{line: at.line + 1}
			out = append(out, at)
		case r == '\r' && (i >= len(data) || data[i] != '\n'), r == '\u0085', r == '\u2028', r == '\u2029':
			out = append(out, at)
		}
	}
	return out
}

// position translates a line and column, both counted from 1.
func (m lineMap) position(line, column int) (int, int) {
	if line < 1 || line > len(m.rare) {
		return line + m.base, column
	}
	at := m.rare[line-1]
	return at.line + 1 + m.base, at.column + column
}
