package graphtest

import (
	"cmp"
	"maps"
	"slices"

	"github.com/incidentgraph/incidentgraph/graph"
)

// answers gives the right answer to every question about a set of cases: plainly, by
// looking at everything.
type answers struct {
	graph   *graph.Graph
	cases   map[string]*graph.Case // by folded key
	version int64
	hits    hits
	links   []graph.Link // every link, pairs included; nil until it is asked for
}

func newAnswers(cases map[string]*graph.Case, voc *graph.Vocabulary, version int64) *answers {
	return &answers{graph: graph.Build(slices.Collect(maps.Values(cases)), voc), cases: cases, version: version}
}

// standsFor gives the folded key of the case that speaks for a key: of a provisional
// one, the first of those that replace it.
func (a *answers) standsFor(key string) string {
	folded := graph.FoldKey(key)
	var heirs []string
	for _, c := range a.cases {
		for _, replaced := range c.Replaces {
			if graph.FoldKey(replaced) == folded {
				heirs = append(heirs, c.ID)
			}
		}
	}
	if len(heirs) == 0 {
		return folded
	}
	return graph.FoldKey(slices.Min(heirs))
}

// incident gives an incident by key, nil where there is none.
func (a *answers) incident(key string) *graph.Incident { return a.graph.Incidents[a.standsFor(key)] }

// incidentOf gives an incident by id, nil where there is none.
func (a *answers) incidentOf(id graph.ID) *graph.Incident {
	kind, key, ok := id.Split()
	if !ok || kind != graph.KindIncident {
		return nil
	}
	return a.incident(key)
}

func (a *answers) node(id graph.ID) *graph.Node {
	kind, name, ok := id.Split()
	if !ok {
		return nil
	}
	if kind == graph.KindIncident {
		i := a.incident(name)
		if i == nil {
			return nil
		}
		return &graph.Node{ID: i.ID(), Incident: i}
	}
	ref := graph.TermRef{Kind: kind, Slug: name}
	t, ok := a.graph.Terms[ref]
	if !ok {
		return nil
	}
	t.Aliases = slices.Clone(t.Aliases) // they are the vocabulary's
	info := &graph.TermInfo{TermNode: t}
	for _, other := range a.graph.Vocabulary.Terms() {
		if other.Kind == kind && other.Broader == name {
			info.Narrower = append(info.Narrower, other.Slug)
		}
	}
	for _, i := range a.graph.Incidents {
		if slices.Contains(i.Terms(graph.EdgeTo(kind)), name) {
			info.Incidents++
		}
	}
	return &graph.Node{ID: ref.ID(), Term: info}
}

func (a *answers) lookup(name graph.Name) graph.ID {
	if name.Kind == graph.KindIncident {
		key := graph.Fold(name.Text)
		if kind, rest, ok := graph.ID(key).Split(); ok && kind == graph.KindIncident {
			key = rest
		}
		if i := a.incident(key); i != nil {
			return i.ID()
		}
		return ""
	}
	ref := graph.TermRef{Kind: name.Kind, Slug: a.graph.Vocabulary.Resolve(name.Kind, name.Text)}
	if _, ok := a.graph.Terms[ref]; !ok {
		return ""
	}
	return ref.ID()
}

func (a *answers) neighbors(id graph.ID) []graph.Link {
	me := a.incidentOf(id)
	if me == nil {
		return nil
	}
	var links []graph.Link
	for _, from := range a.graph.Incidents {
		for _, e := range from.Edges {
			link := graph.Link{Kind: e.Kind, From: from.ID(), To: graph.NewID(e.Kind.To(), e.To), Evidence: e.Evidence, AssertedBy: e.AssertedBy}
			if e.Kind == graph.Cites {
				link.To = a.graph.Incidents[e.To].ID()
			}
			if link.From == me.ID() || link.To == me.ID() {
				links = append(links, link)
			}
		}
	}
	slices.SortFunc(links, func(x, y graph.Link) int {
		return cmp.Or(cmp.Compare(x.Kind, y.Kind), cmp.Compare(x.From, y.From), cmp.Compare(x.To, y.To))
	})
	return links
}

// sorted gives every case in order of key.
func (a *answers) sorted() []*graph.Case {
	return slices.SortedFunc(maps.Values(a.cases), func(x, y *graph.Case) int { return cmp.Compare(x.ID, y.ID) })
}
