package server

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/vektah/gqlparser/v2/gqlerror"
	"golang.org/x/sync/semaphore"

	"github.com/incidentgraph/incidentgraph/graph"
)

// leastWeight is the cost that a query of less counts as while it runs.
const leastWeight = 1_000

// turns bounds what is answered at one time: how many requests, and what the queries
// that run cost together and have in hand.
type turns struct {
	requests, cost *semaphore.Weighted
	total          int64 // of cost
	wait           time.Duration

	fields    atomic.Int64 // of all queries, being resolved
	maxFields int64
}

// errOverloaded is the cause of the end of a query that there is no room for.
var errOverloaded = graph.Errorf(CodeOverloaded, "too many requests are being answered; try again in a moment")

func newTurns(requests, cost, fields int, wait time.Duration) *turns {
	return &turns{
		requests:  semaphore.NewWeighted(int64(requests)),
		cost:      semaphore.NewWeighted(int64(cost)),
		total:     int64(cost),
		wait:      wait,
		maxFields: int64(fields),
	}
}

// enter waits for the turn of a request, to be given back to requests.
func (t *turns) enter(ctx context.Context) *gqlerror.Error {
	return t.take(ctx, t.requests, 1)
}

// weigh waits until there is room for a query of some cost, and gives what is to be given
// back to cost. A query that costs more than all that may run runs alone.
func (t *turns) weigh(ctx context.Context, cost int) (weight int64, err *gqlerror.Error) {
	weight = min(max(int64(cost), leastWeight), t.total)
	if err := t.take(ctx, t.cost, weight); err != nil {
		return 0, err
	}
	return weight, nil
}

func (t *turns) take(ctx context.Context, of *semaphore.Weighted, n int64) *gqlerror.Error {
	if of.TryAcquire(n) {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, t.wait)
	defer cancel()
	if of.Acquire(ctx, n) == nil {
		return nil
	}
	return errorAt(nil, CodeOverloaded, "%s", errOverloaded.Message)
}

// leave gives back the turn of a request, and the weight of its query.
func (t *turns) leave(weight int64) {
	t.cost.Release(weight)
	t.requests.Release(1)
}
