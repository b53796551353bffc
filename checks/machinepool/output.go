package machinepool

import (
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/hcl/v2/hclwrite"
	"github.com/zclconf/go-cty/cty"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/contract"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/fix"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/shape"
)

func outputRules() []Rule {
	return []Rule{
		outputRequired(),
		outputHealth(),
		outputReserved(),
		outputProviderIDListShape(),
		outputProviderIDOrder(),
		outputProviderIDFormat(),
		outputHealthShape(),
		outputHealthConstant(),
		outputHealthPending(),
		outputInstancesShape(),
		outputNullLiteral(),
		outputReplicasSource(),
	}
}

// output returns the value of a contract output; ok is false when it is not
// declared, has no value, or is null for good, which has a rule of its own.
func (in *Input) output(name string) (n shape.Node, ok bool) {
	o := in.Module.Output(name)
	if o == nil || o.Value == nil {
		return shape.Node{}, false
	}
	n = shape.Of(shape.Root(in.Module), o.Value.Expr)
	return n, !alwaysNull(n)
}

// alwaysNull reports whether every form of a value is a literal null.
func alwaysNull(n shape.Node) bool {
	forms := shape.Alternatives(n)
	for _, f := range forms {
		if v, ok := literal(f.Expr); !ok || !v.IsNull() {
			return false
		}
	}
	return len(forms) > 0
}

// literal returns the value of an expression that refers to nothing.
func literal(expr hclsyntax.Expression) (v cty.Value, ok bool) {
	if expr == nil {
		return cty.NilVal, false
	}
	v, diags := expr.Value(nil)
	return v, !diags.HasErrors() && v.IsKnown()
}

// literalText returns a literal string.
func literalText(expr hclsyntax.Expression) (text string, ok bool) {
	v, ok := literal(expr)
	if !ok || v.IsNull() || v.Type() != cty.String {
		return "", false
	}
	return v.AsString(), true
}

// missingOutput tells that a contract output is not declared, at the place
// where the others are.
func missingOutput(in *Input, want contract.Output, format string, args ...any) checks.Finding {
	at := in.variablesEnd()
	for _, o := range in.Module.Outputs {
		at = o.Block.DefRange()
	}
	f := found(at, "output."+want.Name, format, args...)
	if want.Skeleton == "" {
		return cure(f, "declare the output", nil)
	}
	text := hclwrite.Format([]byte("output \"" + want.Name + "\" {\n  value = " + in.skeletonValue(want) + "\n}\n"))
	return cure(f, "declare the output", fix.Append(in.fileOf(at), string(text)))
}

// skeletonValue is what a missing output can begin with: for the count, the
// desired count of the only group.
func (in *Input) skeletonValue(want contract.Output) string {
	sinks := in.sinks()
	if want.Name != contract.Replicas || len(sinks) != 1 || !isGroup(sinks[0]) {
		return want.Skeleton
	}
	r, size := sinks[0].Resource(), sinks[0].Row().Size
	if size == nil || strings.Contains(size.Argument, ".") || r.Count != nil || r.ForEach != nil || in.Module.Resource(r.Type, r.Name) != r {
		return want.Skeleton
	}
	return r.Address() + "." + size.Argument
}

// closest finds the word of a closed list that was probably meant.
func closest(word string, list []string, synonyms map[string]string) string {
	plain := strings.ToLower(strings.TrimSpace(word))
	if meant, ok := synonyms[plain]; ok {
		return meant
	}
	for _, w := range list {
		if strings.EqualFold(w, plain) || distance(strings.ToLower(w), plain) <= 2 {
			return w
		}
	}
	return ""
}

// distance counts the single-character edits between two words.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		diagonal := row[0]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := diagonal
			if a[i-1] != b[j-1] {
				cost++
			}
			diagonal, row[j] = row[j], min(cost, row[j]+1, row[j-1]+1)
		}
	}
	return row[len(b)]
}

// atNode makes a finding about an expression; synthetic ones without a place
// point at the output.
func atNode(n shape.Node, fallback hcl.Range, subject, format string, args ...any) checks.Finding {
	at := fallback
	if n.Expr != nil && n.Expr.Range().Filename != "" {
		at = n.Expr.Range()
	}
	return found(at, subject, format, args...)
}
