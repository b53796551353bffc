package plugin

import (
	"cmp"
	"errors"
	"fmt"

	"go.yaml.in/yaml/v3"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/render"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/topology"
	"github.com/rollout-pin/kubectl-rollout-pin/plugin/config"
)

// functionSettings reads the functionConfig: our own kind (strict), a ConfigMap
// with flat keys as kpt passes arguments, a RenderPin, or none.
func functionSettings(v checks.Value) (*config.Loaded, error) {
	const name = "functionConfig"
	switch kind := v.Get("kind").Text(); {
	case !v.Exists():
		return &config.Loaded{}, nil
	case kind == config.Kind:
		text, err := yaml.Marshal(v.Node())
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		return config.Parse(text, name)
	case kind == "ConfigMap":
		data := v.Get("data")
		if !data.IsMap() {
			return &config.Loaded{}, nil
		}
		return config.FromConfigMap(data.Node(), name)
	case render.IsPin(v):
		loaded := &config.Loaded{}
		loaded.RenderPin = v.Node()
		return loaded, nil
	}
	return nil, errors.New(name + " must be a " + config.Kind + ", a " + render.PinKind + " or a ConfigMap with flat keys")
}

// useSettings takes over what a functionConfig says about `check`.
func (o *checkOptions) useSettings(s *config.Loaded) error {
	var err error
	if o.settings.Profile, err = topology.ParseProfile(cmp.Or(s.Profile, string(topology.CAEP))); err != nil {
		return fmt.Errorf("profile: %w", err)
	}
	o.profile = string(o.settings.Profile)
	o.settings.MaxMinorSkew = s.MaxMinorSkew
	o.settings.Gates, err = topology.ParseGates(s.Gates())
	return err
}
