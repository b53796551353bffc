package flow

import (
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/module"
)

// class says how a function treats its arguments.
type class int8

const (
	// computes: the result is a new value that follows all arguments.
	computes class = iota
	// keeps: the result is the first argument.
	keeps
	// picks: the result is one of the arguments.
	picks
	// lists: the elements of the first argument in another order or number.
	lists
	// joins: the elements of all arguments.
	joins
	// tests: a result that follows the arguments only now and then.
	tests
	// hashes: a digest.
	hashes
	// edits: text that was parsed or changed.
	edits
	// impure: another result in each plan.
	impure
	// special functions have a case of their own.
	special
)

var classes = map[string]class{
	"nonsensitive": keeps, "sensitive": keeps, "tostring": keeps, "tonumber": keeps, "tobool": keeps, "tomap": keeps, "tolist": keeps,
	"trimspace": keeps, "chomp": keeps, "ephemeralasnull": keeps,
	"try": picks, "coalesce": picks,
	"sort": lists, "distinct": lists, "reverse": lists, "compact": lists, "slice": lists, "chunklist": special, "toset": special,
	"concat": joins, "coalescelist": joins, "setunion": joins,
	"startswith": tests, "endswith": tests, "contains": tests, "strcontains": tests, "can": tests, "alltrue": tests, "anytrue": tests,
	"issensitive": tests, "length": special, "timecmp": tests, "fileexists": tests, "index": tests, "cidrcontains": tests,
	"md5": hashes, "sha1": hashes, "sha256": hashes, "sha512": hashes, "base64sha256": hashes, "base64sha512": hashes, "uuidv5": hashes,
	"regex": edits, "regexall": edits, "replace": edits, "split": edits, "substr": special, "yamldecode": edits, "jsondecode": edits,
	"csvdecode": edits, "trim": edits, "trimprefix": edits, "trimsuffix": edits, "strrev": edits, "upper": edits, "lower": edits,
	"title": edits, "textdecodebase64": edits,
	"timestamp": impure, "plantimestamp": impure, "uuid": impure, "bcrypt": impure,
	"merge": special, "flatten": special, "one": special, "element": special, "lookup": special, "keys": special, "values": special,
	"zipmap": special, "base64encode": special, "base64decode": special, "base64gzip": special, "templatefile": special,
	"setintersection": special, "setsubtract": special, "setproduct": special, "matchkeys": special, "range": computes, "join": special,
	"format": special, "indent": special, "jsonencode": special, "yamlencode": special, "templatestring": special, "formatlist": special,
}

func (i *instance) callFunction(e *env, x *hclsyntax.FunctionCallExpr) *Value {
	name := coreName(x.Name)
	if name == "templatefile" && len(x.Args) == 2 {
		return i.templateFile(e, x)
	}
	args := make([]*Value, len(x.Args))
	for n, a := range x.Args {
		args[n] = i.eval(e, a)
	}
	if x.ExpandFinal && len(args) > 0 {
		last := args[len(args)-1]
		args[len(args)-1] = last.element().under(last.taint)
	}
	if !module.KnownFunction(x.Name) {
		return opaque(totalOf(args).limit(Maybe))
	}
	if len(args) == 0 && classes[name] != impure {
		return clean
	}
	out := i.apply(name, classes[name], x, args)
	if name == "compact" {
		if f := i.dropped(e, x.Args[0]); f != nil {
			kept := *out
			kept.members = filtered(out.members, f)
			out = &kept
		}
	}
	return out
}

func coreName(name string) string {
	const core = "core::"
	if len(name) > len(core) && name[:len(core)] == core {
		return name[len(core):]
	}
	return name
}

func totalOf(args []*Value) Taint {
	var t Taint
	for _, a := range args {
		t = join(t, a.total())
	}
	return t
}

func (i *instance) apply(name string, c class, x *hclsyntax.FunctionCallExpr, args []*Value) *Value {
	switch c {
	case keeps:
		return args[0]
	case picks:
		return union(args...)
	case lists:
		return args[0].anyOrder()
	case joins:
		return i.joinLists(x, args)
	case tests:
		return opaque(i.sometimes(withoutForms(totalOf(args))))
	case hashes:
		return i.digest(totalOf(args))
	case edits:
		return i.edit(name, x, args)
	case impure:
		return opaque(join(i.impure(x), totalOf(args)))
	case special:
		return i.special(name, x, args)
	}
	return opaque(totalOf(args))
}

func (i *instance) impure(x *hclsyntax.FunctionCallExpr) Taint {
	bit := i.run.bits[Impure]
	if bit == 0 {
		return Taint{}
	}
	t := Taint{yes: bit}
	if i.trace() {
		t.trail = &trail{Step: Step{Text: x.Name + "()", Range: x.NameRange}}
	}
	return t
}

func (i *instance) digest(t Taint) *Value {
	t.forms = hashing.apply(t.forms)
	v := *opaque(t)
	v.hashed = true
	return &v
}

// edit reads parts of a text. The step tells where that happened.
func (i *instance) edit(name string, x *hclsyntax.FunctionCallExpr, args []*Value) *Value {
	t := totalOf(args)
	before := t.forms
	t.forms = editing.apply(t.forms)
	if t.forms != before {
		t = t.via(func() Step { return Step{Text: name + "()", Range: x.NameRange, Kind: Parsed} })
	}
	v := *opaque(t)
	v.hashed = args[0].hashed
	return &v
}

func (i *instance) special(name string, x *hclsyntax.FunctionCallExpr, args []*Value) *Value {
	switch name {
	case "toset":
		return i.set(args[0])
	case "chunklist":
		return &Value{taint: args[0].taint, elem: args[0].anyOrder(), list: true, members: args[0].members}
	case "length":
		return opaque(i.sometimes(withoutForms(args[0].taint)))
	case "substr":
		return i.substring(name, x, args)
	case "merge":
		return mergeObjects(args)
	case "flatten":
		return flatten(args[0])
	case "one", "element":
		out := args[0].element()
		if !args[0].collection() {
			out = args[0]
		}
		for _, a := range args[1:] {
			out = out.under(withoutForms(a.total()))
		}
		return out
	case "lookup":
		return i.lookupKey(x, args)
	case "keys":
		return &Value{taint: args[0].taint, elem: opaque(args[0].taint), list: true, members: args[0].members}
	case "values":
		return args[0].anyOrder()
	case "zipmap":
		return &Value{taint: join(args[0].total(), args[1].taint), elem: args[1].element(), members: args[0].members}
	case "base64encode", "base64gzip":
		return i.encode(name, args)
	case "base64decode":
		return i.decode(x, args[0])
	case "setintersection", "setproduct", "setsubtract", "matchkeys":
		return i.combineSets(name, args)
	}
	return i.embed(totalOf(args))
}

// set makes elements keys: a changed element is another key.
func (i *instance) set(v *Value) *Value {
	out := v.anyOrder()
	return out.under(out.elem.total())
}

// substring of a digest follows it; of other text it may lie outside the change.
func (i *instance) substring(name string, x *hclsyntax.FunctionCallExpr, args []*Value) *Value {
	v := i.edit(name, x, args)
	if args[0].hashed {
		return v
	}
	return v.limit(Maybe)
}

func (i *instance) encode(name string, args []*Value) *Value {
	t := totalOf(args)
	t.forms = encoding.apply(t.forms)
	return opaque(t)
}

func (i *instance) decode(x *hclsyntax.FunctionCallExpr, v *Value) *Value {
	t := v.total()
	if t.forms&AsGiven != 0 {
		t = t.via(func() Step { return Step{Text: "base64decode()", Range: x.NameRange, Kind: Decoded} })
	}
	t.forms = decoding.apply(t.forms)
	return opaque(t)
}

// joinLists concatenates; positions stay known when all are.
func (i *instance) joinLists(x *hclsyntax.FunctionCallExpr, args []*Value) *Value {
	out := &Value{list: true}
	for n, a := range args {
		if x.ExpandFinal && n == len(args)-1 {
			a = a.anyOrder()
		}
		out.taint = join(out.taint, a.taint)
		if a.collection() {
			if el := a.element(); out.elem == nil {
				out.elem = el
			} else {
				out.elem = union(out.elem, el)
			}
		} else if len(a.nodes) > 0 {
			out.elem = a
		}
		out.members = append(out.members, a.members...)
	}
	return out
}

// mergeObjects lets later attributes replace earlier ones.
func mergeObjects(args []*Value) *Value {
	out := &Value{fields: map[string]*Value{}}
	for _, a := range args {
		if len(a.nodes) > 0 {
			a = opaque(a.total())
		}
		out.taint = join(out.taint, a.taint)
		for _, k := range sortedKeys(a.fields) {
			out.fields[k] = a.fields[k]
		}
		if a.elem != nil {
			if out.elem == nil {
				out.elem = a.elem
			} else {
				out.elem = union(out.elem, a.elem)
			}
		}
		out.members = append(out.members, a.members...)
	}
	return out.bounded()
}

// flatten dissolves lists in lists.
func flatten(v *Value) *Value {
	if !v.collection() {
		return v
	}
	out := &Value{taint: v.taint, list: true, members: v.members}
	el := v.element()
	for depth := 0; el.list && depth < 8; depth++ {
		out.taint = join(out.taint, el.taint)
		out.members = within(out.members, el.members)
		el = el.element()
	}
	if !el.list {
		out.members = within(out.members, el.members)
	}
	out.elem = el
	return out
}

func (i *instance) lookupKey(x *hclsyntax.FunctionCallExpr, args []*Value) *Value {
	if len(args) < 2 {
		return opaque(totalOf(args))
	}
	var out *Value
	if key := keyOf(i.strict.Value(x.Args[1], nil)); key != "" {
		out = args[0].get(key)
	} else {
		out = args[0].element().under(withoutForms(args[1].total()))
	}
	if len(args) > 2 {
		out = union(out, args[2])
	}
	return out
}

func (i *instance) combineSets(name string, args []*Value) *Value {
	out := args[0].anyOrder()
	for _, a := range args[1:] {
		out = out.under(withoutForms(a.total()))
		if name == "setintersection" || name == "matchkeys" {
			out.members = within(out.members, a.members)
		}
	}
	return out
}
