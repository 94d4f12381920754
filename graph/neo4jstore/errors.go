package neo4jstore

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"github.com/incidentgraph/incidentgraph/graph"
)

// refusal is what is said of an error of the server.
type refusal struct {
	prefix   string // of the server's code
	code     graph.Code
	message  string
	tooLarge bool // it tells of too little memory
}

const (
	readOnlyDatabase = "this Neo4j database may only be read: let it be written to, or use another"
	diskFull         = "Neo4j cannot write: see whether its disk is full"
)

// refusals are the errors of the server that a person can do something about, the more
// particular first. Messages name no server and show no query.
var refusals = []refusal{
	{prefix: "Neo.ClientError.Security.Forbidden", code: graph.CodeUnavailable, message: "the Neo4j user may not do this: it has to read, write and (at the first start) make indexes and constraints"},
	{prefix: "Neo.ClientError.Security.CredentialsExpired", code: graph.CodeUnavailable, message: "Neo4j wants the first password of this user changed: do so with cypher-shell or in the browser, then use the new one"},
	{prefix: "Neo.ClientError.Security.AuthenticationRateLimit", code: graph.CodeUnavailable, message: "Neo4j refuses the user for a while, after too many wrong passwords: wait, and check the password"},
	{prefix: "Neo.ClientError.Security.", code: graph.CodeUnavailable, message: "Neo4j refuses the user name or password: check them"},
	{prefix: "Neo.ClientError.Database.DatabaseNotFound", code: graph.CodeUnavailable, message: "Neo4j has no database of the name given"},
	{prefix: "Neo.ClientError.Schema.ConstraintValidationFailed", code: graph.CodeCorrupt, message: "the Neo4j database holds nodes that this program did not write, and they stand in the way"},
	{prefix: "Neo.ClientError.Transaction.TransactionTimedOut", code: graph.CodeTimeout, message: "Neo4j ended the work because it took too long"},
	{prefix: "Neo.ClientError.General.ForbiddenOnReadOnlyDatabase", code: graph.CodeUnavailable, message: readOnlyDatabase},
	{prefix: "Neo.ClientError.General.WriteOnReadOnlyAccessDatabase", code: graph.CodeUnavailable, message: readOnlyDatabase},
	{prefix: "Neo.DatabaseError.Transaction.TransactionLogError", code: graph.CodeUnavailable, message: diskFull},
	{prefix: "Neo.DatabaseError.Transaction.TransactionCommitFailed", code: graph.CodeUnavailable, message: diskFull},
	{prefix: "Neo.DatabaseError.Transaction.TransactionStartFailed", code: graph.CodeUnavailable, message: "Neo4j has given this database up until it is restarted: see its log, and whether its disk is full"},
	{prefix: "Neo.TransientError.General.MemoryPoolOutOfMemoryError", code: graph.CodeUnavailable, tooLarge: true,
		message: "this needs more memory than Neo4j gives its transactions together: try again, or raise dbms.memory.transaction.total.max"},
	{prefix: "Neo.ClientError.General.TransactionOutOfMemoryError", code: graph.CodeUnavailable, tooLarge: true,
		message: "this needs more memory than Neo4j gives a transaction: raise db.memory.transaction.max"},
	{prefix: "Neo.TransientError.General.TransactionMemoryLimit", code: graph.CodeUnavailable, tooLarge: true,
		message: "this needs more memory than Neo4j gives transactions outside its heap: raise server.memory.off_heap.transaction_max_size"},
	{prefix: "Neo.TransientError.General.OutOfMemoryError", code: graph.CodeUnavailable, tooLarge: true,
		message: "this needs more memory than Neo4j has: try again, or raise server.memory.heap.max_size"},
	{prefix: "Neo.TransientError.", code: graph.CodeUnavailable, message: "Neo4j cannot do this just now: try again"},
	{prefix: "Neo.ClientError.Cluster.", code: graph.CodeUnavailable, message: "the Neo4j cluster has no leader just now: try again"},
}

// refusalOf gives what is said of an error of the server.
func refusalOf(refused *neo4j.Neo4jError) refusal {
	for _, r := range refusals {
		if strings.HasPrefix(refused.Code, r.prefix) {
			return r
		}
	}
	return refusal{code: graph.CodeInternal, message: fmt.Sprintf("Neo4j answered with an error (%s)", refused.Code)}
}

// tooLarge gives the error of work on a batch. One that tells of too little memory is no
// more the driver's, which would try the same batch again for as long as Config.Wait.
func tooLarge(err error) error {
	var refused *neo4j.Neo4jError
	if errors.As(err, &refused) && refusalOf(refused).tooLarge {
		return translate(context.Background(), err)
	}
	return err
}

// lostCommit gives the error of a batch. One of a connection that broke when the batch was
// handed in says so: whether the batch was written is not known here. The driver tells
// this error from others in its text alone.
func lostCommit(err error) error {
	var broken *neo4j.ConnectivityError
	if errors.As(err, &broken) && strings.HasPrefix(broken.Inner.Error(), "Connection lost during commit") {
		return &graph.Error{Code: graph.CodeUnavailable, Err: fmt.Errorf("%w: %w", graph.ErrUncertain, err),
			Message: "the connection to Neo4j broke before it had answered, and it is not known whether the batch was written: do it again, which does no harm"}
	}
	return err
}

// broken gives what is said of an error between here and the server: no connection, one
// that broke, one that is not to be had. What the driver keeps within such an error can
// only be told by its text.
func broken(err error) string {
	text := err.Error()
	switch {
	case strings.Contains(text, "failed to verify certificate"):
		return "the TLS certificate of Neo4j is not trusted, or not valid for this address: give it one that is, or use an address with +ssc, which takes any"
	case strings.Contains(text, "not look like a TLS handshake"), strings.Contains(text, "check that TLS is enabled"):
		return "Neo4j does not speak TLS at this address: turn it on there, or use an address without +s"
	}
	return "Neo4j cannot be reached: see that it runs and that its address is right, then try again"
}

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
		r := refusalOf(refused)
		if r.tooLarge {
			err = fmt.Errorf("%w: %w", graph.ErrTooLarge, err)
		}
		return &graph.Error{Code: r.code, Message: r.message, Err: err}
	}
	var usage *neo4j.UsageError
	if errors.As(err, &usage) {
		return &graph.Error{Code: graph.CodeInternal, Message: "the Neo4j driver was misused", Err: err}
	}
	return &graph.Error{Code: graph.CodeUnavailable, Message: broken(err), Err: err}
}

// corrupt tells of stored data that cannot be read as written.
func corrupt(format string, args ...any) error {
	return graph.Errorf(graph.CodeCorrupt, format, args...)
}

// errNoGraph tells that somebody removed the graph while it was open.
var errNoGraph = corrupt("this database has lost a node labelled IncidentGraph: start again, and if that does not help, restore the database, or remove all nodes and load again")
