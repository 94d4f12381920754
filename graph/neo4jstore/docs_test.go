//go:build !embedded_only

package neo4jstore

import (
	"os"
	"regexp"
	"testing"

	"github.com/incidentgraph/incidentgraph/graph"
	"github.com/incidentgraph/incidentgraph/internal/neo4jtest"
)

const documentation = "../../docs/neo4j-model.md"

var cypherBlock = regexp.MustCompile("(?s)```cypher\n(.*?)```")

// TestDocumentation runs every example of the documentation: each gives rows.
func TestDocumentation(t *testing.T) {
	config := neo4jtest.Open(t)
	s := openOn(t, config)
	kv := graph.Term{Kind: graph.KindComponent, Slug: "coordination-kv-store", Name: graph.Text{EN: "Coordination key-value store"}, Broader: "data-store"}
	store := graph.Term{Kind: graph.KindComponent, Slug: "data-store", Name: graph.Text{EN: "Data store"}}
	batch := graph.Batch{Terms: []graph.Term{kv, store}}
	for _, c := range []*graph.Case{
		{ID: "IL-0587", Title: graph.Text{EN: "etcd lost its quorum", KO: "저장소가 멈춘 장애"}, Domain: "Cloud", Components: []string{kv.Slug}, RootCauses: []string{"bug"},
			Related: []graph.Card{{ID: "IL-0271", SameCause: true, SharedComponents: []string{kv.Slug}}}},
		{ID: "IL-0277", Title: graph.PlainText("Two"), Components: []string{kv.Slug, "dns"}, RootCauses: []string{"bug"}},
	} {
		c.Date, _ = graph.ParseDate("2019")
		c.Normalise()
		batch.Cases = append(batch.Cases, c)
	}
	if _, err := s.Apply(t.Context(), batch); err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(documentation)
	if err != nil {
		t.Fatal(err)
	}
	blocks := cypherBlock.FindAllSubmatch(page, -1)
	if len(blocks) == 0 {
		t.Fatal("the documentation has no examples")
	}
	for _, block := range blocks {
		if rows := config.Query(t, string(block[1]), nil); len(rows) == 0 {
			t.Errorf("no rows from:\n%s", block[1])
		}
	}
}

// TestDocumentedProperties compares the properties in the database with the tables of
// the documentation.
func TestDocumentedProperties(t *testing.T) {
	config := neo4jtest.Open(t)
	s := openOn(t, config)
	for _, b := range batches(1, 20) {
		b.Terms = []graph.Term{{Kind: graph.KindComponent, Slug: "wide", Aliases: []string{"w"}}}
		if _, err := s.Apply(t.Context(), b); err != nil {
			t.Fatal(err)
		}
	}
	page, err := os.ReadFile(documentation)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range config.Query(t, `MATCH (n) UNWIND keys(n) AS name RETURN DISTINCT name
		UNION MATCH ()-[r]->() UNWIND keys(r) AS name RETURN DISTINCT name
		UNION MATCH (n) UNWIND labels(n) AS name RETURN DISTINCT name
		UNION MATCH ()-[r]->() RETURN DISTINCT type(r) AS name`, nil) {
		name := row[0].(string)
		if !regexp.MustCompile(`\b` + name + `\b`).Match(page) {
			t.Errorf("%s is not in the documentation", name)
		}
	}
}
