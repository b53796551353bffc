package render

import (
	"errors"
	"fmt"
	"strings"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// ConfigMapKey names one key of one ConfigMap.
type ConfigMapKey struct{ Namespace, Name, Key string }

// ParseConfigMapKey reads configmap/NAMESPACE/NAME:KEY.
func ParseConfigMapKey(text string) (ConfigMapKey, error) {
	object, key, ok := strings.Cut(text, ":")
	parts := strings.Split(object, "/")
	if !ok || key == "" || len(parts) != 3 || strings.ToLower(parts[0]) != "configmap" || parts[1] == "" || parts[2] == "" {
		return ConfigMapKey{}, errors.New("use configmap/NAMESPACE/NAME:KEY")
	}
	return ConfigMapKey{parts[1], parts[2], key}, nil
}

func (k ConfigMapKey) matches(c Content) bool {
	return c.Object != nil && c.Object.APIVersion == "v1" && c.Object.Kind == "ConfigMap" &&
		c.Object.Name == k.Name && c.Object.Namespace == k.Namespace
}

// Take reads the version and returns the outputs without it: the key itself is
// no output of the renderer.
func (k ConfigMapKey) Take(outputs []Output) (Version, []Output, error) {
	version, err := Version{}, fmt.Errorf("there is no ConfigMap %s/%s", k.Namespace, k.Name)
	var rest []Output
	for _, out := range outputs {
		clone := out
		clone.Documents = nil
		for _, doc := range out.Documents {
			if k.matches(doc) {
				version, err = k.of(doc)
				doc.Entries = dropIgnored(doc.Entries, Globs{"/data/" + escapeGlob(escape(k.Key))})
			}
			clone.Documents = append(clone.Documents, doc)
		}
		rest = append(rest, clone)
	}
	return version, rest, err
}

func (k ConfigMapKey) of(doc Content) (Version, error) {
	v := checks.NewValue(doc.root).Get("data", k.Key)
	number, err := Integer(v)
	if err != nil {
		return Version{}, fmt.Errorf("%s of ConfigMap %s/%s: %w", k.Key, k.Namespace, k.Name, err)
	}
	return Version{Number: number, Position: checks.Position{File: doc.File, Line: v.Line(), Column: v.Column()}}, nil
}
