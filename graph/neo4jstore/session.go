package neo4jstore

import (
	"context"
	"time"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"
)

// How long the server may take where the caller set no deadline.
const (
	readLimit  = time.Minute
	applyLimit = 10 * time.Minute
)

// bounded gives ctx a deadline if it has none.
func bounded(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	if _, has := ctx.Deadline(); has {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, limit)
}

// transactionTimeout has the server end a transaction soon after ctx's deadline, should
// it not hear that the client has gone.
func transactionTimeout(ctx context.Context) []func(*neo4j.TransactionConfig) {
	deadline, has := ctx.Deadline()
	if !has {
		return nil
	}
	return []func(*neo4j.TransactionConfig){neo4j.WithTxTimeout(max(time.Until(deadline), time.Second).Round(time.Millisecond))}
}

// write runs work in a managed write transaction, which is tried again where the server
// says that this may help; work must leave no trace of an earlier try. Errors are the
// driver's.
func (s *Store) write(ctx context.Context, work func(neo4j.ManagedTransaction) error) error {
	return s.transact(ctx, neo4j.AccessModeWrite, work)
}

// read is write for a transaction that changes nothing; in a cluster, any member may
// answer it.
func (s *Store) read(ctx context.Context, work func(neo4j.ManagedTransaction) error) error {
	return s.transact(ctx, neo4j.AccessModeRead, work)
}

func (s *Store) transact(ctx context.Context, mode neo4j.AccessMode, work func(neo4j.ManagedTransaction) error) error {
	session := s.driver.NewSession(ctx, neo4j.SessionConfig{
		AccessMode:      mode,
		DatabaseName:    s.config.Database,
		BookmarkManager: s.bookmarks,
		BoltLogger:      s.config.boltLogger,
	})
	defer func() { _ = session.Close(context.WithoutCancel(ctx)) }()
	execute := session.ExecuteWrite
	if mode == neo4j.AccessModeRead {
		execute = session.ExecuteRead
	}
	_, err := execute(ctx, func(tx neo4j.ManagedTransaction) (any, error) {
		return struct{}{}, work(tx)
	}, transactionTimeout(ctx)...)
	return err
}

// keepPlan begins a query whose plan the server keeps for good, however the graph grows.
// Queries find their way by constraints, or by an index that they name, so that there is
// one good plan, on an empty graph as on a large one. Those that are about every node of a
// label look at all of them: of provisional keys, whenever a batch is written, for there
// are few; of others, where all are counted. Without it, each query would be planned anew
// every ten seconds while the graph grows.
const keepPlan = "CYPHER replan=skip "

// run runs one query of a transaction to its end.
func run(ctx context.Context, tx neo4j.ManagedTransaction, text string, parameters map[string]any) ([]*neo4j.Record, error) {
	result, err := tx.Run(ctx, text, parameters)
	if err != nil {
		return nil, err
	}
	return result.Collect(ctx)
}
