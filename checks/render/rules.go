package render

import (
	"fmt"
	"strings"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// Rules lists the rules of the render/ group.
func Rules() []checks.Rule[*Comparison] {
	return []checks.Rule[*Comparison]{
		versionUnreadable(), unequalBundles(), versionLowered(), missingBump(), stalePin(),
		needlessBump(), versionSkipped(), unpinned(), singleBundle(),
	}
}

// SideRules are the rules about how a side was rendered; in the GitOps form,
// where the others run object by object, they run once.
func SideRules() []checks.Rule[*Comparison] {
	return []checks.Rule[*Comparison]{singleBundle()}
}

// finding fills in what all findings of a comparison share.
func (c *Comparison) finding(message string) checks.Finding {
	f := checks.Finding{Message: message, Object: c.Object, Position: c.Where}
	return f
}

// before describes the state that the head is compared with.
func (c *Comparison) before() (version int64, what string) {
	if c.Base != nil {
		return c.Base.Version.Number, "the base"
	}
	return c.Pinned.Version, "the pin"
}

// onVerdict makes the function of a rule that speaks exactly when the verdict is its own.
func onVerdict(v Verdict, message func(c *Comparison) string) func(*Comparison, *checks.Sink) {
	return func(c *Comparison, out *checks.Sink) {
		if c.Verdict() == v {
			out.Report(c.finding(message(c)))
		}
	}
}

func missingBump() checks.Rule[*Comparison] {
	return checks.Rule[*Comparison]{
		Meta: checks.Meta{
			ID: "render/missing-bump", Severity: checks.Error,
			Title:  "The rendered output changed and the render version did not",
			Why:    "The render version is part of what machines hash. With the same version the new output is taken for drift of the node and never becomes its desired state.",
			Fix:    "Raise the render version by one in the same change and pin the new state.",
			Source: "render version rules, row 2; seeds/002",
			Fails:  diffExample("3", "3", "hostname: pool-a", "hostname: pool-b"),
			Passes: diffExample("3", "4", "hostname: pool-a", "hostname: pool-b"),
		},
		Check: onVerdict(MissingBump, func(c *Comparison) string {
			version, what := c.before()
			return fmt.Sprintf("the output differs from %s but the render version is %d on both sides: machines would call their nodes drifted and never correct them", what, version)
		}),
	}
}

func stalePin() checks.Rule[*Comparison] {
	return checks.Rule[*Comparison]{
		Meta: checks.Meta{
			ID: "render/stale-pin", Severity: checks.Error,
			Title:  "Version and output changed, the pin was left behind",
			Why:    "A pin that describes neither side protects nothing: the next change would be compared with the wrong output.",
			Fix:    "Run `kubectl rollout-pin render-version pin` and commit the file.",
			Source: "render version rules, row 3",
			Fails:  pinExample(8, 7, zeroFingerprint),
			Passes: pinExample(7, 7, exampleFingerprint),
		},
		Check: onVerdict(StalePin, func(c *Comparison) string {
			return fmt.Sprintf("the version was raised from %d to %d and the output changed, but the pin still holds the old state: run %s",
				c.Pinned.Version, c.Head.Version.Number, c.PinCommand)
		}),
	}
}

func needlessBump() checks.Rule[*Comparison] {
	return checks.Rule[*Comparison]{
		Meta: checks.Meta{
			ID: "render/needless-bump", Severity: checks.Warning,
			Title:  "The render version was raised although the output is the same",
			Why:    "Every machine's input hash changes for nothing, and the configuration may be applied again everywhere.",
			Fix:    "Take the bump back, unless a change that these inputs do not exercise needs it; then pin the new version.",
			Source: "render version rules, row 4",
			Fails:  diffExample("3", "4", "hostname: pool-a", "hostname: pool-a"),
			Passes: diffExample("3", "3", "hostname: pool-a", "hostname: pool-a"),
		},
		Check: onVerdict(NeedlessBump, func(c *Comparison) string {
			version, what := c.before()
			return fmt.Sprintf("the version was raised from %d to %d but the output equals that of %s", version, c.Head.Version.Number, what)
		}),
	}
}

func versionLowered() checks.Rule[*Comparison] {
	return checks.Rule[*Comparison]{
		Meta: checks.Meta{
			ID: "render/version-lowered", Severity: checks.Error,
			Title:  "The render version is lower than before",
			Why:    "An older number is used again, so input hashes can repeat and a machine may take new output for output it already applied.",
			Fix:    "Raise the version above the highest one ever released, also when an older output comes back.",
			Source: "render version rules, row 5",
			Fails:  diffExample("4", "3", "hostname: pool-a", "hostname: pool-b"),
			Passes: diffExample("4", "5", "hostname: pool-a", "hostname: pool-b"),
		},
		Check: onVerdict(VersionLowered, func(c *Comparison) string {
			version, what := c.before()
			if c.Pinned != nil && c.Head.Version.Number >= version {
				version, what = c.Pinned.Version, "the pin"
			}
			return fmt.Sprintf("the version is %d, below the %d of %s: hashes that machines recorded may repeat", c.Head.Version.Number, version, what)
		}),
	}
}

func versionSkipped() checks.Rule[*Comparison] {
	return checks.Rule[*Comparison]{
		Meta: checks.Meta{
			ID: "render/version-skipped", Severity: checks.Info,
			Title:  "The render version was raised by more than one",
			Why:    "Allowed, for example after two merged changes; told because it may be a slip.",
			Fix:    "Nothing, when it is meant.",
			Source: "render version rules, row 6",
			Fails:  diffExample("3", "6", "hostname: pool-a", "hostname: pool-b"),
			Passes: diffExample("3", "4", "hostname: pool-a", "hostname: pool-b"),
		},
		Check: func(c *Comparison, out *checks.Sink) {
			if n := c.Skipped(); n > 0 {
				out.Report(c.finding(fmt.Sprintf("the version was raised by %d at once, to %d", n+1, c.Head.Version.Number)))
			}
		},
	}
}

func versionUnreadable() checks.Rule[*Comparison] {
	return checks.Rule[*Comparison]{
		Meta: checks.Meta{
			ID: "render/version-unreadable", Severity: checks.Error,
			Title:  "The render version cannot be read",
			Why:    "Without the version nothing can be said about the change, and saying nothing must not look like a pass.",
			Fix:    "Point the version source at one plain integer.",
			Source: "render version rules, row 7",
			Fails:  gitopsExample("", ""),
			Passes: gitopsExample("3", "4"),
		},
		Check: func(c *Comparison, out *checks.Sink) {
			for _, side := range []*Side{c.Base, c.Head} {
				if side != nil && side.VersionErr != nil {
					out.Report(c.finding("the render version cannot be read: " + side.VersionErr.Error()))
					return
				}
			}
		},
	}
}

func unequalBundles() checks.Rule[*Comparison] {
	return checks.Rule[*Comparison]{
		Meta: checks.Meta{
			ID: "render/unequal-bundles", Severity: checks.Error,
			Title:  "The renders of a case hold different documents",
			Why:    "The renders of a case come from the same inputs under other secrets; a document that only one of them has means that they are not, and then agreeing values prove nothing.",
			Fix:    "Render all bundles of the case from the same inputs with the same renderer.",
			Source: "render version rules, fingerprint",
			Fails:  bundlesExample("kind: Other"),
			Passes: bundlesExample("kind: NodeConfig"),
		},
		Check: func(c *Comparison, out *checks.Sink) {
			if names := c.Unequal(); len(names) > 0 {
				out.Report(c.finding("only some renders have " + strings.Join(names, ", ")))
			}
		},
	}
}

func unpinned() checks.Rule[*Comparison] {
	return checks.Rule[*Comparison]{
		Meta: checks.Meta{
			ID: "render/unpinned", Severity: checks.Info,
			Title:  "Nothing is pinned yet",
			Why:    "Until a state is pinned a change of output cannot be seen.",
			Fix:    "Run `kubectl rollout-pin render-version pin` and commit the file.",
			Source: "render version rules, row 9",
			Fails:  pinExample(7, 0, ""),
			Passes: pinExample(7, 7, exampleFingerprint),
		},
		Check: onVerdict(Unpinned, func(c *Comparison) string {
			return "nothing is pinned yet: run " + c.PinCommand
		}),
	}
}

func singleBundle() checks.Rule[*Comparison] {
	return checks.Rule[*Comparison]{
		Meta: checks.Meta{
			ID: "render/single-bundle", Severity: checks.Warning,
			Title:  "There is one render only, so secrets are part of the fingerprint",
			Why:    "Secrets are told from the rest by rendering the same inputs under two bundles. With one render a new secret looks like a changed output, and the fingerprint depends on secret values.",
			Fix:    "Render the case a second time with other secrets, or exclude their paths with ignorePaths.",
			Source: "render version rules, fingerprint",
			Fails:  diffExample("3", "3", "hostname: pool-a", "hostname: pool-a"),
			Passes: bundlesExample("kind: NodeConfig"),
		},
		Check: checkSingleBundle,
	}
}

func checkSingleBundle(c *Comparison, out *checks.Sink) {
	reported := map[string]bool{}
	for _, side := range []*Side{c.Head, c.Base} {
		if side == nil {
			continue
		}
		for i, o := range side.Outputs {
			if !o.Single || reported[o.Case] {
				continue
			}
			reported[o.Case] = true
			f := c.finding("there is one render only: nothing tells secrets from the rest, so they are fingerprinted")
			f.Subject, f.Order = o.Case, i
			out.Report(f)
		}
	}
}
