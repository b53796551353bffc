package nodepool

import (
	"strings"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

var controllerAnnotationInGit = checks.Rule[*Pool]{
	Meta: checks.Meta{
		ID: "nodepool/controller-annotation-in-git", Severity: checks.Warning,
		Title:  "A rendered manifest carries an annotation that the operator owns",
		Why:    "These annotations are the operator's memory of what it rolled out. Applying a manifest that holds them puts an old memory back: the operator then retires secrets in use or forgets a change.",
		Fix:    "Remove the annotation from the manifest.",
		Source: "NodePool Rollout State Machine, Annotations",
		Fails:  example("", renderedPool, "  namespace: clusters\n", "  namespace: clusters\n  annotations:\n    hypershift.openshift.io/nodePoolCurrentConfigVersion: c3481e6f\n"),
		Passes: example("", renderedPool),
	},
	Check: func(p *Pool, out *checks.Sink) {
		reportOwned(p, out, p.Object, "", AnnotationCompleted, AnnotationCompletedConfig, AnnotationBaseline, AnnotationInProgress, AnnotationTemplate)
		if p.Workload != nil {
			reportOwned(p, out, p.Workload.Object, p.WorkloadName(),
				AnnotationTarget, AnnotationInPlaceTarget, AnnotationCompleted, AnnotationInPlaceProgress, AnnotationInPlaceFailed)
		}
	},
}

const renderedPool = `apiVersion: hypershift.openshift.io/v1beta1
kind: NodePool
metadata:
  name: workers
  namespace: clusters
spec:
  clusterName: demo
  platform: {type: Azure}
  release: {image: registry.example.com/ocp-release:4.18.5-x86_64}
`

func reportOwned(p *Pool, out *checks.Sink, o *checks.Object, subject string, keys ...string) {
	if !o.Rendered() {
		return
	}
	var found []string
	var list []checks.Related
	first := checks.Value{}
	for _, key := range keys {
		v := o.Get("metadata", "annotations", key)
		if !v.Present() {
			continue
		}
		if len(found) == 0 {
			first = v
		}
		found = append(found, key)
		list = append(list, related(o, v, key, "remove it"))
	}
	if len(found) == 0 {
		return
	}
	f := p.finding(o, first, "the manifest carries "+strings.Join(found, ", ")+", which the operator owns: applying it would overwrite the operator's memory")
	f.Subject, f.Related = subject, list
	f.Fix = &checks.Fix{Description: "remove the annotation from the manifest"}
	out.Report(f)
}
