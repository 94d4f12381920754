package loader

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
	"sync/atomic"

	"github.com/incidentgraph/incidentgraph/graph"
)

// Options say how inputs are read.
type Options struct {
	// Vocabulary is what is known before the load: that of the store. The vocabulary files
	// of the load add to it.
	Vocabulary *graph.Vocabulary
	// Strict makes terms that the vocabulary does not know a reason to reject a record.
	Strict bool
	// Rejects, if set, is written each rejected record, one a line, as it was read and with
	// what is wrong with it, in a form that can be mended and loaded again. Text that cannot
	// be parted into its records is written once for all of them.
	Rejects io.Writer
	// Progress, if set, is told often how far the load is.
	Progress func(Progress)
}

// Progress is how far a load is. Of its two passes, the first reads and checks, the second
// applies.
type Progress struct {
	Read    int     // records read
	Applied int     // records applied
	Share   float64 // of the pass, from 0 to 1; 0 where it cannot be told
}

// Applier is the part of a store that a load needs.
type Applier interface {
	Apply(ctx context.Context, batch graph.Batch) (graph.Applied, error)
}

// Problems is an error made of several.
type Problems []Problem

// Error writes one problem a line.
func (p Problems) Error() string {
	lines := make([]string, len(p))
	for i := range p {
		lines[i] = p[i].Error()
	}
	return strings.Join(lines, "\n")
}

// Load is a set of records that have been read, checked and settled among one another,
// and that wait to be applied. It must be closed.
type Load struct {
	Report Report

	opts    Options
	voc     *graph.Vocabulary
	terms   []graph.Term
	inputs  []Input
	size    int64        // of all inputs; 0 where that of some is not known
	bytes   atomic.Int64 // read of them
	spool   spool
	index   index
	heirs   map[string][]string // by folded provisional key: the records that replace it
	unknown unknownUses
	nearest map[string][]string // suggestions for unknown terms, by kind and folded name
	inTerms uint32              // the last input in which terms stand where cases belong, from 1
	rejects rejects
}

// Read is the first pass: it goes through every input, rejects what cannot be taken,
// drops identical repeats, and rejects records that claim one key and differ. Nothing
// is written anywhere but to a temporary file. A vocabulary that cannot be read is an
// error of type Problems: every record's meaning hangs on it.
func Read(ctx context.Context, found Found, opts Options) (*Load, error) {
	l := &Load{opts: opts, voc: opts.Vocabulary, heirs: map[string][]string{}, nearest: map[string][]string{}, rejects: rejects{to: opts.Rejects}}
	l.index.byKey = map[digest]uint32{}
	for _, p := range found.Ignored {
		l.Report.Remarks.add(p)
	}
	for _, p := range found.Refused {
		l.Report.Read++
		if err := l.reject(nil, chunk{}, p); err != nil {
			return nil, err
		}
	}
	if err := l.readVocabulary(ctx, found.Inputs); err != nil {
		return nil, err
	}
	if err := l.readCases(ctx); err != nil {
		return nil, errors.Join(err, l.Close())
	}
	l.settleUnknown()
	return l, nil
}

// readVocabulary reads the vocabulary files among the inputs and keeps the others.
func (l *Load) readVocabulary(ctx context.Context, inputs []Input) error {
	var r termReader
	for _, in := range inputs {
		if !in.Vocabulary {
			l.inputs = append(l.inputs, in)
		} else if r.input(ctx, in); ctx.Err() != nil || r.full() {
			break
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if len(r.terms) > 0 && len(r.problems.Items) == 0 {
		l.voc, l.terms = r.settle(l.voc)
	}
	if problems := r.told(); len(problems) > 0 {
		return problems
	}
	l.Report.Terms = len(l.terms)
	return nil
}

// readCases runs the pipeline of the first pass: inputs are cut into chunks, workers
// read those, and what comes of them is taken in the order of the input.
func (l *Load) readCases(ctx context.Context) error {
	for _, in := range l.inputs {
		if in.Size == 0 {
			l.size = 0
			break
		}
		l.size += in.Size
	}
	type job struct {
		input uint32
		chunk
	}
	type result struct {
		input   uint32
		records []checked
	}
	jobs := func(yield func(job) bool) {
		for i, in := range l.inputs {
			for c := range l.inputChunks(ctx, in) {
				if ctx.Err() != nil || !yield(job{uint32(i), c}) {
					return
				}
			}
		}
	}
	newWorker := func() func(job) result {
		check := newChecker(l.voc, l.opts.Strict)
		return func(j job) result { return result{j.input, check.chunk(j.chunk)} }
	}
	for r := range inOrder(ctx.Done(), jobs, newWorker) {
		for i := range r.records {
			if err := l.take(r.input, &r.records[i]); err != nil {
				return err
			}
		}
		share := 0.0
		if l.size > 0 {
			share = float64(l.bytes.Load()) / float64(l.size)
		}
		l.progress(0, share)
	}
	return errors.Join(ctx.Err(), l.rejects.flush(), l.spool.flush())
}

func (l *Load) progress(applied int, share float64) {
	if l.opts.Progress != nil {
		l.opts.Progress(Progress{l.Report.Read, applied, min(share, 1)})
	}
}

// inputChunks opens an input and cuts it up.
func (l *Load) inputChunks(ctx context.Context, in Input) iter.Seq[chunk] {
	return func(yield func(chunk) bool) {
		file, format, encoding, err := in.open(ctx, func(n int) { l.bytes.Add(int64(n)) })
		if err != nil {
			yield(chunk{file: in.Name, reason: "cannot be read: " + bare(err)})
			return
		}
		defer file.Close()
		for c := range chunks(in.Name, format, encoding, file) {
			if !yield(c) {
				return
			}
		}
	}
}

// take settles one record against those before it.
func (l *Load) take(input uint32, r *checked) error {
	l.Report.Read++
	for _, p := range r.Remarks {
		l.Report.Remarks.add(p)
	}
	switch {
	case l.opts.Strict && len(r.Unknown) > 0:
		return l.rejectUnknown(r.Record)
	case r.isTerm && l.inTerms == input+1:
		return l.reject(r.line, r.text) // it was said of the first of them
	case r.isTerm:
		l.inTerms = input + 1
	}
	if len(r.Problems) > 0 {
		return l.reject(r.line, r.text, r.Problems...)
	}
	key := keyDigest(r.Case.ID)
	e := entry{content: digestOf(r.line), file: input, line: int32(r.Line), day: r.Case.Date.First()}
	number, held := l.index.holder(key)
	if held {
		first := &l.index.entries[number]
		switch {
		case first.fate == rejected:
			return l.clash(r, first)
		case first.content == e.content:
			l.Report.Repeats++
			return nil
		case !r.provisional:
			return l.clash(r, first)
		}
		// Two spellings of one record: which of them stands must not hang on the order.
		l.Report.Repeats++
		if bytes.Compare(first.content[:], e.content[:]) < 0 {
			return nil
		}
		first.fate = replaced
	} else {
		l.Report.Accepted++
	}
	var err error
	if e.at, err = l.spool.add(r.line); err != nil {
		return err
	}
	record := l.index.hold(key, e)
	for _, x := range r.Case.Replaces {
		l.heirs[graph.FoldKey(x)] = append(l.heirs[graph.FoldKey(x)], r.Case.ID)
	}
	for _, u := range r.Unknown {
		l.unknown.add(record, u)
	}
	return nil
}

// clash rejects a record whose key another one has, and that one with it.
func (l *Load) clash(r *checked, first *entry) error {
	c, err := l.caseAt(first.at)
	if err != nil {
		return err
	}
	there := Place{l.inputs[first.file].Name, int(first.line)}
	reason := func(other Place, otherKey, key string) string {
		if otherKey != key {
			return fmt.Sprintf("the keys %s and %s (at %v) differ in the case of letters only, and one key names one case: neither is loaded", key, otherKey, other)
		}
		return fmt.Sprintf("another record with this key, at %v, says something else: neither is loaded", other)
	}
	if first.fate != rejected {
		first.fate = rejected
		l.Report.Accepted--
		if err := l.rejectCase(c, Problem{there, c.ID, graph.FieldID, reason(r.Place, r.Case.ID, c.ID)}); err != nil {
			return err
		}
	}
	return l.rejectCase(r.Case, Problem{r.Place, r.Case.ID, graph.FieldID, reason(there, c.ID, r.Case.ID)})
}

// rejectCase rejects a case that was read whole.
func (l *Load) rejectCase(c *graph.Case, problem Problem) error {
	return l.reject(rejectedCase(c, []Problem{problem}), chunk{}, problem)
}

// reject counts one rejected record, says what was wrong with it, and writes it to where
// rejects are written: as a line, or, where that is nil, in the text that it stands in.
func (l *Load) reject(line []byte, text chunk, problems ...Problem) error {
	l.Report.Rejected++
	for _, p := range problems {
		l.Report.Problems.add(p)
	}
	switch {
	case l.opts.Rejects == nil:
		return nil
	case line != nil:
		return l.rejects.line(line)
	}
	kept, err := l.rejects.whole(text, problems)
	if !kept {
		l.Report.Unwritten++
	}
	return err
}

// Close lets go of the temporary file.
func (l *Load) Close() error { return l.spool.close() }
