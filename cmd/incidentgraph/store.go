package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/incidentgraph/incidentgraph/graph"
	"github.com/incidentgraph/incidentgraph/graph/embedded"
	"github.com/incidentgraph/incidentgraph/graph/neo4jstore"
	"github.com/incidentgraph/incidentgraph/loader"
)

// storeFlags say which graph a command works on.
type storeFlags struct {
	db, neo4jURI, neo4jUser, neo4jPasswordFile, neo4jDatabase string

	passing  string        // a data file used in the place of the user's own
	patience time.Duration // with a Neo4j that cannot be reached; 0: the store's own
	forNew   newDataFile
}

// newDataFile says what a command does where the data file that is named is not there.
type newDataFile int

const (
	refused newDataFile = iota // it has nothing to look for in a new one: the name is mistyped
	warned                     // it makes one, and says so
	made                       // it makes one, to put cases in
)

func (f *storeFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.db, "db", "", "data `file` of the embedded store")
	flags.StringVar(&f.neo4jURI, "neo4j", "", "`uri` of a Neo4j server (neo4j://host:7687)")
	flags.StringVar(&f.neo4jUser, "neo4j-user", "neo4j", "`name` to sign in to Neo4j with")
	flags.StringVar(&f.neo4jPasswordFile, "neo4j-password-file", "", "`file` that holds Neo4j's password")
	flags.StringVar(&f.neo4jDatabase, "neo4j-database", "", "`name` of the Neo4j database (default: the server's own)")
	fromEnvironment(flags, map[string]string{
		"db": "DB", "neo4j": "NEO4J_URI", "neo4j-user": "NEO4J_USER",
		"neo4j-password-file": "NEO4J_PASSWORD_FILE", "neo4j-database": "NEO4J_DATABASE",
	})
}

// fromEnvironment gives flags the values of their INCIDENTGRAPH_ variables as defaults,
// and says in their help how the variable is called.
func fromEnvironment(flags *pflag.FlagSet, names map[string]string) {
	for name, env := range names {
		flag := flags.Lookup(name)
		env = "INCIDENTGRAPH_" + env
		flag.Usage += " [$" + env + "]"
		if value, ok := os.LookupEnv(env); ok && value != "" {
			flag.DefValue = value
			if err := flag.Value.Set(value); err != nil {
				flag.Usage += fmt.Sprintf(" (%s is not usable: %v)", env, err)
			}
		}
	}
}

// open opens the graph that the flags name. The user's own data file is filled with the
// shipped library; any other new graph gets the vocabulary alone.
func (f *storeFlags) open(ctx context.Context, log *slog.Logger) (graph.Store, error) {
	switch {
	case f.db != "" && f.neo4jURI != "":
		return nil, errors.New("--db and --neo4j name two graphs: give one of them")
	case f.neo4jURI != "":
		password, err := f.neo4jPassword()
		if err != nil {
			return nil, err
		}
		store, err := neo4jstore.Open(ctx, neo4jstore.Config{
			URI: f.neo4jURI, User: f.neo4jUser, Password: password, Database: f.neo4jDatabase, Wait: f.patience,
		})
		if err != nil {
			return nil, err
		}
		return prepared(store, giveVocabulary(ctx, store))
	case f.db != "":
		_, err := os.Stat(f.db)
		missing := errors.Is(err, fs.ErrNotExist)
		if missing && f.forNew == refused {
			return nil, fmt.Errorf("there is no data file %s: see whether its name is right; `incidentgraph load --db FILE` makes one", loader.Printable(f.db))
		}
		store, err := embedded.Open(ctx, f.db, embedded.Options{})
		if err != nil {
			return nil, err
		}
		if missing && f.forNew == warned {
			log.Warn("there was no such data file: it is made now, and holds the vocabulary alone", "file", f.db)
		}
		return prepared(store, giveVocabulary(ctx, store))
	}
	path, err := f.passing, error(nil)
	if path == "" {
		path, err = userDataFile()
	}
	if err != nil {
		return nil, err
	}
	store, err := embedded.Open(ctx, path, embedded.Options{})
	if err != nil {
		return nil, err
	}
	return prepared(store, giveLibrary(ctx, store, log))
}

// dataFile gives the path of the data file that the flags name.
func (f *storeFlags) dataFile() (string, error) {
	switch {
	case f.neo4jURI != "":
		return "", errors.New("this works on a data file, not on a Neo4j: name one with --db")
	case f.db != "":
		return f.db, nil
	}
	return userDataFile()
}

// insteadOfNew names a passing data file where the flags name one that is not there, so
// that looking at it does not make it; remove takes the passing one away.
func (f *storeFlags) insteadOfNew() (remove func(), err error) {
	if f.neo4jURI != "" {
		return func() {}, nil
	}
	path, err := f.dataFile()
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		return func() {}, nil // what is wrong with it is told where it is opened
	}
	dir, err := os.MkdirTemp("", "incidentgraph-dry-")
	if err != nil {
		return nil, fmt.Errorf("there is no place for a passing data file: %w", err)
	}
	passing := filepath.Join(dir, "graph.db")
	if f.db != "" {
		f.db = passing
	} else {
		f.passing = passing
	}
	return func() { _ = os.RemoveAll(dir) }, nil
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
