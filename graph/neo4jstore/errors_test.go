package neo4jstore

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"github.com/incidentgraph/incidentgraph/graph"
)

func TestTranslate(t *testing.T) {
	over, cancel := context.WithCancel(context.Background())
	cancel()
	refused := func(code string) error {
		return &neo4j.Neo4jError{Code: code, Msg: "MATCH (n) at secret.example.com"}
	}
	for _, c := range []struct {
		name string
		ctx  context.Context
		err  error
		want graph.Code
		says string // a part of the message
	}{
		{"one of ours", context.Background(), fmt.Errorf("planning: %w", graph.Errorf(graph.CodeConflict, "two cases")), graph.CodeConflict, ""},
		{"the caller went away", over, refused("Neo.TransientError.General.DatabaseUnavailable"), graph.CodeTimeout, ""},
		{"nobody there", context.Background(), &neo4j.ConnectivityError{Inner: errors.New("dial tcp secret.example.com: refused")}, graph.CodeUnavailable, "cannot be reached"},
		{"a retry that ran out", context.Background(), &neo4j.TransactionExecutionLimit{Cause: "timeout", Errors: []error{refused("Neo.TransientError.Transaction.DeadlockDetected")}}, graph.CodeUnavailable, ""},
		{"password", context.Background(), refused("Neo.ClientError.Security.Unauthorized"), graph.CodeUnavailable, "password"},
		{"rights", context.Background(), refused("Neo.ClientError.Security.Forbidden"), graph.CodeUnavailable, ""},
		{"too slow", context.Background(), refused("Neo.ClientError.Transaction.TransactionTimedOutClientConfiguration"), graph.CodeTimeout, ""},
		{"too large", context.Background(), refused("Neo.TransientError.General.MemoryPoolOutOfMemoryError"), graph.CodeUnavailable, "dbms.memory.transaction.total.max"},
		{"too large for one", context.Background(), refused("Neo.ClientError.General.TransactionOutOfMemoryError"), graph.CodeUnavailable, "db.memory.transaction.max"},
		{"too large for the heap", context.Background(), refused("Neo.TransientError.General.OutOfMemoryError"), graph.CodeUnavailable, "server.memory.heap.max_size"},
		{"too large outside the heap", context.Background(), refused("Neo.TransientError.General.TransactionMemoryLimit"), graph.CodeUnavailable, "server.memory.off_heap"},
		{"first password", context.Background(), refused("Neo.ClientError.Security.CredentialsExpired"), graph.CodeUnavailable, "first password"},
		{"too many passwords", context.Background(), refused("Neo.ClientError.Security.AuthenticationRateLimit"), graph.CodeUnavailable, "wait"},
		{"a member that only reads", context.Background(), refused("Neo.ClientError.General.ForbiddenOnReadOnlyDatabase"), graph.CodeUnavailable, "may only be read"},
		{"a database that is only read", context.Background(), refused("Neo.ClientError.General.WriteOnReadOnlyAccessDatabase"), graph.CodeUnavailable, "may only be read"},
		{"a full disk", context.Background(), refused("Neo.DatabaseError.Transaction.TransactionLogError"), graph.CodeUnavailable, "disk is full"},
		{"a full disk, later", context.Background(), refused("Neo.DatabaseError.Transaction.TransactionCommitFailed"), graph.CodeUnavailable, "disk is full"},
		{"after a full disk", context.Background(), refused("Neo.DatabaseError.Transaction.TransactionStartFailed"), graph.CodeUnavailable, "restarted"},
		{"a lost commit", context.Background(), lostCommit(&neo4j.ConnectivityError{Inner: errors.New("Connection lost during commit: EOF at secret.example.com")}), graph.CodeUnavailable, "not known whether"},
		{"a lost question", context.Background(), lostCommit(&neo4j.ConnectivityError{Inner: errors.New("EOF at secret.example.com")}), graph.CodeUnavailable, "cannot be reached"},
		{"somebody's node", context.Background(), refused("Neo.ClientError.Schema.ConstraintValidationFailed"), graph.CodeCorrupt, ""},
		{"our own mistake", context.Background(), refused("Neo.ClientError.Statement.SyntaxError"), graph.CodeInternal, "(Neo.ClientError.Statement.SyntaxError)"},
	} {
		got := translate(c.ctx, c.err)
		var shown *graph.Error
		if !errors.As(got, &shown) || shown.Code != c.want || !strings.Contains(shown.Message, c.says) {
			t.Errorf("%s: got %v (%s), want %s and %q", c.name, got, graph.CodeOf(got), c.want, c.says)
			continue
		}
		if strings.Contains(shown.Message, "secret") || strings.Contains(shown.Message, "MATCH") {
			t.Errorf("%s: the message tells too much: %s", c.name, shown.Message)
		}
	}
	if err := translate(over, nil); err != nil {
		t.Errorf("no error: got %v", err)
	}
}

func TestTooLarge(t *testing.T) {
	for code, want := range map[string]bool{
		"Neo.TransientError.General.MemoryPoolOutOfMemoryError": true,
		"Neo.ClientError.General.TransactionOutOfMemoryError":   true,
		"Neo.TransientError.General.OutOfMemoryError":           true,
		"Neo.TransientError.General.TransactionMemoryLimit":     true,
		"Neo.TransientError.Transaction.DeadlockDetected":       false,
	} {
		refused := &neo4j.Neo4jError{Code: code, Msg: "The allocation of an extra 2.0 MiB would use more than the limit"}
		for when, err := range map[string]error{
			"in the work":   tooLarge(fmt.Errorf("writing: %w", refused)),
			"at the commit": &neo4j.TransactionExecutionLimit{Cause: "timeout", Errors: []error{refused}},
		} {
			err := translate(context.Background(), err)
			if got := errors.Is(err, graph.ErrTooLarge); got != want || graph.CodeOf(err) != graph.CodeUnavailable {
				t.Errorf("%s, %s: too large: %t, code %s; want %t, %s", code, when, got, graph.CodeOf(err), want, graph.CodeUnavailable)
			}
		}
		if again := neo4j.IsNeo4jError(tooLarge(refused)); again == want { // else the driver does not know it, and gives up
			t.Errorf("%s: tried again: %t", code, again)
		}
	}
	if err := tooLarge(nil); err != nil {
		t.Errorf("no error: got %v", err)
	}
}
