package nodepools

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/nodepool"
)

// references are the lists of ConfigMaps of a pool, and the key that is read.
var references = []struct{ field, key string }{{"config", "config"}, {"tuningConfig", "tuning"}}

// configEffects compares the ConfigMaps that a pool refers to: which ones, and
// what is in them. The operator sorts their documents, so order does not count.
func (p *pool) configEffects() []effect {
	var out []effect
	for _, ref := range references {
		before, now := sorted(names(p.old.Get("spec", ref.field))), sorted(names(p.object.Get("spec", ref.field)))
		if slices.Equal(before, now) {
			if !same(p.old.Get("spec", ref.field), p.object.Get("spec", ref.field)) {
				out = append(out, effect{rolls: nodepool.No, reason: "spec." + ref.field + " changes its order only"})
			}
			out = append(out, p.contentEffects(ref.field, ref.key, now)...)
			continue
		}
		out = append(out, p.listEffect(ref.field, ref.key, before, now))
	}
	return out
}

func sorted(list []string) []string {
	out := slices.Clone(list)
	slices.Sort(out)
	return out
}

// listEffect is that of other names, unless all contents are known and equal.
func (p *pool) listEffect(field, key string, before, now []string) effect {
	old, okOld := contents(p.sides.base, p.object.Namespace, key, before)
	fresh, okNew := p.wantedContents(key, now)
	if okOld && okNew && slices.Equal(documents(old), documents(fresh)) {
		return effect{rolls: nodepool.No, reason: "spec." + field + " names other ConfigMaps with the same content"}
	}
	return effect{rolls: nodepool.Yes, reason: fmt.Sprintf("spec.%s: %s becomes %s", field, orNothing(before), orNothing(now))}
}

func orNothing(list []string) string {
	if len(list) == 0 {
		return "nothing"
	}
	return strings.Join(list, ", ")
}

// contents are the texts of ConfigMaps; ok is false when one cannot be read.
func contents(s *checks.Snapshot, namespace, key string, names []string) (texts []string, ok bool) {
	for _, name := range names {
		o := get(s, nodepool.ConfigMapKind, namespace, name)
		if o == nil || !o.Get("data", key).Exists() {
			return nil, false
		}
		texts = append(texts, o.Get("data", key).Text())
	}
	return texts, true
}

// wantedContents takes a ConfigMap that is not among the manifests as persisted.
func (p *pool) wantedContents(key string, names []string) (texts []string, ok bool) {
	for _, name := range names {
		one, found := contents(p.sides.fresh, p.object.Namespace, key, []string{name})
		if !found {
			one, found = contents(p.sides.base, p.object.Namespace, key, []string{name})
		}
		if !found {
			return nil, false
		}
		texts = append(texts, one...)
	}
	return texts, true
}

// contentEffects compares the ConfigMaps that both sides name and the manifests
// hold.
func (p *pool) contentEffects(field, key string, names []string) []effect {
	var out []effect
	for _, name := range slices.Compact(names) {
		if now, before := p.sides.object(nodepool.ConfigMapKind, p.object.Namespace, name); now != nil {
			out = append(out, contentEffect(field, key, before, now)...)
		}
	}
	return out
}

func contentEffect(field, key string, before, now *checks.Object) []effect {
	if before == nil {
		return []effect{{rolls: nodepool.Unknown, reason: fmt.Sprintf("spec.%s: ConfigMap %s is not in the base, so whether its content changes is not known", field, now.Name)}}
	}
	x, y := before.Get("data", key).Text(), now.Get("data", key).Text()
	switch {
	case x == y:
		return nil
	case slices.Equal(documents([]string{x}), documents([]string{y})):
		return []effect{{rolls: nodepool.No, reason: fmt.Sprintf("spec.%s: the content of ConfigMap %s changes in style only", field, now.Name)}}
	}
	return []effect{{rolls: nodepool.Yes, reason: fmt.Sprintf("spec.%s: the content of ConfigMap %s changes", field, now.Name)}}
}

// reencoded are the kinds that the operator decodes and writes again: their
// style and comments do not reach the nodes. Others are kept as text.
var reencoded = []string{"MachineConfig", "KubeletConfig", "ContainerRuntimeConfig"}

// documents brings contents into a form in which equal ones are equal for the
// operator, sorted.
func documents(texts []string) []string {
	var out []string
	for _, text := range texts {
		docs, ok := decode(text)
		if !ok {
			docs = []string{strings.TrimSpace(text)}
		}
		out = append(out, docs...)
	}
	slices.Sort(out)
	return out
}

// decode gives the documents of a text when all are of kinds that are encoded
// again.
func decode(text string) ([]string, bool) {
	var out []string
	dec := yaml.NewDecoder(strings.NewReader(text))
	for {
		var doc map[string]any
		err := dec.Decode(&doc)
		if errors.Is(err, io.EOF) {
			return out, len(out) > 0
		}
		if err != nil {
			return nil, false
		}
		if doc == nil {
			continue
		}
		kind, _ := doc["kind"].(string)
		data, err := json.Marshal(doc)
		if err != nil || !slices.Contains(reencoded, kind) {
			return nil, false
		}
		out = append(out, string(data))
	}
}
