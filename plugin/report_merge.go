package plugin

import (
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/rollout-pin/kubectl-rollout-pin/plugin/report"
)

// maxReport bounds the size of a report that is merged, in bytes.
const maxReport = 256 << 20

type reportMergeOptions struct {
	outputOptions
	files []string
}

func newReportCommand(sh *shared) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "report",
		Short: "Work with reports of earlier runs",
		Args:  cobra.NoArgs,
	}
	cmd.AddCommand(newReportMergeCommand(sh))
	return cmd
}

func newReportMergeCommand(sh *shared) *cobra.Command {
	o := &reportMergeOptions{outputOptions: outputOptions{shared: sh, command: "report merge"}}
	cmd := &cobra.Command{
		Use:   "merge FILE...",
		Short: "Merge JSON reports of several runs into one report of any format",
		Long: `Merge the findings and the missing evidence of reports that were written with
-o json or -o yaml. Suppressed findings stay suppressed. The exit code is that
of one run over everything.`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			o.files = args
			if err := o.validate(); err != nil {
				return err
			}
			return o.Run()
		},
	}
	o.addReportFlags(cmd.Flags())
	return cmd
}

// Run merges and reports.
func (o *reportMergeOptions) Run() error {
	doc := &report.Merged{Base: report.Base{Name: o.command}}
	for _, name := range o.files {
		data, err := o.read(name)
		if err != nil {
			return err
		}
		if err := doc.Merge(data, name); err != nil {
			return err
		}
	}
	return o.conclude(doc)
}

func (o *reportMergeOptions) read(name string) ([]byte, error) {
	in := o.In
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return nil, fmt.Errorf("read report: %w", err)
		}
		defer f.Close()
		in = f
	}
	data, err := io.ReadAll(io.LimitReader(in, maxReport+1))
	if err != nil {
		return nil, fmt.Errorf("read report %s: %w", name, err)
	}
	if len(data) > maxReport {
		return nil, fmt.Errorf("read report %s: more than %d bytes", name, maxReport)
	}
	return data, nil
}
