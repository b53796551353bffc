package plugin

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"sigs.k8s.io/kustomize/kyaml/kio"
	kyaml "sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/plugin/config"
	"github.com/rollout-pin/kubectl-rollout-pin/plugin/report"
	"github.com/rollout-pin/kubectl-rollout-pin/plugin/source"
)

// What a function may do with its items.
const (
	emitItems = "items"
	emitNone  = "none"
)

// fnOptions are the flags of `fn`. A function is configured by its
// functionConfig; flags only help where there is none.
type fnOptions struct {
	*shared
	emit  string
	force bool
}

func newFnCommand(sh *shared) *cobra.Command {
	o := &fnOptions{shared: sh}
	cmd := &cobra.Command{
		Use:   "fn",
		Short: "Run the checks as a KRM function (ResourceList on stdin and stdout)",
		Long: `Run the checks as a KRM function: read a ResourceList from standard input, write one
to standard output. Findings become results and, since kustomize shows no results,
lines on standard error; the exit code is 1 when one of them is an error.

Under kustomize list the function as a validator with "emit: none": a validator that
returns its items always fails there, and a transformer is skipped in silence when
--enable-exec is missing.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := o.Validate(); err != nil {
				return err
			}
			return o.Run(cmd.Context())
		},
	}
	cmd.Flags().StringVar(&o.emit, "emit", "", "what to return: items or none (default: emit of the functionConfig, else items)")
	cmd.Flags().BoolVar(&o.force, "force", false, "return no items although they name files, which orchestrators then delete")
	return cmd
}

// Validate checks the flags.
func (o *fnOptions) Validate() error {
	if o.emit != "" && o.emit != emitItems && o.emit != emitNone {
		return fmt.Errorf("--emit %q: use %s or %s", o.emit, emitItems, emitNone)
	}
	return nil
}

// Run reads, judges and writes. Nothing is written when something could not be
// done: half a ResourceList would be taken for a whole one.
func (o *fnOptions) Run(ctx context.Context) error {
	call, err := o.read()
	if err != nil {
		return err
	}
	doc, code, err := o.judge(ctx, call)
	if err != nil {
		return err
	}
	lines := call.lines(doc)
	if code != exitFailed {
		if err := call.write(o.Out, doc, code == exitOK); err != nil {
			return err
		}
	}
	if _, err := io.WriteString(o.ErrOut, lines); err != nil {
		return err
	}
	if code != exitOK {
		return exitError{code}
	}
	return nil
}

// fnCall is one call of the function.
type fnCall struct {
	settings *config.Loaded
	emit     string
	// items are prepared trees for the rules, nodes the same items for the echo.
	items []checks.Value
	nodes []*kyaml.RNode
	rw    *kio.ByteReadWriter
}

// read parses the input twice: first within budgets and into trees that rules
// can walk, then by kyaml for an echo that keeps comments and style.
func (o *fnOptions) read() (*fnCall, error) {
	data, err := io.ReadAll(o.In)
	if err != nil {
		return nil, fmt.Errorf("read standard input: %w", err)
	}
	docs, err := source.ParseDocuments("<stdin>", data, source.Limits{})
	if err != nil {
		return nil, err
	}
	if len(docs) != 1 || checks.NewValue(docs[0].Node).Get("kind").Text() != kio.ResourceListKind {
		return nil, fmt.Errorf("standard input is no %s: functions are called by kustomize or kpt; for a plain stream use check -f -", kio.ResourceListKind)
	}
	root := checks.NewValue(docs[0].Node)
	if err := validList(root, docs[0].Duplicates); err != nil {
		return nil, err
	}
	call := &fnCall{items: root.Get("items").Items()}
	if call.settings, err = functionSettings(root.Get("functionConfig")); err != nil {
		return nil, err
	}
	o.loaded = call.settings
	call.emit = cmp.Or(o.emit, call.settings.Emit, emitItems)
	if call.emit == emitNone && !o.force {
		if err := call.guard(); err != nil {
			return nil, err
		}
	}
	call.rw = &kio.ByteReadWriter{Reader: bytes.NewReader(data), OmitReaderAnnotations: true, KeepReaderAnnotations: true}
	if call.nodes, err = call.rw.Read(); err != nil {
		return nil, errors.New("<stdin>: not a valid ResourceList")
	}
	return call, nil
}

// validList refuses a ResourceList whose items are not plainly there: what is not
// judged must not pass.
func validList(root checks.Value, twice []checks.DuplicateKey) error {
	for _, d := range twice {
		if !strings.ContainsAny(d.Path, ".[") {
			return fmt.Errorf("<stdin>:%d: key %s stands twice, first in line %d", d.Second.Line, d.Path, d.First.Line)
		}
	}
	items := root.Get("items")
	if !items.IsList() {
		return errors.New("<stdin>: the ResourceList has no list of items")
	}
	for i, item := range items.Items() {
		if !item.IsMap() {
			return fmt.Errorf("<stdin>:%d: item %d of the ResourceList is no object", item.Line(), i)
		}
	}
	return nil
}

// guard refuses to return no items when they name files: kpt and kustomize cfg
// would delete those.
func (c *fnCall) guard() error {
	for _, item := range c.items {
		a := item.Get("metadata", "annotations")
		for _, key := range []string{"internal.config.kubernetes.io/path", "config.kubernetes.io/path"} {
			if path := a.Get(key).Text(); path != "" {
				return fmt.Errorf("emit none would make the orchestrator delete %s: use emit items here, or --force", report.Clean(path))
			}
		}
	}
	return nil
}

// judge runs the selected checks over the items.
func (o *fnOptions) judge(ctx context.Context, call *fnCall) (*report.Check, int, error) {
	s := call.settings
	check := &checkOptions{
		inputOptions:  inputOptions{shared: o.shared, clock: time.Now().UTC()},
		outputOptions: outputOptions{shared: o.shared, command: "fn", failOn: cmp.Or(s.FailOn, "error")},
		only:          s.Checks, selects: func(*checks.Object) bool { return true },
	}
	if s.RequireComplete != nil {
		check.requireComplete = *s.RequireComplete
	}
	if err := check.useSettings(s); err != nil {
		return nil, 0, err
	}
	desired := source.Memory(trees(call.items), check.namespace())
	b, err := o.base(ctx, s, check)
	if err != nil {
		return nil, 0, err
	}
	doc := check.judge(desired, b)
	if b.kind == baseNone {
		doc.Merge(checks.Result{NotEvaluated: []checks.NotEvaluated{{
			ID: "persisted-is-live", Because: "the function has no base: objects are judged as they stand, nothing is compared with what exists",
			How: "give spec.base.files or spec.base.objects in the functionConfig, or run check with --base on the built stream",
		}}})
	}
	if err := o.judgeRender(ctx, doc, call, check); err != nil {
		return nil, 0, err
	}
	if err := check.suppress(doc, judged{clock: check.clock, snapshots: []*checks.Snapshot{desired}}); err != nil {
		return nil, 0, err
	}
	doc.Seal()
	return doc, check.exitCode(doc), nil
}

// base is the other side as the functionConfig names it.
func (o *fnOptions) base(ctx context.Context, s *config.Loaded, check *checkOptions) (base, error) {
	if s.Base == nil || len(s.Base.Files)+len(s.Base.Objects) == 0 {
		return base{kind: baseNone}, nil
	}
	if len(s.Base.Objects) > 0 {
		return base{kind: baseFiles, snapshot: source.Memory(s.Base.Objects, check.namespace())}, nil
	}
	opts := source.Options{Filenames: s.Base.Files, Recursive: true, Namespace: check.namespace(), Kinds: checkReads}
	snapshot, err := source.Load(ctx, opts)
	return base{kind: baseFiles, snapshot: snapshot}, err
}

func trees(items []checks.Value) []*kyaml.Node {
	out := make([]*kyaml.Node, len(items))
	for i, v := range items {
		out[i] = v.Node()
	}
	return out
}

// write encodes the ResourceList: the items as they came or none, and results.
func (c *fnCall) write(w io.Writer, doc *report.Check, passed bool) error {
	nodes := c.nodes
	switch {
	case c.emit == emitNone:
		nodes = nil
	case passed && c.settings.Stamp != nil && *c.settings.Stamp:
		if err := c.stamp(); err != nil {
			return err
		}
	}
	c.rw.Results = nil
	if results := c.results(doc); len(results) > 0 {
		text, err := kyaml.Marshal(results)
		if err != nil {
			return fmt.Errorf("encode results: %w", err)
		}
		if c.rw.Results, err = kyaml.Parse(string(text)); err != nil {
			return fmt.Errorf("encode results: %w", err)
		}
	}
	var buf bytes.Buffer
	c.rw.Writer = &buf
	if err := c.rw.Write(nodes); err != nil {
		return fmt.Errorf("encode the ResourceList: %w", err)
	}
	_, err := w.Write(buf.Bytes())
	return err
}

// stampKey marks objects that the function has seen, so that a later step can
// tell that the gate ran: kustomize skips a function in silence when its flags
// are missing. The value is fixed, so a second run changes nothing.
const stampKey = "rollout-pin.dev/checked"

func (c *fnCall) stamp() error {
	for i, n := range c.nodes {
		if i >= len(c.items) || !checkReads(checks.NewObject(c.items[i].Node(), checks.Origin{}).GroupKind()) {
			continue
		}
		if err := n.PipeE(kyaml.SetAnnotation(stampKey, "passed")); err != nil {
			return fmt.Errorf("stamp %s: %w", n.GetName(), err)
		}
	}
	return nil
}
