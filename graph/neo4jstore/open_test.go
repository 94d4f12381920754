//go:build !embedded_only

package neo4jstore

import (
	"context"
	"errors"
	"io"
	"log"
	"net"
	"net/http/httptest"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/incidentgraph/incidentgraph/graph"
	"github.com/incidentgraph/incidentgraph/internal/neo4jtest"
)

// newcomer is the name and the password of a user who has to change the latter.
const newcomer = "incidentgraph_newcomer"

// TestOpenRefuses opens databases and addresses that will not do.
func TestOpenRefuses(t *testing.T) {
	config := neo4jtest.Open(t)
	config.Query(t, "CREATE USER "+newcomer+" IF NOT EXISTS SET PASSWORD '"+newcomer+"' CHANGE REQUIRED", nil)
	defer config.Query(t, "DROP USER "+newcomer, nil)
	for _, c := range []struct {
		name    string
		prepare string // Cypher
		change  func(*Config)
		code    graph.Code
		says    string // a part of the message
	}{
		{"not an address", "", func(c *Config) { c.URI = "localhost:7687" }, graph.CodeInvalid, "neo4j://host:7687"},
		{"another scheme", "", func(c *Config) { c.URI = "http://localhost:7474" }, graph.CodeInvalid, "neo4j://host:7687"},
		{"no TLS", "", func(c *Config) {
			_, host, _ := strings.Cut(c.URI, "://")
			c.URI, c.Wait = "bolt+s://"+host, 100*time.Millisecond
		}, graph.CodeUnavailable, "does not speak TLS"},
		{"first password", "", func(c *Config) { c.User, c.Password = newcomer, newcomer }, graph.CodeUnavailable, "first password"},
		{"nobody there", "", func(c *Config) { c.URI, c.Wait = "bolt://127.0.0.1:1", 10*time.Millisecond }, graph.CodeUnavailable, "cannot be reached"},
		{"wrong password", "", func(c *Config) { c.Password += "x" }, graph.CodeUnavailable, "password"},
		{"no such database", "", func(c *Config) { c.Database = "nowhere" }, graph.CodeUnavailable, "no database"},
		{"a later format", "CREATE (:IncidentGraph {id: 'graph', format: 99})", nil, graph.CodeInvalid, "format 99"},
		{"somebody's nodes", "UNWIND range(1, 3) AS n CREATE (:Company {name: n})", nil, graph.CodeCorrupt, "3 nodes labelled Company"},
		{"nodes with one id", `CREATE (:IncidentGraph {id: 'graph', format: 1, version: 0, vocabulary: 0})
			CREATE (:Incident {id: 'incident:IL-1'}) CREATE (:Incident {id: 'incident:IL-1'})`, nil, graph.CodeCorrupt, "incident:IL-1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			empty(t, config)
			if c.prepare != "" {
				config.Query(t, c.prepare, nil)
			}
			with := configOf(config)
			if c.change != nil {
				c.change(&with)
			}
			s, err := Open(t.Context(), with)
			if err == nil {
				s.Close()
				t.Fatal("it opens")
			}
			var shown *graph.Error
			if !errors.As(err, &shown) || shown.Code != c.code || !strings.Contains(shown.Message, c.says) {
				t.Errorf("got %v (%s: %v), want %s and %q", err, graph.CodeOf(err), errors.Unwrap(err), c.code, c.says)
			}
			if strings.Contains(err.Error(), "MATCH") || c.code == graph.CodeUnavailable && strings.Contains(err.Error(), "127.0.0.1") {
				t.Errorf("the message tells too much: %v", err)
			}
		})
	}
}

// TestCredentialsAreNotShown gives addresses with a password that are wrong otherwise.
func TestCredentialsAreNotShown(t *testing.T) {
	for address, want := range map[string]string{
		"http://neo4j:secret@localhost:7474":    `"http://…@localhost:7474" is not`,
		"http://neo4j:sec@ret@localhost:7474":   `"http://…@localhost:7474" is not`,
		"http://neo4j:secret%zz@localhost:7474": `"http://…@localhost:7474" is not`,
		"neo4j:secret@localhost:7687":           `"…@localhost:7687" is not`,
		"localhost:7687":                        `"localhost:7687" is not`,
	} {
		_, err := Open(t.Context(), Config{URI: address})
		if err == nil || !strings.HasPrefix(err.Error(), want) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: got %v, want %s …", address, err, want)
		}
	}
}

// TestWait opens an address where every connection breaks: left to itself, the driver
// pauses for about two seconds and tries again, though Wait is over by then.
func TestWait(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	tries := make(chan int)
	go func() {
		n := 0
		defer func() { tries <- n }()
		for ; ; n++ {
			c, err := listener.Accept()
			if err != nil {
				return
			}
			c.Close()
		}
	}()
	_, err = Open(t.Context(), Config{URI: "bolt://" + listener.Addr().String(), Wait: 500 * time.Millisecond})
	if graph.CodeOf(err) != graph.CodeUnavailable || !strings.Contains(err.Error(), "cannot be reached") {
		t.Errorf("got %v (%s)", err, graph.CodeOf(err))
	}
	listener.Close()
	if n := <-tries; n != 1 {
		t.Errorf("tried %d times, want 1", n)
	}
}

// TestCertificate opens an address whose certificate nobody vouches for.
func TestCertificate(t *testing.T) {
	server := httptest.NewUnstartedServer(nil)
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.StartTLS()
	defer server.Close()
	for _, scheme := range []string{"bolt+s", "neo4j+s"} {
		_, err := Open(t.Context(), Config{URI: scheme + "://" + server.Listener.Addr().String(), Wait: 500 * time.Millisecond})
		if graph.CodeOf(err) != graph.CodeUnavailable || !strings.Contains(err.Error(), "TLS certificate") {
			t.Errorf("%s: got %v (%s)", scheme, err, graph.CodeOf(err))
		}
	}
}

const (
	schemaAsItIs = "SHOW INDEXES YIELD name, state, type, labelsOrTypes, properties, owningConstraint"
	graphAsItIs  = "MATCH (n) RETURN labels(n), properties(n) ORDER BY toString(n.id), toString(n.key)"
)

// TestReadOnlyRefuses opens to be read only what something would have to be written to.
func TestReadOnlyRefuses(t *testing.T) {
	for _, c := range []struct {
		name    string
		prepare func(*testing.T, neo4jtest.Config)
		says    string // a part of the message
	}{
		{"empty", func(*testing.T, neo4jtest.Config) {}, "there is no graph of incidentgraph"},
		{"an earlier format", func(t *testing.T, c neo4jtest.Config) {
			openOn(t, c)
			c.Query(t, "MATCH (m:IncidentGraph {id: 'graph'}) SET m.format = 1", nil)
		}, "earlier format"},
		{"half way to a format", func(t *testing.T, c neo4jtest.Config) {
			openOn(t, c)
			c.Query(t, "MATCH (m:IncidentGraph {id: 'graph'}) SET m.upgrading = true", nil)
		}, "not yet brought up to date"},
		{"no index", func(t *testing.T, c neo4jtest.Config) {
			openOn(t, c)
			c.Query(t, "DROP INDEX incidentgraph_term_order", nil)
		}, "index incidentgraph_term_order is missing"},
		{"no constraint", func(t *testing.T, c neo4jtest.Config) {
			openOn(t, c)
			c.Query(t, "DROP CONSTRAINT incidentgraph_case_key", nil)
		}, "constraint incidentgraph_case_key is missing"},
	} {
		t.Run(c.name, func(t *testing.T) {
			config := neo4jtest.Open(t)
			c.prepare(t, config)
			schema, nodes := config.Query(t, schemaAsItIs, nil), config.Query(t, graphAsItIs, nil)
			with := configOf(config)
			with.ReadOnly = true
			s, err := Open(t.Context(), with)
			if err == nil {
				s.Close()
			}
			if graph.CodeOf(err) != graph.CodeInvalid || err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("got %v (%s), want %s and %q", err, graph.CodeOf(err), graph.CodeInvalid, c.says)
			}
			if got := config.Query(t, schemaAsItIs, nil); !reflect.DeepEqual(got, schema) {
				t.Errorf("constraints and indexes were\n%v\nand are\n%v", schema, got)
			}
			if got := config.Query(t, graphAsItIs, nil); !reflect.DeepEqual(got, nodes) {
				t.Errorf("nodes were\n%v\nand are\n%v", nodes, got)
			}
		})
	}
}

// TestReadOnly reads a graph that is opened to be read only, though a dead writer left its
// gate open.
func TestReadOnly(t *testing.T) {
	config := neo4jtest.Open(t)
	writing := openOn(t, config)
	b := batches(1, 10)[0]
	if _, err := writing.Apply(t.Context(), b); err != nil {
		t.Fatal(err)
	}
	config.Query(t, "MATCH (g:IncidentGraph {id: 'gate'}) SET g.opened = g.opened + 1", nil)
	schema, nodes := config.Query(t, schemaAsItIs, nil), config.Query(t, graphAsItIs, nil)

	with := configOf(config)
	with.ReadOnly = true
	s, err := Open(t.Context(), with)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	stats, err := s.Stats(t.Context())
	if err != nil || stats.Incidents != len(b.Cases) {
		t.Errorf("Stats: got %d incidents (%v), want %d", stats.Incidents, err, len(b.Cases))
	}
	if _, err := s.Apply(t.Context(), graph.Batch{Delete: []string{b.Cases[0].ID}}); graph.CodeOf(err) != graph.CodeInvalid {
		t.Errorf("Apply: got %v, want an error of code %s", err, graph.CodeInvalid)
	}
	if got := config.Query(t, schemaAsItIs, nil); !reflect.DeepEqual(got, schema) {
		t.Errorf("constraints and indexes were\n%v\nand are\n%v", schema, got)
	}
	if got := config.Query(t, graphAsItIs, nil); !reflect.DeepEqual(got, nodes) {
		t.Errorf("nodes were\n%v\nand are\n%v", nodes, got)
	}
}

// TestOpenTogether opens one empty database from many places at once.
func TestOpenTogether(t *testing.T) {
	config := neo4jtest.Open(t)
	var group sync.WaitGroup
	errs := make([]error, 6)
	for i := range errs {
		group.Go(func() {
			s, err := Open(t.Context(), configOf(config))
			if errs[i] = err; err == nil {
				_, errs[i] = s.Version(t.Context())
				s.Close()
			}
		})
	}
	group.Wait()
	for _, err := range errs {
		if err != nil {
			t.Errorf("%v: %v", err, errors.Unwrap(err))
		}
	}
	if got := config.Query(t, "MATCH (n:IncidentGraph) RETURN count(n)", nil)[0][0]; got != int64(2) {
		t.Errorf("there are %v nodes labelled IncidentGraph, want 2", got)
	}
}

// TestSchemes opens one server by both ways of address.
func TestSchemes(t *testing.T) {
	config := neo4jtest.Open(t)
	_, host, _ := strings.Cut(config.URI, "://")
	for _, scheme := range []string{"neo4j", "bolt"} {
		with := configOf(config)
		with.URI = scheme + "://" + host
		s, err := Open(t.Context(), with)
		if err != nil {
			t.Errorf("%s: %v", scheme, err)
			continue
		}
		if _, err := s.Stats(t.Context()); err != nil {
			t.Errorf("%s: %v", scheme, err)
		}
		s.Close()
	}
}

// TestGateLeftOpen reads a graph whose gate a dead writer left open.
func TestGateLeftOpen(t *testing.T) {
	config := neo4jtest.Open(t)
	s := openOn(t, config)
	config.Query(t, "MATCH (g:IncidentGraph {id: 'gate'}) SET g.opened = g.opened + 1", nil)
	if _, err := s.Version(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := config.Query(t, "MATCH (g:IncidentGraph {id: 'gate'}) RETURN g.opened = g.closed", nil)[0][0]; got != true {
		t.Error("the gate is still open")
	}
}

// TestVocabularyOfAnother sees what another process does to the vocabulary.
func TestVocabularyOfAnother(t *testing.T) {
	config := neo4jtest.Open(t)
	with := configOf(config)
	with.VocabularyAge = time.Nanosecond
	mine, err := Open(t.Context(), with)
	if err != nil {
		t.Fatal(err)
	}
	defer mine.Close()
	yours := openOn(t, config)
	term := graph.Term{Kind: graph.KindComponent, Slug: "kv", Name: graph.Text{EN: "Key-value store"}, Aliases: []string{"KVS"}}
	if _, err := yours.Apply(t.Context(), graph.Batch{Terms: []graph.Term{term}}); err != nil {
		t.Fatal(err)
	}
	voc, err := mine.Vocabulary(t.Context())
	if err != nil || voc.Resolve(graph.KindComponent, "kvs") != "kv" {
		t.Errorf("the vocabulary is as it was: %v, %v", voc, err)
	}
	ids, err := mine.Lookup(t.Context(), []graph.Name{{Kind: graph.KindComponent, Text: "kvs"}})
	if err != nil || ids[0] != "component:kv" {
		t.Errorf("Lookup: got %v, %v", ids, err)
	}
}

// TestDeadline calls with contexts that end before the server can answer.
func TestDeadline(t *testing.T) {
	config := neo4jtest.Open(t)
	s := openOn(t, config)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	// More calls than the pool has connections: none may keep one.
	for range 150 {
		short, cancel := context.WithTimeout(t.Context(), time.Microsecond)
		for _, ctx := range []context.Context{ended, short} {
			if _, err := s.Stats(ctx); graph.CodeOf(err) != graph.CodeTimeout {
				t.Fatalf("Stats: got %v, want an error of code TIMEOUT", err)
			}
			if _, err := s.Apply(ctx, graph.Batch{Delete: []string{"IL-1"}}); graph.CodeOf(err) != graph.CodeTimeout {
				t.Fatalf("Apply: got %v, want an error of code TIMEOUT", err)
			}
		}
		cancel()
	}
	if _, err := s.Stats(t.Context()); err != nil {
		t.Errorf("and then: %v", err)
	}
}
