package plugin

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"

	"github.com/spf13/cobra"
)

// completionName is the program that kubectl asks for completions of the
// plugin. Krew links one file a plugin, so somebody has to put it there.
const completionName = "kubectl_complete-rollout_pin"

// shimMark tells our own file from a foreign one of the same name.
const shimMark = "# Written by `kubectl rollout-pin completion install`."

const shim = "#!/bin/sh\n" + shimMark + "\n# kubectl runs it with the words typed so far and reads completions from it.\nexec kubectl-rollout_pin __complete \"$@\"\n"

// addCompletion extends cobra's completion command, which has the scripts of
// the shells, by the way that kubectl itself completes plugins.
func addCompletion(root *cobra.Command, sh *shared) {
	root.InitDefaultCompletionCmd()
	for _, cmd := range root.Commands() {
		if cmd.Name() == "completion" {
			cmd.AddCommand(newCompletionInstallCommand(sh))
		}
	}
	c := completer{sh}
	for flag, values := range map[string]cobra.CompletionFunc{"namespace": c.namespaces, "context": c.contexts} {
		if err := root.RegisterFlagCompletionFunc(flag, values); err != nil {
			panic(err) // the flag is not there: a mistake of this program
		}
	}
}

type completionInstallOptions struct {
	*shared
	dir string
}

func newCompletionInstallCommand(sh *shared) *cobra.Command {
	o := &completionInstallOptions{shared: sh}
	cmd := &cobra.Command{
		Use:   "install",
		Short: "Let kubectl complete the plugin's commands, flags and names",
		Long: `Write ` + completionName + ` beside the plugin. kubectl runs it to complete
"kubectl rollout-pin ...", in any shell in which kubectl itself completes. A file of
that name that somebody else made is never touched.`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error { return o.Run() },
	}
	cmd.Flags().StringVar(&o.dir, "dir", "", "folder to write to, which must be in PATH (default: the folder of the plugin)")
	return cmd
}

// Run writes the file unless it is there already.
func (o *completionInstallOptions) Run() error {
	dir, err := o.folder()
	if err != nil {
		return err
	}
	content, name := []byte(shim), filepath.Join(dir, completionName)
	if runtime.GOOS == "windows" {
		// A copy of the program that acts by its name: Windows runs no scripts here.
		name += ".exe"
		if content, err = ownProgram(); err != nil {
			return err
		}
	}
	switch old, err := os.ReadFile(name); {
	case err == nil && bytes.Equal(old, content):
		fmt.Fprintf(o.Out, "%s is up to date\n", name)
		return nil
	case err == nil && !bytes.Contains(old, []byte(shimMark)):
		return fmt.Errorf("%s exists and was not written by this command: remove it first, or choose another folder with --dir", name)
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("read the present completion: %w", err)
	}
	if err := writeFile(name, content); err != nil {
		return err
	}
	if err := os.Chmod(name, 0o755); err != nil {
		return fmt.Errorf("make %s executable: %w", name, err)
	}
	fmt.Fprintf(o.Out, "wrote %s\n", name)
	return nil
}

// folder is where kubectl found the plugin: the link, not what it points to,
// because only the link's folder is in PATH.
func (o *completionInstallOptions) folder() (string, error) {
	if o.dir != "" {
		return o.dir, nil
	}
	path, err := exec.LookPath("kubectl-rollout_pin")
	if err != nil {
		return "", errors.New("kubectl-rollout_pin is not in PATH: say with --dir which folder of PATH to write to")
	}
	return filepath.Dir(path), nil
}

func ownProgram() ([]byte, error) {
	path, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("find the plugin itself: %w", err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read the plugin itself: %w", err)
	}
	return data, nil
}

// completing reports whether the program runs under the name by which kubectl
// asks for completions.
func completing(argv0 string) bool { return programName(argv0) == completionName }
