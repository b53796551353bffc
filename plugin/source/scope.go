package source

import "github.com/rollout-pin/kubectl-rollout-pin/checks"

// clusterScoped lists kinds that belong to no namespace. A file does not tell
// the scope of a kind and reading files asks no cluster, so the kinds that
// rules look up, and those that commonly lie beside them, are listed: with a
// default namespace a Node would not be found under its name.
var clusterScoped = map[checks.GroupKind]bool{
	{Kind: "ComponentStatus"}:  true,
	{Kind: "Namespace"}:        true,
	{Kind: "Node"}:             true,
	{Kind: "PersistentVolume"}: true,
	{Group: "admissionregistration.k8s.io", Kind: "MutatingAdmissionPolicy"}:          true,
	{Group: "admissionregistration.k8s.io", Kind: "MutatingAdmissionPolicyBinding"}:   true,
	{Group: "admissionregistration.k8s.io", Kind: "MutatingWebhookConfiguration"}:     true,
	{Group: "admissionregistration.k8s.io", Kind: "ValidatingAdmissionPolicy"}:        true,
	{Group: "admissionregistration.k8s.io", Kind: "ValidatingAdmissionPolicyBinding"}: true,
	{Group: "admissionregistration.k8s.io", Kind: "ValidatingWebhookConfiguration"}:   true,
	{Group: "apiextensions.k8s.io", Kind: "CustomResourceDefinition"}:                 true,
	{Group: "apiregistration.k8s.io", Kind: "APIService"}:                             true,
	{Group: "certificates.k8s.io", Kind: "CertificateSigningRequest"}:                 true,
	{Group: "certificates.k8s.io", Kind: "ClusterTrustBundle"}:                        true,
	{Group: "flowcontrol.apiserver.k8s.io", Kind: "FlowSchema"}:                       true,
	{Group: "flowcontrol.apiserver.k8s.io", Kind: "PriorityLevelConfiguration"}:       true,
	{Group: "networking.k8s.io", Kind: "IngressClass"}:                                true,
	{Group: "node.k8s.io", Kind: "RuntimeClass"}:                                      true,
	{Group: "rbac.authorization.k8s.io", Kind: "ClusterRole"}:                         true,
	{Group: "rbac.authorization.k8s.io", Kind: "ClusterRoleBinding"}:                  true,
	{Group: "scheduling.k8s.io", Kind: "PriorityClass"}:                               true,
	{Group: "storage.k8s.io", Kind: "CSIDriver"}:                                      true,
	{Group: "storage.k8s.io", Kind: "CSINode"}:                                        true,
	{Group: "storage.k8s.io", Kind: "StorageClass"}:                                   true,
	{Group: "storage.k8s.io", Kind: "VolumeAttachment"}:                               true,

	{Group: "cert-manager.io", Kind: "ClusterIssuer"}:                                 true,
	{Group: "config.openshift.io", Kind: "ClusterOperator"}:                           true,
	{Group: "config.openshift.io", Kind: "ClusterVersion"}:                            true,
	{Group: "config.openshift.io", Kind: "Infrastructure"}:                            true,
	{Group: "karpenter.k8s.aws", Kind: "EC2NodeClass"}:                                true,
	{Group: "karpenter.sh", Kind: "NodeClaim"}:                                        true,
	{Group: "karpenter.sh", Kind: "NodePool"}:                                         true,
	{Group: "machineconfiguration.openshift.io", Kind: "ContainerRuntimeConfig"}:      true,
	{Group: "machineconfiguration.openshift.io", Kind: "ControllerConfig"}:            true,
	{Group: "machineconfiguration.openshift.io", Kind: "KubeletConfig"}:               true,
	{Group: "machineconfiguration.openshift.io", Kind: "MachineConfig"}:               true,
	{Group: "machineconfiguration.openshift.io", Kind: "MachineConfigPool"}:           true,
	{Group: "project.openshift.io", Kind: "Project"}:                                  true,
	{Group: "runtime.cluster.x-k8s.io", Kind: "ExtensionConfig"}:                      true,
	{Group: "scheduling.hypershift.openshift.io", Kind: "ClusterSizingConfiguration"}: true,
	{Group: "security.openshift.io", Kind: "SecurityContextConstraints"}:              true,
}
