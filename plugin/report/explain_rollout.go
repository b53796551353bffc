package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/nodepool"
)

func (s *story) rollout() {
	if s.pool.State == nodepool.Deleting || s.pool.State == nodepool.Unsupported {
		return
	}
	r := s.pool.Rollout
	s.heading("Rollout")
	s.line(s.Wrap(Clean(fmt.Sprintf("complete: %s (%s); machines are being replaced: %s", r.Complete, r.Because, r.Active)), "  ", "    "))
	if counters := s.counters(); counters != "" {
		s.line("  " + counters)
	}
	s.line(s.Wrap(s.gates(), "  ", "    "))
	for _, b := range r.BlockedBy {
		s.line(s.Yellow("  blocked by: ") + strings.TrimPrefix(s.Wrap(Clean("blocked by: "+b), "  ", "    "), "  blocked by: "))
	}
}

// gates says whether, and because of what, the next pass writes the workload.
func (s *story) gates() string {
	g := s.pool.Gates
	by := map[nodepool.Answer][]string{}
	for _, c := range []struct {
		cause  string
		answer nodepool.Answer
	}{{"version", g.Version}, {"configuration", g.Config}, {"reversion", g.Revert}, {"machine template", g.PlatformTemplate}} {
		by[c.answer] = append(by[c.answer], c.cause)
	}
	yes, unknown := strings.Join(by[nodepool.Yes], ", "), strings.Join(by[nodepool.Unknown], ", ")
	switch {
	case yes != "" && unknown != "":
		return "the next pass writes the workload because of: " + yes + "; not known: " + unknown
	case yes != "":
		return "the next pass writes the workload because of: " + yes
	case unknown != "":
		return "whether the next pass writes the workload is not known: " + unknown
	}
	return "the next pass does not write the workload"
}

func (s *story) counters() string {
	r := s.pool.Rollout
	var parts []string
	for _, c := range []struct {
		n    *int
		name string
	}{{r.Desired, "wanted"}, {r.Updated, "updated"}, {r.Available, "available"}, {r.Total, "in total"}} {
		if c.n != nil {
			parts = append(parts, fmt.Sprintf("%d %s", *c.n, c.name))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "replicas: " + strings.Join(parts, ", ")
}

// fateOrder lists fates, those that ask for attention first.
var fateColor = map[nodepool.Fate]func(Style, string) string{
	nodepool.Kept: Style.Green, nodepool.Created: Style.Green, nodepool.Missing: Style.Red,
	nodepool.Expiring: Style.Yellow, nodepool.ExpiredFate: Style.Yellow, nodepool.Deleted: Style.Yellow,
	nodepool.UnknownFate: Style.Yellow, nodepool.Leftover: Style.Faint,
}

func (s *story) secrets() {
	verdicts := s.verdicts()
	if len(verdicts) == 0 {
		return
	}
	s.heading("Secrets in " + Clean(s.pool.ControlPlaneNamespace))
	for i, v := range verdicts {
		text := string(v.Fate)
		if v.At != "" {
			text += " at " + v.At
		}
		head := "  " + Clean(v.Name) + "  " + fateColor[v.Fate](s.Style, text)
		if !v.Observed {
			head += s.Faint("  (not observed)")
		}
		s.line(head)
		if i+1 < len(verdicts) && slices.Equal(v.Because, verdicts[i+1].Because) {
			continue // said once, below the next one
		}
		for _, because := range v.Because {
			s.line(s.Wrap(plain(because), "    ", "    "))
		}
	}
}

// verdicts sorts the secrets: those of the effective hash first.
func (s *story) verdicts() []nodepool.Verdict {
	out := slices.Clone(s.pool.Verdicts)
	slices.SortStableFunc(out, func(a, b nodepool.Verdict) int {
		return cmp.Or(cmp.Compare(s.hashRank(a.Hash), s.hashRank(b.Hash)), cmp.Compare(a.Hash, b.Hash), cmp.Compare(a.Name, b.Name))
	})
	return out
}

// hashRank puts the effective hash first, then deployed and completed.
func (s *story) hashRank(hash string) int {
	h := s.pool.Hashes
	i := slices.Index([]string{s.pool.EffectiveHash, h.Deployed.Value, h.Completed.Value}, hash)
	if i < 0 {
		return 3
	}
	return i
}
