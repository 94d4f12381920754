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
}

func newAnswers(cases map[string]*graph.Case, voc *graph.Vocabulary, version int64) *answers {
	return &answers{graph.Build(slices.Collect(maps.Values(cases)), voc), cases, version}
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

// find lists everything that a request asks for, whatever its page.
func (a *answers) find(q graph.FindRequest) []found {
	var all []found
	for _, i := range a.graph.Incidents {
		if q.Term != nil && !slices.Contains(i.Terms(graph.EdgeTo(q.Term.Kind)), q.Term.Slug) {
			continue
		}
		if q.Filter.Matches(i) {
			all = append(all, found{i.Key, graph.Position{Day: i.Date.First(), Name: i.Key}})
		}
	}
	slices.SortFunc(all, func(x, y found) int { return newest(x.position, y.position) })
	return all
}

type found struct {
	key      string
	position graph.Position
}

// newest puts the newest first, unknown dates last, then in order of key.
func newest(x, y graph.Position) int {
	return cmp.Or(cmp.Compare(y.Day, x.Day), cmp.Compare(x.Name, y.Name))
}

// related lists everything that a request asks for, whatever its page.
func (a *answers) related(q graph.RelatedRequest) []graph.RelatedRow {
	me := a.incident(q.Key)
	if me == nil {
		return nil
	}
	var all []graph.RelatedRow
	for _, other := range a.graph.Incidents {
		relation, ok := graph.Relate(q.Kind, me, other)
		if !ok || q.Component != "" && !slices.Contains(relation.SharedComponents, q.Component) || !q.Filter.Matches(other) {
			continue
		}
		all = append(all, graph.RelatedRow{Key: other.Key, Relation: relation, Position: graph.Position{
			Shared: relation.Count, Day: other.Date.First(), Name: other.Key,
		}})
	}
	slices.SortFunc(all, func(x, y graph.RelatedRow) int {
		return cmp.Or(cmp.Compare(y.Position.Shared, x.Position.Shared), newest(x.Position, y.Position))
	})
	return all
}

func (a *answers) unnamed(q graph.RelatedRequest) int {
	if me := a.incident(q.Key); me != nil {
		return me.UnnamedCount(q.Kind, q.Component)
	}
	return 0
}

// terms lists everything that a request asks for, whatever its page. The place of a
// term in a ranked list is its likeness to the query.
func (a *answers) terms(q graph.TermsRequest) []listed {
	var all []listed
	var named []graph.NamedTerm
	for ref, t := range a.graph.Terms {
		if q.Kind == nil || *q.Kind == ref.Kind {
			all = append(all, listed{ref, graph.Position{Kind: ref.Kind, Name: ref.Slug}})
			named = append(named, graph.NamedTerm{Ref: ref, Names: append([]string{t.Slug, t.Name.EN, t.Name.KO}, t.Aliases...)})
		}
	}
	if q.Query != "" {
		all = all[:0]
		for _, t := range graph.RankTerms(q.Query, named) {
			all = append(all, listed{t.TermRef, graph.Position{Shared: t.Likeness, Kind: t.Kind, Name: t.Slug}})
		}
		return all
	}
	slices.SortFunc(all, func(x, y listed) int {
		return cmp.Or(cmp.Compare(x.ref.Kind, y.ref.Kind), cmp.Compare(x.ref.Slug, y.ref.Slug))
	})
	return all
}

type listed struct {
	ref      graph.TermRef
	position graph.Position
}

// page cuts a page out of a whole list.
func page[R any](all []R, p graph.Page, order graph.Order, at func(R) graph.Position) ([]R, graph.PageInfo) {
	from, to := 0, len(all)
	for p.After != nil && from < len(all) && order.Compare(at(all[from]), *p.After) <= 0 {
		from++
	}
	for p.Before != nil && to > from && order.Compare(at(all[to-1]), *p.Before) >= 0 {
		to--
	}
	for to-from > p.Size {
		if p.FromEnd {
			from++
		} else {
			to--
		}
	}
	return all[from:to], graph.PageInfo{HasPrevious: from > 0, HasNext: to < len(all)}
}

func (a *answers) findPage(q graph.FindRequest) graph.FindResult {
	all := a.find(q)
	rows, info := page(all, q.Page, graph.Newest, func(f found) graph.Position { return f.position })
	result := graph.FindResult{Info: info, Total: len(all)}
	for _, row := range rows {
		result.Keys = append(result.Keys, row.key)
		result.Positions = append(result.Positions, row.position)
	}
	return result
}

func (a *answers) relatedPage(q graph.RelatedRequest) graph.RelatedResult {
	all := a.related(q)
	rows, info := page(all, q.Page, graph.MostShared, func(r graph.RelatedRow) graph.Position { return r.Position })
	return graph.RelatedResult{Rows: rows, Info: info, Total: len(all), Unnamed: a.unnamed(q)}
}

func (a *answers) termsPage(q graph.TermsRequest) graph.TermsResult {
	all, order := a.terms(q), graph.ByTerm
	if q.Query != "" {
		order = graph.Ranked
	}
	rows, info := page(all, q.Page, order, func(l listed) graph.Position { return l.position })
	result := graph.TermsResult{Info: info, Total: len(all)}
	for _, row := range rows {
		result.Terms = append(result.Terms, row.ref)
		result.Positions = append(result.Positions, row.position)
	}
	return result
}

// sorted gives every case in order of key.
func (a *answers) sorted() []*graph.Case {
	return slices.SortedFunc(maps.Values(a.cases), func(x, y *graph.Case) int { return cmp.Compare(x.ID, y.ID) })
}

func (a *answers) stats() graph.Stats {
	s := graph.Stats{
		Version: a.version, Incidents: len(a.graph.Incidents),
		Terms: map[graph.NodeKind]int{}, Edges: map[graph.EdgeEvidence]int{},
	}
	for _, i := range a.graph.Incidents {
		if i.Stub {
			s.Stubs++
		}
		if i.Provisional {
			s.Provisional++
		}
		for _, e := range i.Edges {
			s.Edges[graph.EdgeEvidence{Kind: e.Kind, Evidence: e.Evidence}]++
		}
	}
	for ref := range a.graph.Terms {
		s.Terms[ref.Kind]++
	}
	return s
}
