package fix

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/apparentlymart/go-textseg/v15/textseg"
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclwrite"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// Apply carries out edits of one file. Of edits that touch the same text the
// first one is done; the caller looks again for the others. A file that was in
// the canonical format before is so afterwards; one that was not keeps its
// layout. It fails when an edit points outside the file.
func Apply(src []byte, edits []checks.Edit) ([]byte, error) {
	spans, err := locate(src, edits)
	if err != nil {
		return nil, err
	}
	crlf := bytes.Contains(src, []byte("\r\n"))
	var out bytes.Buffer
	last := 0
	for _, s := range spans {
		if s.start < last {
			continue
		}
		out.Write(src[last:s.start])
		if crlf {
			s.text = strings.ReplaceAll(s.text, "\n", "\r\n")
		}
		out.WriteString(s.text)
		last = s.end
	}
	out.Write(src[last:])
	if bytes.Equal(hclwrite.Format(src), src) {
		return hclwrite.Format(out.Bytes()), nil
	}
	return out.Bytes(), nil
}

type span struct {
	start, end int
	text       string
}

func locate(src []byte, edits []checks.Edit) ([]span, error) {
	var spans []span
	for _, e := range edits {
		start, ok := offset(src, e.Line, e.Column)
		end, okEnd := offset(src, e.EndLine, e.EndColumn)
		if !ok || !okEnd || end < start {
			return nil, fmt.Errorf("%s:%d:%d: the edit points outside the file", e.File, e.Line, e.Column)
		}
		spans = append(spans, span{start, end, e.NewText})
	}
	slices.SortStableFunc(spans, func(a, b span) int { return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(a.end, b.end)) })
	return slices.Compact(spans), nil
}

// offset turns a line and a column, counted in characters as people see them,
// into a byte offset.
func offset(src []byte, line, column int) (int, bool) {
	at := 0
	for n := 1; n < line; n++ {
		i := bytes.IndexByte(src[at:], '\n')
		if i < 0 {
			return 0, false
		}
		at += i + 1
	}
	for n := 1; n < column; n++ {
		if at >= len(src) {
			return 0, false
		}
		advance, _, err := textseg.ScanGraphemeClusters(src[at:], true)
		if err != nil || advance == 0 {
			return 0, false
		}
		at += advance
	}
	return at, at <= len(src)
}

// position turns a byte offset into a line and a column.
func position(src []byte, at int) hcl.Pos {
	start := lineStart(src, at)
	count, err := textseg.TokenCount(src[start:at], textseg.ScanGraphemeClusters)
	if err != nil {
		count = at - start
	}
	return hcl.Pos{Line: bytes.Count(src[:at], []byte("\n")) + 1, Column: count + 1, Byte: at}
}

func lineStart(src []byte, at int) int { return bytes.LastIndexByte(src[:at], '\n') + 1 }

func lineEnd(src []byte, at int) int {
	if i := bytes.IndexByte(src[at:], '\n'); i >= 0 {
		return at + i
	}
	return len(src)
}

func blank(line []byte) bool { return len(bytes.TrimSpace(line)) == 0 }

func blankOrComment(line []byte) bool {
	text := strings.TrimSpace(string(line))
	return text == "" || strings.HasPrefix(text, "#") || strings.HasPrefix(text, "//")
}

// indentation is the white space in front of a declaration.
func indentation(src []byte, at int) string {
	line := src[lineStart(src, at):at]
	return string(line[:len(line)-len(bytes.TrimLeft(line, " \t"))])
}

// blankLineAbove reports whether the line above a line is empty.
func blankLineAbove(src []byte, line int) bool {
	at, ok := offset(src, line-1, 1)
	return line > 1 && ok && blank(src[at:lineEnd(src, at)])
}

// endsParagraph reports whether text begins with an empty line or the end of a
// block, so that an empty line above it would be one too many.
func endsParagraph(rest []byte) bool {
	first := rest[:lineEnd(rest, 0)]
	return blank(first) || bytes.HasPrefix(bytes.TrimSpace(first), []byte("}"))
}
