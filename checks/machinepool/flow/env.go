package flow

import (
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

// env binds names inside an expression: iterators, each, count.
type env struct {
	name   string
	value  *Value
	symbol *hclsyntax.AnonSymbolExpr
	next   *env
}

func (e *env) bind(name string, v *Value) *env { return &env{name: name, value: v, next: e} }

func (e *env) lookup(name string) *Value {
	for ; e != nil; e = e.next {
		if e.symbol == nil && e.name == name {
			return e.value
		}
	}
	return nil
}

func (e *env) anonymous(s *hclsyntax.AnonSymbolExpr) *Value {
	for ; e != nil; e = e.next {
		if e.symbol == s {
			return e.value
		}
	}
	return clean
}

// unknowns are the bound names as unknown values, so that evaluation does not
// mistake an iterator for something else.
func (e *env) unknowns() map[string]cty.Value {
	if e == nil {
		return nil
	}
	out := map[string]cty.Value{}
	for ; e != nil; e = e.next {
		if e.symbol == nil {
			out[e.name] = cty.DynamicVal
		}
	}
	return out
}
