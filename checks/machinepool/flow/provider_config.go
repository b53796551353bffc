package flow

import (
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/module"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/provider"
)

// ProviderTaint is what an argument of the provider configuration follows.
func (n *Node) ProviderTaint(path string) Taint {
	config, i, known := n.providerConfig()
	if !known || config == nil {
		return Taint{}
	}
	return argumentIn(i.body(nil, config.Block.Body, i.prefix+"provider."+config.Address(), nil), path)
}

// ProviderBlock is the configuration that the resource uses, nil without one.
func (n *Node) ProviderBlock() *hclsyntax.Block {
	config, _, known := n.providerConfig()
	if !known || config == nil {
		return nil
	}
	return config.Block
}

// feature looks a flag up in the provider configuration of the resource.
func (n *Node) feature(need provider.Need) Certainty {
	config, i, known := n.providerConfig()
	switch {
	case !known:
		return Maybe
	case config == nil:
		return pick(need.Default == "true", Yes, No)
	}
	path := append([]string{"features"}, strings.Split(need.Feature, ".")...)
	return decide(findPlaces(i, nil, config.Block.Body, path, Yes), []string{"true"}, need.Default)
}

// providerConfig finds the provider block that configures the resource, in its
// module or a calling one. It is nil without a block; known is false when the
// module does not say which one it is.
func (n *Node) providerConfig() (config *module.Provider, where *instance, known bool) {
	name := n.resource.Provider
	if name == "" {
		name, _, _ = strings.Cut(n.resource.Type, "_")
	}
	for i := n.instance; i != nil; i = i.parent {
		if p := i.module.Provider(name); p != nil {
			return p, i, true
		}
		if i.parent == nil {
			break
		}
		if i.call.Providers != nil {
			if name = i.call.Providers[name]; name == "" {
				return nil, nil, false
			}
		} else if strings.Contains(name, ".") {
			return nil, nil, false
		}
	}
	return nil, nil, !strings.Contains(name, ".")
}
