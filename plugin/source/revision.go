package source

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"strings"

	"k8s.io/klog/v2"
)

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
