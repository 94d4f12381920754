package neo4jstore

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"github.com/incidentgraph/incidentgraph/graph"
)

// refusals are the errors of the server that a person can do something about, by the
// beginning of their code, the more particular first. Messages name no server and show
// no query.
var refusals = []struct {
	prefix  string
	code    graph.Code
	message string
}{
	{"Neo.ClientError.Security.Forbidden", graph.CodeUnavailable, "the Neo4j user may not do this: it has to read, write and (at the first start) make indexes and constraints"},
	{"Neo.ClientError.Security.", graph.CodeUnavailable, "Neo4j refuses the user name or password: check them"},
	{"Neo.ClientError.Database.DatabaseNotFound", graph.CodeUnavailable, "Neo4j has no database of the name given"},
	{"Neo.ClientError.Schema.ConstraintValidationFailed", graph.CodeCorrupt, "the Neo4j database holds nodes that this program did not write, and they stand in the way"},
	{"Neo.ClientError.Transaction.TransactionTimedOut", graph.CodeTimeout, "Neo4j ended the work because it took too long"},
	{memoryOfAll, graph.CodeUnavailable, "this needs more memory than Neo4j gives its transactions together: try again, or raise dbms.memory.transaction.total.max"},
	{memoryOfOne, graph.CodeUnavailable, "this needs more memory than Neo4j gives a transaction: raise db.memory.transaction.max"},
	{"Neo.TransientError.", graph.CodeUnavailable, "Neo4j cannot do this just now: try again"},
	{"Neo.ClientError.Cluster.", graph.CodeUnavailable, "the Neo4j cluster has no leader just now: try again"},
}

// Codes of transactions for which there is not enough memory.
const (
	memoryOfAll = "Neo.TransientError.General.MemoryPoolOutOfMemoryError"
	memoryOfOne = "Neo.ClientError.General.TransactionOutOfMemoryError"
)

// tooLarge gives the error of work on a batch. One that tells of too little memory is no
// more the driver's, which would try the same batch again for half a minute.
func tooLarge(err error) error {
	var refused *neo4j.Neo4jError
	if errors.As(err, &refused) && (refused.Code == memoryOfAll || refused.Code == memoryOfOne) {
		return translate(context.Background(), err)
	}
	return err
}

const unreachable = "Neo4j cannot be reached: see that it runs and that its address is right, then try again"

// translate gives an error of the driver as one of package graph. ctx is the caller's.
func translate(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	var known *graph.Error
	if errors.As(err, &known) {
		return known
	}
	if ctx.Err() != nil {
		return &graph.Error{Code: graph.CodeTimeout, Message: "the time for this ran out before Neo4j had answered", Err: err}
	}
	var limit *neo4j.TransactionExecutionLimit
	if errors.As(err, &limit) && len(limit.Errors) > 0 {
		err = errors.Join(err, limit.Errors[len(limit.Errors)-1])
	}
	var refused *neo4j.Neo4jError
	if errors.As(err, &refused) {
		for _, r := range refusals {
			if strings.HasPrefix(refused.Code, r.prefix) {
				if r.prefix == memoryOfAll || r.prefix == memoryOfOne {
					err = fmt.Errorf("%w: %w", graph.ErrTooLarge, err)
				}
				return &graph.Error{Code: r.code, Message: r.message, Err: err}
			}
		}
		return &graph.Error{Code: graph.CodeInternal, Message: "Neo4j answered with an error", Err: err}
	}
	var usage *neo4j.UsageError
	if errors.As(err, &usage) {
		return &graph.Error{Code: graph.CodeInternal, Message: "the Neo4j driver was misused", Err: err}
	}
	// What is left is between here and the server: no connection, one that broke, one
	// that is not to be had.
	return &graph.Error{Code: graph.CodeUnavailable, Message: unreachable, Err: err}
}

// corrupt tells of stored data that cannot be read as written.
func corrupt(format string, args ...any) error {
	return graph.Errorf(graph.CodeCorrupt, format, args...)
}

// errNoGraph tells that somebody removed the graph while it was open.
var errNoGraph = corrupt("the graph in this database has lost its IncidentGraph nodes: start again, and load again")
