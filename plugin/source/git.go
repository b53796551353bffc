package source

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"k8s.io/klog/v2"
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

// revision reads objects of one repository through one "git cat-file".
type revision struct {
	root   string // id of the root tree
	max    int64
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Reader
	cancel context.CancelFunc
	trees  map[string][]gitEntry
}

func openRevision(ctx context.Context, top, ref string, limit int64) (*revision, error) {
	root, err := git(ctx, top, "rev-parse", "--verify", "--quiet", "--end-of-options", ref+"^{tree}")
	if err != nil {
		return nil, fmt.Errorf("the repository has no revision %q; a shallow clone has to fetch it first", ref)
	}
	ctx, cancel := context.WithCancel(ctx)
	r := &revision{root: root, max: limit, cancel: cancel, trees: map[string][]gitEntry{}}
	r.cmd = gitCommand(ctx, top, "cat-file", "--batch")
	if r.in, err = r.cmd.StdinPipe(); err != nil {
		cancel()
		return nil, err
	}
	out, err := r.cmd.StdoutPipe()
	if err == nil {
		err = r.cmd.Start()
	}
	if err != nil {
		cancel()
		return nil, gitError(err, "")
	}
	r.out = bufio.NewReader(out)
	return r, nil
}

func (r *revision) close() {
	if err := r.in.Close(); err != nil {
		klog.V(2).InfoS("git cat-file", "err", err)
	}
	r.cancel()
	_ = r.cmd.Wait() // killed, if it was still running
}

// object reads the object of an id.
func (r *revision) object(id string) ([]byte, error) {
	if _, err := io.WriteString(r.in, id+"\n"); err != nil {
		return nil, err
	}
	header, err := r.out.ReadString('\n')
	if err != nil {
		return nil, err
	}
	fields := strings.Fields(header)
	if len(fields) != 3 {
		return nil, errors.New("the repository does not hold this file; a partial clone has to fetch it first")
	}
	size, err := strconv.ParseInt(fields[2], 10, 64)
	if err != nil {
		return nil, err
	}
	if size > r.max {
		if _, err := io.CopyN(io.Discard, r.out, size+1); err != nil {
			return nil, err
		}
		return nil, tooLong(r.max)
	}
	data := make([]byte, size+1) // a line break follows
	if _, err := io.ReadFull(r.out, data); err != nil {
		return nil, err
	}
	return data[:size], nil
}

// revision reads everything that the options name at a revision. A path that
// the revision does not have held nothing then.
func (r *reader) revision(ctx context.Context) error {
	revs := &revisions{ref: r.Revision, max: r.Limits.FileBytes, open: map[string]*revision{}}
	defer revs.close()
	for _, name := range r.Filenames {
		if err := r.pathAt(ctx, revs, name); err != nil {
			return err
		}
	}
	if r.Kustomize == "" {
		return nil
	}
	return r.kustomizationAt(ctx, revs)
}

func (r *reader) pathAt(ctx context.Context, revs *revisions, name string) error {
	if name == stdin {
		return r.fail(ctx, entry{name: name, named: true}, errors.New("has no revisions"))
	}
	rev, inside, err := revs.at(ctx, name)
	if err != nil {
		return r.fail(ctx, entry{name: name, named: true}, err)
	}
	shown := path.Clean(filepath.ToSlash(name))
	_, err = rev.Stat(orDot(inside))
	if errors.Is(err, fs.ErrNotExist) && strings.ContainsAny(inside, "*?[{") {
		return r.globAt(ctx, rev, shown, inside)
	}
	return r.insideRevision(ctx, rev, shown, inside)
}

// insideRevision reads a path of a revision, which is shown as the user named it.
func (r *reader) insideRevision(ctx context.Context, rev *revision, shown, inside string) error {
	e := entry{name: r.Revision + ":" + shown, called: inside, named: true}
	info, err := rev.Stat(orDot(inside))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		klog.V(1).InfoS("not in the revision", "path", shown, "revision", r.Revision)
		return nil
	case err != nil:
		return r.fail(ctx, e, err)
	case info.IsDir():
		return r.folder(ctx, r.Revision+":"+inFolder(shown), rev.below(info))
	}
	return r.open(ctx, e, func() (io.ReadCloser, error) { return rev.Open(inside) }, nil)
}

// globAt reads what matches in the revision. The names keep the beginning that
// the user wrote.
func (r *reader) globAt(ctx context.Context, rev *revision, shown, pattern string) error {
	matches, err := doublestar.Glob(rev, pattern, doublestar.WithNoHidden())
	if err != nil {
		return r.fail(ctx, entry{name: shown, named: true}, err)
	}
	slices.Sort(matches)
	written, _ := doublestar.SplitPattern(shown)
	base, _ := doublestar.SplitPattern(pattern)
	for _, m := range matches {
		name := path.Join(written, strings.TrimPrefix(strings.TrimPrefix(m, base), "/"))
		if err := r.insideRevision(ctx, rev, name, m); err != nil {
			return err
		}
	}
	return nil
}

// orDot is the name of a directory in package fs.
func orDot(name string) string {
	if name == "" {
		return "."
	}
	return name
}
