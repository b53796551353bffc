// Package plugin holds the commands of `kubectl rollout-pin`, one file each:
// an options struct with Complete, Validate and Run, as kubectl's own commands.
package plugin

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"k8s.io/cli-runtime/pkg/genericiooptions"
)

// Exit codes. They never depend on the output format.
const (
	exitOK         = 0
	exitFindings   = 1
	exitFailed     = 2
	exitIncomplete = 3
)

// exitError carries an exit code whose reason is already on the screen.
type exitError struct{ code int }

func (e exitError) Error() string { return fmt.Sprintf("exit code %d", e.code) }

// Main runs the program and returns its exit code. argv[0] decides the name
// that help and errors show.
func Main(ctx context.Context, argv []string, in io.Reader, out, errOut io.Writer) int {
	streams := genericiooptions.IOStreams{In: in, Out: out, ErrOut: errOut}
	root := NewRootCommand(displayName(argv[0]), streams)
	args := argv[1:]
	if completing(argv[0]) {
		args = append([]string{cobra.ShellCompRequestCmd}, args...)
	}
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	var exit exitError
	switch {
	case err == nil:
		return exitOK
	case errors.As(err, &exit):
		return exit.code
	}
	fmt.Fprintf(errOut, "error: %s\n", escapeLines(once(err.Error())))
	return exitFailed
}

// displayName is what a user typed to get here: kubectl and flux start the
// program under names of their own.
func displayName(argv0 string) string {
	name := programName(argv0)
	switch {
	case strings.HasPrefix(name, "kubectl-"), completing(argv0):
		return "kubectl rollout-pin"
	case strings.HasPrefix(name, "flux-"):
		return "flux rollout-pin"
	}
	return name
}

func programName(argv0 string) string {
	return strings.TrimSuffix(filepath.Base(argv0), ".exe")
}

// once drops lines that stand there already: several steps may meet one problem.
func once(text string) string {
	var lines []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSuffix(line, "\n"); !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}

// escapeLines makes control characters in names harmless on a terminal; line
// breaks stay, since errors may list several files.
func escapeLines(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' {
			return r
		}
		if r < 0x20 || (r >= 0x7f && r < 0xa0) {
			return '\uFFFD'
		}
		return r
	}, s)
}
