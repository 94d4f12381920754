package neo4jtest

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"os"
	"strings"
	"time"
)

const (
	// version is the release that Maven fetches, of the long-term support line 5.26.
	version = "5.26.28"
	// image is the same line as Docker knows it.
	image = "neo4j:5.26-community"
)

// Server is a Neo4j that this process started. Its methods are not for
// concurrent use.
type Server struct {
	Config
	engine  engine
	process *process
}

// engine is a way to run one Neo4j whose data outlive its process.
type engine interface {
	// launch starts the server over the data it left the last time, if any,
	// and returns once it has said that it takes connections.
	launch(ctx context.Context) (*process, error)
	// kill ends the server as a power cut would.
	kill(*process) error
	// remove removes the data of a server that does not run.
	remove() error
}

// Start starts a Neo4j for this process alone, by Docker or by Java, whatever
// the environment names: a test that kills its server must not kill everyone's.
// The caller stops it. The error says what to install where neither can be had.
func Start(ctx context.Context) (*Server, error) {
	ways := []struct {
		name  string
		setUp func(context.Context, Config) (engine, error)
	}{
		{"Docker", newDocker},
		{"Java", func(ctx context.Context, config Config) (engine, error) { return newJava(ctx, config) }},
	}
	var reasons []string
	for _, way := range ways {
		config, err := newConfig()
		if err != nil {
			return nil, err
		}
		engine, err := way.setUp(ctx, config)
		if err != nil {
			reasons = append(reasons, way.name+": "+err.Error())
			continue
		}
		server := &Server{Config: config, engine: engine}
		if err := server.launch(ctx); err != nil {
			return nil, errors.Join(fmt.Errorf("starting Neo4j by %s: %w", way.name, err), server.Stop())
		}
		return server, nil
	}
	return nil, fmt.Errorf("no Neo4j can be had for the tests (%s): install Docker, or Java 17 (a JDK) and Maven, "+
		"or name a running one in %s; `make test-embedded` tests everything that needs no Neo4j",
		strings.Join(reasons, "; "), envURI)
}

// Kill ends the server with SIGKILL, so that it has no moment to write anything
// down, and returns when it is gone. Its data stay for Restart. A server that
// has ended already is left so.
func (s *Server) Kill() error {
	if s.process == nil {
		return nil
	}
	if err := s.engine.kill(s.process); err != nil {
		return fmt.Errorf("killing Neo4j at %s: %w", s.URI, err)
	}
	<-s.process.done
	s.process = nil
	return nil
}

// Restart kills the server, if it runs, and starts it again over the same data,
// at the same address. It returns when queries are answered.
func (s *Server) Restart(ctx context.Context) error {
	if err := s.Kill(); err != nil {
		return err
	}
	if err := s.launch(ctx); err != nil {
		return fmt.Errorf("restarting Neo4j at %s: %w", s.URI, err)
	}
	return nil
}

// Stop kills the server and removes its data.
func (s *Server) Stop() error {
	return errors.Join(s.Kill(), s.engine.remove())
}

// startLimit is far more than a start takes, even on a busy machine.
const startLimit = 3 * time.Minute

func (s *Server) launch(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, startLimit)
	defer cancel()
	process, err := s.engine.launch(ctx)
	if err != nil {
		return err
	}
	s.process = process
	_, err = s.query(ctx, "RETURN 1", nil)
	return err
}

// newConfig returns a loopback address with a port that was free a moment ago,
// and a password that nobody knows.
func newConfig() (Config, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return Config{}, fmt.Errorf("looking for a free port: %w", err)
	}
	defer listener.Close()
	return Config{URI: "neo4j://" + listener.Addr().String(), User: defaultUser, Password: rand.Text()}, nil
}

// setting is one line of neo4j.conf.
type setting struct{ name, value string }

// settings are those that a throw-away server at the given address has, however it is run.
func settings(address string) []setting {
	return []setting{
		{"server.config.strict_validation.enabled", "true"},
		// Routing sends clients to the advertised address.
		{"server.bolt.advertised_address", address},
		{"server.http.enabled", "false"},
		{"server.https.enabled", "false"},
		{"server.memory.pagecache.size", envOr("INCIDENTGRAPH_TEST_NEO4J_PAGECACHE", "256m")},
		// A preallocated log of 256 MB a database is much for a graph of ten nodes.
		{"db.tx_log.preallocate", "false"},
		{"db.tx_log.rotation.size", "16m"},
		{"db.tx_log.rotation.retention_policy", "false"},
		{"dbms.usage_report.enabled", "false"},
	}
}

// heap returns the largest heap that a server may take, in Java's notation.
func heap() string { return envOr("INCIDENTGRAPH_TEST_NEO4J_HEAP", "1g") }

func envOr(name, otherwise string) string {
	if value := os.Getenv(name); value != "" {
		return value
	}
	return otherwise
}
