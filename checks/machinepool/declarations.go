package machinepool

import (
	"bytes"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/module"
)

// declared is a declaration as text that is equal for equal meaning: without
// comments and layout.
type declared struct {
	at   hcl.Range
	text string
}

// declarations lists what a module declares, by address.
func declarations(m *module.Module) map[string]declared {
	d := &describer{sources: map[string][]byte{}, out: map[string]declared{}}
	for _, f := range m.Files {
		d.sources[f.Name] = f.Source
	}
	for _, v := range m.Variables {
		d.block("var."+v.Name, v.Block)
	}
	for _, o := range m.Outputs {
		d.block("output."+o.Name, o.Block)
	}
	for _, l := range m.Locals {
		d.out["local."+l.Name] = declared{l.NameRange, d.expression(l.Expr)}
	}
	for _, list := range [][]*module.Resource{m.Resources, m.Data, m.Ephemerals} {
		for _, r := range list {
			d.block(r.Address(), r.Block)
		}
	}
	for _, c := range m.Calls {
		d.block("module."+c.Name, c.Block)
	}
	for _, p := range m.Providers {
		d.block("provider."+p.Address(), p.Block)
	}
	d.settings(m.Settings.Blocks)
	return d.out
}

type describer struct {
	sources map[string][]byte
	out     map[string]declared
}

func (d *describer) block(address string, b *hclsyntax.Block) {
	d.out[address] = declared{b.DefRange(), d.body(b.Body)}
}

// settings describes the terraform blocks argument by argument, because they
// may be spread over several.
func (d *describer) settings(blocks []*hclsyntax.Block) {
	for _, b := range blocks {
		for _, a := range module.SortedAttributes(b.Body) {
			d.out["terraform."+a.Name] = declared{a.NameRange, d.expression(a.Expr)}
		}
		for _, n := range b.Body.Blocks {
			if n.Type != "required_providers" {
				d.block("terraform."+n.Type, n)
				continue
			}
			for _, a := range module.SortedAttributes(n.Body) {
				d.out["required_providers."+a.Name] = declared{a.NameRange, d.expression(a.Expr)}
			}
		}
	}
}

func (d *describer) body(b *hclsyntax.Body) string {
	var out strings.Builder
	names := make(map[string]string, len(b.Attributes))
	for name, a := range b.Attributes {
		names[name] = d.expression(a.Expr)
	}
	for _, name := range sortedKeys(names) {
		out.WriteString(name + "=" + names[name] + "\n")
	}
	for _, n := range b.Blocks {
		out.WriteString(n.Type + strings.Join(n.Labels, ".") + "{" + d.body(n.Body) + "}\n")
	}
	return out.String()
}

// expression returns the tokens of an expression's text.
func (d *describer) expression(expr hclsyntax.Expression) string {
	r := expr.Range()
	src := d.sources[r.Filename]
	if r.End.Byte > len(src) || r.Start.Byte > r.End.Byte {
		return ""
	}
	tokens, _ := hclsyntax.LexExpression(r.SliceBytes(src), r.Filename, r.Start)
	var out bytes.Buffer
	for _, t := range tokens {
		if t.Type != hclsyntax.TokenComment && t.Type != hclsyntax.TokenNewline && t.Type != hclsyntax.TokenEOF {
			out.Write(t.Bytes)
			out.WriteByte(' ')
		}
	}
	return out.String()
}
