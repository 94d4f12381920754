package graphtest

import (
	"context"

	"github.com/incidentgraph/incidentgraph/graph"
)

// answering gives the answers of one moment. It has every method of graph.Store that
// reads; each is as graph.Store has it.
type answering func() (*answers, error)

// at gives the answers, unless the time is up.
func (read answering) at(ctx context.Context) (*answers, error) {
	if err := ctx.Err(); err != nil {
		return nil, &graph.Error{Code: graph.CodeTimeout, Message: "the time was up before the question was answered", Err: err}
	}
	return read()
}

// each answers one request after the other.
func each[Q, R any](ctx context.Context, read answering, requests []Q, answer func(*answers, Q) R) ([]R, error) {
	a, err := read.at(ctx)
	if err != nil {
		return nil, err
	}
	results := make([]R, len(requests))
	for i, q := range requests {
		results[i] = answer(a, q)
	}
	return results, nil
}

func (read answering) Nodes(ctx context.Context, ids []graph.ID) ([]*graph.Node, error) {
	return each(ctx, read, ids, (*answers).node)
}

func (read answering) Lookup(ctx context.Context, names []graph.Name) ([]graph.ID, error) {
	return each(ctx, read, names, (*answers).lookup)
}

func (read answering) Vocabulary(ctx context.Context) (*graph.Vocabulary, error) {
	a, err := read.at(ctx)
	if err != nil {
		return nil, err
	}
	return a.graph.Vocabulary, nil
}

func (read answering) Terms(ctx context.Context, requests []graph.TermsRequest) ([]graph.TermsResult, error) {
	return each(ctx, read, requests, (*answers).termsPage)
}

func (read answering) Neighbors(ctx context.Context, ids []graph.ID) ([][]graph.Link, error) {
	return each(ctx, read, ids, (*answers).neighbors)
}

func (read answering) Find(ctx context.Context, requests []graph.FindRequest) ([]graph.FindResult, error) {
	for _, q := range requests {
		if q.Term != nil && !q.Term.Kind.IsTerm() {
			return nil, graph.Errorf(graph.CodeInvalid, "%s is no term", q.Term.Slug)
		}
		for _, key := range keysOf(q.Order) {
			if key.By == graph.ByShared || key.By == graph.ByTier && q.Text == nil {
				return nil, graph.Errorf(graph.CodeInvalid, "incidents cannot be ordered so: %+v", key)
			}
		}
	}
	return each(ctx, read, requests, (*answers).findPage)
}

func (read answering) Related(ctx context.Context, requests []graph.RelatedRequest) ([]graph.RelatedResult, error) {
	for _, q := range requests {
		if !q.Kind.IsPair() || q.Component != "" && q.Kind != graph.SharesComponent {
			return nil, graph.Errorf(graph.CodeInvalid, "%s cannot be asked for so", q.Kind)
		}
		for _, key := range keysOf(q.Order) {
			if key.By == graph.ByTier {
				return nil, graph.Errorf(graph.CodeInvalid, "related incidents cannot be ordered by tier")
			}
		}
	}
	return each(ctx, read, requests, (*answers).relatedPage)
}

func (read answering) Similar(ctx context.Context, requests []graph.SimilarRequest) ([][]graph.SimilarRow, error) {
	return each(ctx, read, requests, (*answers).similar)
}

func (read answering) Cases(ctx context.Context, keys []string) ([]*graph.Case, error) {
	return each(ctx, read, keys, func(a *answers, key string) *graph.Case { return a.cases[a.standsFor(key)] })
}

func (read answering) Scan(ctx context.Context, each func(*graph.Case) error) error {
	a, err := read.at(ctx)
	if err != nil {
		return err
	}
	for _, c := range a.sorted() {
		if err := each(c); err != nil {
			return err
		}
	}
	return nil
}

func (read answering) Stats(ctx context.Context) (graph.Stats, error) {
	a, err := read.at(ctx)
	if err != nil {
		return graph.Stats{}, err
	}
	return a.stats(), nil
}

func (read answering) Version(ctx context.Context) (int64, error) {
	a, err := read.at(ctx)
	if err != nil {
		return 0, err
	}
	return a.version, nil
}
