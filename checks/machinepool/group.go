package machinepool

import (
	"slices"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/contract"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/module"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/shape"
)

// groupTypes are resource types of native scaling groups.
var groupTypes = []string{
	"aws_autoscaling_group", "aws_eks_node_group", "google_compute_instance_group_manager", "google_compute_region_instance_group_manager",
	"azurerm_linux_virtual_machine_scale_set", "azurerm_windows_virtual_machine_scale_set", "azurerm_orchestrated_virtual_machine_scale_set",
	"azurerm_kubernetes_cluster_node_pool", "oci_core_instance_pool", "openstack_containerinfra_nodegroup_v1", "exoscale_instance_pool",
	"ibm_is_instance_group", "alicloud_ess_scaling_group", "tencentcloud_as_scaling_group", "huaweicloud_as_group",
	"yandex_compute_instance_group",
}

// machineTypes are resource types of single machines.
var machineTypes = []string{
	"aws_instance", "google_compute_instance", "azurerm_linux_virtual_machine", "azurerm_windows_virtual_machine",
	"openstack_compute_instance_v2", "vsphere_virtual_machine", "libvirt_domain", "oci_core_instance",
}

// desiredAttributes name the desired count of groups.
var desiredAttributes = []string{
	"desired_capacity", "target_size", "instances", "size", "actual_size", "desired_size", "node_count", "instance_count",
	"desire_instance_number",
}

func desiredAttribute(name string) bool { return slices.Contains(desiredAttributes, name) }

// pools lists what can hold the members of the pool: native groups of a known
// type, and single machines whose number follows var.replicas.
func (in *Input) pools() []*module.Resource {
	var out []*module.Resource
	in.Module.Walk(func(m *module.Module) {
		for _, r := range m.Resources {
			if slices.Contains(groupTypes, r.Type) || slices.Contains(machineTypes, r.Type) && m == in.Module && in.counted(r) {
				out = append(out, r)
			}
		}
	})
	return out
}

// counted reports whether the number of a resource depends on var.replicas.
func (in *Input) counted(r *module.Resource) bool {
	for _, expr := range []shape.Node{shape.Of(shape.Root(in.Module), r.Count), shape.Of(shape.Root(in.Module), r.ForEach)} {
		if expr.Expr != nil && slices.Contains(shape.SourcesOf(expr).Inputs, contract.Replicas) {
			return true
		}
	}
	return false
}
