package source

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
)

// revisions reads paths at a git revision, through the git program.
type revisions struct {
	ref  string
	max  int64 // bytes of one file
	open map[string]*revision
}

// at finds a path of the working tree, which need not exist there any more, in
// its repository: the revision, and the path from the root of the repository.
func (r *revisions) at(ctx context.Context, name string) (*revision, string, error) {
	dir, rest, err := existingDir(name)
	if err != nil {
		return nil, "", err
	}
	out, err := git(ctx, dir, "rev-parse", "--show-toplevel", "--show-prefix")
	if err != nil {
		return nil, "", fmt.Errorf("is in no git repository that can be read: %w", err)
	}
	top, prefix, _ := strings.Cut(out, "\n")
	rev := r.open[top]
	if rev == nil {
		if rev, err = openRevision(ctx, top, r.ref, r.max); err != nil {
			return nil, "", err
		}
		r.open[top] = rev
	}
	return rev, path.Join(strings.TrimSpace(prefix), rest), nil
}

func (r *revisions) close() {
	for _, rev := range r.open {
		rev.close()
	}
}

// existingDir splits a path into its longest part that is a directory now, and
// the rest.
func existingDir(name string) (dir, rest string, err error) {
	if dir, err = filepath.Abs(name); err != nil {
		return "", "", err
	}
	for {
		if info, err := os.Stat(dir); err == nil && info.IsDir() {
			return dir, rest, nil
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", "", fs.ErrNotExist
		}
		rest = path.Join(filepath.Base(dir), rest)
		dir = parent
	}
}

// git runs the program and returns what it prints. The environment that hooks
// set is left out: it would name another repository than that of the path.
func git(ctx context.Context, dir string, args ...string) (string, error) {
	cmd := gitCommand(ctx, dir, args...)
	var out, problem bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &problem
	if err := cmd.Run(); err != nil {
		return "", gitError(err, problem.String())
	}
	return strings.TrimRight(out.String(), "\n"), nil
}

func gitCommand(ctx context.Context, dir string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Dir = dir
	for _, v := range os.Environ() {
		switch name, _, _ := strings.Cut(v, "="); name {
		case "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX":
		default:
			cmd.Env = append(cmd.Env, v)
		}
	}
	// Reading files makes no connection, also in a partial clone.
	cmd.Env = append(cmd.Env, "GIT_NO_LAZY_FETCH=1", "GIT_TERMINAL_PROMPT=0", "LC_ALL=C")
	return cmd
}

func gitError(err error, problem string) error {
	if errors.Is(err, exec.ErrNotFound) {
		return errors.New("a git revision needs the git program, which is not in PATH")
	}
	if problem, _, _ = strings.Cut(problem, "\n"); problem != "" {
		return errors.New(problem)
	}
	return err
}
