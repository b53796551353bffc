package plugin

import (
	"encoding/json"
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/contract"
)

// Set by the linker in releases.
var (
	buildVersion = "devel"
	buildCommit  = ""
	buildDate    = ""
)

type versionInfo struct {
	Version   string `json:"version"`
	Commit    string `json:"commit"`
	Date      string `json:"date"`
	GoVersion string `json:"goVersion"`
	Platform  string `json:"platform"`
	Rules     int    `json:"rules"`
	// Contracts are the upstream contracts that the rules were written against.
	Contracts contracts `json:"contracts"`
}

type contracts struct {
	ClusterAPI          []string `json:"clusterAPI"`
	CAPTF               string   `json:"captf"`
	OperatorGenerations []string `json:"operatorGenerations"`
}

type versionOptions struct {
	*shared
	output string
}

func newVersionCommand(sh *shared) *cobra.Command {
	o := &versionOptions{shared: sh}
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Print the version of the plugin",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if err := o.Validate(); err != nil {
				return err
			}
			return o.Run()
		},
	}
	cmd.Flags().StringVarP(&o.output, "output", "o", "", "output format: json")
	return cmd
}

// Validate checks the flags.
func (o *versionOptions) Validate() error {
	if o.output != "" && o.output != "json" {
		return fmt.Errorf("unknown output format %q: use json", o.output)
	}
	return nil
}

// Run prints the version.
func (o *versionOptions) Run() error {
	info := readVersion()
	if o.output == "json" {
		enc := json.NewEncoder(o.Out)
		enc.SetIndent("", "  ")
		return enc.Encode(info)
	}
	_, err := fmt.Fprintf(o.Out, "rollout-pin %s\n", info.Version)
	return err
}

func readVersion() versionInfo {
	info := versionInfo{
		Version: buildVersion, Commit: buildCommit, Date: buildDate,
		GoVersion: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH,
		Rules: len(catalog()),
		Contracts: contracts{
			ClusterAPI: []string{"v1beta1", "v1beta2"}, CAPTF: contract.V1Alpha1().Version, OperatorGenerations: []string{"A", "B", "C"},
		},
	}
	if bi, ok := debug.ReadBuildInfo(); ok && info.Version == "devel" && bi.Main.Version != "" && bi.Main.Version != "(devel)" {
		info.Version = bi.Main.Version
	}
	return info
}
