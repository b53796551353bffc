package render

import (
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Entry is one path of a document.
type Entry struct {
	// Path is an RFC 6901 JSON pointer; list items by index.
	Path string
	Kind Kind
	// Value is the canonical text of a scalar, "" for maps and lists.
	Value string
	// Secret is set where the bundles differ: Value is dropped and never shown.
	Secret bool
	// Masked is set where the value must not be shown although it counts: see Mask.
	Masked bool
}

// Options decide what of a document is output.
type Options struct {
	// Ignore holds globs over JSON pointers that are no output.
	Ignore Globs
	// SecretPaths holds globs over JSON pointers whose values are never shown.
	SecretPaths Globs
	// OpenEmbedded reads strings that are documents themselves as such.
	OpenEmbedded bool
}

// Flatten lists every path of a document, sorted by path. The tree must hold no
// aliases. Key order, comments, quoting and layout leave no trace in the result.
func Flatten(root *yaml.Node, o Options) []Entry {
	f := flattener{options: o}
	f.walk("", root, 0)
	entries := dropIgnored(f.entries, o.Ignore)
	slices.SortFunc(entries, func(a, b Entry) int { return strings.Compare(a.Path, b.Path) })
	return entries
}

type flattener struct {
	options Options
	entries []Entry
}

func (f *flattener) walk(path string, n *yaml.Node, opened int) {
	if n.Kind == yaml.DocumentNode {
		if len(n.Content) == 0 {
			return
		}
		n = n.Content[0]
	}
	switch n.Kind {
	case yaml.MappingNode:
		f.add(path, Map, "")
		for i := 0; i+1 < len(n.Content); i += 2 {
			f.walk(path+"/"+escape(n.Content[i].Value), n.Content[i+1], opened)
		}
	case yaml.SequenceNode:
		f.add(path, List, "")
		for i, item := range n.Content {
			f.walk(path+"/"+strconv.Itoa(i), item, opened)
		}
	default:
		f.scalar(path, n, opened)
	}
}

func (f *flattener) scalar(path string, n *yaml.Node, opened int) {
	kind, value := scalar(n)
	if kind == String && f.options.OpenEmbedded && opened < maxOpened {
		if inner := open(value); inner != nil {
			f.embedded(path, inner, opened+1)
			return
		}
	}
	f.add(path, kind, value)
}

// embedded walks the documents inside a string; one document continues the
// path, several are told apart by their index.
func (f *flattener) embedded(path string, docs []*yaml.Node, opened int) {
	if len(docs) == 1 {
		f.walk(path, docs[0], opened)
		return
	}
	f.add(path, List, "")
	for i, doc := range docs {
		f.walk(path+"/"+strconv.Itoa(i), doc, opened)
	}
}

func (f *flattener) add(path string, kind Kind, value string) {
	f.entries = append(f.entries, Entry{Path: path, Kind: kind, Value: value})
}

// escape writes a key as a JSON pointer token.
func escape(key string) string {
	return strings.ReplaceAll(strings.ReplaceAll(key, "~", "~0"), "/", "~1")
}

// unescape reads a JSON pointer token.
func unescape(token string) string {
	return strings.ReplaceAll(strings.ReplaceAll(token, "~1", "/"), "~0", "~")
}
