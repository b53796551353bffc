package nodepools

import (
	"fmt"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/nodepool"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/version"
)

// effect is what one change does to the nodes of a pool.
type effect struct {
	rolls nodepool.Answer
	// template is true when only the machine template changes: in-place pools
	// use it for nodes made later.
	template bool
	reason   string
}

// The ways in which nodes get something new.
const (
	replace      = "Replace"
	onDelete     = "OnDelete"
	inPlace      = "InPlace"
	newNodesOnly = "TemplateNewNodesOnly"
	none         = "none"
)

// change sums the effects up: one that rolls decides, then one that is unknown.
func (p *pool) change() Change {
	out := Change{Namespace: p.object.Namespace, Name: p.object.Name, Change: p.kindOfChange(), Rolls: nodepool.No, How: none, Reasons: []string{}}
	template := true
	for _, e := range p.effects() {
		out.Reasons = append(out.Reasons, e.reason)
		if e.rolls != nodepool.No {
			template = template && e.template
		}
		if e.rolls == nodepool.Yes || (e.rolls == nodepool.Unknown && out.Rolls == nodepool.No) {
			out.Rolls = e.rolls
		}
	}
	if out.Rolls != nodepool.No {
		out.How = p.how(template)
		if p.paused() {
			out.Reasons = append(out.Reasons, "the pool is paused: nothing happens before the pause ends")
		}
	}
	return out
}

func (p *pool) kindOfChange() string {
	switch {
	case p.old == nil:
		return "create"
	case same(p.old.Get("spec"), p.object.Get("spec")) && same(haproxy(p.old), haproxy(p.object)):
		return "unchanged"
	}
	return "update"
}

func (p *pool) how(template bool) string {
	management := p.object.Get("spec", "management")
	switch {
	case management.Get("upgradeType").Text() == inPlace && template:
		return newNodesOnly
	case management.Get("upgradeType").Text() == inPlace:
		return inPlace
	case management.Get("replace", "strategy").Text() == onDelete:
		return onDelete
	}
	return replace
}

func (p *pool) paused() bool {
	now := nodepool.Pool{Object: p.object}
	return now.Paused()
}

// effects lists what changes, the pool's own fields first.
func (p *pool) effects() []effect {
	switch {
	case p.old == nil && p.oldKnown:
		return []effect{{rolls: nodepool.No, reason: "the pool is new: its nodes are made, none is replaced"}}
	case p.old == nil:
		return []effect{{rolls: nodepool.Unknown, reason: "whether the pool exists is not known: the base holds none of its HostedCluster"}}
	case len(p.refused()) > 0:
		return []effect{{rolls: nodepool.No, reason: "the API refuses the change: " + p.refusedText()}}
	}
	var out []effect
	for _, find := range []func() []effect{p.releaseEffects, p.configEffects, p.streamEffects, p.platformEffects, p.otherEffects, p.managementEffects} {
		out = append(out, find()...)
	}
	return append(out, p.clusterEffects()...)
}

// releaseEffects: nodes follow the version, not the text of the image.
func (p *pool) releaseEffects() []effect {
	before, now := p.old.Get("spec", "release", "image"), p.object.Get("spec", "release", "image")
	switch {
	case same(before, now):
		return nil
	case p.before.Known && p.version.Known && p.before.Value == p.version.Value:
		return []effect{{rolls: nodepool.No, reason: "spec.release.image changes, its version stays " + p.version.Value}}
	case p.before.Known && p.version.Known:
		return []effect{{rolls: nodepool.Yes, reason: fmt.Sprintf("spec.release.image: version %s becomes %s", p.before.Value, p.version.Value)}}
	}
	return []effect{{rolls: nodepool.Unknown, reason: "spec.release.image changes, and whether that is another version is not known"}}
}

// rhelStreams are the defaults of spec.osImageStream below and from release 5.0.
const (
	olderStream = "rhel-9"
	newerStream = "rhel-10"
)

// streamEffects: a stream counts only where it differs from the release's own.
func (p *pool) streamEffects() []effect {
	before, now := p.old.Get("spec", "osImageStream"), p.object.Get("spec", "osImageStream")
	if same(before, now) {
		return nil
	}
	out := effect{rolls: nodepool.Yes, reason: differs("spec.osImageStream.name", before.Get("name"), now.Get("name"))}
	switch def := p.defaultStream(); {
	case def == "" && (before.Get("name").Text() == "" || now.Get("name").Text() == ""):
		out.rolls = nodepool.Unknown
		out.reason += ", and whether that is the default of the release is not known"
	case def != "" && stream(before, def) == stream(now, def):
		out.rolls = nodepool.No
		out.reason += ", which is the default of the release"
	}
	return []effect{out}
}

func stream(v checks.Value, def string) string {
	if name := v.Get("name").Text(); name != "" {
		return name
	}
	return def
}

func (p *pool) defaultStream() string {
	v := observed(p.version.Value)
	switch {
	case v.IsZero():
		return ""
	case v.Major() < 5:
		return olderStream
	}
	return newerStream
}

// platformEffects: everything but tags of AWS resources is in the template.
func (p *pool) platformEffects() []effect {
	before, now := p.old.Get("spec", "platform"), p.object.Get("spec", "platform")
	var out []effect
	for _, name := range keys(before, now) {
		a, b := before.Get(name), now.Get(name)
		switch {
		case name == "type" || same(a, b):
		case name == "aws" && sameBut(a, b, "resourceTags"):
			out = append(out, effect{rolls: nodepool.No, reason: "spec.platform.aws.resourceTags: tags do not reach the template"})
		default:
			out = append(out, effect{rolls: nodepool.Yes, template: true, reason: "spec.platform." + name + " changes, so the machine template does"})
		}
	}
	return out
}

// silent are the fields that never roll nodes; the others have a function of
// their own.
var silent = []string{"replicas", "nodeCount", "autoScaling", "nodeLabels", "taints", "nodeDrainTimeout", "nodeVolumeDetachTimeout", "management", "pausedUntil"}

var judged = []string{"release", "config", "tuningConfig", "osImageStream", "platform", "clusterName", "arch"}

// otherEffects are fields without effect, and fields that nothing is known of.
func (p *pool) otherEffects() []effect {
	before, now := p.old.Get("spec"), p.object.Get("spec")
	var out []effect
	for _, name := range keys(before, now) {
		switch {
		case contains(judged, name) || same(before.Get(name), now.Get(name)):
		case contains(silent, name):
			out = append(out, effect{rolls: nodepool.No, reason: "spec." + name + " changes, which rolls nothing"})
		default:
			out = append(out, effect{rolls: nodepool.Unknown, reason: "spec." + name + " changes, and what that does is not known"})
		}
	}
	return out
}

const haproxyAnnotation = "hypershift.openshift.io/haproxy-image"

func haproxy(o *checks.Object) checks.Value {
	return o.Get("metadata", "annotations", haproxyAnnotation)
}

// managementEffects are images of the operator's side, which roll nodes under
// generation A only.
func (p *pool) managementEffects() []effect {
	var what []string
	if !same(haproxy(p.old), haproxy(p.object)) {
		what = append(what, "annotation "+haproxyAnnotation+" changes")
	}
	if p.cluster.upgrades() && p.cluster.object.Get("spec", "configuration", "proxy", "httpsProxy").Text() != "" {
		what = append(what, "the release of HostedCluster "+p.cluster.object.Name+" changes, whose control plane operator image is in the payload behind an HTTPS proxy")
	}
	var out []effect
	for _, w := range what {
		out = append(out, p.managementEffect(w))
	}
	return out
}

func (p *pool) managementEffect(what string) effect {
	op := p.operator()
	switch {
	case op.Value == nodepool.GenerationA:
		return effect{rolls: nodepool.Yes, reason: what + ": operator generation A rolls on it"}
	case op.DualHash():
		return effect{rolls: nodepool.No, reason: fmt.Sprintf("%s: operator generation %s does not roll on it", what, op.Value)}
	}
	return effect{rolls: nodepool.Unknown, reason: what + ": an operator of generation A would roll on it, and which one runs is not known"}
}

// clusterEffects are those of the HostedCluster. What proxy and image
// configuration do is the same in every operator generation.
func (p *pool) clusterEffects() []effect {
	out := append([]effect(nil), p.cluster.effects...)
	first := observed("4.23.0")
	for _, e := range p.cluster.from423 {
		v := observed(p.version.Value)
		switch {
		case v.IsZero():
			e.rolls = nodepool.Unknown
			e.reason += ", which counts from release 4.23 on, and the pool's release is not known"
		case version.Older(v, first, version.CoreOnly):
			e.rolls = nodepool.No
			e.reason += ", which does not count before release 4.23"
		}
		out = append(out, e)
	}
	return out
}
