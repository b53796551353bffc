package module

import (
	"fmt"
	"maps"
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// declarations collects top-level blocks by address and merges override files
// into them, with the rules of the runtimes.
type declarations struct {
	blocks     []*hclsyntax.Block
	index      map[string]int
	duplicates []Duplicate
}

// mergeable are the block types that override files change in place.
var mergeable = map[string]string{
	"variable": "var.", "output": "output.", "module": "module.", "resource": "", "data": "data.", "ephemeral": "ephemeral.",
	"provider": "provider.",
}

// blockAddress names a block in the way of findings; "" when several blocks of
// the type may stand side by side.
func blockAddress(b *hclsyntax.Block) string {
	prefix, ok := mergeable[b.Type]
	if !ok {
		return ""
	}
	address := prefix + b.Labels[0]
	for _, l := range b.Labels[1:] {
		address += "." + l
	}
	if b.Type == "provider" {
		if alias := literalString(b.Body.Attributes["alias"]); alias != "" {
			address += "." + alias
		}
	}
	return address
}

// add takes a block of a primary file. Of two declarations the first counts.
func (d *declarations) add(b *hclsyntax.Block) {
	address := blockAddress(b)
	if address != "" {
		if i, ok := d.index[address]; ok {
			d.duplicates = append(d.duplicates, Duplicate{Address: address, First: d.blocks[i].DefRange(), Second: b.DefRange()})
			return
		}
		d.index[address] = len(d.blocks)
	}
	d.blocks = append(d.blocks, b)
}

// override takes a block of an override file.
func (d *declarations) override(b *hclsyntax.Block) error {
	switch b.Type {
	case "locals":
		return d.overrideLocals(b)
	case "terraform":
		d.overrideSettings(b)
		return nil
	}
	address := blockAddress(b)
	i, ok := d.index[address]
	switch {
	case address == "":
		d.blocks = append(d.blocks, b)
	case ok:
		d.blocks[i] = mergeBlock(d.blocks[i], b)
	case b.Type == "provider":
		d.add(b)
	default:
		return &ParseError{Position: Position(b.DefRange()), Summary: fmt.Sprintf("nothing to override: %s is not declared in another file", address)}
	}
	return nil
}

// overrideLocals replaces named values one by one.
func (d *declarations) overrideLocals(b *hclsyntax.Block) error {
	for _, a := range sortedAttributes(b.Body) {
		i := slices.IndexFunc(d.blocks, func(o *hclsyntax.Block) bool {
			return o.Type == "locals" && o.Body.Attributes[a.Name] != nil
		})
		if i < 0 {
			return &ParseError{Position: Position(a.NameRange), Summary: fmt.Sprintf("nothing to override: local.%s is not declared in another file", a.Name)}
		}
		d.blocks[i] = withAttribute(d.blocks[i], a)
	}
	return nil
}

// overrideSettings replaces what the terraform block of an override file says:
// the version, backend and cloud as a whole, requirements one by one.
func (d *declarations) overrideSettings(b *hclsyntax.Block) {
	replaced := map[string]bool{}
	for name := range b.Body.Attributes {
		replaced[name] = true
	}
	for _, n := range b.Body.Blocks {
		switch n.Type {
		case "required_providers":
			for name := range n.Body.Attributes {
				replaced["required_providers."+name] = true
			}
		case "backend", "cloud":
			replaced["backend"], replaced["cloud"] = true, true
		}
	}
	for i, o := range d.blocks {
		if o.Type == "terraform" {
			d.blocks[i] = withoutSettings(o, replaced)
		}
	}
	d.blocks = append(d.blocks, b)
}

func withoutSettings(b *hclsyntax.Block, replaced map[string]bool) *hclsyntax.Block {
	out, body := *b, *b.Body
	body.Attributes, body.Blocks = maps.Clone(b.Body.Attributes), nil
	maps.DeleteFunc(body.Attributes, func(name string, _ *hclsyntax.Attribute) bool { return replaced[name] })
	for _, n := range b.Body.Blocks {
		if replaced[n.Type] {
			continue
		}
		if n.Type == "required_providers" {
			inner := *n
			innerBody := *n.Body
			innerBody.Attributes = maps.Clone(n.Body.Attributes)
			maps.DeleteFunc(innerBody.Attributes, func(name string, _ *hclsyntax.Attribute) bool {
				return replaced["required_providers."+name]
			})
			inner.Body = &innerBody
			n = &inner
		}
		body.Blocks = append(body.Blocks, n)
	}
	out.Body = &body
	return &out
}

func withAttribute(b *hclsyntax.Block, a *hclsyntax.Attribute) *hclsyntax.Block {
	out, body := *b, *b.Body
	body.Attributes = maps.Clone(b.Body.Attributes)
	body.Attributes[a.Name] = a
	out.Body = &body
	return &out
}

// mergeBlock merges an override into a declaration: arguments one by one,
// nested blocks of a type as a whole, lifecycle argument by argument. The
// runtimes do not take conditions and replace_triggered_by from an override.
func mergeBlock(base, over *hclsyntax.Block) *hclsyntax.Block {
	out, body := *base, *base.Body
	replaced := map[string]bool{}
	body.Attributes = maps.Clone(base.Body.Attributes)
	for name, a := range over.Body.Attributes {
		body.Attributes[name] = a
		replaced[name] = true
	}
	if replaced["count"] {
		delete(body.Attributes, "for_each")
	} else if replaced["for_each"] {
		delete(body.Attributes, "count")
	}
	for _, b := range over.Body.Blocks {
		if !keptFromBase(b.Type) {
			replaced[replacedName(b)] = true
			delete(body.Attributes, replacedName(b))
		}
	}
	body.Blocks = nil
	for _, b := range base.Body.Blocks {
		if !replaced[replacedName(b)] {
			body.Blocks = append(body.Blocks, b)
		}
	}
	for _, b := range over.Body.Blocks {
		switch {
		case b.Type == "lifecycle":
			body.Blocks = mergeLifecycle(body.Blocks, b)
		case !keptFromBase(b.Type):
			body.Blocks = append(body.Blocks, b)
		}
	}
	out.Body = &body
	return &out
}

// keptFromBase reports nested blocks that an override does not replace.
func keptFromBase(blockType string) bool {
	return blockType == "lifecycle" || blockType == "validation" || blockType == "precondition" || blockType == "postcondition"
}

// replacedName is the block type that a block stands for: a dynamic block
// counts as the blocks it makes.
func replacedName(b *hclsyntax.Block) string {
	if b.Type == "dynamic" && len(b.Labels) > 0 {
		return b.Labels[0]
	}
	return b.Type
}

func mergeLifecycle(blocks []*hclsyntax.Block, over *hclsyntax.Block) []*hclsyntax.Block {
	taken := *over
	body := *over.Body
	body.Attributes, body.Blocks = maps.Clone(over.Body.Attributes), nil
	delete(body.Attributes, "replace_triggered_by")
	taken.Body = &body
	i := slices.IndexFunc(blocks, func(b *hclsyntax.Block) bool { return b.Type == "lifecycle" })
	if i < 0 {
		return append(blocks, &taken)
	}
	base := blocks[i]
	merged, mergedBody := *base, *base.Body
	mergedBody.Attributes = maps.Clone(base.Body.Attributes)
	for name, a := range body.Attributes {
		if name == "ignore_changes" && (emptyList(a) || ignoresAll(base.Body.Attributes[name])) {
			continue
		}
		mergedBody.Attributes[name] = a
	}
	merged.Body = &mergedBody
	blocks = slices.Clone(blocks)
	blocks[i] = &merged
	return blocks
}

func emptyList(a *hclsyntax.Attribute) bool {
	list, ok := a.Expr.(*hclsyntax.TupleConsExpr)
	return ok && len(list.Exprs) == 0
}
