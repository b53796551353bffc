package report

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Clean makes text of the input harmless in one line of text: control
// characters, line breaks, terminal sequences, invisible characters and those
// that change the writing direction are shown as escapes such as \n or \u202e.
// Every name and message that reaches a text format goes through it.
func Clean(s string) string {
	if utf8.ValidString(s) && strings.IndexFunc(s, hidden) < 0 {
		return s
	}
	var b strings.Builder
	for _, r := range strings.ToValidUTF8(s, string(utf8.RuneError)) {
		switch {
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case !hidden(r):
			b.WriteRune(r)
		case r > 0xffff:
			fmt.Fprintf(&b, `\U%08x`, r)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}

func hidden(r rune) bool { return r != ' ' && !unicode.IsPrint(r) }

// cleanTerminal is the second line of defence behind Clean: whatever a command
// wrote, only line breaks, tabs and, with colour, the sequences that set colours
// reach the terminal as control characters.
func cleanTerminal(text string, color bool) string {
	var b strings.Builder
	for len(text) > 0 {
		if n := sgrLen(text); color && n > 0 {
			b.WriteString(text[:n])
			text = text[n:]
			continue
		}
		r, n := utf8.DecodeRuneInString(text)
		if r == '\n' || r == '\t' {
			b.WriteRune(r)
		} else {
			b.WriteString(Clean(text[:n]))
		}
		text = text[n:]
	}
	return b.String()
}

// sgrLen is the length of the colour sequence that text begins with, else 0.
func sgrLen(text string) int {
	rest, ok := strings.CutPrefix(text, "\x1b[")
	if !ok {
		return 0
	}
	i := strings.IndexFunc(rest, func(r rune) bool { return r != ';' && (r < '0' || r > '9') })
	if i < 0 || rest[i] != 'm' {
		return 0
	}
	return len("\x1b[") + i + 1
}
