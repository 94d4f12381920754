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

// schemaItem is a constraint or an index of the model, by the name that it has in the
// database.
type schemaItem struct {
	name       string
	constraint bool
	kind       string // of the index; a constraint has one, too
	on         string // a label or a type of relationship
	properties []string
	statement  string
}

// tokenIndex is the full-text index that incidents are searched by (see text.go).
const tokenIndex = "incidentgraph_incident_tokens"

// schema gives all that Open makes. The indexes on relationships hold a hub's incidents
// in the order graph.Newest.
func schema() []schemaItem {
	var out []schemaItem
	for _, u := range uniques() {
		name := "incidentgraph_" + strings.ToLower(u.label+"_"+u.property)
		out = append(out, schemaItem{name, true, "RANGE", u.label, []string{u.property},
			fmt.Sprintf("CREATE CONSTRAINT %s IF NOT EXISTS FOR (n:%s) REQUIRE n.%s IS UNIQUE", name, u.label, u.property)})
	}
	for _, i := range []struct{ name, label, property string }{
		{"incidentgraph_incident_newest", graph.KindIncident.String(), "newest"},
		{"incidentgraph_term_order", labelTerm, "order"},
	} {
		out = append(out, schemaItem{i.name, false, "RANGE", i.label, []string{i.property},
			fmt.Sprintf("CREATE RANGE INDEX %s IF NOT EXISTS FOR (n:%s) ON (n.%s)", i.name, i.label, i.property)})
	}
	for _, kind := range graph.TermEdgeKinds() {
		name := "incidentgraph_" + strings.ToLower(kind.String())
		out = append(out, schemaItem{name, false, "RANGE", kind.String(), []string{"slug", "newest"},
			writeCypher(kind, "CREATE RANGE INDEX "+name+" IF NOT EXISTS FOR ()-[r:<type>]-() ON (r.slug, r.newest)")})
	}
	return append(out, schemaItem{tokenIndex, false, "FULLTEXT", graph.KindIncident.String(), []string{"tokens"}, "CREATE FULLTEXT INDEX " + tokenIndex +
		" IF NOT EXISTS FOR (n:Incident) ON EACH [n.tokens] OPTIONS {indexConfig: {`fulltext.analyzer`: 'whitespace', `fulltext.eventually_consistent`: false}}"})
}

const (
	serverVersion = `CALL dbms.components() YIELD name, versions WHERE name = 'Neo4j Kernel' RETURN versions[0]`

	readFormat = `MATCH (m:IncidentGraph {id: 'graph'}) RETURN m.format, m.upgrading`

	tokenIndexMade = `
SHOW INDEXES YIELD name, options WHERE name = $name
RETURN options.indexConfig['fulltext.analyzer'] = 'whitespace' AND NOT options.indexConfig['fulltext.eventually_consistent']`

	tokenIndexAnswers = `CALL db.index.fulltext.queryNodes($name, '"' + $name + '"') YIELD node RETURN count(node)`

	readGate = `MATCH (g:IncidentGraph {id: 'gate'}) RETURN g.opened`

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

// checkServer waits for the server to answer, and refuses one that is too old. The driver
// looks at the clock only before it pauses, ever longer; the waiting is ended here, on
// time, unless the server has begun to answer.
func (s *Store) checkServer(ctx context.Context) error {
	ctx, cancel := bounded(ctx, s.config.Wait+readLimit)
	defer cancel()
	waiting, giveUp := context.WithCancel(ctx)
	defer giveUp()
	timer := time.AfterFunc(s.config.Wait, giveUp)
	defer timer.Stop()
	var records []*neo4j.Record
	err := s.transact(waiting, s.lookMode(), func(tx neo4j.ManagedTransaction) (err error) {
		timer.Stop()
		records, err = run(waiting, tx, serverVersion, nil)
		return err
	})
	if err != nil {
		return translate(ctx, err)
	}
	if len(records) == 0 {
		return corrupt("this Neo4j does not tell its version")
	}
	version, _ := records[0].Values[0].(string)
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
	err := s.transact(ctx, s.lookMode(), func(tx neo4j.ManagedTransaction) error {
		records, err := run(ctx, tx, text, parameters)
		rows = nil
		for _, record := range records {
			rows = append(rows, record.Values)
		}
		return err
	})
	return rows, translate(ctx, err)
}

// lookMode is how looks are made: where something may have to be written, they ask the
// member of a cluster that knows the latest.
func (s *Store) lookMode() neo4j.AccessMode {
	if s.config.ReadOnly {
		return neo4j.AccessModeRead
	}
	return neo4j.AccessModeWrite
}

// checkReadable refuses a database that something would have to be written to before it
// could be read from.
func (s *Store) checkReadable(ctx context.Context) error {
	found, upgrading, err := s.storedFormat(ctx)
	switch {
	case err != nil:
		return err
	case found == 0:
		return &graph.Error{Code: graph.CodeInvalid, Err: graph.ErrNoGraph,
			Message: "there is no graph of incidentgraph in this database: see whether its name is right; `incidentgraph load` makes one"}
	case found < format:
		return graph.Errorf(graph.CodeInvalid, "the graph in this database is of an earlier format: a load or serve brings it up to date")
	case upgrading:
		return graph.Errorf(graph.CodeInvalid, "the graph in this database is not yet brought up to date: wait for the program that is at it; if it was broken off, a load or serve begins it again")
	}
	there, err := s.builtIndexes(ctx)
	if err != nil {
		return err
	}
	for _, item := range schema() {
		if _, isThere := item.of(there); !isThere {
			return graph.Errorf(graph.CodeInvalid, "the Neo4j %v is missing: a load or serve makes it", item)
		}
	}
	return nil
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
		pause = min(2*pause, maxLookPause)
	}
	if found {
		if rows, err := s.look(ctx, readGate, nil); err != nil || len(rows) > 0 {
			return err // who may only read can open it, too
		}
	}
	if _, err := s.look(ctx, makeGraph, map[string]any{"format": format}); err != nil {
		return err
	}
	_, err = s.checkFormat(ctx) // of a graph that another process has just made
	return err
}

// storedFormat gives the format of the graph, 0 where there is none, and whether it is
// being brought up to it. It refuses a graph of a later format.
func (s *Store) storedFormat(ctx context.Context) (found int64, upgrading bool, err error) {
	rows, err := s.look(ctx, readFormat, nil)
	if err != nil || len(rows) == 0 {
		return 0, false, err
	}
	found, ok := rows[0][0].(int64)
	if !ok || found > format {
		return 0, false, graph.Errorf(graph.CodeInvalid, "the graph in this database is of format %v and this program knows formats up to %d: use a newer program", rows[0][0], format)
	}
	return found, rows[0][1] != nil, nil
}

// checkFormat refuses a graph of a later format, and a database with nodes of our labels
// that is no graph of ours. isThere says whether there is a graph.
func (s *Store) checkFormat(ctx context.Context) (isThere bool, err error) {
	found, _, err := s.storedFormat(ctx)
	if err == nil && found == 0 {
		err = s.checkForeign(ctx)
	}
	return found > 0, err
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
	there, err := s.indexes(ctx)
	if err != nil {
		return 0, err
	}
	var failed, missing error // what kept one from being made, should it still be missing
	for _, item := range schema() {
		if _, isThere := item.of(there); isThere {
			continue
		}
		if _, err := s.look(ctx, item.statement, nil); err != nil {
			failed = err
		}
	}
	if there, err = s.builtIndexes(ctx); err != nil {
		return 0, err
	}
	for _, item := range schema() {
		if _, isThere := item.of(there); isThere {
			ready++
			continue
		}
		if err := inTheWay(item, there); err != nil {
			return ready, err
		}
		missing = graph.Errorf(graph.CodeUnavailable, "the Neo4j %v is not ready: try again", item)
	}
	if missing == nil || failed == nil {
		return ready, missing
	}
	if err := s.nameDuplicates(ctx); err != nil {
		return ready, err
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
