package plugin

import (
	"encoding/json"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/plugin/report"
)

func newRulesCommand(sh *shared) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "rules",
		Short: "List and explain the rules",
		Args:  cobra.NoArgs,
	}
	cmd.AddCommand(newRulesListCommand(sh), newRulesExplainCommand(sh))
	return cmd
}

func groupOf(id string) string {
	group, _, _ := strings.Cut(id, "/")
	return group
}

// ruleJSON is the description of a rule for programs.
type ruleJSON struct {
	ID       string          `json:"id"`
	Severity checks.Severity `json:"severity"`
	Title    string          `json:"title"`
	Why      string          `json:"why"`
	Fix      string          `json:"fix"`
	Source   string          `json:"source"`
	URL      string          `json:"url"`
	Fails    exampleJSON     `json:"fails"`
	Passes   exampleJSON     `json:"passes"`
}

type exampleJSON struct {
	Args  string            `json:"args"`
	Files map[string]string `json:"files"`
}

func newRuleJSON(m checks.Meta) ruleJSON {
	return ruleJSON{m.ID, m.Severity, m.Title, m.Why, m.Fix, m.Source, report.RuleURL(m.ID), newExampleJSON(m.Fails), newExampleJSON(m.Passes)}
}

func newExampleJSON(e checks.Example) exampleJSON {
	out := exampleJSON{Args: e.Args, Files: map[string]string{}}
	for _, f := range exampleFiles(e) {
		out.Files[f.Name] = string(f.Data)
	}
	return out
}

func (sh *shared) json(v any) error {
	enc := json.NewEncoder(sh.Out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}
