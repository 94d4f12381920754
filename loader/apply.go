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

// Apply is the second pass: it hands every batch to a store, oldest cases first, and counts
// in the report what became of it. The order makes no difference to the graph; a store that
// keeps incidents in the order of their dates writes at one end of it then, instead of
// everywhere. An error, and the end of ctx, end it at the border of a
// batch, which is not broken off; what was applied before stays, and reading and applying
// everything again does no harm. A batch that is too large for the store is halved, and so
// are those behind it.
func (l *Load) Apply(ctx context.Context, store Applier) error {
	applied, all, size := 0, l.Report.Accepted, graph.MaxBatch
	for batch, err := range l.batches(l.oldestFirst()) {
		if err != nil {
			return err
		}
		for len(batch.Cases)+len(batch.Terms) > 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
			part := graph.Batch{Cases: batch.Cases[:min(size, len(batch.Cases))], Terms: batch.Terms}
			done, err := store.Apply(context.WithoutCancel(ctx), part)
			if errors.Is(err, graph.ErrTooLarge) && len(part.Cases) > 1 {
				size = len(part.Cases) / 2
				continue
			}
			if err != nil {
				return fmt.Errorf("after %d of %d records: %w", applied, all, err)
			}
			if err := l.count(done); err != nil {
				return err
			}
			batch = graph.Batch{Cases: batch.Cases[len(part.Cases):]}
			applied += len(part.Cases)
			l.progress(applied, float64(applied)/float64(max(all, 1)))
		}
	}
	return nil
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
		for part := range slices.Chunk(numbers, graph.MaxBatch) {
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
