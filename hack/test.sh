#!/usr/bin/env bash
# Runs every test. The real components are built first, or found in the cache;
# tests learn where they are from the environment and skip, with a reason, what
# this machine cannot offer. ROLLOUT_PIN_REQUIRE=a,b turns such a skip into a
# failure for the named parts.
set -euo pipefail
cd "$(dirname "$0")/.."
echo "building the real components that tests use (once; later runs take them from the cache)" >&2
KUBEBUILDER_ASSETS=$(hack/tool.sh kube)
ROLLOUT_PIN_KUSTOMIZE=$(hack/tool.sh kustomize)
ROLLOUT_PIN_KREW=$(hack/tool.sh krew)
export KUBEBUILDER_ASSETS ROLLOUT_PIN_KUSTOMIZE ROLLOUT_PIN_KREW
status=0
go test -timeout 30m "$@" ./... || status=$?
# The tools of releases are a module of their own.
(cd hack/release && go test -timeout 30m "$@" ./...) || status=$?
# So is the proof with the sync engine of Argo CD, which brings much of Kubernetes: with
# the settings of kube/build.sh it takes that from the build cache, and vet would go
# through all of it.
(cd hack/gitops && CGO_ENABLED=0 go test -trimpath=false -vet=off -timeout 30m "$@" ./...) || status=$?
exit $status
