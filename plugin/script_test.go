package plugin

import (
	"context"
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// update rewrites the expected output of scripts and golden files:
// go test ./plugin/ -update.
var update = flag.Bool("update", false, "rewrite expected output")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"kubectl-rollout_pin": func() {
			os.Exit(Main(context.Background(), os.Args, os.Stdin, os.Stdout, os.Stderr))
		},
	})
}

// TestScripts runs the user stories of testdata/script, each in a directory of
// its own, away from the home, the clusters and the git settings of whoever
// runs the test. Beside the commands of testscript there is
//
//	exits CODE COMMAND [ARG...]
//
// which demands that exit code; `exec` and `! exec` only tell zero from the
// rest.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:           filepath.Join("testdata", "script"),
		UpdateScripts: *update,
		Setup:         isolate,
		Cmds:          map[string]func(*testscript.TestScript, bool, []string){"exits": exits},
	})
}

func isolate(env *testscript.Env) error {
	home := filepath.Join(env.WorkDir, ".home")
	env.Setenv("HOME", home)
	env.Setenv("KUBECONFIG", filepath.Join(home, "kubeconfig"))
	env.Setenv("NO_COLOR", "1")
	env.Setenv("GOCACHE", goCache())
	env.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	env.Setenv("GIT_CONFIG_GLOBAL", filepath.Join(home, "gitconfig"))
	for _, who := range []string{"AUTHOR", "COMMITTER"} {
		env.Setenv("GIT_"+who+"_NAME", "tester")
		env.Setenv("GIT_"+who+"_EMAIL", "tester@example.com")
	}
	return os.MkdirAll(home, 0o755)
}

// goCache is the build cache of whoever runs the test: compiling the standard
// library again for a script would take longer than all scripts together.
func goCache() string {
	if dir := os.Getenv("GOCACHE"); dir != "" {
		return dir
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "go-build")
}

func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND [ARG...]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	err = ts.Exec(args[1], args[2:]...)
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit):
		got = exit.ExitCode()
	case err != nil:
		ts.Fatalf("%v", err)
	}
	if got != want {
		ts.Fatalf("%s exits with %d, want %d", args[1], got, want)
	}
}
