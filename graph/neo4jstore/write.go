package neo4jstore

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"github.com/incidentgraph/incidentgraph/graph"
)

// writer writes one change, within the transaction whose state it was planned on. Rows
// are written in order of their keys.
type writer struct {
	ctx    context.Context
	tx     neo4j.ManagedTransaction
	change *graph.Change

	before  map[string]*graph.Incident // as stored, of those that change; by folded key
	records map[string]string          // as they will be stored, of those that stay; by folded key
	cases   map[string]*graph.Case     // of those that change and are no stubs; by folded key
	changed []string                   // folded keys of the incidents that really change, sorted
}

func (w *writer) run(text string, parameters map[string]any) ([]*neo4j.Record, error) {
	return run(w.ctx, w.tx, keepPlan+text, parameters)
}

// exec runs a query with one list of rows, unless that is empty.
func (w *writer) exec(text string, rows []any) error {
	if len(rows) == 0 {
		return nil
	}
	_, err := w.run(text, map[string]any{"rows": rows})
	return err
}

// write writes the change. Edges and pairs of the incidents that change are taken away
// first: what is around them then stands still while their new places are worked out.
func (w *writer) write() error {
	steps := []func() error{w.findChanged, w.findCases, w.removeEdges}
	pairs := make([]*pairWriter, len(pairKinds))
	for i, kind := range pairKinds {
		pairs[i] = &pairWriter{writer: w, kind: kind}
		steps = append(steps, pairs[i].removeAndSurvey)
	}
	steps = append(steps, w.removeIncidents, w.writeTerms, w.writeCases, w.writeIncidents, w.writeEdges, w.assertEdges)
	for _, p := range pairs {
		steps = append(steps, p.write)
	}
	steps = append(steps, w.removeTerms)
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

const storedIncidents = `
UNWIND range(0, size($keys) - 1) AS n
MATCH (i:Incident {folded: $keys[n]})
RETURN n, i.record`

// findChanged compares the incidents that may change with what is stored.
func (w *writer) findChanged() error {
	keys := slices.Sorted(maps.Keys(w.change.Incidents))
	s := stored{tx: w.tx}
	records := map[string]string{}
	err := s.each(w.ctx, storedIncidents, "keys", keys, func(n int, record string) error {
		records[keys[n]] = record
		return nil
	})
	if err != nil {
		return err
	}
	w.before, w.records, w.cases = map[string]*graph.Incident{}, map[string]string{}, map[string]*graph.Case{}
	for _, put := range w.change.PutCases {
		w.cases[graph.FoldKey(put.Case.ID)] = put.Case
	}
	for _, key := range keys {
		old, isStored := records[key]
		if now := w.change.Incidents[key]; now != nil {
			if w.records[key], err = encodeIncident(now); err != nil {
				return err
			}
		}
		if w.records[key] == old && (w.cases[key] == nil || !isStored) { // another case may have other texts
			continue
		}
		if isStored {
			if w.before[key], err = incidentOf(key, old); err != nil {
				return err
			}
		}
		w.changed = append(w.changed, key)
	}
	return nil
}

// findCases reads the cases of changed incidents that the change does not hold: their
// texts are part of what is written.
func (w *writer) findCases() error {
	var keys []string
	for _, key := range w.changed {
		if i := w.change.Incidents[key]; i != nil && !i.Stub && w.cases[key] == nil {
			keys = append(keys, key)
		}
	}
	if len(keys) == 0 {
		return nil
	}
	cases, err := (&stored{tx: w.tx}).StoredCases(w.ctx, keys)
	for n, key := range keys {
		if err == nil && cases[n] == nil {
			err = corrupt("the Case node of %s is missing: %s", w.change.Incidents[key].Key, anew)
		}
		w.cases[key] = cases[n]
	}
	return err
}

// pairedOn gives whom cards pair an incident with over edges of a kind.
func pairedOn(i *graph.Incident, kind graph.EdgeKind) []string {
	var others []string
	for _, p := range i.Pairs {
		if graph.PairTerms(p.Kind) == kind {
			others = append(others, p.Other)
		}
	}
	return others
}

// rowsOf gives a row for each incident that changes, without the nil ones.
func (w *writer) rowsOf(row func(key string) any) []any {
	var rows []any
	for _, key := range w.changed {
		if r := row(key); r != nil {
			rows = append(rows, r)
		}
	}
	return rows
}

const removeIncidents = `
UNWIND $rows AS key
MATCH (i:Incident {folded: key})
DETACH DELETE i`

func (w *writer) removeIncidents() error {
	return w.exec(removeIncidents, w.rowsOf(func(key string) any {
		if w.change.Incidents[key] != nil {
			return nil
		}
		return key
	}))
}

const writeIncidents = `
UNWIND $rows AS row
MERGE (i:Incident {folded: row.folded})
SET i = row`

func (w *writer) writeIncidents() error {
	return w.exec(writeIncidents, w.rowsOf(func(key string) any {
		i := w.change.Incidents[key]
		if i == nil {
			return nil
		}
		c := w.cases[key]
		if i.Stub {
			c = nil
		}
		return incidentProperties(key, w.records[key], i, c)
	}))
}

const removeCases = `
UNWIND $rows AS key
MATCH (c:Case {folded: key})
DETACH DELETE c`

// forgetReplaced takes away what cases replaced before.
const forgetReplaced = `
UNWIND $rows AS row
MATCH (:Case {folded: row.folded})-[r:REPLACES]->()
DELETE r`

const writeCases = `
UNWIND $rows AS row
MERGE (c:Case {folded: row.folded})
SET c = row`

const writeReplaced = `
UNWIND $rows AS row
MATCH (c:Case {folded: row.folded})
UNWIND row.replaces AS key
MERGE (p:ProvisionalKey {key: key})
CREATE (c)-[:REPLACES]->(p)`

// removeProvisional takes away provisional keys that no case replaces any more.
const removeProvisional = `
MATCH (p:ProvisionalKey) WHERE NOT EXISTS { (p)<-[:REPLACES]-() }
DELETE p`

func (w *writer) writeCases() error {
	var gone, puts, replacing []any
	for _, key := range slices.Sorted(slices.Values(w.change.DeleteCases)) {
		gone = append(gone, key)
	}
	for _, put := range w.change.PutCases {
		record, err := graph.EncodeCase(put.Case)
		if err != nil {
			return err
		}
		folded := graph.FoldKey(put.Case.ID)
		puts = append(puts, map[string]any{
			"folded": folded, "key": put.Case.ID, "record": string(record), "mentions": termIDs(put.Mentions),
		})
		if len(put.Case.Replaces) > 0 {
			keys := []string{}
			for _, key := range put.Case.Replaces {
				keys = append(keys, graph.FoldKey(key))
			}
			slices.Sort(keys)
			replacing = append(replacing, map[string]any{"folded": folded, "replaces": slices.Compact(keys)})
		}
	}
	byKey := func(a, b any) int {
		return strings.Compare(a.(map[string]any)["folded"].(string), b.(map[string]any)["folded"].(string))
	}
	slices.SortFunc(puts, byKey)
	slices.SortFunc(replacing, byKey)
	for _, step := range []struct {
		text string
		rows []any
	}{{removeCases, gone}, {forgetReplaced, puts}, {writeCases, puts}, {writeReplaced, replacing}} {
		if err := w.exec(step.text, step.rows); err != nil {
			return err
		}
	}
	_, err := w.run(removeProvisional, nil)
	return err
}
