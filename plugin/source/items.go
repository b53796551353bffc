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
	var run *textItem
	at, n, level, inside := 0, 0, 0, false
	begin := func(list *[]textItem) {
		*list = append(*list, textItem{data: data[at:at], line: n})
		run = &(*list)[len(*list)-1]
	}
	begin(&l.head)
	for line := range lines(data) {
		indent := indentation(line)
		switch {
		case indent < 0, indent > level && len(l.items) > 0, indent > 0 && !inside:
			// Blank, a comment, or a part of what the run is about.
		case inside && isDash(line[indent:]) && (len(l.items) == 0 || indent == level):
			l.indent, level = indent, indent
			begin(&l.items)
		case indent > 0 || !isLetter(line[0]) || isItemsKey(line) && (inside || len(l.items) > 0):
			return l, false
		case inside:
			inside, level = false, 0
			begin(&l.tail)
		}
		run.grow(line)
		inside = inside || isItemsKey(line)
		at += len(line)
		n++
	}
	return l, len(l.items) > 0
}

func isItemsKey(line []byte) bool {
	rest, ok := bytes.CutPrefix(line, []byte("items:"))
	return ok && len(rest) > 0 && isBlank(rest)
}

// isDash reports whether a text begins with the indicator of a list item.
func isDash(text []byte) bool {
	return text[0] == '-' && len(text) > 1 && (text[1] == ' ' || text[1] == '\n' || text[1] == '\r')
}
