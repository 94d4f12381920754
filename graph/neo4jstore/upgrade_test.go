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

// TestUpgrade opens a graph of format 1, and one whose upgrade was broken off. There is
// more to upgrade than is written in one transaction.
func TestUpgrade(t *testing.T) {
	for name, spoil := range map[string]string{
		"format 1":   "MATCH (m:IncidentGraph {id: 'graph'}) SET m.format = 1",
		"broken off": "MATCH (m:IncidentGraph {id: 'graph'}) SET m.upgrading = true",
	} {
		t.Run(name, func(t *testing.T) {
			config := neo4jtest.Open(t)
			s := openOn(t, config)
			all := batches(1, 30)
			all[0].Terms = []graph.Term{{Kind: graph.KindComponent, Slug: "wide", Name: graph.Text{EN: "Wide load", KO: "넓은 부하"}}}
			all[0].Cases[3].Lessons, all[0].Cases[3].Domain = graph.PlainText("retries need a budget"), "Cloud"
			all[0].Cases = append(all[0].Cases, manyNodes(upgradeSize+20))
			for _, b := range all {
				if _, err := s.Apply(t.Context(), b); err != nil {
					t.Fatal(err)
				}
			}
			want := config.Query(t, nodesAsTheyAre, nil)
			dump, err := graphtest.Dump(t.Context(), s)
			if err != nil {
				t.Fatal(err)
			}
			config.Query(t, withoutFormat2, nil)
			config.Query(t, spoil, nil)

			again := openOn(t, config)
			got := config.Query(t, nodesAsTheyAre, nil)
			if len(got) != len(want) {
				t.Fatalf("there are %d nodes, want %d", len(got), len(want))
			}
			for n := range want {
				if !reflect.DeepEqual(got[n], want[n]) {
					t.Fatalf("a node is %v, want %v", got[n], want[n])
				}
			}
			if got, err := graphtest.Dump(t.Context(), again); err != nil || got != dump {
				t.Errorf("the graph differs: %v", err)
			}
			if got := config.Query(t, "MATCH (m:IncidentGraph {id: 'graph'}) RETURN m.format, m.upgrading", nil)[0]; got[0] != int64(format) || got[1] != nil {
				t.Errorf("format and upgrading are %v", got)
			}
		})
	}
}

// manyNodes gives a case that makes n incidents and n terms beside its own, without pairs:
// stubs of its cards, and symptoms.
func manyNodes(n int) *graph.Case {
	c := &graph.Case{ID: "MANY"}
	for i := range n {
		c.Related = append(c.Related, graph.Card{ID: fmt.Sprintf("STUB-%03d", i), Title: graph.PlainText(fmt.Sprint("outage number ", i))})
		c.Symptoms.Terms = append(c.Symptoms.Terms, fmt.Sprint("error ", i))
	}
	c.Normalise()
	return c
}

const (
	nodesAsTheyAre = "MATCH (n) WHERE n:Incident OR n:Term RETURN n.id, properties(n) ORDER BY n.id"

	// withoutFormat2 takes away what format 2 added.
	withoutFormat2 = `
MATCH (n) WHERE n:Incident OR n:Term
REMOVE n.known, n.domainFolded, n.severityFolded, n.regionsFolded, n.tagsFolded, n.companyOrder,
  n.titleWords, n.summaryWords, n.textWords, n.tokens, n.nameWords
SET n.record = CASE WHEN n.record CONTAINS '"known":'
  THEN split(n.record, '"known":')[0] + substring(split(n.record, '"known":')[1], size(split(split(n.record, '"known":')[1], ']')[0]) + 2)
  ELSE n.record END`
)
