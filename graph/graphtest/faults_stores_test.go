package graphtest

import (
	"context"
	"slices"

	"github.com/incidentgraph/incidentgraph/graph"
)

// Stores with faults that lie deeper than what is asked and answered.

// deaf answers whether the time is up or not.
type deaf struct{ *Model }

func (d deaf) Find(ctx context.Context, q []graph.FindRequest) ([]graph.FindResult, error) {
	return d.Model.Find(context.WithoutCancel(ctx), q)
}

// stuffed gives one result too many.
type stuffed struct{ *Model }

func (s stuffed) Lookup(ctx context.Context, names []graph.Name) ([]graph.ID, error) {
	ids, err := s.Model.Lookup(ctx, names)
	return append(ids, ""), err
}

// nodded lets every request for related incidents pass.
type nodded struct{ *Model }

func (n nodded) Related(ctx context.Context, q []graph.RelatedRequest) ([]graph.RelatedResult, error) {
	return each(ctx, n.answering, q, (*answers).relatedPage)
}

// waved lets every request for incidents pass.
type waved struct{ *Model }

func (w waved) Find(ctx context.Context, q []graph.FindRequest) ([]graph.FindResult, error) {
	return each(ctx, w.answering, q, (*answers).findPage)
}

// strayed counts facets with a filter of their own over all incidents.
type strayed struct{ *Model }

func (s strayed) Find(ctx context.Context, q []graph.FindRequest) ([]graph.FindResult, error) {
	results, err := s.Model.Find(ctx, q)
	for i := range results {
		for k, f := range q[i].Facets {
			if f.Filter == nil || q[i].Term == nil {
				continue
			}
			anywhere, err := s.Model.Find(ctx, []graph.FindRequest{{Filter: *f.Filter, Counting: graph.Counting{Facets: []graph.FacetRequest{f}}}})
			if err != nil {
				return nil, err
			}
			results[i].Facets[k] = anywhere[0].Facets[0]
		}
	}
	return results, err
}

// sociable likens the incidents of one company that share nothing else.
type sociable struct{ *Model }

func (s sociable) Similar(ctx context.Context, q []graph.SimilarRequest) ([][]graph.SimilarRow, error) {
	return each(ctx, s.answering, q, func(a *answers, q graph.SimilarRequest) []graph.SimilarRow {
		rows := a.similar(q)
		me := a.incident(q.Key)
		for _, key := range incidentKeys(a) {
			other := a.incident(key)
			known := slices.ContainsFunc(rows, func(r graph.SimilarRow) bool { return r.Key == key })
			if me != nil && other != me && !known && len(rows) < q.Size && me.Company() != "" && me.Company() == other.Company() {
				rows = append(rows, graph.SimilarRow{Key: key, Shared: []graph.TermRef{{Kind: graph.KindCompany, Slug: me.Company()}}})
			}
		}
		return rows
	})
}

// levelled gives every term the same weight.
type levelled struct{ *Model }

func (l levelled) Similar(ctx context.Context, q []graph.SimilarRequest) ([][]graph.SimilarRow, error) {
	return each(ctx, l.answering, q, func(a *answers, q graph.SimilarRequest) []graph.SimilarRow {
		rows := a.similar(q)
		for i := range rows {
			rows[i].Score = 1000 * len(rows[i].Shared) / len(likening(a.incident(q.Key)))
		}
		return rows
	})
}

// misread finds incidents in a graph that it has in another way than it is.
type misread struct {
	*Model
	as func(*answers)
}

func (m misread) Find(ctx context.Context, q []graph.FindRequest) ([]graph.FindResult, error) {
	return each(ctx, func() (*answers, error) {
		a, err := m.read()
		if err == nil {
			m.as(a)
		}
		return a, err
	}, q, (*answers).findPage)
}

// faultyStores gives them by what is wrong with them.
func faultyStores() map[string]func() graph.Store {
	misreading := func(as func(*answers)) func() graph.Store {
		return func() graph.Store { return misread{NewModel(), as} }
	}
	return map[string]func() graph.Store{
		"names of terms are not searched": misreading(func(a *answers) {
			for ref, t := range a.graph.Terms {
				t.Name = graph.Text{}
				a.graph.Terms[ref] = t
			}
		}),
		"only controlled terms are searched": misreading(func(a *answers) {
			for ref, t := range a.graph.Terms {
				if !t.Controlled {
					delete(a.graph.Terms, ref)
				}
			}
		}),
		"summaries are searched with the other texts": misreading(func(a *answers) {
			for _, c := range a.cases {
				c.Summary, c.Detection = graph.Text{}, graph.Text{EN: c.Summary.EN + "\n" + c.Detection.EN, KO: c.Summary.KO + "\n" + c.Detection.KO}
			}
		}),
		"titles are searched in one language": misreading(func(a *answers) {
			for _, i := range a.graph.Incidents {
				i.Title.KO = ""
			}
		}),
		"timelines are not searched": misreading(func(a *answers) {
			for _, c := range a.cases {
				c.Timeline = nil
			}
		}),
		"lessons are not searched": misreading(func(a *answers) {
			for _, c := range a.cases {
				c.Lessons = graph.Text{}
			}
		}),
		"stubs are not found by their titles": misreading(func(a *answers) {
			for _, i := range a.graph.Incidents {
				if i.Stub {
					i.Title = graph.Text{}
				}
			}
		}),
		"of two regions the first counts": misreading(func(a *answers) {
			for _, i := range a.graph.Incidents {
				i.Regions = i.Regions[:min(1, len(i.Regions))]
			}
		}),
		"the time is never up":                           func() graph.Store { return deaf{NewModel()} },
		"one result too many":                            func() graph.Store { return stuffed{NewModel()} },
		"a request without meaning goes on":              func() graph.Store { return nodded{NewModel()} },
		"an order without meaning goes on":               func() graph.Store { return waved{NewModel()} },
		"a facet's own filter leaves the term":           func() graph.Store { return strayed{NewModel()} },
		"a company makes alike":                          func() graph.Store { return sociable{NewModel()} },
		"rare terms weigh no more than those in fashion": func() graph.Store { return levelled{NewModel()} },
	}
}
