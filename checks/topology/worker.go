package topology

import (
	"fmt"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/version"
)

// Worker is the MachineDeployment or MachinePool that was made of an entry, with
// what runs behind it.
type Worker struct {
	*checks.Object
	running version.Version
	// machines are those of a MachineDeployment.
	machines []*checks.Object
	// kubelets are the Nodes of a MachinePool; unread names those that the input
	// lacks.
	kubelets []*checks.Object
	unread   []string
}

func newWorker(o *checks.Object) *Worker {
	return &Worker{Object: o, running: observed(o.Get("spec", "template", "spec", "version"))}
}

// text is the running version as written; the checks of Cluster API compare it
// as a string with what kubelets report.
func (w *Worker) text() string { return w.running.String() }

// oldest is the lowest version behind the worker: its own, or for a MachinePool
// that of a kubelet that lags behind (pinning facts 3.4-o).
func (w *Worker) oldest() version.Version {
	low := w.running
	for _, n := range w.kubelets {
		if v := observed(n.Get("status", "nodeInfo", "kubeletVersion")); !v.IsZero() && version.Older(v, low, version.Plain) && v.Minor() < low.Minor() {
			low = v
		}
	}
	return low
}

// rolling says which Machine or Node is not at the worker's version yet; empty
// when all are. A Machine counts with its spec and with its kubelet, a Node with
// its kubelet. Source: pinning facts 1.4.
func (w *Worker) rolling() string {
	for _, m := range w.machines {
		if spec := m.Get("spec", "version").Text(); spec != w.text() {
			return fmt.Sprintf("Machine/%s is at %s", m.Name, orNone(spec))
		}
		if kubelet := kubeletVersion(m); kubelet != "" && kubelet != w.text() {
			return fmt.Sprintf("the kubelet of Machine/%s reports %s", m.Name, kubelet)
		}
	}
	for _, n := range w.kubelets {
		if kubelet := kubeletVersion(n); kubelet != w.text() {
			return fmt.Sprintf("the kubelet of Node/%s reports %s", n.Name, orNone(kubelet))
		}
	}
	return ""
}

// suffixed returns a kubelet version that differs from the worker's in more than
// nothing and less than the release numbers, when nothing else is the matter:
// distributions report suffixes of their own.
func (w *Worker) suffixed() string {
	found := ""
	for _, o := range append(append([]*checks.Object{}, w.machines...), w.kubelets...) {
		if o.Kind == machineKind.Kind && o.Get("spec", "version").Text() != w.text() {
			return ""
		}
		kubelet := kubeletVersion(o)
		if kubelet == "" || kubelet == w.text() {
			continue
		}
		v := observed(o.Get("status", "nodeInfo", "kubeletVersion"))
		if v.IsZero() || version.Compare(v, w.running, version.CoreOnly) != version.Equal {
			return ""
		}
		found = kubelet
	}
	return found
}

func kubeletVersion(o *checks.Object) string {
	return o.Get("status", "nodeInfo", "kubeletVersion").Text()
}

func orNone(text string) string {
	if text == "" {
		return "no version"
	}
	return text
}
