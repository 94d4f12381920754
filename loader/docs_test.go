package loader

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/incidentgraph/incidentgraph/graph"
)

// The examples of the documents on cases are taken without a word, and the first of each
// has every field.
func TestExamplesOfTheDocuments(t *testing.T) {
	voc := libraryVocabulary(t)
	for _, name := range []string{"case.md", "case.ko.md"} {
		text, err := os.ReadFile(filepath.Join("..", "docs", name))
		if err != nil {
			t.Fatal(err)
		}
		examples := strings.Split(string(text), "\n```yaml\n")[1:]
		for i, block := range examples {
			example, _, closed := strings.Cut(block, "\n```")
			records := Decode(name, YAML, []byte(example), voc)
			if !closed || len(records) != 1 || len(records[0].Problems)+len(records[0].Remarks)+len(records[0].Unknown) > 0 {
				t.Errorf("example %d: %+v", i, records)
			}
			if i == 0 && len(records) == 1 {
				hasEveryField(t, name, records[0].Case)
			}
		}
		if len(examples) == 0 {
			t.Errorf("%s has no example", name)
		}
	}
}

func hasEveryField(t *testing.T, name string, c *graph.Case) {
	t.Helper()
	for _, f := range graph.Fields() {
		if s := c.State(f); s != graph.Known && s != graph.PartlyKnown {
			t.Errorf("%s: the whole case has no %s", name, f)
		}
	}
	text, err := graph.EncodeCase(c)
	if err != nil {
		t.Fatal(err)
	}
	var members map[string]any
	if err := json.Unmarshal(text, &members); err != nil {
		t.Fatal(err)
	}
	for _, m := range caseShape.members {
		if _, has := members[m.name]; !has && m.name != "none_given" && m.name != problemsKey { // every field has a value
			t.Errorf("%s: the whole case has no %s", name, m.name)
		}
	}
}
