package plugin

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

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
