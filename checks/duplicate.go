package checks

import "fmt"

// DuplicateKeys reports every mapping key that stands twice in one of the
// objects, as config/duplicate-key. Callers leave such objects out of further
// evaluation.
func DuplicateKeys(objects []*Object) []Finding {
	var out []Finding
	for _, o := range objects {
		for _, d := range o.Duplicates {
			f := newFinding(duplicateKey(), fmt.Sprintf(
				"the key %s stands twice, in lines %d and %d: readers differ in which one they take, so the object is not evaluated further",
				d.Path, d.First.Line, d.Second.Line))
			f.Object, f.Subject, f.Field, f.Position = o.Ref(), d.Path, d.Path, d.Second
			f.Related = []Related{
				{Position: d.First, Message: "the first one"},
				{Position: d.Second, Message: "the second one"},
			}
			out = append(out, *f)
		}
	}
	return out
}
