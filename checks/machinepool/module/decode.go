package module

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

// decode sorts merged blocks into the module.
func (m *Module) decode(blocks []*hclsyntax.Block) error {
	for _, b := range blocks {
		switch b.Type {
		case "variable":
			m.Variables = append(m.Variables, decodeVariable(b))
		case "output":
			m.Outputs = append(m.Outputs, decodeOutput(b))
		case "locals":
			m.decodeLocals(b)
		case "resource":
			m.Resources = append(m.Resources, decodeResource(Managed, b))
		case "data":
			m.Data = append(m.Data, decodeResource(DataRead, b))
		case "ephemeral":
			m.Ephemerals = append(m.Ephemerals, decodeResource(Ephemeral, b))
		case "module":
			m.Calls = append(m.Calls, decodeCall(b))
		case "provider":
			m.Providers = append(m.Providers, &Provider{Name: b.Labels[0], Alias: literalString(b.Body.Attributes["alias"]), Block: b})
		case "terraform":
			m.Settings.add(b)
		default:
			m.Others = append(m.Others, b)
		}
	}
	return nil
}

func decodeVariable(b *hclsyntax.Block) *Variable {
	a := b.Body.Attributes
	return &Variable{
		Name: b.Labels[0], Block: b,
		Type: a["type"], Default: a["default"], Sensitive: a["sensitive"],
		Nullable: a["nullable"], Ephemeral: a["ephemeral"], Description: a["description"],
		Validations: conditions(b.Body, "validation"),
	}
}

func decodeOutput(b *hclsyntax.Block) *Output {
	return &Output{
		Name: b.Labels[0], Block: b,
		Value: b.Body.Attributes["value"], Sensitive: b.Body.Attributes["sensitive"],
		DependsOn: elements(b.Body.Attributes["depends_on"]), Preconditions: conditions(b.Body, "precondition"),
	}
}

func (m *Module) decodeLocals(b *hclsyntax.Block) {
	for _, a := range sortedAttributes(b.Body) {
		if first := m.Local(a.Name); first != nil {
			m.Duplicates = append(m.Duplicates, Duplicate{Address: "local." + a.Name, First: first.NameRange, Second: a.NameRange})
			continue
		}
		m.Locals = append(m.Locals, &Local{Name: a.Name, Attribute: a})
	}
}

func decodeResource(mode Mode, b *hclsyntax.Block) *Resource {
	a := b.Body.Attributes
	r := &Resource{
		Mode: mode, Type: b.Labels[0], Name: b.Labels[1], Block: b,
		Count: expression(a["count"]), ForEach: expression(a["for_each"]),
		Provider: reference(a["provider"]), DependsOn: elements(a["depends_on"]),
	}
	for _, n := range b.Body.Blocks {
		switch n.Type {
		case "lifecycle":
			r.Lifecycle = decodeLifecycle(n)
		case "provisioner":
			r.Provisioners = append(r.Provisioners, n)
		}
	}
	return r
}

func decodeLifecycle(b *hclsyntax.Block) Lifecycle {
	a := b.Body.Attributes
	l := Lifecycle{
		Block: b, IgnoreAttribute: a["ignore_changes"], IgnoreAll: ignoresAll(a["ignore_changes"]),
		ReplaceTriggeredBy:  elements(a["replace_triggered_by"]),
		CreateBeforeDestroy: expression(a["create_before_destroy"]), PreventDestroy: expression(a["prevent_destroy"]),
		Preconditions: conditions(b.Body, "precondition"), Postconditions: conditions(b.Body, "postcondition"),
	}
	for _, e := range elements(a["ignore_changes"]) {
		if t := ignoredTraversal(e); t != nil {
			l.Ignore = append(l.Ignore, IgnoredPath{Traversal: t, Text: TraversalText(t), Range: e.Range()})
		}
	}
	return l
}

func decodeCall(b *hclsyntax.Block) *Call {
	a := b.Body.Attributes
	c := &Call{
		Name: b.Labels[0], Block: b, Source: literalString(a["source"]), Version: a["version"],
		Count: expression(a["count"]), ForEach: expression(a["for_each"]), DependsOn: elements(a["depends_on"]),
		SourceRange: b.DefRange(), Arguments: map[string]*hclsyntax.Attribute{},
	}
	if s := a["source"]; s != nil {
		c.SourceRange = s.Expr.Range()
	}
	if p := a["providers"]; p != nil {
		c.Providers = map[string]string{}
		for _, item := range objectItems(p.Expr) {
			c.Providers[keyText(item.KeyExpr)] = referenceText(item.ValueExpr)
		}
	}
	for name, attr := range a {
		if !slices.Contains([]string{"source", "version", "count", "for_each", "depends_on", "providers"}, name) {
			c.Arguments[name] = attr
		}
	}
	return c
}

func (s *Settings) add(b *hclsyntax.Block) {
	s.Blocks = append(s.Blocks, b)
	if a := b.Body.Attributes["required_version"]; a != nil {
		s.RequiredVersion = append(s.RequiredVersion, a)
	}
	for _, n := range b.Body.Blocks {
		switch n.Type {
		case "backend":
			s.Backends = append(s.Backends, n)
		case "cloud":
			s.Clouds = append(s.Clouds, n)
		case "required_providers":
			for _, a := range sortedAttributes(n.Body) {
				s.RequiredProviders = append(s.RequiredProviders, decodeRequirement(a))
			}
		}
	}
}

func decodeRequirement(a *hclsyntax.Attribute) *RequiredProvider {
	p := &RequiredProvider{Name: a.Name, Range: a.NameRange, AliasesRange: a.NameRange}
	p.Version = literalText(a.Expr)
	for _, item := range objectItems(a.Expr) {
		switch keyText(item.KeyExpr) {
		case "source":
			p.Source = literalText(item.ValueExpr)
		case "version":
			p.Version = literalText(item.ValueExpr)
		case "configuration_aliases":
			p.AliasesRange = item.KeyExpr.Range()
			if list, ok := item.ValueExpr.(*hclsyntax.TupleConsExpr); ok {
				p.Aliases = list.Exprs
			}
		}
	}
	return p
}

func conditions(body *hclsyntax.Body, blockType string) []Condition {
	var out []Condition
	for _, b := range body.Blocks {
		if b.Type == blockType {
			out = append(out, Condition{
				Block: b, Condition: expression(b.Body.Attributes["condition"]), ErrorMessage: expression(b.Body.Attributes["error_message"]),
			})
		}
	}
	return out
}

// sortedAttributes returns the arguments of a body in file order.
func sortedAttributes(body *hclsyntax.Body) []*hclsyntax.Attribute {
	out := make([]*hclsyntax.Attribute, 0, len(body.Attributes))
	for _, a := range body.Attributes {
		out = append(out, a)
	}
	slices.SortFunc(out, func(x, y *hclsyntax.Attribute) int {
		if x.NameRange.Filename != y.NameRange.Filename {
			return strings.Compare(x.NameRange.Filename, y.NameRange.Filename)
		}
		if x.NameRange.Start.Byte != y.NameRange.Start.Byte {
			return x.NameRange.Start.Byte - y.NameRange.Start.Byte
		}
		return strings.Compare(x.Name, y.Name)
	})
	return out
}

// SortedAttributes returns the arguments of a body in file order.
func SortedAttributes(body *hclsyntax.Body) []*hclsyntax.Attribute { return sortedAttributes(body) }

func expression(a *hclsyntax.Attribute) hclsyntax.Expression {
	if a == nil {
		return nil
	}
	return a.Expr
}

// elements returns the members of a list argument, nil for anything else.
func elements(a *hclsyntax.Attribute) []hclsyntax.Expression {
	if a == nil {
		return nil
	}
	list, ok := a.Expr.(*hclsyntax.TupleConsExpr)
	if !ok {
		return nil
	}
	return list.Exprs
}

func objectItems(expr hclsyntax.Expression) []hclsyntax.ObjectConsItem {
	if o, ok := expr.(*hclsyntax.ObjectConsExpr); ok {
		return o.Items
	}
	return nil
}

// ignoresAll reports `ignore_changes = all`, also quoted as JSON demands.
func ignoresAll(a *hclsyntax.Attribute) bool {
	return a != nil && (referenceText(a.Expr) == "all" || literalText(a.Expr) == "all")
}

func literalString(a *hclsyntax.Attribute) string {
	if a == nil {
		return ""
	}
	return literalText(a.Expr)
}

// literalText returns a constant string, "" for anything else.
func literalText(expr hclsyntax.Expression) string {
	v, diags := expr.Value(nil)
	if diags.HasErrors() || v.IsNull() || !v.IsKnown() || v.Type() != cty.String {
		return ""
	}
	return v.AsString()
}
