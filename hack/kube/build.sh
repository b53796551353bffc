#!/usr/bin/env bash
# Builds the named Kubernetes programs into OUT: OUT=/some/folder build.sh kube-apiserver etcd
# The version comes from the module graph: after `go mod tidy` the line in go.mod
# ends in "// indirect", and matching its text breaks the linker flags.
set -euo pipefail
cd "$(dirname "$0")"
: "${OUT:?set OUT to the folder for the programs}"
mkdir -p "$OUT"
export CGO_ENABLED=0 GOFLAGS="-p=2 -buildvcs=false"
version=$(go list -m -f '{{.Version}}' k8s.io/kubernetes)
IFS=. read -r major minor _ <<<"${version#v}"
pkg=k8s.io/component-base/version
flags="-s -w -X $pkg.gitVersion=$version -X $pkg.gitMajor=$major -X $pkg.gitMinor=$minor -X $pkg.gitTreeState=clean"
for name; do
  [ -x "$OUT/$name" ] && continue
  case $name in
  etcd) go build -ldflags='-s -w' -o "$OUT/$name.tmp" go.etcd.io/etcd/server/v3 ;;
  *) go build -ldflags="$flags" -o "$OUT/$name.tmp" "k8s.io/kubernetes/cmd/$name" ;;
  esac
  mv "$OUT/$name.tmp" "$OUT/$name"
done
