package checks

import (
	"crypto/sha256"
	"encoding/hex"
	"regexp"
	"strings"
)

// listIndex is the position of an element in a field path.
var listIndex = regexp.MustCompile(`\[\d+\]`)

// Fingerprint identifies a finding across runs, as 32 hex digits: the rule,
// the object without its API version, the subject and the field without list
// positions; where there is no object, the file. Lines and the wording of the
// message are no part of it, and neither is any value.
func (f *Finding) Fingerprint() string {
	parts := []string{f.Rule, f.Subject, listIndex.ReplaceAllString(f.Field, "[]")}
	if o := f.Object; o != nil {
		parts = append(parts, GroupOf(o.APIVersion), o.Kind, o.Namespace, o.Name)
	} else {
		parts = append(parts, strings.ReplaceAll(f.File, `\`, "/"))
	}
	return hash(parts)
}

// hash joins the parts so that no two lists give the same text.
func hash(parts []string) string {
	h := sha256.New()
	for _, p := range parts {
		h.Write([]byte(strings.NewReplacer(`\`, `\\`, "\n", `\n`).Replace(p) + "\n"))
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}
