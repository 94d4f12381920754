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
	}{
		{"one of ours", context.Background(), fmt.Errorf("planning: %w", graph.Errorf(graph.CodeConflict, "two cases")), graph.CodeConflict},
		{"the caller went away", over, refused("Neo.TransientError.General.DatabaseUnavailable"), graph.CodeTimeout},
		{"nobody there", context.Background(), &neo4j.ConnectivityError{Inner: errors.New("dial tcp secret.example.com: refused")}, graph.CodeUnavailable},
		{"a retry that ran out", context.Background(), &neo4j.TransactionExecutionLimit{Cause: "timeout", Errors: []error{refused("Neo.TransientError.Transaction.DeadlockDetected")}}, graph.CodeUnavailable},
		{"password", context.Background(), refused("Neo.ClientError.Security.Unauthorized"), graph.CodeUnavailable},
		{"rights", context.Background(), refused("Neo.ClientError.Security.Forbidden"), graph.CodeUnavailable},
		{"too slow", context.Background(), refused("Neo.ClientError.Transaction.TransactionTimedOutClientConfiguration"), graph.CodeTimeout},
		{"too large", context.Background(), refused("Neo.TransientError.General.MemoryPoolOutOfMemoryError"), graph.CodeUnavailable},
		{"too large for one", context.Background(), refused("Neo.ClientError.General.TransactionOutOfMemoryError"), graph.CodeUnavailable},
		{"somebody's node", context.Background(), refused("Neo.ClientError.Schema.ConstraintValidationFailed"), graph.CodeCorrupt},
		{"our own mistake", context.Background(), refused("Neo.ClientError.Statement.SyntaxError"), graph.CodeInternal},
	} {
		got := translate(c.ctx, c.err)
		var shown *graph.Error
		if !errors.As(got, &shown) || shown.Code != c.want {
			t.Errorf("%s: got %v (%s), want %s", c.name, got, graph.CodeOf(got), c.want)
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
