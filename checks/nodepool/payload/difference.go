package payload

import (
	"cmp"
	"slices"
)

// Class says whose change it is.
type Class string

// The classes. A management change comes with the operator; an endpoint change
// moves the address of the API server and a spec change is a user's, so both
// are meant to roll nodes.
const (
	Management Class = "management"
	Endpoint   Class = "endpoint"
	Spec       Class = "spec"
	Unknown    Class = "unknown"
)

// Change is the difference of one document between two payloads.
type Change struct {
	// Document is Kind/name.
	Document string `json:"document"`
	// Change is added, removed or changed.
	Change string `json:"change"`
	Class  Class  `json:"class"`
	// Files lists the files inside the API server proxy's document.
	Files []FileChange `json:"files,omitempty"`
	// Note says more in words, without content.
	Note string `json:"note,omitempty"`
}

// Difference lists what the second payload has that the first has not, by
// document. Only names, and images of the operator's own containers, are in it.
func Difference(from, to *Payload) []Change {
	before, after := group(split(from.text)), group(split(to.text))
	keys := map[string]bool{}
	for k := range before {
		keys[k] = true
	}
	for k := range after {
		keys[k] = true
	}
	var out []Change
	for k := range keys {
		out = append(out, compare(k, before[k], after[k])...)
	}
	slices.SortStableFunc(out, func(a, b Change) int {
		return cmp.Or(cmp.Compare(a.Document, b.Document), cmp.Compare(a.Change, b.Change))
	})
	return out
}

func group(docs []document) map[string][]document {
	out := map[string][]document{}
	for _, d := range docs {
		out[d.key] = append(out[d.key], d)
	}
	return out
}

// compare pairs documents of one key; equal ones cancel out first, because two
// ConfigMaps may carry documents of the same name.
func compare(key string, before, after []document) []Change {
	before, after = without(before, after), without(after, before)
	var out []Change
	for i := range max(len(before), len(after)) {
		switch {
		case i >= len(before):
			out = append(out, Change{Document: key, Change: "added", Class: wholeClass(key)})
		case i >= len(after):
			out = append(out, Change{Document: key, Change: "removed", Class: wholeClass(key)})
		default:
			out = append(out, changed(key, before[i], after[i]))
		}
	}
	return out
}

// without returns the documents whose text the other list lacks.
func without(list, other []document) []document {
	rest := slices.Clone(other)
	var out []document
	for _, d := range list {
		i := slices.IndexFunc(rest, func(o document) bool { return o.text == d.text })
		if i < 0 {
			out = append(out, d)
		} else {
			rest = slices.Delete(rest, i, i+1)
		}
	}
	return out
}

// wholeClass judges a document that is there on one side only. The proxy's
// document comes and goes with the control plane release that renders it, which
// says nothing about who asked for it.
func wholeClass(key string) Class {
	if key == proxyKey || key[0] == '#' {
		return Unknown
	}
	return Spec
}

func changed(key string, before, after document) Change {
	c := Change{Document: key, Change: "changed", Class: Spec}
	switch {
	case key[0] == '#':
		c.Class = Unknown
	case key == proxyKey:
		c.Files, c.Class = openProxy(before.value, after.value)
	case sameContent(before.value, after.value):
		c.Class = Unknown
		c.Note = "same content, written down differently: another operator build"
	}
	return c
}
