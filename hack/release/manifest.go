package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"text/template"
)

// manifestData is what krew/rollout-pin.yaml.tmpl is filled with.
type manifestData struct {
	Version   string
	Platforms []manifestPlatform
}

type manifestPlatform struct{ OS, Arch, Archive, Sha256, Binary string }

// writeManifest renders the Krew manifest for the archives that were made.
func (r *release) writeManifest(sums map[string]string) error {
	text, err := r.manifest(sums)
	if err != nil {
		return err
	}
	return writeFile(filepath.Join(r.out, "rollout-pin.yaml"), text)
}

func (r *release) manifest(sums map[string]string) ([]byte, error) {
	text, err := os.ReadFile(filepath.Join(r.root, "krew", "rollout-pin.yaml.tmpl"))
	if err != nil {
		return nil, err
	}
	tmpl, err := template.New("manifest").Option("missingkey=error").Parse(string(text))
	if err != nil {
		return nil, fmt.Errorf("manifest template: %w", err)
	}
	data := manifestData{Version: r.version}
	for _, p := range r.targets {
		data.Platforms = append(data.Platforms, manifestPlatform{p.os, p.arch, p.archive(), sums[p.archive()], p.binary()})
	}
	var buf bytes.Buffer
	if err := tmpl.Execute(&buf, data); err != nil {
		return nil, fmt.Errorf("manifest template: %w", err)
	}
	return buf.Bytes(), nil
}
