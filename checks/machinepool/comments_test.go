package machinepool

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/module"
)

const commented = `-- module/main.tf --
# rollout-pin:ignore input/default it is tested that way
# a line in between
variable "replicas" {
  type    = number
  default = 1
}

variable "zone" { # rollout-pin:ignore input/user-variable-default
  type = string
}
variable "size" {
  // rollout-pin:ignore input/type wider on purpose
  type = any /* rollout-pin:ignore output/health two on one line */
}
output "text" {
  value = "# rollout-pin:ignore pool/x in a string is no comment"
}
# rollout-pin:ignored is another word
#rollout-pin:ignore
`

func TestComments(t *testing.T) {
	got := Comments(input(t, commented, module.Terraform).Module)
	at := func(line, column int) checks.Position {
		return checks.Position{File: "module/main.tf", Line: line, Column: column}
	}
	require.Equal(t, []checks.Comment{
		{Rule: "input/default", Reason: "it is tested that way", Position: at(1, 1), From: 3, To: 6},
		{Rule: "input/user-variable-default", Position: at(8, 19), From: 8, To: 10},
		{Rule: "input/type", Reason: "wider on purpose", Position: at(12, 3), From: 13, To: 13},
		{Rule: "output/health", Reason: "two on one line", Position: at(13, 14), From: 13, To: 13},
		{Position: at(19, 1), From: 20, To: 20},
	}, got)
	f := checks.Finding{Rule: "input/default", Position: at(5, 3)}
	assert.True(t, got[0].Accepts(&f), "inside the block below the comment")
	f.Line = 8
	assert.False(t, got[0].Accepts(&f), "another block")
	f = checks.Finding{Rule: "input/user-variable-default", Position: at(8, 1)}
	assert.False(t, got[1].Accepts(&f), "no reason")
}

func FuzzComments(f *testing.F) {
	f.Add("# rollout-pin:ignore a/b why\nlocals {}\n")
	f.Add("variable \"x\" { /* rollout-pin:ignore */ }\n\"${")
	f.Fuzz(func(t *testing.T, src string) {
		for _, c := range fileComments(&module.File{Name: "f.tf", Source: []byte(src)}) {
			if c.From < c.Line || c.To < c.From {
				t.Fatalf("%+v speaks of lines that do not follow it", c)
			}
		}
	})
}
