package source

import "go.yaml.in/yaml/v3"

func (r *jsonReader) value(depth int) (*yaml.Node, error) {
	first := r.space()
	if depth > r.max {
		return nil, r.fail(r.pos, tooDeep(r.max))
	}
	n := &yaml.Node{Kind: yaml.ScalarNode}
	n.Line, n.Column = r.position(r.pos)
	var err error
	switch {
	case first == '{':
		n.Kind, n.Tag, n.Style = yaml.MappingNode, "!!map", yaml.FlowStyle
		err = r.object(n, depth)
	case first == '[':
		n.Kind, n.Tag, n.Style = yaml.SequenceNode, "!!seq", yaml.FlowStyle
		err = r.list(n, depth)
	case first == '"':
		n.Tag, n.Style = "!!str", yaml.DoubleQuotedStyle
		n.Value, err = r.text()
	case first == '-' || isDigit(first):
		err = r.number(n)
	default:
		err = r.literal(n)
	}
	return n, err
}

// object reads a map from its "{" on.
func (r *jsonReader) object(n *yaml.Node, depth int) error {
	r.pos++
	if r.space() == '}' {
		r.pos++
		return nil
	}
	for {
		if r.space() != '"' {
			return r.unexpected("a key in quotes")
		}
		key, err := r.value(depth + 1)
		if err != nil {
			return err
		}
		if r.space() != ':' {
			return r.unexpected("a colon")
		}
		r.pos++
		value, err := r.entry(key.Value, depth)
		if err != nil {
			return err
		}
		n.Content = append(n.Content, key, value)
		if done, err := r.more('}', "a comma or the end of the map"); done || err != nil {
			return err
		}
	}
}

// entry reads the value of a key. The items of a list of objects can be left
// out one by one.
func (r *jsonReader) entry(key string, depth int) (*yaml.Node, error) {
	if depth != 1 || key != "items" || r.drop == nil || r.space() != '[' {
		return r.value(depth + 1)
	}
	n := &yaml.Node{Kind: yaml.SequenceNode, Tag: "!!seq", Style: yaml.FlowStyle}
	n.Line, n.Column = r.position(r.pos)
	return n, r.elements(n, depth+1, r.skippable)
}

// list reads a list from its "[" on.
func (r *jsonReader) list(n *yaml.Node, depth int) error {
	return r.elements(n, depth, func() (int, bool) { return 0, false })
}

func (r *jsonReader) elements(n *yaml.Node, depth int, skip func() (int, bool)) error {
	r.pos++
	if r.space() == ']' {
		r.pos++
		return nil
	}
	for {
		r.space()
		if end, ok := skip(); ok {
			r.pos = end
			r.items++
		} else {
			item, err := r.value(depth + 1)
			if err != nil {
				return err
			}
			n.Content = append(n.Content, item)
		}
		if done, err := r.more(']', "a comma or the end of the list"); done || err != nil {
			return err
		}
	}
}

// more steps over a comma, or over the end of a map or list.
func (r *jsonReader) more(end byte, want string) (done bool, err error) {
	switch r.space() {
	case end:
		r.pos++
		return true, nil
	case ',':
		r.pos++
		return false, nil
	}
	return false, r.unexpected(want)
}
