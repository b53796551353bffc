// Command release makes everything that a release of the plugin consists of:
// archives for each platform, checksums, software bills of materials, the Krew
// manifest and the container image. The result depends on the sources alone:
// building twice gives the same bytes.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, os.Args[1:], os.Stdout)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		os.Exit(1)
	}
}

// release says what is built and where it goes.
type release struct {
	root    string // of the project
	out     string // folder for the results
	version string // v1.2.3
	commit  string
	date    time.Time // of the commit: the only time in the results
	targets []platform
	image   bool
	log     io.Writer
}

func run(ctx context.Context, args []string, out io.Writer) error {
	r := release{log: out}
	fs := flag.NewFlagSet("release", flag.ContinueOnError)
	fs.StringVar(&r.root, "root", "../..", "folder of the project")
	fs.StringVar(&r.out, "out", "../../dist", "folder for the results")
	fs.StringVar(&r.version, "version", "", "version with a leading v (default: from git)")
	only := fs.String("only", "", "comma list of OS/ARCH (default: all platforms)")
	fs.BoolVar(&r.image, "image", true, "make the container image as well")
	if err := fs.Parse(args); err != nil {
		return err
	}
	var err error
	if r.targets, err = platforms(*only); err != nil {
		return err
	}
	if err := r.describe(ctx); err != nil {
		return err
	}
	return r.make(ctx)
}

// describe fills in version, commit and date from git.
func (r *release) describe(ctx context.Context) error {
	commit, err := r.git(ctx, "rev-parse", "HEAD")
	if err != nil {
		return err
	}
	r.commit = commit
	text, err := r.git(ctx, "log", "-1", "--format=%cI")
	if err != nil {
		return err
	}
	if r.date, err = time.Parse(time.RFC3339, text); err != nil {
		return fmt.Errorf("date of the commit: %w", err)
	}
	r.date = r.date.UTC()
	if r.version != "" {
		return nil
	}
	if tag, err := r.git(ctx, "describe", "--tags", "--exact-match", "--match", "v*"); err == nil {
		r.version = tag
		return nil
	}
	r.version = "v0.0.0-snapshot." + r.date.Format("20060102150405")
	return nil
}

func (r *release) git(ctx context.Context, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Dir = r.root
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("git %s: %w", args[0], err)
	}
	return strings.TrimSpace(string(out)), nil
}
