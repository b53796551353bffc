package fix_test

import (
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/fix"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/module"
)

func load(t *testing.T, text string) *module.Module {
	t.Helper()
	m, err := module.Load(&module.Tree{Files: map[string][]byte{"main.tf": []byte(text)}}, ".", module.Terraform)
	require.NoError(t, err)
	return m
}

func apply(t *testing.T, text string, edits func(*module.Module, *module.File) []checks.Edit) string {
	t.Helper()
	m := load(t, text)
	list := edits(m, m.Files[0])
	require.NotEmpty(t, list)
	out, err := fix.Apply([]byte(text), list)
	require.NoError(t, err)
	return string(out)
}

func TestAddArgument(t *testing.T) {
	add := func(m *module.Module, f *module.File) []checks.Edit {
		return fix.AddArgument(f, m.Variables[0].Block, "sensitive", "true")
	}
	for _, tt := range []struct{ in, want string }{
		{"variable \"a\" { type = string }\n", "variable \"a\" {\n  type      = string\n  sensitive = true\n}\n"},
		{"variable \"a\" {}\n", "variable \"a\" {\n  sensitive = true\n}\n"},
		{"variable \"a\" {\n}\n", "variable \"a\" {\n  sensitive = true\n}\n"},
		{
			"variable \"a\" {\n  type = string # kept\n\n  validation {\n    condition = true\n  }\n}\n",
			"variable \"a\" {\n  type      = string # kept\n  sensitive = true\n\n  validation {\n    condition = true\n  }\n}\n",
		},
		{
			"variable \"a\" {\n    type=string\n}\n",
			"variable \"a\" {\n    type=string\n  sensitive = true\n}\n",
		},
	} {
		assert.Equal(t, tt.want, apply(t, tt.in, add))
	}
}

func TestRemoveArgument(t *testing.T) {
	remove := func(m *module.Module, f *module.File) []checks.Edit {
		return fix.RemoveArgument(f, m.Variables[0].Default)
	}
	for _, tt := range []struct{ in, want string }{
		{"variable \"a\" {\n  type    = string\n  default = \"é\" # gone\n}\n", "variable \"a\" {\n  type = string\n}\n"},
		{"variable \"a\" { default = 1 }\n", "variable \"a\" {}\n"},
		{"variable \"a\" {\n  /* kept */ default = 1\n}\n", "variable \"a\" {\n  /* kept */\n}\n"},
		{"variable \"a\" {\n  default = [\n    1,\n  ]\n  type = any\n}", "variable \"a\" {\n  type = any\n}"},
	} {
		assert.Equal(t, tt.want, apply(t, tt.in, remove))
	}
}

func TestRemoveBlock(t *testing.T) {
	got := apply(t, "terraform {\n  required_version = \">= 1.5\"\n\n  backend \"s3\" {\n  }\n}\n",
		func(m *module.Module, f *module.File) []checks.Edit {
			return fix.RemoveBlock(f, m.Settings.Backends[0])
		})
	assert.Equal(t, "terraform {\n  required_version = \">= 1.5\"\n}\n", got)
	got = apply(t, "terraform {\n  backend \"s3\" {\n    bucket = \"b\"\n  }\n  required_version = \">= 1.5\"\n}\n",
		func(m *module.Module, f *module.File) []checks.Edit {
			return fix.RemoveBlock(f, m.Settings.Backends[0])
		})
	assert.Equal(t, "terraform {\n  required_version = \">= 1.5\"\n}\n", got)
}

func TestWrapCountsCharacters(t *testing.T) {
	got := apply(t, "locals {\n  a = \"ü-é\"\n  b = [\"日本\", local.a]\n}\n", func(m *module.Module, _ *module.File) []checks.Edit {
		return fix.Wrap(m.Local("b").Expr.Range(), "sort(", ")")
	})
	assert.Equal(t, "locals {\n  a = \"ü-é\"\n  b = sort([\"日本\", local.a])\n}\n", got)
}

func TestAppend(t *testing.T) {
	for in, want := range map[string]string{
		"locals {}\n": "locals {}\n\noutput \"x\" {\n}\n",
		"locals {}":   "locals {}\n\noutput \"x\" {\n}\n",
	} {
		assert.Equal(t, want, apply(t, in, func(_ *module.Module, f *module.File) []checks.Edit {
			return fix.Append(f, "output \"x\" {\n}\n")
		}))
	}
}

func TestApplySkipsOverlapsAndRefusesStrangers(t *testing.T) {
	r := func(from, to int) hcl.Range {
		return hcl.Range{Filename: "f", Start: hcl.Pos{Line: 1, Column: from}, End: hcl.Pos{Line: 1, Column: to}}
	}
	out, err := fix.Apply([]byte("abcdef\n"), []checks.Edit{fix.Replace(r(2, 4), "X"), fix.Replace(r(3, 5), "Y"), fix.Replace(r(2, 4), "X"), fix.Replace(r(6, 7), "Z")})
	require.NoError(t, err)
	assert.Equal(t, "aXdeZ\n", string(out))
	_, err = fix.Apply([]byte("a\n"), []checks.Edit{{File: "f", Line: 9, Column: 1, EndLine: 9, EndColumn: 1}})
	assert.ErrorContains(t, err, "f:9:1")
}

func TestLineEndsStay(t *testing.T) {
	got := apply(t, "variable \"a\" {\r\n  type = string\r\n}\r\n", func(m *module.Module, f *module.File) []checks.Edit {
		return fix.AddArgument(f, m.Variables[0].Block, "sensitive", "true")
	})
	assert.Equal(t, "variable \"a\" {\r\n  type      = string\r\n  sensitive = true\r\n}\r\n", got)
}

func FuzzApply(f *testing.F) {
	f.Add("a = 1\n", 1, 1, 1, 2, "x")
	f.Add("é\r\n\n", 2, 1, 3, 1, "\n")
	f.Fuzz(func(t *testing.T, src string, line, column, endLine, endColumn int, text string) {
		e := checks.Edit{File: "f", Line: line, Column: column, EndLine: endLine, EndColumn: endColumn, NewText: text}
		if _, err := fix.Apply([]byte(src), []checks.Edit{e}); err != nil {
			require.ErrorContains(t, err, "outside the file")
		}
	})
}
