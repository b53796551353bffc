package machinepool

import (
	"strings"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/contract"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/shape"
)

func outputProviderIDFormat() Rule {
	return Rule{
		Meta: checks.Meta{
			ID: "output/provider-id-format", Severity: checks.Info,
			Title: "Provider ids do not look like those of the cloud",
			Why: "Each entry must equal spec.providerID of its Node byte for byte. Otherwise the Node never gets a nodeRef, keeps its " +
				"uninitialized taint and is deleted in the end.",
			Fix:    "Build the ids in the form that the cloud controller manager uses.",
			Source: "seeds/003, provider_id_list (output) 2; machinepool.md 4.1",
			Fails:  checks.Example{Args: lint, Files: outputProviderIDFormatFails},
			Passes: checks.Example{Args: lint, Files: outputProviderIDFormatPasses},
		},
		Check: checkProviderIDFormat,
	}
}

// providerIDForms says how the ids of a cloud begin, by the prefix of its
// resource types. not is what must not follow.
var providerIDForms = []struct{ types, begin, not, form string }{
	{"aws_", "aws:///", "", "aws:///ZONE/INSTANCE"},
	{"google_", "gce://", "/", "gce://PROJECT/ZONE/NAME"},
	{"azurerm_", "azure:///subscriptions/", "", "azure:///subscriptions/.../virtualMachineScaleSets/SET/virtualMachines/N"},
	{"oci_", "oci://", "/", "oci://OCID"},
	{"openstack_", "openstack://", "", "openstack:///INSTANCE"},
}

func checkProviderIDFormat(in *Input, out *checks.Sink) {
	list, ok := in.observedOutput(contract.ProviderIDList, out)
	if !ok {
		return
	}
	group := in.sinks()[0].Resource().Type
	for _, form := range providerIDForms {
		if !strings.HasPrefix(group, form.types) {
			continue
		}
		for _, a := range shape.Elements(list) {
			begin := shape.TextPrefix(a.Node)
			rest, fits := strings.CutPrefix(begin, form.begin)
			if !strings.Contains(begin, "://") || fits && (form.not == "" || !strings.HasPrefix(rest, form.not)) {
				continue
			}
			f := atNode(a.Node, list.Expr.Range(), "output."+contract.ProviderIDList,
				"provider ids begin with %q, but Nodes of this cloud have the form %s: a Node whose id differs is never recognised", begin, form.form)
			out.Report(cure(f, "use the form "+form.form, nil))
		}
	}
}

const outputProviderIDFormatFails = `-- module/outputs.tf --
resource "aws_autoscaling_group" "g" {}
data "aws_instances" "members" {}
output "provider_id_list" {
  value = sort([for id in data.aws_instances.members.ids : "aws://eu-west-1a/${id}"])
}
`

const outputProviderIDFormatPasses = `-- module/outputs.tf --
resource "aws_autoscaling_group" "g" {}
data "aws_instances" "members" {}
locals {
  prefix = "aws:///eu-west-1a"
}
output "provider_id_list" {
  value = sort([for id in data.aws_instances.members.ids : "${local.prefix}/${id}"])
}
`
