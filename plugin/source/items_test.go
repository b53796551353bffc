package source

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// listText is a list as kubectl prints it; every third item is a NodePool, and
// the indentation of the items is given.
func listText(kind string, items int, indent string) string {
	var b strings.Builder
	b.WriteString("# from a cluster\napiVersion: v1\nitems:\n")
	for i := range items {
		apiVersion, name := "v1", "ConfigMap"
		if i%3 == 0 {
			apiVersion, name = "hypershift.openshift.io/v1beta1", "NodePool"
		}
		item := fmt.Sprintf("- apiVersion: %s\n  kind: %s\n  metadata:\n    name: x%d\n    namespace: n\n  data:\n    kind: NodePool\n    text: |\n      - a\n\n      b\n  spec:\n    list:\n    - {a: b}\n", apiVersion, name, i)
		for line := range strings.Lines(item) {
			b.WriteString(indent + line)
		}
	}
	b.WriteString("kind: " + kind + "\nmetadata:\n  resourceVersion: \"\"\n")
	return b.String()
}

// places lists the objects of a snapshot with the positions of their names.
func placesOf(s *checks.Snapshot) []string {
	var out []string
	for _, o := range s.All() {
		out = append(out, fmt.Sprintf("%v %d %v", o.Ref(), o.Origin.Document, o.At(o.Get("metadata", "name"))))
	}
	return out
}

func TestLongListsAreReadInParts(t *testing.T) {
	for _, indent := range []string{"", "  "} {
		text := "a: b\n---\n" + listText("List", 2500, indent)
		parts, cut := cutList(chunk{data: []byte(text[len("a: b\n---\n"):]), line: 3}, nil)
		require.True(t, cut)
		require.Greater(t, len(parts), 1)

		got := loadText(t, text)
		require.Equal(t, checks.ReadStats{Files: 1, Documents: 1, SkippedDocuments: 1}, got.Stats())
		// Anchors keep a list whole.
		whole := loadText(t, strings.Replace(text, "metadata:\n  resourceVersion", "metadata: &anchor\n  resourceVersion", 1))
		require.Equal(t, placesOf(whole), placesOf(got))
		require.Len(t, got.All(), 2500)
	}
}

func TestUnwantedItemsAreLeftOut(t *testing.T) {
	for _, indent := range []string{"", "   "} {
		text := listText("List", 30, indent)
		parts, cut := cutList(chunk{data: []byte(text), line: 1}, unwanted(onlyNodePools))
		require.True(t, cut)
		require.Len(t, parts, 1)
		require.Equal(t, 10, strings.Count(string(parts[0].data), "name: x"))

		all := loadText(t, text)
		s, err := Load(context.Background(), Options{Filenames: []string{"-"}, Stdin: strings.NewReader(text), Kinds: onlyNodePools})
		require.NoError(t, err)
		require.Len(t, s.All(), 10)
		require.Subset(t, placesOf(all), placesOf(s))
		require.Equal(t, all.Stats(), s.Stats())
	}
}

func TestCutListLeavesAlone(t *testing.T) {
	drop := unwanted(onlyNodePools)
	list := listText("List", 3, "")
	for name, text := range map[string]string{
		"no list":             strings.Replace(list, "kind: List", "kind: Bundle", 1),
		"no kind":             strings.Replace(list, "kind: List", "x: List", 1),
		"unclear kind":        strings.Replace(list, "kind: List", "\"kind\": List", 1),
		"anchor":              strings.Replace(list, "{a: b}", "&a {a: b}", 1),
		"alias":               strings.Replace(list, "{a: b}", "[*a]", 1),
		"items twice":         list + "items:\n- a\n",
		"items elsewhere":     strings.Replace(list, "items:", "parts:", 1),
		"items in flow style": "apiVersion: v1\nkind: List\nitems: [{kind: ConfigMap, apiVersion: v1}]\n",
		"no items":            "apiVersion: v1\nitems:\nkind: List\n",
		"text at the margin":  strings.Replace(list, "kind: NodePool\n    text", "kind: \"\n- NodePool\"\n    text", 1) + "\"x\": y\n",
		"less indented":       strings.Replace(listText("List", 3, "  "), "        b", " b", 1),
		"other line breaks":   strings.Replace(list, "{a: b}", "\"\u2028\"", 1),
		"after the marker":    "--- # x\n" + list,
	} {
		t.Run(name, func(t *testing.T) {
			_, cut := cutList(chunk{data: []byte(text), line: 1}, drop)
			require.False(t, cut)
		})
	}
}

func TestItemsInDoubtAreKept(t *testing.T) {
	drop := unwanted(onlyNodePools)
	for name, item := range map[string]string{
		"no kind":             "- apiVersion: v1\n  metadata: {}\n",
		"kind twice":          "- apiVersion: v1\n  kind: ConfigMap\n  kind: NodePool\n",
		"quoted key":          "- apiVersion: v1\n  kind: ConfigMap\n  \"kind\": NodePool\n",
		"flow style":          "- {apiVersion: v1, kind: ConfigMap}\n",
		"on the next line":    "-\n  apiVersion: v1\n  kind: ConfigMap\n",
		"after a remark":      "- # remark\n  apiVersion: v1\n  kind: ConfigMap\n",
		"half indented":       "-   apiVersion: v1\n    kind: ConfigMap\n  kind: NodePool\n",
		"open quote":          "- apiVersion: v1\n  kind: ConfigMap\n  a: \"\n   b\"\n",
		"escaped quote":       "- apiVersion: v1\n  kind: ConfigMap\n  a: \"\\\"\n   b\"\n",
		"list in a list":      "- apiVersion: v1\n  kind: ConfigMapList\n  items: []\n",
		"wanted":              "- apiVersion: hypershift.openshift.io/v1\n  kind: NodePool\n",
		"wanted, wide indent": "-    apiVersion: hypershift.openshift.io/v1\n     kind: NodePool\n",
	} {
		t.Run(name, func(t *testing.T) {
			l, ok := findItems([]byte("apiVersion: v1\nkind: List\nitems:\n" + item))
			require.True(t, ok)
			require.Len(t, l.keep(drop), 1)
		})
	}
}

func TestItemsOfATypedListNeedNoKind(t *testing.T) {
	l, ok := findItems([]byte("apiVersion: v1\nkind: ConfigMapList\nitems:\n- metadata: {name: a}\n- metadata: {name: b}\n"))
	require.True(t, ok)
	require.Empty(t, l.keep(unwanted(onlyNodePools)))
	require.Len(t, l.keep(unwanted(func(gk checks.GroupKind) bool { return gk.Kind == "ConfigMap" })), 2)
}

// A text across lines that looks like an item makes a part that is no YAML by
// itself: then the whole list decides.
func TestListIsReadWholeWhenAPartIsBroken(t *testing.T) {
	text := strings.Replace(listText("List", 2500, ""), "    kind: NodePool\n", "    text2: \"\n- kind: x\n  \"\n    kind: NodePool\n", 1)
	_, cut := cutList(chunk{data: []byte(text), line: 1}, nil)
	require.True(t, cut)
	s := loadText(t, text)
	require.Len(t, s.All(), 2500)
	require.Equal(t, checks.ReadStats{Files: 1, Documents: 1}, s.Stats())
}

func FuzzCutList(f *testing.F) {
	for _, indent := range []string{"", " "} {
		f.Add(listText("List", 3, indent))
		f.Add(listText("NodePoolList", 2, indent))
	}
	f.Add("kind: List\napiVersion: v1\nitems:\n- a: \"\n- kind: ConfigMap\n  apiVersion: v1\n  x: \"\n  kind: NodePool\n")
	f.Fuzz(func(t *testing.T, text string) {
		// Without kinds to drop, the parts hold what the whole holds.
		data := []byte(text)
		l, ok := findItems(data)
		if !ok || l.identity().doubt || hasRareBreak(data) || anchored.Match(data) {
			return
		}
		p := parser{limits: Limits{}.orDefaults()}
		whole, _, err := p.parse(chunk{data: data, line: 1}, "x.yaml")
		if err != nil || len(whole) != 1 {
			return
		}
		want := checks.NewValue(whole[0].node).Get("items").Items()
		var got []checks.Value
		for i := range l.items {
			part, _, err := p.parse(l.part(chunk{line: 1}, l.items[i:i+1]), "x.yaml")
			if err != nil {
				return // the whole list is parsed then
			}
			require.Len(t, part, 1)
			got = append(got, checks.NewValue(part[0].node).Get("items").Items()...)
		}
		require.Len(t, got, len(want))
		for i := range want {
			require.Equal(t, want[i].Line(), got[i].Line())
			require.Equal(t, want[i].Get("kind").Text(), got[i].Get("kind").Text())
		}
	})
}
