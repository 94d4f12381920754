//go:build !embedded_only

package neo4jtest

import (
	"bufio"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/gofrs/flock"
)

func TestMain(m *testing.M) { Main(m) }

// count returns what a query that returns one number returns.
func count(t *testing.T, config Config, cypher string) int64 {
	t.Helper()
	return config.Query(t, cypher, nil)[0][0].(int64)
}

// answers reports whether a server at the address answers the handshake of the
// Bolt protocol. To connect proves nothing: Docker's proxy takes connections
// for a container that is gone.
func answers(address string) bool {
	connection, err := net.Dial("tcp", address)
	if err != nil {
		return false
	}
	defer connection.Close()
	// The magic number, then four versions to choose from: 5.0 and none.
	handshake := []byte{0x60, 0x60, 0xB0, 0x17, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}
	if _, err := connection.Write(handshake); err != nil {
		return false
	}
	_, err = io.ReadFull(connection, make([]byte, 4))
	return err == nil
}

func TestOpenGivesAnEmptyGraph(t *testing.T) {
	t.Run("leaving things behind", func(t *testing.T) {
		config := Open(t)
		for _, cypher := range []string{
			"CREATE (a:Incident {id: 'incident:A'})-[:AT]->(:Company {id: 'company:b'}), (a)-[:CITES]->(a)",
			"CREATE CONSTRAINT `odd ``name` FOR (n:Incident) REQUIRE n.id IS UNIQUE",
			"CREATE FULLTEXT INDEX words FOR (n:Incident) ON EACH [n.words]",
			"CREATE INDEX FOR ()-[r:AT]-() ON (r.slug)",
		} {
			config.Query(t, cypher, nil)
		}
		// The range index, the full-text index, the constraint's and the mark.
		if got := count(t, config, "SHOW INDEXES YIELD type WHERE type <> 'LOOKUP' RETURN count(*)"); got != 4 {
			t.Fatalf("%d indexes were made, want 4", got)
		}
	})
	t.Run("finding nothing", func(t *testing.T) {
		config := Open(t)
		if got := count(t, config, "MATCH (n) RETURN count(n)"); got != 0 {
			t.Errorf("%d nodes, want none", got)
		}
		if got := count(t, config, "SHOW CONSTRAINTS YIELD name RETURN count(*)"); got != 0 {
			t.Errorf("%d constraints, want none", got)
		}
		got := config.Query(t, "SHOW INDEXES YIELD name, type WHERE type <> 'LOOKUP' RETURN name", nil)
		if want := [][]any{{mark}}; !reflect.DeepEqual(got, want) {
			t.Errorf("indexes %v, want the mark alone", got)
		}
	})
}

func TestOpenIsReachedByBothSchemes(t *testing.T) {
	config := Open(t)
	_, address, _ := strings.Cut(config.URI, "://")
	for _, scheme := range []string{"bolt://", "neo4j://"} {
		config.URI = scheme + address
		if got := count(t, config, "RETURN 1"); got != 1 {
			t.Errorf("%s: got %d, want 1", scheme, got)
		}
	}
}

func TestOpenReservesTheGraph(t *testing.T) {
	var other *flock.Flock
	t.Run("while a test has it", func(t *testing.T) {
		path, err := lockPath(Open(t))
		if err != nil {
			t.Fatal(err)
		}
		other = flock.New(path)
		if free, err := other.TryLock(); err != nil || free {
			t.Errorf("TryLock gave %v, %v; want a lock that is held", free, err)
		}
	})
	if t.Failed() {
		return
	}
	// Another process may have taken it since: wait for that one, too.
	if err := other.Lock(); err != nil {
		t.Errorf("the lock is not given back: %v", err)
	}
	if err := other.Close(); err != nil {
		t.Error(err)
	}
}

func TestServer(t *testing.T) {
	server, err := Start(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	stop := func() {
		if err := server.Stop(); err != nil {
			t.Error(err)
		}
	}
	t.Cleanup(stop)
	config := server.Config

	t.Run("a foreign database is left alone", func(t *testing.T) {
		for _, c := range []struct{ name, fill, empty string }{
			{"a node", "CREATE (:Film {title: 'Playtime'})", "MATCH (n) DELETE n"},
			{"an index", "CREATE INDEX films FOR (n:Film) ON (n.title)", "DROP INDEX films"},
			{"a constraint", "CREATE CONSTRAINT films FOR (n:Film) REQUIRE n.title IS UNIQUE", "DROP CONSTRAINT films"},
		} {
			config.Query(t, c.fill, nil)
			err := wipe(t.Context(), config)
			if err == nil || !strings.Contains(err.Error(), "is not empty and no test database") {
				t.Errorf("%s: got %v, want a refusal", c.name, err)
			}
			config.Query(t, c.empty, nil) // fails if what was made is gone
		}
		config.Query(t, "CREATE (:Film)", nil)
		if err := wipe(t.Context(), config); err == nil {
			t.Error("a refused database was marked")
		}
		if got := count(t, config, "MATCH (n:Film) RETURN count(n)"); got != 1 {
			t.Errorf("%d nodes are left, want the one", got)
		}
	})

	t.Run("a kill loses nothing that was committed", func(t *testing.T) {
		config.Query(t, "CREATE (:Kept {n: 7})", nil)
		address := strings.TrimPrefix(config.URI, "neo4j://")
		if !answers(address) {
			t.Error("a running server does not answer")
		}
		if err := server.Kill(); err != nil {
			t.Fatal(err)
		}
		if answers(address) {
			t.Error("a killed server answers")
		}
		if err := server.Restart(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := count(t, config, "MATCH (k:Kept) RETURN k.n"); got != 7 {
			t.Errorf("got %d, want 7", got)
		}
	})

	t.Run("stopping twice is harmless", func(t *testing.T) { stop() })
}

// A server ends with the process that started it, even with one that had no
// moment to stop it, and leaves no folder.
func TestNoServerOutlivesItsParent(t *testing.T) {
	program := filepath.Join(t.TempDir(), "with")
	if printed, err := exec.Command("go", "build", "-o", program, "./with").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, printed)
	}
	temporary := t.TempDir()
	parent := exec.Command(program)
	parent.Env = append(os.Environ(), envURI+"=", "TMPDIR="+temporary)
	parent.Stderr = os.Stderr
	stdout, err := parent.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(stdout).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	address := strings.TrimSuffix(strings.TrimPrefix(line, "export INCIDENTGRAPH_NEO4J_URI='neo4j://"), "'\n")
	connection, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatalf("%q: %v", line, err)
	}
	defer connection.Close()

	if err := parent.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = parent.Wait() // says that it was killed
	// The connection ends when the server does.
	_, _ = io.Copy(io.Discard, connection)
	if answers(address) {
		t.Error("the server answers after its parent's death")
	}
	left, err := os.ReadDir(temporary)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range left {
		t.Errorf("%s is left", entry.Name())
	}
}
