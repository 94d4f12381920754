//go:build !embedded_only

package neo4jstore

import (
	"context"
	"io"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/incidentgraph/incidentgraph/graph"
	"github.com/incidentgraph/incidentgraph/internal/neo4jtest"
)

// detour leads connections to a server, until one of them is about to commit for the
// second time (the first opens the gate): that one is lost to the client, while the server
// gets its commit when release is closed.
type detour struct {
	address string // of the server
	commits atomic.Int32
	lost    chan struct{} // closed when the connection is lost
	release chan struct{}
}

// LogClientMessage is called before the driver sends a message.
func (d *detour) LogClientMessage(_ string, format string, _ ...any) {
	if strings.HasPrefix(format, "COMMIT") {
		d.commits.Add(1)
	}
}

func (d *detour) LogServerMessage(string, string, ...any) {}

func (d *detour) serve(listener net.Listener) {
	for {
		client, err := listener.Accept()
		if err != nil {
			return
		}
		server, err := net.Dial("tcp", d.address)
		if err != nil {
			client.Close()
			continue
		}
		go func() { _, _ = io.Copy(client, server); client.Close() }()
		go d.toServer(client, server)
	}
}

func (d *detour) toServer(client, server net.Conn) {
	defer server.Close()
	buffer := make([]byte, 1<<16)
	for {
		n, err := client.Read(buffer)
		if err != nil {
			return
		}
		if d.commits.CompareAndSwap(2, 3) {
			client.Close()
			close(d.lost)
			<-d.release
			_, _ = server.Write(buffer[:n])
			_, _ = io.Copy(io.Discard, server) // until it has answered, and ends the connection
			return
		}
		if _, err := server.Write(buffer[:n]); err != nil {
			return
		}
	}
}

// TestLostCommit loses the connection while a batch is committed: the batch may be
// written, and the gate stays open until the server is done with it.
func TestLostCommit(t *testing.T) {
	config := neo4jtest.Open(t)
	openOn(t, config)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	_, host, _ := strings.Cut(config.URI, "://")
	d := &detour{address: host, lost: make(chan struct{}), release: make(chan struct{})}
	release := sync.OnceFunc(func() { close(d.release) })
	defer release()
	d.commits.Store(10) // none is counted while the store is opened
	go d.serve(listener)
	with := configOf(config)
	with.URI, with.Wait, with.boltLogger = "bolt://"+listener.Addr().String(), 30*time.Second, d
	s, err := Open(t.Context(), with)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()

	d.commits.Store(0)
	applied := make(chan error, 1)
	go func() {
		_, err := s.Apply(t.Context(), batches(1, 5)[0])
		applied <- err
	}()
	<-d.lost
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	for inLine := false; !inLine; { // until the gate is to be closed
		inLine = config.Query(t, "SHOW TRANSACTIONS YIELD currentQuery WHERE trim(currentQuery) = $text RETURN count(*) > 0",
			map[string]any{"text": strings.TrimSpace(lockGraph)})[0][0].(bool)
		select {
		case err := <-applied:
			t.Fatalf("the batch is given up (%v) while the server may still write it", err)
		case <-ctx.Done():
			t.Fatal("nobody stands in the writers' line")
		default:
		}
	}
	if open := config.Query(t, "MATCH (g:IncidentGraph {id: 'gate'}) RETURN g.opened <> g.closed", nil)[0][0]; open != true {
		t.Error("the gate is closed while the server may still write")
	}
	release()
	err = <-applied
	if graph.CodeOf(err) != graph.CodeUnavailable || !strings.Contains(err.Error(), "not known whether the batch was written") {
		t.Errorf("got %v (%s)", err, graph.CodeOf(err))
	}
	if open := config.Query(t, "MATCH (g:IncidentGraph {id: 'gate'}) RETURN g.opened <> g.closed", nil)[0][0]; open != false {
		t.Error("the gate stays open")
	}
	if again, err := s.Apply(t.Context(), batches(1, 5)[0]); err != nil || len(again.Unchanged) != 5 {
		t.Errorf("doing it again: %+v, %v; want 5 cases unchanged", again, err)
	}
}

// TestFormatChangesMeanwhile writes to a graph, and stands in the writers' line of one,
// whose format was changed after it was opened.
func TestFormatChangesMeanwhile(t *testing.T) {
	config := neo4jtest.Open(t)
	s := openOn(t, config)
	for found, says := range map[int]string{format + 1: "by a newer program meanwhile", format - 1: "of an earlier format"} {
		config.Query(t, "MATCH (m:IncidentGraph {id: 'graph'}) SET m.format = $format", map[string]any{"format": found})
		if _, err := s.Apply(t.Context(), batches(1, 1)[0]); graph.CodeOf(err) != graph.CodeInvalid || !strings.Contains(err.Error(), says) {
			t.Errorf("format %d: Apply: got %v (%s)", found, err, graph.CodeOf(err))
		}
		if got := config.Query(t, "MATCH (c:Case) RETURN count(c)", nil)[0][0]; got != int64(0) {
			t.Errorf("format %d: %v cases were written", found, got)
		}
	}
	config.Query(t, "MATCH (m:IncidentGraph {id: 'graph'}) SET m.format = $format", map[string]any{"format": format + 1})
	config.Query(t, "MATCH (g:IncidentGraph {id: 'gate'}) SET g.opened = g.opened + 1", nil)
	if _, err := s.Version(t.Context()); graph.CodeOf(err) != graph.CodeInvalid {
		t.Errorf("Version: got %v (%s)", err, graph.CodeOf(err))
	}
}
