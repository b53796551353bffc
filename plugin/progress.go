package plugin

import (
	"cmp"
	"io"
	"os"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"github.com/rollout-pin/kubectl-rollout-pin/plugin/report"
	"github.com/rollout-pin/kubectl-rollout-pin/plugin/source"
)

// patience is how long a read may take before progress is shown.
const patience = time.Second

// progress shows on a terminal how many objects came in. It is silent elsewhere.
type progress struct {
	mu    sync.Mutex
	timer *time.Timer
	bar   *progressbar.ProgressBar
	count int
	ended bool
}

// newProgress follows the reads of a cluster.
func newProgress(w io.Writer, c *source.Cluster) *progress {
	p := &progress{}
	file, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(file.Fd())) {
		return p
	}
	text := "reading cluster " + report.Clean(cmp.Or(c.Context, "(no context)"))
	p.timer = time.AfterFunc(patience, func() { p.show(w, text) })
	c.Read = p.add
	return p
}

func (p *progress) show(w io.Writer, text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ended {
		return
	}
	p.bar = progressbar.NewOptions(-1, progressbar.OptionSetWriter(w), progressbar.OptionSetDescription(text),
		progressbar.OptionShowCount(), progressbar.OptionSetItsString("objects"), progressbar.OptionClearOnFinish())
	_ = p.bar.Set(p.count) // nothing depends on what a terminal shows
}

func (p *progress) add(objects int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.count += objects
	if p.bar != nil {
		_ = p.bar.Set(p.count)
	}
}

// stop removes what is shown.
func (p *progress) stop() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ended = true
	if p.timer != nil {
		p.timer.Stop()
	}
	if p.bar != nil {
		_ = p.bar.Finish()
	}
}
