package plugin

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/cli-runtime/pkg/genericclioptions"
	"k8s.io/cli-runtime/pkg/genericiooptions"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

func TestBaseFlags(t *testing.T) {
	for name, test := range map[string]struct {
		bases     []string
		ref       string
		filenames []string
		kind      baseKind
		want      string
	}{
		"nothing said":        {filenames: []string{"a"}, kind: baseLive},
		"live":                {bases: []string{"live"}, filenames: []string{"a"}, kind: baseLive},
		"none":                {bases: []string{"none"}, filenames: []string{"a"}, kind: baseNone},
		"files":               {bases: []string{"b", "c"}, filenames: []string{"a"}, kind: baseFiles},
		"standard input":      {bases: []string{"-"}, filenames: []string{"a"}, kind: baseFiles},
		"revision":            {ref: "main", filenames: []string{"a"}, kind: baseRef},
		"both flags":          {bases: []string{"b"}, ref: "main", filenames: []string{"a"}, kind: baseRef, want: "cannot be used together"},
		"a word and a file":   {bases: []string{"none", "b"}, filenames: []string{"a"}, kind: baseNone, want: "stand alone"},
		"two words":           {bases: []string{"none", "live"}, filenames: []string{"a"}, kind: baseLive, want: "stand alone"},
		"revision of nothing": {ref: "main", kind: baseRef, want: "--base-ref needs the paths"},
		"revision of stdin":   {ref: "main", filenames: []string{"-"}, kind: baseRef, want: "which has no revisions"},
		"stdin on two sides":  {bases: []string{"-"}, filenames: []string{"-"}, kind: baseFiles, want: "standard input cannot be both sides"},
	} {
		t.Run(name, func(t *testing.T) {
			o := baseOptions{bases: test.bases, ref: test.ref}
			require.Equal(t, test.kind, o.kind())
			err := o.validate(&inputOptions{filenames: test.filenames})
			if test.want == "" {
				require.NoError(t, err)
				return
			}
			require.ErrorContains(t, err, test.want)
		})
	}
}

func TestLoadBase(t *testing.T) {
	sh := &shared{config: genericclioptions.NewConfigFlags(false), IOStreams: genericiooptions.IOStreams{
		In: strings.NewReader("{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}"),
	}}
	in := &inputOptions{shared: sh, filenames: []string{"x.yaml"}}

	b, err := (&baseOptions{bases: []string{"none"}}).load(context.Background(), in, in.fileOptions(), nil)
	require.NoError(t, err)
	require.Nil(t, b.snapshot)

	b, err = (&baseOptions{bases: []string{"-"}}).load(context.Background(), in, in.fileOptions(), nil)
	require.NoError(t, err)
	require.Equal(t, 1, b.snapshot.Objects())

	t.Setenv("KUBECONFIG", filepath.Join(t.TempDir(), "none"))
	desired := checks.NewBuilder()
	desired.Add(&checks.Object{APIVersion: "cluster.x-k8s.io/v1beta2", Kind: "Cluster", Namespace: "a", Name: "b"})
	_, err = (&baseOptions{}).load(context.Background(), in, in.fileOptions(), desired.Snapshot())
	require.ErrorContains(t, err, "say --base none if nothing exists yet")
}
