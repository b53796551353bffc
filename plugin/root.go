package plugin

import (
	"flag"
	"fmt"

	"github.com/spf13/cobra"
	"k8s.io/cli-runtime/pkg/genericclioptions"
	"k8s.io/cli-runtime/pkg/genericiooptions"
	"k8s.io/klog/v2"

	"github.com/rollout-pin/kubectl-rollout-pin/plugin/config"
)

// shared is what every command gets: where to write and how to reach a cluster.
type shared struct {
	genericiooptions.IOStreams
	config *genericclioptions.ConfigFlags

	settingsFile string
	loaded       *config.Loaded
}

// NewRootCommand builds the command tree under the given display name.
func NewRootCommand(name string, streams genericiooptions.IOStreams) *cobra.Command {
	sh := &shared{IOStreams: streams, config: genericclioptions.NewConfigFlags(true)}
	root := &cobra.Command{
		Use:           "rollout-pin",
		Short:         "Tells before a node rolls: why, what next, and whether a change would be accepted",
		SilenceErrors: true,
		SilenceUsage:  true,
		Annotations:   map[string]string{cobra.CommandDisplayNameAnnotation: name},
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return fmt.Errorf("unknown command %q: see '%s --help'", args[0], name)
			}
			return cmd.Help()
		},
		Args: cobra.ArbitraryArgs,
	}
	root.SetIn(streams.In)
	root.SetOut(streams.Out)
	root.SetErr(streams.ErrOut)
	sh.config.AddFlags(root.PersistentFlags())
	sh.addSettingsFlag(root.PersistentFlags())
	addLogFlags(root)
	root.AddCommand(commands(sh)...)
	addCompletion(root, sh)
	return root
}

// commands lists the subcommands in the order of the help.
func commands(sh *shared) []*cobra.Command {
	return []*cobra.Command{
		newExplainCommand(sh),
		newRenderVersionCommand(sh),
		newFnCommand(sh),
		newSnapshotCommand(sh),
		newCheckCommand(sh),
		newLintCommand(sh),
		newRulesCommand(sh),
		newReportCommand(sh),
		newConfigCommand(sh),
		newVersionCommand(sh),
	}
}

// addLogFlags offers klog's -v, as kubectl does; the other klog flags would
// only clutter the help.
func addLogFlags(root *cobra.Command) {
	fs := flag.NewFlagSet("klog", flag.ContinueOnError)
	klog.InitFlags(fs)
	klog.SetOutput(root.ErrOrStderr())
	_ = fs.Set("logtostderr", "false")
	_ = fs.Set("alsologtostderr", "false")
	_ = fs.Set("stderrthreshold", "FATAL")
	root.PersistentFlags().AddGoFlag(fs.Lookup("v"))
}
