package source

import (
	"cmp"
	"strings"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// harvest is what one piece of input yields.
type harvest struct {
	objects  []*checks.Object
	complete []scope
	stats    checks.ReadStats
}

// scope is a kind in a namespace of which the input holds every object.
type scope struct {
	checks.GroupKind
	namespace string
}

func (h *harvest) add(b *checks.Builder) {
	b.Count(h.stats)
	for _, o := range h.objects {
		b.Add(o)
	}
	for _, s := range h.complete {
		b.MarkComplete(s.GroupKind, s.namespace)
	}
}

// collector makes objects of the parts of one document.
type collector struct {
	namespace string
	kinds     func(checks.GroupKind) bool
	origin    checks.Origin
	prep      *preparer
	out       harvest
	// err is the first problem of a list, or of documents inside of an object.
	err error
}

// document takes one document: an object, or a list of objects, which may come
// in parts.
func (c *collector) document(parts []tree) {
	for _, part := range parts {
		c.prep = part.prep
		v := checks.NewValue(part.node)
		if v.Get("apiVersion").Text() == "" || v.Get("kind").Text() == "" {
			c.out.stats.SkippedDocuments++
			return
		}
		c.value(v, checks.GroupKind{}, "")
	}
	c.out.stats.Documents++
}

// value takes an object or list. Items of a typed list get the list's
// apiVersion and kind where they have none: the API leaves them out.
func (c *collector) value(v checks.Value, gk checks.GroupKind, apiVersion string) {
	o := checks.NewObject(v.Node(), c.origin)
	c.takeLast(o)
	if o.APIVersion == "" {
		o.APIVersion = apiVersion
	}
	if o.Kind == "" {
		o.Kind = gk.Kind
	}
	switch items := v.Get("items"); {
	case o.APIVersion == "" || o.Kind == "":
		c.out.stats.SkippedDocuments++
	case strings.HasSuffix(o.Kind, "List") && items.Present():
		c.list(o, items)
	default:
		c.object(o)
	}
}

func (c *collector) object(o *checks.Object) {
	if desiredState(o) {
		c.desired(o)
		return
	}
	if c.kinds != nil && !c.kinds(o.GroupKind()) && !c.ambiguous(o) {
		return
	}
	if clusterScoped[o.GroupKind()] {
		o.Namespace = ""
	} else if o.Namespace == "" {
		o.Namespace = c.namespace
	}
	o.Duplicates = c.prep.duplicates(o.Value)
	trim(o)
	c.out.objects = append(c.out.objects, o)
}

// list takes the items of a list. A typed list that is no page of a longer one
// holds every object of its kind in each namespace of which it has one: it is
// what the API returned for a whole namespace or cluster.
func (c *collector) list(l *checks.Object, items checks.Value) {
	item := checks.GroupKind{Group: l.Group(), Kind: strings.TrimSuffix(l.Kind, "List")}
	apiVersion := l.APIVersion
	if item.Kind == "" {
		apiVersion = ""
	}
	if twice := c.prep.twice[origin(l.Node())]; len(twice) > 0 {
		c.err = cmp.Or(c.err, errTwice(twice[0]))
		return
	}
	if items.Exists() && !items.IsList() {
		c.malformed(items, "the items of a list must be a list")
		return
	}
	from := len(c.out.objects)
	for _, v := range items.Items() {
		if !v.IsMap() {
			c.malformed(v, "an item of a list must be an object")
			continue
		}
		c.value(v, item, apiVersion)
	}
	if item.Kind == "" || partial(l) {
		return
	}
	for _, o := range c.out.objects[from:] {
		if s := (scope{o.GroupKind(), o.Namespace}); s.GroupKind == item && (s.namespace != "" || clusterScoped[item]) {
			c.out.complete = append(c.out.complete, s)
		}
	}
}

// malformed ends the run: a list that cannot be understood may hold anything.
func (c *collector) malformed(v checks.Value, problem string) {
	at := checks.Position{File: c.origin.File, Line: v.Line(), Column: v.Column()}
	c.err = cmp.Or(c.err, error(&Error{Position: at, Problem: problem}))
}

// partial reports whether a list says that the API has more items.
func partial(l *checks.Object) bool {
	meta := l.Get("metadata")
	return meta.Get("continue").Text() != "" || meta.Get("remainingItemCount").Exists()
}
