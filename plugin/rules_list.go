package plugin

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"k8s.io/cli-runtime/pkg/printers"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/plugin/report"
)

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
