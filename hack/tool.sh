#!/usr/bin/env bash
# Builds the tools of one module below hack/ and prints the folder they are in.
#
#   hack/tool.sh kube        kube-apiserver etcd kube-controller-manager kubectl
#   hack/tool.sh lint        golangci-lint
#   hack/tool.sh kustomize   kustomize
#   hack/tool.sh krew        krew validate-krew-manifest
#
# The folder lies in the user's cache, keyed by what decides the result (go.sum,
# the build script and the Go version), so a second call only prints it.
# KUBEBUILDER_ASSETS, when set, is taken for kube as it is.
set -euo pipefail
cd "$(dirname "$0")"
tool=${1:?usage: tool.sh kube|lint|kustomize|krew}
if [ "$tool" = kube ] && [ -n "${KUBEBUILDER_ASSETS:-}" ]; then
  echo "$KUBEBUILDER_ASSETS"
  exit
fi
key=$( { go env GOVERSION GOOS GOARCH; cat "$tool/go.mod" "$tool/go.sum" kube/build.sh; } | sha256sum | cut -c1-16)
dir=${XDG_CACHE_HOME:-$HOME/.cache}/rollout-pin/$tool-$key
mkdir -p "$dir"
exec 9>"$dir/.lock"
command -v flock >/dev/null && flock 9 # two callers build once
build() { # build NAME PACKAGE
  [ -x "$dir/$1" ] && return
  (cd "$tool" && CGO_ENABLED=0 GOFLAGS=-buildvcs=false go build -ldflags='-s -w' -o "$dir/$1.tmp" "$2") >&2
  mv "$dir/$1.tmp" "$dir/$1"
}
case $tool in
kube) OUT=$dir kube/build.sh kube-apiserver etcd kube-controller-manager kubectl >&2 ;;
lint) build golangci-lint github.com/golangci/golangci-lint/v2/cmd/golangci-lint ;;
kustomize) build kustomize sigs.k8s.io/kustomize/kustomize/v5 ;;
krew)
  build krew sigs.k8s.io/krew/cmd/krew
  build validate-krew-manifest sigs.k8s.io/krew/cmd/validate-krew-manifest
  ;;
*)
  echo "unknown tool module $tool" >&2
  exit 2
  ;;
esac
echo "$dir"
