package source

import "strings"

// jsonName reports whether a name promises JSON.
func jsonName(name string) bool {
	return hasSuffix(name, ".json", ".jsonl", ".ndjson")
}

func yamlName(name string) bool { return hasSuffix(name, ".yaml", ".yml") }

// manifestName reports whether a file below a directory is read.
func manifestName(name string) bool {
	return jsonName(name) || yamlName(name)
}

func hasSuffix(name string, suffixes ...string) bool {
	name = strings.ToLower(name)
	for _, s := range suffixes {
		if strings.HasSuffix(name, s) {
			return true
		}
	}
	return false
}

// archiveName reports whether a name promises an archive or a compressed file.
func archiveName(name string) bool {
	return hasSuffix(name, ".gz", ".tgz", ".tar", ".zip")
}

// unzippedName is the name without its suffix of compression.
func unzippedName(name string) string {
	switch {
	case hasSuffix(name, ".tgz"):
		return name[:len(name)-len("gz")] + "ar"
	case hasSuffix(name, ".gz"):
		return name[:len(name)-len(".gz")]
	}
	return name
}
