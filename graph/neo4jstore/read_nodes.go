package neo4jstore

import (
	"context"
	"slices"
	"strings"

	"github.com/incidentgraph/incidentgraph/graph"
)

// standsFor gives the Cypher that follows q.key, folded, to the key of the incident that
// it names: that of the first case that replaces it, if there is one. Where no key asked
// for has the form of one that can be replaced, nothing is looked up. What is known beside
// q is kept by its names.
func standsFor(heirs bool, kept ...string) string {
	if !heirs {
		return `WITH ` + strings.Join(append(kept, "q, q.key AS folded"), ", ")
	}
	return `CALL (q) {
      OPTIONAL MATCH (:ProvisionalKey {key: q.key})<-[:REPLACES]-(heir:Case)
      WITH q, heir ORDER BY heir.key LIMIT 1
      RETURN coalesce(heir.folded, q.key) AS folded
    }`
}

// termColumns gives the Cypher for a term as readTermInfo reads it.
var termColumns = `[t.id, t {.nameEn, .nameKo, .aliases, .definitionEn, .definitionKo, .broader, .formerly, .controlled},
    ` + incidentsOf("t") + `, [(narrower:Term)-[:BROADER]->(t) | narrower.slug]]`

// nodes gives the query that gives something of incidents and something of terms.
func nodes(heirs bool, ofIncident, ofTerm string) string {
	return watched(`
  CALL () {
    UNWIND $incidents AS q
    ` + standsFor(heirs) + `
    MATCH (i:Incident {folded: folded})
    RETURN q.n AS n, ` + ofIncident + ` AS found
  UNION ALL
    UNWIND $terms AS q
    MATCH (t:Term {id: q.id})
    RETURN q.n AS n, ` + ofTerm + ` AS found
  }
  RETURN collect([n, found]) AS rows`)
}

// wanted gathers the nodes that a call asks for, in the places of its list.
type wanted struct {
	incidents, terms []any
	heirs            bool
}

func (w *wanted) incident(n int, folded string) {
	w.incidents = append(w.incidents, map[string]any{"n": n, "key": folded})
	w.heirs = w.heirs || graph.IsProvisionalKey(folded)
}

func (w *wanted) term(n int, ref graph.TermRef) {
	w.terms = append(w.terms, map[string]any{"n": n, "id": string(ref.ID())})
}

func (w *wanted) parameters() map[string]any {
	return map[string]any{"incidents": w.incidents, "terms": w.terms}
}

// Nodes implements graph.Store.
func (s *Store) Nodes(ctx context.Context, ids []graph.ID) ([]*graph.Node, error) {
	return nodesBy(ctx, s.ask, ids)
}

// nodesBy gives nodes by id; ask runs a read.
func nodesBy(ctx context.Context, ask func(context.Context, string, map[string]any) ([][]any, error), ids []graph.ID) ([]*graph.Node, error) {
	out := make([]*graph.Node, len(ids))
	if len(ids) == 0 {
		return out, nil
	}
	var w wanted
	for n, id := range ids {
		switch kind, name, ok := id.Split(); {
		case !ok:
		case kind.IsTerm():
			w.term(n, graph.TermRef{Kind: kind, Slug: name})
		default:
			w.incident(n, graph.FoldKey(name))
		}
	}
	rows, err := ask(ctx, nodes(w.heirs, "i.record", termColumns), w.parameters())
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		n, _ := row[0].(int64)
		if out[n], err = readNode(ids[n], row[1]); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// readTermInfo reads termColumns.
func readTermInfo(v any) (*graph.TermInfo, error) {
	term, err := readTerm(v)
	if err != nil {
		return nil, err
	}
	info := &graph.TermInfo{TermNode: term}
	if columns := v.([]any); len(columns) == 4 {
		incidents, _ := columns[2].(int64)
		info.Incidents = int(incidents)
		info.Narrower = texts(columns[3])
		slices.Sort(info.Narrower)
	}
	return info, nil
}

// readNode reads the record of an incident or the columns of a term, which was asked for
// by an id.
func readNode(id graph.ID, v any) (*graph.Node, error) {
	if kind, key, _ := id.Split(); !kind.IsTerm() {
		record, _ := v.(string)
		i, err := incidentOf(key, record)
		if err != nil {
			return nil, err
		}
		return &graph.Node{ID: i.ID(), Incident: i}, nil
	}
	info, err := readTermInfo(v)
	if err != nil {
		return nil, err
	}
	return &graph.Node{ID: info.Ref().ID(), Term: info}, nil
}

// Lookup implements graph.Store.
func (s *Store) Lookup(ctx context.Context, names []graph.Name) ([]graph.ID, error) {
	if len(names) == 0 {
		return []graph.ID{}, nil
	}
	for {
		vocabulary, err := s.Vocabulary(ctx)
		if err != nil {
			return nil, err
		}
		out, err := s.lookup(ctx, vocabulary, names)
		if err != nil {
			return nil, err
		}
		// A name may mean another term under a vocabulary that was changed meanwhile.
		if s.vocabulary.holds(vocabulary) {
			return out, nil
		}
	}
}

func (s *Store) lookup(ctx context.Context, vocabulary *graph.Vocabulary, names []graph.Name) ([]graph.ID, error) {
	var w wanted
	for n, name := range names {
		if name.Kind.IsTerm() {
			if slug := vocabulary.Resolve(name.Kind, name.Text); slug != "" {
				w.term(n, graph.TermRef{Kind: name.Kind, Slug: slug})
			}
			continue
		}
		key := graph.FoldKey(name.Text)
		if kind, rest, ok := graph.ID(key).Split(); ok && kind == name.Kind {
			key = rest
		}
		w.incident(n, key)
	}
	rows, err := s.ask(ctx, nodes(w.heirs, "i.id", "t.id"), w.parameters())
	if err != nil {
		return nil, err
	}
	out := make([]graph.ID, len(names))
	for _, row := range rows {
		n, _ := row[0].(int64)
		id, _ := row[1].(string)
		out[n] = graph.ID(id)
	}
	return out, nil
}
