# Two commands matter to a newcomer:
#   make demo   builds the plugin and explains a built-in sample fleet
#   make test   runs every test, after building the real components they need
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
export CGO_ENABLED := 0
export GOFLAGS := -buildvcs=false

BIN := bin/kubectl-rollout_pin
GOBIN ?= $(shell go env GOPATH)/bin

.PHONY: demo test test-unit test-race lint build install generate release-snapshot reproducible clean

demo: build
	@$(BIN) explain --demo --fail-on never

build:
	@go build -trimpath -o $(BIN) ./cmd/kubectl-rollout_pin

install:
	go build -trimpath -o "$(GOBIN)/kubectl-rollout_pin" ./cmd/kubectl-rollout_pin

# The inner loop: Go alone, no real components.
test-unit:
	go test -short ./...

# Everything: real kube-apiserver, etcd, kubectl, kustomize and krew are built
# once and kept in the user's cache folder.
test:
	@hack/test.sh

# Data races need cgo, and so a second build of everything: only the packages
# that start goroutines.
test-race:
	CGO_ENABLED=1 go test -race -short ./plugin/source/... ./checks

lint:
	@test -z "$$(gofmt -l $$(git ls-files '*.go'))" || { gofmt -l $$(git ls-files '*.go'); exit 1; }
	go vet ./...
	"$$(hack/tool.sh lint)/golangci-lint" run ./...

# Rule pages, roles and whatever else is written by the program itself.
generate:
	go run ./cmd/gen docs

# Everything that a release consists of, below dist/.
release-snapshot:
	cd hack/release && go run . -out ../../dist

# Builds the release twice and compares the bytes.
reproducible:
	cd hack/release && go run . -out ../../dist/first && go run . -out ../../dist/second
	diff -r dist/first dist/second && echo "both builds are the same"

clean:
	rm -rf bin dist
