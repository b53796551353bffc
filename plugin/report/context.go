package report

import (
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// rule finds the description of a rule.
func (c Context) rule(id string) (checks.Meta, bool) {
	i := slices.IndexFunc(c.Rules, func(m checks.Meta) bool { return m.ID == id })
	if i < 0 {
		return checks.Meta{}, false
	}
	return c.Rules[i], true
}

// relative names a file below the working directory relative to it, with
// slashes; other files stay as they are.
func (c Context) relative(file string) string {
	if c.Dir != "" && filepath.IsAbs(file) {
		if rel, err := filepath.Rel(c.Dir, file); err == nil && filepath.IsLocal(rel) {
			file = rel
		}
	}
	return filepath.ToSlash(file)
}

// uri is the relative reference of a file, or a file URI where that is
// impossible.
func (c Context) uri(file string) string {
	name := c.relative(file)
	if filepath.IsAbs(file) && name == filepath.ToSlash(file) {
		return (&url.URL{Scheme: "file", Path: "/" + strings.TrimPrefix(name, "/")}).String()
	}
	return (&url.URL{Path: name}).String()
}
