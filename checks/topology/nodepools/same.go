package nodepools

import (
	"fmt"
	"slices"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// same compares two values as an API server stores them: style and order of keys
// do not count, and neither does the difference between nothing, null and an
// empty collection.
func same(a, b checks.Value) bool {
	switch {
	case blank(a) || blank(b):
		return blank(a) && blank(b)
	case a.IsMap() && b.IsMap():
		return sameBut(a, b)
	case a.IsList() && b.IsList():
		return slices.EqualFunc(a.Items(), b.Items(), same)
	}
	return a.IsScalar() && b.IsScalar() && a.Text() == b.Text()
}

func blank(v checks.Value) bool {
	return !v.Exists() || (!v.IsScalar() && len(v.Node().Content) == 0)
}

// sameBut compares two mappings except for some keys.
func sameBut(a, b checks.Value, except ...string) bool {
	for _, key := range keys(a, b) {
		if !contains(except, key) && !same(a.Get(key), b.Get(key)) {
			return false
		}
	}
	return true
}

// keys of two mappings, sorted.
func keys(a, b checks.Value) []string {
	var out []string
	for _, v := range []checks.Value{a, b} {
		for key := range v.Fields() {
			out = append(out, key)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func contains(list []string, s string) bool { return slices.Contains(list, s) }

// differs says how a field changes; only scalars are shown.
func differs(path string, before, now checks.Value) string {
	if show(before) == "" || show(now) == "" {
		return path + " changes"
	}
	return fmt.Sprintf("%s: %s becomes %s", path, show(before), show(now))
}

func show(v checks.Value) string {
	switch {
	case !v.Exists():
		return "nothing"
	case v.IsScalar():
		return v.Text()
	}
	return ""
}

// names lists the names of references, in order.
func names(list checks.Value) []string {
	var out []string
	for _, item := range list.Items() {
		out = append(out, item.Get("name").Text())
	}
	return out
}
