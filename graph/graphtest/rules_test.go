package graphtest

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/incidentgraph/incidentgraph/graph"
)

// rules derives the edges of a graph a second time, in another way than graph.Build
// does: assertion by assertion, over the whole corpus at once, as the rules read.
type rules struct {
	voc   *graph.Vocabulary
	cases []*graph.Case             // those that nobody replaces
	heirs map[string]string         // folded provisional key → key of its heir
	own   map[string]*graph.Case    // by folded key
	edges map[string]graph.Evidence // "IL-1 KIND to" → the strongest
	by    map[string]map[string]bool
}

func newRules(cases []*graph.Case, voc *graph.Vocabulary) *rules {
	r := &rules{voc: voc, heirs: map[string]string{}, own: map[string]*graph.Case{},
		edges: map[string]graph.Evidence{}, by: map[string]map[string]bool{}}
	for _, c := range cases {
		for _, replaced := range c.Replaces {
			key := graph.FoldKey(replaced)
			if first, ok := r.heirs[key]; !ok || c.ID < first {
				r.heirs[key] = c.ID
			}
		}
	}
	for _, c := range cases {
		if r.means(c.ID) == graph.FoldKey(c.ID) {
			r.cases = append(r.cases, c)
			r.own[graph.FoldKey(c.ID)] = c
		}
	}
	slices.SortFunc(r.cases, func(a, b *graph.Case) int { return cmp.Compare(a.ID, b.ID) })
	for _, c := range r.cases {
		r.statements(c)
		for _, card := range c.Related {
			r.cardSays(c, card)
		}
	}
	r.stubs()
	return r
}

func (r *rules) means(key string) string {
	if heir, ok := r.heirs[graph.FoldKey(key)]; ok {
		return graph.FoldKey(heir)
	}
	return graph.FoldKey(key)
}

func (r *rules) slugs(kind graph.NodeKind, names ...string) []string {
	set := map[string]bool{}
	for _, name := range names {
		if name != "" {
			set[r.voc.Resolve(kind, name)] = true
		}
	}
	return slices.Sorted(maps.Keys(set))
}

func (r *rules) assert(from string, kind graph.EdgeKind, to string, evidence graph.Evidence, by ...string) {
	edge := fmt.Sprintf("%s %s %s", graph.FoldKey(from), kind, to)
	if strongest, ok := r.edges[edge]; !ok || evidence < strongest {
		r.edges[edge] = evidence
	}
	if r.by[edge] == nil {
		r.by[edge] = map[string]bool{}
	}
	for _, key := range by {
		r.by[edge][key] = true
	}
}

func (r *rules) values(c *graph.Case, kind graph.EdgeKind) []string {
	names := map[graph.EdgeKind][]string{
		graph.At: {c.Organisation}, graph.Involves: c.Components, graph.CausedBy: c.RootCauses,
		graph.TriggeredBy: {c.Trigger.Kind}, graph.Showed: c.Symptoms.Terms, graph.WorsenedBy: c.Factors,
	}
	return r.slugs(kind.To(), names[kind]...)
}

func (r *rules) statements(c *graph.Case) {
	for _, kind := range graph.TermEdgeKinds() {
		for _, slug := range r.values(c, kind) {
			evidence := graph.Stated
			if c.IsInferred(kind.Field()) {
				evidence = graph.Inferred
			}
			r.assert(c.ID, kind, slug, evidence, c.ID)
		}
	}
}

// open reports whether cards may add to a field of an incident.
func (r *rules) open(key string, field graph.Field) bool {
	c := r.own[key]
	return c == nil || c.State(field) != graph.Known && c.State(field) != graph.None
}

// cause gives the one cause that an incident's own case states, all of them known.
func (r *rules) cause(key string) (string, bool) {
	c := r.own[key]
	if c == nil || c.State(graph.FieldRootCauses) != graph.Known || c.IsInferred(graph.FieldRootCauses) {
		return "", false
	}
	causes := r.values(c, graph.CausedBy)
	return causes[0], len(causes) == 1
}

func (r *rules) cardSays(c *graph.Case, card graph.Card) {
	mine := graph.FoldKey(c.ID)
	components := r.slugs(graph.KindComponent, card.SharedComponents...)
	ends := []string{mine}
	if card.ID != "" {
		other := r.means(card.ID)
		if other == mine {
			return
		}
		ends = append(ends, other)
		r.assert(c.ID, graph.Cites, other, graph.Stated, c.ID)
	}
	for _, end := range ends {
		for _, slug := range components {
			if r.open(end, graph.FieldComponents) {
				r.assert(end, graph.Involves, slug, graph.Derived, c.ID)
			}
		}
	}
	if len(ends) == 1 {
		return
	}
	for i, end := range ends {
		other := ends[1-i]
		if len(components) > 0 && r.agree(end, other, graph.Involves) {
			r.assert(end, graph.SharesComponent, other, graph.Stated, c.ID)
		}
		if !card.SameCause {
			continue
		}
		if cause, one := r.cause(other); one && r.open(end, graph.FieldRootCauses) {
			r.assert(end, graph.CausedBy, cause, graph.Derived, c.ID, r.own[other].ID)
		}
		if r.agree(end, other, graph.CausedBy) {
			r.assert(end, graph.SameCause, other, graph.Stated, c.ID)
		}
	}
}

// agree reports whether what two cases say of themselves lets a card pair them.
func (r *rules) agree(a, b string, kind graph.EdgeKind) bool {
	one, two := r.own[a], r.own[b]
	if one == nil || two == nil || one.State(kind.Field()) != graph.Known || two.State(kind.Field()) != graph.Known {
		return true
	}
	return slices.ContainsFunc(r.values(one, kind), func(slug string) bool { return slices.Contains(r.values(two, kind), slug) })
}

// stubs gives each stub the company that the first citing case names, by all cases that
// name it.
func (r *rules) stubs() {
	companies := map[string][][2]string{} // stub → citing case and company, in order of case
	for _, c := range r.cases {
		named := map[string]bool{}
		for _, card := range c.Related {
			stub := r.means(card.ID)
			if card.ID == "" || card.Organisation == "" || r.own[stub] != nil || named[stub] {
				continue
			}
			named[stub] = true
			companies[stub] = append(companies[stub], [2]string{c.ID, r.voc.Resolve(graph.KindCompany, card.Organisation)})
		}
	}
	for stub, list := range companies {
		for _, said := range list {
			if said[1] == list[0][1] {
				r.assert(stub, graph.At, said[1], graph.Stated, said[0])
			}
		}
	}
}

func (r *rules) lines() []string {
	var lines []string
	for edge, evidence := range r.edges {
		lines = append(lines, fmt.Sprintf("%s %s %s", edge, evidence, strings.Join(slices.Sorted(maps.Keys(r.by[edge])), ",")))
	}
	slices.Sort(lines)
	return lines
}

func linesOf(g *graph.Graph) []string {
	var lines []string
	for key, i := range g.Incidents {
		for _, e := range i.Edges {
			lines = append(lines, fmt.Sprintf("%s %s %s %s %s", key, e.Kind, e.To, e.Evidence, strings.Join(e.AssertedBy, ",")))
		}
		for _, p := range i.Pairs {
			lines = append(lines, fmt.Sprintf("%s %s %s %s %s", key, p.Kind, p.Other, graph.Stated, strings.Join(p.AssertedBy, ",")))
		}
	}
	slices.Sort(lines)
	return lines
}

// relation is what two incidents have to do with each other, as the rules read.
func relation(kind graph.EdgeKind, a, b *graph.Incident) string {
	both := func(kind graph.EdgeKind) []string {
		var list []string
		for _, slug := range a.Terms(kind) {
			if slices.Contains(b.Terms(kind), slug) {
				list = append(list, slug)
			}
		}
		return list
	}
	hubs, asserters, evidence := both(graph.PairTerms(kind)), map[string]bool{}, graph.Inferred
	byCard := false
	for _, p := range a.Pairs {
		if p.Kind == kind && p.Other == graph.FoldKey(b.Key) {
			byCard = true
			for _, key := range p.AssertedBy {
				asserters[key] = true
			}
		}
	}
	bothState, free := byCard, false
	for _, slug := range hubs {
		weakest := graph.Stated
		for _, e := range slices.Concat(a.EdgesOf(graph.PairTerms(kind)), b.EdgesOf(graph.PairTerms(kind))) {
			if e.To == slug {
				weakest = max(weakest, e.Evidence)
				for _, key := range e.AssertedBy {
					asserters[key] = true
				}
			}
		}
		bothState = bothState || weakest == graph.Stated
		free = free || weakest != graph.Inferred
	}
	switch {
	case len(hubs) == 0 && !byCard:
		return "none"
	case bothState:
		evidence = graph.Stated
	case free:
		evidence = graph.Derived
	}
	return plain(graph.Relation{SharedComponents: both(graph.Involves), SharedCauses: both(graph.CausedBy), Count: len(hubs),
		Evidence: evidence, AssertedBy: slices.Sorted(maps.Keys(asserters))})
}

// TestRules holds graph.Build and graph.Relate against the rules on random corpora.
func TestRules(t *testing.T) {
	for seed := range uint64(150) {
		w := newWorld(seed)
		m := NewModel()
		for range 6 {
			a, err := m.at(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if _, err := m.Apply(t.Context(), w.batch(a.graph.Vocabulary)); err != nil && graph.CodeOf(err) == graph.CodeInternal {
				t.Fatal(err)
			}
		}
		a, err := m.at(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		g := a.graph
		got, want := strings.Join(linesOf(g), "\n"), strings.Join(newRules(a.sorted(), g.Vocabulary).lines(), "\n")
		if got != want {
			t.Fatalf("seed %d%s", seed, difference(got, want))
		}
		for _, one := range g.Incidents {
			for _, two := range g.Incidents {
				for _, kind := range []graph.EdgeKind{graph.SameCause, graph.SharesComponent} {
					got := "none"
					if r, ok := graph.Relate(kind, one, two); ok {
						got = plain(r)
					}
					want := relation(kind, one, two)
					if one == two {
						want = "none"
					}
					if got != want {
						t.Fatalf("seed %d: %s %s %s%s", seed, kind, one.Key, two.Key, difference(got, want))
					}
				}
			}
		}
	}
}
