// Package fix makes and applies the mechanical edits of module rules. Edits are
// as small as they can be, so that comments and layout survive.
package fix

import (
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/module"
)

// Replace puts text in the place of a range.
func Replace(r hcl.Range, text string) checks.Edit {
	return checks.Edit{
		File: r.Filename, Line: r.Start.Line, Column: r.Start.Column,
		EndLine: r.End.Line, EndColumn: r.End.Column, NewText: text,
	}
}

// Wrap puts text around a range.
func Wrap(r hcl.Range, before, after string) []checks.Edit {
	start, end := r, r
	start.End, end.Start = r.Start, r.End
	return []checks.Edit{Replace(start, before), Replace(end, after)}
}

// RemoveArgument takes an argument out of its block, with its line when it has
// the line for itself.
func RemoveArgument(f *module.File, a *hclsyntax.Attribute) []checks.Edit {
	return remove(f, a.SrcRange)
}

// RemoveBlock takes a block out, with its lines when it has them for itself.
func RemoveBlock(f *module.File, b *hclsyntax.Block) []checks.Edit {
	return remove(f, hcl.RangeBetween(b.TypeRange, b.CloseBraceRange))
}

func remove(f *module.File, r hcl.Range) []checks.Edit {
	if !editable(f, r) {
		return nil
	}
	before := f.Source[lineStart(f.Source, r.Start.Byte):r.Start.Byte]
	after := f.Source[r.End.Byte:lineEnd(f.Source, r.End.Byte)]
	if !blank(before) || !blankOrComment(after) {
		return []checks.Edit{Replace(r, "")}
	}
	rest := f.Source[min(r.End.Byte+len(after)+1, len(f.Source)):]
	r.Start = hcl.Pos{Line: r.Start.Line, Column: 1}
	if blankLineAbove(f.Source, r.Start.Line) && endsParagraph(rest) {
		r.Start.Line--
	}
	if r.End.Byte+len(after) < len(f.Source) {
		r.End = hcl.Pos{Line: r.End.Line + 1, Column: 1}
	}
	return []checks.Edit{Replace(r, "")}
}

// AddArgument writes an argument into a block: behind the last argument that
// stands before nested blocks. A block on one line becomes one on several, as
// it may hold one argument only.
func AddArgument(f *module.File, b *hclsyntax.Block, name, value string) []checks.Edit {
	if !editable(f, b.OpenBraceRange) || b.OpenBraceRange.Filename != b.CloseBraceRange.Filename {
		return nil
	}
	indent := indentation(f.Source, b.TypeRange.Start.Byte)
	line := indent + "  " + name + " = " + value + "\n"
	inner := hcl.Range{Filename: f.Name, Start: b.OpenBraceRange.End, End: b.CloseBraceRange.Start}
	if inner.Start.Line == inner.End.Line {
		text := "\n"
		if old := strings.TrimSpace(string(f.Source[inner.Start.Byte:inner.End.Byte])); old != "" {
			text += indent + "  " + old + "\n"
		}
		return []checks.Edit{Replace(inner, text+line+indent)}
	}
	at := hcl.Pos{Line: lastArgumentLine(f, b) + 1, Column: 1}
	return []checks.Edit{Replace(hcl.Range{Filename: f.Name, Start: at, End: at}, line)}
}

// lastArgumentLine is the line behind which an argument fits.
func lastArgumentLine(f *module.File, b *hclsyntax.Block) int {
	line, blocks := b.OpenBraceRange.End.Line, b.CloseBraceRange.Start.Line
	for _, n := range b.Body.Blocks {
		if n.TypeRange.Filename == f.Name {
			blocks = min(blocks, n.TypeRange.Start.Line)
		}
	}
	for _, a := range b.Body.Attributes {
		if a.SrcRange.Filename == f.Name && a.SrcRange.End.Line < blocks {
			line = max(line, a.SrcRange.End.Line)
		}
	}
	return line
}

// Append writes text at the end of a file, behind an empty line.
func Append(f *module.File, text string) []checks.Edit {
	if f == nil || f.JSON {
		return nil
	}
	end := position(f.Source, len(f.Source))
	switch {
	case len(f.Source) == 0:
	case strings.HasSuffix(string(f.Source), "\n"):
		text = "\n" + text
	default:
		text = "\n\n" + text
	}
	return []checks.Edit{Replace(hcl.Range{Filename: f.Name, Start: end, End: end}, text)}
}

// editable reports whether a range lies in a file of the native syntax; JSON is
// left to people.
func editable(f *module.File, r hcl.Range) bool {
	return f != nil && !f.JSON && f.Name == r.Filename && r.End.Byte <= len(f.Source)
}
