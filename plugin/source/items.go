package source

import (
	"bytes"
	"regexp"
)

// groupSize is how much of a long list is parsed at once.
const groupSize = 256 << 10

// anchored finds what looks like an anchor or alias. Lists that have one are
// not cut: its other end may stand in another item.
var anchored = regexp.MustCompile(`(?m)(^|[\s,\[{])[&*][\w-]`)

// textList is a list of objects found in text.
type textList struct {
	// head and tail are the lines before and after the items.
	head, tail []textItem
	items      []textItem
	indent     int
}

// textItem is a run of lines; line counts from 0 at the start of the document.
type textItem struct {
	data        []byte
	line, lines int
}

// grow makes the run one line longer; the lines of a run follow each other.
func (t *textItem) grow(line []byte) {
	t.data = t.data[:len(t.data)+len(line)]
	t.lines++
}

// cutList cuts a list of objects in block style, as kubectl prints it, into
// lists of some items each, and leaves out items that drop names. Each part
// keeps the lines around the items and knows the lines of the file. What is not
// plainly such a list is not cut.
func cutList(c chunk, drop dropFunc) (parts []chunk, cut bool) {
	if len(c.data) <= groupSize && drop == nil {
		return nil, false
	}
	l, ok := findItems(c.data)
	if !ok || l.identity().doubt || hasRareBreak(c.data) || anchored.Match(c.data) {
		return nil, false
	}
	kept := l.keep(drop)
	if len(kept) == len(l.items) && len(c.data) <= groupSize {
		return nil, false
	}
	return l.parts(c, kept), true
}

// findItems splits a document at its "items:" line and at the items below. It
// gives up on lines that could mean that it has misunderstood.
func findItems(data []byte) (l textList, ok bool) {
	f := itemFinder{data: data}
	f.begin(&f.list.head)
	for line := range bytes.Lines(data) {
		if !f.line(line) {
			return f.list, false
		}
		f.run.grow(line)
		f.at += len(line)
		f.n++
	}
	return f.list, len(f.list.items) > 0
}

// itemFinder sorts the lines of a document into a list.
type itemFinder struct {
	list textList
	data []byte
	// at and n are the byte and the number of the current line.
	at, n int
	// run is what the line belongs to.
	run *textItem
	// inside is true from the "items:" line to the end of the items, which is
	// where a line is no more indented than level.
	inside bool
	level  int
}

// begin lets the current line begin a new run.
func (f *itemFinder) begin(runs *[]textItem) {
	*runs = append(*runs, textItem{data: f.data[f.at:f.at], line: f.n})
	f.run = &(*runs)[len(*runs)-1]
}

// line looks where a line belongs and reports whether it fits.
func (f *itemFinder) line(line []byte) bool {
	indent, some := indentation(line), len(f.list.items) > 0
	switch {
	case indent < 0, indent > f.level && some, indent > 0 && !f.inside:
		// Blank, a comment, or a part of what the run is about.
	case f.inside && isDash(line[indent:]) && (!some || indent == f.level):
		f.list.indent, f.level = indent, indent
		f.begin(&f.list.items)
	case indent > 0 || !isLetter(line[0]):
		return false
	case isItemsKey(line):
		if f.inside || some {
			return false
		}
		f.inside = true
	case f.inside:
		f.inside, f.level = false, 0
		f.begin(&f.list.tail)
	}
	return true
}

func isItemsKey(line []byte) bool {
	rest, ok := bytes.CutPrefix(line, []byte("items:"))
	return ok && len(rest) > 0 && isBlank(rest)
}

// isDash reports whether a text begins with the indicator of a list item.
func isDash(text []byte) bool {
	return text[0] == '-' && len(text) > 1 && (text[1] == ' ' || text[1] == '\n' || text[1] == '\r')
}
