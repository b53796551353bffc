package flow

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// members describes what keeps live members out of output.list.
func members(t *testing.T, text string) []string {
	t.Helper()
	list, unknown := analyse(t, inputs+text).Free().Restrictions("list")
	out := []string{}
	for _, r := range list {
		what := "filter"
		if r.Source != nil {
			what = r.Source.Address()
		}
		out = append(out, what+": "+strings.Join(r.Missing, " "))
	}
	if unknown {
		out = append(out, "unknown")
	}
	return out
}

func TestRestrictions(t *testing.T) {
	const all = `
data "aws_instances" "all" {
  instance_state_names = ["pending", "running", "stopping", "stopped"]
}
data "aws_instances" "up" {}
data "aws_instances" "down" {
  instance_state_names = ["pending", "stopping", "stopped"]
}
data "oci_core_instance_pool_instances" "oci" {}
data "acme_machines" "m" {}
variable "states" {
  default = ["running"]
}
data "aws_instances" "user" {
  instance_state_names = var.states
}
data "aws_instances" "open" {
  instance_state_names = var.other
}
locals {
  up   = toset(data.aws_instances.up.ids)
  objs = [for i in data.oci_core_instance_pool_instances.oci.instances : { id = i.id, state = lower(i.state), ok = i.healthy }]
}
`
	for name, tt := range map[string]struct {
		expr string
		want []string
	}{
		"all states":               {`data.aws_instances.all.ids`, nil},
		"default":                  {`sort(data.aws_instances.up.ids)`, []string{"data.aws_instances.up: pending stopping stopped"}},
		"default of a variable":    {`data.aws_instances.user.ids`, []string{"data.aws_instances.user: pending stopping stopped"}},
		"open argument":            {`data.aws_instances.open.ids`, []string{"unknown"}},
		"two that make one":        {`concat(data.aws_instances.up.ids, data.aws_instances.down.ids)`, nil},
		"two that do not":          {`concat(data.aws_instances.up.ids, data.aws_instances.user.ids)`, []string{"data.aws_instances.up: pending stopping stopped", "data.aws_instances.user: pending stopping stopped"}},
		"intersection":             {`setintersection(data.aws_instances.all.ids, data.aws_instances.up.ids)`, []string{"data.aws_instances.up: pending stopping stopped"}},
		"running beside":           {`[for id in data.aws_instances.all.ids : { id = id, up = contains(local.up, id) }]`, nil},
		"running as a filter":      {`[for id in data.aws_instances.all.ids : id if contains(local.up, id)]`, []string{"filter: pending stopping stopped"}},
		"condition":                {`[for o in local.objs : o.id if o.state == "running"]`, []string{"filter: PROVISIONING STARTING STOPPING STOPPED"}},
		"condition the other way":  {`[for o in local.objs : o.id if "running" == o.state]`, []string{"filter: PROVISIONING STARTING STOPPING STOPPED"}},
		"list of states":           {`[for o in local.objs : o.id if contains(["running", "starting"], o.state)]`, []string{"filter: PROVISIONING STOPPING STOPPED"}},
		"not stopped":              {`[for o in local.objs : o.id if o.state != "stopped"]`, []string{"filter: STOPPED"}},
		"not terminated":           {`[for o in local.objs : o.id if o.state != "terminated"]`, nil},
		"not in a list":            {`[for o in local.objs : o.id if !contains(["terminated", "terminating"], o.state)]`, nil},
		"regular expression":       {`[for o in local.objs : o.id if can(regex("^run", o.state))]`, []string{"filter: PROVISIONING STARTING STOPPING STOPPED"}},
		"all listed":               {`[for o in local.objs : o.id if contains(["provisioning", "running", "starting", "stopping", "stopped"], o.state)]`, nil},
		"flag":                     {`[for o in local.objs : o.id if o.healthy]`, []string{"filter: unhealthy"}},
		"other condition":          {`[for o in local.objs : o.id if o.id != ""]`, nil},
		"two conditions":           {`[for o in local.objs : o.id if o.id != "" && (o.ok || true) && o.state == "running"]`, []string{"filter: PROVISIONING STARTING STOPPING STOPPED"}},
		"compact":                  {`compact([for o in local.objs : o.state == "running" ? o.id : ""])`, []string{"filter: PROVISIONING STARTING STOPPING STOPPED"}},
		"compact the other way":    {`compact([for o in local.objs : o.state == "terminated" ? null : o.id])`, nil},
		"keys of a filtered map":   {`keys({ for o in local.objs : o.id => o if o.state == "running" })`, []string{"filter: PROVISIONING STARTING STOPPING STOPPED"}},
		"nested and flattened":     {`flatten([for z in ["a"] : [for o in local.objs : o.id if o.state == "running"]])`, []string{"filter: PROVISIONING STARTING STOPPING STOPPED"}},
		"words of no cloud":        {`[for m in data.acme_machines.m.list : m.id if m.status == "running"]`, []string{"filter: pending provisioning staging starting stopping stopped unknown"}},
		"words of nobody":          {`[for m in data.acme_machines.m.list : m.id if m.status == "GREEN"]`, nil},
		"set without dying ones":   {`setsubtract(data.aws_instances.all.ids, data.aws_instances.up.ids)`, nil},
		"conditional, one is bare": {`var.on ? data.aws_instances.up.ids : []`, []string{"data.aws_instances.up: pending stopping stopped"}},
	} {
		t.Run(name, func(t *testing.T) {
			got := members(t, all+"output \"list\" {\n  value = "+tt.expr+"\n}\n")
			assert.ElementsMatch(t, tt.want, got)
		})
	}
}
