package flow

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/provider"
)

// spellings are the ways in which a module may write the words of a cloud.
var spellings = []func(string) string{
	func(s string) string { return s },
	strings.ToLower,
	strings.ToUpper,
	func(s string) string { return strings.ToUpper(s[:1]) + strings.ToLower(s[1:]) },
}

func (f *filter) tryStates(path []string, s provider.States) []string {
	for _, spell := range spellings {
		passes := func(word string) (bool, bool) { return f.with(path, cty.StringVal(spell(word))) }
		if passed, known := passes(s.Running); !known || !passed {
			continue
		}
		var out []string
		for _, word := range s.Live {
			if passed, known := passes(word); known && !passed {
				out = append(out, word)
			}
		}
		if len(out) > 0 {
			return out
		}
	}
	return nil
}

// flagWords are names of attributes that say whether a member is well.
var flagWords = []string{"healthy", "ready", "running", "is_running", "is_healthy", "in_service", "active"}

// tryFlag reports a condition that drops members whose flag is false.
func (f *filter) tryFlag(path []string) bool {
	if !slices.Contains(flagWords, path[len(path)-1]) {
		return false
	}
	well, known := f.with(path, cty.True)
	ill, knownIll := f.with(path, cty.False)
	return known && well && knownIll && !ill
}

// restrictedList finds contains(list, ...) whose list is itself restricted.
func (f *filter) restrictedList() []string {
	call, ok := unwrap(f.cond).(*hclsyntax.FunctionCallExpr)
	if !ok || call.Name != "contains" || len(call.Args) != 2 {
		return nil
	}
	members := f.instance.eval(f.env, call.Args[0]).members
	if len(members) == 0 {
		return nil
	}
	var out []string
	for n, c := range members {
		left, _ := c.leavesOut()
		if n == 0 {
			out = left
			continue
		}
		out = slices.DeleteFunc(out, func(w string) bool { return !slices.Contains(left, w) })
	}
	return out
}
