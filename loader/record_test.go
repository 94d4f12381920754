package loader

import (
	"testing"

	"github.com/incidentgraph/incidentgraph/graph"
)

// Spaces around and inside a value, of any kind, are as in every other text.
func TestSpacesOfValues(t *testing.T) {
	records := Decode("f", JSON, []byte(`{"date_kind": " published\n", "time_to_detect": "\u00a0", "time_to_recover": "\u30003h\u00a054m "}`), libraryVocabulary(t))
	if len(records) != 1 || len(records[0].Problems) > 0 {
		t.Fatalf("records %+v", records)
	}
	minutes := 3*60 + 54
	same(t, "case", records[0].Case, &graph.Case{DateKind: graph.Published, TimeToRecover: &minutes})
}
