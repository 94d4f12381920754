package neo4jstore

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/incidentgraph/incidentgraph/graph"
)

// writeTermNodes writes terms of one kind.
var writeTermNodes = func() map[graph.NodeKind]string {
	out := map[graph.NodeKind]string{}
	for _, kind := range graph.TermKinds() {
		out[kind] = `
UNWIND $rows AS row
MERGE (t:Term {id: row.id})
ON CREATE SET t:` + kind.String() + pairsCompleteFor(kind) + `
SET t += row`
	}
	return out
}()

// pairsCompleteFor gives a new term of a kind that makes pairs the property that says
// whether all of them are there.
func pairsCompleteFor(kind graph.NodeKind) string {
	for _, pair := range pairKinds {
		if graph.PairTerms(pair).To() == kind {
			return ", t.pairsComplete = true"
		}
	}
	return ""
}

const (
	forgetBroader = `
UNWIND $rows AS row
MATCH (:Term {id: row.id})-[r:BROADER]->()
DELETE r`

	writeBroader = `
UNWIND $rows AS row
MATCH (t:Term {id: row.id})
MATCH (b:Term {id: row.broader})
CREATE (t)-[:BROADER]->(b)`

	removeTerms = `
UNWIND $rows AS id
MATCH (t:Term {id: id})
DETACH DELETE t`
)

// writeTerms writes the controlled terms of the change and those that cases spell.
func (w *writer) writeTerms() error {
	rows := map[graph.NodeKind][]any{}
	var controlled, narrower []any // those whose broader term is written anew
	for _, t := range w.change.Terms {
		rows[t.Kind] = append(rows[t.Kind], termProperties(graph.TermNode{Term: t, Controlled: true}, ""))
		row := map[string]any{"id": string(t.Ref().ID())}
		controlled = append(controlled, row)
		if t.Broader != "" {
			row["broader"] = string(graph.TermRef{Kind: t.Kind, Slug: t.Broader}.ID())
			narrower = append(narrower, row)
		}
	}
	for _, ref := range w.change.Retired {
		controlled = append(controlled, map[string]any{"id": string(ref.ID())})
	}
	for ref, spellings := range w.change.Spellings {
		if len(spellings) == 0 {
			continue
		}
		for _, n := range spellings {
			if n < 0 {
				return corrupt("the node of %s, or the spellings that it kept, was removed: %s", ref.ID(), anew)
			}
		}
		counts, err := writeSpellings(spellings)
		if err != nil {
			return err
		}
		rows[ref.Kind] = append(rows[ref.Kind], termProperties(spellings.Term(ref), counts))
	}
	for _, kind := range graph.TermKinds() {
		slices.SortFunc(rows[kind], func(a, b any) int {
			return strings.Compare(a.(map[string]any)["id"].(string), b.(map[string]any)["id"].(string))
		})
		if err := w.exec(writeTermNodes[kind], rows[kind]); err != nil {
			return err
		}
	}
	if err := w.exec(forgetBroader, controlled); err != nil {
		return err
	}
	return w.exec(writeBroader, narrower)
}

// removeTerms takes away the terms that no case mentions any more.
func (w *writer) removeTerms() error {
	controlled := map[graph.TermRef]bool{}
	for _, t := range w.change.Terms {
		controlled[t.Ref()] = true
	}
	var ids []string
	for ref := range maps.Keys(w.change.Spellings) {
		if len(w.change.Spellings[ref]) == 0 && !controlled[ref] {
			ids = append(ids, string(ref.ID()))
		}
	}
	slices.Sort(ids)
	rows := make([]any, len(ids))
	for i, id := range ids {
		rows[i] = id
	}
	return w.exec(removeTerms, rows)
}

// writeSpellings writes how often a term is spelt how; equal counts give equal texts.
func writeSpellings(s graph.Spellings) (string, error) {
	b, err := json.Marshal(s)
	return string(b), err
}
