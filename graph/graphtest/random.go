package graphtest

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/incidentgraph/incidentgraph/graph"
)

// randomness says how many batches are applied at random, and which.
type randomness struct {
	steps int
	seed  uint64
}

// A sequence is so long that what one batch leaves can trip a later one, and so short
// that a failure can be read.
const sequenceLength = 8

func randomnessOf(t testing.TB) (randomness, error) {
	r := randomness{steps: 24, seed: 1}
	err := numbersFromEnv(map[string]func(uint64){
		"INCIDENTGRAPH_TEST_STEPS": func(n uint64) { r.steps = int(n) },
		"INCIDENTGRAPH_TEST_SEED":  func(n uint64) { r.seed = n },
	})
	t.Logf("random sequences: %d batches from seed %d", r.steps, r.seed)
	return r, err
}

// numbersFromEnv hands over those of some environment variables that are set.
func numbersFromEnv(set map[string]func(uint64)) error {
	for _, name := range slices.Sorted(maps.Keys(set)) {
		text := os.Getenv(name)
		if text == "" {
			continue
		}
		n, err := strconv.ParseUint(text, 10, 31)
		if err != nil {
			return fmt.Errorf("%s is %q: it has to be a whole number below 2^31", name, text)
		}
		set[name](n)
	}
	return nil
}

// check applies sequences of batches to a store and to a model beside it.
func (r randomness) check(ctx context.Context, open opener) error {
	for at := 0; at < r.steps; at += sequenceLength {
		seed := r.seed + uint64(at/sequenceLength)
		s, err := open()
		if err != nil {
			return err
		}
		if err := randomSequence(ctx, s, seed, min(sequenceLength, r.steps-at)); err != nil {
			return fmt.Errorf("INCIDENTGRAPH_TEST_SEED=%d INCIDENTGRAPH_TEST_STEPS=%d: %w", seed, sequenceLength, err)
		}
	}
	return nil
}

func randomSequence(ctx context.Context, s graph.Store, seed uint64, steps int) error {
	w := newWorld(seed)
	asks := rand.New(rand.NewPCG(seed, 2))
	beside := newPair(s)
	for step := range steps {
		if err := beside.applyRandom(ctx, w); err != nil {
			return fmt.Errorf("batch %d: %w", step+1, err)
		}
		a, err := beside.model.at(ctx)
		if err != nil {
			return err
		}
		q := everything(a)
		if step%4 == 3 || step == steps-1 { // an engine may have to plan each new shape of question
			newAsker(asks, a).add(&q, 8)
		}
		if err := compare(ctx, s, a, q); err != nil {
			return fmt.Errorf("after batch %d: %w", step+1, err)
		}
	}
	return beside.clear(ctx)
}

// pair is a store and a model that goes the same way.
type pair struct {
	store graph.Store
	model *Model
}

func newPair(s graph.Store) *pair { return &pair{s, NewModel()} }

// apply applies a batch to both and compares what they say of it.
func (p *pair) apply(ctx context.Context, b graph.Batch) error {
	want, wantErr := p.model.Apply(ctx, b)
	got, gotErr := p.store.Apply(ctx, b)
	if wantErr != nil || gotErr != nil {
		if wantErr == nil || gotErr == nil || graph.CodeOf(wantErr) != graph.CodeOf(gotErr) {
			return fmt.Errorf("Apply: error %s, want %s", errText(gotErr), errText(wantErr))
		}
		return nil
	}
	a, err := p.model.at(ctx)
	if err != nil {
		return err
	}
	return compareApplied(got, want, a.graph)
}

// applyRandom makes up a batch and applies it to both.
func (p *pair) applyRandom(ctx context.Context, w *world) error {
	a, err := p.model.at(ctx)
	if err != nil {
		return err
	}
	return p.apply(ctx, w.batch(a.graph.Vocabulary))
}

// clear deletes every case and checks that nothing but the vocabulary is left.
func (p *pair) clear(ctx context.Context) error {
	a, err := p.model.at(ctx)
	if err != nil {
		return err
	}
	var b graph.Batch
	for _, c := range a.sorted() {
		b.Delete = append(b.Delete, c.ID)
	}
	if err := p.apply(ctx, b); err != nil {
		return fmt.Errorf("deleting everything: %w", err)
	}
	got, err := Dump(ctx, p.store)
	if err != nil {
		return err
	}
	if want := DumpGraph(graph.Build(nil, a.graph.Vocabulary)); got != want {
		return fmt.Errorf("everything was deleted%s", difference(got, want))
	}
	return nil
}
