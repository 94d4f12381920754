package graphtest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/incidentgraph/incidentgraph/graph"
)

// corpora is how many random corpora RunQuestions asks about.
const corpora = 20

// RunQuestions asks a store n random questions, the same number about each of twenty
// random corpora, and holds every answer against the naive model's; then it reads some
// lists of each corpus to their ends. open is as for Run. It logs how many questions it
// asked.
//
// INCIDENTGRAPH_TEST_QUESTIONS overrides n, and INCIDENTGRAPH_TEST_SEED makes other
// corpora and questions; a failure tells the seed that repeats it.
func RunQuestions(t *testing.T, n int, open func(t testing.TB) graph.Store) {
	seed := uint64(1)
	if err := numbersFromEnv(map[string]func(uint64){
		"INCIDENTGRAPH_TEST_QUESTIONS": func(v uint64) { n = int(v) },
		"INCIDENTGRAPH_TEST_SEED":      func(v uint64) { seed = v },
	}); err != nil {
		t.Fatal(err)
	}
	asked, walked := 0, 0
	for c := range corpora {
		share := n*(c+1)/corpora - n*c/corpora
		t.Run(fmt.Sprintf("corpus %d", c+1), func(t *testing.T) {
			play(t, open, func(ctx context.Context, open opener) error {
				s, err := open()
				if err != nil {
					return err
				}
				rows, err := askAbout(ctx, s, seed+uint64(c), share)
				if err != nil {
					return fmt.Errorf("INCIDENTGRAPH_TEST_SEED=%d INCIDENTGRAPH_TEST_QUESTIONS=%d, its first corpus: %w", seed+uint64(c), share*corpora, err)
				}
				asked += share
				walked += rows
				return nil
			})
		})
	}
	t.Logf("%d random questions about %d corpora from seed %d, and %d rows read by pages", asked, corpora, seed, walked)
}

// corpusBatches is how many batches make a random corpus: some dozens of incidents.
const corpusBatches = 14

// askAbout makes up a corpus and asks n questions about it. It gives how many rows of
// lists it read by pages besides.
func askAbout(ctx context.Context, s graph.Store, seed uint64, n int) (int, error) {
	beside, err := randomCorpus(ctx, s, newWideWorld(seed), corpusBatches)
	if err != nil {
		return 0, err
	}
	a, err := beside.model.at(ctx)
	if err != nil {
		return 0, err
	}
	k := newAsker(rand.New(rand.NewPCG(seed, 4)), a)
	const atOnce = 25 // so few that a failure is found soon, so many that calls carry many requests
	for done := 0; done < n; done += atOnce {
		var q questions
		for range min(atOnce, n-done) {
			k.addOne(&q)
		}
		if err := compareRequests(ctx, s, a, q); err != nil {
			return 0, err
		}
	}
	var q questions
	k.addWalks(&q)
	if err := compareWalks(ctx, s, a, q); err != nil {
		return 0, err
	}
	return q.rows(a), compareWhole(ctx, s, a, q)
}

// randomCorpus applies random batches to a store and to a model beside it.
func randomCorpus(ctx context.Context, s graph.Store, w *world, batches int) (*pair, error) {
	beside := newPair(s)
	for step := range batches {
		if err := beside.applyRandom(ctx, w); err != nil {
			return nil, fmt.Errorf("batch %d: %w", step+1, err)
		}
	}
	return beside, nil
}
