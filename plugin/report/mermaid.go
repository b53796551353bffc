package report

import (
	"fmt"
	"io"
	"strings"
)

// diagrammer is a document that can be drawn.
type diagrammer interface {
	// Mermaid writes a diagram in the language of that name.
	Mermaid(w io.Writer) error
}

func writeMermaid(w io.Writer, doc Document, _ Context) error {
	d, ok := doc.(diagrammer)
	if !ok {
		return fmt.Errorf("%s has no diagram", doc.Command())
	}
	return d.Mermaid(w)
}

// label is text for a node: mermaid reads quotes, angles and some marks itself.
func label(text string) string {
	return `"` + strings.NewReplacer(`"`, "#quot;", "<", "#lt;", ">", "#gt;", "#", "#35;", "`", "#96;", "\n", " ").Replace(Clean(text)) + `"`
}
