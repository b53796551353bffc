package machinepool

import (
	"bytes"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/module"
)

// ignoreMark begins a comment that accepts findings:
// "rollout-pin:ignore ID REASON".
const ignoreMark = "rollout-pin:ignore"

// Comments lists the comments of a module, and of the local modules that it
// calls, that accept findings. A comment speaks of the line that it ends, or
// else of the next line that is no comment, and of the whole argument or block
// that begins there.
func Comments(m *module.Module) []checks.Comment {
	var out []checks.Comment
	m.Walk(func(m *module.Module) {
		for _, f := range m.Files {
			if !f.JSON && bytes.Contains(f.Source, []byte(ignoreMark)) {
				out = append(out, fileComments(f)...)
			}
		}
	})
	return out
}

func fileComments(f *module.File) []checks.Comment {
	tokens, _ := hclsyntax.LexConfig(f.Source, f.Name, hcl.InitialPos)
	code := map[int]bool{}
	for _, t := range tokens {
		switch t.Type {
		case hclsyntax.TokenComment, hclsyntax.TokenNewline, hclsyntax.TokenEOF:
		default:
			for line := t.Range.Start.Line; line <= t.Range.End.Line; line++ {
				code[line] = true
			}
		}
	}
	last := strings.Count(string(f.Source), "\n") + 1
	var out []checks.Comment
	for _, t := range tokens {
		c, ok := ignoreComment(string(t.Bytes))
		if t.Type != hclsyntax.TokenComment || !ok {
			continue
		}
		c.Position = module.Position(t.Range)
		c.From = t.Range.Start.Line
		for !code[c.From] && c.From < last {
			c.From++
		}
		c.To = constructEnd(f.Blocks, f.Name, c.From)
		out = append(out, c)
	}
	return out
}

// ignoreComment reads the rule and the reason of a comment.
func ignoreComment(text string) (c checks.Comment, ok bool) {
	text = strings.TrimSpace(text)
	if inner, block := strings.CutPrefix(text, "/*"); block {
		text = strings.TrimSuffix(inner, "*/")
	} else {
		text = strings.TrimLeft(text, "#/")
	}
	rest, ok := strings.CutPrefix(strings.TrimSpace(text), ignoreMark)
	if !ok || rest != "" && !strings.HasPrefix(rest, " ") && !strings.HasPrefix(rest, "\t") {
		return c, false
	}
	fields := strings.Fields(rest)
	if len(fields) > 0 {
		c.Rule, c.Reason = fields[0], strings.Join(fields[1:], " ")
	}
	return c, true
}

// constructEnd is the last line of what begins on a line.
func constructEnd(blocks []*hclsyntax.Block, file string, line int) int {
	end := line
	for _, b := range blocks {
		if b.TypeRange.Filename != file {
			continue
		}
		if b.TypeRange.Start.Line == line {
			end = max(end, b.CloseBraceRange.End.Line)
		}
		for _, a := range b.Body.Attributes {
			if a.SrcRange.Filename == file && a.SrcRange.Start.Line == line {
				end = max(end, a.SrcRange.End.Line)
			}
		}
		end = max(end, constructEnd(b.Body.Blocks, file, line))
	}
	return end
}
