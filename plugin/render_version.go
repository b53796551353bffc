package plugin

import (
	"github.com/spf13/cobra"
)

func newRenderVersionCommand(sh *shared) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "render-version",
		Short: "Find changes of rendered output that no render version declares",
		Long: `Find changes of rendered output that no render version declares.

A renderer's version is part of what machines hash. Output that changes under the
same version looks like drift on every node and is never corrected, so the version
must be raised in the same change. These commands compare version and output with
a pin file, with a git revision, or with another render.`,
	}
	cmd.AddCommand(newRenderCheckCommand(sh), newRenderPinCommand(sh), newRenderDiffCommand(sh))
	return cmd
}
