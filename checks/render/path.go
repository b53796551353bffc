package render

import (
	"fmt"
	"strings"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// FieldPath is a place in an object: keys from the root.
type FieldPath []string

// ParseFieldPath reads a JSONPath of plain keys such as {.spec.renderVersion},
// the same without braces, or a JSON pointer such as /spec/renderVersion.
func ParseFieldPath(text string) (FieldPath, error) {
	body := strings.TrimSpace(text)
	if strings.HasPrefix(body, "{") && strings.HasSuffix(body, "}") {
		body = body[1 : len(body)-1]
	}
	if strings.HasPrefix(body, "/") {
		var out FieldPath
		for _, token := range strings.Split(body[1:], "/") {
			out = append(out, unescape(token))
		}
		return out, nil
	}
	path, err := splitKeys(strings.TrimPrefix(strings.TrimPrefix(body, "$"), "."))
	if err != nil || len(path) == 0 {
		return nil, fmt.Errorf("%q is no path of keys such as {.spec.renderVersion}", text)
	}
	return path, nil
}

// splitKeys cuts at dots; ['key.with.dots'] and \. keep a dot.
func splitKeys(text string) (FieldPath, error) {
	var out FieldPath
	for text != "" {
		if strings.HasPrefix(text, "[") {
			end := strings.IndexByte(text, ']')
			if end < 0 {
				return nil, fmt.Errorf("no ] in %q", text)
			}
			out = append(out, strings.Trim(text[1:end], `'"`))
			text = strings.TrimPrefix(text[end+1:], ".")
			continue
		}
		key, rest := cutKey(text)
		if key == "" {
			return nil, fmt.Errorf("empty key in %q", text)
		}
		out = append(out, key)
		text = rest
	}
	return out, nil
}

func cutKey(text string) (key, rest string) {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '\\' && i+1 < len(text):
			i++
			b.WriteByte(text[i])
		case text[i] == '.':
			return b.String(), text[i+1:]
		case text[i] == '[':
			return b.String(), text[i:]
		default:
			b.WriteByte(text[i])
		}
	}
	return b.String(), ""
}

// In finds the place in an object; list items are named by their index.
func (p FieldPath) In(v checks.Value) checks.Value {
	for _, key := range p {
		if v.IsList() {
			items := v.Items()
			next := v.Get(key)
			for i := range items {
				if fmt.Sprint(i) == key {
					next = items[i]
				}
			}
			v = next
			continue
		}
		v = v.Get(key)
	}
	return v
}

// Pointer is the path as a JSON pointer.
func (p FieldPath) Pointer() string {
	var b strings.Builder
	for _, key := range p {
		b.WriteString("/" + escape(key))
	}
	return b.String()
}
