#!/usr/bin/env bash
# Writes go.mod of the Kubernetes tools module: gen.sh 37.2 v3.7.3, then `go mod tidy`.
# The replace list comes from Kubernetes' own go.mod, because k8s.io/kubernetes
# requires its staging modules at v0.0.0 and would not resolve without it.
set -euo pipefail
cd "$(dirname "$0")"
minor_patch=$1 etcd=$2
src=$(go mod download -json "k8s.io/kubernetes@v1.$minor_patch" | sed -n 's/.*"Dir": "\(.*\)".*/\1/p')
{
  printf 'module github.com/rollout-pin/kubectl-rollout-pin/hack/kube\n\ngo %s\n\ntool (\n' "$(sed -n 's/^go //p' "$src/go.mod")"
  printf '\tk8s.io/kubernetes/cmd/%s\n' kube-apiserver kube-controller-manager kubectl
  printf '\tgo.etcd.io/etcd/server/v3\n)\n\nrequire (\n\tk8s.io/kubernetes v1.%s\n\tgo.etcd.io/etcd/server/v3 %s\n)\n\nreplace (\n' "$minor_patch" "$etcd"
  sed -n 's#^\t\(k8s.io/[a-z-]*\) => \./staging/.*#\t\1 => \1 v0.'"$minor_patch"'#p' "$src/go.mod"
  echo ')'
} > go.mod.tmp
mv go.mod.tmp go.mod
