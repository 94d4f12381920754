package graphtest

import (
	"context"
	"slices"
	"testing"

	"github.com/incidentgraph/incidentgraph/graph"
)

// broken is a model that does one thing wrong. Each hook may spoil what a method gives;
// nil leaves it alone.
type broken struct {
	*Model
	apply     func(*Model, context.Context, graph.Batch) (graph.Applied, error)
	nodes     func([]graph.ID, []*graph.Node)
	lookup    func([]graph.Name, []graph.ID)
	neighbors func([]graph.ID, [][]graph.Link)
	ask       func(*graph.FindRequest)
	find      func([]graph.FindRequest, []graph.FindResult)
	askFor    func(*graph.RelatedRequest)
	related   func([]graph.RelatedRequest, []graph.RelatedResult)
	terms     func([]graph.TermsRequest, []graph.TermsResult)
	cases     func([]string, []*graph.Case)
	scan      func(*graph.Case) bool // whether it is given
	stats     func(*graph.Stats)
}

func (b *broken) Apply(ctx context.Context, batch graph.Batch) (graph.Applied, error) {
	if b.apply != nil {
		return b.apply(b.Model, ctx, batch)
	}
	return b.Model.Apply(ctx, batch)
}

// spoilt asks the model and lets a hook spoil the answers.
func spoilt[Q, R any](ctx context.Context, requests []Q, ask func(context.Context, []Q) ([]R, error), hook func([]Q, []R)) ([]R, error) {
	results, err := ask(ctx, requests)
	if err == nil && hook != nil {
		hook(requests, results)
	}
	return results, err
}

func (b *broken) Nodes(ctx context.Context, ids []graph.ID) ([]*graph.Node, error) {
	return spoilt(ctx, ids, b.Model.Nodes, b.nodes)
}

func (b *broken) Lookup(ctx context.Context, names []graph.Name) ([]graph.ID, error) {
	return spoilt(ctx, names, b.Model.Lookup, b.lookup)
}

func (b *broken) Neighbors(ctx context.Context, ids []graph.ID) ([][]graph.Link, error) {
	return spoilt(ctx, ids, b.Model.Neighbors, b.neighbors)
}

func (b *broken) Find(ctx context.Context, requests []graph.FindRequest) ([]graph.FindResult, error) {
	requests = slices.Clone(requests)
	for i := range requests {
		if b.ask != nil {
			b.ask(&requests[i])
		}
	}
	return spoilt(ctx, requests, b.Model.Find, b.find)
}

func (b *broken) Related(ctx context.Context, requests []graph.RelatedRequest) ([]graph.RelatedResult, error) {
	requests = slices.Clone(requests)
	for i := range requests {
		if b.askFor != nil {
			b.askFor(&requests[i])
		}
	}
	return spoilt(ctx, requests, b.Model.Related, b.related)
}

func (b *broken) Terms(ctx context.Context, requests []graph.TermsRequest) ([]graph.TermsResult, error) {
	return spoilt(ctx, requests, b.Model.Terms, b.terms)
}

func (b *broken) Cases(ctx context.Context, keys []string) ([]*graph.Case, error) {
	return spoilt(ctx, keys, b.Model.Cases, b.cases)
}

func (b *broken) Scan(ctx context.Context, each func(*graph.Case) error) error {
	return b.Model.Scan(ctx, func(c *graph.Case) error {
		if b.scan != nil && !b.scan(c) {
			return nil
		}
		return each(c)
	})
}

func (b *broken) Stats(ctx context.Context) (graph.Stats, error) {
	s, err := b.Model.Stats(ctx)
	if err == nil && b.stats != nil {
		b.stats(&s)
	}
	return s, err
}

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

// nodded lets every request pass.
type nodded struct{ *Model }

func (n nodded) Related(ctx context.Context, q []graph.RelatedRequest) ([]graph.RelatedResult, error) {
	return each(ctx, n.answering, q, (*answers).relatedPage)
}

// TestBroken tries the suite on stores with one fault each: it has to notice every one.
func TestBroken(t *testing.T) {
	stores := map[string]func() graph.Store{
		"the time is never up":              func() graph.Store { return deaf{NewModel()} },
		"one result too many":               func() graph.Store { return stuffed{NewModel()} },
		"a request without meaning goes on": func() graph.Store { return nodded{NewModel()} },
	}
	for name, fault := range faults() {
		stores[name] = func() graph.Store {
			b := fault()
			b.Model = NewModel()
			return b
		}
	}
	for name, open := range stores {
		t.Run(name, func(t *testing.T) {
			for _, c := range checks(randomness{steps: 24, seed: 1}) {
				if err := c.run(t.Context(), func() (graph.Store, error) { return open(), nil }); err != nil {
					t.Logf("%s: %.300s", c.name, err)
					return
				}
			}
			t.Error("the suite did not notice")
		})
	}
}
