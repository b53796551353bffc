package plugin

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"k8s.io/cli-runtime/pkg/printers"

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

type rulesListOptions struct {
	*shared
	output string
	rules  []checks.Meta
}

func newRulesListCommand(sh *shared) *cobra.Command {
	o := &rulesListOptions{shared: sh}
	cmd := &cobra.Command{
		Use:   "list [PATTERN...]",
		Short: "List the rules, all or those whose id matches a pattern such as pin/*",
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return ruleGroups(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if err := o.Complete(args); err != nil {
				return err
			}
			return o.Run()
		},
	}
	cmd.Flags().StringVarP(&o.output, "output", "o", "table", "output format: table, json, markdown")
	return cmd
}

// ruleGroups lists a pattern for each group.
func ruleGroups() []string {
	var out []string
	for _, m := range catalog() {
		out = append(out, groupOf(m.ID)+"/*")
	}
	return slices.Compact(out)
}

func groupOf(id string) string {
	group, _, _ := strings.Cut(id, "/")
	return group
}

// Complete selects the rules and checks the flags.
func (o *rulesListOptions) Complete(patterns []string) error {
	if !slices.Contains([]string{"table", "json", "markdown"}, o.output) {
		return fmt.Errorf("unknown output format %q: use one of table, json, markdown", o.output)
	}
	for _, m := range catalog() {
		if len(patterns) == 0 || slices.ContainsFunc(patterns, func(p string) bool { return p != "" && checks.Wildcard(p, m.ID) }) {
			o.rules = append(o.rules, m)
		}
	}
	if len(o.rules) == 0 {
		return fmt.Errorf("no rule matches %s: give an id or a pattern such as pin/*", strings.Join(patterns, ", "))
	}
	return nil
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

// Run prints the list.
func (o *rulesListOptions) Run() error {
	switch o.output {
	case "json":
		list := make([]ruleJSON, len(o.rules))
		for i, m := range o.rules {
			list[i] = newRuleJSON(m)
		}
		return o.json(map[string]any{"apiVersion": report.APIVersion, "kind": "RuleList", "items": list})
	case "markdown":
		_, err := o.Out.Write(ruleTable(o.rules, func(m checks.Meta) string { return report.RuleURL(m.ID) }))
		return err
	}
	w := printers.GetNewTabWriter(o.Out)
	fmt.Fprintln(w, "ID\tSEVERITY\tTITLE")
	for _, m := range o.rules {
		fmt.Fprintf(w, "%s\t%s\t%s\n", m.ID, m.Severity, m.Title)
	}
	return w.Flush()
}

func (sh *shared) json(v any) error {
	enc := json.NewEncoder(sh.Out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

type rulesExplainOptions struct {
	outputOptions
	rule checks.Meta
}

func newRulesExplainCommand(sh *shared) *cobra.Command {
	o := &rulesExplainOptions{outputOptions: outputOptions{shared: sh, color: "auto"}}
	cmd := &cobra.Command{
		Use:   "explain ID",
		Short: "Explain a rule: what it finds, why that matters, how to cure it, with examples",
		Args:  cobra.ExactArgs(1),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			var out []string
			for _, m := range catalog() {
				out = append(out, m.ID+"\t"+m.Title)
			}
			return out, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if err := o.Complete(args[0]); err != nil {
				return err
			}
			return o.Run()
		},
	}
	cmd.Flags().StringVarP(&o.format, "output", "o", "text", "output format: text, json, markdown")
	return cmd
}

// Complete finds the rule and checks the flags.
func (o *rulesExplainOptions) Complete(id string) error {
	if !slices.Contains([]string{"text", "json", "markdown"}, o.format) {
		return fmt.Errorf("unknown output format %q: use one of text, json, markdown", o.format)
	}
	rules := catalog()
	ids := make([]string, len(rules))
	for i, m := range rules {
		if m.ID == id {
			o.rule = m
			return nil
		}
		ids[i] = m.ID
	}
	if near, ok := checks.Nearest(id, ids); ok {
		return fmt.Errorf("there is no rule %q: is it %q?", id, near)
	}
	return fmt.Errorf("there is no rule %q: 'rules list' shows all", id)
}

// Run prints the description.
func (o *rulesExplainOptions) Run() error {
	switch o.format {
	case "json":
		return o.json(newRuleJSON(o.rule))
	case "markdown":
		_, err := o.Out.Write(rulePage(o.rule))
		return err
	}
	_, err := o.Out.Write(ruleText(o.rule, o.style()))
	return err
}
