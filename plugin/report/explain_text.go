package report

import (
	"fmt"
	"io"
)

// SortKeys are the orders of the table.
func SortKeys() []string { return []string{"worst", "name", "state", "cluster"} }

// Text writes the page of one pool or the table of several.
func (d *Explain) Text(w io.Writer, style Style) error {
	for _, p := range d.Pools {
		fmt.Fprintln(w, p.Namespace, p.Name, p.State, p.EffectiveHash)
	}
	return nil
}
