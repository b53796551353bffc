package plugin

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/pflag"
	"golang.org/x/sync/errgroup"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/nodepool"
	"github.com/rollout-pin/kubectl-rollout-pin/plugin/report"
)

// liveOptions are the flags of explain that are about clusters only.
type liveOptions struct {
	contexts []string
	watchOptions
}

func (o *liveOptions) addFlags(fs *pflag.FlagSet) {
	fs.StringSliceVar(&o.contexts, "contexts", nil, "kubeconfig contexts whose pools go into one table, separated by commas")
	o.watchOptions.addFlags(fs)
}

// validate checks that the flags fit to the rest.
func (o *liveOptions) validate(e *explainOptions) error {
	several := len(o.contexts) > 0
	switch {
	case several && !e.live():
		return errors.New("--contexts reads clusters: leave --filename, --kustomize and --demo out")
	case several && e.inputOptions.config.Context != nil && *e.inputOptions.config.Context != "":
		return errors.New("--contexts and --context cannot be used together")
	case several && e.writeBaseline != "":
		return errors.New("--write-baseline accepts findings of one cluster: use --context")
	case several && o.watch:
		return errors.New("--watch follows one cluster: use --context")
	}
	slices.Sort(o.contexts)
	o.contexts = slices.Compact(o.contexts)
	return o.watchOptions.validate(e)
}

// explainContexts makes one report of several clusters. One that cannot be read
// does not spoil the others; the exit code tells of it all the same.
func (o *explainOptions) explainContexts(ctx context.Context) error {
	views, failures := o.lookAround(ctx)
	all, err := o.join(views)
	if err != nil {
		return err
	}
	for i, failure := range failures {
		if failure == nil {
			continue
		}
		name := o.contexts[i]
		fmt.Fprintf(o.inputOptions.ErrOut, "error: context %s: %s\n", report.Clean(name), escapeLines(failure.Error()))
		all.Result.NotEvaluated = append(all.Result.NotEvaluated, checks.NotEvaluated{
			ID: "unreachable-context", Because: "context " + name + " could not be read: " + failure.Error(),
			How: "look at the cluster, or leave its context out",
		})
	}
	err = o.conclude(all)
	if slices.ContainsFunc(failures, func(err error) bool { return err != nil }) {
		return exitError{exitFailed}
	}
	return err
}

// lookAround reads the clusters side by side.
func (o *explainOptions) lookAround(ctx context.Context) ([]*view, []error) {
	views, failures := make([]*view, len(o.contexts)), make([]error, len(o.contexts))
	var g errgroup.Group
	for i, name := range o.contexts {
		g.Go(func() error {
			views[i], failures[i] = o.look(ctx, withContext(o.inputOptions.config, name))
			return nil
		})
	}
	_ = g.Wait() // failures are told cluster by cluster
	return views, failures
}

// join makes one document. What annotations accept is decided cluster by
// cluster: pools of two clusters may have the same name.
func (o *explainOptions) join(views []*view) (*report.Explain, error) {
	all := &report.Explain{SortBy: o.sortBy, Contexts: true, Read: &checks.ReadStats{}}
	seen := 0
	missing := map[string]int{}
	useless := map[string]int{}
	for _, v := range views {
		if v == nil {
			continue
		}
		seen++
		for _, name := range v.missing {
			missing[name]++
		}
		doc := v.document()
		if err := o.suppress(doc, v.judged()); err != nil {
			return nil, err
		}
		all.Pools = append(all.Pools, doc.Pools...)
		all.Read.Documents += doc.Read.Documents
		all.Result.NotEvaluated = append(all.Result.NotEvaluated, doc.Result.NotEvaluated...)
		for _, f := range doc.Result.Findings {
			if f.Object == nil { // about the settings, and the same for every cluster
				useless[f.Fingerprint()+f.Message]++
			}
			all.Result.Findings = append(all.Result.Findings, f)
		}
	}
	all.Result.Findings = agreed(all.Result.Findings, useless, seen)
	slices.SortStableFunc(all.Pools, comparePools)
	return all, nowhere(missing, seen)
}

// agreed keeps findings about objects, and once those about the settings that
// every cluster gave: a suppression that one cluster needs is in use.
func agreed(list []checks.Finding, count map[string]int, clusters int) []checks.Finding {
	var out []checks.Finding
	done := map[string]bool{}
	for _, f := range list {
		key := f.Fingerprint() + f.Message
		if f.Object == nil && (count[key] < clusters || done[key]) {
			continue
		}
		done[key] = true
		out = append(out, f)
	}
	return out
}

func comparePools(a, b *nodepool.Pool) int {
	return cmp.Or(cmp.Compare(a.Namespace, b.Namespace), cmp.Compare(a.Name, b.Name),
		cmp.Compare(a.Object.Origin.Context, b.Object.Origin.Context))
}

// nowhere is the error about names that no cluster has a pool of.
func nowhere(missing map[string]int, clusters int) error {
	var names []string
	for name, n := range missing {
		if n == clusters {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return nil
	}
	slices.Sort(names)
	return notFound(names, "in any of the clusters")
}
