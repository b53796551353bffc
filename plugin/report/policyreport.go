package report

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation"
	"sigs.k8s.io/yaml"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// The objects of the wgpolicyk8s.io/v1alpha2 API, with the fields we fill.
type (
	policyReport struct {
		APIVersion string         `json:"apiVersion"`
		Kind       string         `json:"kind"`
		Metadata   policyMeta     `json:"metadata"`
		Summary    policySummary  `json:"summary"`
		Results    []policyResult `json:"results"`
	}
	policyMeta struct {
		Name      string            `json:"name"`
		Namespace string            `json:"namespace,omitempty"`
		Labels    map[string]string `json:"labels"`
	}
	policySummary struct {
		Pass  int `json:"pass"`
		Fail  int `json:"fail"`
		Warn  int `json:"warn"`
		Error int `json:"error"`
		Skip  int `json:"skip"`
	}
	policyResult struct {
		Source     string             `json:"source"`
		Policy     string             `json:"policy"`
		Rule       string             `json:"rule,omitempty"`
		Result     string             `json:"result"`
		Scored     bool               `json:"scored"`
		Severity   string             `json:"severity,omitempty"`
		Message    string             `json:"message"`
		Resources  []checks.ObjectRef `json:"resources,omitempty"`
		Properties map[string]string  `json:"properties,omitempty"`
	}
)

// writePolicyReport writes a stream of one PolicyReport for each namespace and
// a ClusterPolicyReport for what has none; a run without results writes an
// empty ClusterPolicyReport. An error is a fail, warnings and infos are warn,
// what is suppressed is skip, and missing evidence is error: the policy could
// not be evaluated.
func writePolicyReport(w io.Writer, doc Document, _ Context) error {
	byNamespace := map[string][]policyResult{}
	for _, f := range doc.Findings() {
		ns := reportNamespace(f.Object)
		byNamespace[ns] = append(byNamespace[ns], policyFinding(f))
	}
	for _, n := range doc.NotEvaluated() {
		ns := reportNamespace(n.Object)
		byNamespace[ns] = append(byNamespace[ns], policyMissing(n))
	}
	if len(byNamespace) == 0 {
		byNamespace[""] = []policyResult{}
	}
	var b bytes.Buffer
	for _, ns := range slices.Sorted(maps.Keys(byNamespace)) {
		data, err := yaml.Marshal(newPolicyReport(doc.Command(), ns, byNamespace[ns]))
		if err != nil {
			return fmt.Errorf("encode report: %w", err)
		}
		b.WriteString("---\n")
		b.Write(data)
	}
	_, err := w.Write(b.Bytes())
	return err
}

func newPolicyReport(command, namespace string, results []policyResult) policyReport {
	r := policyReport{
		APIVersion: "wgpolicyk8s.io/v1alpha2", Kind: "PolicyReport",
		Metadata: policyMeta{
			Name: policyName(command), Namespace: namespace,
			Labels: map[string]string{"app.kubernetes.io/managed-by": "rollout-pin"},
		},
		Results: results,
	}
	if namespace == "" {
		r.Kind = "ClusterPolicyReport"
	}
	for _, result := range results {
		switch result.Result {
		case "fail":
			r.Summary.Fail++
		case "warn":
			r.Summary.Warn++
		case "error":
			r.Summary.Error++
		case "skip":
			r.Summary.Skip++
		}
	}
	return r
}

// policyName is one name for each command, so that applying a report again
// replaces the last one.
func policyName(command string) string {
	return "rollout-pin-" + strings.ReplaceAll(command, " ", "-")
}

// reportNamespace is the namespace of the report for an object: "" also for
// names that no API server would take.
func reportNamespace(o *checks.ObjectRef) string {
	if o == nil || len(validation.IsDNS1123Label(o.Namespace)) > 0 {
		return ""
	}
	return o.Namespace
}

func policyFinding(f *checks.Finding) policyResult {
	r := policyResult{
		Source: "rollout-pin", Policy: policyGroup(f.Rule), Rule: Clean(f.Rule),
		Result: "warn", Severity: policySeverity(f.Severity), Message: Clean(f.Message),
		Resources: resources(f.Object), Properties: policyProperties(f),
	}
	switch {
	case f.Suppressed != nil:
		r.Result = "skip"
	case f.Severity == checks.Error:
		r.Result, r.Scored = "fail", true
	}
	return r
}

func policyMissing(n checks.NotEvaluated) policyResult {
	properties := map[string]string{"evidence": Clean(n.ID)}
	if len(n.Rules) > 0 {
		properties["rules"] = Clean(strings.Join(n.Rules, " "))
	}
	if n.How != "" {
		properties["how"] = Clean(n.How)
	}
	return policyResult{
		Source: "rollout-pin", Policy: "not-evaluated", Rule: Clean(n.ID), Result: "error",
		Message: Clean(n.Because), Resources: resources(n.Object), Properties: properties,
	}
}

func policyGroup(rule string) string {
	group, _, _ := strings.Cut(rule, "/")
	return Clean(group)
}

func policySeverity(s checks.Severity) string {
	switch s {
	case checks.Error:
		return "high"
	case checks.Warning:
		return "medium"
	}
	return "info"
}

func resources(o *checks.ObjectRef) []checks.ObjectRef {
	if o == nil {
		return nil
	}
	return []checks.ObjectRef{{
		APIVersion: Clean(o.APIVersion), Kind: Clean(o.Kind), Namespace: Clean(o.Namespace), Name: Clean(o.Name),
	}}
}

// policyProperties holds what the API has no field for.
func policyProperties(f *checks.Finding) map[string]string {
	p := map[string]string{"fingerprint": f.Fingerprint()}
	set := func(key, value string) {
		if value != "" {
			p[key] = Clean(value)
		}
	}
	set("subject", f.Subject)
	set("field", f.Field)
	set("file", f.File)
	if f.Line > 0 {
		p["line"] = strconv.Itoa(f.Line)
	}
	if f.Fix != nil {
		set("fix", f.Fix.Description)
	}
	if f.Suppressed != nil {
		set("suppressed", suppressedText(f.Suppressed))
	}
	return p
}
