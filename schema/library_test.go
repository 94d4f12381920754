package schema_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"

	"github.com/incidentgraph/incidentgraph/seeds"
)

// Every case of the shipped library holds to the schema.
func TestLibraryIsValid(t *testing.T) {
	compiled := validator(t)
	cases := 0
	err := fs.WalkDir(seeds.FS(), "cases", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(seeds.FS(), path)
		if err != nil {
			return err
		}
		cases++
		if err := compiled.Validate(readYAML(t, path, text)); err != nil {
			t.Errorf("%s: %v", path, err)
		}
		return nil
	})
	if err != nil || cases == 0 {
		t.Fatalf("%d cases read: %v", cases, err)
	}
}

// The examples of the documents on cases hold to the schema.
func TestExamplesAreValid(t *testing.T) {
	compiled := validator(t)
	for _, name := range []string{"case.md", "case.ko.md"} {
		text, err := os.ReadFile(filepath.Join("..", "docs", name))
		if err != nil {
			t.Fatal(err)
		}
		for _, block := range strings.Split(string(text), "\n```yaml\n")[1:] {
			example, _, _ := strings.Cut(block, "\n```")
			if err := compiled.Validate(readYAML(t, name, []byte(example))); err != nil {
				t.Errorf("%s: %s: %v", name, example, err)
			}
		}
	}
}

// readYAML gives a document of YAML as JSON has it, with every scalar as it is written:
// numbers, too, are text then, which is what they mean in a case. Only null, and true and
// false of same_cause, are not text.
func readYAML(t *testing.T, path string, text []byte) any {
	t.Helper()
	file, err := parser.ParseBytes(text, 0)
	if err != nil || len(file.Docs) != 1 {
		t.Fatalf("%s: %d documents: %v", path, len(file.Docs), err)
	}
	return jsonOf(file.Docs[0].Body)
}

func jsonOf(n ast.Node) any {
	switch n := n.(type) {
	case *ast.MappingNode:
		out := object{}
		for _, m := range n.Values {
			value := jsonOf(m.Value)
			if flag, isFlag := m.Value.(*ast.BoolNode); isFlag && m.Key.String() == "same_cause" {
				value = flag.Value
			}
			out[m.Key.String()] = value
		}
		return out
	case *ast.SequenceNode:
		out := []any{}
		for _, e := range n.Values {
			out = append(out, jsonOf(e))
		}
		return out
	case *ast.NullNode:
		return nil
	case *ast.LiteralNode:
		return n.Value.Value
	case *ast.StringNode:
		return n.Value
	}
	return n.GetToken().Value
}
