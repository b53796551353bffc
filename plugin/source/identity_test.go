package source

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// onlyNodePools wants one kind.
func onlyNodePools(gk checks.GroupKind) bool { return gk == nodePools }

func TestDroppable(t *testing.T) {
	drop := unwanted(onlyNodePools)
	for name, test := range map[string]struct {
		text string
		want bool
	}{
		"foreign":                     {"apiVersion: v1\nkind: ConfigMap\ndata:\n  kind: NodePool\n", true},
		"foreign group":               {"apiVersion: karpenter.sh/v1\nkind: NodePool\n", true},
		"quoted, with a remark":       {"apiVersion: \"v1\" # x\nkind: 'ConfigMap'\t\n", true},
		"CRLF":                        {"apiVersion: v1\r\nkind: ConfigMap\r\n", true},
		"longer keys":                 {"apiVersion: v1\nkind: ConfigMap\nkinds: x\nkind2: y\napiVersions: z\n", true},
		"wanted":                      {"apiVersion: hypershift.openshift.io/v1beta1\nkind: NodePool\n", false},
		"list":                        {"apiVersion: v1\nkind: ConfigMapList\nitems: []\n", false},
		"no kind":                     {"apiVersion: v1\ndata: {}\n", false},
		"no apiVersion":               {"kind: ConfigMap\ndata: {}\n", false},
		"kind twice":                  {"apiVersion: v1\nkind: ConfigMap\nkind: NodePool\n", false},
		"quoted key":                  {"apiVersion: v1\nkind: ConfigMap\n\"\\x6bind\": NodePool\n", false},
		"single quoted key":           {"apiVersion: v1\nkind: ConfigMap\n'kind': NodePool\n", false},
		"explicit key":                {"apiVersion: v1\nkind: ConfigMap\n? kind\n: NodePool\n", false},
		"tagged key":                  {"apiVersion: v1\nkind: ConfigMap\n!!str kind: NodePool\n", false},
		"anchored key":                {"apiVersion: v1\nkind: ConfigMap\n&a kind: NodePool\n", false},
		"alias as key":                {"apiVersion: v1\nkind: ConfigMap\n*a : NodePool\n", false},
		"merge":                       {"apiVersion: v1\nkind: ConfigMap\n<<: {kind: NodePool}\n", false},
		"flow style":                  {"{apiVersion: v1, kind: ConfigMap}\n", false},
		"flow style after the marker": {"--- {apiVersion: v1,\nkind: ConfigMap}\n", false},
		"text across lines":           {"apiVersion: v1\na: \"\nkind: ConfigMap\n\"\n", false},
		"space before the colon":      {"apiVersion: v1\nkind : ConfigMap\n", false},
		"no space after it":           {"apiVersion: v1\nkind:ConfigMap\n", false},
		"value on the next line":      {"apiVersion: v1\nkind:\n  ConfigMap\n", false},
		"tagged value":                {"apiVersion: v1\nkind: !!str ConfigMap\n", false},
		"anchored value":              {"apiVersion: v1\nkind: &k ConfigMap\n", false},
		"alias as value":              {"apiVersion: v1\nkind: *k\n", false},
		"escape in the value":         {"apiVersion: v1\nkind: \"Node\\x50ool\"\n", false},
		"indented":                    {"  apiVersion: v1\n  kind: ConfigMap\n", false},
		"tab":                         {"apiVersion: v1\nkind: ConfigMap\n\tkind: NodePool\n", false},
		"other line breaks":           {"apiVersion: v1\nkind: ConfigMap\rkind: NodePool\n", false},
		"next line":                   {"apiVersion: v1\nkind: ConfigMap\na: \"\u0085kind\"\n", false},
		"end of the text":             {"apiVersion: v1\nkind", false},
	} {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, test.want, droppable([]byte(test.text), drop))
			require.False(t, droppable([]byte(test.text), nil))
		})
	}
}

// FuzzDroppable checks the promise of the filter: no document that holds a
// wanted object is ever dropped.
func FuzzDroppable(f *testing.F) {
	f.Add("apiVersion: v1\nkind: ConfigMap\n")
	f.Add("apiVersion: v1\nkind: ConfigMap\n? kind\n: NodePool\n")
	f.Add("a: \"\nkind: B\n\"\nkind: NodePool\napiVersion: hypershift.openshift.io/v1\n")
	f.Fuzz(func(t *testing.T, text string) {
		kinds := func(gk checks.GroupKind) bool { return gk.Kind == "NodePool" }
		data := []byte(text)
		if !droppable(data, unwanted(kinds)) {
			return
		}
		trees, _, err := parser{limits: Limits{}.orDefaults()}.parse(chunk{data: data, line: 1}, "x.yaml")
		if err != nil {
			return
		}
		for _, tree := range trees {
			kind := checks.NewValue(tree.node).Get("kind").Text()
			require.NotEqual(t, "NodePool", kind)
			require.NotContains(t, kind, "List")
		}
	})
}
