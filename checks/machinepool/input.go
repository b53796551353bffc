package machinepool

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/hcl/v2/hclwrite"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/contract"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/fix"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/module"
)

func inputRules() []Rule {
	return []Rule{
		inputRequired(),
		inputTagsDeclared(),
		inputType(),
		inputSensitive(),
		inputDefault(),
		inputNullable(),
		inputReserved(),
		inputWrongRole(),
		inputUserVariableDefault(),
		inputTagsUnused(),
	}
}

// eachInput makes a rule body from one about a contract input that is declared.
func eachInput(check func(in *Input, want contract.Input, v *module.Variable, out *checks.Sink)) func(*Input, *checks.Sink) {
	return func(in *Input, out *checks.Sink) {
		for _, want := range in.Contract.Inputs {
			if v := in.Module.Variable(want.Name); v != nil {
				check(in, want, v, out)
			}
		}
	}
}

// eachOwnVariable makes a rule body from one about a variable that is no
// contract input.
func eachOwnVariable(check func(in *Input, v *module.Variable, out *checks.Sink)) func(*Input, *checks.Sink) {
	return func(in *Input, out *checks.Sink) {
		for _, v := range in.Module.Variables {
			if _, known := in.Contract.Input(v.Name); !known {
				check(in, v, out)
			}
		}
	}
}

// missingInput tells that a contract input is not declared, at the place where
// the others are.
func missingInput(in *Input, want contract.Input, format string, args ...any) checks.Finding {
	at := in.variablesEnd()
	f := found(at, "var."+want.Name, format, args...)
	return cure(f, "declare it with the type that the root passes", fix.Append(in.fileOf(at), declaration(want)))
}

// variablesEnd is the last variable of the file that declares most of the
// contract's inputs.
func (in *Input) variablesEnd() hcl.Range {
	count, last := map[string]int{}, map[string]hcl.Range{}
	best := ""
	for _, v := range in.Module.Variables {
		at := v.Block.DefRange()
		if _, known := in.Contract.Input(v.Name); known {
			count[at.Filename]++
		}
		if last[at.Filename].Start.Byte <= at.Start.Byte {
			last[at.Filename] = at
		}
		if best == "" || count[at.Filename] > count[best] {
			best = at.Filename
		}
	}
	if best == "" {
		return in.start()
	}
	return last[best]
}

// declaration writes the variable block of a contract input.
func declaration(want contract.Input) string {
	text := "variable \"" + want.Name + "\" {\n  type = " + want.Written + "\n"
	if want.Default != contract.NoDefault {
		text += "  default = null\n"
	}
	if want.Sensitive {
		text += "  sensitive = true\n"
	}
	return string(hclwrite.Format([]byte(text + "}\n")))
}

// constant evaluates an argument that must be a constant; ok is false for an
// absent argument and for anything else.
func constant(a *hclsyntax.Attribute) (v cty.Value, ok bool) {
	if a == nil {
		return cty.NilVal, false
	}
	v, diags := a.Expr.Value(nil)
	return v, !diags.HasErrors() && v.IsWhollyKnown()
}

// flag evaluates a constant boolean argument.
func flag(a *hclsyntax.Attribute, absent bool) bool {
	v, ok := constant(a)
	if !ok {
		return absent
	}
	b, err := convert.Convert(v, cty.Bool)
	if err != nil || b.IsNull() {
		return absent
	}
	return b.True()
}
