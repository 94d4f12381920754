//go:build !embedded_only

package neo4jstore

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/incidentgraph/incidentgraph/graph"
	"github.com/incidentgraph/incidentgraph/graph/graphtest"
	"github.com/incidentgraph/incidentgraph/internal/neo4jtest"
)

// TestRelatedInLargeHubs walks lists in which hundreds share one, two or three terms, so
// that each way of reading them is taken, and holds every page against the model's.
func TestRelatedInLargeHubs(t *testing.T) {
	config := neo4jtest.Open(t)
	s, model := openOn(t, config), graphtest.NewModel()
	var batch graph.Batch
	for n := range 900 {
		c := &graph.Case{ID: fmt.Sprintf("C-%03d", n), Components: []string{"a"}}
		for i, name := range []string{"b", "c", "d"} { // in every second, third and fifth case
			if n%[]int{2, 3, 5}[i] == 0 {
				c.Components = append(c.Components, name)
			}
		}
		if n%100 == 0 {
			c.Components = append(c.Components, "e")
		}
		if n%7 == 0 {
			c.Components = c.Components[1:]
		}
		c.Date, _ = graph.ParseDate(fmt.Sprint(2000 + n%13))
		c.Normalise()
		batch.Cases = append(batch.Cases, c)
	}
	for _, store := range []graph.Store{s, model} {
		if _, err := store.Apply(t.Context(), batch); err != nil {
			t.Fatal(err)
		}
	}
	some := graph.Filter{Terms: map[graph.EdgeKind]graph.TermFilter{graph.Involves: {None: []string{"e"}}}}
	for _, key := range []string{"C-000", "C-006", "C-030", "C-077"} {
		for _, component := range []string{"", "a", "e"} {
			for _, filter := range []graph.Filter{{}, some} {
				for _, fromEnd := range []bool{false, true} {
					compareWalk(t, s, model, graph.RelatedRequest{
						Key: key, Kind: graph.SharesComponent, Component: component, Filter: filter, Page: graph.Page{Size: 20, FromEnd: fromEnd},
					})
				}
			}
		}
	}
}

// compareWalk walks a list by pages, in both stores alike.
func compareWalk(t *testing.T, s, model graph.Store, r graph.RelatedRequest) {
	t.Helper()
	for {
		got, err := s.Related(t.Context(), []graph.RelatedRequest{r})
		if err != nil {
			t.Fatal(err)
		}
		want, err := model.Related(t.Context(), []graph.RelatedRequest{r})
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("%+v: got %d rows of %d, %+v, want %d of %d, %+v", r, len(got[0].Rows), got[0].Total, got[0].Info, len(want[0].Rows), want[0].Total, want[0].Info)
		}
		rows := want[0].Rows
		switch {
		case len(rows) > 0 && r.Page.FromEnd && want[0].Info.HasPrevious:
			r.Page.Before = &rows[0].Position
		case len(rows) > 0 && !r.Page.FromEnd && want[0].Info.HasNext:
			r.Page.After = &rows[len(rows)-1].Position
		default:
			return
		}
		r.Page.Size = 100
	}
}
