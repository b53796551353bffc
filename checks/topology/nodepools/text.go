package nodepools

import "github.com/rollout-pin/kubectl-rollout-pin/checks"

// texts are the fields that the rules read as strings.
var texts = [][]string{
	{"clusterName"},
	{"release", "image"},
	{"arch"},
	{"pausedUntil"},
	{"osImageStream", "name"},
	{"platform", "type"},
	{"management", "upgradeType"},
	{"management", "replace", "strategy"},
}

// ambiguous reports what is read as text and YAML reads as something else, for
// example `pausedUntil: true`. A null is as good as no value.
func ambiguous(o *checks.Object) []checks.Finding {
	var list []checks.Value
	for _, path := range texts {
		list = append(list, o.Get("spec").Get(path...))
	}
	for _, ref := range references {
		for _, item := range o.Get("spec", ref.field).Items() {
			list = append(list, item.Get("name"))
		}
	}
	var written []checks.Value
	for _, v := range list {
		if v.Exists() {
			written = append(written, v)
		}
	}
	return checks.AmbiguousScalars(o, written...)
}
