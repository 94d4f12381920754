package neo4jstore

import (
	"math"

	"github.com/incidentgraph/incidentgraph/graph"
)

// A filter travels as data: a list of gates, each of which asks something of an incident
// or joins the answers of gates before it. One fixed piece of Cypher works through them,
// so that however filters differ, the server plans one query. The last gate's answer is
// the filter's. Lists of terms and days are on every incident, so no answer is null.

// gatesHold gives the Cypher for a filter: gates and incident are expressions. The first
// answer is that of no gate, so that no gates hold for every incident.
func gatesHold(gates, incident string) string {
	return `reduce(answers = [true], gate IN ` + gates + ` | answers + CASE gate.op
    WHEN 'any' THEN any(slug IN gate.of WHERE slug IN ` + incident + `[gate.list])
    WHEN 'known' THEN size(` + incident + `[gate.list]) > 0
    WHEN 'days' THEN ` + incident + `.firstDay <= gate.to AND ` + incident + `.lastDay >= gate.from
    WHEN 'and' THEN all(n IN gate.of WHERE answers[n])
    WHEN 'or' THEN any(n IN gate.of WHERE answers[n])
    ELSE NOT answers[gate.of[0]]
  END)[-1]`
}

// gates is a filter being written. Gates are named by number, from 1.
type gates []any

// compile writes a filter; one that asks nothing has no gates.
func compile(f *graph.Filter) gates {
	g := gates{}
	if conditions := g.conditions(f); len(conditions) > 0 {
		g.join("and", conditions)
	}
	return g
}

func (g *gates) add(gate map[string]any) int {
	*g = append(*g, gate)
	return len(*g)
}

// join adds a gate over others, unless it is over a single one.
func (g *gates) join(op string, of []int) int {
	if len(of) == 1 && of[0] == len(*g) {
		return of[0]
	}
	return g.add(map[string]any{"op": op, "of": append([]int{}, of...)}) // an empty list, not null
}

func (g *gates) not(of int) int { return g.add(map[string]any{"op": "not", "of": []int{of}}) }

func (g *gates) any(kind graph.EdgeKind, slugs []string) int {
	if slugs == nil {
		slugs = []string{}
	}
	return g.add(map[string]any{"op": "any", "list": lists[kind], "of": slugs})
}

// conditions writes what a filter asks, all of which has to hold.
func (g *gates) conditions(f *graph.Filter) []int {
	var out []int
	for _, kind := range graph.TermEdgeKinds() {
		if t, asked := f.Terms[kind]; asked {
			out = append(out, g.terms(kind, t)...)
		}
	}
	if f.Date != nil && (f.Date.From != nil || f.Date.To != nil) {
		from, to := days(f.Date)
		out = append(out, g.add(map[string]any{"op": "days", "from": from, "to": to}))
	}
	for i := range f.And {
		out = append(out, g.conditions(&f.And[i])...)
	}
	if f.Or != nil {
		alternatives := []int{}
		for i := range *f.Or {
			alternatives = append(alternatives, g.join("and", g.conditions(&(*f.Or)[i])))
		}
		out = append(out, g.join("or", alternatives))
	}
	if f.Not != nil {
		out = append(out, g.not(g.join("and", g.conditions(f.Not))))
	}
	return out
}

func (g *gates) terms(kind graph.EdgeKind, t graph.TermFilter) []int {
	var out []int
	if t.Any != nil {
		out = append(out, g.any(kind, *t.Any))
	}
	for _, of := range t.All {
		out = append(out, g.any(kind, of))
	}
	if len(t.None) > 0 {
		out = append(out, g.not(g.any(kind, t.None)))
	}
	if t.Known != nil {
		known := g.add(map[string]any{"op": "known", "list": lists[kind]})
		if !*t.Known {
			known = g.not(known)
		}
		out = append(out, known)
	}
	return out
}

// days gives the ends of a range; an open one is as far away as a known day can be.
func days(r *graph.DateRange) (from, to int64) {
	from, to = int64(graph.UnknownDay)+1, math.MaxInt32
	if r.From != nil {
		from = int64(*r.From)
	}
	if r.To != nil {
		to = int64(*r.To)
	}
	return from, to
}
