package neo4jstore

import (
	"context"
	"math"
	"slices"
	"strings"

	"github.com/incidentgraph/incidentgraph/graph"
)

// A list of incidents is read along an anchor: the incidents of one term, of a few terms,
// or all of them, in the order of their ranks, which an index keeps. A request names
// every anchor that holds all of its incidents (its scope, and each list of terms that
// its filter demands one of), and the query takes the smallest.
//
// Where the anchor is one term and says all, the page is walked to along the index and
// the database knows the total. Otherwise every incident of the anchor is looked at.

// anchorOfAll is the anchor of all incidents.
const anchorOfAll = ""

// findShape is what the text of a query depends on: the kinds of anchors, each followed
// by a comma, in order. Calls of one shape share a plan; one text for all shapes at once
// would take seconds to plan.
type findShape struct {
	walked  string
	back    bool // some walk goes back
	counted string
	gated   bool // some counted request has conditions beyond its anchor
}

// text gives the query that lists incidents.
func (f findShape) text() string {
	walks := []string{`
      UNWIND CASE WHEN NOT q.counted AND anchor.kind = '<anchor>' AND NOT w.back THEN anchor.slugs ELSE [] END AS term
      CALL (w, term) {
        MATCH <pattern> WHERE <term><key> > w.low AND <key> < w.high
        RETURN <key> AS newest ORDER BY <order> LIMIT $limit
      }
      RETURN newest`}
	if f.back {
		walks = append(walks, `
      UNWIND CASE WHEN NOT q.counted AND anchor.kind = '<anchor>' AND w.back THEN anchor.slugs ELSE [] END AS term
      CALL (w, term) {
        MATCH <pattern> WHERE <term><key> > w.low AND <key> < w.high
        RETURN <key> AS newest ORDER BY <orderBack> LIMIT $limit
      }
      RETURN newest`)
	}
	look := `
      UNWIND CASE WHEN q.counted AND anchor.kind = '<anchor>' THEN anchor.slugs ELSE [] END AS term
      MATCH <pattern> WHERE <term><key> > q.from AND <key> < q.to`
	if f.gated {
		look += ` AND (<key> < q.sure OR i.lastDay >= q.firstDay) AND ` + gatesHold("q.gates", "i")
	}
	look += `
      RETURN <key> AS newest`
	steps, row := ``, `CASE`
	if f.counted != "" {
		steps += `
  CALL (q, anchor) {
    CALL (q, anchor) {` + alongAnchors(f.counted, look) + `
    }
    WITH DISTINCT newest ORDER BY newest
    RETURN collect(newest) AS found
  }
  WITH q, anchor, size, found, [newest IN found WHERE newest > q.low AND newest < q.high] AS part
  WITH q, anchor, size, found, (CASE WHEN q.back THEN reverse(part) ELSE part END)[0..q.size + 1] AS part`
		row += `
    WHEN q.counted THEN [q.n, size(found), [[0, part], [1, found[0..1]], [2, found[-1..]]]]`
	}
	if f.walked != "" {
		steps += `
  CALL (q, anchor) {
    UNWIND q.walks AS w
    CALL (q, anchor, w) {` + alongAnchors(f.walked, walks...) + `
    }
    WITH w.n AS n, collect(newest) AS read
    RETURN collect([n, read]) AS walked
  }`
		row += `
    WHEN anchor.kind = '' THEN [q.n, COUNT { (:Incident) }, walked]
    ELSE [q.n, size, walked]`
	}
	return watched(`
  UNWIND $requests AS q
  CALL (q) {
    UNWIND q.anchors AS anchor
    CALL (anchor) {
      UNWIND anchor.ids AS id
      MATCH (t:Term {id: id})
      RETURN sum(` + incidentsOf("t") + `) AS size
    }
    RETURN anchor, size ORDER BY size LIMIT 1
  }` + steps + `
  RETURN collect(` + row + ` END) AS rows`)
}

// alongAnchors joins texts for each kind of anchor: <pattern> is what reads an incident i
// of the anchor, <key> its rank, <order> and <orderBack> the orders of the index, and
// <term> the condition that picks the anchor's term out of it.
func alongAnchors(kinds string, texts ...string) string {
	var parts []string
	for kind := range strings.SplitSeq(strings.TrimSuffix(kinds, ","), ",") {
		fill := strings.NewReplacer("<anchor>", kind, "<pattern>", "(i)-[r:"+kind+"]->() USING INDEX SEEK r:"+kind+"(slug, newest)", "<key>", "r.newest",
			"<term>", "r.slug = term AND ", "<orderBack>", "r.slug DESC, r.newest DESC", "<order>", "r.slug, r.newest")
		if kind == anchorOfAll {
			fill = strings.NewReplacer("<anchor>", kind, "<pattern>", "(i:Incident) USING INDEX SEEK i:Incident(newest)", "<key>", "i.newest",
				"<term>", "", "<orderBack>", "i.newest DESC", "<order>", "i.newest")
		}
		for _, text := range texts {
			parts = append(parts, fill.Replace(text))
		}
	}
	return strings.Join(parts, `
    UNION ALL`)
}

// Find implements graph.Store.
func (s *Store) Find(ctx context.Context, requests []graph.FindRequest) ([]graph.FindResult, error) {
	if len(requests) == 0 {
		return []graph.FindResult{}, nil
	}
	for _, r := range requests {
		if r.Term != nil && !r.Term.Kind.IsTerm() {
			return nil, graph.Errorf(graph.CodeInvalid, "incidents are listed of a term, not of an incident")
		}
	}
	text, parameters, pages := findQuery(requests)
	answers, err := s.ask(ctx, text, parameters)
	if err != nil {
		return nil, err
	}
	out := make([]graph.FindResult, len(requests))
	for _, answer := range answers {
		n, _ := answer[0].(int64)
		total, _ := answer[1].(int64)
		if out[n], err = readFindPage(pages[n], int(total), answer[2]); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// findQuery gives the query for requests, and their pages.
func findQuery(requests []graph.FindRequest) (text string, parameters map[string]any, pages []bounds) {
	limit := 1
	rows := make([]any, len(requests))
	pages = make([]bounds, len(requests))
	var shape findShape
	var walked, counted []string
	for n, r := range requests {
		limit = max(limit, r.Page.Size+1)
		b := boundsOf(r.Page, rankAt)
		pages[n] = b
		q := search(r)
		if q.counted {
			counted = append(counted, q.kinds...)
			shape.gated = shape.gated || q.gated
		} else {
			walked = append(walked, q.kinds...)
			shape.back = shape.back || b.back || b.after || b.before
		}
		rows[n] = map[string]any{
			"n": n, "anchors": q.anchors, "counted": q.counted, "walks": b.walks(beforeAllRanks, afterAllRanks),
			"gates": []any(q.gates), "from": q.from, "to": q.to, "sure": q.sure, "firstDay": q.firstDay,
			"low": b.low, "high": b.high, "back": b.back, "size": b.size,
		}
	}
	shape.walked, shape.counted = joinKinds(walked), joinKinds(counted)
	return shape.text(), map[string]any{"requests": rows, "limit": limit}, pages
}

// joinKinds gives kinds of anchors as findShape takes them.
func joinKinds(kinds []string) string {
	slices.Sort(kinds)
	joined := ""
	for _, kind := range slices.Compact(kinds) {
		joined += kind + ","
	}
	return joined
}

// searched is a request as the query takes it, without its page.
type searched struct {
	anchors  []any
	kinds    []string // of the anchors
	from, to string   // the range of ranks, exclusive
	gates    gates    // what the anchors and the range do not say
	sure     string   // before this rank, dates match for certain; of others the last day
	firstDay int64    // may not be before this one
	gated    bool
	counted  bool // every incident of the anchor has to be looked at
}

func search(r graph.FindRequest) searched {
	q := searched{from: beforeAllRanks, to: afterAllRanks, sure: afterAllRanks}
	rest := r.Filter
	if r.Term != nil {
		scope := graph.Filter{Terms: map[graph.EdgeKind]graph.TermFilter{
			graph.EdgeTo(r.Term.Kind): {Any: &[]string{r.Term.Slug}},
		}}
		rest.And = append(slices.Clone(rest.And), scope)
	}
	if rest.Date != nil && (rest.Date.From != nil || rest.Date.To != nil) {
		q.rangeOfRanks(rest.Date)
		rest.Date = nil
		q.gated = true
	}
	demands := demanded(&rest)
	if q.gates = compile(&rest); len(demands) == 1 && len(q.gates) == 1 {
		q.gates = gates{} // the anchor says it all
	}
	q.gated = q.gated || len(q.gates) > 0
	q.counted = q.gated
	for _, d := range demands {
		ids := make([]string, len(d.slugs))
		for i, slug := range d.slugs {
			ids[i] = string(graph.NewID(d.kind.To(), slug))
		}
		q.kinds = append(q.kinds, d.kind.String())
		q.anchors = append(q.anchors, map[string]any{"kind": d.kind.String(), "ids": ids, "slugs": d.slugs})
		q.counted = q.counted || len(d.slugs) != 1
	}
	if len(demands) == 0 {
		q.kinds = []string{anchorOfAll}
		q.anchors = []any{map[string]any{"kind": anchorOfAll, "ids": []string{}, "slugs": []string{""}}}
	}
	return q
}

// demand is a list of terms of which every incident that a filter matches has one.
type demand struct {
	kind  graph.EdgeKind
	slugs []string // sorted, no repeats
}

func demandOf(kind graph.EdgeKind, slugs []string) demand {
	slugs = append([]string{}, slugs...)
	slices.Sort(slugs)
	return demand{kind, slices.Compact(slugs)}
}

// demanded gives what a filter demands.
func demanded(f *graph.Filter) []demand {
	var out []demand
	for _, kind := range graph.TermEdgeKinds() {
		t := f.Terms[kind]
		if t.Any != nil {
			out = append(out, demandOf(kind, *t.Any))
		}
		for _, of := range t.All {
			out = append(out, demandOf(kind, of))
		}
	}
	for i := range f.And {
		out = append(out, demanded(&f.And[i])...)
	}
	return out
}

// longestDate is how many days a date of the least precision may mean.
const longestDate = 366

// rangeOfRanks narrows a request to the ranks of the incidents whose dates may overlap a
// range of days.
func (q *searched) rangeOfRanks(r *graph.DateRange) {
	from, to := days(r)
	if to < math.MaxInt32 {
		q.from = rank(int32(to), "")
	}
	q.firstDay, q.sure = from, afterDay(int32(from))
	q.to = afterDay(int32(max(from-longestDate, int64(graph.UnknownDay)+1)))
}

// readFindPage reads one list's walks.
func readFindPage(page bounds, total int, walks any) (graph.FindResult, error) {
	var read [3][]string
	for n, ranks := range readWalks(walks) {
		read[n] = texts(ranks)
	}
	first, last := "", ""
	if len(read[firstWalk]) > 0 {
		first = read[firstWalk][0]
	}
	if len(read[lastWalk]) > 0 {
		last = read[lastWalk][0]
	}
	ranks, info := cut(page, read[pageWalk], first, last)
	result := graph.FindResult{Info: info, Total: total}
	for _, r := range ranks {
		at, err := positionOf(r)
		if err != nil {
			return graph.FindResult{}, err
		}
		result.Keys = append(result.Keys, at.Name)
		result.Positions = append(result.Positions, at)
	}
	return result, nil
}
