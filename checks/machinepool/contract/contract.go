// Package contract is the module contract of the MachinePool role as data:
// what the generated root passes, what the controller reads back, which names
// are taken. Rules read the table; a new contract version is a new table.
package contract

import (
	"slices"
	"strings"

	"github.com/zclconf/go-cty/cty"
)

// Contract is one version of the contract of one role.
type Contract struct {
	// Version is the value of captf_contract.
	Version string
	// Role is the word of --role.
	Role    string
	Inputs  []Input
	Outputs []Output
	// ReservedPrefix belongs to the contract, for inputs and outputs.
	ReservedPrefix string
	// Meta lists variable names that module blocks of the runtimes take for
	// themselves.
	Meta []string
	// OtherRoles maps inputs of other roles to the role; a pool never gets them.
	OtherRoles map[string]string
	// Tags are the keys of captf_tags, always all there.
	Tags []string
	// States is the closed list of health.state and instances[*].state.
	States []string
	// AddressTypes is the closed list of instances[*].addresses[*].type.
	AddressTypes []string
}

// Input is one variable that the generated root sets.
type Input struct {
	Name string
	// Written is the type as a module author writes it, Type the same parsed.
	Written string
	Type    cty.Type
	// Nullable says that the root may pass null.
	Nullable bool
	// Default says which default a module may give it.
	Default Default
	// Sensitive says that the module must mark it so.
	Sensitive bool
	// Identity says that the value never changes in an object's life, so that
	// it cannot start anything.
	Identity bool
}

// Default says which defaults are allowed.
type Default int

// The policies. The root always sets every input, so a default other than
// null only hides a mistake.
const (
	NoDefault Default = iota
	NullDefault
	NullOrEmptyDefault
)

// Output is one value that the controller reads.
type Output struct {
	Name string
	// Nullable says that null is a legal final value.
	Nullable bool
	// Skeleton is an expression that a module author can start from; empty when
	// a made-up value would do harm.
	Skeleton string
}

// Input finds an input by name.
func (c Contract) Input(name string) (Input, bool) {
	i := slices.IndexFunc(c.Inputs, func(in Input) bool { return in.Name == name })
	if i < 0 {
		return Input{}, false
	}
	return c.Inputs[i], true
}

// Output finds an output by name.
func (c Contract) Output(name string) (Output, bool) {
	i := slices.IndexFunc(c.Outputs, func(o Output) bool { return o.Name == name })
	if i < 0 {
		return Output{}, false
	}
	return c.Outputs[i], true
}

// Reserved reports whether only the contract may use the name.
func (c Contract) Reserved(name string) bool { return strings.HasPrefix(name, c.ReservedPrefix) }

// Scalar reports whether the root passes a single value.
func (i Input) Scalar() bool { return i.Type.IsPrimitiveType() }
