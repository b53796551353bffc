package checks

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
)

// object reads one document.
func object(t *testing.T, file, text string) *Object {
	t.Helper()
	var n yaml.Node
	require.NoError(t, yaml.Unmarshal([]byte(text), &n))
	return NewObject(&n, Origin{File: file})
}

func snapshot(objects ...*Object) *Snapshot {
	b := NewBuilder()
	for _, o := range objects {
		b.Add(o)
	}
	return b.Snapshot()
}

func cluster(t *testing.T, name string, annotations ...string) *Object {
	t.Helper()
	text := "apiVersion: cluster.x-k8s.io/v1beta2\nkind: Cluster\nmetadata:\n  name: " + name + "\n  namespace: team-a\n  labels: {env: dev}\n"
	if len(annotations) > 0 {
		text += "  annotations:\n    " + strings.Join(annotations, "\n    ") + "\n"
	}
	return object(t, name+".yaml", text+"spec: {topology: {version: v1.32.1, token: s3cret}}\n")
}

// suppressions is a case: what is accepted, and what comes of it.
type suppressions struct {
	annotations []string
	ignores     []Ignore
	baseline    []BaselineEntry
	missing     []NotEvaluated
	by          string
	about       []string
}

func ceiling(o *Object) *Finding {
	return &Finding{
		Rule: "pin/ceiling", Severity: Error, Object: o.Ref(), Subject: "MachineDeployment/md-0", Field: "spec.topology.version",
		Message: "too new", Position: Position{File: "c1.yaml", Line: 8, Column: 3},
	}
}

func TestSuppressor(t *testing.T) {
	rules := []Meta{{ID: "pin/ceiling"}, {ID: "pin/skew"}, {ID: "nodepool/paused"}}
	expiredEntry := Ignore{Rule: "pin/ceiling", Reason: "r", Until: "2026-09-19"}
	for name, c := range map[string]suppressions{
		"nothing":                                      {},
		"annotation":                                   {annotations: []string{"rollout-pin.dev/ignore.pin.ceiling: it is fine"}, by: "annotation"},
		"annotation without reason":                    {annotations: []string{"rollout-pin.dev/ignore.pin.ceiling: '  '"}, about: []string{"error config/suppression-without-reason pin/ceiling"}},
		"annotation of another rule":                   {annotations: []string{"rollout-pin.dev/ignore.pin.skew: why"}, about: []string{"warning config/suppression-unused pin/skew"}},
		"annotation of an unknown rule":                {annotations: []string{"rollout-pin.dev/ignore.pin.cieling: why"}, about: []string{"error config/suppression-unknown-rule pin/cieling"}},
		"annotation of a group that was not evaluated": {annotations: []string{"rollout-pin.dev/ignore.nodepool.paused: why"}},
		"annotation of a rule that was not evaluated": {
			annotations: []string{"rollout-pin.dev/ignore.pin.skew: why"}, missing: []NotEvaluated{{ID: "x", Rules: []string{"pin/skew"}}},
		},
		"entry by id":              {ignores: []Ignore{{Rule: "pin/ceiling", Reason: "r"}}, by: "config"},
		"entry by pattern":         {ignores: []Ignore{{Rule: "pin/*", Reason: "r"}}, by: "config"},
		"entry for everything":     {ignores: []Ignore{{Rule: "*", Reason: "r"}}, by: "config"},
		"entry by subject":         {ignores: []Ignore{{Rule: "pin/ceiling", Subject: "MachineDeployment/*", Reason: "r"}}, by: "config"},
		"entry by file":            {ignores: []Ignore{{Rule: "pin/ceiling", File: "c*.yaml", Reason: "r"}}, by: "config"},
		"entry by object":          {ignores: []Ignore{{Rule: "pin/ceiling", Object: ObjectSelector{Kind: "Cluster", Namespace: "team-*", Name: "c?"}, Reason: "r"}}, by: "config"},
		"entry by label":           {ignores: []Ignore{{Rule: "pin/ceiling", Object: ObjectSelector{Labels: map[string]string{"env": "d*"}}, Reason: "r"}}, by: "config"},
		"entry with another label": {ignores: []Ignore{{Rule: "pin/ceiling", Object: ObjectSelector{Labels: map[string]string{"env": "prod"}}, Reason: "r"}}},
		"entry on its last day":    {ignores: []Ignore{{Rule: "pin/ceiling", Reason: "r", Until: "2026-09-20"}}, by: "config"},
		"entry after its last day": {ignores: []Ignore{expiredEntry}, about: []string{"warning config/suppression-expired ignore[0]"}},
		"entry without reason":     {ignores: []Ignore{{Rule: "pin/ceiling"}}, about: []string{"error config/suppression-without-reason ignore[0]"}},
		"entry of unknown rules":   {ignores: []Ignore{{Rule: "pins/*", Reason: "r"}}, about: []string{"error config/suppression-unknown-rule ignore[0]"}},
		"entry without a rule":     {ignores: []Ignore{{Reason: "r"}}, about: []string{"error config/suppression-unknown-rule ignore[0]"}},
		"unused entry":             {ignores: []Ignore{{Rule: "pin/skew", Reason: "r"}}, about: []string{"warning config/suppression-unused ignore[0]"}},
		"unused entry of an object elsewhere": {
			ignores: []Ignore{{Rule: "pin/skew", Object: ObjectSelector{Name: "elsewhere"}, Reason: "r"}},
		},
		"unused entry that could be another command's": {ignores: []Ignore{{Rule: "*", Subject: "x", Reason: "r"}}},
		"the second of two entries":                    {ignores: []Ignore{expiredEntry, {Rule: "pin/ceiling", Reason: "r"}}, by: "config", about: []string{"warning config/suppression-expired ignore[0]"}},
		"annotation before entry": {
			annotations: []string{"rollout-pin.dev/ignore.pin.ceiling: it is fine"}, ignores: []Ignore{{Rule: "pin/*", Reason: "r"}}, by: "annotation",
		},
		"stale baseline": {baseline: []BaselineEntry{{Rule: "pin/skew", Fingerprint: "0"}}, about: []string{"info config/baseline-stale entries[0]"}},
		"baseline of another command": {
			baseline: []BaselineEntry{{Rule: "nodepool/paused", Fingerprint: "0"}},
		},
		"expired baseline": {
			baseline: []BaselineEntry{{Rule: "pin/ceiling", Fingerprint: "0", Until: "2026-09-19"}}, about: []string{"warning config/suppression-expired entries[0]"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			o := cluster(t, "c1", c.annotations...)
			f := ceiling(o)
			for i := range c.ignores {
				c.ignores[i].Path = "ignore[" + string(rune('0'+i)) + "]"
			}
			s := Suppressor{
				Rules: rules, Groups: []string{"pin"}, Snapshots: []*Snapshot{snapshot(o)}, Ignores: c.ignores, Baseline: c.baseline,
				Clock: time.Date(2026, 9, 20, 23, 0, 0, 0, time.UTC),
			}
			about := s.Apply([]*Finding{f}, c.missing)
			by := ""
			if f.Suppressed != nil {
				by = f.Suppressed.By
				assert.NotEmpty(t, f.Suppressed.Reason)
			}
			assert.Equal(t, c.by, by)
			var got []string
			for _, a := range about {
				got = append(got, string(a.Severity)+" "+a.Rule+" "+a.Subject)
			}
			assert.Equal(t, c.about, got)
		})
	}
}

func TestSuppressorFollowsTheFirstSnapshot(t *testing.T) {
	accepting := cluster(t, "c1", "rollout-pin.dev/ignore.pin.ceiling: fine")
	silent := cluster(t, "c1")
	apply := func(snapshots ...*Snapshot) *Finding {
		f := ceiling(silent)
		Suppressor{Rules: []Meta{{ID: "pin/ceiling"}}, Snapshots: snapshots}.Apply([]*Finding{f}, nil)
		return f
	}
	assert.NotNil(t, apply(nil, snapshot(accepting)).Suppressed, "only the second has it")
	assert.Nil(t, apply(snapshot(silent), snapshot(accepting)).Suppressed, "the first has it without the annotation")
}

func TestSuppressorCovers(t *testing.T) {
	o := cluster(t, "c1", "rollout-pin.dev/ignore.pin.skew: why")
	s := Suppressor{Rules: []Meta{{ID: "pin/skew"}}, Groups: []string{"pin"}, Snapshots: []*Snapshot{snapshot(o)}}
	require.Len(t, s.Apply(nil, nil), 1)
	assert.Equal(t, Position{File: "c1.yaml", Line: 8, Column: 38}, s.Apply(nil, nil)[0].Position)
	s.Covers = func(*Object) bool { return false }
	assert.Empty(t, s.Apply(nil, nil))
}

func TestBaselineOnly(t *testing.T) {
	o := cluster(t, "c1", "rollout-pin.dev/ignore.pin.ceiling: fine")
	f := ceiling(o)
	f.Suppressed = &Suppression{By: "comment", Reason: "r"}
	s := Suppressor{Snapshots: []*Snapshot{snapshot(o)}, Ignores: []Ignore{{Rule: "*", Reason: "r"}}, BaselineOnly: true}
	assert.Empty(t, s.Apply([]*Finding{f}, nil), "nothing is said about suppressions that are switched off")
	assert.Nil(t, f.Suppressed)
	s.Baseline = s.NewBaseline([]*Finding{f})
	s.Apply([]*Finding{f}, nil)
	require.NotNil(t, f.Suppressed)
	assert.Equal(t, "baseline", f.Suppressed.By)
}

func TestBaseline(t *testing.T) {
	o := cluster(t, "c1")
	s := Suppressor{Rules: []Meta{{ID: "pin/ceiling"}}, Groups: []string{"pin"}, Snapshots: []*Snapshot{snapshot(o)}}
	s.Baseline = s.NewBaseline([]*Finding{ceiling(o), {Rule: "config/suppression-unused", Severity: Warning, Message: "m"}})
	require.Len(t, s.Baseline, 1, "what is wrong with suppressions cannot be accepted")

	moved := ceiling(o)
	moved.Line, moved.Message, moved.Severity = 99, "reworded", Warning
	assert.Empty(t, s.Apply([]*Finding{moved}, nil))
	require.NotNil(t, moved.Suppressed, "neither line nor wording matter")

	changed := object(t, "c1.yaml", strings.ReplaceAll(`{apiVersion: cluster.x-k8s.io/v1beta2, kind: Cluster, metadata: {name: c1, namespace: team-a}, spec: {topology: {version: v1.33.0}}}`, "\t", ""))
	s.Snapshots = []*Snapshot{snapshot(changed)}
	other := ceiling(changed)
	about := s.Apply([]*Finding{other}, nil)
	assert.Nil(t, other.Suppressed, "another version was not accepted")
	require.Len(t, about, 1)
	assert.Equal(t, "config/baseline-stale", about[0].Rule)
}

func TestBaselineCountsEqualFindings(t *testing.T) {
	list := func(n int) []*Finding {
		var out []*Finding
		for range n {
			out = append(out, &Finding{Rule: "pool/size", Severity: Error, Subject: "output.x", Position: Position{File: "main.tf"}})
		}
		return out
	}
	s := Suppressor{}
	s.Baseline = s.NewBaseline(list(2))
	require.Len(t, s.Baseline, 1)
	three := list(3)
	s.Apply(three, nil)
	assert.NotNil(t, three[1].Suppressed)
	assert.Nil(t, three[2].Suppressed)
}

func TestBaselineKeepsReasons(t *testing.T) {
	o := cluster(t, "c1")
	s := Suppressor{Snapshots: []*Snapshot{snapshot(o)}}
	s.Baseline = s.NewBaseline([]*Finding{ceiling(o)})
	s.Baseline[0].Reason, s.Baseline[0].Until = "moves in spring", "2027-03-01"
	again := s.NewBaseline([]*Finding{ceiling(o)})
	assert.Equal(t, s.Baseline, again)
}

func TestBaselineHashesNoSecret(t *testing.T) {
	o := cluster(t, "c1")
	f := ceiling(o)
	f.Field = "spec.topology.token"
	assert.Equal(t, hash([]string{f.Fingerprint(), ""}), baselineFingerprint(f, o))
	for _, text := range []string{"hunter2", "12345678901234567890", "v1.2.3.4", "abc.def", "a1.2"} {
		assert.NotRegexp(t, harmlessValue, text)
	}
	for _, text := range []string{"v1.32.1", "1.30", "v1.31.4+rke2r1", "3", "false", "v1.33.0-rc.0"} {
		assert.Regexp(t, harmlessValue, text)
	}
}

func TestWildcard(t *testing.T) {
	for _, c := range []struct {
		pattern, text string
		want          bool
	}{
		{"", "anything", true},
		{"*", "", true},
		{"*", "a/b", true},
		{"a*", "a/b/c", true},
		{"a*c", "abcc", true},
		{"a*c", "abcd", false},
		{"pin/*", "pin/skew", true},
		{"pin/*", "pins/skew", false},
		{"a?c", "abc", true},
		{"a?c", "ac", false},
		{"*a*b*", "xxaxxbxx", true},
		{"*a*b*", "xxbxxaxx", false},
		{"abc", "abc", true},
		{"abc", "abcd", false},
		{"abc", "ab", false},
		{"a**b", "ab", true},
	} {
		assert.Equal(t, c.want, Wildcard(c.pattern, c.text), "%s on %s", c.pattern, c.text)
	}
}

func TestFollowIsTheInverseOfPath(t *testing.T) {
	o := object(t, "a.yaml", `{a: {b: [x, {"c.d/e": y, "q\"]": z}]}}`)
	for _, v := range []Value{o.Get("a"), o.Get("a", "b"), o.Get("a", "b").Items()[0], o.Get("a", "b").Items()[1].Get("c.d/e"), o.Get("a", "b").Items()[1].Get(`q"]`)} {
		require.True(t, v.Present())
		assert.Same(t, v.Node(), o.Follow(v.Path()).Node(), v.Path())
	}
	for _, path := range []string{"a.c", "a.b[2]", "a.b[-1]", "a.b[x]", "a.b[0", `a["b`, "..", "a.b[0].c"} {
		assert.False(t, o.Follow(path).Present(), path)
	}
}

func TestDuplicateKeys(t *testing.T) {
	o := cluster(t, "c1")
	o.Duplicates = []DuplicateKey{{Path: "spec.topology.version", First: Position{File: "c1.yaml", Line: 9, Column: 5}, Second: Position{File: "c1.yaml", Line: 20, Column: 5}}}
	got := DuplicateKeys([]*Object{o, cluster(t, "c2")})
	require.Len(t, got, 1)
	assert.Equal(t, Error, got[0].Severity)
	assert.Equal(t, 20, got[0].Line)
	assert.Equal(t, []Position{o.Duplicates[0].First, o.Duplicates[0].Second}, []Position{got[0].Related[0].Position, got[0].Related[1].Position})
}

func TestAmbiguousScalars(t *testing.T) {
	o := object(t, "a.yaml", "kind: X\nmetadata: {name: x}\na: no\nb: 1.30\nc: ~\nd:\ne: fine\nf: 'no'\n")
	var fields []Value
	for _, key := range []string{"a", "b", "c", "d", "e", "f", "absent"} {
		fields = append(fields, o.Get(key))
	}
	got := AmbiguousScalars(o, fields...)
	require.Len(t, got, 4)
	assert.Contains(t, got[0].Message, "a is no without quotes, which Kubernetes reads as a boolean")
	assert.Contains(t, got[1].Message, "b is 1.30 without quotes, which Kubernetes reads as a number")
	assert.Contains(t, got[2].Message, "c is ~ without quotes, which Kubernetes reads as null")
	assert.Contains(t, got[3].Message, "d has no value")
	assert.Equal(t, []Edit{{File: "a.yaml", Line: 4, Column: 4, EndLine: 4, EndColumn: 8, NewText: `"1.30"`}}, got[1].Fix.Edits)
	assert.Empty(t, got[2].Fix.Edits)

	secret := object(t, "s.yaml", "apiVersion: v1\nkind: Secret\ntype: 123\n")
	assert.NotContains(t, AmbiguousScalars(secret, secret.Get("type"))[0].Message, "123")
}

func TestNearest(t *testing.T) {
	near, ok := Nearest("pin/cieling", []string{"pin/skew", "pin/ceiling", "nodepool/paused"})
	assert.True(t, ok)
	assert.Equal(t, "pin/ceiling", near)
	_, ok = Nearest("x", []string{"completely-different"})
	assert.False(t, ok)
}
