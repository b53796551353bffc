package module

import (
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// Module is one module directory as a runtime reads it, override files merged.
// It is immutable once loaded and shared by every call of the same directory.
type Module struct {
	// Tree and Dir say where it came from; Dir is relative to the tree.
	Tree *Tree
	Dir  string
	// Runtime whose file rules were applied.
	Runtime Runtime
	// Files that were read, sorted by path; Hidden lists Terraform files that
	// an OpenTofu file replaces.
	Files  []*File
	Hidden []string

	Variables []*Variable
	Locals    []*Local
	Outputs   []*Output
	// Resources are managed, Data are data sources, Ephemerals the rest.
	Resources  []*Resource
	Data       []*Resource
	Ephemerals []*Resource
	Calls      []*Call
	Providers  []*Provider
	Settings   Settings
	// Others are top-level blocks without meaning for the analysis: moved,
	// import, removed, check and whatever newer runtimes add.
	Others []*hclsyntax.Block
	// Duplicates are declarations that stand twice; the first one counts.
	Duplicates []Duplicate
}

// File is one file of a module.
type File struct {
	// Path is relative to the tree, Name is what positions say.
	Path, Name string
	JSON       bool
	Override   bool
	Source     []byte
	Blocks     []*hclsyntax.Block
}

// Duplicate is a second declaration of one address.
type Duplicate struct {
	// Address as findings name it: var.x, local.x, output.x, type.name.
	Address       string
	First, Second hcl.Range
}

// Variable is an input of the module.
type Variable struct {
	Name  string
	Block *hclsyntax.Block
	// Type, Default, Sensitive, Nullable, Ephemeral and Description are nil
	// when they are not written.
	Type, Default, Sensitive, Nullable, Ephemeral, Description *hclsyntax.Attribute
	Validations                                                []Condition
}

// Local is one named value.
type Local struct {
	Name string
	*hclsyntax.Attribute
}

// Output is a result of the module.
type Output struct {
	Name          string
	Block         *hclsyntax.Block
	Value         *hclsyntax.Attribute
	Sensitive     *hclsyntax.Attribute
	DependsOn     []hclsyntax.Expression
	Preconditions []Condition
}

// Condition is a validation, precondition, postcondition or assertion.
type Condition struct {
	Block        *hclsyntax.Block
	Condition    hclsyntax.Expression
	ErrorMessage hclsyntax.Expression
}

// Resource is a managed resource, a data source or an ephemeral resource.
type Resource struct {
	Mode       Mode
	Type, Name string
	Block      *hclsyntax.Block
	// Count and ForEach are nil when not written.
	Count, ForEach hclsyntax.Expression
	// Provider is the configuration it uses, as written: "aws" or "aws.alias";
	// empty when it is the default of the type.
	Provider  string
	DependsOn []hclsyntax.Expression
	Lifecycle Lifecycle
	// Provisioners run once, at creation.
	Provisioners []*hclsyntax.Block
}

// Mode tells kinds of resources apart.
type Mode string

// The modes; the value is how references begin, "" for managed resources.
const (
	Managed   Mode = ""
	DataRead  Mode = "data"
	Ephemeral Mode = "ephemeral"
)

// Address is how the module refers to the resource.
func (r *Resource) Address() string {
	if r.Mode == Managed {
		return r.Type + "." + r.Name
	}
	return string(r.Mode) + "." + r.Type + "." + r.Name
}

// Lifecycle is the merged lifecycle block of a resource.
type Lifecycle struct {
	// Block is nil when there is none.
	Block *hclsyntax.Block
	// IgnoreAll is `ignore_changes = all`.
	IgnoreAll           bool
	Ignore              []IgnoredPath
	IgnoreAttribute     *hclsyntax.Attribute
	ReplaceTriggeredBy  []hclsyntax.Expression
	CreateBeforeDestroy hclsyntax.Expression
	PreventDestroy      hclsyntax.Expression
	Preconditions       []Condition
	Postconditions      []Condition
}

// IgnoredPath is one entry of ignore_changes, for example labels or
// disk[0].labels.
type IgnoredPath struct {
	hcl.Traversal
	// Text is the path as Terraform writes it.
	Text  string
	Range hcl.Range
}

// Call is a call of another module.
type Call struct {
	Name           string
	Block          *hclsyntax.Block
	Source         string
	SourceRange    hcl.Range
	Version        *hclsyntax.Attribute
	Count, ForEach hclsyntax.Expression
	DependsOn      []hclsyntax.Expression
	// Providers maps names inside the called module to names here; nil when the
	// default configurations are inherited.
	Providers map[string]string
	// Arguments are the inputs that the call passes.
	Arguments map[string]*hclsyntax.Attribute
	// Module is the called module; nil when it is remote or Problem is set.
	Module *Module
	// Remote is true when the source is no local path.
	Remote bool
	// Problem says why a local source cannot be used: it leaves the module
	// directory, does not resolve, or calls itself.
	Problem string
}

// Provider is a provider configuration inside the module.
type Provider struct {
	Name string
	// Alias is "" for the default configuration.
	Alias string
	Block *hclsyntax.Block
}

// Address is how resources name the configuration.
func (p *Provider) Address() string {
	if p.Alias == "" {
		return p.Name
	}
	return p.Name + "." + p.Alias
}

// Settings is what the terraform blocks say together.
type Settings struct {
	Blocks            []*hclsyntax.Block
	RequiredVersion   []*hclsyntax.Attribute
	RequiredProviders []*RequiredProvider
	// Backends and Clouds are the forbidden blocks.
	Backends, Clouds []*hclsyntax.Block
}

// RequiredProvider is one entry of required_providers.
type RequiredProvider struct {
	// Name is the local name, Source the address as written.
	Name, Source string
	// Version is the constraint as written, "" when there is none.
	Version string
	// Aliases are the elements of configuration_aliases.
	Aliases []hclsyntax.Expression
	Range   hcl.Range
	// AliasesRange is the place of configuration_aliases.
	AliasesRange hcl.Range
}

// Variable finds an input.
func (m *Module) Variable(name string) *Variable {
	return find(m.Variables, func(v *Variable) bool { return v.Name == name })
}

// Local finds a named value.
func (m *Module) Local(name string) *Local {
	return find(m.Locals, func(l *Local) bool { return l.Name == name })
}

// Output finds a result.
func (m *Module) Output(name string) *Output {
	return find(m.Outputs, func(o *Output) bool { return o.Name == name })
}

// Call finds a module call.
func (m *Module) Call(name string) *Call {
	return find(m.Calls, func(c *Call) bool { return c.Name == name })
}

// Resource finds a managed resource.
func (m *Module) Resource(typ, name string) *Resource {
	return find(m.Resources, func(r *Resource) bool { return r.Type == typ && r.Name == name })
}

// DataSource finds a data source.
func (m *Module) DataSource(typ, name string) *Resource {
	return find(m.Data, func(r *Resource) bool { return r.Type == typ && r.Name == name })
}

// EphemeralResource finds an ephemeral resource.
func (m *Module) EphemeralResource(typ, name string) *Resource {
	return find(m.Ephemerals, func(r *Resource) bool { return r.Type == typ && r.Name == name })
}

// Provider finds a provider configuration by its address, "azurerm" or
// "azurerm.alias".
func (m *Module) Provider(address string) *Provider {
	return find(m.Providers, func(p *Provider) bool { return p.Address() == address })
}

// RequiredProvider finds a provider requirement by local name.
func (m *Module) RequiredProvider(name string) *RequiredProvider {
	return find(m.Settings.RequiredProviders, func(p *RequiredProvider) bool { return p.Name == name })
}

func find[T any](list []*T, match func(*T) bool) *T {
	if i := slices.IndexFunc(list, match); i >= 0 {
		return list[i]
	}
	return nil
}

// Walk visits the module and every module it calls, once each, callers first.
func (m *Module) Walk(visit func(*Module)) {
	seen := map[*Module]bool{}
	var walk func(*Module)
	walk = func(m *Module) {
		if m == nil || seen[m] {
			return
		}
		seen[m] = true
		visit(m)
		for _, c := range m.Calls {
			walk(c.Module)
		}
	}
	walk(m)
}
