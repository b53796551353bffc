package nodepool

import (
	"strings"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// The examples of the rules vary one settled pool: sampleCluster, samplePool,
// sampleWorkload and sampleSecrets. Each example replaces the lines that matter.
const (
	sampleCluster = `apiVersion: hypershift.openshift.io/v1beta1
kind: HostedCluster
metadata:
  name: demo
  namespace: clusters
spec:
  pullSecret: {name: demo-pull-secret}
  platform: {type: Azure}
---
`
	samplePool = `apiVersion: hypershift.openshift.io/v1beta1
kind: NodePool
metadata:
  name: workers
  namespace: clusters
  generation: 4
  annotations:
    hypershift.openshift.io/nodePoolCurrentConfigVersion: c3481e6f
    hypershift.openshift.io/nodePoolCurrentRolloutConfig: 38c2a3cd
spec:
  clusterName: demo
  platform: {type: Azure}
  release: {image: registry.example.com/ocp-release:4.18.5-x86_64}
status:
  version: 4.18.5
  conditions:
  - {type: UpdatingVersion, status: "False", observedGeneration: 4}
  - {type: UpdatingConfig, status: "False", observedGeneration: 4}
  - {type: ConfigUpdatePending, status: "False", observedGeneration: 4}
---
`
	sampleWorkload = `apiVersion: cluster.x-k8s.io/v1beta2
kind: MachineDeployment
metadata:
  name: workers
  namespace: clusters-demo
  generation: 7
  annotations:
    hypershift.openshift.io/nodePool: clusters/workers
    hypershift.openshift.io/nodePoolTargetRolloutConfig: 9db67280
spec:
  replicas: 2
  template:
    spec:
      version: 4.18.5
      bootstrap: {dataSecretName: user-data-workers-c3481e6f}
      infrastructureRef: {kind: AzureMachineTemplate, name: workers-5d41402a}
status: {observedGeneration: 7, replicas: 2, availableReplicas: 2, upToDateReplicas: 2}
---
`
	sampleSecrets = `apiVersion: v1
kind: SecretList
items:
- metadata:
    name: token-workers-c3481e6f
    namespace: clusters-demo
    creationTimestamp: 2026-09-02T09:00:00Z
    annotations:
      hypershift.openshift.io/nodePool: clusters/workers
      hypershift.openshift.io/last-token-generation-time: 2026-09-20T08:00:00Z
- metadata:
    name: user-data-workers-c3481e6f
    namespace: clusters-demo
    creationTimestamp: 2026-09-02T09:00:00Z
    annotations:
      hypershift.openshift.io/nodePool: clusters/workers
`
	sampleSettled = samplePool + sampleWorkload + sampleSecrets

	// sampleArgs explains the pool at the time of the samples.
	sampleArgs = "explain -f pool.yaml --now 2026-09-20T10:30:00Z"
)

// example makes a runnable example of a manifest and pairs of text to replace
// in it.
func example(args, manifest string, replace ...string) checks.Example {
	return checks.Example{
		Args:  strings.TrimSpace(sampleArgs + " " + args),
		Files: "-- pool.yaml --\n" + strings.NewReplacer(replace...).Replace(manifest),
	}
}

// secretItem is one more entry for the end of sampleSecrets.
func secretItem(name, created string, annotations ...string) string {
	item := "- metadata:\n    name: " + name + "\n    namespace: clusters-demo\n    creationTimestamp: " + created +
		"\n    annotations:\n      hypershift.openshift.io/nodePool: clusters/workers\n"
	for _, a := range annotations {
		item += "      hypershift.openshift.io/" + a + "\n"
	}
	return item
}

// condition is one more entry for the conditions of samplePool.
func condition(typ, status, reason, message string) string {
	return "  - {type: " + typ + ", status: \"" + status + "\", reason: " + reason + ", message: \"" + message + "\", observedGeneration: 4}\n"
}

// machineItem is one entry of a MachineList.
func machineItem(name, reference, rest string) string {
	return "- metadata:\n    name: " + name + "\n    namespace: clusters-demo\n    annotations: {hypershift.openshift.io/nodePool: clusters/workers}\n" + rest +
		"  spec: {bootstrap: {dataSecretName: " + reference + "}}\n"
}

const machineList = "apiVersion: cluster.x-k8s.io/v1beta2\nkind: MachineList\nitems:\n"

// Payloads of the examples: a proxy document with one image, in two versions
// and for two containers, and one user document. Each hash is the one that the
// payload has in the sample cluster.
const (
	haproxyHash1    = "936c803f"
	haproxyPayload1 = "H4sIAAAAAAAC/0zOu27CMBTG8Z2n8MYCJQ0Xqa46lErlIgFDLwmpOhw7J9gktiPbCdDI7141U9dP+n76l1LnlOyAC6nxxehCngYKPeTggZJOg0JK4mgMtXRoW7RjAbU111sYuBo5JR3vT5R0zhsLJ6SkK2SFjpKvrgYvKJmg55OyYWg1enQTBVoW6Lzrx390D9/dQFUjwo32qL37g01jOVIy7KMeGThczEY43V+yZLfYrP2ZxfPomFRNlm5/DnLJMJ4LlnwsNish+Hrb4rp0m1Xlj0leHeSz5upTQ7qPuC6bLBWCpUuXvc3PLI5aWL1euHqY4bu5bqf3eZFGT8MQvkMIg98AAAD//7mvloQuAQAA"
	haproxyHash2    = "909259ba"
	haproxyPayload2 = "H4sIAAAAAAAC/0zOu27yMBjG8Z2r8MYCH/nCQaqrDqVSOUjA0ENCqg6vnTfYJLYj2wlNI9971UxdH+n56V9KnVNyAC6kxiejC3kZKfSQgwdKeg0KKYmjKdTSoW3RTgXU1nx1YeRq5JT0fDhR0jtvLFyQkr6QFTpKPvoavKBkhp7Pyoah1ejRzRRoWaDzbhj/0AP8rwNVTQg32qP27hc2jeVIyXiIumfgcLWY4Px4y5LDarf1VxYvo3NSNVm6/z7JNcN4KVjyttpthODbfYvb0u02lT8neXWSj5qrdw3pMeK6bLJUCJauXfayvLI4amHzfOPqboGvptvP/+dFGj2MQ/gMIYx+AgAA///6ZDADLgEAAA=="
	cpoHash1        = "5046151a"
	cpoPayload1     = "H4sIAAAAAAAC/0zOy26yQBjG8b1XMTs3+ikoJMy3q4mgEZtKBKTpYg6vQp0ZyMx4QMK9N2XV7ZM8v/yvleIYxYSVlYJVrc7VZSTBEk4swahTRAJG7nxKmsqAvoOelqTR9bPtR6YBhlHHhhNGnbG1JhfAqDtXAgxGn11DbInRDCybXW8UtAILZiaJqs5grBnGP/QA/2uJFBPEamVBWfML1zfNAKPxEPWfEgP+cgKL/aPIYn8T2W/qevNTJm5Fvn29V28UXK+k2dHfhNY5ybSlMp0XeWyLMJWnPDV85TyYDJaQPC4kc8rCPfqbFW+LjDdscWgh8QSEa8vCp9jJ/Z0mgebZVjDpCR6mr112EIVcOzT6sCza3iG6+nHCgzx3gnHff/V9P/oJAAD//yMZQexaAQAA"
	cpoHash2        = "167ed858"
	cpoPayload2     = "H4sIAAAAAAAC/0zOTY+iMBzH8buvojcvugoKCd3bmggacbMaAdnMoQ9/pWNbSFsfkPDeJ8Nprr/k98n3JjTHKCWsEhpWtb6I60iBI5w4glGniQKM/PmUNMKCeYCZVqQx9avtR7YBhlHHhhNGnXW1IVfAqLsICRaj/11DXIXRDByb3e4UjAYHdqaIFhewzg7jD3qAf7VEyQlitXagnf2G67thgNF4iPpNiYVwOYHF/lnmabhJ3Cf1g/k5l/ey2L7/ij8U/KCi+SncxM47q6ylKpuXRerKOFPnIrN85T2ZipZwfF5J7lWlfwo3K96WOW/Y4tDCMZAQrx2LX3Kn9g96jAzPt5KpQPI4e+/ygyzV2qPJP8eS7QOSW5gKHhWFF437/qPv+9FXAAAA///kxelHWgEAAA=="
	userHash        = "5ac70737"
	userPayload     = "H4sIAAAAAAAC/8rOzEuxUvBNTM7IzEt1zs9Ly0znyk0tSUxJLEm0UqjOS8xNtVIoLU4t0k2s5QIEAAD//9/vVMItAAAA"
)

// payloadExample is the settled pool with a readable payload under a hash.
func payloadExample(hash, text string) checks.Example {
	return example("", sampleCluster+sampleSettled, "c3481e6f", hash,
		userDataHead+"workers-c3481e6f", "  stringData: {config: "+text+"}\n"+userDataHead+"workers-"+hash)
}

// managementExample is a pool that runs one payload and would get another.
func managementExample(generation, fromHash, from, toHash, to string) checks.Example {
	next := secretItem("token-workers-"+toHash, "2026-09-20T10:20:00Z") + "  stringData: {config: " + to + "}\n"
	return example("--operator-generation "+generation+" --assume hash="+toHash, updatedCluster+sampleSettled+next, "c3481e6f", fromHash,
		userDataHead+"workers-c3481e6f", "  stringData: {config: "+from+"}\n"+userDataHead+"workers-"+fromHash)
}

// updatedCluster is a HostedCluster ahead of its pool.
const updatedCluster = `apiVersion: hypershift.openshift.io/v1beta1
kind: HostedCluster
metadata:
  name: demo
  namespace: clusters
spec:
  pullSecret: {name: demo-pull-secret}
  platform: {type: Azure}
status:
  version:
    history:
    - {state: Completed, version: 4.18.6}
    - {state: Completed, version: 4.18.5}
---
`
