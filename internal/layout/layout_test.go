// Package layout tests the structure of the project.
package layout

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const module = "github.com/rollout-pin/kubectl-rollout-pin"

type pkg struct {
	ImportPath string
	Imports    []string
}

// forbidden says what packages below a folder may not import directly.
var forbidden = []struct {
	below string
	not   []string
	why   string
}{
	{"/checks", []string{
		"os", "os/exec", "net", "net/http", "io/ioutil", "github.com/spf13/", "k8s.io/cli-runtime", "k8s.io/client-go",
		module + "/plugin", module + "/cmd", module + "/krew",
	}, "rules are pure: no I/O, no command line, no client"},
	{"/plugin/source", []string{module + "/plugin/report", module + "/cmd", "github.com/spf13/cobra"}, "sources only make snapshots"},
	{"/plugin/config", []string{module + "/plugin/source", module + "/plugin/report", module + "/cmd", "github.com/spf13/cobra", "k8s.io/client-go"}, "settings only decode"},
	{"/plugin/report", []string{module + "/plugin/source", module + "/cmd", "github.com/spf13/cobra", "k8s.io/client-go"}, "reports only write"},
	{"/plugin", []string{module + "/cmd"}, "commands do not import main packages"},
}

func TestImportsRunOneWay(t *testing.T) {
	pkgs := list(t)
	require.NotEmpty(t, pkgs)
	for _, p := range pkgs {
		for _, rule := range forbidden {
			if !below(p.ImportPath, module+rule.below) {
				continue
			}
			for _, imp := range p.Imports {
				for _, not := range rule.not {
					if below(imp, strings.TrimSuffix(not, "/")) {
						t.Errorf("%s imports %s: %s", p.ImportPath, imp, rule.why)
					}
				}
			}
		}
	}
}

// below reports whether path is the folder itself or lies in it; "os" does not
// cover "os/exec", which is listed on its own.
func below(path, folder string) bool {
	return path == folder || (strings.Contains(folder, ".") && strings.HasPrefix(path, folder+"/"))
}

func list(t *testing.T) []pkg {
	t.Helper()
	cmd := exec.Command("go", "list", "-json=ImportPath,Imports", "./...")
	cmd.Dir = "../.."
	out, err := cmd.Output()
	require.NoError(t, err)
	var pkgs []pkg
	dec := json.NewDecoder(strings.NewReader(string(out)))
	for {
		var p pkg
		err := dec.Decode(&p)
		if errors.Is(err, io.EOF) {
			return pkgs
		}
		require.NoError(t, err)
		pkgs = append(pkgs, p)
	}
}
