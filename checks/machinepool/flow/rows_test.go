package flow

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/provider"
)

// claim is a comment in the module of a row: what a change of var.s does.
//
//	# attribute ADDRESS.NAME: yes
//	# roll ADDRESS: yes
//	# members ADDRESS: no
//
// The words are no, maybe and yes; "members" asks whether new members of a
// group get the value.
var claim = regexp.MustCompile(`(?m)^# (attribute|roll|members) (\S+): (no|maybe|yes)$`)

// TestRows holds every row of the table to a module of its own.
func TestRows(t *testing.T) {
	modules := map[string]string{}
	files, err := filepath.Glob("testdata/rows/*.txtar")
	require.NoError(t, err)
	for _, name := range files {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		for _, f := range txtar.Parse(text).Files {
			modules[f.Name] = string(f.Data)
		}
	}
	for _, file := range provider.Known().Files() {
		for prefix, rows := range map[string][]*provider.Row{"": file.Resources, "data.": file.Data} {
			for _, row := range rows {
				text, ok := modules[prefix+row.Type]
				if !assert.True(t, ok, "the row %s%s has no test module", prefix, row.Type) {
					continue
				}
				delete(modules, prefix+row.Type)
				for _, typ := range append([]string{row.Type}, row.Same...) {
					t.Run(prefix+typ, func(t *testing.T) { testRow(t, strings.ReplaceAll(text, row.Type+"\"", typ+"\""), row.Type, typ) })
				}
			}
		}
	}
	assert.Empty(t, modules, "modules without a row")
}

func testRow(t *testing.T, text, rowType, typ string) {
	view := analyse(t, "variable \"s\" {}\n"+text).Of("s")
	claims := claim.FindAllStringSubmatch(text, -1)
	require.NotEmpty(t, claims)
	bit := view.run.bits["s"]
	for _, c := range claims {
		address := strings.ReplaceAll(c[2], rowType+".", typ+".")
		attribute := ""
		if c[1] == "attribute" {
			cut := strings.LastIndexByte(address, '.')
			address, attribute = address[:cut], address[cut+1:]
		}
		n := view.Node(address)
		require.NotNil(t, n, "%s is no resource", address)
		got := No
		switch c[1] {
		case "attribute":
			got = n.attribute(attribute).total().of(bit)
		case "roll":
			for _, r := range view.Rolls(n, "s") {
				got = max(got, r.Certainty)
			}
		case "members":
			got = view.Delivers(n, "s").Certainty
		}
		assert.Equal(t, c[3], got.String(), c[0])
	}
}
