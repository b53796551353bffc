package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
)

// writePruned writes the log without what the library fills in for absent
// properties: nulls, empty objects and lists, and the index -1. Readers refuse
// or stumble over those more often than not.
func writePruned(w io.Writer, log *sarif.Report) error {
	data, err := json.Marshal(log)
	if err != nil {
		return fmt.Errorf("encode sarif: %w", err)
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	var tree any
	if err := dec.Decode(&tree); err != nil {
		return fmt.Errorf("encode sarif: %w", err)
	}
	prune(tree)
	markOpen(tree)
	return encodeJSON(w, tree)
}

// markOpen gives every result a list of suppressions, an empty one where the
// finding is open: SARIF wants all results of a run to have it, or none.
func markOpen(tree any) {
	log, _ := tree.(map[string]any)
	runs, _ := log["runs"].([]any)
	for _, run := range runs {
		fields, _ := run.(map[string]any)
		results, _ := fields["results"].([]any)
		for _, r := range results {
			if result, ok := r.(map[string]any); ok && result["suppressions"] == nil {
				result["suppressions"] = []any{}
			}
		}
	}
}

// prune removes absent values below v and reports whether v itself is one.
func prune(v any) (absent bool) {
	switch v := v.(type) {
	case nil:
		return true
	case json.Number:
		return v == "-1"
	case []any:
		for _, item := range v {
			prune(item)
		}
		return len(v) == 0
	case map[string]any:
		for key, item := range v {
			if prune(item) && key != "results" {
				delete(v, key)
			}
		}
		return len(v) == 0
	}
	return false
}
