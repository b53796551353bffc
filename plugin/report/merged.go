package report

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"sigs.k8s.io/yaml"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// Merged is several reports as one.
type Merged struct {
	Base
	// Sources are the reports, in the order given.
	Sources []Source
}

// Source is a report that was merged.
type Source struct {
	File    string `json:"file"`
	Kind    string `json:"kind"`
	Command string `json:"command,omitempty"`
}

// input is what Merge reads of a report; other fields belong to its command.
type input struct {
	APIVersion   string                `json:"apiVersion"`
	Kind         string                `json:"kind"`
	Command      string                `json:"command"`
	Findings     []checks.Finding      `json:"findings"`
	NotEvaluated []checks.NotEvaluated `json:"notEvaluated"`
	Items        []struct {
		NodePool     checks.ObjectRef      `json:"nodePool"`
		Findings     []checks.Finding      `json:"findings"`
		NotEvaluated []checks.NotEvaluated `json:"notEvaluated"`
	} `json:"items"`
	Summary struct {
		Objects int               `json:"objects"`
		Pools   int               `json:"pools"`
		Read    *checks.ReadStats `json:"read"`
	} `json:"summary"`
}

// Merge adds a report that was written with -o json or -o yaml. The name is
// that of its file.
func (m *Merged) Merge(data []byte, name string) error {
	var in input
	if err := yaml.Unmarshal(data, &in); err != nil {
		return fmt.Errorf("%s: not a report in JSON or YAML", name)
	}
	if in.APIVersion != APIVersion || (in.Kind != "Report" && in.Kind != "ExplainReport") {
		return fmt.Errorf("%s: kind %q, apiVersion %q: expected a Report or an ExplainReport of %s", name, in.Kind, in.APIVersion, APIVersion)
	}
	m.Sources = append(m.Sources, Source{name, in.Kind, in.Command})
	m.Result.Findings = append(m.Result.Findings, in.Findings...)
	m.Result.NotEvaluated = append(m.Result.NotEvaluated, in.NotEvaluated...)
	for _, item := range in.Items {
		m.Result.Findings = append(m.Result.Findings, item.Findings...)
		m.Result.NotEvaluated = append(m.Result.NotEvaluated, aboutPool(item.NodePool, item.NotEvaluated)...)
	}
	m.Summary.Objects += in.Summary.Objects + in.Summary.Pools
	m.addRead(in.Summary.Read)
	return nil
}

// aboutPool names the pool that evidence of an item concerns.
func aboutPool(pool checks.ObjectRef, list []checks.NotEvaluated) []checks.NotEvaluated {
	for i := range list {
		if list[i].Object == nil {
			list[i].Object = &checks.ObjectRef{APIVersion: "hypershift.openshift.io/v1beta1", Kind: "NodePool", Namespace: pool.Namespace, Name: pool.Name}
		}
	}
	return list
}

func (m *Merged) addRead(read *checks.ReadStats) {
	if read == nil {
		return
	}
	if m.Summary.Read == nil {
		m.Summary.Read = &checks.ReadStats{}
	}
	m.Summary.Read.Files += read.Files
	m.Summary.Read.Documents += read.Documents
	m.Summary.Read.SkippedFiles += read.SkippedFiles
	m.Summary.Read.SkippedDocuments += read.SkippedDocuments
}

// Seal orders findings by severity and object. Unlike within one report, equal
// rules and objects stay: the reports may come from different clusters. Only
// what is equal in every field is one finding.
func (m *Merged) Seal() {
	findings := m.Result.Findings
	slices.SortStableFunc(findings, func(a, b checks.Finding) int {
		return cmp.Or(cmp.Compare(a.Severity.Rank(), b.Severity.Rank()), cmp.Compare(About(a.Object, ""), About(b.Object, "")))
	})
	seen := map[string]bool{}
	out := slices.DeleteFunc(findings, func(f checks.Finding) bool {
		key, err := json.Marshal(f)
		twice := err == nil && seen[string(key)]
		seen[string(key)] = true
		return twice
	})
	m.Result = checks.Result{Findings: out, NotEvaluated: checks.JoinNotEvaluated(m.Result.NotEvaluated)}
	m.count()
}

// Text writes the page for people.
func (m *Merged) Text(w io.Writer, style Style) error {
	return WriteFindings(w, m.Findings(), m.Result.NotEvaluated, style)
}

// Names lists the objects with findings.
func (m *Merged) Names() []string {
	var out []string
	for _, f := range m.Findings() {
		if o := f.Object; o != nil && f.Suppressed == nil {
			out = append(out, ObjectName(o))
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// MarshalJSON writes the report.
func (m *Merged) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(struct {
		APIVersion   string                `json:"apiVersion"`
		Kind         string                `json:"kind"`
		Command      string                `json:"command"`
		Sources      []Source              `json:"sources"`
		Findings     []checks.Finding      `json:"findings"`
		NotEvaluated []checks.NotEvaluated `json:"notEvaluated"`
		Summary      Summary               `json:"summary"`
	}{APIVersion, "Report", m.Name, NonNil(m.Sources), NonNil(m.Result.Findings), NonNil(m.Result.NotEvaluated), m.Summary})
	return b.Bytes(), err
}
