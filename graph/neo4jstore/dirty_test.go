//go:build !embedded_only

package neo4jstore

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/incidentgraph/incidentgraph/graph"
	"github.com/incidentgraph/incidentgraph/graph/graphtest"
	"github.com/incidentgraph/incidentgraph/internal/neo4jtest"
)

// involving gives a case of a year with components and cards.
func involving(id, year string, components []string, cards ...graph.Card) *graph.Case {
	c := &graph.Case{ID: id, Components: components, Related: cards}
	c.Date, _ = graph.ParseDate(year)
	c.Normalise()
	return c
}

// tells checks that an error is of code CORRUPT and names everything.
func tells(t *testing.T, err error, names ...string) {
	t.Helper()
	var shown *graph.Error
	if !errors.As(err, &shown) || shown.Code != graph.CodeCorrupt {
		t.Fatalf("got %v, want an error of code CORRUPT", err)
	}
	for _, name := range names {
		if !strings.Contains(shown.Message, name) {
			t.Errorf("%q does not tell of %q", shown.Message, name)
		}
	}
}

// TestChangedByHand loads into a graph in which somebody changed something by hand. The
// error names it, and where it can be put right by what the error says, the graph is then
// as it should be.
func TestChangedByHand(t *testing.T) {
	config := neo4jtest.Open(t)
	queue, disk := []string{"queue"}, []string{"disk"}
	onS := graph.Card{ID: "S", SharedComponents: queue}
	base := []*graph.Case{involving("A", "2019", queue, onS), involving("B", "2018", queue), involving("D", "2017", disk)}
	edgeOf := func(key, newest, slug string) string {
		return `MATCH (i:Incident {key: '` + key + `'}), (t:Component {slug: '` + slug + `'})
			CREATE (i)-[:INVOLVES {slug: '` + slug + `', newest: '` + newest + `', evidence: 'STATED', assertedBy: [i.key], byHand: true}]->(t)`
	}
	const handMade = "MATCH ()-[r {byHand: true}]->() DELETE r"
	for _, c := range []struct {
		name, spoil string
		put         *graph.Case
		says        []string
		remedy      string // Cypher; "": there is none but to restore or to begin anew
	}{
		{
			"an edge of an incident that there is not", edgeOf("A", "7fffb9a0NOBODY", "queue"), involving("C", "2020", queue),
			[]string{"nobody", "INVOLVES", "component:queue", "remove that edge"}, handMade,
		},
		{
			"an edge without a place", edgeOf("A", "first", "queue"), involving("C", "2020", queue),
			[]string{`"first"`, "INVOLVES", "component:queue", "remove that edge"}, handMade,
		},
		{
			"an edge to a component that the incident does not list", edgeOf("A", rankOf(&graph.Incident{Key: "A", Date: base[0].Date}), "disk"), involving("E", "2020", disk),
			[]string{"A and E", "INVOLVES", "Component", "components"}, handMade,
		},
		{
			"an incident without a record", `CREATE (i:Incident {id: 'incident:N', key: 'N', folded: 'n'}) WITH i
			MATCH (t:Component {slug: 'queue'}) CREATE (i)-[:INVOLVES {slug: 'queue', newest: '7fffb9a0N', byHand: true}]->(t)`, involving("C", "2020", queue),
			[]string{"C and N", "INVOLVES", "Component", "components"}, "MATCH (i:Incident {key: 'N'}) DETACH DELETE i",
		},
		{
			"an incident of another key", "MATCH (i:Incident {key: 'B'}) SET i.key = 'Z'", involving("C", "2020", queue),
			[]string{`is b has the key "Z"`, anew}, "MATCH (i:Incident {key: 'Z'}) SET i.key = 'B'",
		},
		{
			"an incident's record", "MATCH (i:Incident {key: 'A'}) SET i.record = '{'", involving("A", "2020", queue, onS),
			[]string{"incident a ", anew}, "",
		},
		{
			"an incident's record removed", "MATCH (i:Incident {key: 'A'}) REMOVE i.record", involving("A", "2020", queue, onS),
			[]string{"incident a ", anew}, "",
		},
		{
			"a case's record", "MATCH (c:Case {key: 'A'}) SET c.record = '{'", involving("A", "2020", queue, onS),
			[]string{"case a ", "remove its Case node and load that case again"}, "MATCH (c:Case {key: 'A'}) DETACH DELETE c",
		},
		{
			"a term's node removed", "MATCH (t:Component {slug: 'queue'}) DETACH DELETE t", involving("B", "2020", queue),
			[]string{"INVOLVES", "from B to component:queue", anew}, "",
		},
		{
			"a term's node removed, that a case names no more", "MATCH (t:Component {slug: 'queue'}) DETACH DELETE t", involving("B", "2018", nil),
			[]string{"node of component:queue", anew}, "",
		},
		{
			"an edge removed", "MATCH (:Incident {key: 'S'})-[r:INVOLVES]->() DELETE r", involving("C", "2020", nil, onS),
			[]string{"INVOLVES", "from S to component:queue", anew}, "",
		},
		{
			"an edge twice", edgeOf("S", rankOf(&graph.Incident{Key: "S"}), "queue"), involving("C", "2020", nil, onS),
			[]string{"2 edges INVOLVES", "from S to component:queue"}, handMade,
		},
		{
			"the spellings of a term", "MATCH (t:Component {slug: 'queue'}) SET t.spellings = '{'", involving("C", "2020", queue),
			[]string{"component:queue", anew}, "",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			empty(t, config)
			s, all := openOn(t, config), corpus{}
			all.apply(t, s, graph.Batch{Cases: base})
			config.Query(t, c.spoil, nil)
			batch := graph.Batch{Cases: []*graph.Case{c.put}}
			_, err := s.Apply(t.Context(), batch)
			tells(t, err, c.says...)
			if c.remedy == "" {
				return
			}
			config.Query(t, c.remedy, nil)
			all.apply(t, s, batch)
			comparePairs(t, config, all.build(t))
			if got, err := graphtest.Dump(t.Context(), s); err != nil || got != graphtest.DumpGraph(all.build(t)) {
				t.Errorf("and then (%v):\n%s", err, got)
			}
		})
	}
}

// TestNobodyInALargeHub has a hub of which parts are read, one of them an edge whose place
// names no incident.
func TestNobodyInALargeHub(t *testing.T) {
	config := neo4jtest.Open(t)
	s, all := openOn(t, config), corpus{}
	all.apply(t, s, graph.Batch{Cases: graphtest.Hub(260)})
	config.Query(t, `MATCH (i:Incident {key: 'HUB-0023'})-[r:INVOLVES {slug: 'hub'}]->(t)
		CREATE (i)-[:INVOLVES {slug: 'hub', newest: substring(r.newest, 0, 8) + 'NOBODY', byHand: true}]->(t)`, nil)
	beside := involving("HUB-9999", all["HUB-0023"].Date.String(), []string{"hub"})
	_, err := s.Apply(t.Context(), graph.Batch{Cases: []*graph.Case{beside}})
	tells(t, err, "nobody", "INVOLVES", "component:hub")
}

// TestUnreadable reads what somebody changed by hand.
func TestUnreadable(t *testing.T) {
	config := neo4jtest.Open(t)
	s, all := openOn(t, config), corpus{}
	all.apply(t, s, graph.Batch{Cases: []*graph.Case{
		involving("IL-1", "2019", []string{"queue"}), involving("IL-2", "2018", []string{"queue"}),
		{ID: "IL-3", Replaces: []string{"X-0123456789ab"}},
	}})
	config.Query(t, "MATCH (i:Incident {key: 'IL-2'}) SET i.record = '{'", nil)
	config.Query(t, "MATCH (i:Incident {key: 'IL-3'}) REMOVE i.record", nil)
	config.Query(t, "MATCH (c:Case {key: 'IL-3'}) SET c.record = '{'", nil)
	related := func(key string) error {
		_, err := s.Related(t.Context(), []graph.RelatedRequest{{Key: key, Kind: graph.SharesComponent, Page: graph.Page{Size: 5}}})
		return err
	}
	for name, c := range map[string]struct {
		read func() error
		says string
	}{
		"a node":               {func() error { _, err := s.Nodes(t.Context(), []graph.ID{"incident:IL-2"}); return err }, "incident IL-2 "},
		"a node of no record":  {func() error { _, err := s.Nodes(t.Context(), []graph.ID{"incident:IL-3"}); return err }, "incident IL-3 "},
		"links":                {func() error { _, err := s.Neighbors(t.Context(), []graph.ID{"incident:IL-2"}); return err }, "incident IL-2 "},
		"what is related":      {func() error { return related("IL-1") }, "incident IL-2 "},
		"and to it":            {func() error { return related("IL-2") }, "incident IL-2 "},
		"a case":               {func() error { _, err := s.Cases(t.Context(), []string{"il-3"}); return err }, "case IL-3 "},
		"a case by its former": {func() error { _, err := s.Cases(t.Context(), []string{"X-0123456789ab"}); return err }, "case IL-3 "},
		"every case":           {func() error { return s.Scan(t.Context(), func(*graph.Case) error { return nil }) }, "case IL-3 "},
	} {
		t.Run(name, func(t *testing.T) { tells(t, c.read(), c.says) })
	}
}

// TestLostBookkeeping takes away the nodes that the graph is kept by, and does what brings
// it back.
func TestLostBookkeeping(t *testing.T) {
	config := neo4jtest.Open(t)
	whole := graph.Batch{Cases: []*graph.Case{involving("A", "2019", []string{"queue"}), involving("B", "2018", []string{"queue"})}}
	for name, c := range map[string]struct {
		lost, remedy string // Cypher
		kept         bool   // whether the graph is still there then
	}{
		"the gate": {
			"MATCH (g:IncidentGraph {id: 'gate'}) DELETE g",
			"", true, // who opens it next makes another
		},
		"the graph": {"MATCH (m:IncidentGraph {id: 'graph'}) DELETE m", "MATCH (n) DETACH DELETE n", false},
		"both":      {"MATCH (m:IncidentGraph) DELETE m", "MATCH (n) DETACH DELETE n", false},
	} {
		t.Run(name, func(t *testing.T) {
			empty(t, config)
			s, all := openOn(t, config), corpus{}
			all.apply(t, s, whole)
			config.Query(t, c.lost, nil)
			_, err := s.Version(t.Context())
			tells(t, err, "IncidentGraph")
			_, err = s.Apply(t.Context(), graph.Batch{Cases: []*graph.Case{involving("C", "2020", []string{"queue"})}})
			tells(t, err, "IncidentGraph")
			if c.remedy != "" {
				config.Query(t, c.remedy, nil)
			}
			again := openOn(t, config)
			if applied, err := again.Apply(t.Context(), whole); err != nil || c.kept != slices.Equal(applied.Unchanged, []string{"A", "B"}) {
				t.Errorf("loading again: %+v, %v", applied, err)
			}
			comparePairs(t, config, all.build(t))
		})
	}
}
