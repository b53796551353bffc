package flow

import (
	"strings"
)

// Remote is what goes into modules that are not read, and which those are.
func (v *View) Remote() (Taint, []string) {
	var t Taint
	var names []string
	for _, i := range v.run.instances() {
		for _, c := range i.module.Calls {
			if c.Module == nil {
				names = append(names, strings.TrimSuffix(i.prefix, ".")+pick(i.prefix == "", "", ".")+"module."+c.Name)
				t = join(t, i.remote(c).total())
			}
		}
	}
	return t, names
}

// Provisioned is what provisioners and provider configurations use.
func (v *View) Provisioned() Taint {
	var t Taint
	for _, n := range v.nodes {
		for _, p := range n.resource.Provisioners {
			t = join(t, n.instance.body(n.bound(), p.Body, n.address+".provisioner", nil).total())
		}
	}
	for _, i := range v.run.instances() {
		for _, p := range i.module.Providers {
			t = join(t, i.body(nil, p.Block.Body, i.prefix+"provider."+p.Address(), nil).total())
		}
	}
	return t.limit(Maybe)
}
