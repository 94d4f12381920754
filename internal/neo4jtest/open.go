package neo4jtest

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gofrs/flock"
)

// Provide makes sure that this process's environment names a Neo4j for tests,
// for Open and for child processes alike: it starts one unless the environment
// names one already. release stops what was started.
func Provide(ctx context.Context) (release func() error, err error) {
	if config, ok := fromEnvironment(); ok {
		return func() error { return nil }, config.export()
	}
	server, err := Start(ctx)
	if err != nil {
		return nil, err
	}
	if err := server.export(); err != nil {
		return nil, errors.Join(err, server.Stop())
	}
	return server.Stop, nil
}

// Main is the whole TestMain of a package whose tests call Open: it provides
// one Neo4j for all of them. Where none can be had, the package fails.
func Main(m *testing.M) {
	release, err := Provide(context.Background())
	if err != nil {
		fmt.Fprintln(os.Stderr, "neo4jtest:", err)
		os.Exit(1)
	}
	m.Run()
	if err := release(); err != nil {
		fmt.Fprintln(os.Stderr, "neo4jtest:", err)
		os.Exit(1)
	}
}

// Open returns an empty graph that is this test's alone until it ends; what
// the test leaves there, the next Open clears. It waits for a test that has the
// graph, here or in another process of the same user, so one test must not open
// it twice. It fails the test rather than clear a database that holds anything
// and has not been marked as one for tests by an earlier Open.
func Open(t testing.TB) Config {
	t.Helper()
	config, ok := fromEnvironment()
	if !ok {
		t.Fatalf("no Neo4j to open: call neo4jtest.Main in TestMain, or set %s", envURI)
	}
	release, err := reserve(config, t.Name())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(release)
	if err := wipe(t.Context(), config); err != nil {
		t.Fatal(err)
	}
	return config
}

// reserve waits until nobody else has the graph and takes it in holder's name.
func reserve(config Config, holder string) (release func(), err error) {
	path, err := lockPath(config)
	if err != nil {
		return nil, err
	}
	lock := flock.New(path)
	if free, err := lock.TryLock(); err == nil && !free {
		fmt.Fprintf(os.Stderr, "neo4jtest: %s waits for another test to leave %s\n", holder, config.URI)
	}
	if err := lock.Lock(); err != nil {
		return nil, fmt.Errorf("locking %s: %w", path, err)
	}
	return func() { _ = lock.Close() }, nil
}

// lockPath returns the file whose lock stands for the graph, the same for every
// scheme that leads there.
func lockPath(config Config) (string, error) {
	address, err := url.Parse(config.URI)
	if err != nil {
		return "", fmt.Errorf("%s: %w", envURI, err)
	}
	port := address.Port()
	if port == "" {
		port = "7687"
	}
	cache, err := cacheFolder()
	if err != nil {
		return "", err
	}
	key := sha256.Sum256([]byte(strings.ToLower(address.Hostname()) + " " + port))
	return filepath.Join(cache, fmt.Sprintf("graph-%x.lock", key[:8])), nil
}

// mark is the name of an index that marks a database as one for tests. An index
// and not a node, for then the graph is empty when a test gets it, and stays
// marked when a test deletes every node.
const mark = "incidentgraph_test_database"

// wipe empties the graph, schema and all, if it may.
func wipe(ctx context.Context, config Config) error {
	nodes, err := config.query(ctx, "MATCH (n) RETURN count(n)", nil)
	if err != nil {
		return err
	}
	constraints, err := config.query(ctx, "SHOW CONSTRAINTS YIELD name", nil)
	if err != nil {
		return err
	}
	// Every database has the two lookup indexes from the start.
	indexes, err := config.query(ctx, `SHOW INDEXES YIELD name, type, owningConstraint
		WHERE type <> 'LOOKUP' AND owningConstraint IS NULL RETURN name`, nil)
	if err != nil {
		return err
	}
	marked := false
	var statements []string
	for _, row := range constraints {
		statements = append(statements, "DROP CONSTRAINT "+quote(row[0]))
	}
	for _, row := range indexes {
		if row[0] == mark {
			marked = true
			continue
		}
		statements = append(statements, "DROP INDEX "+quote(row[0]))
	}
	if !marked {
		if nodes[0][0] != int64(0) || len(statements) > 0 {
			return fmt.Errorf("the Neo4j at %s is not empty and no test database: tests would clear it, so they do not touch it; "+
				"let %s name an empty one", config.URI, envURI)
		}
		statements = append(statements, "CREATE INDEX "+mark+" FOR (n:IncidentgraphTest) ON (n.mark)")
	}
	statements = append(statements,
		"MATCH ()-[r]->() CALL (r) { DELETE r } IN TRANSACTIONS OF 10000 ROWS",
		"MATCH (n) CALL (n) { DELETE n } IN TRANSACTIONS OF 10000 ROWS")
	for _, statement := range statements {
		if _, err := config.query(ctx, statement, nil); err != nil {
			return fmt.Errorf("clearing the test graph: %w", err)
		}
	}
	return nil
}

// quote writes a name as Cypher takes any name.
func quote(name any) string {
	return "`" + strings.ReplaceAll(fmt.Sprint(name), "`", "``") + "`"
}
