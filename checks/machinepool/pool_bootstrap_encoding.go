package machinepool

import (
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/contract"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/fix"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/flow"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/provider"
)

func poolBootstrapEncoding() Rule {
	return Rule{
		Meta: checks.Meta{
			ID: "pool/bootstrap-encoding", Severity: checks.Error,
			Title: "The payload arrives in the wrong encoding",
			Why: "bootstrap_data is base64 of the payload. An argument that takes base64 needs it as it is, an argument that takes text needs " +
				"it decoded. Otherwise the machine gets something that it cannot read, and never joins.",
			Fix:    "Pass var.bootstrap_data unchanged to arguments that take base64, and base64decode(var.bootstrap_data) to those that take text.",
			Source: "seeds/003, bootstrap_data (input)",
			Fails:  checks.Example{Args: lint, Files: awsPool("= local.user_data", "= base64encode(var.bootstrap_data)")},
			Passes: checks.Example{Args: lint, Files: awsPool()},
		},
		Check: withSink(func(in *Input, out *checks.Sink) {
			view := in.flows().Of(contract.BootstrapData)
			for _, n := range view.Nodes() {
				if n.Trust() == flow.Yes {
					in.checkEncoding(view, n, out)
				}
			}
		}),
	}
}

// wrongForms are the forms that an argument of an encoding cannot read.
var wrongForms = map[provider.Encoding]flow.Form{
	provider.Base64: flow.Text | flow.Twice | flow.Mixed,
	provider.Plain:  flow.AsGiven | flow.Twice | flow.MixedBase64,
}

func (in *Input) checkEncoding(view *flow.View, n *flow.Node, out *checks.Sink) {
	for _, p := range n.Row().Payloads {
		want, known := n.Encodes(p)
		t := n.Written(p.Argument)
		wrong := t.Forms() & wrongForms[want]
		if !known || wrong == 0 || view.Of(t, contract.BootstrapData) != flow.Yes {
			continue
		}
		path := append(t.Steps(), flow.Step{Text: "unreadable user data", Range: n.Resource().Block.DefRange(), Kind: flow.Effect})
		f := proved(lastPlace(path), n.Address(), path, "%s of %s takes %s, but gets %s", p.Argument, n.Address(), encodingText(want), formText(wrong))
		out.Report(cure(f, encodingAdvice(want), in.encodingEdits(n, p.Argument, want, wrong)))
		return
	}
}

func encodingText(e provider.Encoding) string {
	if e == provider.Base64 {
		return "base64"
	}
	return "plain text"
}

func formText(wrong flow.Form) string {
	switch {
	case wrong&flow.Twice != 0:
		return "the payload encoded twice"
	case wrong&flow.AsGiven != 0:
		return "the payload as base64"
	case wrong&flow.MixedBase64 != 0:
		return "base64"
	case wrong&flow.Text != 0:
		return "the decoded payload"
	}
	return "plain text"
}

func encodingAdvice(want provider.Encoding) string {
	if want == provider.Base64 {
		return "pass var.bootstrap_data unchanged, or base64encode the whole text"
	}
	return "pass base64decode(var.bootstrap_data)"
}

// encodingEdits handle the simple cases: one call too many or too few.
func (in *Input) encodingEdits(n *flow.Node, argument string, want provider.Encoding, wrong flow.Form) []checks.Edit {
	settings := n.Settings(argument)
	if len(settings) != 1 || settings[0].Expr == nil || in.editable(n) == nil || in.editable(n).JSON {
		return nil
	}
	expr := settings[0].Expr
	call, isCall := expr.(*hclsyntax.FunctionCallExpr)
	switch {
	case want == provider.Base64 && wrong == flow.Twice && isCall && call.Name == "base64encode" && len(call.Args) == 1,
		want == provider.Base64 && wrong == flow.Text && isCall && call.Name == "base64decode" && len(call.Args) == 1:
		text := string(call.Args[0].Range().SliceBytes(in.editable(n).Source))
		return []checks.Edit{fix.Replace(expr.Range(), text)}
	case want == provider.Base64 && wrong == flow.Mixed:
		return fix.Wrap(expr.Range(), "base64encode(", ")")
	case want == provider.Plain && (wrong == flow.AsGiven || wrong == flow.MixedBase64):
		return fix.Wrap(expr.Range(), "base64decode(", ")")
	}
	return nil
}
