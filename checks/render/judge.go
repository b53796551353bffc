package render

import (
	"fmt"
	"maps"
	"slices"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// Verdict is the answer for one comparison.
type Verdict string

// The verdicts, worst first.
const (
	VersionUnreadable Verdict = "version-unreadable"
	UnequalBundles    Verdict = "unequal-bundles"
	VersionLowered    Verdict = "version-lowered"
	MissingBump       Verdict = "missing-bump"
	StalePin          Verdict = "stale-pin"
	NeedlessBump      Verdict = "needless-bump"
	Unpinned          Verdict = "unpinned"
	OK                Verdict = "ok"
)

// verdicts lists them from worst to best.
var verdicts = [...]Verdict{
	VersionUnreadable, UnequalBundles, VersionLowered, MissingBump, StalePin, NeedlessBump, Unpinned, OK,
}

// Worst returns the worst of the verdicts, OK for none.
func Worst(list ...Verdict) Verdict {
	for _, v := range verdicts {
		if slices.Contains(list, v) {
			return v
		}
	}
	return OK
}

// Side is one state of a renderer: its version and what it renders.
type Side struct {
	Version Version
	// VersionErr says why the version cannot be read; the version is then meaningless.
	VersionErr error
	Outputs    []Output
	Digests    Digests
}

// NewSide digests outputs.
func NewSide(v Version, versionErr error, outputs []Output) *Side {
	return &Side{Version: v, VersionErr: versionErr, Outputs: outputs, Digests: Digest(outputs)}
}

// Comparison is what the rules judge: a head side against what was there before
// (Base), against a pin, or both.
type Comparison struct {
	Head, Base *Side
	// Pinned is the pin's accepted state; nil when HasPin and not pinned yet.
	Pinned *Pinned
	HasPin bool
	// Object is set when one object is judged by itself (GitOps form).
	Object *checks.ObjectRef
	// Where findings point.
	Where checks.Position
	// PinCommand is how to accept the head state.
	PinCommand string
}

// Verdict follows the table of the render version rules: what cannot be read or
// compared comes first, then the worst of the comparisons with base and pin.
func (c *Comparison) Verdict() Verdict {
	if c.Head.VersionErr != nil || (c.Base != nil && c.Base.VersionErr != nil) {
		return VersionUnreadable
	}
	if len(c.Unequal()) > 0 {
		return UnequalBundles
	}
	var list []Verdict
	if c.Base != nil {
		list = append(list, c.againstBase())
	}
	if c.HasPin {
		list = append(list, c.againstPin())
	}
	return Worst(list...)
}

func (c *Comparison) againstBase() Verdict {
	same := c.Base.Digests.Fingerprint == c.Head.Digests.Fingerprint
	v := judge(c.Base.Version.Number, c.Head.Version.Number, same)
	if v == MissingBump && c.accepted() {
		return OK
	}
	return v
}

// accepted reports whether the pin says, with a reason, that this very output
// was accepted without a new version.
func (c *Comparison) accepted() bool {
	return c.Pinned != nil && c.Pinned.Unbumped != "" && c.Pinned.Fingerprint == c.Head.Digests.Fingerprint
}

func (c *Comparison) againstPin() Verdict {
	if c.Pinned == nil {
		return Unpinned
	}
	same := c.Pinned.Fingerprint == c.Head.Digests.Fingerprint
	v := judge(c.Pinned.Version, c.Head.Version.Number, same)
	if v == OK && !same {
		return StalePin
	}
	return v
}

// judge is the table for two versions and whether the output is the same.
func judge(base, head int64, same bool) Verdict {
	switch {
	case head < base:
		return VersionLowered
	case head == base && !same:
		return MissingBump
	case head > base && same:
		return NeedlessBump
	}
	return OK
}

// Skipped returns how many versions were jumped over, 0 for none. Only a changed
// output counts: a needless bump is told as such.
func (c *Comparison) Skipped() int64 {
	var from int64
	switch {
	case c.Head.VersionErr != nil:
		return 0
	case c.Base != nil && c.Base.VersionErr == nil && c.Base.Digests.Fingerprint != c.Head.Digests.Fingerprint:
		from = c.Base.Version.Number
	case c.Base == nil && c.Pinned != nil && c.Pinned.Fingerprint != c.Head.Digests.Fingerprint:
		from = c.Pinned.Version
	default:
		return 0
	}
	return max(0, c.Head.Version.Number-from-1)
}

// Unequal names the documents that only some bundles of a case have.
func (c *Comparison) Unequal() []string {
	var out []string
	for _, side := range []*Side{c.Base, c.Head} {
		if side == nil {
			continue
		}
		for _, o := range side.Outputs {
			for _, label := range o.Unequal {
				out = append(out, inCase(o.Case, label))
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func inCase(name, label string) string {
	if name == "" {
		return label
	}
	return fmt.Sprintf("%s of case %s", label, name)
}

// Moved names the documents whose digests differ from the pin's.
func (c *Comparison) Moved() []Change {
	if c.Pinned == nil || c.Pinned.Documents == nil {
		return nil
	}
	var out []Change
	names := slices.Sorted(maps.Keys(c.Pinned.Documents))
	names = append(names, slices.Sorted(maps.Keys(c.Head.Digests.Documents))...)
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		out = append(out, moved(name, c.Pinned.Documents[name], c.Head.Digests.Documents[name])...)
	}
	return out
}

func moved(name string, pinned, head map[string]string) []Change {
	labels := slices.AppendSeq(slices.Collect(maps.Keys(pinned)), maps.Keys(head))
	slices.Sort(labels)
	var out []Change
	for _, label := range slices.Compact(labels) {
		was, before := pinned[label]
		is, now := head[label]
		switch {
		case !before:
			out = append(out, Change{Case: name, Document: label, Kind: Added})
		case !now:
			out = append(out, Change{Case: name, Document: label, Kind: Removed})
		case was != is:
			out = append(out, Change{Case: name, Document: label, Kind: Changed})
		}
	}
	return out
}
