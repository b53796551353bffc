package main

import (
	"bytes"
	"debug/buildinfo"
	"fmt"
	"time"

	cdx "github.com/CycloneDX/cyclonedx-go"
)

// writeBOM writes a CycloneDX bill of materials of what the linker put into a
// program: the modules of its own build information, not those of go.mod.
func (r *release) writeBOM(binary, out string) error {
	info, err := buildinfo.ReadFile(binary)
	if err != nil {
		return fmt.Errorf("read build information: %w", err)
	}
	bom := cdx.NewBOM()
	bom.Metadata = &cdx.Metadata{
		Timestamp: r.date.Format(time.RFC3339),
		Component: &cdx.Component{
			BOMRef: info.Main.Path, Type: cdx.ComponentTypeApplication, Name: info.Main.Path, Version: r.version,
			PackageURL: purl(info.Main.Path, r.version),
		},
	}
	components := []cdx.Component{{
		BOMRef: "go", Type: cdx.ComponentTypeLibrary, Name: "stdlib", Version: info.GoVersion,
		PackageURL: purl("stdlib", info.GoVersion),
	}}
	for _, dep := range info.Deps {
		if dep.Replace != nil {
			dep = dep.Replace
		}
		components = append(components, cdx.Component{
			BOMRef: dep.Path + "@" + dep.Version, Type: cdx.ComponentTypeLibrary,
			Name: dep.Path, Version: dep.Version, PackageURL: purl(dep.Path, dep.Version),
		})
	}
	bom.Components = &components
	var buf bytes.Buffer
	if err := cdx.NewBOMEncoder(&buf, cdx.BOMFileFormatJSON).SetPretty(true).Encode(bom); err != nil {
		return err
	}
	return writeFile(out, buf.Bytes())
}

func purl(module, version string) string { return "pkg:golang/" + module + "@" + version }
