package topology

import (
	"slices"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// Rule is one rule about a change.
type Rule = checks.Rule[*Change]

// Rules lists the rules in the order of the documentation.
func Rules() []Rule {
	return slices.Concat(membershipRules(), versionRules(), explainRules(), gateRules(), pinRules(), adviceRules(), lifeRules())
}

// membershipRules decide whether a Cluster has a topology, and of which class.
func membershipRules() []Rule {
	return []Rule{topologyAdded(), topologyRemoved(), definedTwice(), gateOff(), classMissing(), poolNameInvalid(), concurrencyInvalid()}
}

// versionRules are today's rules about spec.topology.version.
func versionRules() []Rule {
	return []Rule{
		versionSyntax(), versionPrefixDefaulted(), versionNotInClass(),
		comparing(versionDowngrade()), comparing(versionCeiling()), comparing(afterClusterUpgradePending()),
		comparing(controlPlaneNotSettled()), comparing(machineDeploymentNotSettled()), comparing(machinePoolNotSettled()),
		comparing(versionUnplannable()), comparing(unsafeAnnotation()), kubeletSuffix(),
	}
}

// explainRules say what a change does that a reader may not expect.
func explainRules() []Rule {
	return []Rule{comparing(versionOrderUnknown()), comparing(orderChanged()), comparing(deferred()), comparing(deferStalls())}
}

// gateRules decide whether pins can be written at all.
func gateRules() []Rule {
	return []Rule{featureGate(), gateOffWithPins(), fieldNotServed(), pinSyntax(), pinNull()}
}

// pinRules are what admission would refuse about pins.
func pinRules() []Rule {
	return []Rule{
		pinNotInClass(), pinAboveControlPlane(), comparing(pinFirstSet()), comparing(pinBelowRunning()), comparing(pinDowngrade()),
		pinSkew(), comparing(skewPinnedWorker()), comparing(unpinMismatch()), comparing(clusterNotStable()), annotationConflict(),
		maxMinorSkew(), classVersionRemoved(),
	}
}

// adviceRules are about what is accepted and hurts.
func adviceRules() []Rule {
	return []Rule{
		headroom(), kubeadmJoin(), preflightBlocksScale(), comparing(machinePoolNoPreflight()), legacyKubelet(),
		comparing(parallelRollout()), comparing(withTopologyChange()), comparing(firstPinRolls()),
		comparing(noRolloutExpected()), comparing(notHeld()), comparing(hooksIgnored()), comparing(inPlaceMinor()),
	}
}

// lifeRules are about pools that come and go.
func lifeRules() []Rule {
	return []Rule{newPoolBehind(), comparing(stalePoolRemoved()), comparing(poolReplaced())}
}

// comparing makes a rule silent where nothing is persisted. With a base that no
// API server has seen its findings are assumptions, and it says so as well when
// it finds nothing.
func comparing(r Rule) Rule {
	check := r.Check
	r.Check = func(c *Change, out *checks.Sink) {
		if c.creates() {
			return
		}
		if !c.git {
			check(c, out)
			return
		}
		inner := checks.Run([]Rule{{Meta: r.Meta, Check: check}}, c)
		for _, f := range inner.Findings {
			if !f.Assumed {
				f = assume(f, "the cluster has what the base says")
			}
			out.Report(f)
		}
		for _, n := range inner.NotEvaluated {
			out.Skip(n)
		}
		if c.concerns(r.ID) {
			out.Skip(c.lacksBase())
		}
	}
	return r
}

// concerns reports whether a rule that compares has anything to compare in this
// change.
func (c *Change) concerns(id string) bool {
	return c.Kind == Update && (c.pins() || !isPinRule(id))
}
