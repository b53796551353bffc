package flow

// Value is what is known about an expression: which sources it follows, field
// by field where its structure is known. Values are immutable.
type Value struct {
	// taint is that of the value as a whole, or, where structure is known, of
	// its keys and length; it counts for everything inside.
	taint Taint
	// fields are the known attributes; of a list the known elements by index.
	fields map[string]*Value
	list   bool
	// elem stands for all elements or attributes that fields does not name.
	elem *Value
	// nodes are resources whose attributes are worked out on demand.
	nodes []*Node
	// weak makes everything that nodes yield a maybe.
	weak bool
	// origins are the resource attributes that the value is a copy of.
	origins []Origin
	// members says which data sources and filters decide what a list holds.
	members []choice
	// hashed is true for digests, whose every part follows the input.
	hashed bool
	// sure is how certain it is that a block is there at all.
	sure Certainty
	// size counts the parts of the value; zero stands for one.
	size int
}

// Origin is an attribute of a resource or data source.
type Origin struct {
	node      *Node
	Attribute string
}

var clean = &Value{}

func opaque(t Taint) *Value {
	if t.none() {
		return clean
	}
	return &Value{taint: t}
}

// total is the taint of the value with everything in it.
func (v *Value) total() Taint {
	t := v.taint
	for _, f := range v.fields {
		t = joinSorted(t, f.total())
	}
	if v.elem != nil {
		t = join(t, v.elem.total())
	}
	for _, n := range v.nodes {
		c := n.changes()
		if v.weak {
			c = c.limit(Maybe)
		}
		t = join(t, c)
	}
	return t
}

// under adds the taint of what the value depends on as a whole.
func (v *Value) under(t Taint) *Value {
	if t.none() {
		return v
	}
	out := *v
	out.taint = join(v.taint, t)
	return &out
}
