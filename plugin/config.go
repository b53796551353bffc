package plugin

import (
	"encoding/json"
	"fmt"
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"k8s.io/cli-runtime/pkg/printers"

	"github.com/rollout-pin/kubectl-rollout-pin/plugin/config"
	"github.com/rollout-pin/kubectl-rollout-pin/plugin/report"
)

// addSettingsFlag offers --config to every command.
func (sh *shared) addSettingsFlag(fs *pflag.FlagSet) {
	fs.StringVar(&sh.settingsFile, "config", "", "settings to use (default: "+config.FileName+" in the working directory or a parent up to the root of the repository)")
}

// settings reads the settings once. Without a file they are all unset.
func (sh *shared) settings() (*config.Loaded, error) {
	if sh.loaded != nil {
		return sh.loaded, nil
	}
	dir, err := os.Getwd()
	if err != nil {
		return nil, fmt.Errorf("find settings: %w", err)
	}
	sh.loaded, err = config.Load(sh.settingsFile, dir)
	return sh.loaded, err
}

type configPrintOptions struct {
	*shared
	output string
}

func newConfigCommand(sh *shared) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "config",
		Short: "Look at the settings",
		Args:  cobra.NoArgs,
	}
	o := &configPrintOptions{shared: sh}
	show := &cobra.Command{
		Use:   "print",
		Short: "Print the settings that take effect, and where each comes from",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if err := o.Validate(); err != nil {
				return err
			}
			return o.Run()
		},
	}
	show.Flags().StringVarP(&o.output, "output", "o", "table", "output format: table, json, yaml")
	cmd.AddCommand(show)
	return cmd
}

// Validate checks the flags.
func (o *configPrintOptions) Validate() error {
	switch o.output {
	case "table", "json", "yaml":
		return nil
	}
	return fmt.Errorf("unknown output format %q: use one of table, json, yaml", o.output)
}

// Run prints every setting.
func (o *configPrintOptions) Run() error {
	s, err := o.settings()
	if err != nil {
		return err
	}
	switch o.output {
	case "json":
		enc := json.NewEncoder(o.Out)
		enc.SetIndent("", "  ")
		return enc.Encode(map[string]any{
			"apiVersion": report.APIVersion, "kind": "Settings", "file": s.File, "settings": s.Effective(),
		})
	case "yaml":
		data, err := config.YAML(s.Effective())
		if err != nil {
			return err
		}
		_, err = o.Out.Write(data)
		return err
	}
	return o.table(s)
}

func (o *configPrintOptions) table(s *config.Loaded) error {
	w := printers.GetNewTabWriter(o.Out)
	fmt.Fprintln(w, "SETTING\tVALUE\tORIGIN")
	for _, r := range s.Effective() {
		value, err := json.Marshal(r.Value)
		if err != nil {
			return err
		}
		if text, ok := r.Value.(string); ok {
			value = []byte(text)
		}
		fmt.Fprintf(w, "%s\t%s\t%s\n", r.Name, report.Clean(string(value)), report.Clean(r.Origin))
	}
	return w.Flush()
}
