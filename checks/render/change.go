package render

import (
	"cmp"
	"slices"
)

// Change is one path that differs between two outputs.
type Change struct {
	Case string `json:"case,omitempty"`
	// Document is Kind/namespace/name or #N.
	Document string `json:"document"`
	// Path is a JSON pointer, "" for a whole document.
	Path string `json:"path"`
	// Kind is "added", "removed" or "changed".
	Kind string `json:"change"`
	// From and To are the values of scalars, absent for secrets.
	From *string `json:"from,omitempty"`
	To   *string `json:"to,omitempty"`
	// FromKind and ToKind are given when the kind changed.
	FromKind Kind `json:"fromKind,omitempty"`
	ToKind   Kind `json:"toKind,omitempty"`
	// Secret says that the values are left out because they are, or may be, secret.
	Secret bool `json:"secret,omitempty"`
}

// The kinds of change.
const (
	Added   = "added"
	Removed = "removed"
	Changed = "changed"
)

// Diff lists what differs, sorted by case, document and path. An added or
// removed document or case is one change per document.
func Diff(base, head []Output) []Change {
	var out []Change
	for _, name := range caseNames(base, head) {
		b, h := find(base, name), find(head, name)
		out = append(out, diffDocuments(name, b, h)...)
	}
	return out
}

func caseNames(sides ...[]Output) []string {
	var names []string
	for _, side := range sides {
		for _, o := range side {
			names = append(names, o.Case)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func find(outputs []Output, name string) []Content {
	for _, o := range outputs {
		if o.Case == name {
			return o.Documents
		}
	}
	return nil
}

func diffDocuments(name string, base, head []Content) []Change {
	var out []Change
	for len(base) > 0 || len(head) > 0 {
		var order int
		switch {
		case len(base) == 0:
			order = 1
		case len(head) == 0:
			order = -1
		default:
			order = cmp.Compare(base[0].identity, head[0].identity)
		}
		switch {
		case order < 0:
			out = append(out, Change{Case: name, Document: base[0].Label, Kind: Removed})
			base = base[1:]
		case order > 0:
			out = append(out, Change{Case: name, Document: head[0].Label, Kind: Added})
			head = head[1:]
		default:
			out = append(out, diffEntries(name, base[0], head[0])...)
			base, head = base[1:], head[1:]
		}
	}
	return out
}

func diffEntries(name string, base, head Content) []Change {
	var out []Change
	walkPairs(base.Entries, head.Entries, func(x, y *Entry) {
		c := Change{Case: name, Document: head.Label}
		switch {
		case x == nil:
			c.Path, c.Kind = y.Path, Added
		case y == nil:
			c.Path, c.Kind = x.Path, Removed
		case x.Kind == y.Kind && x.Value == y.Value && x.Secret == y.Secret:
			return
		default:
			c.Path, c.Kind = y.Path, Changed
			if x.Kind != y.Kind {
				c.FromKind, c.ToKind = x.Kind, y.Kind
			}
		}
		c.values(x, y)
		out = append(out, c)
	})
	return out
}

// values fills in what may be shown.
func (c *Change) values(x, y *Entry) {
	c.Secret = hidden(x) || hidden(y)
	if c.Secret {
		return
	}
	c.From, c.To = shown(x), shown(y)
}

func hidden(e *Entry) bool { return e != nil && (e.Secret || e.Masked) }

func shown(e *Entry) *string {
	if e == nil || e.Kind == Map || e.Kind == List {
		return nil
	}
	text := e.Value
	if e.Kind == Null {
		text = "null"
	}
	return &text
}
