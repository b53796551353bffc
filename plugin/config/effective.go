package config

import (
	"bytes"
	"cmp"
	"fmt"

	"go.yaml.in/yaml/v3"
	sigsyaml "sigs.k8s.io/yaml"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// Row is one setting as it takes effect.
type Row struct {
	Name  string `json:"name"`
	Value any    `json:"value"`
	// Origin is "default", or the place in the settings file.
	Origin string `json:"origin"`
}

// Effective lists every setting with its value and where that comes from, in
// the order of the documentation.
func (l *Loaded) Effective() []Row {
	return []Row{
		l.row("checks", len(l.Checks) > 0, l.Checks, allowed["checks"]),
		l.row("base", l.Base != nil, l.baseText(), nil),
		l.row("profile", l.Profile != "", l.Profile, "caep"),
		l.row("featureGates", len(l.FeatureGates) > 0, l.FeatureGates, map[string]bool{}),
		l.row("maxMinorSkew", l.MaxMinorSkew != nil, deref(l.MaxMinorSkew), nil),
		l.row("failOn", l.FailOn != "", l.FailOn, "error"),
		l.row("requireComplete", l.RequireComplete != nil, deref(l.RequireComplete), false),
		l.row("emit", l.Emit != "", l.Emit, "items"),
		l.row("stamp", l.Stamp != nil, deref(l.Stamp), false),
		l.row("renderPin", l.RenderPin != nil, renderPinText(l.RenderPin), nil),
		l.row("baseline", l.Baseline != "", l.Path(l.Baseline), nil),
		l.row("ignorePaths", len(l.IgnorePaths) > 0, l.IgnorePaths, []string{}),
		l.row("ignore", len(l.Ignore) > 0, l.Ignore, []string{}),
	}
}

func (l *Loaded) row(name string, set bool, value, byDefault any) Row {
	if !set {
		return Row{name, byDefault, "default"}
	}
	at := l.Positions[name]
	return Row{name, value, fmt.Sprintf("%s:%d:%d", cmp.Or(at.File, l.File), at.Line, at.Column)}
}

// baseText names the files of the base, as seen from the working directory, and
// its objects, whose content is not shown.
func (l *Loaded) baseText() map[string][]string {
	if l.Base == nil {
		return nil
	}
	out := map[string][]string{}
	for _, f := range l.Base.Files {
		out["files"] = append(out["files"], l.Path(f))
	}
	for _, n := range l.Base.Objects {
		v := checks.NewValue(n)
		out["objects"] = append(out["objects"], v.Get("kind").Text()+"/"+v.Get("metadata", "name").Text())
	}
	return out
}

func deref[T any](p *T) (v T) {
	if p != nil {
		v = *p
	}
	return v
}

// renderPinText is the name of the file, or what stands in for an object.
func renderPinText(n *yaml.Node) any {
	switch {
	case n == nil:
		return nil
	case n.Kind == yaml.ScalarNode:
		return n.Value
	}
	return "(object)"
}

// YAML renders rows as a document, each with its origin in a comment.
func YAML(rows []Row) ([]byte, error) {
	var b bytes.Buffer
	for _, r := range rows {
		if r.Value == nil {
			fmt.Fprintf(&b, "# %s: not set\n", r.Name)
			continue
		}
		data, err := sigsyaml.Marshal(map[string]any{r.Name: r.Value})
		if err != nil {
			return nil, fmt.Errorf("encode settings: %w", err)
		}
		fmt.Fprintf(&b, "# %s\n%s", r.Origin, data)
	}
	return b.Bytes(), nil
}
