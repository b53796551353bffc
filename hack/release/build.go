package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// platform is an operating system and architecture in Go's words, which are
// also Krew's and those of container images.
type platform struct{ os, arch string }

func (p platform) String() string { return p.os + "/" + p.arch }

// binary is the name of the program: the underscore makes kubectl find it as
// `kubectl rollout-pin`.
func (p platform) binary() string {
	if p.os == "windows" {
		return "kubectl-rollout_pin.exe"
	}
	return "kubectl-rollout_pin"
}

// archive is the name of the archive.
func (p platform) archive() string {
	name := "rollout-pin_" + p.os + "_" + p.arch
	if p.os == "windows" {
		return name + ".zip"
	}
	return name + ".tar.gz"
}

func supported() []platform {
	return []platform{
		{"darwin", "amd64"},
		{"darwin", "arm64"},
		{"linux", "amd64"},
		{"linux", "arm64"},
		{"windows", "amd64"},
		{"windows", "arm64"},
	}
}

// platforms picks from the supported ones.
func platforms(only string) ([]platform, error) {
	all := supported()
	if only == "" {
		return all, nil
	}
	var out []platform
	for _, name := range strings.Split(only, ",") {
		i := slices.IndexFunc(all, func(p platform) bool { return p.String() == name })
		if i < 0 {
			return nil, fmt.Errorf("unknown platform %q: use some of %v", name, all)
		}
		out = append(out, all[i])
	}
	return out, nil
}

// make builds everything into r.out.
func (r *release) make(ctx context.Context) error {
	if err := os.MkdirAll(r.out, 0o755); err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "release-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	sums := map[string]string{}
	for _, p := range r.targets {
		fmt.Fprintln(r.log, "building", p)
		if err := r.platform(ctx, p, work, sums); err != nil {
			return fmt.Errorf("%s: %w", p, err)
		}
	}
	if r.image {
		if err := r.writeImage(work); err != nil {
			return fmt.Errorf("image: %w", err)
		}
	}
	return errors.Join(r.writeManifest(sums), r.writeChecksums(sums))
}

// platform makes binary, archive and bill of materials of one platform.
func (r *release) platform(ctx context.Context, p platform, work string, sums map[string]string) error {
	binary := filepath.Join(work, p.os, p.arch, p.binary())
	if err := r.build(ctx, p, binary); err != nil {
		return err
	}
	if err := r.writeArchive(p, binary); err != nil {
		return err
	}
	bom := "rollout-pin_" + p.os + "_" + p.arch + ".cdx.json"
	if err := r.writeBOM(binary, filepath.Join(r.out, bom)); err != nil {
		return err
	}
	for _, name := range []string{p.archive(), bom} {
		sum, err := sha256File(filepath.Join(r.out, name))
		if err != nil {
			return err
		}
		sums[name] = sum
	}
	return nil
}

const pluginPackage = "github.com/rollout-pin/kubectl-rollout-pin/plugin"

// build compiles the program. Neither paths of this machine nor the time of
// the build end up in it.
func (r *release) build(ctx context.Context, p platform, out string) error {
	flags := fmt.Sprintf("-s -w -buildid= -X %[1]s.buildVersion=%[2]s -X %[1]s.buildCommit=%[3]s -X %[1]s.buildDate=%[4]s",
		pluginPackage, r.version, r.commit, r.date.Format(time.RFC3339))
	cmd := exec.CommandContext(ctx, "go", "build", "-trimpath", "-buildvcs=false", "-ldflags", flags, "-o", out, "./cmd/kubectl-rollout_pin")
	cmd.Dir = r.root
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+p.os, "GOARCH="+p.arch, "GOFLAGS=")
	cmd.Stdout, cmd.Stderr = r.log, r.log
	return cmd.Run()
}
