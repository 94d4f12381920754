package neo4jstore

import (
	"reflect"
	"testing"

	"github.com/incidentgraph/incidentgraph/graph"
)

func TestIncidentRecord(t *testing.T) {
	detect := 0
	date, err := graph.ParseDate("2019-01")
	if err != nil {
		t.Fatal(err)
	}
	full := &graph.Incident{
		Key: "IL-1", Provisional: true, Title: graph.Text{EN: "down", KO: "장애"}, Date: date, DateKind: graph.Occurred,
		Domain: "cloud", Severity: "major", Regions: []string{"Seoul"}, Tags: []string{"dns", "bgp"}, TimeToDetect: &detect,
		Lost: []graph.Field{graph.FieldTitle}, NoneGiven: []graph.Field{graph.FieldFactors}, Inferred: []graph.Field{graph.FieldRootCauses},
		Edges: []graph.Edge{
			{Kind: graph.At, To: "카카오", Evidence: graph.Stated, AssertedBy: []string{"IL-1"}},
			{Kind: graph.Involves, To: "dns", Evidence: graph.Derived, AssertedBy: []string{"IL-2", "IL-3"}},
			{Kind: graph.CausedBy, To: "bug", Evidence: graph.Inferred, AssertedBy: []string{"IL-1"}},
			{Kind: graph.Cites, To: "il-2", Evidence: graph.Stated, AssertedBy: []string{"IL-1"}},
		},
		Pairs: []graph.StatedPair{
			{Kind: graph.SameCause, Other: "il-2", AssertedBy: []string{"IL-1"}},
			{Kind: graph.SharesComponent, Other: "il-2", AssertedBy: []string{"IL-1", "IL-2"}},
		},
		Unnamed: []graph.UnnamedCard{{SameCause: true}, {Components: []string{"dns"}}},
	}
	for name, want := range map[string]*graph.Incident{
		"full": full,
		"stub": {Key: "IL-2", Stub: true, Edges: []graph.Edge{{Kind: graph.Involves, To: "dns", AssertedBy: []string{"IL-1"}}}},
		"bare": {Key: "X-0123456789ab"},
	} {
		record, err := encodeIncident(want)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		got, err := decodeIncident(record)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %+v (%v), want %+v, from %s", name, got, err, want, record)
		}
	}
	if _, err := decodeIncident("{"); graph.CodeOf(err) != graph.CodeCorrupt {
		t.Errorf("half a record: got %v, want an error of code CORRUPT", err)
	}
}
