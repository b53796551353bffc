package topology

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// vector is one row of the measured behaviour: a change, what is observed, and
// the answer. Pools are those of sample: "md-0", "md-0@v1.31.4", "md-0+annotation".
type vector struct {
	id       string
	settings *Settings
	old, new sample // old without a version: nothing exists yet
	state    scene
	want     []string // findings, sorted; standing ones are left out
	all      bool     // standing findings are wanted too
	missing  []string
	steps    []string
	held     []string
	offline  bool // the base is a manifest
	open     bool // the plan is conditional
}

func pinsOff() *Settings { return &Settings{Profile: CAEP, Gates: Gates{PinningGate: false}} }
func gateUnknown() *Settings {
	return &Settings{Profile: CAEP}
}

const (
	both = ": md-0, then md-1 | mp-0"
	rest = ": md-1 | mp-0"
)

// three pools as in the vectors: one may be written otherwise.
func three(version, md0 string) sample { return cluster(version, md0, "md-1", "mp-0") }

func plain(version string) sample { return three(version, "md-0") }

func TestVectorsWithoutPins(t *testing.T) {
	long := []string{"v1.31.4", "v1.32.1", "v1.33.2", "v1.34.0", "v1.35.1", "v1.36.3", "v1.37.0", "v1.38.0"}
	runVectors(t, []vector{
		{id: "V01", old: plain("v1.31.4"), new: plain("v1.32.1"), steps: []string{"control plane to v1.32.1", "workers to v1.32.1" + both}},
		{id: "V02", old: plain("v1.32.1"), new: plain("v1.31.4"), want: []string{"e topology/version-downgrade"}},
		{id: "V03", old: plain("v1.31.4"), new: plain("v1.33.0"), want: []string{"e topology/version-ceiling"}},
		{id: "V04", old: plain("v1.31.4"), new: plain("v1.33.0-rc.0"), want: []string{"e topology/version-ceiling"}},
		{
			id: "V05", old: plain("v1.31.4"), new: plain("v1.33.1"), state: scene{class: []string{"v1.31.4", "v1.32.2", "v1.33.1"}},
			steps: []string{"control plane to v1.32.2", "control plane to v1.33.1", "workers to v1.33.1" + both},
		},
		{
			id: "V06", old: plain("v1.30.0"), new: plain("v1.34.1"), state: scene{class: []string{"v1.30.0", "v1.31.1", "v1.32.0", "v1.33.1", "v1.34.1"}},
			steps: []string{
				"control plane to v1.31.1", "control plane to v1.32.0", "control plane to v1.33.1", "workers to v1.33.1" + both,
				"control plane to v1.34.1", "workers to v1.34.1" + both,
			},
		},
		{
			id: "V07", old: plain("v1.31.0"), new: plain("v1.33.1"),
			state: scene{class: []string{"v1.31.0", "v1.31.1", "v1.32.0", "v1.32.2", "v1.32.3", "v1.33.0", "v1.33.1"}},
			steps: []string{"control plane to v1.32.3", "control plane to v1.33.1", "workers to v1.33.1" + both},
		},
		{id: "V08", old: plain("v1.31.3"), new: plain("v1.32.2"), state: scene{class: []string{"v1.31.3", "v1.32.1", "v1.33.0"}}, want: []string{"e topology/version-not-in-class"}},
		{id: "V09", old: plain("v1.32.0"), new: plain("v1.32.1"), state: scene{spec: "v1.31.4"}, want: []string{"e topology/control-plane-not-settled"}},
		{id: "V10", old: plain("v1.32.0"), new: plain("v1.32.1"), state: scene{status: "v1.31.4"}, want: []string{"e topology/control-plane-not-settled"}},
		{id: "V11", old: plain("v1.32.0"), new: plain("v1.32.1"), state: scene{status: "none"}, want: []string{"e topology/control-plane-not-settled"}},
		{
			id: "V12", old: plain("v1.32.1"), new: plain("v1.32.3"), state: scene{runs: map[string]string{"md-0": "v1.31.4"}},
			want: []string{"e topology/machine-deployment-not-settled MachineDeployment/md-0"},
		},
		{
			id: "V13", old: plain("v1.32.1"), new: plain("v1.32.3"), state: scene{nodes: map[string]string{"mp-0": "v1.31.4"}},
			want: []string{"e topology/machine-pool-not-settled MachinePool/mp-0"},
		},
		{
			id: "V14", old: plain("v1.32.1"), new: plain("v1.32.3"), state: scene{without: []string{"nodes"}}, missing: []string{"machine-pool-kubelets"},
			steps: []string{"control plane to v1.32.3", "workers to v1.32.3" + both}, open: true,
		},
		{
			id: "V15", old: plain("v1.32.0"), new: plain("v1.32.1").annotated(skipVersionAnnotation + `: ""`), state: scene{status: "v1.31.4"},
			want:  []string{"w topology/unsafe-annotation-present"},
			steps: []string{"control plane to v1.32.0", "control plane to v1.32.1", "workers to v1.32.1" + both},
		},
		{id: "V16", old: plain("v1.32.3"), new: plain("v1.33.0"), state: scene{hook: true}, want: []string{"e topology/after-cluster-upgrade-pending"}},
		{
			id: "V18", old: plain("v1.31.4"), new: three("v1.32.1", "md-0+"+deferAnnotation), want: []string{"i topology/deferred MachineDeployment/md-0"},
			steps: []string{"control plane to v1.32.1", "workers to v1.32.1" + rest}, held: []string{"MachineDeployment/md-0"},
		},
		{
			id: "V19", old: plain("v1.31.4"), new: three("v1.32.1", "md-0+"+holdAnnotation),
			want:  []string{"i topology/deferred MachineDeployment/md-0", "i topology/deferred MachineDeployment/md-1"},
			steps: []string{"control plane to v1.32.1", "workers to v1.32.1: mp-0"}, held: []string{"MachineDeployment/md-0", "MachineDeployment/md-1"},
		},
		{
			id: "V20", old: three("v1.32.1", "md-0+"+deferAnnotation), new: three("v1.33.0", "md-0+"+deferAnnotation), state: scene{runs: map[string]string{"md-0": "v1.31.4"}},
			want: []string{"e topology/machine-deployment-not-settled MachineDeployment/md-0", "i topology/deferred MachineDeployment/md-0"}, held: []string{"MachineDeployment/md-0"},
		},
		{
			id: "V21", old: cluster("v1.31.4", "a", "b", "c", "mp-0"), new: cluster("v1.32.1", "a", "b", "c", "mp-0").annotated(concurrencyAnnotation + `: "2"`),
			steps: []string{"control plane to v1.32.1", "workers to v1.32.1: a + b, then c | mp-0"},
		},
		{id: "V22 zero", old: plain("v1.31.4"), new: plain("v1.31.4").annotated(concurrencyAnnotation + `: "0"`), want: []string{"e topology/upgrade-concurrency-invalid"}},
		{id: "V22 word", old: plain("v1.31.4"), new: plain("v1.31.4").annotated(concurrencyAnnotation + `: abc`), want: []string{"e topology/upgrade-concurrency-invalid"}},
		{
			id: "V23 no v", old: plain("v1.31.4"), new: plain("1.32.0"), want: []string{"w topology/version-prefix-defaulted"},
			steps: []string{"control plane to v1.32.0", "workers to v1.32.0" + both},
		},
		{id: "V23 no patch", old: plain("v1.31.4"), new: plain("v1.32"), want: []string{"e topology/version-syntax"}},
		{id: "V23 word", old: plain("v1.31.4"), new: plain("invalid"), want: []string{"e topology/version-syntax", "w topology/version-prefix-defaulted"}},
		{
			id: "V25", old: plain("v1.31.4+rke2r1"), new: plain("v1.31.4+rke2r2"), want: []string{"i topology/version-order-unknown"},
			steps: []string{"control plane to v1.31.4+rke2r2", "workers to v1.31.4+rke2r2" + both},
		},
		{id: "V26", old: plain("v1.31.4-rc.2"), new: plain("v1.31.4-rc.1"), want: []string{"e topology/version-unplannable"}},
		{id: "V26 to candidate", old: plain("v1.31.4"), new: plain("v1.31.4-rc.1"), want: []string{"e topology/version-unplannable"}},
		{id: "V26 build", old: plain("v1.31.4+vmware.2"), new: plain("v1.31.4+vmware.1"), want: []string{"e topology/version-unplannable"}},
		{
			id: "V26b", old: plain("v1.31.4+rke2r1"), new: plain("v1.31.4+rke2r2"), state: scene{class: []string{"v1.31.4+rke2r1", "v1.31.4+rke2r2"}},
			want: []string{"e topology/version-unplannable", "i topology/version-order-unknown"},
		},
		{
			id: "V26c", old: plain("v1.31.4"), new: plain("v1.38.0"), state: scene{class: long},
			steps: []string{
				"control plane to v1.32.1", "control plane to v1.33.2", "control plane to v1.34.0", "workers to v1.34.0" + both,
				"control plane to v1.35.1", "control plane to v1.36.3", "control plane to v1.37.0", "workers to v1.37.0" + both,
				"control plane to v1.38.0", "workers to v1.38.0" + both,
			},
		},
		{id: "V28", old: cluster("v1.31.4", "md-0", "md-1"), new: cluster("v1.31.4", "md-1", "md-0"), want: []string{"i topology/order-changed"}},
	})
}

func TestVectorsWithPins(t *testing.T) {
	md0 := "MachineDeployment/md-0"
	run := func(v string) map[string]string { return map[string]string{"md-0": v} }
	runVectors(t, []vector{
		{id: "V29", old: plain("v1.32.0"), new: three("v1.32.0", "md-0@v1.32.0"), want: []string{"i pin/no-rollout-expected " + md0}},
		{id: "V30", old: plain("v1.32.0"), new: three("v1.32.0", "md-0@v1.31.0"), want: []string{"e pin/below-running " + md0, "e pin/first-set-mismatch " + md0}},
		{id: "V31", old: plain("v1.32.0"), new: three("v1.32.0", "md-0@v1.33.0"), want: []string{"e pin/above-control-plane " + md0, "e pin/first-set-mismatch " + md0}},
		{
			id: "V32", old: three("v1.31.4", "md-0@v1.31.4"), new: three("v1.32.1", "md-0@v1.31.4"), all: true,
			want:  []string{"i pin/defers-hooks-ignored", "w pin/kubeadm-join " + md0, "w pin/preflight-blocks-scale " + md0},
			steps: []string{"control plane to v1.32.1", "workers to v1.32.1" + rest}, held: []string{md0},
		},
		{id: "V34", old: three("v1.32.1", "md-0@v1.31.4"), new: three("v1.32.1", "md-0@v1.32.1"), steps: []string{"workers to v1.32.1: md-0"}},
		{id: "V35", old: three("v1.32.0", "md-0@v1.32.0"), new: three("v1.32.0", "md-0@v1.33.0"), want: []string{"e pin/above-control-plane " + md0}},
		{id: "V38", old: three("v1.33.0", "md-0@v1.33.0"), new: three("v1.34.0", "md-0@v1.34.0"), want: []string{"e pin/above-control-plane " + md0, "w pin/with-topology-change " + md0}},
		{id: "V39", old: three("v1.32.0", "md-0@v1.32.0"), new: three("v1.32.0", "md-0@v1.31.0"), want: []string{"e pin/below-running " + md0, "e pin/downgrade " + md0}},
		{id: "V41", old: three("v1.32.0", "md-0@v1.32.0"), new: three("v1.32.0", "md-0@v1.28.0"), want: []string{"e pin/below-running " + md0, "e pin/downgrade " + md0, "e pin/skew " + md0}},
		{
			id: "V42", old: three("v1.33.0", "md-0@v1.31.0"), new: three("v1.34.0", "md-0@v1.31.0"), want: []string{"w pin/headroom " + md0},
			steps: []string{"control plane to v1.34.0", "workers to v1.34.0" + rest}, held: []string{md0},
		},
		{id: "V43", old: three("v1.34.0", "md-0@v1.31.0"), new: three("v1.35.0", "md-0@v1.31.0"), want: []string{"e topology/skew-pinned-worker " + md0}, held: []string{md0}},
		{id: "V45", old: three("v1.32.0", "md-0@v1.31.0"), new: plain("v1.32.0"), want: []string{"e pin/unpin-mismatch " + md0}},
		{id: "V46", old: three("v1.32.0", "md-0@v1.32.0"), new: plain("v1.32.0"), want: []string{"i pin/no-rollout-expected " + md0}},
		{
			id: "V47", old: three("v1.32.0", "md-0@v1.32.0"), new: plain("v1.32.0"), state: scene{runs: run("v1.31.0")},
			want: []string{"e pin/cluster-not-stable " + md0, "e pin/unpin-mismatch " + md0},
		},
		{
			id: "V48", old: three("v1.32.0", "md-0@v1.31.4"), new: three("v1.32.0", "md-0@v1.32.0"), state: scene{status: "v1.31.4"},
			want: []string{"e pin/above-control-plane " + md0, "e pin/cluster-not-stable " + md0},
		},
		{id: "V49 defer", old: three("v1.34.0", "md-0@v1.34.0"), new: three("v1.34.0", "md-0@v1.34.0+"+deferAnnotation), want: []string{"e pin/annotation-conflict " + md0}},
		{id: "V49 hold", old: three("v1.34.0", "md-0@v1.34.0"), new: three("v1.34.0", "md-0@v1.34.0+"+holdAnnotation), want: []string{"e pin/annotation-conflict " + md0}},
		{id: "V50 no v", old: plain("v1.34.0"), new: three("v1.34.0", "md-0@1.33.0"), want: []string{"e pin/syntax " + md0}},
		{id: "V50 word", old: plain("v1.34.0"), new: three("v1.34.0", "md-0@vfoo"), want: []string{"e pin/syntax " + md0}},
		{id: "V50 no patch", old: plain("v1.34.0"), new: three("v1.34.0", "md-0@v1.34"), want: []string{"e pin/syntax " + md0}},
		{id: "V51", old: three("v1.34.0", "md-0@v1.34.0"), new: three("v1.34.0", "md-0@v1.34.9"), want: []string{"e pin/above-control-plane " + md0}},
		{id: "V53", settings: pinsOff(), old: plain("v1.32.0"), new: three("v1.32.0", "md-0@v1.32.0"), want: []string{"e pin/feature-gate " + md0}},
		{id: "V55", old: three("v1.32.1", "md-0@v1.31.4"), new: three("v1.32.1", "md-0@v1.31.9"), state: scene{class: []string{"v1.31.4", "v1.32.1"}}, want: []string{"e pin/not-in-class-versions " + md0}},
		{id: "V56", new: three("v1.35.0", "md-0@v1.31.0"), want: []string{"e pin/skew " + md0, "w pin/new-pool-behind " + md0}},
		{
			id: "V57", new: three("v1.34.0", "md-0@v1.31.0"), want: []string{"w pin/headroom " + md0, "w pin/new-pool-behind " + md0},
			steps: []string{"create control plane to v1.34.0", "create workers to v1.31.0: md-0", "at the same time create workers to v1.34.0: md-1 | mp-0"},
		},
		{id: "V59", old: three("v1.32.3", "md-0@v1.32.1"), new: three("v1.32.3", "md-0@v1.32.3"), state: scene{nodes: run("v1.31.4")}, want: []string{"e pin/cluster-not-stable " + md0}},
		{
			id: "V61", old: plain("v1.34.0"), new: cluster("v1.34.0", "md-0", "md-1", "md-9@v1.32.1", "mp-0"), want: []string{"i pin/headroom MachineDeployment/md-9", "w pin/new-pool-behind MachineDeployment/md-9"},
			steps: []string{"create workers to v1.32.1: md-9"},
		},
		{id: "V62", old: three("v1.32.1", "md-0@v1.31.4"), new: cluster("v1.32.1", "md-1", "mp-0"), want: []string{"i pin/stale-pool-removed " + md0}, steps: []string{"delete workers: md-0"}},
		{
			id: "V63", old: cluster("v1.32.1", "md-0@v1.31.4", "md-1", "mp-0@v1.31.4"), new: cluster("v1.32.1", "md-0@v1.32.1", "md-1", "mp-0@v1.32.1"),
			want: []string{"w pin/machine-pool-no-preflight MachinePool/mp-0", "w pin/parallel-rollout"}, steps: []string{"workers to v1.32.1: md-0 | mp-0"},
		},
		{
			id: "V64", settings: gateUnknown(), offline: true, old: plain("v1.32.0"), new: three("v1.32.0", "md-0@v1.32.0"), want: []string{"i pin/no-rollout-expected " + md0},
			missing: []string{"feature-gate-state", "class-kubernetes-versions", "cluster-stability", "control-plane-version", "crd-serves-pin", "persisted-is-live", "running-worker-version"},
		},
		{
			id: "V66", old: cluster("v1.31.4", "md-0@v1.31.4", "md-1@v1.31.4", "mp-0@v1.31.4"), new: cluster("v1.34.1", "md-0@v1.31.4", "md-1@v1.31.4", "mp-0@v1.31.4"),
			state: scene{class: []string{"v1.31.4", "v1.32.2", "v1.33.1", "v1.34.1"}},
			want:  []string{"w pin/headroom " + md0, "w pin/headroom MachineDeployment/md-1", "w pin/headroom MachinePool/mp-0"},
			steps: []string{"control plane to v1.32.2", "control plane to v1.33.1", "control plane to v1.34.1"}, held: []string{md0, "MachineDeployment/md-1", "MachinePool/mp-0"},
		},
		{
			id: "V67", old: three("v1.31.4", "md-0@v1.31.4"), new: three("v1.35.0", "md-0@v1.31.4"), state: scene{class: []string{"v1.31.4", "v1.32.2", "v1.33.1", "v1.34.1", "v1.35.0"}},
			want: []string{"e topology/skew-pinned-worker " + md0}, held: []string{md0},
		},
		{
			id: "V68", old: three("v1.26.9", "md-0@v1.24.9"), new: three("v1.27.6", "md-0@v1.24.9"), want: []string{"w pin/headroom " + md0, "w pin/legacy-kubelet-skew " + md0},
			steps: []string{"control plane to v1.27.6", "workers to v1.27.6" + rest}, held: []string{md0},
		},
		{
			id: "V69", old: three("v1.32.1", "md-0@v1.31.4"), new: three("v1.32.1", "md-0@v1.32.1"), state: scene{without: []string{"controlplane"}},
			missing: []string{"cluster-stability", "control-plane-version"}, steps: []string{"workers to v1.32.1: md-0"}, open: true,
		},
		{
			id: "V70", old: cluster("v1.32.1", "md-0+"+holdAnnotation, "md-1@v1.31.4", "mp-0"), new: cluster("v1.32.1", "md-0+"+holdAnnotation, "md-1@v1.32.1", "mp-0"),
			want: []string{"i pin/not-held MachineDeployment/md-1"}, steps: []string{"workers to v1.32.1: md-1"},
		},
		{id: "V71", old: plain("v1.32.1"), new: three("v1.32.1", `md-0@""`), want: []string{"e pin/syntax " + md0}},
		{
			id: "V73", old: three("v1.32.1", "md-0@v1.31.4"), new: three("v1.32.1", "md-0@v1.31.4").ofClass("class-b"), state: scene{class: []string{"v1.32.1", "v1.33.0"}, without: nil},
			want: []string{"e pin/not-in-class-versions " + md0},
		},
	})
}

func runVectors(t *testing.T, vectors []vector) {
	t.Helper()
	for _, v := range vectors {
		t.Run(v.id, func(t *testing.T) {
			settings := gateOn()
			if v.settings != nil {
				settings = *v.settings
			}
			_, got := evaluate(t, settings, v.desired(), v.base()...)
			assert.Equal(t, v.want, emptyAsNil(found(got, v.all)), "findings")
			assert.Equal(t, v.steps, emptyAsNil(steps(got.Steps())), "steps")
			if v.new.version != "" && v.old.version != "" {
				assert.Equal(t, v.missing, emptyAsNil(missing(got)), "not evaluated")
				assert.Equal(t, v.held, emptyAsNil(got.Held), "held")
				assert.Equal(t, v.open, got.Conditional && !got.Refused, "conditional")
			}
		})
	}
}

func (v vector) desired() []string {
	docs := []string{v.new.manifest()}
	if v.new.class != sampleClass {
		docs = append(docs, classYAML(v.new.class, v.state.class...))
	}
	return docs
}

func (v vector) base() []string {
	switch {
	case v.old.version == "":
		return nil
	case v.offline:
		return []string{v.old.manifest()}
	}
	return v.state.documents(v.old)
}

func emptyAsNil(list []string) []string {
	if len(list) == 0 {
		return nil
	}
	return list
}

// A slip of the pen can put millions of minors between two versions: whoever walks
// through them one by one never comes back.
func TestFarVersionsAreAnsweredAtOnce(t *testing.T) {
	far := "v1.2147483647.0"
	for _, known := range []scene{{}, {without: []string{"class"}}, {without: []string{"class", "controlplane", "workers"}}} {
		_, up := evaluate(t, gateOn(), []string{three(far, "md-0@v1.31.4").manifest()}, known.documents(three("v1.31.4", "md-0@v1.31.4"))...)
		assert.Contains(t, found(up, true), "e topology/skew-pinned-worker MachineDeployment/md-0")
		_, pin := evaluate(t, gateOn(), []string{three("v1.31.4", "md-0@"+far).manifest()}, known.documents(three("v1.31.4", "md-0@v1.31.4"))...)
		assert.Contains(t, found(pin, true), "e pin/above-control-plane MachineDeployment/md-0")
		_, down := evaluate(t, gateOn(), []string{plain("v1.31.4").manifest()}, known.documents(plain(far))...)
		assert.Contains(t, found(down, true), "e topology/version-downgrade")
	}
}
