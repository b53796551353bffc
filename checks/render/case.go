package render

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"go.yaml.in/yaml/v3"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// Document is one rendered document: a tree without aliases, and where it stands.
type Document struct {
	Node *yaml.Node
	checks.Position
}

// Render is the output of one run of the renderer: its non-empty documents in order.
type Render []Document

// Case is one output from fixed inputs. Its renders differ in nothing but the
// secrets that were put in; with a single one nothing tells secrets apart.
type Case struct {
	Name    string
	Renders []Render
}

// Output is what a case renders, secrets left out.
type Output struct {
	Case string
	// Single is set when one render was all there was.
	Single bool
	// Documents are sorted by identity; those without one by position.
	Documents []Content
	// Unequal names documents that only some of the renders have.
	Unequal []string
}

// Content is one document of an output.
type Content struct {
	// Label is Kind/namespace/name, or #N by position.
	Label string
	// Entries are sorted by path.
	Entries []Entry
	// Object and Position are those of the first render.
	Object *checks.ObjectRef
	checks.Position

	identity string
	root     *yaml.Node
}

// Merge reads the renders of a case as one output: documents are matched by
// apiVersion, kind, namespace and name, else by position, and a value stays only
// where all renders agree on it.
func (c Case) Merge(o Options) Output {
	out := Output{Case: c.Name, Single: len(c.Renders) == 1}
	byID := map[string][]Content{}
	for _, r := range c.Renders {
		for _, doc := range r.contents(o) {
			byID[doc.identity] = append(byID[doc.identity], doc)
		}
	}
	for _, same := range byID {
		if len(same) != len(c.Renders) {
			out.Unequal = append(out.Unequal, same[0].Label)
			continue
		}
		out.Documents = append(out.Documents, agree(same))
	}
	slices.Sort(out.Unequal)
	slices.SortFunc(out.Documents, func(a, b Content) int { return cmp.Compare(a.identity, b.identity) })
	return out
}

// contents flattens the documents of a render.
func (r Render) contents(o Options) []Content {
	out := make([]Content, 0, len(r))
	seen := map[string]int{}
	for i, doc := range r {
		c := Content{Position: doc.Position, root: doc.Node}
		c.identify(i, seen)
		c.Entries = Flatten(doc.Node, o)
		mask(c.Entries, c.Object != nil && c.Object.Kind == "Secret", o.SecretPaths)
		out = append(out, c)
	}
	return out
}

// identify sets identity, label and object of the document at a position.
func (c *Content) identify(index int, seen map[string]int) {
	o := checks.NewObject(c.root, checks.Origin{})
	if o.APIVersion == "" || o.Kind == "" || o.Name == "" {
		c.Label = "#" + strconv.Itoa(index)
		c.identity = fmt.Sprintf("#%08d", index)
		return
	}
	c.Object = o.Ref()
	c.Label = o.Kind + "/" + o.Name
	if o.Namespace != "" {
		c.Label = o.Kind + "/" + o.Namespace + "/" + o.Name
	}
	c.identity = o.APIVersion + "/" + c.Label
	seen[c.identity]++
	if n := seen[c.identity]; n > 1 {
		c.Label += "#" + strconv.Itoa(n)
		c.identity += "#" + strconv.Itoa(n)
	}
}

// agree keeps of the same document in several renders what they have in common.
// A path that differs, or that only some have, stays with a mark for its value.
func agree(same []Content) Content {
	out := same[0]
	for _, other := range same[1:] {
		out.Entries = agreeEntries(out.Entries, other.Entries)
	}
	return out
}

func agreeEntries(a, b []Entry) []Entry {
	out := make([]Entry, 0, max(len(a), len(b)))
	walkPairs(a, b, func(x, y *Entry) {
		switch {
		case x == nil:
			out = append(out, varying(*y))
		case y == nil:
			out = append(out, varying(*x))
		case x.Kind != y.Kind:
			out = append(out, varying(*x))
		case x.Value != y.Value || x.Secret || y.Secret:
			out = append(out, Entry{Path: x.Path, Kind: x.Kind, Secret: true})
		default:
			out = append(out, *x)
		}
	})
	return out
}

func varying(e Entry) Entry { return Entry{Path: e.Path, Kind: Varying, Secret: true} }

// walkPairs visits the union of two lists that are sorted by path.
func walkPairs(a, b []Entry, visit func(x, y *Entry)) {
	for len(a) > 0 || len(b) > 0 {
		switch {
		case len(b) == 0 || (len(a) > 0 && a[0].Path < b[0].Path):
			visit(&a[0], nil)
			a = a[1:]
		case len(a) == 0 || b[0].Path < a[0].Path:
			visit(nil, &b[0])
			b = b[1:]
		default:
			visit(&a[0], &b[0])
			a, b = a[1:], b[1:]
		}
	}
}
