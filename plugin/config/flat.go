package config

import (
	"strings"

	"go.yaml.in/yaml/v3"
)

// FromConfigMap reads settings from the data of a ConfigMap, which is how some
// orchestrators configure functions: flat keys, lists separated by commas, and
// feature gates as A=true,B=false. Objects and ignore entries need the other
// form.
func FromConfigMap(data *yaml.Node, file string) (*Loaded, error) {
	tree := &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map", Line: data.Line, Column: data.Column}
	for i := 0; i+1 < len(data.Content); i += 2 {
		key, value := data.Content[i], data.Content[i+1]
		if value.Kind == yaml.ScalarNode {
			key, value = unflatten(key, value)
		}
		tree.Content = append(tree.Content, key, value)
	}
	return FromNode(tree, file)
}

// unflatten gives a flat value the shape that its setting has.
func unflatten(key, value *yaml.Node) (k, v *yaml.Node) {
	switch key.Value {
	case "checks", "ignorePaths":
		return key, list(value)
	case "base":
		return key, mapping(value, "files", list(value))
	case "featureGates":
		out := &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map", Line: value.Line, Column: value.Column}
		for _, gate := range list(value).Content {
			name, on, _ := strings.Cut(gate.Value, "=")
			out.Content = append(out.Content, scalar(value, strings.TrimSpace(name)), scalar(value, strings.TrimSpace(on)))
		}
		return key, out
	case "requireComplete", "stamp", "maxMinorSkew":
		return key, scalar(value, value.Value)
	}
	return key, value
}

func list(value *yaml.Node) *yaml.Node {
	out := &yaml.Node{Kind: yaml.SequenceNode, Tag: "!!seq", Line: value.Line, Column: value.Column}
	for _, item := range strings.Split(value.Value, ",") {
		if item = strings.TrimSpace(item); item != "" {
			out.Content = append(out.Content, scalar(value, item))
		}
	}
	return out
}

func mapping(at *yaml.Node, key string, value *yaml.Node) *yaml.Node {
	return &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map", Line: at.Line, Column: at.Column, Content: []*yaml.Node{scalar(at, key), value}}
}

// scalar is a plain scalar: YAML decides its type, as in the other form.
func scalar(at *yaml.Node, text string) *yaml.Node {
	return &yaml.Node{Kind: yaml.ScalarNode, Value: text, Line: at.Line, Column: at.Column}
}
