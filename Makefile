# `make` lists the targets.
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

# What the targets that take packages work on.
PACKAGES ?= ./...
# How long each fuzz target runs.
FUZZTIME ?= 10s

# Tools are pinned here and not in go.mod: who only runs the program need not download them.
GOLANGCI_LINT_VERSION := v2.15.0
GOLANGCI_LINT := $(CURDIR)/bin/golangci-lint-$(GOLANGCI_LINT_VERSION)
COMPOSE_CHECK := github.com/compose-spec/compose-go/v2/cmd@v2.16.2

# Runs a command beside a Neo4j, found or started.
WITH_NEO4J := go run ./internal/neo4jtest/with --

.PHONY: help
help: ## List the targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "%-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: build
build: ## Build bin/incidentgraph
	go build -o bin/incidentgraph ./cmd/incidentgraph

# A package may have to wait for others to leave the Neo4j: hence the timeouts.
.PHONY: test
test: ## Test everything on both stores; needs Docker, or Java 17 and Maven, or a Neo4j by INCIDENTGRAPH_TEST_NEO4J_URI
	$(WITH_NEO4J) go test -timeout 30m $(PACKAGES)

.PHONY: test-embedded
test-embedded: ## Test everything that needs no Neo4j
	go test -tags embedded_only $(PACKAGES)

.PHONY: race
race: ## Test everything under the race detector
	$(WITH_NEO4J) go test -race -timeout 60m $(PACKAGES)

.PHONY: bench
bench: ## Run the benchmarks
	$(WITH_NEO4J) go test -run '^$$' -bench . -benchmem -timeout 120m $(PACKAGES)

.PHONY: fuzz
fuzz: ## Fuzz each target for FUZZTIME (10s)
	go test -tags embedded_only -list '^Fuzz' $(PACKAGES) \
	| awk '/^Fuzz/ { names[n++] = $$1 } /^ok/ { for (i = 0; i < n; i++) print $$2, names[i]; n = 0 }' \
	| while read -r package name; do \
		echo "$$package $$name"; \
		go test -tags embedded_only -run '^$$' -fuzz "^$$name\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 10x "$$package"; \
	done

.PHONY: lint
lint: $(GOLANGCI_LINT) ## Check form, imports and the compose file
	@unformatted=$$(gofmt -l .); if [[ -n $$unformatted ]]; then echo "gofmt would change: $$unformatted"; exit 1; fi
	go vet ./...
	go vet -tags embedded_only ./...
	$(GOLANGCI_LINT) run ./...
	GOLANGCI_LINT=$(GOLANGCI_LINT) go test -tags lint ./internal/lint
	go run $(COMPOSE_CHECK) --no-interpolation docker-compose.yml >/dev/null

$(GOLANGCI_LINT):
	GOBIN=$(CURDIR)/bin go install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$(GOLANGCI_LINT_VERSION)
	mv bin/golangci-lint $@

.PHONY: generate
generate: ## Generate graph/generated from schema/
	go generate ./...

.PHONY: check-generated
check-generated: generate ## Fail if what is committed is not what is generated
	git diff --exit-code -- graph/generated

# What the page is built and tested with.
NODE_MODULES := explorer/node_modules/.package-lock.json
$(NODE_MODULES): explorer/package.json explorer/package-lock.json explorer/.npmrc
	cd explorer && npm ci && touch $(CURDIR)/$@

.PHONY: explorer
explorer: $(NODE_MODULES) ## Build explorer/dist, the query page; needs Node 20.19 or newer
	cd explorer && npm run build

.PHONY: check-explorer
check-explorer: $(NODE_MODULES) ## Fail if the committed explorer/dist is not what is built
	@fresh=$$(mktemp -d); trap 'rm -rf "$$fresh"' EXIT; \
	(cd explorer && npm run build -- --outDir "$$fresh" --emptyOutDir --logLevel warn); \
	diff -rq "$$fresh" explorer/dist || { echo "explorer/dist is not what explorer/ builds: run make explorer and commit it"; exit 1; }

.PHONY: test-browser
test-browser: $(NODE_MODULES) ## Test the query page in Chromium (/usr/bin/chromium, or what CHROMIUM names)
	cd explorer && npm test

.PHONY: check-seeds
check-seeds: ## Load the original pages in the folder SEED_PAGES on both stores and compare what comes of them
	INCIDENTGRAPH_SEED_PAGES=$(abspath $(SEED_PAGES)) $(WITH_NEO4J) go test -count=1 -tags seedpages -run SeedPages ./loader ./cmd/incidentgraph

.PHONY: check-corpora
check-corpora: ## Hold load against the files in the folder CORPORA, which nobody wrote for it
	INCIDENTGRAPH_CORPORA=$(abspath $(CORPORA)) go test -count=1 -tags embedded_only,corpora -timeout 20m -run Corpora ./cmd/incidentgraph

# How many loads each of the tests kills.
KILLS ?= 200

.PHONY: kill-tests
kill-tests: ## Kill KILLS (200) loads at random moments, on both stores, and complete them
	INCIDENTGRAPH_TEST_KILLS=$(KILLS) $(WITH_NEO4J) go test -count=1 -v -timeout 5h -run '^TestKill' ./cmd/incidentgraph ./graph/embedded

.PHONY: neo4j
neo4j: ## Run a Neo4j for work by hand and print how to reach it
	@go run ./internal/neo4jtest/with

.PHONY: clean
clean: ## Remove what was built
	rm -rf bin explorer/node_modules
