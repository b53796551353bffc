package plugin

import (
	"context"
	"fmt"
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/render"
	"github.com/rollout-pin/kubectl-rollout-pin/plugin/report"
	"github.com/rollout-pin/kubectl-rollout-pin/plugin/source"
)

// orchestratorFields are annotations that kustomize and kpt put on items while
// functions run; they are no output of a renderer.
var orchestratorFields = render.Globs{
	"/metadata/annotations/config.kubernetes.io~1*", "/metadata/annotations/internal.config.kubernetes.io~1*",
	"/metadata/annotations/config.k8s.io~1*", "/metadata/annotations/kustomize.config.k8s.io~1*",
	"/metadata/annotations/rollout-pin.dev~1checked",
}

// judgeRender compares the items with a RenderPin: the functionConfig, what it
// names, or one of the items.
func (o *fnOptions) judgeRender(ctx context.Context, doc *report.Check, call *fnCall, check *checkOptions) error {
	wanted := slices.Contains(call.settings.Checks, "render")
	if len(call.settings.Checks) > 0 && !wanted {
		return nil
	}
	pin, name, err := o.renderPin(ctx, call)
	if err != nil {
		return err
	}
	if pin == nil {
		if wanted {
			doc.Merge(checks.Result{NotEvaluated: []checks.NotEvaluated{{
				ID: "base", Rules: []string{"render/missing-bump"}, Because: "there is no RenderPin to compare the items with",
				How: "give spec.renderPin in the functionConfig, or a RenderPin among the items",
			}}})
		}
		return nil
	}
	if len(pin.Spec.Cases) != 1 {
		return fmt.Errorf("%s: the items of a function are one render: the pin must have one case, not %d", name, len(pin.Spec.Cases))
	}
	opts := pin.Options()
	opts.Ignore = append(slices.Clone(orchestratorFields), opts.Ignore...)
	output := render.Case{Name: pin.Spec.Cases[0].Name, Renders: []render.Render{call.rendered()}}.Merge(opts)
	version, err := renderReader{}.version(ctx, ".", name, pin.Spec.VersionFrom)
	doc.Merge(checks.Run(render.Rules(), &render.Comparison{
		Head: render.NewSide(version, err, []render.Output{output}), Pinned: pin.Pinned, HasPin: true,
		PinCommand: "`kubectl rollout-pin render-version pin` over the built stream",
	}))
	return nil
}

// rendered are the items without the pin.
func (c *fnCall) rendered() render.Render {
	var out render.Render
	for _, item := range c.items {
		if !render.IsPin(item) {
			out = append(out, render.Document{Node: item.Node()})
		}
	}
	return out
}

func (o *fnOptions) renderPin(ctx context.Context, call *fnCall) (pin *render.Pin, name string, err error) {
	node := call.settings.RenderPin
	if node != nil && node.Kind == yaml.ScalarNode {
		text, err := source.ReadFile(ctx, "", node.Value)
		if err != nil {
			return nil, "", err
		}
		pin, err := render.ParsePin(node.Value, text)
		return pin, node.Value, err
	}
	name = "functionConfig"
	for _, item := range call.items {
		if node == nil && render.IsPin(item) {
			node, name = item.Node(), "RenderPin "+item.Get("metadata", "name").Text()
		}
	}
	if node == nil {
		return nil, "", nil
	}
	text, err := yaml.Marshal(node)
	if err != nil {
		return nil, "", fmt.Errorf("%s: %w", name, err)
	}
	pin, err = render.ParseItemsPin(name, text)
	return pin, name, err
}
