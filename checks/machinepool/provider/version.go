package provider

import (
	"fmt"
	"slices"

	goversion "github.com/hashicorp/go-version"
)

// Admits reports whether a version constraint admits a version that the table
// was written for. An empty or unreadable constraint admits the newest one.
// Open-ended constraints admit majors that do not exist yet; those are taken to
// be like the newest known one until the table says otherwise.
func (f *File) Admits(constraint string) bool {
	if constraint == "" || len(f.Majors) == 0 {
		return true
	}
	if known, ok := f.admitted.Load(constraint); ok {
		return known.(bool)
	}
	admits := f.admits(constraint)
	f.admitted.Store(constraint, admits)
	return admits
}

func (f *File) admits(constraint string) bool {
	c, err := goversion.NewConstraint(constraint)
	if err != nil {
		return true
	}
	return slices.ContainsFunc(f.Majors, func(major int) bool { return admitsMajor(c, major) })
}

// admitsMajor tries the ends of a major and every version that the constraint
// itself names.
func admitsMajor(c goversion.Constraints, major int) bool {
	candidates := []string{fmt.Sprintf("%d.0.0", major), fmt.Sprintf("%d.99999.99999", major)}
	for _, one := range c {
		text := one.String()
		for i, r := range text {
			if r >= '0' && r <= '9' {
				candidates = append(candidates, text[i:], nextPatch(text[i:]))
				break
			}
		}
	}
	return slices.ContainsFunc(candidates, func(s string) bool {
		v, err := goversion.NewVersion(s)
		return err == nil && v.Segments()[0] == major && c.Check(v)
	})
}

// nextPatch is a version just above the given one, for constraints such as
// "> 5.3.1, < 5.4".
func nextPatch(s string) string {
	v, err := goversion.NewVersion(s)
	if err != nil {
		return ""
	}
	n := v.Segments()
	return fmt.Sprintf("%d.%d.%d", n[0], n[1], n[2]+1)
}
