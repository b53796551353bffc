package render

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestGoConst(t *testing.T) {
	for _, c := range []struct {
		name, src string
		want      int64
		fails     string
	}{
		{"constant", "const Version = 7", 7, ""},
		{"variable", "var Version = 8", 8, ""},
		{"typed", "const Version int32 = 9", 9, ""},
		{"conversion", "const Version = uint8(9)", 9, ""},
		{"in a block", "const (\n\tOther = iota\n\tLast = 3\n\tVersion = 12\n)", 12, ""},
		{"repeated expression", "const (\n\tOther = 4\n\tVersion\n)", 4, ""},
		{"two names", "const Other, Version = 1, 0x10", 16, ""},
		{"sum", "const Version = 3 + (2 * 2)", 7, ""},
		{"negative", "const Version = -1", -1, ""},
		{"iota", "const (\n\tA = iota\n\tVersion\n)", 0, "iota"},
		{"iota in an expression", "const Version = iota + 7", 0, "iota"},
		{"string", `const Version = "7"`, 0, "no integer"},
		{"float", "const Version = 7.5", 0, "no integer"},
		{"other constant", "const a = 1\nconst Version = a", 0, "no plain integer"},
		{"function call", "var Version = f(1, 2)", 0, "no plain integer"},
		{"no value", "var Version int", 0, "no value"},
		{"missing", "const version = 7", 0, "no constant or variable Version"},
		{"local only", "func f() { const Version = 7; _ = Version }", 0, "no constant or variable Version"},
		{"twice", "const Version = 7\nvar Version = 8", 0, "declared 2 times"},
		{"broken", "const Version = ", 0, "not valid Go"},
		{"too large", "const Version = 99999999999999999999", 0, "no integer"},
	} {
		t.Run(c.name, func(t *testing.T) {
			v, err := GoConst("version.go", []byte("package p\n\n"+c.src+"\n"), "Version")
			if c.fails != "" {
				require.ErrorContains(t, err, c.fails)
				require.ErrorContains(t, err, "version.go")
				return
			}
			require.NoError(t, err)
			require.Equal(t, c.want, v.Number)
			require.Positive(t, v.Line)
		})
	}
}

func TestFieldPath(t *testing.T) {
	for text, want := range map[string]FieldPath{
		"{.spec.renderVersion}":              {"spec", "renderVersion"},
		"spec.renderVersion":                 {"spec", "renderVersion"},
		"$.spec.renderVersion":               {"spec", "renderVersion"},
		"/metadata/annotations/a.b~1c":       {"metadata", "annotations", "a.b/c"},
		`metadata.annotations['a.b/c']`:      {"metadata", "annotations", "a.b/c"},
		`{.metadata.annotations.a\.b/c}`:     {"metadata", "annotations", "a.b/c"},
		"spec.list[0].version":               {"spec", "list", "0", "version"},
		`{.metadata.labels["x.y"]['z'].end}`: {"metadata", "labels", "x.y", "z", "end"},
	} {
		got, err := ParseFieldPath(text)
		require.NoError(t, err, text)
		require.Equal(t, want, got, text)
	}
	for _, text := range []string{"", "{}", "a..b", "a[b"} {
		_, err := ParseFieldPath(text)
		require.Error(t, err, text)
	}
}
