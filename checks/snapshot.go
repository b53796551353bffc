package checks

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
)

// Snapshot is an immutable set of objects, indexed by group, kind, namespace
// and name, that also knows which kinds it holds completely.
type Snapshot struct {
	byKind   map[GroupKind][]*Object
	byName   map[objectKey]*Object
	complete map[completeKey]bool
	stats    ReadStats
	problems []Problem
	repeats  []Repeat
}

type objectKey struct {
	GroupKind
	namespace, name string
}

type completeKey struct {
	GroupKind
	namespace string
}

// ReadStats says how much was read.
type ReadStats struct {
	Files            int `json:"files"`
	Documents        int `json:"documents"`
	SkippedFiles     int `json:"skippedFiles"`
	SkippedDocuments int `json:"skippedDocuments"`
}

// Problem is a file, or a kind of a cluster, that could not be read although
// the rest was.
type Problem struct {
	Position
	// Kind is set when a live list was refused or missing; Evidence is then the
	// NotEvaluated id of what is not known without it.
	Kind     GroupKind
	Evidence string
	Message  string
	// How says what the user can do.
	How string
}

// Repeat tells that one object was in the input more than once.
type Repeat struct {
	Kept, Dropped *Object
}

// Builder collects objects for a snapshot. It is not safe for concurrent use:
// sources merge in order so that results never depend on timing.
type Builder struct{ s Snapshot }

// NewBuilder returns an empty builder.
func NewBuilder() *Builder {
	return &Builder{Snapshot{
		byKind:   map[GroupKind][]*Object{},
		byName:   map[objectKey]*Object{},
		complete: map[completeKey]bool{},
	}}
}

// Add puts an object in. Of two with the same identity the one with the newer
// resourceVersion is kept, the first one when that does not decide; Repeats
// tells about it.
func (b *Builder) Add(o *Object) {
	key := objectKey{o.GroupKind(), o.Namespace, o.Name}
	old, twice := b.s.byName[key]
	if !twice {
		b.s.byName[key] = o
		return
	}
	kept, dropped := old, o
	if resourceVersion(o) > resourceVersion(old) {
		kept, dropped = o, old
	}
	b.s.byName[key] = kept
	b.s.repeats = append(b.s.repeats, Repeat{Kept: kept, Dropped: dropped})
}

func resourceVersion(o *Object) uint64 {
	n, err := strconv.ParseUint(o.Get("metadata", "resourceVersion").Text(), 10, 64)
	if err != nil {
		return 0
	}
	return n
}

// MarkComplete says that all objects of the kind in the namespace are there;
// namespace "" stands for every namespace.
func (b *Builder) MarkComplete(gk GroupKind, namespace string) {
	b.s.complete[completeKey{gk, namespace}] = true
}

// Count adds to the statistics.
func (b *Builder) Count(stats ReadStats) {
	b.s.stats.Files += stats.Files
	b.s.stats.Documents += stats.Documents
	b.s.stats.SkippedFiles += stats.SkippedFiles
	b.s.stats.SkippedDocuments += stats.SkippedDocuments
}

// Problem records something that could not be read.
func (b *Builder) Problem(p Problem) { b.s.problems = append(b.s.problems, p) }

// Snapshot finishes the builder, which must not be used afterwards.
func (b *Builder) Snapshot() *Snapshot {
	for key, o := range b.s.byName {
		b.s.byKind[key.GroupKind] = append(b.s.byKind[key.GroupKind], o)
	}
	for _, list := range b.s.byKind {
		slices.SortFunc(list, func(x, y *Object) int {
			return cmp.Or(cmp.Compare(x.Namespace, y.Namespace), cmp.Compare(x.Name, y.Name))
		})
	}
	return &b.s
}

// With returns a snapshot in which the objects stand for those of the same
// identity, for example Secrets with content for the same ones without.
func (s *Snapshot) With(objects ...*Object) *Snapshot {
	b := NewBuilder()
	b.s.complete, b.s.stats, b.s.problems, b.s.repeats = s.complete, s.stats, s.problems, s.repeats
	maps.Copy(b.s.byName, s.byName)
	for _, o := range objects {
		b.s.byName[objectKey{o.GroupKind(), o.Namespace, o.Name}] = o
	}
	return b.Snapshot()
}

// List returns the objects of a kind in a namespace ("" for all), sorted by
// namespace and name. The slice must not be changed.
func (s *Snapshot) List(gk GroupKind, namespace string) []*Object {
	all := s.byKind[gk]
	if namespace == "" {
		return all
	}
	from, _ := slices.BinarySearchFunc(all, namespace, func(o *Object, ns string) int { return cmp.Compare(o.Namespace, ns) })
	to := from
	for to < len(all) && all[to].Namespace == namespace {
		to++
	}
	return all[from:to]
}

// Get finds one object.
func (s *Snapshot) Get(gk GroupKind, namespace, name string) (*Object, bool) {
	o, ok := s.byName[objectKey{gk, namespace, name}]
	return o, ok
}

// Kinds lists the kinds that have objects, sorted.
func (s *Snapshot) Kinds() []GroupKind {
	out := make([]GroupKind, 0, len(s.byKind))
	for gk := range s.byKind {
		out = append(out, gk)
	}
	slices.SortFunc(out, func(a, b GroupKind) int {
		return cmp.Or(cmp.Compare(a.Group, b.Group), cmp.Compare(a.Kind, b.Kind))
	})
	return out
}

// All returns every object, sorted by kind, namespace and name.
func (s *Snapshot) All() []*Object {
	var out []*Object
	for _, gk := range s.Kinds() {
		out = append(out, s.byKind[gk]...)
	}
	return out
}

// Complete reports whether the input proves that it holds every object of the
// kind in the namespace, so that an absent one does not exist.
func (s *Snapshot) Complete(gk GroupKind, namespace string) bool {
	return s.complete[completeKey{gk, ""}] || s.complete[completeKey{gk, namespace}]
}

// Stats says how much was read.
func (s *Snapshot) Stats() ReadStats { return s.stats }

// Problems lists what could not be read, in input order.
func (s *Snapshot) Problems() []Problem { return s.problems }

// Repeats lists objects that were in the input more than once.
func (s *Snapshot) Repeats() []Repeat { return s.repeats }

// Objects counts the objects.
func (s *Snapshot) Objects() int { return len(s.byName) }
