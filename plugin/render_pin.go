package plugin

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/render"
	"github.com/rollout-pin/kubectl-rollout-pin/plugin/source"
)

type renderPinOptions struct {
	renderCheckOptions
	allowUnbumped string
}

func newRenderPinCommand(sh *shared) *cobra.Command {
	o := &renderPinOptions{renderCheckOptions: renderCheckOptions{
		outputOptions: outputOptions{shared: sh, command: "render-version pin"},
	}}
	cmd := &cobra.Command{
		Use:   "pin [-c renderpin.yaml]",
		Short: "Write the present version and fingerprint into the pin file",
		Long: `Write the present version, fingerprint and digests into the pin file. Comments and
layout stay. While output changed without a new version nothing is written and the
exit code is 1, unless --allow-unbumped says why; the reason is kept in the file.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := o.Validate(); err != nil {
				return err
			}
			return o.Run(cmd.Context())
		},
	}
	o.addPinFlags(cmd)
	cmd.Flags().StringVar(&o.allowUnbumped, "allow-unbumped", "", "pin although the version was not raised, for this reason")
	return cmd
}

// Run pins, or refuses and reports why.
func (o *renderPinOptions) Run(ctx context.Context) error {
	pin, c, err := o.compare(ctx)
	if err != nil {
		return err
	}
	switch c.Verdict() {
	case render.VersionUnreadable, render.UnequalBundles, render.VersionLowered:
		return o.refuse(pin, c)
	case render.MissingBump:
		if o.allowUnbumped == "" {
			return o.refuse(pin, c)
		}
	}
	state := render.Pinned{Version: c.Head.Version.Number, Fingerprint: c.Head.Digests.Fingerprint, Documents: c.Head.Digests.Documents}
	if c.Verdict() == render.MissingBump {
		state.Unbumped = o.allowUnbumped
	} else if pin.Pinned != nil && pin.Pinned.Version == state.Version && pin.Pinned.Fingerprint == state.Fingerprint {
		state.Unbumped = pin.Pinned.Unbumped
	}
	if err := o.write(ctx, state); err != nil {
		return err
	}
	pin.Pinned, c.Pinned = &state, &state
	doc := o.document(pin, c)
	doc.Pinned = o.pinFile
	return o.finish(doc, judged{clock: time.Now().UTC()})
}

// refuse reports the verdict and exits with 1, whatever --fail-on says: nothing
// was written, and a script must notice.
func (o *renderPinOptions) refuse(pin *render.Pin, c *render.Comparison) error {
	fmt.Fprintf(o.ErrOut, "%s was not changed: the verdict is %s\n", o.pinFile, c.Verdict())
	if err := o.finish(o.document(pin, c), judged{clock: time.Now().UTC()}); err != nil {
		return err
	}
	return exitError{exitFindings}
}

func (o *renderPinOptions) write(ctx context.Context, state render.Pinned) error {
	old, err := source.ReadFile(ctx, "", o.pinFile)
	if err != nil {
		return err
	}
	text, err := render.SetPinned(old, state)
	if err != nil {
		return fmt.Errorf("%s: %w", o.pinFile, err)
	}
	if string(text) == string(old) {
		return nil
	}
	return writeFile(o.pinFile, text)
}
