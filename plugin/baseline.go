package plugin

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"go.yaml.in/yaml/v3"
	sigsyaml "sigs.k8s.io/yaml"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/plugin/config"
	"github.com/rollout-pin/kubectl-rollout-pin/plugin/report"
)

// maxBaseline bounds the size of a baseline in bytes.
const maxBaseline = 64 << 20

// baselineFile is the document that --write-baseline writes.
type baselineFile struct {
	APIVersion string                 `json:"apiVersion"`
	Kind       string                 `json:"kind"`
	Entries    []checks.BaselineEntry `json:"entries"`
}

func formatBaseline(entries []checks.BaselineEntry) ([]byte, error) {
	data, err := sigsyaml.Marshal(baselineFile{report.APIVersion, "Baseline", entries})
	if err != nil {
		return nil, fmt.Errorf("encode baseline: %w", err)
	}
	return data, nil
}

// readBaseline reads the file of --baseline or of the settings. A file that is
// about to be written need not be there yet.
func (o *outputOptions) readBaseline() ([]checks.BaselineEntry, error) {
	if o.baseline == "" {
		return nil, nil
	}
	f, err := os.Open(o.baseline)
	if errors.Is(err, fs.ErrNotExist) && o.writeBaseline != "" {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read baseline: %w", err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxBaseline+1))
	if err != nil {
		return nil, fmt.Errorf("read baseline %s: %w", o.baseline, err)
	}
	if len(data) > maxBaseline {
		return nil, fmt.Errorf("read baseline %s: more than %d bytes", o.baseline, maxBaseline)
	}
	return parseBaseline(data, o.baseline)
}

func parseBaseline(data []byte, name string) ([]checks.BaselineEntry, error) {
	var node yaml.Node
	if err := yaml.NewDecoder(bytes.NewReader(data)).Decode(&node); err != nil {
		return nil, fmt.Errorf("baseline %s: %s", name, strings.TrimPrefix(err.Error(), "yaml: "))
	}
	var file baselineFile
	at, err := config.Decode(node.Content[0], name, &file)
	if err != nil {
		return nil, fmt.Errorf("baseline %w", err)
	}
	if file.APIVersion != report.APIVersion || file.Kind != "Baseline" {
		return nil, fmt.Errorf("baseline %s: it is of kind %q, apiVersion %q: write it with --write-baseline", name, file.Kind, file.APIVersion)
	}
	for i := range file.Entries {
		path := fmt.Sprintf("entries[%d]", i)
		file.Entries[i].Position = at[path]
		if file.Entries[i].Rule == "" || file.Entries[i].Fingerprint == "" {
			return nil, fmt.Errorf("baseline %w", &config.Error{Position: at[path], Problem: path + " needs a rule and a fingerprint"})
		}
	}
	return file.Entries, nil
}
