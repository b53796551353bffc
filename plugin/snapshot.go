package plugin

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os/exec"
	"strings"

	"github.com/spf13/cobra"
	"go.yaml.in/yaml/v3"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/desired"
	"github.com/rollout-pin/kubectl-rollout-pin/plugin/source"
)

// revisionKey says from which source revision a snapshot was made.
const revisionKey = "rollout-pin.dev/source-revision"

// maxConfigMap bounds the data of one ConfigMap. The API server's limit is one
// MiB for the whole request.
const maxConfigMap = 900_000

// snapshotOptions are the flags of `snapshot`.
type snapshotOptions struct {
	inputOptions
	output   string
	name     string
	into     string
	revision string
	maxSize  int

	annotations map[string]string
}

func newSnapshotCommand(sh *shared) *cobra.Command {
	o := &snapshotOptions{inputOptions: inputOptions{shared: sh}}
	cmd := &cobra.Command{
		Use:   "snapshot -f MANIFESTS [-o configmap|json]",
		Short: "Reduce manifests to the fields that rules read, for a check that runs elsewhere",
		Long: `Write the desired state that a hook compares with the live one: of the manifests only
the fields that rules read, and neither Secrets nor template variables. As ConfigMaps
it can be part of the application itself, so that it always has the revision of the
sync; mount them into the hook and give the folder to check -f.`,
		Example: `  kubectl rollout-pin snapshot -f rendered/ --configmap-namespace clusters > desired.yaml`,
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := errors.Join(o.inputOptions.complete(), o.Validate()); err != nil {
				return err
			}
			return o.Run(cmd.Context())
		},
	}
	fs := cmd.Flags()
	o.inputOptions.addFlags(fs)
	fs.StringVarP(&o.output, "output", "o", "configmap", "output format: configmap, json")
	fs.StringVar(&o.name, "name", "rollout-pin-desired", "name of the ConfigMap; further ones get -2, -3 and so on")
	fs.StringToStringVar(&o.annotations, "annotation", nil, "annotation KEY=VALUE of the ConfigMap, for example argocd.argoproj.io/hook=PreSync; repeatable")
	fs.StringVar(&o.into, "configmap-namespace", "", "namespace of the ConfigMap (default: none, the one that it is applied to)")
	fs.StringVar(&o.revision, "revision", "", "source revision to record (default: the commit of the working directory, if it is one)")
	fs.IntVar(&o.maxSize, "max-size", maxConfigMap, "most bytes of manifests in one ConfigMap")
	return cmd
}

// Validate checks the flags.
func (o *snapshotOptions) Validate() error {
	switch {
	case o.output != "configmap" && o.output != "json":
		return fmt.Errorf("unknown output format %q: use configmap or json", o.output)
	case !o.fromFiles():
		return errors.New("name the manifests with --filename or --kustomize")
	case o.maxSize < 1000 || o.maxSize > maxConfigMap:
		return fmt.Errorf("--max-size %d: use 1000 to %d", o.maxSize, maxConfigMap)
	}
	return nil
}

// Run reads, reduces and writes.
func (o *snapshotOptions) Run(ctx context.Context) error {
	opts := o.fileOptions()
	opts.Kinds = desired.Reads
	s, err := source.Load(ctx, opts)
	if err != nil {
		return err
	}
	for _, obj := range s.All() {
		if len(obj.Duplicates) > 0 {
			d := obj.Duplicates[0]
			return fmt.Errorf("%s:%d:%d: key %s stands twice, first in line %d: keep one of them", d.Second.File, d.Second.Line, d.Second.Column, d.Path, d.First.Line)
		}
	}
	if s.Objects() == 0 {
		return errors.New("the input holds nothing that a rule reads: Cluster, ClusterClass, MachinePool, NodePool, HostedCluster and their kin")
	}
	if o.revision == "" {
		o.revision = workRevision(ctx)
	}
	if o.output == "json" {
		return o.writeJSON(s)
	}
	return o.writeConfigMaps(s)
}

// workRevision is the commit of the working directory, "" outside of git.
func workRevision(ctx context.Context) string {
	out, err := exec.CommandContext(ctx, "git", "rev-parse", "HEAD").Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}

func (o *snapshotOptions) writeJSON(s *checks.Snapshot) error {
	list := struct {
		APIVersion string            `json:"apiVersion"`
		Kind       string            `json:"kind"`
		Metadata   map[string]any    `json:"metadata"`
		Items      []json.RawMessage `json:"items"`
	}{"v1", "List", map[string]any{"annotations": map[string]string{revisionKey: o.revision}}, nil}
	for _, obj := range s.All() {
		text, err := nodeJSON(desired.Reduce(obj))
		if err != nil {
			return fmt.Errorf("%s: %w", obj.Name, err)
		}
		list.Items = append(list.Items, text)
	}
	enc := json.NewEncoder(o.Out)
	enc.SetIndent("", "  ")
	return enc.Encode(list)
}

// nodeJSON writes a tree as JSON with every scalar that YAML readers may take
// for something else kept as it is written.
func nodeJSON(n *yaml.Node) (json.RawMessage, error) {
	var v any
	if err := n.Decode(&v); err != nil {
		return nil, errors.New("cannot be written as JSON")
	}
	return json.Marshal(v)
}

func (o *snapshotOptions) writeConfigMaps(s *checks.Snapshot) error {
	parts, err := o.split(s)
	if err != nil {
		return err
	}
	var buf bytes.Buffer
	for i, part := range parts {
		name := o.name
		if i > 0 {
			name = fmt.Sprintf("%s-%d", o.name, i+1)
		}
		enc := yaml.NewEncoder(&buf)
		enc.SetIndent(2)
		buf.WriteString("---\n")
		if err := enc.Encode(o.configMap(name, fmt.Sprintf("desired-%d.yaml", i+1), part)); err != nil {
			return fmt.Errorf("encode ConfigMap %s: %w", name, err)
		}
	}
	_, err = o.Out.Write(buf.Bytes())
	return err
}

type configMap struct {
	APIVersion string            `yaml:"apiVersion"`
	Kind       string            `yaml:"kind"`
	Metadata   configMapMeta     `yaml:"metadata"`
	Data       map[string]string `yaml:"data"`
}

type configMapMeta struct {
	Name        string            `yaml:"name"`
	Namespace   string            `yaml:"namespace,omitempty"`
	Labels      map[string]string `yaml:"labels"`
	Annotations map[string]string `yaml:"annotations,omitempty"`
}

func (o *snapshotOptions) configMap(name, key, data string) configMap {
	m := configMap{APIVersion: "v1", Kind: "ConfigMap", Data: map[string]string{key: data}}
	m.Metadata = configMapMeta{Name: name, Labels: map[string]string{source.DesiredLabel: "true"}}
	m.Metadata.Namespace = o.into
	m.Metadata.Annotations = maps.Clone(o.annotations)
	if o.revision != "" {
		if m.Metadata.Annotations == nil {
			m.Metadata.Annotations = map[string]string{}
		}
		m.Metadata.Annotations[revisionKey] = o.revision
	}
	return m
}

// split packs reduced manifests into as few texts as fit.
func (o *snapshotOptions) split(s *checks.Snapshot) ([]string, error) {
	var parts []string
	var part strings.Builder
	for _, obj := range s.All() {
		text, err := yaml.Marshal(desired.Reduce(obj))
		if err != nil {
			return nil, fmt.Errorf("%s %s: %w", obj.Kind, obj.Name, err)
		}
		if len(text) > o.maxSize {
			return nil, fmt.Errorf("%s %s/%s alone is larger than --max-size %d", obj.Kind, obj.Namespace, obj.Name, o.maxSize)
		}
		if part.Len() > 0 && part.Len()+len(text) > o.maxSize {
			parts = append(parts, part.String())
			part.Reset()
		}
		part.WriteString("---\n" + string(text))
	}
	return append(parts, part.String()), nil
}
