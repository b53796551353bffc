package nodepool

// exampleCluster is the HostedCluster that the examples of rules share.
const exampleCluster = `apiVersion: hypershift.openshift.io/v1beta1
kind: HostedCluster
metadata: {name: demo, namespace: clusters, resourceVersion: "1"}
spec:
  platform: {type: Azure}
  release: {image: "quay.io/example/release:4.18.5-x86_64"}
---
`

// exampleQuiet and exampleBothTrue are conditions of a settled pool, and of a
// pool in a condition that no operator reports.
const (
	exampleQuiet = `  conditions:
  - {type: UpdatingConfig, status: "False", reason: AsExpected, observedGeneration: 1}
  - {type: UpdatingVersion, status: "False", reason: AsExpected, observedGeneration: 1}
  - {type: ConfigUpdatePending, status: "False", reason: AsExpected, observedGeneration: 1}
`
	exampleBothTrue = `  conditions:
  - {type: UpdatingConfig, status: "True", reason: AsExpected, observedGeneration: 1}
  - {type: UpdatingVersion, status: "False", reason: AsExpected, observedGeneration: 1}
  - {type: ConfigUpdatePending, status: "True", reason: ManagementConfigDrift, observedGeneration: 1}
`
)

// exampleSettled is a pool whose deployed payload has completed, with the given
// conditions below its status, and its MachineDeployment.
func exampleSettled(conditions string) string {
	return `apiVersion: hypershift.openshift.io/v1beta1
kind: NodePool
metadata:
  name: workers
  namespace: clusters
  generation: 1
  resourceVersion: "2"
  annotations:
    hypershift.openshift.io/nodePoolCurrentConfigVersion: c3481e6f
    hypershift.openshift.io/nodePoolCurrentRolloutConfig: 38c2a3cd
spec:
  clusterName: demo
  replicas: 2
  release: {image: "quay.io/example/release:4.18.5-x86_64"}
  management: {upgradeType: Replace}
  platform: {type: Azure}
status:
  version: 4.18.5
` + conditions + `---
apiVersion: cluster.x-k8s.io/v1beta2
kind: MachineDeployment
metadata:
  name: workers
  namespace: clusters-demo
  generation: 1
  annotations:
    hypershift.openshift.io/nodePool: clusters/workers
    hypershift.openshift.io/nodePoolTargetRolloutConfig: 9db67280
spec:
  replicas: 2
  template:
    spec:
      bootstrap: {dataSecretName: user-data-workers-c3481e6f}
      version: 4.18.5
      infrastructureRef: {apiGroup: infrastructure.cluster.x-k8s.io, kind: AzureMachineTemplate, name: workers-5d41402a}
status: {observedGeneration: 1, replicas: 2, availableReplicas: 2, upToDateReplicas: 2}
`
}
