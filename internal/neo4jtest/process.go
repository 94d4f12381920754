package neo4jtest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"sync"
)

// process is one run of a server. The pipe to its standard input is held open
// as long as this process lives: the server ends itself when it closes.
type process struct {
	cmd   *exec.Cmd
	stdin io.WriteCloser
	done  chan struct{} // closed when it has ended
}

// launch starts cmd, writes firstLine to it, and returns when it has printed
// that it has started.
func launch(ctx context.Context, cmd *exec.Cmd, firstLine string) (*process, error) {
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	printed := &output{started: make(chan struct{})}
	cmd.Stdout, cmd.Stderr = printed, printed
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	p := &process{cmd: cmd, stdin: stdin, done: make(chan struct{})}
	go func() {
		_ = cmd.Wait() // ProcessState tells
		close(p.done)
	}()
	// A server that has ended already cannot read: that is told below.
	_, _ = io.WriteString(stdin, firstLine+"\n")
	select {
	case <-printed.started:
		return p, nil
	case <-p.done:
		return nil, fmt.Errorf("it ended before it took connections (%v), and printed:\n%s", cmd.ProcessState, printed)
	case <-ctx.Done():
		err := errors.Join(context.Cause(ctx), cmd.Process.Kill())
		<-p.done
		return nil, fmt.Errorf("%w, and it had printed:\n%s", err, printed)
	}
}

// kept is how much of the end of a server's output is kept for error messages, in bytes.
const kept = 4096

// output keeps the end of what a server prints and tells when it says that it
// takes connections, in the word that both ways of running it use.
type output struct {
	mu      sync.Mutex
	text    []byte
	told    bool
	started chan struct{}
}

// Write implements io.Writer; it never fails.
func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.text = append(o.text, p...)
	if !o.told && bytes.Contains(o.text, []byte("Started.")) {
		o.told = true
		close(o.started)
	}
	if excess := len(o.text) - kept; excess > 0 {
		o.text = append(o.text[:0], o.text[excess:]...)
	}
	return len(p), nil
}

// String returns the end of what was printed.
func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return string(o.text)
}
