package source

import (
	"cmp"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// DesiredLabel marks ConfigMaps whose data are manifests: the desired state that
// the snapshot command packs for a hook. They are read as what they carry.
const DesiredLabel = "rollout-pin.dev/desired"

func desiredState(o *checks.Object) bool {
	value, _ := o.Label(DesiredLabel)
	return o.Kind == "ConfigMap" && o.Group() == "" && value == "true"
}

// desired takes the manifests in a ConfigMap.
func (c *collector) desired(o *checks.Object) {
	for key, v := range o.Get("data").Fields() {
		name := c.origin.File + ":" + key
		trees, err := parseText(name, []byte(v.Text()), Limits{}.orDefaults())
		if err != nil {
			c.err = cmp.Or(c.err, err)
			continue
		}
		for i, t := range trees {
			inner := collector{namespace: c.namespace, kinds: c.kinds, origin: checks.Origin{File: name, Document: i}}
			inner.document([]tree{t})
			c.out.objects = append(c.out.objects, inner.out.objects...)
		}
	}
}
