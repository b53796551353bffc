package source

import (
	"bytes"
	"cmp"
	"slices"
	"unicode/utf8"
)

// lineMap translates positions of the YAML parser, which are relative to the
// text it was given, into positions of the file.
type lineMap struct {
	// none gives zero positions: the text is in no file.
	none bool
	// base is added to a line number.
	base int
	// jumps correct the lines of a text that is only a part of its document.
	jumps []jump
	// rare lists the lines of a text whose line breaks the parser counts
	// differently: it also ends a line at a lone carriage return and at three
	// rare characters, editors do not.
	rare []place
}

// jump says that from a line of the text on, counted from 1, skipped more lines
// of the document are left out.
type jump struct{ line, skipped int }

// place is where a line of the parser begins: the line of the document, from
// 0, and the characters before it on that line.
type place struct{ line, column int }

func newLineMap(c chunk) lineMap {
	m := lineMap{none: c.rendered, base: c.line - 1, jumps: c.jumps}
	if hasRareBreak(c.data) {
		m.rare = places(c.data)
	}
	return m
}

// position translates a line and column, both counted from 1.
func (m lineMap) position(line, column int) (int, int) {
	if m.none {
		return 0, 0
	}
	if line >= 1 && line <= len(m.rare) {
		at := m.rare[line-1]
		return at.line + 1 + m.base, at.column + column
	}
	i, found := slices.BinarySearchFunc(m.jumps, line, func(j jump, line int) int { return cmp.Compare(j.line, line) })
	if found {
		i++
	}
	if i > 0 {
		line += m.jumps[i-1].skipped
	}
	return line + m.base, column
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
