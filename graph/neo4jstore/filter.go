package neo4jstore

import (
	"fmt"
	"math"

	"github.com/incidentgraph/incidentgraph/graph"
)

// A filter travels as data: a list of gates, each of which asks something of an incident
// or joins the answers of gates before it. One fixed piece of Cypher works through them,
// so that however filters differ, the server plans one query. The last gate's answer is
// the filter's. No answer is null: lists and days are on every incident, and what may be
// missing is asked about with care.

// gatesHold gives the Cypher for a filter: gates and incident are expressions. The first
// answer is that of no gate, so that no gates hold for every incident. Where some gate is
// a search, texts are at hand (see lookUpTexts).
func gatesHold(gates, incident string, searches bool) string {
	search := ``
	if searches {
		search = `
    WHEN 'text' THEN ` + tierOf("texts[gate.text]", incident) + ` < ` + fmt.Sprint(notFound)
	}
	return `reduce(answers = [true], gate IN ` + gates + ` | answers + CASE gate.op
    WHEN 'any' THEN any(value IN gate.of WHERE value IN ` + incident + `[gate.list])
    WHEN 'is' THEN coalesce(` + incident + `[gate.property] IN gate.of, false)
    WHEN 'known' THEN size(` + incident + `[gate.list]) > 0
    WHEN 'days' THEN ` + incident + `.firstDay <= gate.to AND ` + incident + `.lastDay >= gate.from
    WHEN 'minutes' THEN coalesce(gate.from <= ` + incident + `[gate.property] <= gate.to, false)
    WHEN 'stub' THEN ` + incident + `.isStub = gate.is` + search + `
    WHEN 'and' THEN all(n IN gate.of WHERE answers[n])
    WHEN 'or' THEN any(n IN gate.of WHERE answers[n])
    ELSE NOT answers[gate.of[0]]
  END)[-1]`
}

// gates is a filter being written. Gates are named by number, from 1.
type gates struct {
	list     []any
	searches bool      // some gate is a search
	texts    *searches // of the call
}

// compile writes a filter; one that asks nothing has no gates.
func compile(f *graph.Filter, t *searches) gates {
	g := gates{list: []any{}, texts: t}
	if conditions := g.conditions(f); len(conditions) > 0 {
		g.join("and", conditions)
	}
	return g
}

func (g *gates) add(gate map[string]any) int {
	g.list = append(g.list, gate)
	return len(g.list)
}

// join adds a gate over others, unless it is over a single one.
func (g *gates) join(op string, of []int) int {
	if len(of) == 1 && of[0] == len(g.list) {
		return of[0]
	}
	return g.add(map[string]any{"op": op, "of": append([]int{}, of...)}) // an empty list, not null
}

func (g *gates) not(of int) int { return g.add(map[string]any{"op": "not", "of": []int{of}}) }

// never adds a gate that is shut.
func (g *gates) never() int { return g.join("or", nil) }

func (g *gates) any(list string, of []string) int {
	return g.add(map[string]any{"op": "any", "list": list, "of": append([]string{}, of...)})
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
	out = append(out, g.others(f)...)
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

// others writes what a filter asks of single values and of the text.
func (g *gates) others(f *graph.Filter) []int {
	var out []int
	for _, field := range []graph.ValueField{graph.Domain, graph.Severity, graph.Region, graph.Tag} {
		switch wanted, asked := f.Values[field]; {
		case asked && isList(field):
			out = append(out, g.any(values[field].folded, wanted))
		case asked:
			out = append(out, g.add(map[string]any{"op": "is", "property": values[field].folded, "of": append([]string{}, wanted...)}))
		}
	}
	for _, t := range []struct {
		property string
		asked    *graph.MinutesRange
	}{{"timeToDetect", f.TimeToDetect}, {"timeToRecover", f.TimeToRecover}} {
		if t.asked != nil && (t.asked.Min != nil || t.asked.Max != nil) {
			from, to := minutesOf(t.asked)
			out = append(out, g.add(map[string]any{"op": "minutes", "property": t.property, "from": from, "to": to}))
		}
	}
	if f.Stub != nil {
		out = append(out, g.add(map[string]any{"op": "stub", "is": *f.Stub}))
	}
	if f.Text != nil {
		if n := g.texts.number(f.Text); n >= 0 {
			g.searches = true
			out = append(out, g.add(map[string]any{"op": "text", "text": n}))
		} else {
			out = append(out, g.never())
		}
	}
	return out
}

func (g *gates) terms(kind graph.EdgeKind, t graph.TermFilter) []int {
	var out []int
	if t.Any != nil {
		out = append(out, g.any(lists[kind], *t.Any))
	}
	for _, of := range t.All {
		out = append(out, g.any(lists[kind], of))
	}
	if len(t.None) > 0 {
		out = append(out, g.not(g.any(lists[kind], t.None)))
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

// minutesOf gives the ends of a range; an open one is as far away as can be.
func minutesOf(r *graph.MinutesRange) (from, to int64) {
	from, to = math.MinInt64, math.MaxInt64
	if r.Min != nil {
		from = int64(*r.Min)
	}
	if r.Max != nil {
		to = int64(*r.Max)
	}
	return from, to
}
