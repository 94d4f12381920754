package embedded_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"github.com/incidentgraph/incidentgraph/graph"
	"github.com/incidentgraph/incidentgraph/graph/embedded"
)

// The test binary plays other processes: started with this variable set, it does what
// the variable names on the data file that its argument names.
const roleVariable = "INCIDENTGRAPH_TEST_ROLE"

var roles = map[string]func(ctx context.Context, path string) error{
	"load":  playLoad,
	"read":  playRead,
	"write": playWrite,
	"hold":  playHold,
	"full":  playFull,
}

func TestMain(m *testing.M) {
	role, ok := roles[os.Getenv(roleVariable)]
	if !ok {
		os.Exit(m.Run())
	}
	// A process whose parent is gone reads the end of its input, and ends as well.
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		cancel()
	}()
	if err := role(ctx, os.Args[1]); err != nil && ctx.Err() == nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// process is another process at work.
type process struct {
	cmd   *exec.Cmd
	stdin io.Closer
	lines *bufio.Scanner
}

// start starts a process; by is a command that is given the one to start, if any.
func start(t *testing.T, role, path string, by ...string) *process {
	t.Helper()
	command := append(by, os.Args[0], path)
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Env = append(os.Environ(), roleVariable+"="+role)
	cmd.Stderr = os.Stderr
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	p := &process{cmd, stdin, bufio.NewScanner(stdout)}
	t.Cleanup(p.kill)
	return p
}

// kill ends the process as hard as can be, if it runs still.
func (p *process) kill() {
	_ = p.cmd.Process.Kill()
	_ = p.cmd.Wait()
}

// line waits for the next line that the process says.
func (p *process) line(t *testing.T) string {
	t.Helper()
	if !p.lines.Scan() {
		t.Fatalf("the process ended: %v", p.cmd.Wait())
	}
	return p.lines.Text()
}

// end lets the process end by itself and checks that all went well in it.
func (p *process) end(t *testing.T) {
	t.Helper()
	p.stdin.Close()
	for p.lines.Scan() {
	}
	if err := p.cmd.Wait(); err != nil {
		t.Errorf("the process failed: %v", err)
	}
}

// Loads are in batches of this many cases, each case naming the batch, so that half a
// batch shows.
const (
	loadBatches = 30
	loadBatch   = 20
)

// loadCases gives the cases of one batch: a hub of their own, and cards to the batch
// before.
func loadCases(batch int) []*graph.Case {
	var out []*graph.Case
	for i := range loadBatch {
		c := &graph.Case{
			ID: fmt.Sprintf("L-%03d-%02d", batch, i), Title: graph.PlainText(fmt.Sprintf("Case %d of batch %d", i, batch)),
			Components: []string{fmt.Sprintf("batch-%d", batch), "everything"},
		}
		if batch > 0 {
			c.Related = []graph.Card{{ID: fmt.Sprintf("L-%03d-%02d", batch-1, i), SameCause: true, SharedComponents: []string{"shared"}}}
		}
		out = append(out, c)
	}
	return out
}

// playLoad loads all batches and says how far it got.
func playLoad(ctx context.Context, path string) error {
	s, err := embedded.Open(ctx, path, embedded.Options{})
	if err != nil {
		return err
	}
	defer s.Close()
	for batch := range loadBatches {
		fmt.Println(batch)
		if _, err := s.Apply(ctx, graph.Batch{Cases: loadCases(batch)}); err != nil {
			return err
		}
	}
	fmt.Println("done")
	return nil
}

// playRead reads cases from the file without a pause.
func playRead(ctx context.Context, path string) error {
	s, err := embedded.Open(ctx, path, embedded.Options{})
	if err != nil {
		return err
	}
	defer s.Close()
	fmt.Println("reading")
	for ctx.Err() == nil {
		cases, err := s.Cases(ctx, []string{"L-000-00", "L-000-01"})
		if err != nil {
			return err
		}
		if cases[0] == nil || cases[1] == nil {
			return fmt.Errorf("read %v", cases)
		}
	}
	return nil
}

// playWrite replaces a case without a pause.
func playWrite(ctx context.Context, path string) error {
	s, err := embedded.Open(ctx, path, embedded.Options{})
	if err != nil {
		return err
	}
	defer s.Close()
	fmt.Println("writing")
	for n := 0; ctx.Err() == nil; n++ {
		c := &graph.Case{ID: "W-" + strconv.Itoa(os.Getpid()), Title: graph.PlainText(strconv.Itoa(n))}
		if _, err := s.Apply(ctx, graph.Batch{Cases: []*graph.Case{c}}); err != nil {
			return err
		}
	}
	return nil
}

// playHold holds the lock of the file.
func playHold(ctx context.Context, path string) error {
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{Timeout: time.Second})
	if err != nil {
		return err
	}
	fmt.Println("holding")
	<-ctx.Done()
	return db.Close()
}

// playFull loads until the disk is full.
func playFull(ctx context.Context, path string) error {
	s, err := embedded.Open(ctx, path, embedded.Options{})
	if err != nil {
		return err
	}
	defer s.Close()
	for batch := range loadBatches {
		if _, err := s.Apply(ctx, graph.Batch{Cases: loadCases(batch)}); err != nil {
			if graph.CodeOf(err) != graph.CodeUnavailable {
				return err
			}
			fmt.Println(err)
			break
		}
	}
	// What was there before is there still, for this process as well.
	v, err := s.Version(ctx)
	fmt.Println(v)
	return err
}
