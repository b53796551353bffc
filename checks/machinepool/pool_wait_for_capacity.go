package machinepool

import (
	"strings"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/fix"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/flow"
)

func poolWaitForCapacity() Rule {
	return Rule{
		Meta: checks.Meta{
			ID: "pool/wait-for-capacity", Severity: checks.Info,
			Title: "An apply waits for machines",
			Why: "A group that waits for its machines fails the apply when they come late, and on creation taints the group: the next apply " +
				"then replaces it. The controller watches the members anyway.",
			Fix:    "Switch waiting off: wait_for_capacity_timeout = \"0\" on AWS, wait_for_instances = false on Google.",
			Source: "machinepool.md 5.2",
			Fails:  checks.Example{Args: lint, Files: awsPool("  wait_for_capacity_timeout = \"0\"\n", "")},
			Passes: checks.Example{Args: lint, Files: awsPool()},
		},
		Check: eachSink(func(in *Input, sink *flow.Node, out *checks.Sink) {
			w := sink.Row().Waits
			if w == nil {
				return
			}
			settings := sink.Settings(w.Argument)
			value, known := w.Default, true
			for _, s := range settings {
				if s.Value.IsKnown() && s.Value.IsNull() {
					continue
				}
				value, known = settingText(s)
			}
			if !known || value == w.Off || w.Zero && zeroDuration(value) {
				return
			}
			f := found(sink.RangeOf(w.Argument), sink.Address(), "an apply waits for the machines of %s (%s): a late one fails it", sink.Address(), w.Argument)
			out.Report(cure(f, "switch waiting off: "+w.Argument+" = "+quotedOff(w.Off, w.Zero), in.waitEdits(sink, settings, w.Argument, quotedOff(w.Off, w.Zero))))
		}),
	}
}

// settingText is the value of a setting as text, user variables at their
// defaults.
func settingText(s flow.Setting) (text string, known bool) {
	v := s.Value
	if !v.IsWhollyKnown() {
		v = s.Usual
	}
	return flow.Scalar(v)
}

// zeroDuration reports 0, "0s", "0m" and the like.
func zeroDuration(s string) bool {
	return s != "" && strings.Trim(strings.ToLower(s), "0smhun") == "" && !strings.ContainsAny(s, "123456789") && s[0] == '0'
}

func quotedOff(off string, quoted bool) string {
	if quoted {
		return `"` + off + `"`
	}
	return off
}

func (in *Input) waitEdits(sink *flow.Node, settings []flow.Setting, argument, value string) []checks.Edit {
	file := in.editable(sink)
	if file == nil || file.JSON {
		return nil
	}
	if len(settings) > 0 {
		s := settings[0]
		if s.Expr == nil || s.Attribute.NameRange.Filename != file.Name {
			return nil
		}
		return []checks.Edit{fix.Replace(s.Expr.Range(), value)}
	}
	return fix.AddArgument(file, sink.Resource().Block, argument, value)
}
