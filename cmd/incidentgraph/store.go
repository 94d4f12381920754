package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/incidentgraph/incidentgraph/graph"
	"github.com/incidentgraph/incidentgraph/graph/embedded"
	"github.com/incidentgraph/incidentgraph/graph/neo4jstore"
	"github.com/incidentgraph/incidentgraph/loader"
)

// storeFlags say which graph a command works on.
type storeFlags struct {
	db, neo4jURI, neo4jUser, neo4jPasswordFile, neo4jDatabase string

	patience time.Duration // with a Neo4j that cannot be reached; 0: the store's own
	purpose  purpose
	given    func(flag string) bool // whether a flag was given on the command line
}

// purpose is what a command opens a graph for.
type purpose int

const (
	toLook    purpose = iota // at what is there: it makes no graph
	toChange                 // what is there: it makes none either
	toServe                  // what is there; a new data file is warned of
	toFill                   // it puts cases in, so that a new graph is no surprise
	toPreview                // what filling it would do: nothing is written, and a new graph is a passing one
)

func (f *storeFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	f.given = flags.Changed
	flags.StringVar(&f.db, "db", "", "data `file` of the embedded store")
	flags.StringVar(&f.neo4jURI, "neo4j", "", "`uri` of a Neo4j server (neo4j://host:7687)")
	flags.StringVar(&f.neo4jUser, "neo4j-user", "neo4j", "`name` to sign in to Neo4j with")
	flags.StringVar(&f.neo4jPasswordFile, "neo4j-password-file", "", "`file` that holds Neo4j's password")
	flags.StringVar(&f.neo4jDatabase, "neo4j-database", "", "`name` of the Neo4j database (default: the server's own)")
	fromEnvironment(cmd, map[string]string{
		"db": "DB", "neo4j": "NEO4J_URI", "neo4j-user": "NEO4J_USER",
		"neo4j-password-file": "NEO4J_PASSWORD_FILE", "neo4j-database": "NEO4J_DATABASE",
	})
}

// fromEnvironment gives flags the values of their INCIDENTGRAPH_ variables as defaults,
// and says in their help how the variable is called. The command does not run with one that
// cannot be used, unless the flag is given.
func fromEnvironment(cmd *cobra.Command, names map[string]string) {
	flags, unusable := cmd.Flags(), map[string]error{}
	for name, env := range names {
		flag := flags.Lookup(name)
		env = "INCIDENTGRAPH_" + env
		flag.Usage += " [$" + env + "]"
		if value, ok := os.LookupEnv(env); ok && value != "" {
			flag.DefValue = value
			if err := flag.Value.Set(value); err != nil {
				unusable[name] = fmt.Errorf("the environment variable %s cannot be used: %w", env, err)
			}
		}
	}
	before := cmd.PreRunE
	cmd.PreRunE = func(cmd *cobra.Command, args []string) error {
		for _, name := range slices.Sorted(maps.Keys(unusable)) {
			if !flags.Changed(name) {
				return unusable[name]
			}
		}
		if before != nil {
			return before(cmd, args)
		}
		return nil
	}
}

// open opens the graph that the flags name. The user's own data file is filled with the
// shipped library; any other new graph gets the vocabulary alone.
func (f *storeFlags) open(ctx context.Context, log *slog.Logger) (graph.Store, error) {
	db, uri, err := f.graph()
	if err != nil {
		return nil, err
	}
	store, err := f.openNamed(ctx, db, uri, log)
	if f.purpose != toPreview {
		return store, err
	}
	if err == nil {
		var version int64
		if version, err = store.Version(ctx); err != nil || version > 0 {
			return prepared(store, err)
		}
		err = errors.Join(store.Close(), graph.ErrNoGraph) // nothing was put into it yet
	}
	if !errors.Is(err, graph.ErrNoGraph) {
		return nil, err
	}
	return openPassing(ctx, db+uri == "", log)
}

// graph gives the data file or the address that the flags name; neither is the user's own
// data file. One that was given on the command line counts for more than one of the
// environment.
func (f *storeFlags) graph() (db, uri string, err error) {
	db, uri = f.db, f.neo4jURI
	if db == "" || uri == "" || f.given == nil {
		return db, uri, nil
	}
	switch byDB, byURI := f.given("db"), f.given("neo4j"); {
	case byDB && !byURI:
		return db, "", nil
	case byURI && !byDB:
		return "", uri, nil
	case byDB:
		return "", "", errors.New("--db and --neo4j name two graphs: give one of them")
	}
	return "", "", errors.New("INCIDENTGRAPH_DB and INCIDENTGRAPH_NEO4J_URI name two graphs: take one of them out of the environment, or give --db or --neo4j")
}

func (f *storeFlags) openNamed(ctx context.Context, db, uri string, log *slog.Logger) (graph.Store, error) {
	named := db != ""
	switch {
	case uri != "":
		return f.openNeo4j(ctx, uri, log)
	case named:
		_, err := os.Stat(db)
		missing := errors.Is(err, fs.ErrNotExist)
		switch {
		case missing && (f.purpose == toLook || f.purpose == toChange):
			return nil, fmt.Errorf("there is no data file %s: see whether its name is right; `incidentgraph load --db FILE` makes one", loader.Printable(db))
		case missing && f.purpose == toServe:
			log.Warn("there was no such data file: it is made now, and holds the vocabulary alone", "file", db)
		}
	default:
		var err error
		if db, err = userDataFile(); err != nil {
			return nil, err
		}
	}
	store, err := embedded.Open(ctx, db, embedded.Options{ReadOnly: f.purpose == toPreview})
	switch {
	case err != nil:
		return nil, err
	case f.purpose == toPreview:
		return store, nil
	case named:
		return prepared(store, giveVocabulary(ctx, store))
	}
	return prepared(store, giveLibrary(ctx, store, log))
}

func (f *storeFlags) openNeo4j(ctx context.Context, uri string, log *slog.Logger) (graph.Store, error) {
	password, err := f.neo4jPassword()
	if err != nil {
		return nil, err
	}
	readOnly := f.purpose == toLook || f.purpose == toPreview
	store, err := neo4jstore.Open(ctx, neo4jstore.Config{
		URI: uri, User: f.neo4jUser, Password: password, Database: f.neo4jDatabase, Wait: f.patience, Logger: log, ReadOnly: readOnly,
	})
	if err != nil || readOnly {
		return store, err
	}
	return prepared(store, giveVocabulary(ctx, store))
}

// passingStore is a graph in the place of one that is not there, for as long as it is open.
type passingStore struct {
	graph.Store
	dir string
}

// Close implements graph.Store.
func (s passingStore) Close() error { return errors.Join(s.Store.Close(), os.RemoveAll(s.dir)) }

// openPassing makes a graph as a new one would be: with the library where it would be the
// user's own data file, else with the vocabulary.
func openPassing(ctx context.Context, own bool, log *slog.Logger) (graph.Store, error) {
	dir, err := os.MkdirTemp("", "incidentgraph-dry-")
	if err != nil {
		return nil, fmt.Errorf("there is no place for a passing data file: %w", err)
	}
	file, err := embedded.Open(ctx, filepath.Join(dir, "graph.db"), embedded.Options{})
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	if own {
		err = giveLibrary(ctx, file, log)
	} else {
		err = giveVocabulary(ctx, file)
	}
	return prepared(passingStore{file, dir}, err)
}

// dataFile gives the path of the data file that the flags name.
func (f *storeFlags) dataFile() (string, error) {
	db, uri, err := f.graph()
	switch {
	case err != nil:
		return "", err
	case uri != "":
		return "", errors.New("this works on a data file, not on a Neo4j: name one with --db")
	case db != "":
		return db, nil
	}
	return userDataFile()
}

// prepared closes a store that could not be made ready.
func prepared(store graph.Store, err error) (graph.Store, error) {
	if err != nil {
		return nil, errors.Join(err, store.Close())
	}
	return store, nil
}

func (f *storeFlags) neo4jPassword() (string, error) {
	if f.neo4jPasswordFile == "" {
		return os.Getenv("INCIDENTGRAPH_NEO4J_PASSWORD"), nil
	}
	b, err := os.ReadFile(f.neo4jPasswordFile)
	if err != nil {
		return "", fmt.Errorf("Neo4j's password cannot be read: %w", err)
	}
	return strings.TrimRight(string(b), "\r\n"), nil
}

// userDataFile gives the data file of the user's own: under XDG_DATA_HOME or
// ~/.local/share, on macOS and Windows in the folder for application data.
func userDataFile() (string, error) {
	dir := os.Getenv("XDG_DATA_HOME")
	var err error
	switch {
	case dir != "":
	case runtime.GOOS == "darwin":
		dir, err = os.UserConfigDir() // ~/Library/Application Support
	case runtime.GOOS == "windows":
		dir, err = os.UserCacheDir() // %LocalAppData%
	default:
		dir, err = os.UserHomeDir()
		dir = filepath.Join(dir, ".local", "share")
	}
	if err != nil {
		return "", fmt.Errorf("there is no place for a data file of your own: %w; name one with --db", err)
	}
	return filepath.Join(dir, "incidentgraph", "graph.db"), nil
}
