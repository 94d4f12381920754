//go:build seedpages

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/incidentgraph/incidentgraph/internal/neo4jtest"
)

// seedPages gives the four original documents, which are not part of the repository.
func seedPages(t *testing.T) []string {
	t.Helper()
	pages, err := filepath.Glob(filepath.Join(os.Getenv("INCIDENTGRAPH_SEED_PAGES"), "*.txt"))
	if err != nil || len(pages) != 4 {
		t.Fatalf("INCIDENTGRAPH_SEED_PAGES has to name the folder of the four documents: %d found, %v", len(pages), err)
	}
	return pages
}

const seedCounts = `{ stats { incidents stubs provisional edges { kind evidence count } } }`

const seedCountsAnswer = `{"data": {"stats": {"incidents": 10, "stubs": 5, "provisional": 1, "edges": [
	{"kind": "AT", "evidence": "STATED", "count": 9},
	{"kind": "INVOLVES", "evidence": "STATED", "count": 1}, {"kind": "INVOLVES", "evidence": "DERIVED", "count": 11},
	{"kind": "CAUSED_BY", "evidence": "STATED", "count": 1}, {"kind": "CAUSED_BY", "evidence": "DERIVED", "count": 2},
	{"kind": "SHOWED", "evidence": "STATED", "count": 2}, {"kind": "CITES", "evidence": "STATED", "count": 6}]}}}`

const everything = `{ incidents(first: 100) { edges { cursor node { key title summary date company { name } isStub isProvisional lost noneGiven
	links { kind from { id } to { id } evidence assertedBy { key } }
	sharesComponent { totalCount unnamedCount edges { node { key } sharedComponents { slug } sharedCauses { slug } evidence assertedBy { key } because(lang: KO) } }
	sameCause { totalCount unnamedCount edges { node { key } evidence assertedBy { key } because } } } } }
	terms(first: 100) { nodes { id name incidentCount controlled } } }`

// Every order of loading the four documents answers the flagship, with the same bytes.
func TestSeedPagesInEveryOrder(t *testing.T) {
	pages := seedPages(t)
	p := newProgram(t)
	dump, exported := "", ""
	for i, order := range permutations(pages) {
		db := fmt.Sprintf("order-%d.db", i)
		for _, page := range order {
			p.run("load", "--db", db, page)
		}
		sameJSON(t, "the flagship", p.run("query", "--db", db, flagship), flagshipAnswer)
		sameJSON(t, "the counts", p.run("query", "--db", db, seedCounts), seedCountsAnswer)
		gotDump, gotExport := p.run("query", "--db", db, everything), p.run("export", "--db", db)
		if i > 0 && (gotDump != dump || gotExport != exported) {
			t.Errorf("the order %v gives another graph", order)
		}
		dump, exported = gotDump, gotExport
	}
}

func TestSeedPagesOnNeo4j(t *testing.T) {
	pages := seedPages(t)
	config := neo4jtest.Open(t)
	p, e := newProgram(t), newProgram(t)
	p.write("password.txt", config.Password)
	p.env = []string{"INCIDENTGRAPH_NEO4J_URI=" + config.URI, "INCIDENTGRAPH_NEO4J_USER=" + config.User, "INCIDENTGRAPH_NEO4J_PASSWORD_FILE=password.txt"}
	e.env = []string{"INCIDENTGRAPH_DB=e.db"}
	for _, page := range pages {
		p.run("load", page)
		e.run("load", page)
	}
	sameJSON(t, "the flagship", p.run("query", flagship), flagshipAnswer)
	sameJSON(t, "the counts", p.run("query", seedCounts), seedCountsAnswer)
	for _, q := range []string{flagship, seedCounts, everything} {
		if got, want := p.run("query", q), e.run("query", q); got != want {
			t.Errorf("%s:\nNeo4j    %s\nembedded %s", q, got, want)
		}
	}
	if p.run("export") != e.run("export") {
		t.Error("the exports differ")
	}
	for cypher, want := range map[string]int64{
		`MATCH (i:Incident) RETURN count(i)`:                                                                                                  10,
		`MATCH (:Incident)-[r:INVOLVES]->(:Component) RETURN count(r)`:                                                                        12,
		`MATCH (:Incident)-[:INVOLVES]->(c:Component) RETURN count(DISTINCT c)`:                                                               5,
		`MATCH (:Incident)-[r:CAUSED_BY {evidence: 'STATED'}]->(:Cause) RETURN count(r)`:                                                      1,
		`MATCH (:Incident)-[r:CAUSED_BY {evidence: 'DERIVED'}]->(:Cause) RETURN count(r)`:                                                     2,
		`MATCH (:Incident)-[r:SHARES_COMPONENT {evidence: 'STATED'}]->(:Incident) RETURN count(r)`:                                            6,
		`MATCH (:Incident)-[r:SHARES_COMPONENT {evidence: 'DERIVED'}]->(:Incident) RETURN count(r)`:                                           3,
		`MATCH (:Incident)-[r:SAME_CAUSE {evidence: 'STATED'}]->(:Incident) RETURN count(r)`:                                                  6,
		`MATCH (a:Incident)-[r:SAME_CAUSE {evidence: 'DERIVED'}]->(b:Incident) WHERE a.key = 'IL-0271' AND b.key = 'IL-0277' RETURN count(r)`: 1,
		`MATCH ()-[r:SAME_CAUSE]->() RETURN count(r)`:                                                                                         7,
		`MATCH ()-[r:SHARES_COMPONENT]->() RETURN count(r)`:                                                                                   9,
	} {
		if got := config.Query(t, cypher, nil)[0][0]; got != want {
			t.Errorf("%s: %v, want %d", cypher, got, want)
		}
	}
}

func permutations(list []string) [][]string {
	if len(list) < 2 {
		return [][]string{list}
	}
	var out [][]string
	for i := range list {
		rest := append(append([]string{}, list[:i]...), list[i+1:]...)
		for _, p := range permutations(rest) {
			out = append(out, append([]string{list[i]}, p...))
		}
	}
	return out
}
