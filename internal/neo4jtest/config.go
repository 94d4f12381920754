package neo4jtest

import (
	"context"
	"fmt"
	"iter"
	"os"
	"testing"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"
)

// The environment variables that name the Neo4j for tests.
const (
	envURI      = "INCIDENTGRAPH_TEST_NEO4J_URI"
	envUser     = "INCIDENTGRAPH_TEST_NEO4J_USER"
	envPassword = "INCIDENTGRAPH_TEST_NEO4J_PASSWORD"
)

// defaultUser is the user that every Neo4j has from its first start.
const defaultUser = "neo4j"

// Config says where a Neo4j is and who signs in. The graph meant is the
// server's default database.
type Config struct {
	URI      string // with a scheme that the driver knows, such as neo4j:// or bolt://
	User     string
	Password string
}

// fromEnvironment returns the Neo4j that the environment names, if it names one.
func fromEnvironment() (Config, bool) {
	config := Config{URI: os.Getenv(envURI), User: os.Getenv(envUser), Password: os.Getenv(envPassword)}
	if config.User == "" {
		config.User = defaultUser
	}
	return config, config.URI != ""
}

// export names the Neo4j in this process's environment, for Open and for child processes.
func (c Config) export() error {
	for name, value := range map[string]string{envURI: c.URI, envUser: c.User, envPassword: c.Password} {
		if err := os.Setenv(name, value); err != nil {
			return fmt.Errorf("naming the test Neo4j in the environment: %w", err)
		}
	}
	return nil
}

// Query runs one Cypher statement in a transaction of its own and returns its
// rows, each with its values in the order of RETURN. It fails the test on an
// error. It is for looking at a graph behind a store's back.
func (c Config) Query(t testing.TB, cypher string, parameters map[string]any) [][]any {
	t.Helper()
	rows, err := c.query(t.Context(), cypher, parameters)
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// Rows runs one Cypher statement as Query does, and gives its rows as they
// come: it is for more of them than memory holds.
func (c Config) Rows(t testing.TB, cypher string, parameters map[string]any) iter.Seq[[]any] {
	return func(yield func([]any) bool) {
		t.Helper()
		for row, err := range c.rows(t.Context(), cypher, parameters) {
			if err != nil {
				t.Fatal(err)
			}
			if !yield(row) {
				return
			}
		}
	}
}

func (c Config) query(ctx context.Context, cypher string, parameters map[string]any) ([][]any, error) {
	rows := [][]any{}
	for row, err := range c.rows(ctx, cypher, parameters) {
		if err != nil {
			return nil, err
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// rows gives the rows of a statement. An error is the last of them.
func (c Config) rows(ctx context.Context, cypher string, parameters map[string]any) iter.Seq2[[]any, error] {
	return func(yield func([]any, error) bool) {
		fail := func(err error) { yield(nil, fmt.Errorf("Neo4j at %s: %w", c.URI, err)) }
		driver, err := neo4j.NewDriverWithContext(c.URI, neo4j.BasicAuth(c.User, c.Password, ""))
		if err != nil {
			fail(err)
			return
		}
		defer driver.Close(ctx)
		// An auto-commit transaction, for CALL … IN TRANSACTIONS takes no other.
		session := driver.NewSession(ctx, neo4j.SessionConfig{})
		defer session.Close(ctx)
		result, err := session.Run(ctx, cypher, parameters)
		if err != nil {
			fail(err)
			return
		}
		for result.Next(ctx) {
			if !yield(result.Record().Values, nil) {
				return
			}
		}
		if err := result.Err(); err != nil {
			fail(err)
		}
	}
}
