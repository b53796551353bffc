package machinepool

import (
	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/contract"
)

func poolReplicasUnused() Rule {
	return unusedRule("pool/replicas-unused", checks.Warning, contract.Replicas,
		"The number of replicas has no effect", "an edit of spec.replicas does nothing",
		awsPool("var.autoscaling.min : var.replicas", "var.autoscaling.min : 3", "var.autoscaling.max : var.replicas", "var.autoscaling.max : 3",
			"  desired_capacity          = var.replicas\n", ""))
}

func poolVersionUnused() Rule {
	return unusedRule("pool/version-unused", checks.Warning, contract.Version,
		"The Kubernetes version has no effect", "an upgrade does nothing",
		awsPool("triggers_replace = var.kubernetes_version", "triggers_replace = \"v1\"", `try(split("+", var.kubernetes_version)[0], "latest")`, `"latest"`))
}

func poolBootstrapUnused() Rule {
	return unusedRule("pool/bootstrap-unused", checks.Warning, contract.BootstrapData,
		"The bootstrap payload is not used", "no member can join",
		awsPool("payload = var.bootstrap_data", `payload = "none"`, ": var.bootstrap_data\n", ": null\n"))
}

func poolDomainsUnused() Rule {
	return unusedRule("pool/domains-unused", checks.Info, "failure_domains",
		"The failure domains have no effect", "members are not placed where the user wants them",
		awsPool("length(var.failure_domains) > 0 ? var.failure_domains : var.cluster_failure_domains", "var.cluster_failure_domains"))
}

// unusedRule makes a rule about an input that reaches no resource. Modules that
// manage nothing native may leave every input alone.
func unusedRule(id string, severity checks.Severity, input, title, harm, fails string) Rule {
	return Rule{
		Meta: checks.Meta{
			ID: id, Severity: severity,
			Title:  title,
			Why:    "var." + input + " reaches no resource, so that " + harm + ", and nothing tells.",
			Fix:    "Use var." + input + " in the resources that it is meant for, or refuse it with a precondition.",
			Source: "machinepool.md 5.2",
			Fails:  checks.Example{Args: lint, Files: fails},
			Passes: checks.Example{Args: lint, Files: awsPool()},
		},
		Check: func(in *Input, out *checks.Sink) {
			v := in.Module.Variable(input)
			if v == nil || !native(in.Module) || in.used(input) {
				return
			}
			f := found(v.Block.DefRange(), "var."+input, "var.%s reaches no resource: %s", input, harm)
			out.Report(cure(f, "use the input, or refuse it with a precondition", nil))
		},
	}
}
