package source

import (
	"bytes"
	"strings"
)

// keep selects the items that have to be parsed.
func (l *textList) keep(drop dropFunc) []textItem {
	if drop == nil {
		return l.items
	}
	list := l.identity()
	var kept []textItem
	for _, item := range l.items {
		id := item.identity(l.indent)
		if !id.inherit(list).dropped(drop, item.data) || !item.closed() {
			kept = append(kept, item)
		}
	}
	return kept
}

// identity is what items without one of their own get; it is in doubt unless
// the document is a list for sure.
func (l *textList) identity() identity {
	var id identity
	for _, run := range append(l.head, l.tail...) {
		id.block(run.data)
	}
	kind, typed := strings.CutSuffix(string(id.kind), "List")
	id.kind = []byte(kind)
	id.doubt = id.doubt || !typed
	return id
}

// inherit fills an identity that is absent, not merely unclear.
func (id identity) inherit(list identity) identity {
	if !id.doubt && id.kind == nil && id.apiVersion == nil {
		return list
	}
	return id
}

// identity of an item, from the lines at the column of its first key.
func (t textItem) identity(indent int) identity {
	first := bytes.TrimLeft(t.data[indent+1:], " ")
	column := len(t.data) - len(first)
	if len(first) == 0 || first[0] == '\n' || first[0] == '\r' || first[0] == '#' {
		return identity{doubt: true}
	}
	var id identity
	begin := true
	for line := range bytes.Lines(t.data) {
		at := indentation(line)
		switch {
		case begin:
			id.line(line[column:])
		case at == column:
			id.line(line[column:])
		case at >= 0 && at < column:
			id.doubt = true
		}
		if begin = false; id.doubt {
			break
		}
	}
	return id
}

// closed reports whether no quoted text goes on after the end of a line: then
// the item ends where it seems to end. A quote in a comment or a text makes it
// say no.
func (t textItem) closed() bool {
	for line := range bytes.Lines(t.data) {
		if bytes.Count(line, []byte{'"'})%2 != 0 || bytes.Count(line, []byte{'\''})%2 != 0 || bytes.Contains(line, []byte(`\"`)) {
			return false
		}
	}
	return true
}

// parts makes lists of the items that are kept.
func (l *textList) parts(c chunk, kept []textItem) []chunk {
	var out []chunk
	for len(kept) > 0 {
		n, size := 0, 0
		for n < len(kept) && size < groupSize {
			size += len(kept[n].data)
			n++
		}
		out = append(out, l.part(c, kept[:n]))
		kept = kept[n:]
	}
	return out
}

// part is a list of some items. They come last: if the text of one did not end
// with it, the part could not be parsed, or would have fewer items.
func (l *textList) part(c chunk, items []textItem) chunk {
	part := chunk{line: c.line, rendered: c.rendered, items: len(items)}
	n := 0
	for _, runs := range [][]textItem{l.tail, l.head, items} {
		for _, run := range runs {
			part.jumps = append(part.jumps, jump{line: n + 1, skipped: run.line - n})
			part.data = append(part.data, run.data...)
			if n += run.lines; !complete(run.data) {
				part.data = append(part.data, '\n')
			}
		}
	}
	return part
}
