package plugin

import (
	"cmp"
	"strconv"
	"strings"

	"sigs.k8s.io/kustomize/kyaml/fn/framework"
	kyaml "sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/plugin/report"
)

// results are the findings in the wire format of functions. Values of fields
// are left out: they could be secret.
func (c *fnCall) results(doc *report.Check) framework.Results {
	var out framework.Results
	for _, f := range doc.Findings() {
		if f.Suppressed == nil {
			out = append(out, c.result(f))
		}
	}
	for _, n := range doc.NotEvaluated() {
		out = append(out, &framework.Result{
			Message: "not evaluated: " + n.Because, Severity: framework.Info, ResourceRef: resourceRef(n.Object),
			Tags: map[string]string{"notEvaluated": n.ID, "how": n.How},
		})
	}
	return out
}

func (c *fnCall) result(f *checks.Finding) *framework.Result {
	r := &framework.Result{
		Message: f.Message, Severity: framework.Severity(f.Severity), ResourceRef: resourceRef(f.Object),
		Tags: map[string]string{"rule": f.Rule},
	}
	if f.Subject != "" {
		r.Tags["subject"] = f.Subject
	}
	if f.Assumed {
		r.Tags["assumed"] = "true"
	}
	if f.Object == nil {
		return r
	}
	if f.Field != "" {
		r.Field = &framework.Field{Path: f.Field}
	}
	r.File = c.file(f.Object)
	return r
}

func resourceRef(o *checks.ObjectRef) *kyaml.ResourceIdentifier {
	if o == nil {
		return nil
	}
	return &kyaml.ResourceIdentifier{
		TypeMeta: kyaml.TypeMeta{APIVersion: o.APIVersion, Kind: o.Kind},
		NameMeta: kyaml.NameMeta{Name: o.Name, Namespace: o.Namespace},
	}
}

// file is where the orchestrator says that an object came from: kustomize does
// with buildMetadata originAnnotations, kpt always.
func (c *fnCall) file(ref *checks.ObjectRef) *framework.File {
	for _, item := range c.items {
		o := checks.NewObject(item.Node(), checks.Origin{})
		if o.Kind != ref.Kind || o.Name != ref.Name || o.APIVersion != ref.APIVersion || cmp.Or(o.Namespace, ref.Namespace) != ref.Namespace {
			continue
		}
		return itemFile(o)
	}
	return nil
}

func itemFile(o *checks.Object) *framework.File {
	for _, prefix := range []string{"internal.config.kubernetes.io/", "config.kubernetes.io/"} {
		if path, _ := o.Annotation(prefix + "path"); path != "" {
			index, _ := o.Annotation(prefix + "index")
			n, _ := strconv.Atoi(index)
			return &framework.File{Path: path, Index: n}
		}
	}
	origin, _ := o.Annotation("config.kubernetes.io/origin")
	for _, line := range strings.Split(origin, "\n") {
		if path, ok := strings.CutPrefix(line, "path: "); ok {
			return &framework.File{Path: strings.Trim(path, `"'`)}
		}
	}
	return nil
}

// lines are the findings for people, one a line, worst first: the only thing of
// a function that kustomize shows.
func (c *fnCall) lines(doc *report.Check) string {
	var b strings.Builder
	for _, f := range doc.Findings() {
		if f.Suppressed != nil {
			continue
		}
		parts := []string{string(f.Severity), f.Rule}
		if f.Object != nil {
			parts = append(parts, f.Object.Kind, strings.TrimPrefix(f.Object.Namespace+"/"+f.Object.Name, "/"))
			if file := c.file(f.Object); file != nil {
				parts = append(parts, "("+file.Path+")")
			}
		}
		for _, part := range []string{f.Subject, f.Field} {
			if part != "" {
				parts = append(parts, part)
			}
		}
		b.WriteString(report.Clean(strings.Join(parts, " ")+": "+f.Message) + "\n")
	}
	for _, n := range doc.NotEvaluated() {
		b.WriteString(report.Clean("not evaluated "+n.ID+": "+n.Because) + "\n")
	}
	return b.String()
}
