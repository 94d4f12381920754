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
	askAlike  func(*graph.SimilarRequest)
	similar   func([]graph.SimilarRequest, [][]graph.SimilarRow)
	paths     func([]graph.PathRequest, []graph.PathResult)
	subgraph  func([]graph.SubgraphRequest, []graph.SubgraphResult)
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

func (b *broken) Similar(ctx context.Context, requests []graph.SimilarRequest) ([][]graph.SimilarRow, error) {
	requests = slices.Clone(requests)
	for i := range requests {
		if b.askAlike != nil {
			b.askAlike(&requests[i])
		}
	}
	return spoilt(ctx, requests, b.Model.Similar, b.similar)
}

func (b *broken) Paths(ctx context.Context, requests []graph.PathRequest) ([]graph.PathResult, error) {
	return spoilt(ctx, requests, b.Model.Paths, b.paths)
}

func (b *broken) Subgraph(ctx context.Context, requests []graph.SubgraphRequest) ([]graph.SubgraphResult, error) {
	return spoilt(ctx, requests, b.Model.Subgraph, b.subgraph)
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

// TestBroken tries the suite on stores with one fault each: it has to notice every one.
func TestBroken(t *testing.T) {
	stores := faultyStores()
	for _, some := range []map[string]func() *broken{faults(), orderFaults(), filterFaults(), countFaults(), similarFaults(), walkFaults()} {
		for name, fault := range some {
			stores[name] = func() graph.Store {
				b := fault()
				b.Model = NewModel()
				return b
			}
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
