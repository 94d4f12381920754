package neo4jstore

import (
	"context"
	"log/slog"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"
	"github.com/neo4j/neo4j-go-driver/v5/neo4j/config"
	"github.com/neo4j/neo4j-go-driver/v5/neo4j/log"
	"github.com/neo4j/neo4j-go-driver/v5/neo4j/notifications"

	"github.com/incidentgraph/incidentgraph/graph"
)

// Config says where the graph is.
type Config struct {
	URI      string // neo4j:// (cluster, Aura or single server) or bolt:// (one server), with +s or +ssc for TLS
	User     string
	Password string
	Database string // "": the user's home database

	// ReadOnly says that the store is only read: Open makes nothing and writes nothing, and
	// Apply is refused.
	ReadOnly bool

	// Wait bounds how long Open waits for a server that does not answer yet, and how long
	// any call tries again what failed for a passing reason (the last pause before a try,
	// which may be as long as all those before it, not counted). 0: DefaultWait.
	Wait time.Duration

	// VocabularyAge is how old an answer of Vocabulary may be where another process
	// changed the vocabulary. 0: DefaultVocabularyAge.
	VocabularyAge time.Duration

	Logger *slog.Logger // nil: slog.Default

	boltLogger log.BoltLogger // of tests that count messages
}

// What Config's zero values stand for.
const (
	DefaultWait          = 15 * time.Second
	DefaultVocabularyAge = time.Second
)

// schemes are those of the addresses that the driver knows.
var schemes = []string{"neo4j", "neo4j+s", "neo4j+ssc", "bolt", "bolt+s", "bolt+ssc"}

// Store is a graph.Store in Neo4j. Any number of processes may use one graph.
type Store struct {
	driver     neo4j.DriverWithContext
	bookmarks  neo4j.BookmarkManager // so that, in a cluster, one sees what one wrote
	config     Config
	vocabulary vocabularyCache
}

// Open connects to Neo4j and makes the graph's constraints and indexes if they are not
// there. It returns when all of them are ready. Several processes may open one empty
// database at once. A graph of an earlier format is brought up to this program's, which
// may take a while; programs that only know the earlier one have to be stopped before.
//
// It refuses, and changes nothing, where the server is older than 5.26 or the graph is of
// a later format than this program's (INVALID_ARGUMENT), and where the database holds
// nodes, constraints or indexes that are in the way (CORRUPT, naming them).
//
// With Config.ReadOnly nothing is made or brought up to date. What would have to be is
// refused (INVALID_ARGUMENT): a database without a graph, a graph of an earlier format, one
// that lacks a constraint or an index. Open waits for indexes that are being built.
func Open(ctx context.Context, c Config) (*Store, error) {
	address, err := url.Parse(c.URI)
	if err != nil || !slices.Contains(schemes, strings.ToLower(address.Scheme)) || address.Host == "" {
		return nil, graph.Errorf(graph.CodeInvalid, "%q is not an address of Neo4j: write neo4j://host:7687 (or %s)", withoutCredentials(c.URI), strings.Join(schemes[1:], ", "))
	}
	if c.Wait == 0 {
		c.Wait = DefaultWait
	}
	if c.VocabularyAge == 0 {
		c.VocabularyAge = DefaultVocabularyAge
	}
	if c.Logger == nil {
		c.Logger = slog.Default()
	}
	driver, err := neo4j.NewDriverWithContext(c.URI, neo4j.BasicAuth(c.User, c.Password, ""), func(d *config.Config) {
		d.MaxTransactionRetryTime = c.Wait
		d.ConnectionAcquisitionTimeout = c.Wait
		d.SocketConnectTimeout = min(5*time.Second, c.Wait)
		d.NotificationsMinSeverity = notifications.DisabledLevel
		d.TelemetryDisabled = true
		d.UserAgent = "incidentgraph"
	})
	if err != nil {
		return nil, &graph.Error{Code: graph.CodeInvalid, Message: "the address of Neo4j cannot be used: " + err.Error(), Err: err}
	}
	s := &Store{driver: driver, bookmarks: neo4j.NewBookmarkManager(neo4j.BookmarkManagerConfig{}), config: c}
	if err := s.prepare(ctx); err != nil {
		_ = s.Close()
		return nil, err
	}
	return s, nil
}

// withoutCredentials gives an address, right or wrong, without the user and the password
// that somebody may have put there.
func withoutCredentials(address string) string {
	end := strings.LastIndex(address, "@")
	if end < 0 {
		return address
	}
	scheme, _, found := strings.Cut(address[:end], "://")
	if !found {
		return "…" + address[end:]
	}
	return scheme + "://…" + address[end:]
}

// prepare makes the database ready for use.
func (s *Store) prepare(ctx context.Context) error {
	steps := []func(context.Context) error{s.checkServer, s.makeSchema, s.checkTokenIndex, s.upgrade}
	if s.config.ReadOnly {
		steps = []func(context.Context) error{s.checkServer, s.checkReadable, s.checkTokenIndex}
	}
	for _, step := range steps {
		if err := step(ctx); err != nil {
			return err
		}
	}
	_, err := s.Vocabulary(ctx)
	return err
}

// Close implements graph.Store.
func (s *Store) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), s.config.Wait)
	defer cancel()
	return translate(ctx, s.driver.Close(ctx))
}
