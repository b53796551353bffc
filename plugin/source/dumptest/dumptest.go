// Package dumptest generates dumps of clusters in the layout of `oc adm
// inspect`, for benchmarks and for tests that need size.
package dumptest

import (
	"bytes"
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"text/template"
)

// PoolsPerCluster is how many NodePools share a HostedCluster.
const PoolsPerCluster = 10

//go:embed objects.tmpl
var objects string

// pool is what the templates see.
type pool struct {
	Cluster, Pool string
	// Number counts the pools over all clusters.
	Number int
	// Pools are the names of all pools of the cluster, on its first pool only.
	Pools []string
}

// file is one kind of file: the template that makes it and its path.
type file struct{ template, path string }

// Six files a pool, half of them kinds that NodePool rules do not read.
var poolFiles = []file{
	{"nodepool", "namespaces/clusters/hypershift.openshift.io/nodepools/{{.Pool}}.yaml"},
	{"machinedeployment", "namespaces/clusters-{{.Cluster}}/cluster.x-k8s.io/machinedeployments/{{.Pool}}.yaml"},
	{"machine", "namespaces/clusters-{{.Cluster}}/cluster.x-k8s.io/machines/{{.Pool}}-x1.yaml"},
	{"event", "namespaces/clusters-{{.Cluster}}/core/events/{{.Pool}}.yaml"},
	{"deployment", "namespaces/clusters-{{.Cluster}}/apps/deployments/{{.Pool}}.yaml"},
	{"configmap", "namespaces/clusters-{{.Cluster}}/core/configmaps/{{.Pool}}.yaml"},
}

var clusterFiles = []file{
	{"hostedcluster", "namespaces/clusters/hypershift.openshift.io/hostedclusters/{{.Cluster}}.yaml"},
	{"secrets", "namespaces/clusters-{{.Cluster}}/core/secrets.yaml"},
}

// GenerateDump writes a dump of that many NodePools below dir: six files a pool
// and two a HostedCluster. The same arguments give the same bytes.
func GenerateDump(dir string, pools int) error {
	t, err := template.New("").Parse(objects)
	if err != nil {
		return err
	}
	for i := range pools {
		p := pool{Cluster: fmt.Sprintf("hc-%03d", i/PoolsPerCluster), Pool: name(i), Number: i}
		files := poolFiles
		if i%PoolsPerCluster == 0 {
			for k := i; k < min(i+PoolsPerCluster, pools); k++ {
				p.Pools = append(p.Pools, name(k))
			}
			files = slices.Concat(clusterFiles, poolFiles)
		}
		for _, f := range files {
			if err := write(t, dir, f, p); err != nil {
				return err
			}
		}
	}
	return nil
}

func name(i int) string { return fmt.Sprintf("pool-%04d", i) }

func write(t *template.Template, dir string, f file, p pool) error {
	where, err := template.New("").Parse(f.path)
	if err != nil {
		return err
	}
	var text, file bytes.Buffer
	if err := where.Execute(&file, p); err != nil {
		return err
	}
	if err := t.ExecuteTemplate(&text, f.template, p); err != nil {
		return err
	}
	target := filepath.Join(dir, filepath.FromSlash(file.String()))
	if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
		return err
	}
	return os.WriteFile(target, text.Bytes(), 0o644)
}
