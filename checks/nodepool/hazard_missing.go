package nodepool

import "github.com/rollout-pin/kubectl-rollout-pin/checks"

// Evidence that rules may lack. Every rule says the same about the same
// evidence, so that a report lists each once with all its rules.

func (p *Pool) lackSecrets() checks.NotEvaluated {
	return checks.NotEvaluated{
		ID: "secrets", Object: p.Object.Ref(),
		Because: "the input does not prove which token and user-data secrets exist in namespace " + p.ControlPlaneNamespace,
		How:     "add the list: kubectl get secrets -n " + p.ControlPlaneNamespace + " -o yaml (names, annotations and key names are enough)",
	}
}

func (p *Pool) lackPayloads() checks.NotEvaluated {
	return checks.NotEvaluated{
		ID: "payloads", Object: p.Object.Ref(),
		Because: "no readable payload: the values of the pool's token and user-data secrets, or what they are compared with, are not in the input",
		How:     "give the secrets with their data, or run against the cluster with --payloads and the right to read them",
	}
}

func (p *Pool) lackWorkload() checks.NotEvaluated {
	return checks.NotEvaluated{
		ID: "workload", Object: p.Object.Ref(),
		Because: p.WorkloadName() + " is not in the input, or does not report its progress",
		How:     "add it: kubectl get machinedeployments,machinesets -n " + p.ControlPlaneNamespace + " -o yaml",
	}
}

func (p *Pool) lackMachines() checks.NotEvaluated {
	return checks.NotEvaluated{
		ID: "machines", Object: p.Object.Ref(),
		Because: "the input does not prove which machines the pool has",
		How:     "add the list: kubectl get machines.cluster.x-k8s.io -n " + p.ControlPlaneNamespace + " -o yaml",
	}
}

func (p *Pool) lackConditions() checks.NotEvaluated {
	return checks.NotEvaluated{
		ID: "conditions", Object: p.Object.Ref(),
		Because: "the pool's conditions are absent or were not written for its present generation",
		How:     "give the NodePool with its status, read after the operator's last pass",
	}
}

func (p *Pool) lackHash() checks.NotEvaluated {
	return checks.NotEvaluated{
		ID: "current-hash", Object: p.Object.Ref(),
		Because: "which payload the operator maintains is not certain",
		How:     "give the current hash with --assume hash=..., or the list of secrets",
	}
}

func (p *Pool) lackVersion() checks.NotEvaluated {
	return checks.NotEvaluated{
		ID: "release-version", Object: p.Object.Ref(),
		Because: "the release image " + p.ReleaseImage() + " does not tell its version",
		How:     "give it with --assume version=...",
	}
}

func (p *Pool) lackCluster() checks.NotEvaluated {
	return checks.NotEvaluated{
		ID: "hosted-cluster", Object: p.Object.Ref(),
		Because: "HostedCluster " + p.Namespace + "/" + p.ClusterName + " is not in the input",
		How:     "add it: kubectl get hostedcluster -n " + p.Namespace + " " + p.ClusterName + " -o yaml",
	}
}
