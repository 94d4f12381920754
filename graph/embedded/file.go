package embedded

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"sync"
	"syscall"
	"time"

	"go.etcd.io/bbolt"
	bbolterrors "go.etcd.io/bbolt/errors"

	"github.com/incidentgraph/incidentgraph/graph"
)

// file is the bbolt file. It is open only while something is read from it or written to
// it: opening costs some 40 µs, whatever its size. bbolt then holds the file's lock,
// shared by readers, exclusive for a writer.
//
// A lock of this kind is fair to nobody, so the processes keep two rules. So that
// readers, who may overlap for ever, do not keep writers out: in the first moments of
// each tenth of a second of the wall clock, which all processes see alike, no reader
// asks for the lock. So that a writer of many batches keeps nobody out: it stays off for
// a moment after each. Who waits asks anew every millisecond.
type file struct {
	path  string
	shown string        // what it is called in messages; "": path
	wait  time.Duration // bound of a wait for the lock
	known bool          // it was opened once

	mu       sync.Mutex
	written  time.Time // when this process last let go of the lock after writing
	pageSize int       // of the file as last opened
}

const (
	quietEvery = 100 * time.Millisecond
	quietFor   = 3 * time.Millisecond
	offAfter   = 2 * time.Millisecond
	askEvery   = time.Millisecond
)

// pageSize is that of new files, whatever the system. Loads into files with larger pages took
// as long.
const pageSize = 4 << 10

// access says what a transaction is for.
type access int

const (
	reading access = iota
	writing
	creating // writing, to a file that is empty still
)

// do runs one transaction and commits it where it was for writing and gave no error. A
// run that reads does nothing else but read: whatever panics in it is the file's fault.
func (f *file) do(ctx context.Context, how access, run func(*bbolt.Tx) error) error {
	h, err := f.open(ctx, how)
	if err != nil {
		return err
	}
	defer f.close(h, how)
	var tx *bbolt.Tx
	err = guard(func() error {
		if err := h.checkHeads(); err != nil {
			return err
		}
		if tx, err = h.db.Begin(how != reading); err != nil {
			return err
		}
		return f.checkSize(tx)
	})
	if tx != nil {
		defer func() { h.broken = errors.Is(guard(tx.Rollback), errDamaged) }() // of no effect after a commit
	}
	if err != nil {
		return f.explain(how, err)
	}
	if how == reading {
		return f.explain(how, guard(func() error { return run(tx) }))
	}
	if err := run(tx); err != nil {
		return f.explain(how, err)
	}
	if err := ctx.Err(); err != nil {
		return f.explain(how, err)
	}
	return f.explain(how, guard(tx.Commit))
}

// handle is the file while it is open.
type handle struct {
	db     *bbolt.DB
	file   *os.File
	broken bool // a transaction could not be ended: db would wait for it for ever
}

func (f *file) close(h *handle, how access) {
	if h.broken {
		h.file.Close() // lets go of the lock
	} else {
		h.db.Close()
	}
	if how != reading {
		f.mu.Lock()
		f.written = time.Now()
		f.mu.Unlock()
	}
}

// open waits for the lock, within bounds.
func (f *file) open(ctx context.Context, how access) (*handle, error) {
	deadline := time.Now().Add(f.wait)
	for {
		if err := sleep(ctx, f.pause(how)); err != nil {
			return nil, f.explain(how, err)
		}
		h, err := f.try(how)
		if !errors.Is(err, bbolterrors.ErrTimeout) {
			return h, f.explain(how, err)
		}
		if time.Now().After(deadline) {
			message := fmt.Sprintf("the data file %s is in use by another process: its lock was not free within %v; try again", f.name(how), f.wait)
			return nil, &graph.Error{Code: graph.CodeUnavailable, Message: message, Err: errLocked}
		}
		if err := sleep(ctx, askEvery); err != nil {
			return nil, f.explain(how, err)
		}
	}
}

// pause says how long to stay off the file now.
func (f *file) pause(how access) time.Duration {
	if how == reading {
		return quietFor - time.Duration(time.Now().UnixNano())%quietEvery
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	return offAfter - time.Since(f.written)
}

// try opens the file if its lock is free.
func (f *file) try(how access) (*handle, error) {
	h := &handle{}
	options := &bbolt.Options{
		Timeout:      1, // bbolt asks once then; 0 would be for ever
		ReadOnly:     how == reading,
		FreelistType: bbolt.FreelistMapType,
		PageSize:     pageSize,
		NoStatistics: true,
		OpenFile: func(path string, flags int, mode os.FileMode) (file *os.File, err error) {
			if how != creating {
				flags &^= os.O_CREATE // a file that went away is not made anew, empty
			}
			if file, err = os.OpenFile(path, flags, mode); err != nil {
				return nil, err
			}
			if info, err := file.Stat(); how != creating && err == nil && info.Size() == 0 {
				file.Close()
				return nil, errEmpty // bbolt would take it for new
			}
			h.file = file
			return file, nil
		},
	}
	err := guard(func() (err error) {
		h.db, err = bbolt.Open(f.path, 0o600, options)
		return err
	})
	if err != nil {
		if errors.Is(err, errDamaged) && h.file != nil {
			h.file.Close() // with its lock, which a panic leaves behind
		}
		if h.file != nil && !errors.Is(err, bbolterrors.ErrTimeout) && f.isStump() {
			err = fmt.Errorf("%w: %w", bbolterrors.ErrInvalid, err) // bbolt gives no kind of error for it
		}
		return nil, err
	}
	f.mu.Lock()
	f.pageSize = h.db.Info().PageSize
	f.mu.Unlock()
	return h, nil
}

// isStump reports whether there are not even the first two pages, which any bbolt file has.
func (f *file) isStump() bool {
	info, err := os.Stat(f.path)
	return err == nil && info.Size() < 2*pageSize
}

// checkSize finds a file that was cut short, before a page past its end is read.
func (f *file) checkSize(tx *bbolt.Tx) error {
	info, err := os.Stat(f.path)
	if err != nil {
		return err
	}
	if info.Size() < tx.Size() {
		return fmt.Errorf("%w: it has %d bytes of %d", errDamaged, info.Size(), tx.Size())
	}
	return nil
}

// Causes of errors.
var (
	errDamaged = errors.New("the file is damaged")
	errEmpty   = errors.New("the file is empty")
	errLocked  = errors.New("the file is locked")
	errForeign = errors.New("the file is of another program")
	errNewer   = errors.New("the file is of a newer program")
)

// guard runs something that reads or writes pages. bbolt panics over a page that makes
// no sense, and memory past the end of a mapped file faults.
func guard(run func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: %v", errDamaged, p)
		}
	}()
	return run()
}

// name gives what error messages call the file. Readers ask on behalf of people who did
// not name it, and need not know where it lies.
func (f *file) name(how access) string {
	if how == reading && f.known {
		return filepath.Base(f.path)
	}
	return cmp.Or(f.shown, f.path)
}

// whatToDo ends the errors that tell of damage.
const whatToDo = "nothing was changed in it: `incidentgraph export --salvage` prints what can be read; load that into a new file, or restore the file from a copy"

// explain gives the error that callers see.
func (f *file) explain(how access, err error) error {
	var known *graph.Error
	var path *fs.PathError
	say := func(code graph.Code, format string) error {
		return &graph.Error{Code: code, Message: fmt.Sprintf(format, f.name(how)), Err: err}
	}
	switch {
	case err == nil, errors.As(err, &known):
		return err
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return &graph.Error{Code: graph.CodeTimeout, Message: "the time was up before the data file was read or written", Err: err}
	case errors.Is(err, errHead):
		return say(graph.CodeCorrupt, "the data file %s is damaged: its last change may be missing; "+whatToDo)
	case errors.Is(err, errDamaged):
		return say(graph.CodeCorrupt, "the data file %s is damaged; "+whatToDo)
	case errors.Is(err, errEmpty):
		return say(graph.CodeCorrupt, "the data file %s is damaged: it is empty, which none is from its beginning; nothing was changed in it: restore it from a copy, or remove it to begin anew")
	case errors.Is(err, bbolterrors.ErrInvalid), errors.Is(err, bbolterrors.ErrVersionMismatch), errors.Is(err, bbolterrors.ErrChecksum):
		return say(graph.CodeCorrupt, "%s is not a data file of incidentgraph, or its beginning is damaged; nothing was changed in it: restore it from a copy, or name another")
	case errors.Is(err, errForeign):
		return say(graph.CodeInvalid, "%s is a bbolt file of another program, not a data file of incidentgraph; nothing was changed in it")
	case errors.Is(err, errNewer):
		return &graph.Error{Code: graph.CodeInvalid, Err: err, Message: fmt.Sprintf("the data file %s was made by a newer incidentgraph: use that one (%v); nothing was changed in it", f.name(how), err)}
	case errors.Is(err, errOlder):
		return say(graph.CodeUnavailable, "the data file %s was made by an older incidentgraph: it is brought up to date when it is opened to be written to, by a load for one, or by serve")
	case errors.Is(err, fs.ErrNotExist):
		return say(graph.CodeUnavailable, "the data file %s is not there any more")
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		if how == reading {
			return say(graph.CodeUnavailable, "the data file %s may not be read by this user")
		}
		return say(graph.CodeUnavailable, "the data file %s is read-only, or in a read-only place, for this user; nothing was changed in it")
	case errors.As(err, &path):
		err = path.Err // without the path
	}
	return say(graph.CodeUnavailable, "the data file %s cannot be read or written: "+strings.ReplaceAll(err.Error(), "%", "%%"))
}

// create makes the file, where there is none, with what fill writes to it. The file has
// its name once it is whole, so that a kill leaves no empty one, and takes it from no
// other, whoever starts at the same moment.
func (f *file) create(ctx context.Context, fill func(*bbolt.Tx) error) error {
	folder := filepath.Dir(f.path)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return f.explain(creating, err)
	}
	draft, err := os.CreateTemp(folder, "."+filepath.Base(f.path)+".new-*")
	if err != nil {
		return f.explain(creating, err)
	}
	draft.Close()
	defer os.Remove(draft.Name())
	if err := (&file{path: draft.Name(), shown: f.path, wait: f.wait}).do(ctx, creating, fill); err != nil {
		return err
	}
	err = os.Link(draft.Name(), f.path)
	if err != nil && !errors.Is(err, fs.ErrExist) { // a file system without links
		if _, missing := os.Lstat(f.path); errors.Is(missing, fs.ErrNotExist) {
			err = os.Rename(draft.Name(), f.path)
		}
	}
	if err != nil && !errors.Is(err, fs.ErrExist) {
		return f.explain(creating, err)
	}
	if opened, err := os.Open(folder); err == nil { // the name has to last as well
		_ = opened.Sync() // not every system can
		opened.Close()
	}
	return nil
}

// sleep waits, or says that ctx ended first.
func sleep(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
