package neo4jstore

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/incidentgraph/incidentgraph/graph"
)

// keepLinked takes out of drops the pairs that a card or another hub links all the same.
func (p *pairWriter) keepLinked(drops map[couple]*drop) error {
	doubts := map[couple][]string{} // the other hubs that they meet in
	slugs := map[string]bool{}
	for c, d := range drops {
		a, b := p.incident(c.a), p.incident(c.b)
		if slices.ContainsFunc(a.Pairs, func(pair graph.StatedPair) bool { return pair.Kind == p.kind && pair.Other == c.b }) {
			delete(drops, c)
			continue
		}
		rel, _ := graph.Relate(p.kind, a, b)
		for _, slug := range sharedTerms(p.kind, rel) {
			if !slices.Contains(d.hubs, slug) {
				doubts[c] = append(doubts[c], slug)
				slugs[slug] = true
			}
		}
	}
	sizes, err := p.readSizes(slices.Sorted(maps.Keys(slugs)))
	if err != nil {
		return err
	}
	var spans []span
	var asked []couple // of each span
	for c, others := range doubts {
		a, b := drops[c].places[0], drops[c].places[1]
		for _, slug := range others {
			h := p.hubs[slug]
			switch {
			case sizes[slug] <= graph.MaxCompletePairs, h != nil && h.whole && h.linksNow(a, b):
				delete(drops, c)
			case h == nil || !h.whole:
				for _, s := range spansBetween(slug, a, b) {
					spans, asked = append(spans, s), append(asked, c)
				}
			}
		}
	}
	read, err := p.readSpans(spans, graph.PairWindow)
	if err != nil {
		return err
	}
	between := map[couple]map[string]int{} // how many stand between them, by hub
	for i, c := range asked {
		if between[c] == nil {
			between[c] = map[string]int{}
		}
		between[c][spans[i].slug] += len(read[i])
	}
	for c, counts := range between {
		for _, n := range counts {
			if n < graph.PairWindow {
				delete(drops, c)
			}
		}
	}
	return nil
}

// spansBetween gives the spans that hold what stands between two places of a hub.
func spansBetween(slug string, a, b place) []span {
	low, high := rank(a.day, a.key), rank(b.day, b.key)
	if a.day == b.day {
		return []span{{slug: slug, low: low, high: high}}
	}
	return []span{
		{slug: slug, low: low, high: afterDay(a.day)},             // the rest of the first day
		{slug: slug, low: afterDay(b.day), high: rank(a.day, "")}, // the days between
		{slug: slug, low: rank(b.day, ""), high: high},            // the last day, up to b
	}
}

// sharedTerms gives the slugs that a pair of the given kind lists.
func sharedTerms(kind graph.EdgeKind, rel graph.Relation) []string {
	if kind == graph.SameCause {
		return rel.SharedCauses
	}
	return rel.SharedComponents
}

// dropPairs takes away pairs. Where an incident has many, a map tells which of them go
// without comparing each with each.
var dropPairs = perKind(pairKinds, `
UNWIND $rows AS row
MATCH (:Incident {folded: row.from})-[r:<pair>]->(b:Incident)
WHERE row.to[b.folded]
DELETE r`)

func (p *pairWriter) dropPairs(couples []couple) error {
	var rows []any
	slices.SortFunc(couples, compareCouples)
	for from, to := range byFirst(couples) {
		all := make(map[string]any, len(to))
		for _, key := range to {
			all[key] = true
		}
		rows = append(rows, map[string]any{"from": from, "to": all})
	}
	return p.exec(dropPairs[p.kind], rows)
}

// pairNodes looks up the nodes of all pairs once; the rows that follow name them by
// number. A pair is two numbers in a row of them, and equal pairs stand in one group.
const pairNodes = `
UNWIND range(0, size($keys) - 1) AS n
MATCH (i:Incident {folded: $keys[n]})
WITH n, i ORDER BY n
WITH collect(i) AS nodes
UNWIND $groups AS group
UNWIND range(0, size(group.pairs) - 2, 2) AS at
WITH group, nodes[group.pairs[at]] AS a, nodes[group.pairs[at + 1]] AS b`

var (
	// createPairs writes pairs that are not there.
	createPairs = perKind(pairKinds, pairNodes+`
CREATE (a)-[:<pair> {<list>: group.terms, weight: size(group.terms), evidence: group.evidence}]->(b)`)

	// gainPairs writes pairs that may be there by another hub; then they are as they
	// should be.
	gainPairs = perKind(pairKinds, pairNodes+`
MERGE (a)-[r:<pair>]->(b)
ON CREATE SET r.<list> = group.terms, r.weight = size(group.terms), r.evidence = group.evidence`)

	// setPairs writes pairs that may be there and say something else.
	setPairs = perKind(pairKinds, pairNodes+`
MERGE (a)-[r:<pair>]->(b)
SET r.<list> = group.terms, r.weight = size(group.terms), r.evidence = group.evidence`)
)

// createPairs writes pairs with what they say.
func (p *pairWriter) createPairs(text string, couples []couple) error {
	if len(couples) == 0 {
		return nil
	}
	slices.SortFunc(couples, compareCouples)
	keys := make([]string, 0, 2*len(couples))
	for _, c := range couples {
		keys = append(keys, c.a, c.b)
	}
	slices.Sort(keys)
	keys = slices.Compact(keys)
	number := make(map[string]int64, len(keys))
	for n, key := range keys {
		number[key] = int64(n)
	}
	type says struct{ terms, evidence string }
	groups := map[says]map[string]any{}
	var rows []any
	for _, c := range couples {
		a, b := p.incident(c.a), p.incident(c.b)
		rel, ok := graph.Relate(p.kind, a, b)
		if !ok {
			return unrelated(p.kind, a, b)
		}
		terms := sharedTerms(p.kind, rel)
		of := says{strings.Join(terms, " "), rel.Evidence.String()}
		group := groups[of]
		if group == nil {
			if terms == nil {
				terms = []string{}
			}
			group = map[string]any{"terms": terms, "evidence": of.evidence, "pairs": []int64{}}
			groups[of] = group
			rows = append(rows, group)
		}
		group["pairs"] = append(group["pairs"].([]int64), number[c.a], number[c.b])
	}
	_, err := p.run(text, map[string]any{"keys": keys, "groups": rows})
	return err
}

// writeCompleteness notes on terms whether the pairs of all their incidents are there.
var writeCompleteness = perKind(pairKinds, `
UNWIND $rows AS row
MATCH (t:<label> {slug: row.slug}) WHERE t.pairsComplete <> row.complete
SET t.pairsComplete = row.complete`)

func (p *pairWriter) writeCompleteness() error {
	var rows []any
	for _, slug := range slices.Sorted(maps.Keys(p.hubs)) {
		rows = append(rows, map[string]any{"slug": slug, "complete": p.hubs[slug].sizeNow() <= graph.MaxCompletePairs})
	}
	return p.exec(writeCompleteness[p.kind], rows)
}

func compareCouples(x, y couple) int {
	return cmp.Or(strings.Compare(x.a, y.a), strings.Compare(x.b, y.b))
}

// byFirst gathers sorted couples by their first incident.
func byFirst(sorted []couple) func(yield func(from string, to []string) bool) {
	return func(yield func(string, []string) bool) {
		for start := 0; start < len(sorted); {
			end, to := start, []string{}
			for ; end < len(sorted) && sorted[end].a == sorted[start].a; end++ {
				to = append(to, sorted[end].b)
			}
			if !yield(sorted[start].a, to) {
				return
			}
			start = end
		}
	}
}
