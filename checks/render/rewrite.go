package render

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// SetPinned returns the text of a pin file with another accepted state. Only the
// lines of `pinned` change: every comment and the layout of the rest stay, byte
// for byte. Line ends are those of the file.
func SetPinned(text []byte, state Pinned) ([]byte, error) {
	var root yaml.Node
	if err := yaml.Unmarshal(text, &root); err != nil || len(root.Content) == 0 || root.Content[0].Kind != yaml.MappingNode {
		return nil, errors.New("not a valid RenderPin")
	}
	if root.Content[0].Style&yaml.FlowStyle != 0 {
		return nil, errors.New("the pin is written in one pair of braces: write it in block style so that it can be updated")
	}
	section, err := pinnedSection(root.Content[0], state)
	if err != nil {
		return nil, err
	}
	lines := strings.SplitAfter(string(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))), "\n")
	from, to := pinnedLines(root.Content[0], lines)
	if from == len(lines) && from > 0 && !strings.HasSuffix(lines[from-1], "\n") && lines[from-1] != "" {
		section = "\n" + section
	}
	out := strings.Join(lines[:from], "") + section + strings.Join(lines[to:], "")
	if bytes.Contains(text, []byte("\r\n")) {
		out = strings.ReplaceAll(out, "\n", "\r\n")
	}
	return []byte(out), nil
}

// pinnedLines are the lines, from 0, that `pinned` takes; an empty range at the
// end when there is none.
func pinnedLines(root *yaml.Node, lines []string) (from, to int) {
	for i := 0; i+1 < len(root.Content); i += 2 {
		if root.Content[i].Value != "pinned" {
			continue
		}
		from, to = root.Content[i].Line-1, len(lines)
		if i+2 < len(root.Content) {
			to = root.Content[i+2].Line - 1
		}
		return from, lastOfBlock(lines, from, to)
	}
	return len(lines), len(lines)
}

// lastOfBlock leaves blank lines and comments that stand before the next key, or
// at the end of the file, to what follows.
func lastOfBlock(lines []string, from, to int) int {
	end := from + 1
	for i := from + 1; i < to; i++ {
		line := lines[i]
		if strings.HasPrefix(line, "---") || strings.HasPrefix(line, "...") {
			break
		}
		if strings.TrimSpace(line) != "" && (line[0] == ' ' || line[0] == '\t') {
			end = i + 1
		}
	}
	return end
}

// pinnedSection is the new text of `pinned`. Comments on its version and
// fingerprint are kept; digests are written anew.
func pinnedSection(root *yaml.Node, state Pinned) (string, error) {
	var value yaml.Node
	if err := value.Encode(state); err != nil {
		return "", fmt.Errorf("encode the pinned state: %w", err)
	}
	key := &yaml.Node{Kind: yaml.ScalarNode, Value: "pinned"}
	if i := slices.IndexFunc(root.Content, func(n *yaml.Node) bool { return n.Kind == yaml.ScalarNode && n.Value == "pinned" }); i >= 0 && i+1 < len(root.Content) {
		key.LineComment = root.Content[i].LineComment
		keepComments(root.Content[i+1], &value)
	}
	var buf bytes.Buffer
	enc := yaml.NewEncoder(&buf)
	enc.SetIndent(2)
	if err := enc.Encode(&yaml.Node{Kind: yaml.MappingNode, Content: []*yaml.Node{key, &value}}); err != nil {
		return "", fmt.Errorf("encode the pinned state: %w", err)
	}
	return buf.String(), nil
}

func keepComments(old, value *yaml.Node) {
	for i := 0; i+1 < len(value.Content); i += 2 {
		for j := 0; j+1 < len(old.Content); j += 2 {
			if old.Content[j].Value == value.Content[i].Value {
				value.Content[i].HeadComment = old.Content[j].HeadComment
				value.Content[i+1].LineComment = old.Content[j+1].LineComment
			}
		}
	}
}
