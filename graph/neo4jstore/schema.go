package neo4jstore

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"github.com/incidentgraph/incidentgraph/graph"
)

// unique is a property that tells the nodes of a label apart.
type unique struct{ label, property string }

// uniques gives every uniqueness constraint of the model.
func uniques() []unique {
	out := []unique{
		{labelGraph, "id"},
		{graph.KindIncident.String(), "id"}, {graph.KindIncident.String(), "folded"},
		{labelTerm, "id"},
		{labelCase, "key"}, {labelCase, "folded"},
		{labelProvisional, "key"},
	}
	for _, kind := range graph.TermKinds() {
		out = append(out, unique{kind.String(), "slug"})
	}
	return out
}

// schemaItem is a constraint or an index, by the name that it has in the database.
type schemaItem struct{ name, statement string }

// tokenIndex is the full-text index that incidents are searched by (see text.go).
const tokenIndex = "incidentgraph_incident_tokens"

// schema gives all that Open makes. The indexes on relationships hold a hub's incidents
// in the order graph.Newest.
func schema() []schemaItem {
	var out []schemaItem
	for _, u := range uniques() {
		name := "incidentgraph_" + strings.ToLower(u.label+"_"+u.property)
		out = append(out, schemaItem{name, fmt.Sprintf("CREATE CONSTRAINT %s IF NOT EXISTS FOR (n:%s) REQUIRE n.%s IS UNIQUE", name, u.label, u.property)})
	}
	for _, i := range []struct{ name, on string }{
		{"incidentgraph_incident_newest", "(n:Incident) ON (n.newest)"},
		{"incidentgraph_term_order", "(n:Term) ON (n.order)"},
	} {
		out = append(out, schemaItem{i.name, fmt.Sprintf("CREATE RANGE INDEX %s IF NOT EXISTS FOR %s", i.name, i.on)})
	}
	for _, kind := range graph.TermEdgeKinds() {
		name := "incidentgraph_" + strings.ToLower(kind.String())
		out = append(out, schemaItem{name, writeCypher(kind, "CREATE RANGE INDEX "+name+" IF NOT EXISTS FOR ()-[r:<type>]-() ON (r.slug, r.newest)")})
	}
	return append(out, schemaItem{tokenIndex, "CREATE FULLTEXT INDEX " + tokenIndex +
		" IF NOT EXISTS FOR (n:Incident) ON EACH [n.tokens] OPTIONS {indexConfig: {`fulltext.analyzer`: 'whitespace', `fulltext.eventually_consistent`: false}}"})
}

const (
	serverVersion = `CALL dbms.components() YIELD name, versions WHERE name = 'Neo4j Kernel' RETURN versions[0]`

	readFormat = `MATCH (m:IncidentGraph {id: 'graph'}) RETURN m.format, m.upgrading`

	tokenIndexMade = `
SHOW INDEXES YIELD name, properties, options WHERE name = $name
RETURN properties = ['tokens'] AND options.indexConfig['fulltext.analyzer'] = 'whitespace' AND NOT options.indexConfig['fulltext.eventually_consistent']`

	tokenIndexAnswers = `CALL db.index.fulltext.queryNodes($name, '"' + $name + '"') YIELD node RETURN count(node)`

	existingSchema = `SHOW INDEXES YIELD name, state RETURN name, state`

	awaitIndexes = `CALL db.awaitIndexes($seconds)`

	makeGraph = `
MERGE (m:IncidentGraph {id: 'graph'}) ON CREATE SET m.format = $format, m.version = 0, m.vocabulary = 0
MERGE (g:IncidentGraph {id: 'gate'}) ON CREATE SET g.opened = 0, g.closed = 0`
)

// foreignNodes counts the nodes of each label of the model, where there are any.
var foreignNodes = func() string {
	var parts []string
	for _, u := range uniques() {
		part := fmt.Sprintf("MATCH (n:%s) WITH count(n) AS nodes WHERE nodes > 0 RETURN '%[1]s' AS label, nodes", u.label)
		if u.label != labelGraph && !slices.Contains(parts, part) {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, "\nUNION ALL\n")
}()

// duplicates gives the values that several nodes of a label have.
func duplicates(u unique) string {
	return fmt.Sprintf("MATCH (n:%s) WITH n.%s AS value, count(*) AS nodes WHERE value IS NOT NULL AND nodes > 1 RETURN value ORDER BY value LIMIT 5", u.label, u.property)
}

// checkServer waits for the server to answer, and refuses one that is too old.
func (s *Store) checkServer(ctx context.Context) error {
	rows, err := s.look(ctx, serverVersion, nil)
	if err != nil {
		return err
	}
	if len(rows) == 0 {
		return corrupt("this Neo4j does not tell its version")
	}
	version, _ := rows[0][0].(string)
	var major, minor int
	if _, err := fmt.Sscanf(version, "%d.%d", &major, &minor); err != nil || major < 5 || major == 5 && minor < 26 {
		return graph.Errorf(graph.CodeInvalid, "the server is Neo4j %s; 5.26 or newer is needed", version)
	}
	return nil
}

// look runs a query outside any watch, in a transaction of its own.
func (s *Store) look(ctx context.Context, text string, parameters map[string]any) ([][]any, error) {
	ctx, cancel := bounded(ctx, readLimit)
	defer cancel()
	var rows [][]any
	err := s.write(ctx, func(tx neo4j.ManagedTransaction) error {
		records, err := run(ctx, tx, text, parameters)
		rows = nil
		for _, record := range records {
			rows = append(rows, record.Values)
		}
		return err
	})
	return rows, translate(ctx, err)
}

// makeSchema brings the database up to the model. Whatever another process does of the
// same at the same moment is looked at again until nothing is missing.
func (s *Store) makeSchema(ctx context.Context) error {
	found, err := s.checkFormat(ctx)
	if err != nil {
		return err
	}
	start, pause, most := time.Now(), 10*time.Millisecond, 0
	for {
		ready, err := s.makeMissing(ctx)
		if err == nil {
			break
		}
		// A rule made by two at once fails in one of them, in ways that differ by the
		// moment; what is wrong for good is still wrong when nothing has moved for a while.
		if ready > most {
			start, most = time.Now(), ready
		}
		if code := graph.CodeOf(err); code != graph.CodeInternal && code != graph.CodeUnavailable || time.Since(start) > s.config.Wait {
			return err
		}
		if err := sleep(ctx, pause); err != nil {
			return translate(ctx, err)
		}
		pause = min(2*pause, 500*time.Millisecond)
	}
	if found {
		return nil // who may only read can open it, too
	}
	if _, err := s.look(ctx, makeGraph, map[string]any{"format": format}); err != nil {
		return err
	}
	_, err = s.checkFormat(ctx) // of a graph that another process has just made
	return err
}

// checkFormat refuses a graph of a later format, and a database with nodes of our labels
// that is no graph of ours. found says whether there is a graph.
func (s *Store) checkFormat(ctx context.Context) (found bool, err error) {
	rows, err := s.look(ctx, readFormat, nil)
	if err != nil {
		return false, err
	}
	if len(rows) == 0 {
		return false, s.checkForeign(ctx)
	}
	if known, ok := rows[0][0].(int64); !ok || known > format {
		return false, graph.Errorf(graph.CodeInvalid, "the graph in this database is of format %v and this program knows formats up to %d: use a newer program", rows[0][0], format)
	}
	return true, nil
}

func (s *Store) checkForeign(ctx context.Context) error {
	rows, err := s.look(ctx, foreignNodes, nil)
	if err != nil || len(rows) == 0 {
		return err
	}
	// Nodes and graph may both have come from another process since the look above.
	if again, err := s.look(ctx, readFormat, nil); err != nil || len(again) > 0 {
		return err
	}
	return corrupt("the database holds no graph of this program, but %v nodes labelled %v: use an empty database, or remove them", rows[0][1], rows[0][0])
}

// makeMissing makes the constraints and indexes that are missing, waits for them, and
// gives how many are ready; without an error, all of them.
func (s *Store) makeMissing(ctx context.Context) (ready int, err error) {
	states, err := s.schemaStates(ctx)
	if err != nil {
		return 0, err
	}
	var failed error // what kept one from being made, should it still be missing
	for _, item := range schema() {
		if _, there := states[item.name]; there {
			continue
		}
		if _, err := s.look(ctx, item.statement, nil); err != nil {
			failed = err
		}
	}
	if failed != nil {
		if named := s.nameDuplicates(ctx); named != nil {
			return 0, named
		}
	}
	if _, err := s.look(ctx, awaitIndexes, map[string]any{"seconds": int64(readLimit / time.Second)}); err != nil {
		return 0, err
	}
	if states, err = s.schemaStates(ctx); err != nil {
		return 0, err
	}
	for _, item := range schema() {
		switch state, there := states[item.name]; {
		case state == "ONLINE":
			ready++
		case state == "FAILED":
			return ready, corrupt("the Neo4j index %s has failed: drop it and start again", item.name)
		case there || failed == nil:
			failed = graph.Errorf(graph.CodeUnavailable, "the Neo4j index %s is not ready: try again", item.name)
		}
	}
	if ready == len(schema()) {
		return ready, nil
	}
	return ready, failed
}

// checkTokenIndex makes sure that searches will find what they should: that the full-text
// index is as this program makes it, and answers.
func (s *Store) checkTokenIndex(ctx context.Context) error {
	name := map[string]any{"name": tokenIndex}
	rows, err := s.look(ctx, tokenIndexMade, name)
	if err != nil {
		return err
	}
	if len(rows) != 1 || rows[0][0] != true {
		return corrupt("the Neo4j index %s is not as this program makes it: drop it and start again", tokenIndex)
	}
	_, err = s.look(ctx, tokenIndexAnswers, name)
	return err
}

// schemaStates gives the states of the database's indexes; a constraint has one of its
// own name.
func (s *Store) schemaStates(ctx context.Context) (map[string]string, error) {
	rows, err := s.look(ctx, existingSchema, nil)
	states := map[string]string{}
	for _, row := range rows {
		name, _ := row[0].(string)
		states[name], _ = row[1].(string)
	}
	return states, err
}

// nameDuplicates tells of nodes that a uniqueness constraint does not allow; nil if there
// are none.
func (s *Store) nameDuplicates(ctx context.Context) error {
	for _, u := range uniques() {
		rows, err := s.look(ctx, duplicates(u), nil)
		if err != nil {
			return err
		}
		if len(rows) > 0 {
			var values []string
			for _, row := range rows {
				values = append(values, fmt.Sprint(row[0]))
			}
			return corrupt("several %s nodes have the same %s: %s; remove all but one of each", u.label, u.property, strings.Join(values, ", "))
		}
	}
	return nil
}
