package plugin

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/signal"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/nodepool"
	"github.com/rollout-pin/kubectl-rollout-pin/plugin/report"
)

// watchOptions are the flags of explain --watch.
type watchOptions struct {
	watch    bool
	interval time.Duration
}

func (o *watchOptions) addFlags(fs *pflag.FlagSet) {
	fs.BoolVarP(&o.watch, "watch", "w", false, "after the first answer go on and print a line whenever a pool changes")
	fs.DurationVar(&o.interval, "interval", 10*time.Second, "time between two looks of --watch")
}

func (o *watchOptions) validate(e *explainOptions) error {
	switch {
	case !o.watch:
		return nil
	case !e.live():
		return errors.New("--watch follows a cluster: leave --filename, --kustomize and --demo out")
	case o.interval < time.Second:
		return fmt.Errorf("--interval %s: give a second or more", o.interval)
	case e.format != "table" && e.format != "wide" || len(e.reports) > 0:
		return errors.New("--watch prints lines for people: leave --output and --report out")
	case e.now != "":
		return errors.New("--watch goes with the clock: leave --now out")
	}
	return nil
}

// follow looks again and again until it is interrupted, which is its regular
// end. A look that fails is told and skipped, the first one excepted.
func (o *explainOptions) follow(ctx context.Context) error {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt)
	defer stop()
	v, err := o.look(ctx, o.inputOptions.config)
	if err == nil {
		err = v.missingError()
	}
	if err != nil {
		return err
	}
	f := &follower{out: o.inputOptions.Out, last: map[string]pulse{}}
	f.take(v, o.clock)
	tick := time.NewTicker(o.interval)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			fmt.Fprintln(o.inputOptions.ErrOut, f.summary())
			return nil
		case now := <-tick.C:
			o.clock = now.UTC()
			o.params.Now = o.clock
			v, err := o.look(ctx, o.inputOptions.config)
			switch {
			case ctx.Err() != nil:
			case err != nil:
				fmt.Fprintf(o.inputOptions.ErrOut, "%s error: %s\n", o.clock.Format(time.RFC3339), escapeLines(err.Error()))
			default:
				f.take(v, o.clock)
			}
		}
	}
}

// follower remembers what was seen last.
type follower struct {
	out            io.Writer
	last           map[string]pulse
	looks, changes int
}

// take compares a look with the one before; the first one is printed whole.
func (f *follower) take(v *view, now time.Time) {
	seen := map[string]pulse{}
	for _, p := range v.pools {
		id, now2 := p.ID(), pulseOf(p)
		seen[id] = now2
		old, known := f.last[id]
		switch changes := now2.since(old); {
		case !known && f.looks == 0:
			f.line(now, id, now2.String())
		case !known:
			f.change(now, id, "is new: "+now2.String())
		case len(changes) > 0:
			f.change(now, id, strings.Join(changes, "; "))
		}
	}
	for _, id := range sortedNames(f.last) {
		if _, there := seen[id]; !there {
			f.change(now, id, "is gone")
		}
	}
	f.last = seen
	f.looks++
}

func (f *follower) change(now time.Time, id, text string) {
	f.changes++
	f.line(now, id, text)
}

func (f *follower) line(now time.Time, id, text string) {
	fmt.Fprintf(f.out, "%s %s %s\n", now.Format(time.RFC3339), report.Clean(id), report.Clean(text))
}

// summary is the last line.
func (f *follower) summary() string {
	states := map[string]int{}
	for _, p := range f.last {
		states[string(p.state)]++
	}
	var parts []string
	for _, s := range sortedNames(states) {
		parts = append(parts, fmt.Sprintf("%d %s", states[s], s))
	}
	return fmt.Sprintf("%d looks, %d changes; NodePools at the end: %s", f.looks, f.changes, strings.Join(append(parts, noneIf(len(parts) == 0)...), ", "))
}

func noneIf(empty bool) []string {
	if empty {
		return []string{"none"}
	}
	return nil
}

// pulse is what --watch compares of a pool.
type pulse struct {
	state    nodepool.State
	hash     string
	verdicts map[string]string
	rollout  string
}

func pulseOf(p *nodepool.Pool) pulse {
	out := pulse{state: p.State, hash: p.EffectiveHash, verdicts: map[string]string{}, rollout: progressOf(p.Rollout)}
	for _, v := range p.Verdicts {
		out.verdicts[v.Name] = string(v.Fate)
	}
	return out
}

func progressOf(r nodepool.Rollout) string {
	n := func(v *int) string {
		if v == nil {
			return "?"
		}
		return fmt.Sprint(*v)
	}
	return fmt.Sprintf("%s updated, %s available, %s in total of %s", n(r.Updated), n(r.Available), n(r.Total), n(r.Desired))
}

// String is the whole pulse in one line.
func (p pulse) String() string {
	return fmt.Sprintf("%s, payload %s, machines: %s", p.state, orUnknown(p.hash), p.rollout)
}

func orUnknown(hash string) string {
	if hash == "" {
		return "not known"
	}
	return hash
}

// since says what changed.
func (p pulse) since(old pulse) []string {
	var out []string
	if p.state != old.state {
		out = append(out, fmt.Sprintf("%s becomes %s", old.state, p.state))
	}
	if p.hash != old.hash {
		out = append(out, fmt.Sprintf("payload %s becomes %s", orUnknown(old.hash), orUnknown(p.hash)))
	}
	if p.rollout != old.rollout {
		out = append(out, "machines: "+p.rollout)
	}
	for _, name := range sortedNames(p.verdicts) {
		was, known := old.verdicts[name]
		switch {
		case !known:
			out = append(out, fmt.Sprintf("secret %s: %s", name, p.verdicts[name]))
		case was != p.verdicts[name]:
			out = append(out, fmt.Sprintf("secret %s: %s becomes %s", name, was, p.verdicts[name]))
		}
	}
	for _, name := range sortedNames(old.verdicts) {
		if _, there := p.verdicts[name]; !there {
			out = append(out, fmt.Sprintf("secret %s is gone", name))
		}
	}
	return out
}

func sortedNames[T any](m map[string]T) []string { return slices.Sorted(maps.Keys(m)) }
