package resolver

import (
	"context"
	"testing"
	"testing/synctest"
)

// Fields that leave off waiting when their request ends are counted twice, so that none
// counts several times over. No round begins then, least of all one that nothing waits for.
func TestNoRoundBeginsAfterTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		r := &rounds{ctx: ctx, running: 1, waiting: map[turn]*round{{depth: 1}: {fields: 1, over: make(chan struct{})}}}
		cancel()
		r.leave(0) // none counts any more
		r.leave(1) // nor now
		synctest.Wait()
		if len(r.waiting) != 1 {
			t.Error("a round began")
		}
		clear(r.waiting)
		r.next() // of a request that ended after it was sure to come
	})
}
