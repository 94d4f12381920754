//go:build !embedded_only

package neo4jstore

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/incidentgraph/incidentgraph/graph"
	"github.com/incidentgraph/incidentgraph/internal/neo4jtest"
)

var advised = regexp.MustCompile(`: (DROP .*), and start again$`)

// TestInTheWay opens databases whose own constraints and indexes leave no room for ours,
// and opens them again when that was done which the message says.
func TestInTheWay(t *testing.T) {
	for _, c := range []struct {
		name   string
		theirs string // Cypher
		code   graph.Code
		says   string
	}{
		{"an equal constraint", "CREATE CONSTRAINT theirs FOR (n:Incident) REQUIRE n.id IS UNIQUE",
			graph.CodeCorrupt, "constraint theirs is in the way of the constraint incidentgraph_incident_id: DROP CONSTRAINT theirs,"},
		{"an equal index", "CREATE INDEX theirs FOR (n:Incident) ON (n.newest)",
			graph.CodeCorrupt, "index theirs is in the way of the index incidentgraph_incident_newest: DROP INDEX theirs,"},
		{"an equal index on relationships", "CREATE INDEX theirs FOR ()-[r:AT]-() ON (r.slug, r.newest)",
			graph.CodeCorrupt, "index theirs is in the way of the index incidentgraph_at: DROP INDEX theirs,"},
		{"an equal full-text index", "CREATE FULLTEXT INDEX theirs FOR (n:Incident) ON EACH [n.tokens]",
			graph.CodeCorrupt, "index theirs is in the way of the index incidentgraph_incident_tokens: DROP INDEX theirs,"},
		{"an index in the place of a constraint", "CREATE INDEX `their own` FOR (n:Term) ON (n.id)",
			graph.CodeCorrupt, "index their own is in the way of the constraint incidentgraph_term_id: DROP INDEX `their own`,"},
		{"a constraint in the place of an index", "CREATE CONSTRAINT theirs FOR (n:Term) REQUIRE n.order IS UNIQUE",
			graph.CodeCorrupt, "constraint theirs is in the way of the index incidentgraph_term_order: DROP CONSTRAINT theirs,"},
		{"another index of our name", "CREATE INDEX incidentgraph_case_key FOR (n:Other) ON (n.key)",
			graph.CodeCorrupt, "index incidentgraph_case_key is in the way of the constraint incidentgraph_case_key: DROP INDEX incidentgraph_case_key,"},
		{"an index that looks like our constraint's", "CREATE INDEX incidentgraph_case_key FOR (n:Case) ON (n.key)",
			graph.CodeUnavailable, "index incidentgraph_case_key is in the way of the constraint incidentgraph_case_key: DROP INDEX incidentgraph_case_key,"},
	} {
		t.Run(c.name, func(t *testing.T) {
			config := neo4jtest.Open(t)
			config.Query(t, c.theirs, nil)
			with := configOf(config)
			with.Wait = time.Second
			s, err := Open(t.Context(), with)
			if err == nil {
				s.Close()
				t.Fatal("it opens")
			}
			if graph.CodeOf(err) != c.code || !strings.Contains(err.Error(), c.says) {
				t.Errorf("got %v (%s), want %s and %q", err, graph.CodeOf(err), c.code, c.says)
			}
			drop := advised.FindStringSubmatch(err.Error())
			if drop == nil {
				t.Fatal("the message does not say what to do")
			}
			config.Query(t, drop[1], nil)
			openOn(t, config)
		})
	}
}

// tooLong is a text that no range index takes.
var tooLong = strings.Repeat("x", 40000)

// TestFailedIndexes opens databases with an index that has failed, somebody's and ours.
func TestFailedIndexes(t *testing.T) {
	config := neo4jtest.Open(t)
	config.Query(t, "CREATE (:Other {text: $text})", map[string]any{"text": tooLong})
	config.Query(t, "CREATE INDEX theirs FOR (n:Other) ON (n.text)", nil)
	for state := "POPULATING"; state != "FAILED"; {
		state = config.Query(t, "SHOW INDEXES YIELD name, state WHERE name = 'theirs' RETURN state", nil)[0][0].(string)
		if state == "ONLINE" {
			t.Fatal("the index takes the text")
		}
	}
	openOn(t, config)

	config.Query(t, "CREATE (:Incident {id: 'incident:X', folded: 'x', newest: $text})", map[string]any{"text": "x"})
	config.Query(t, "DROP INDEX incidentgraph_incident_newest", nil)
	config.Query(t, "MATCH (i:Incident) SET i.newest = $text", map[string]any{"text": tooLong})
	for _, when := range []string{"as it is made", "as it is found"} {
		s, err := Open(t.Context(), configOf(config))
		if err == nil {
			s.Close()
			t.Fatal("it opens")
		}
		if graph.CodeOf(err) != graph.CodeCorrupt || !strings.Contains(err.Error(), "index incidentgraph_incident_newest has failed: drop it") {
			t.Errorf("%s: got %v (%s)", when, err, graph.CodeOf(err))
		}
	}
}
