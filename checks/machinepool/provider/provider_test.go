package provider

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestEveryFileReads(t *testing.T) {
	table, err := load()
	require.NoError(t, err)
	require.Len(t, table.Files(), 6)
	row, file := table.Resource("azurerm_windows_virtual_machine_scale_set")
	require.NotNil(t, row)
	assert.Equal(t, Group, row.Kind)
	assert.Equal(t, "azurerm", file.Provider)
	row, _ = table.Resource("acme_fleet")
	assert.Nil(t, row)
}

func TestEachTypeHasOneRow(t *testing.T) {
	table, err := load()
	require.NoError(t, err)
	for _, f := range table.Files() {
		for _, rows := range [][]*Row{f.Resources, f.Data} {
			seen := map[string]bool{}
			for _, r := range rows {
				for _, typ := range append([]string{r.Type}, r.Same...) {
					assert.False(t, seen[typ], "%s stands twice in %s", typ, f.Provider)
					seen[typ] = true
				}
			}
		}
	}
}

func TestAdmits(t *testing.T) {
	f := &File{Majors: []int{4, 5}}
	for constraint, want := range map[string]bool{
		"": true, "~> 5.60": true, ">= 4.1, < 5": true, "= 5.60.1": true, ">= 5.0": true, "> 5.3.1, < 5.4": true,
		"~> 3.0": false, ">= 6.0": false, "< 4": false, "nonsense": true, "4.67.0": true,
	} {
		assert.Equal(t, want, f.Admits(constraint), constraint)
	}
}

func TestDescribes(t *testing.T) {
	f := &File{Sources: []string{"hashicorp/aws"}}
	assert.True(t, f.Describes("aws", ""))
	assert.True(t, f.Describes("amazon", "registry.terraform.io/hashicorp/aws"))
	assert.False(t, f.Describes("aws", "acme/aws"))
}
