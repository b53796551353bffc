package topology

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// readAnnotations are the annotations of a Cluster that rules read.
var readAnnotations = []string{concurrencyAnnotation, skipVersionAnnotation, skipClassAnnotation, hooksAnnotation, stepAnnotation}

// sameTopology reports whether two sides ask for the same: the topology, however
// it is written and in whichever API version, and the annotations that rules
// read.
func sameTopology(a, b *Cluster) bool {
	for _, key := range readAnnotations {
		x, inA := a.annotation(key)
		y, inB := b.annotation(key)
		if x != y || inA != inB {
			return false
		}
	}
	if a.managed() != b.managed() || !a.class.same(b.class) {
		return false
	}
	if a.version.Version.String() != b.version.Version.String() || a.version.problem != b.version.problem {
		return false
	}
	rest := []string{"classRef", "class", "classNamespace", "version"}
	return canonical(a.topology, rest...) == canonical(b.topology, rest...)
}

// same compares two values as an API server would store them.
func same(a, b checks.Value) bool { return canonical(a) == canonical(b) }

// canonical writes a value so that two that are stored alike are written alike:
// style and the order of keys do not count, and what is null or an empty
// collection is as good as absent. Keys of the outermost mapping can be left out.
func canonical(v checks.Value, except ...string) string {
	var b strings.Builder
	write(&b, v, except)
	return b.String()
}

// blank values are absent, null, or empty collections. An empty string is a
// value.
func blank(v checks.Value) bool {
	return !v.Exists() || (!v.IsScalar() && len(v.Node().Content) == 0)
}

func write(b *strings.Builder, v checks.Value, except []string) {
	switch {
	case blank(v):
		b.WriteByte('-')
	case v.IsMap():
		writeMap(b, v, except)
	case v.IsList():
		b.WriteByte('[')
		for _, item := range v.Items() {
			write(b, item, nil)
			b.WriteByte(',')
		}
		b.WriteByte(']')
	default:
		b.WriteString(v.Node().ShortTag())
		b.WriteString(strconv.Quote(v.Text()))
	}
}

func writeMap(b *strings.Builder, v checks.Value, except []string) {
	fields := map[string]checks.Value{}
	for key, child := range v.Fields() {
		if !blank(child) && !slices.Contains(except, key) {
			fields[key] = child
		}
	}
	b.WriteByte('{')
	for _, key := range slices.Sorted(maps.Keys(fields)) {
		b.WriteString(strconv.Quote(key))
		b.WriteByte(':')
		write(b, fields[key], nil)
		b.WriteByte(',')
	}
	b.WriteByte('}')
}
