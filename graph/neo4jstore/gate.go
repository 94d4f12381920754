package neo4jstore

import (
	"context"
	"errors"
	"time"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"github.com/incidentgraph/incidentgraph/graph"
)

// Neo4j applies a commit to its store record by record, in sight of readers, and a query
// that runs meanwhile sees some of it. The gate lets readers notice. Just before a
// commit the writer opens it, in a transaction of its own; just after, it closes it. A
// read that finds the gate open, or opened since it began, has perhaps seen half a batch
// and asks again; one that keeps being disturbed, or that finds a gate which a dead
// writer left open, takes its place in the writers' line, where nothing can disturb it.
//
// The gate is two numbers: how often it was opened, and the number of the last opening
// that was closed.

const openGate = `MATCH (g:IncidentGraph {id: 'gate'}) SET g.opened = g.opened + 1 RETURN g.opened`

const closeGate = `MATCH (g:IncidentGraph {id: 'gate'}) WHERE g.closed < $opening SET g.closed = $opening`

// settleGate closes the gate whoever left it open; only who holds the writers' lock may
// do so.
const settleGate = `MATCH (g:IncidentGraph {id: 'gate'}) WHERE g.closed < g.opened SET g.closed = g.opened`

// lockGraph takes the writers' lock, which is kept until the transaction ends.
const lockGraph = `
MATCH (m:IncidentGraph {id: 'graph'})
SET m.lock = true
REMOVE m.lock
RETURN m.version, m.vocabulary, m.format`

// watched gives the text of a read: body, which returns rows, between two looks at the
// gate. Its columns are rows, how often the gate was opened, whether rows are of one
// moment, and the version of the vocabulary.
func watched(body string) string {
	return keepPlan + `
MATCH (before:IncidentGraph {id: 'gate'})
WITH before.opened AS opened, before.closed = before.opened AS quiet
CALL () {
` + body + `
}
WITH opened, quiet, rows
MATCH (after:IncidentGraph {id: 'gate'})
MATCH (graph:IncidentGraph {id: 'graph'})
RETURN rows, opened, quiet AND after.opened = opened, graph.vocabulary`
}

const (
	patience   = time.Second           // how long a read tries before it stands in the writers' line
	firstPause = time.Millisecond      // between two tries, doubled each time
	maxPause   = 50 * time.Millisecond // at most
)

// moment asks about the graph as it is at one moment.
type moment struct {
	store   *Store
	tx      neo4j.ManagedTransaction
	opening int64 // how often the gate was opened before; -1: nothing was asked yet
	locked  bool  // the writers' line is held, so that nothing changes
}

// errDisturbed tells that the graph changed while it was asked about.
var errDisturbed = errors.New("the graph has changed meanwhile")

// ask runs a query, one made by watched. Its rows are of the same moment as those of the
// queries before it, or the error is errDisturbed.
func (m *moment) ask(ctx context.Context, text string, parameters map[string]any) ([][]any, error) {
	records, err := run(ctx, m.tx, text, parameters)
	if err != nil {
		return nil, err
	}
	if len(records) != 1 {
		return nil, errNoGraph
	}
	values := records[0].Values
	opening, _ := values[1].(int64)
	settled, _ := values[2].(bool)
	vocabulary, _ := values[3].(int64)
	m.store.vocabulary.seen(vocabulary)
	if !m.locked && (!settled || m.opening >= 0 && m.opening != opening) {
		return nil, errDisturbed
	}
	m.opening = opening
	answers, _ := values[0].([]any)
	rows := make([][]any, len(answers))
	for i, answer := range answers {
		rows[i], _ = answer.([]any)
	}
	return rows, nil
}

// ask runs a read of one query.
func (s *Store) ask(ctx context.Context, text string, parameters map[string]any) (rows [][]any, err error) {
	err = s.atOneMoment(ctx, func(ctx context.Context, m *moment) error {
		rows, err = m.ask(ctx, text, parameters)
		return err
	})
	return rows, err
}

// atOneMoment runs work, which asks some queries, until all their rows are of one moment.
// work must leave no trace of an earlier try.
func (s *Store) atOneMoment(ctx context.Context, work func(context.Context, *moment) error) error {
	ctx, cancel := bounded(ctx, readLimit)
	defer cancel()
	start, pause := time.Now(), firstPause
	for time.Since(start) < patience {
		err := s.read(ctx, func(tx neo4j.ManagedTransaction) error {
			return work(ctx, &moment{store: s, tx: tx, opening: -1})
		})
		if !errors.Is(err, errDisturbed) {
			return translate(ctx, err)
		}
		if err := sleep(ctx, pause); err != nil {
			return translate(ctx, err)
		}
		pause = min(2*pause, maxPause)
	}
	return translate(ctx, s.write(ctx, func(tx neo4j.ManagedTransaction) error {
		if err := s.standInLine(ctx, tx); err != nil {
			return err
		}
		return work(ctx, &moment{store: s, tx: tx, opening: -1, locked: true})
	}))
}

// lock takes the writers' lock and gives the versions of the graph and of its vocabulary.
// It refuses a graph whose format is no more the one that it was opened with.
func lock(ctx context.Context, tx neo4j.ManagedTransaction) (version, vocabulary int64, err error) {
	records, err := run(ctx, tx, lockGraph, nil)
	if version, vocabulary, err = versions(records, err); err != nil {
		return 0, 0, err
	}
	switch found, _ := records[0].Values[2].(int64); {
	case found > format:
		return 0, 0, graph.Errorf(graph.CodeInvalid, "the graph was brought up to a later format by a newer program meanwhile: use a newer program")
	case found < format:
		return 0, 0, graph.Errorf(graph.CodeInvalid, "the graph is of an earlier format than it was: start again, which brings it up to date")
	}
	return version, vocabulary, nil
}

// standInLine takes the writers' lock, under which no commit is under way, and closes the
// gate if it is open all the same. A store that is only read leaves it as it is.
func (s *Store) standInLine(ctx context.Context, tx neo4j.ManagedTransaction) error {
	_, _, err := lock(ctx, tx)
	if err == nil && !s.config.ReadOnly {
		_, err = run(ctx, tx, settleGate, nil)
	}
	return err
}

// openGate opens the gate for a commit and gives the number of the opening.
func (s *Store) openGate(ctx context.Context) (int64, error) {
	var opening int64
	err := s.write(ctx, func(tx neo4j.ManagedTransaction) error {
		records, err := run(ctx, tx, openGate, nil)
		if err == nil && len(records) != 1 {
			err = errNoGraph
		}
		if err == nil {
			opening, _ = records[0].Values[0].(int64)
		}
		return err
	})
	return opening, err
}

// closeGate closes the gate after a commit, or after one that failed. The server may still
// be at one that failed, as far as is known here; it holds the writers' lock for so long.
// That the caller has gone is no reason to leave the gate open; if it stays open all the
// same, readers settle it.
func (s *Store) closeGate(ctx context.Context, opening int64, committed bool) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.config.Wait)
	defer cancel()
	err := s.write(ctx, func(tx neo4j.ManagedTransaction) error {
		if !committed {
			return s.standInLine(ctx, tx)
		}
		_, err := run(ctx, tx, closeGate, map[string]any{"opening": opening})
		return err
	})
	if err != nil {
		s.config.Logger.WarnContext(ctx, "the gate for readers stays open until one of them closes it", "error", err)
	}
}

// sleep waits, or gives the context's error if that ends first.
func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

var _ graph.Store = (*Store)(nil)
