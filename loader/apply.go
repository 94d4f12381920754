package loader

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"

	"github.com/incidentgraph/incidentgraph/graph"
)

// Apply is the second pass: it hands everything to a store, the terms first, then the cases
// in batches, the oldest first. The order makes no difference to the graph; a store that
// keeps incidents in the order of their dates writes at one end of it then, instead of
// everywhere. An error, and the end of ctx, end it at the border of a batch, which is not
// broken off; what was applied before stays, and reading and applying everything again does
// no harm. A batch that is too large for the store is halved, and so are those behind it
// until some have gone well.
func (l *Load) Apply(ctx context.Context, store Applier) error {
	applied, all, size := 0, l.Report.Accepted, batchSize{now: graph.MaxBatch}
	for batch, err := range l.batches(l.oldestFirst()) {
		if err != nil {
			return err
		}
		for len(batch.Cases)+len(batch.Terms) > 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
			part := graph.Batch{Terms: batch.Terms} // what they change is a batch of its own, and cannot be made smaller
			if len(batch.Terms) == 0 {
				part.Cases = batch.Cases[:min(size.now, len(batch.Cases))]
			}
			done, err := store.Apply(context.WithoutCancel(ctx), part)
			switch {
			case errors.Is(err, graph.ErrTooLarge) && len(part.Cases) > 1:
				size.halve(len(part.Cases))
				continue
			case errors.Is(err, graph.ErrTooLarge) && len(part.Cases) == 1:
				return fmt.Errorf("after %d of %d records, at %v: %w", applied, all, l.placeOf(part.Cases[0]), err)
			case err != nil:
				return fmt.Errorf("after %d of %d records: %w", applied, all, err)
			}
			if err := l.count(done); err != nil {
				return err
			}
			batch = graph.Batch{Cases: batch.Cases[len(part.Cases):]}
			if applied += len(part.Cases); len(part.Cases) > 0 {
				size.wentWell()
				l.progress(applied, float64(applied)/float64(max(all, 1)))
			}
		}
	}
	return nil
}

// batchSize is how many cases are applied at a time.
type batchSize struct{ now, well int }

// growAfter is how many batches have to go well before larger ones are tried again.
const growAfter = 8

func (b *batchSize) halve(tried int) { b.now, b.well = max(tried/2, 1), 0 }

func (b *batchSize) wentWell() {
	if b.well++; b.well == growAfter {
		b.now, b.well = min(2*b.now, graph.MaxBatch), 0
	}
}

// placeOf gives where a record of the load stands, with its key.
func (l *Load) placeOf(c *graph.Case) string {
	number, held := l.index.holder(keyDigest(c.ID))
	if !held {
		return c.ID
	}
	e := l.index.entries[number]
	return fmt.Sprintf("%v: %s", Place{l.inputs[e.file].Name, int(e.line)}, c.ID)
}

func (l *Load) count(done graph.Applied) error {
	r := &l.Report
	r.Version = done.Version
	r.Added += len(done.Added)
	r.Replaced += len(done.Replaced)
	r.Unchanged += len(done.Unchanged)
	r.Older += len(done.Older)
	for _, refused := range done.Rejected {
		if err := l.refuse(refused.Key, refused.Reason); err != nil {
			return err
		}
	}
	for _, w := range done.Warnings {
		r.against(w)
	}
	return nil
}

// refuse rejects a record that was accepted, because of what is stored.
func (l *Load) refuse(key, reason string) error {
	number, held := l.index.holder(keyDigest(key))
	if !held {
		return fmt.Errorf("the store refuses %s, which was not given to it", key)
	}
	e := l.index.entries[number]
	c, err := l.caseAt(e.at)
	if err != nil {
		return err
	}
	l.Report.Accepted--
	return l.rejectCase(c, Problem{Place{l.inputs[e.file].Name, int(e.line)}, key, graph.FieldID, reason})
}

// Batches gives what is to be applied, at most graph.MaxBatch cases at a time, in the
// order of the input. The first batch brings the terms of the vocabulary files.
func (l *Load) Batches() iter.Seq2[graph.Batch, error] { return l.batches(l.kept()) }

// kept gives the records that have not been dropped, in the order of the input.
func (l *Load) kept() []uint32 {
	numbers := make([]uint32, 0, len(l.index.entries))
	for n, e := range l.index.entries {
		if e.fate == kept {
			numbers = append(numbers, uint32(n))
		}
	}
	return numbers
}

// oldestFirst gives them in order of date, those without one first.
func (l *Load) oldestFirst() []uint32 {
	numbers := l.kept()
	slices.SortStableFunc(numbers, func(a, b uint32) int {
		return cmp.Compare(l.index.entries[a].day, l.index.entries[b].day)
	})
	return numbers
}

// batches gives what is to be applied in an order of its records.
func (l *Load) batches(numbers []uint32) iter.Seq2[graph.Batch, error] {
	type outcome struct {
		cases []*graph.Case
		err   error
	}
	newWorker := func() func(lineGroup) outcome {
		r := newSpoolReader()
		return func(g lineGroup) outcome {
			if g.err != nil {
				return outcome{err: g.err}
			}
			cases, err := r.cases(g.lines)
			return outcome{cases, err}
		}
	}
	return func(yield func(graph.Batch, error) bool) {
		terms := l.terms
		for o := range inOrder(nil, l.lineGroups(numbers), newWorker) {
			if !yield(graph.Batch{Cases: o.cases, Terms: terms}, o.err) || o.err != nil {
				return
			}
			terms = nil
		}
		if len(terms) > 0 {
			yield(graph.Batch{Terms: terms}, nil)
		}
	}
}

// lineGroup is the lines of one batch, or what kept them from being read.
type lineGroup struct {
	lines [][]byte
	err   error
}

// lineGroups reads the lines of records back from the spool.
func (l *Load) lineGroups(numbers []uint32) iter.Seq[lineGroup] {
	return func(yield func(lineGroup) bool) {
		for rest := numbers; len(rest) > 0; {
			part := rest[:l.fitting(rest)]
			rest = rest[len(part):]
			group := lineGroup{lines: make([][]byte, len(part))}
			for i, n := range part {
				if group.lines[i], group.err = l.spool.line(l.index.entries[n].at); group.err != nil {
					break
				}
			}
			if !yield(group) || group.err != nil {
				return
			}
		}
	}
}

// maxBatchBytes is how many bytes of records make a batch, however few they are: a store
// takes many times that memory for a batch.
const maxBatchBytes = 32 << 20

// fitting gives how many of some records make a batch, at least one.
func (l *Load) fitting(numbers []uint32) int {
	size := int64(0)
	for i, n := range numbers {
		size += int64(l.index.entries[n].at.size)
		if i == graph.MaxBatch || i > 0 && size > maxBatchBytes {
			return i
		}
	}
	return len(numbers)
}

// caseAt reads one record of the spool.
func (l *Load) caseAt(at span) (*graph.Case, error) {
	if err := l.spool.flush(); err != nil {
		return nil, err
	}
	line, err := l.spool.line(at)
	if err != nil {
		return nil, err
	}
	return graph.DecodeCase(line)
}

// spoolReader reads records back that graph.EncodeCase wrote.
type spoolReader struct {
	json jsonStream
	dec  decoder
}

func newSpoolReader() *spoolReader { return &spoolReader{} }

func (r *spoolReader) cases(lines [][]byte) ([]*graph.Case, error) {
	out := make([]*graph.Case, len(lines))
	for i, line := range lines {
		out[i] = new(graph.Case)
		r.json.reset(line, 1)
		r.dec.reset(&r.json)
		caseShape.read(&r.dec, r.dec.next(), out[i])
		if len(r.dec.problems) > 0 {
			return nil, spoolError(fmt.Errorf("%s: %s", r.dec.problems[0].field, r.dec.problems[0].reason))
		}
	}
	return out, nil
}
