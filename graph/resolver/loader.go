package resolver

import (
	"context"
	"fmt"
	"runtime/debug"

	"github.com/incidentgraph/incidentgraph/graph"
)

// loader gathers the reads of one kind of one request. What several fields of a level ask
// is read once. Levels read for themselves, so that which calls a query costs does not
// depend on what an earlier level happened to read.
//
// Stages order the kinds within a level. A resolver has to call loaders of rising stages,
// and each once; then all fields of a level come to a stage together.
type loader[Q any, K comparable, A any] struct {
	rounds  *rounds
	stage   int
	key     func(Q) K
	read    func(context.Context, []Q) ([]A, error) // aligned with its questions
	batches map[int]*batch[Q, K, A]                 // by depth; guarded by the lock of rounds
}

// batch is what is asked at one level.
type batch[Q any, K comparable, A any] struct {
	questions []Q
	places    map[K]int // of each in questions
	answers   []answer[A]
}

type answer[A any] struct {
	value A
	err   error
}

func newLoader[Q any, K comparable, A any](r *rounds, stage int, key func(Q) K, read func(context.Context, []Q) ([]A, error)) *loader[Q, K, A] {
	return &loader[Q, K, A]{rounds: r, stage: stage, key: key, read: read, batches: map[int]*batch[Q, K, A]{}}
}

// load gives the answers to some questions, in their order. It has to be called by a
// field that is being resolved. Of several errors it gives that of the first question.
func (l *loader[Q, K, A]) load(ctx context.Context, questions ...Q) ([]A, error) {
	answers, err := l.each(ctx, questions...)
	values := make([]A, len(answers))
	for i, a := range answers {
		if a.err != nil {
			return nil, a.err
		}
		values[i] = a.value
	}
	return values, err
}

// each is load that gives every answer its own error.
func (l *loader[Q, K, A]) each(ctx context.Context, questions ...Q) ([]answer[A], error) {
	if len(questions) == 0 {
		return []answer[A]{}, nil
	}
	depth, err := depthOf(ctx)
	if err != nil {
		return nil, err
	}
	l.rounds.mu.Lock()
	var read func(context.Context)
	b := l.batches[depth]
	if b == nil {
		b = &batch[Q, K, A]{places: map[K]int{}}
		l.batches[depth] = b
		read = func(ctx context.Context) { l.answer(ctx, depth) }
	}
	places := make([]int, len(questions))
	for i, q := range questions {
		places[i] = b.add(l.key(q), q)
	}
	if err := l.rounds.wait(ctx, turn{depth, l.stage}, read); err != nil {
		return nil, err
	}
	answers := make([]answer[A], len(places))
	for i, at := range places {
		answers[i] = b.answers[at]
	}
	return answers, nil
}

// one is load of one question.
func (l *loader[Q, K, A]) one(ctx context.Context, q Q) (A, error) {
	answers, err := l.load(ctx, q)
	if err != nil {
		var none A
		return none, err
	}
	return answers[0], nil
}

func (b *batch[Q, K, A]) add(key K, q Q) (place int) {
	place, asked := b.places[key]
	if !asked {
		place = len(b.questions)
		b.places[key] = place
		b.questions = append(b.questions, q)
	}
	return place
}

// answer reads what is asked at a depth. The fields that ask it wait meanwhile.
func (l *loader[Q, K, A]) answer(ctx context.Context, depth int) {
	l.rounds.mu.Lock()
	b := l.batches[depth]
	delete(l.batches, depth)
	l.rounds.mu.Unlock()
	b.answers = l.answersTo(ctx, b.questions)
}

// answersTo reads in one call. Where a stored record is corrupt, halves are read by
// themselves, so that it costs those alone who asked for it.
func (l *loader[Q, K, A]) answersTo(ctx context.Context, questions []Q) []answer[A] {
	values, err := l.guarded(ctx, questions)
	if half := len(questions) / 2; half > 0 && err != nil && graph.CodeOf(err) == graph.CodeCorrupt {
		return append(l.answersTo(ctx, questions[:half]), l.answersTo(ctx, questions[half:])...)
	}
	answers := make([]answer[A], len(questions))
	for i := range answers {
		if err == nil {
			answers[i].value = values[i]
		}
		answers[i].err = err
	}
	return answers
}

// guarded is read, with a panic as an error: it would end the process otherwise, since
// no field stands above a round.
func (l *loader[Q, K, A]) guarded(ctx context.Context, questions []Q) (values []A, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("panic in a read: %v\n%s", v, debug.Stack())
		}
	}()
	values, err = l.read(ctx, questions)
	if err == nil && len(values) != len(questions) {
		err = fmt.Errorf("the store gave %d answers to %d questions", len(values), len(questions))
	}
	return values, err
}
