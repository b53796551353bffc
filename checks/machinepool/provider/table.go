package provider

import "sync"

// File is the table of one provider.
type File struct {
	// Provider is the usual local name: the prefix of its resource types.
	Provider string `yaml:"provider"`
	// Sources are the provider addresses that the rows describe.
	Sources []string `yaml:"sources"`
	// Majors are the major versions that the rows were written for.
	Majors []int `yaml:"majors"`
	// States are the vocabularies that the cloud has for the state of a machine.
	States []States `yaml:"states"`
	// ProviderID are prefixes of the provider ids of its machines.
	ProviderID []string `yaml:"providerID"`
	Resources  []*Row   `yaml:"resources"`
	Data       []*Row   `yaml:"data"`

	// admitted remembers answers of Admits by constraint.
	admitted sync.Map
}

// States is one vocabulary: the word for a machine that runs, and those for
// machines that do not, but still exist.
type States struct {
	Running string   `yaml:"running"`
	Live    []string `yaml:"live"`
}

// Kind is the role of a resource type in a pool.
type Kind string

// The kinds.
const (
	// Group scales machines and keeps their number.
	Group Kind = "group"
	// Machine is a single machine.
	Machine Kind = "machine"
	// Launch holds what a group starts machines with.
	Launch Kind = "launch"
	// Scaler changes the size of a group.
	Scaler Kind = "scaler"
	// Store keeps objects that machines fetch.
	Store Kind = "store"
	// Other is a known type without a role of its own.
	Other Kind = ""
)

// Row is what is known about one resource type or data source. Argument paths
// are dotted and leave list indexes out: launch_template.version,
// metadata.user-data.
type Row struct {
	Type string `yaml:"type"`
	// Same lists further types with the same facts.
	Same []string `yaml:"same"`
	Kind Kind     `yaml:"kind"`
	// Unverified rows and facts only ever lead to "unknown" or warnings.
	Unverified bool `yaml:"unverified"`

	// Replaces are arguments whose change replaces the resource; "*" is all.
	Replaces []Effect `yaml:"replaces"`
	// MayReplace are arguments that may do so, depending on versions or values.
	MayReplace []string `yaml:"mayReplace"`
	// Updates are attributes that change when the resource is updated in place.
	Updates []Update `yaml:"updates"`
	// Mirrors maps attributes to the argument whose value they repeat.
	Mirrors map[string]string `yaml:"mirrors"`

	// Rolls say when a change of a group reaches its members.
	Rolls []Effect `yaml:"rolls"`
	// Size of a group; Min and Max of a group or scaler.
	Size *Size `yaml:"size"`
	// Bounds are the arguments for the smallest and the largest size.
	Bounds *Bounds `yaml:"bounds"`
	// Target is the argument of a scaler that names its group.
	Target string `yaml:"target"`
	// Launches tell where a group names what it starts machines with.
	Launches []LaunchReference `yaml:"launches"`
	// Payloads are the arguments that hold user data.
	Payloads []Payload `yaml:"payloads"`
	// Images are arguments that hold an image name or look one up.
	Images []string `yaml:"images"`
	// Named is how the resource gets its name.
	Named *Named `yaml:"named"`
	// Tags are the arguments that tag the resource itself.
	Tags []string `yaml:"tags"`
	// Launched are the things that come up with machines and how they are tagged.
	Launched []Launched `yaml:"launched"`
	// Waits is the argument that makes an apply wait for machines.
	Waits *Waits `yaml:"waits"`
	// Members says how a data source selects the machines it lists.
	Members *Members `yaml:"members"`
	// Renders says which attribute of a data source repeats its arguments.
	Renders *Renders `yaml:"renders"`
	// Reads is true for data sources whose result follows their arguments.
	Reads bool `yaml:"reads"`
}

// Effect is what a change of some arguments does, if all needs hold.
type Effect struct {
	Arguments []string `yaml:"arguments"`
	// Listed is an argument that holds further names of arguments.
	Listed string `yaml:"listed"`
	Needs  []Need `yaml:"needs"`
	// Name ends the path of a finding: "instance refresh".
	Name string `yaml:"name"`
	// Restart is true when members are restarted rather than replaced.
	Restart bool `yaml:"restart"`
	// Rule is the id that reports the payload on this way, when it is not the
	// general one.
	Rule string `yaml:"rule"`
	// At is the block or argument that switches the effect on, for positions.
	At string `yaml:"at"`
	// Unverified effects prove nothing.
	Unverified bool `yaml:"unverified"`
}

// Need is one condition of an effect.
type Need struct {
	// Block must be there.
	Block string `yaml:"block"`
	// Argument must have one of the values In.
	Argument string   `yaml:"argument"`
	In       []string `yaml:"in"`
	// Feature is a flag in the features of the provider configuration, which
	// must be true.
	Feature string `yaml:"feature"`
	// Default is the value of an absent argument or flag; without one an absent
	// value leaves the effect unknown.
	Default string `yaml:"default"`
	// Unknown makes a need that fails leave the effect unknown instead of off.
	Unknown bool `yaml:"unknown"`
}

// Update says which attributes change with an update in place.
type Update struct {
	Attributes []string `yaml:"attributes"`
	// Except are arguments whose change does not count.
	Except []string `yaml:"except"`
	Needs  []Need   `yaml:"needs"`
}

// Size is the desired count of a group.
type Size struct {
	Argument string `yaml:"argument"`
	// Computed is true when null leaves the count to the cloud.
	Computed bool `yaml:"computed"`
}

// Bounds are the smallest and largest size.
type Bounds struct {
	Min string `yaml:"min"`
	Max string `yaml:"max"`
}

// LaunchReference is how a group names a launch resource.
type LaunchReference struct {
	// Arguments hold its id, name or link.
	Arguments []string `yaml:"arguments"`
	// Version is the argument that selects a version of it, "" when a
	// reference always means the resource as it is.
	Version string `yaml:"version"`
	// Latest are values of Version that follow every new version, Moving those
	// that follow a default version.
	Latest []string `yaml:"latest"`
	Moving []string `yaml:"moving"`
	// LatestAttribute and MovingAttribute are the attributes of the launch
	// resource that hold the newest and the default version.
	LatestAttribute string `yaml:"latestAttribute"`
	MovingAttribute string `yaml:"movingAttribute"`
	// Moves is the argument of the launch resource that lets the default
	// version follow the newest.
	Moves string `yaml:"moves"`
}

// Encoding is how an argument wants its text.
type Encoding string

// The encodings.
const (
	Plain  Encoding = "plain"
	Base64 Encoding = "base64"
)

// Payload is an argument that holds user data.
type Payload struct {
	Argument string   `yaml:"argument"`
	Encoding Encoding `yaml:"encoding"`
	// SwitchedBy is an argument whose value "base64" makes the encoding base64.
	SwitchedBy string `yaml:"switchedBy"`
}

// Named is how a resource gets its name.
type Named struct {
	Argument string `yaml:"argument"`
	Prefix   string `yaml:"prefix"`
}

// Launched is one thing that comes up with a machine.
type Launched struct {
	// What is the word for it: instance, volume, network interface.
	What string `yaml:"what"`
	// Tags are arguments that tag it. An entry with Of counts only in blocks
	// whose argument has that value.
	Tags []LaunchedTags `yaml:"tags"`
	// OnlyWith is a block without which it does not exist.
	OnlyWith string `yaml:"onlyWith"`
}

// LaunchedTags is an argument that tags something launched.
type LaunchedTags struct {
	// On is group or launch: which resource has the argument.
	On       Kind   `yaml:"on"`
	Argument string `yaml:"argument"`
	// Block, When and Is restrict it to blocks where When has the value Is.
	Block string `yaml:"block"`
	When  string `yaml:"when"`
	Is    string `yaml:"is"`
}

// Waits is an argument that makes an apply wait for machines.
type Waits struct {
	Argument string `yaml:"argument"`
	// Off is the value that switches waiting off; Default is what holds without
	// the argument.
	Off     string `yaml:"off"`
	Default string `yaml:"default"`
	// Zero is true when Off is a duration, so that "0s" is off too.
	Zero bool `yaml:"zero"`
}

// Members says which machines a data source lists.
type Members struct {
	// States is the argument that restricts states; Default is what holds
	// without it (empty: all states).
	States  string   `yaml:"states"`
	Default []string `yaml:"default"`
	// Filter is a block with a name and values; Named is the name that
	// restricts states.
	Filter string   `yaml:"filter"`
	Named  []string `yaml:"named"`
	// Live are the states that a list of members must hold.
	Live []string `yaml:"live"`
}

// Renders says which attribute of a data source repeats its arguments.
type Renders struct {
	Attribute string `yaml:"attribute"`
	// Base64 is the argument that encodes the result; Default its value.
	Base64  string `yaml:"base64"`
	Default bool   `yaml:"default"`
}
