package topology

import "github.com/rollout-pin/kubectl-rollout-pin/checks"

func featureGate() Rule {
	to, before := cluster("v1.32.0", "md-0@v1.32.0"), cluster("v1.32.0", "md-0").persisted()
	off := "check -f new.yaml --base base.yaml --feature-gates " + PinningGate + "=false"
	return Rule{
		Meta: checks.Meta{
			ID: "pin/feature-gate", Severity: checks.Error,
			Title:  "A pin is edited while the feature gate is off",
			Why:    "With " + PinningGate + " off, which is its default, the webhook refuses every change of a pin and still allows other edits.",
			Fix:    "Switch the gate on in the controllers (again), or leave the pin as it is.",
			Source: "seeds/001, Behavior and Test Plan",
			Fails:  example(off, []string{to.manifest()}, before),
			Passes: update(to, before),
		},
		Check: func(c *Change, out *checks.Sink) {
			on, known := c.Gates.state(PinningGate)
			if !known && c.pins() && c.Kind != Unchanged {
				out.Skip(c.lacksGate())
			}
			if !known || on {
				return
			}
			for _, p := range c.Pools {
				if c.repinned(p) {
					f := c.findPin(p, "the pin of %s cannot change while the feature gate %s is off: re-enable the gate", p, PinningGate)
					out.Report(fix(f, "switch %s on in the controllers, or leave the pin as it is", PinningGate))
				}
			}
		},
	}
}

func gateOffWithPins() Rule {
	to, before := cluster("v1.32.1", "md-0@v1.31.4"), cluster("v1.31.4", "md-0@v1.31.4").persisted()
	return Rule{
		Meta: checks.Meta{
			ID: "pin/gate-off-with-pins", Severity: checks.Warning,
			Title:  "The Cluster has pins while the feature gate is off",
			Why:    "Whether existing pins are then honoured or without effect, and whether other edits pass, differs between builds: a pool may roll with the topology.",
			Fix:    "Switch the gate on again, or unpin before it is switched off.",
			Source: "pinning facts 3.4-j",
			Fails:  example("check -f new.yaml --base base.yaml --feature-gates "+PinningGate+"=false", []string{to.manifest()}, before),
			Passes: update(to, before),
		},
		Check: func(c *Change, out *checks.Sink) {
			if !c.Gates.off(PinningGate) || c.creates() {
				return
			}
			var pinned []string
			for _, p := range c.Pools {
				if !p.oldPin.IsZero() {
					pinned = append(pinned, p.String())
				}
			}
			if len(pinned) == 0 {
				return
			}
			if c.Kind != Unchanged {
				out.Skip(checks.NotEvaluated{
					ID: noGate, How: "switch the gate on, or try the change in a test environment of the same build",
					Because: "whether existing pins hold while the feature gate " + PinningGate + " is off depends on the build",
				})
			}
			f := c.find(c.New.topology.Get("workers"), "the feature gate %s is off while pins exist (%s): whether they hold depends on the build", PinningGate, names(pinned))
			out.Report(fix(f, "switch the gate on again, or unpin before it is switched off"))
		},
	}
}

func fieldNotServed() Rule {
	to, before := cluster("v1.32.0", "md-0@v1.32.0"), cluster("v1.32.0", "md-0").persisted()
	return Rule{
		Meta: checks.Meta{
			ID: "pin/field-not-served", Severity: checks.Error,
			Title:  "The API server does not know the pin",
			Why:    "Without the field in the CRD the API server drops the pin silently, or refuses it under strict validation: the pool is not pinned, whatever the manifest says.",
			Fix:    "Install a version of Cluster API that has the field, or remove the pin.",
			Source: "pinning facts 3.1 item 1",
			Fails:  update(to, before, crdYAML("")),
			Passes: update(to, before, crdYAML("version: {type: string}")),
		},
		Check: checkFieldServed,
	}
}

func checkFieldServed(c *Change, out *checks.Sink) {
	for _, lane := range lanes {
		var pinned []*Pool
		for _, p := range c.Pools {
			if p.Lane == lane.Lane && p.New != nil && p.New.pin.set() && (c.Profile == Released || p.New.pin.valid()) {
				pinned = append(pinned, p)
			}
		}
		if len(pinned) > 0 {
			c.reportServed(pinned, servesPin(c.crd, c.New.Version(), lane.list), out)
		}
	}
}

func (c *Change) reportServed(pinned []*Pool, state served, out *checks.Sink) {
	switch {
	case state == servedNo:
		for _, p := range pinned {
			f := c.findPin(p, "the CRD of %s does not have the field: the pin of %s would be dropped or refused, and the pool is not pinned", c.New.APIVersion, p)
			out.Report(fix(f, "install a version of Cluster API that has the field, or remove the pin"))
		}
	case c.Kind == Unchanged:
	case state == servedUnknown:
		out.Skip(c.lacks(noSchema, "add the CRD "+crdName+" to --base, or use --base live",
			"it is not known whether the CRD of %s keeps spec.topology.workers.*.version", c.New.APIVersion))
	case c.Profile == Released:
		out.Skip(c.lacks(noSchema, "use --profile caep or draft-impl", "the CRD has the pin, which the profile released does not know"))
	}
}

func pinSyntax() Rule {
	return Rule{
		Meta: checks.Meta{
			ID: "pin/syntax", Severity: checks.Error,
			Title:  "A pin is no version",
			Why:    "A pin needs its \"v\" and a complete semantic version; nothing is put in front of it. An empty string is no way to unpin: the CRD refuses it.",
			Fix:    "Write a complete version such as v1.32.1, or remove the key to unpin.",
			Source: "pinning facts 3.1 item 2",
			Fails:  creation(cluster("v1.34.0", "md-0@v1.34")),
			Passes: creation(cluster("v1.34.0", "md-0@v1.34.0")),
		},
		Check: func(c *Change, out *checks.Sink) {
			if c.Profile == Released {
				return
			}
			for _, p := range c.Pools {
				if p.New == nil || !p.New.pin.set() || p.New.pin.valid() {
					continue
				}
				w := p.New.pin
				f := fix(c.findPin(p, "the pin %s of %s is no version: %s", quoted(w.Value), p, w.problem), "write a complete version such as v1.32.1")
				if w.Text() == "" {
					f = fix(f, "remove the key to leave the pool without a pin")
				}
				out.Report(f)
			}
		},
	}
}

func pinNull() Rule {
	return Rule{
		Meta: checks.Meta{
			ID: "pin/null-value", Severity: checks.Info,
			Title:  "A pin is null",
			Why:    "The API server treats null as absent, which a reader may not expect: the pool is not pinned, and a pin that it had is removed.",
			Fix:    "Remove the key.",
			Source: "pinning facts 1.1",
			Fails:  creation(cluster("v1.34.0", "md-0@null")),
			Passes: creation(cluster("v1.34.0", "md-0")),
		},
		Check: func(c *Change, out *checks.Sink) {
			if c.Profile == Released {
				return
			}
			for _, p := range c.Pools {
				if p.New != nil && p.New.pin.Null() {
					out.Report(fix(c.findPin(p, "the pin of %s is null, which counts as absent", p), "remove the key"))
				}
			}
		},
	}
}
