package neo4jstore

import (
	"context"
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
RETURN m.version, m.vocabulary`

// watched gives the text of a read: body, which returns rows, between two looks at the
// gate. Its columns are rows, whether they are of one moment, and the version of the
// vocabulary.
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
RETURN rows, quiet AND after.opened = opened, graph.vocabulary`
}

const (
	patience   = time.Second           // how long a read tries before it stands in the writers' line
	firstPause = time.Millisecond      // between two tries, doubled each time
	maxPause   = 50 * time.Millisecond // at most
)

// ask runs a read, one made by watched, until its rows are of one moment.
func (s *Store) ask(ctx context.Context, text string, parameters map[string]any) ([][]any, error) {
	ctx, cancel := bounded(ctx, readLimit)
	defer cancel()
	rows, err := s.askUntilSettled(ctx, text, parameters)
	return rows, translate(ctx, err)
}

func (s *Store) askUntilSettled(ctx context.Context, text string, parameters map[string]any) ([][]any, error) {
	start, pause := time.Now(), firstPause
	for time.Since(start) < patience {
		result, err := neo4j.ExecuteQuery(ctx, s.driver, text, parameters, neo4j.EagerResultTransformer,
			neo4j.ExecuteQueryWithReadersRouting(),
			neo4j.ExecuteQueryWithDatabase(s.config.Database),
			neo4j.ExecuteQueryWithBookmarkManager(s.bookmarks),
			neo4j.ExecuteQueryWithBoltLogger(s.config.boltLogger),
			neo4j.ExecuteQueryWithTransactionConfig(transactionTimeout(ctx)...))
		if err != nil {
			return nil, err
		}
		rows, settled, err := s.readAnswer(result.Records)
		if err != nil || settled {
			return rows, err
		}
		if err := sleep(ctx, pause); err != nil {
			return nil, err
		}
		pause = min(2*pause, maxPause)
	}
	var rows [][]any
	err := s.write(ctx, func(tx neo4j.ManagedTransaction) error {
		if _, err := run(ctx, tx, lockGraph, nil); err != nil {
			return err
		}
		if _, err := run(ctx, tx, settleGate, nil); err != nil {
			return err
		}
		records, err := run(ctx, tx, text, parameters)
		if err != nil {
			return err
		}
		rows, _, err = s.readAnswer(records)
		return err
	})
	return rows, err
}

// readAnswer takes the answer to a read apart.
func (s *Store) readAnswer(records []*neo4j.Record) (rows [][]any, settled bool, err error) {
	if len(records) != 1 {
		return nil, false, errNoGraph
	}
	values := records[0].Values
	answers, _ := values[0].([]any)
	settled, _ = values[1].(bool)
	vocabulary, _ := values[2].(int64)
	s.vocabulary.seen(vocabulary)
	for _, answer := range answers {
		row, _ := answer.([]any)
		rows = append(rows, row)
	}
	return rows, settled, nil
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

// closeGate closes the gate after a commit, or after one that failed. That the caller has
// gone is no reason to leave it open; if it stays open all the same, readers settle it.
func (s *Store) closeGate(ctx context.Context, opening int64) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.config.Wait)
	defer cancel()
	err := s.write(ctx, func(tx neo4j.ManagedTransaction) error {
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
