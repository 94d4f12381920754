//go:build lint

package lint

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// module is this module's path, which starts the import path of its packages.
const module = "github.com/incidentgraph/incidentgraph/"

// Packages of others whose use is bound to one place.
const (
	bbolt     = "go.etcd.io/bbolt"
	cobra     = "github.com/spf13/cobra"
	driver    = "github.com/neo4j/neo4j-go-driver/v5/neo4j"
	gqlgen    = "github.com/99designs/gqlgen/graphql"
	gqlparser = "github.com/vektah/gqlparser/v2/ast"
	roaring   = "github.com/RoaringBitmap/roaring/v2"
)

// imports says for a file which imports the rule lets it have, and which not.
var imports = []struct {
	file      string
	allowed   []string
	forbidden []string
}{
	{
		file:    "graph/x.go",
		allowed: []string{"strings", "net/url", "golang.org/x/text/unicode/norm"},
		forbidden: []string{
			module + "graph/embedded", module + "graph/graphtest", module + "graph/model", module + "loader",
			module + "server", bbolt, driver, gqlgen, "golang.org/x/sync/errgroup", "github.com/goccy/go-yaml",
		},
	},
	{
		file:      "graph/x_test.go",
		allowed:   []string{module + "graph", module + "graph/graphtest"},
		forbidden: []string{module + "graph/embedded", module + "server"},
	},
	{
		file:      "graph/embedded/x.go",
		allowed:   []string{module + "graph", bbolt, roaring},
		forbidden: []string{module + "graph/neo4jstore", module + "graph/graphtest", module + "loader", module + "server", driver, gqlgen},
	},
	{
		file:    "graph/embedded/x_test.go",
		allowed: []string{module + "graph/graphtest", bbolt},
	},
	{
		file:      "graph/neo4jstore/x.go",
		allowed:   []string{module + "graph", driver},
		forbidden: []string{module + "graph/embedded", module + "internal/neo4jtest", module + "server", bbolt, roaring, gqlgen},
	},
	{
		file:    "graph/neo4jstore/x_test.go",
		allowed: []string{module + "graph/graphtest", module + "internal/neo4jtest", driver},
	},
	{
		file:      "graph/graphtest/x.go",
		allowed:   []string{module + "graph", "testing"},
		forbidden: []string{module + "graph/embedded", module + "graph/neo4jstore", module + "server", driver, bbolt, gqlgen},
	},
	{
		file:      "graph/model/x.go",
		allowed:   []string{module + "graph", gqlgen},
		forbidden: []string{module + "graph/resolver", module + "graph/generated", module + "graph/embedded", driver},
	},
	{
		file:    "graph/resolver/x.go",
		allowed: []string{module + "graph", module + "graph/model", module + "graph/generated", gqlgen, gqlparser},
		forbidden: []string{
			module + "graph/embedded", module + "graph/neo4jstore", module + "loader", module + "server", module + "server/rest",
			driver, bbolt, cobra,
		},
	},
	{
		file:      "loader/x.go",
		allowed:   []string{module + "graph", "github.com/goccy/go-yaml"},
		forbidden: []string{module + "graph/embedded", module + "graph/model", module + "seeds", module + "server", driver, gqlgen, cobra},
	},
	{
		file: "server/x.go",
		allowed: []string{
			module + "graph", module + "graph/model", module + "graph/generated", module + "graph/resolver",
			module + "server/rest", module + "server/mcp", module + "explorer", module + "internal/static", module + "schema",
			gqlgen, gqlparser,
		},
		forbidden: []string{
			module + "graph/embedded", module + "graph/neo4jstore", module + "graph/graphtest", module + "loader", module + "seeds",
			module + "cmd/incidentgraph", driver, bbolt, cobra,
		},
	},
	{
		file:    "server/x_test.go",
		allowed: []string{module + "graph/embedded", module + "loader", module + "internal/neo4jtest"},
		// The kind of file does not matter to what is bound to one place.
		forbidden: []string{driver, bbolt, cobra},
	},
	{
		file:      "server/rest/x.go",
		allowed:   []string{module + "graph"},
		forbidden: []string{module + "server", module + "server/mcp", module + "graph/resolver", module + "graph/embedded", gqlgen, driver},
	},
	{
		file:      "server/mcp/x.go",
		allowed:   []string{module + "graph"},
		forbidden: []string{module + "server", module + "server/rest", module + "graph/resolver", module + "graph/embedded", gqlgen, driver},
	},
	{
		file:      "explorer/x.go",
		allowed:   []string{module + "graph", module + "docs", module + "internal/static", "html/template"},
		forbidden: []string{module + "server", module + "graph/resolver", module + "graph/embedded", gqlgen, driver},
	},
	{
		file:      "docs/x.go",
		allowed:   []string{"embed"},
		forbidden: []string{module + "graph", module + "explorer"},
	},
	{
		file:      "internal/static/x.go",
		allowed:   []string{"net/http"},
		forbidden: []string{module + "graph", module + "server", module + "explorer"},
	},
	{
		file:      "schema/x.go",
		allowed:   []string{"embed"},
		forbidden: []string{module + "graph"},
	},
	{
		file:      "seeds/x.go",
		allowed:   []string{"embed"},
		forbidden: []string{module + "graph", module + "loader"},
	},
	{
		file: "cmd/incidentgraph/x.go",
		allowed: []string{
			module + "graph", module + "graph/embedded", module + "graph/neo4jstore", module + "loader", module + "seeds",
			module + "server", cobra,
		},
		forbidden: []string{module + "internal/neo4jtest", driver, bbolt, roaring, gqlgen, gqlparser},
	},
	{
		file:      "cmd/incidentgraph/x_test.go",
		allowed:   []string{module + "internal/neo4jtest"},
		forbidden: []string{driver, gqlgen},
	},
	{
		file:    "internal/neo4jtest/with/x.go",
		allowed: []string{module + "internal/neo4jtest", driver},
	},
}

// TestImportRule lets the linter, as the project configures it, read each file
// in a module of its own: nothing is compiled, so what is imported need not be
// there, and must not, for imports that are forbidden make cycles.
func TestImportRule(t *testing.T) {
	linter := os.Getenv("GOLANGCI_LINT")
	if linter == "" {
		t.Fatal("GOLANGCI_LINT does not name the linter's program: run this by `make lint`")
	}
	config, err := os.ReadFile("../../.golangci.yml")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range imports {
		t.Run(c.file, func(t *testing.T) {
			source := "package x\n"
			if strings.HasSuffix(c.file, "_test.go") {
				source = "package x_test\n" // it may import the package it tests
			}
			for _, path := range append(append([]string{}, c.allowed...), c.forbidden...) {
				source += fmt.Sprintf("import _ %q\n", path)
			}
			tree := t.TempDir()
			write(t, tree, ".golangci.yml", string(config))
			write(t, tree, "go.mod", "module "+strings.TrimSuffix(module, "/")+"\n\ngo 1.26\n")
			write(t, tree, c.file, source)
			write(t, tree, filepath.Join(filepath.Dir(c.file), "doc.go"), "package x\n")

			caught := caughtImports(t, linter, tree)
			for _, path := range c.allowed {
				if slices.Contains(caught, path) {
					t.Errorf("%s is caught, but the rule allows it", path)
				}
			}
			for _, path := range c.forbidden {
				if !slices.Contains(caught, path) {
					t.Errorf("%s is not caught", path)
				}
			}
		})
	}
}

func write(t *testing.T, tree, file, content string) {
	t.Helper()
	path := filepath.Join(tree, file)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

var notAllowed = regexp.MustCompile(`^import '(.*)' is not allowed from list`)

// caughtImports runs the linter's import rule over a tree and returns the
// import paths that it caught.
func caughtImports(t *testing.T, linter, tree string) []string {
	t.Helper()
	cmd := exec.Command(linter, "run", "--enable-only", "depguard", "--allow-parallel-runners",
		"--issues-exit-code", "0", "--show-stats=false", "--output.json.path", "stdout", "./...")
	cmd.Dir = tree
	var stderr strings.Builder
	cmd.Stderr = &stderr
	printed, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s%s", err, printed, &stderr)
	}
	var report struct {
		Issues []struct{ Text string }
	}
	if err := json.Unmarshal(printed, &report); err != nil {
		t.Fatalf("%v\n%s", err, printed)
	}
	var caught []string
	for _, issue := range report.Issues {
		match := notAllowed.FindStringSubmatch(issue.Text)
		if match == nil {
			t.Fatalf("the linter says %q, which is about no import", issue.Text)
		}
		caught = append(caught, match[1])
	}
	return caught
}
