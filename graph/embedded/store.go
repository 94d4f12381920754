package embedded

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"go.etcd.io/bbolt"

	"github.com/incidentgraph/incidentgraph/graph"
)

// Options are the settings of a store.
type Options struct {
	// LockTimeout bounds every wait for the file's lock; 0 is DefaultLockTimeout.
	LockTimeout time.Duration
	// ReadOnly says that nothing is written: a file that is not there is not made, one of
	// the format before not brought up to date, and Apply refuses.
	ReadOnly bool
}

// DefaultLockTimeout is how long a store waits for other processes to let go of its file.
const DefaultLockTimeout = 5 * time.Second

// lookEvery is how often a store looks whether another process changed its file.
const lookEvery = 250 * time.Millisecond

// Store is the graph of one data file. It is a graph.Store.
type Store struct {
	file     *file
	readOnly bool

	mu  sync.RWMutex // guards what mem points to
	mem *memory

	turn   chan struct{}         // held by the one who brings mem up to date with the file
	seen   string                // file.head as of mem; guarded by turn
	broken atomic.Pointer[error] // why mem cannot follow the file; nil while it can

	stop context.CancelFunc
	done chan struct{} // closed when the look-out has ended
}

var _ graph.Store = (*Store)(nil)

// Open opens the data file at path and reads the graph in it. A file that is not there is
// made, with the folders that lead to it; one of the format before is brought up to date.
// Nothing is written to any other.
//
// What is not a data file, or is one of a later format, gives an error of code
// INVALID_ARGUMENT or CORRUPT; a damaged one CORRUPT, and so does an empty one, which
// never comes from here; one that may not be read, or whose
// lock is not to be had in time, UNAVAILABLE. A file that may be read but not written to
// opens, and Apply says so. With Options.ReadOnly, no file gives INVALID_ARGUMENT, with
// graph.ErrNoGraph as its cause. Errors of Open and of what writes name the file by its path,
// those of what reads by its last part.
func Open(ctx context.Context, path string, options Options) (*Store, error) {
	if options.LockTimeout <= 0 {
		options.LockTimeout = DefaultLockTimeout
	}
	f := &file{path: path, wait: options.LockTimeout}
	if err := f.prepare(ctx, options.ReadOnly); err != nil {
		return nil, err
	}
	s := &Store{file: f, readOnly: options.ReadOnly, mem: newMemory(""), turn: make(chan struct{}, 1), done: make(chan struct{})}
	err := s.follow(ctx)
	if errors.Is(err, errOlder) && !options.ReadOnly {
		if err = f.upgrade(ctx); err == nil {
			err = s.follow(ctx)
		}
	}
	if err != nil {
		return nil, err
	}
	f.known = true
	var background context.Context
	background, s.stop = context.WithCancel(context.WithoutCancel(ctx))
	go s.lookOut(background)
	return s, nil
}

// prepare sees to it that there is a data file.
func (f *file) prepare(ctx context.Context, readOnly bool) error {
	info, err := os.Stat(f.path)
	switch {
	case errors.Is(err, fs.ErrNotExist) && readOnly:
		return &graph.Error{Code: graph.CodeInvalid, Message: "there is no data file " + f.path, Err: graph.ErrNoGraph}
	case errors.Is(err, fs.ErrNotExist):
		if target, err := os.Readlink(f.path); err == nil {
			return graph.Errorf(graph.CodeInvalid, "%s is a symbolic link to %s, which is not there: make the link lead to a data file, or name that one", f.path, target)
		}
		if os.IsPathSeparator(f.path[len(f.path)-1]) {
			return graph.Errorf(graph.CodeInvalid, "%s is not a file: give the path of a data file", f.path)
		}
		return f.create(ctx, initialise)
	case err != nil:
		return f.explain(reading, err)
	case !info.Mode().IsRegular():
		return graph.Errorf(graph.CodeInvalid, "%s is not a file: give the path of a data file", f.path)
	}
	return nil
}

// Close ends the look-out for changes. No file is open between calls.
func (s *Store) Close() error {
	s.stop()
	<-s.done
	return nil
}

// lookOut follows the file until ctx ends.
func (s *Store) lookOut(ctx context.Context) {
	defer close(s.done)
	for sleep(ctx, lookEvery) == nil {
		err := s.look(ctx)
		switch {
		case err == nil:
			s.broken.Store(nil)
		case ctx.Err() != nil || isLocked(err):
			// another process is at it: what is in memory stands until it is done
		default:
			s.broken.Store(&err)
		}
	}
}

// isLocked reports whether an error tells of a lock that was not to be had.
func isLocked(err error) bool {
	return graph.CodeOf(err) == graph.CodeTimeout || errors.Is(err, errLocked)
}

// look follows the file if it has changed.
func (s *Store) look(ctx context.Context) error {
	head, err := s.file.head()
	if err != nil {
		return err
	}
	if err := s.take(ctx); err != nil {
		return err
	}
	same := head == s.seen
	s.release()
	if same {
		return nil
	}
	return s.follow(ctx)
}

// take takes the turn to change what is in memory.
func (s *Store) take(ctx context.Context) error {
	select {
	case s.turn <- struct{}{}:
		return nil
	case <-ctx.Done():
		return s.file.explain(reading, ctx.Err())
	}
}

func (s *Store) release() { <-s.turn }

// follow brings the memory to the version of the file.
func (s *Store) follow(ctx context.Context) error {
	if err := s.take(ctx); err != nil {
		return err
	}
	defer s.release()
	head, err := s.file.head()
	if err != nil {
		return err
	}
	var next lag
	err = s.file.do(ctx, reading, func(tx *bbolt.Tx) (err error) {
		next, err = s.behind(tx)
		return err
	})
	if err != nil {
		return err
	}
	if err := s.catchUp(next); err != nil {
		return err
	}
	s.seen = head
	return nil
}

// lag is what the memory lacks of the file.
type lag struct {
	none  bool
	fresh string // id of the graph, where delta is all of it and replaces what was; else ""
	delta delta
}

// behind reads what the memory lacks. The caller has the turn.
func (s *Store) behind(tx *bbolt.Tx) (lag, error) {
	now, err := readState(tx)
	if err != nil {
		return lag{}, err
	}
	if now == s.mem.state {
		return lag{none: true}, nil
	}
	if now.id == s.mem.id && now.version > s.mem.version {
		d, ok, err := changesSince(tx, s.mem.state, now)
		if err != nil || ok {
			return lag{delta: d}, err
		}
	}
	d, err := everything(tx, now)
	return lag{fresh: now.id, delta: d}, err
}

// catchUp makes good what the memory lacks: readers see all of it or nothing. The caller
// has the turn.
func (s *Store) catchUp(next lag) error {
	switch {
	case next.none:
		return nil
	case next.fresh == "":
		s.mu.Lock()
		defer s.mu.Unlock()
		return s.file.explain(reading, s.mem.apply(next.delta))
	}
	fresh := newMemory(next.fresh)
	if err := fresh.apply(next.delta); err != nil {
		return s.file.explain(reading, err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.mem = fresh
	return nil
}

// Apply changes the graph by one batch and returns once it is on the disk. A lock not had
// in time and a file that may not be written to give UNAVAILABLE.
func (s *Store) Apply(ctx context.Context, batch graph.Batch) (graph.Applied, error) {
	if s.readOnly {
		return graph.Applied{}, graph.Errorf(graph.CodeInvalid, "the data file was opened to be read only")
	}
	if err := s.take(ctx); err != nil {
		return graph.Applied{}, err
	}
	defer s.release()
	var applied graph.Applied
	var d delta
	err := s.file.do(ctx, writing, func(tx *bbolt.Tx) error {
		var next lag
		err := guard(func() (err error) { next, err = s.behind(tx); return err })
		if err != nil {
			return err
		}
		if err := s.catchUp(next); err != nil {
			return err
		}
		change, err := graph.Plan(ctx, &stored{tx, s.mem}, batch)
		if err != nil {
			return err
		}
		applied = change.Applied
		applied.Version = s.mem.version
		if change.IsEmpty() {
			return errNothing
		}
		applied.Version++
		d, err = write(tx, s.mem, change)
		return err
	})
	if errors.Is(err, errNothing) {
		return applied, nil
	}
	if err != nil {
		return graph.Applied{}, err
	}
	return applied, s.catchUp(lag{delta: d})
}

// errNothing ends a transaction that has nothing to write.
var errNothing = errors.New("nothing to write")

// Version gives the version of the graph as this process sees it.
func (s *Store) Version(ctx context.Context) (int64, error) {
	m, done, err := s.read(ctx)
	if err != nil {
		return 0, err
	}
	defer done()
	return m.version, nil
}
