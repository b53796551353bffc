package plugin

import (
	"context"
	"slices"
	"time"

	"github.com/spf13/cobra"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/metadata"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/plugin/source"
)

// completionTimeout bounds what a press of the tab key may cost.
const completionTimeout = 2 * time.Second

// completionLimit bounds how many names are asked for.
const completionLimit = 500

// completer offers names. Every failure is silent: a completion that prints
// errors into the command line is worse than none.
type completer struct{ *shared }

func (c completer) contexts(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	raw, err := c.config.ToRawKubeConfigLoader().RawConfig()
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var out []string
	for name := range raw.Contexts {
		out = append(out, name)
	}
	slices.Sort(out)
	return out, cobra.ShellCompDirectiveNoFileComp
}

func (c completer) namespaces(cmd *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
	return c.live(cmd.Context(), schema.GroupVersionResource{Version: "v1", Resource: "namespaces"}, ""), cobra.ShellCompDirectiveNoFileComp
}

// pools offers NodePools of the named files, else of the cluster.
func (c completer) pools(in *inputOptions) func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return func(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		names := c.poolNames(cmd.Context(), in)
		names = slices.DeleteFunc(names, func(n string) bool { return slices.Contains(args, n) })
		return names, cobra.ShellCompDirectiveNoFileComp
	}
}

func (c completer) poolNames(ctx context.Context, in *inputOptions) []string {
	const group = "hypershift.openshift.io"
	if !in.fromFiles() {
		return c.live(ctx, schema.GroupVersionResource{Group: group, Version: "v1beta1", Resource: "nodepools"}, in.namespace())
	}
	ctx, cancel := context.WithTimeout(ctx, completionTimeout)
	defer cancel()
	opts := in.fileOptions()
	wanted := checks.GroupKind{Group: group, Kind: "NodePool"}
	opts.Kinds = func(gk checks.GroupKind) bool { return gk == wanted }
	opts.Tolerant = true
	if slices.Contains(opts.Filenames, "-") {
		return nil
	}
	s, err := source.Load(ctx, opts)
	if err != nil {
		return nil
	}
	var out []string
	for _, o := range s.List(wanted, "") {
		out = append(out, o.Name)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// live lists names of a resource, as metadata only.
func (c completer) live(ctx context.Context, resource schema.GroupVersionResource, namespace string) []string {
	if ctx == nil {
		ctx = context.Background()
	}
	ctx, cancel := context.WithTimeout(ctx, completionTimeout)
	defer cancel()
	cfg, err := c.config.ToRESTConfig()
	if err != nil {
		return nil
	}
	cfg.Timeout = completionTimeout
	client, err := metadata.NewForConfig(cfg)
	if err != nil {
		return nil
	}
	var lister metadata.ResourceInterface = client.Resource(resource)
	if namespace != "" {
		lister = client.Resource(resource).Namespace(namespace)
	}
	list, err := lister.List(ctx, metav1.ListOptions{Limit: completionLimit})
	if err != nil {
		return nil
	}
	var out []string
	for _, item := range list.Items {
		out = append(out, item.Name)
	}
	slices.Sort(out)
	return out
}
