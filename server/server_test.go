package server

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

// running is a server on a real socket.
type running struct {
	addr string
	stop context.CancelFunc
	done chan error // what Run gave
}

func run(t *testing.T, s *Server) *running {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	r := &running{ln.Addr().String(), stop, make(chan error, 1)}
	go func() { r.done <- s.Run(ctx, ln) }()
	t.Cleanup(stop)
	return r
}

// dial opens a connection on which nothing waits for ever.
func (r *running) dial(t *testing.T) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", r.addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	if err := conn.SetDeadline(time.Now().Add(30 * time.Second)); err != nil {
		t.Fatal(err)
	}
	return conn
}

func send(t *testing.T, conn net.Conn, text string) {
	t.Helper()
	if _, err := io.WriteString(conn, text); err != nil {
		t.Fatal(err)
	}
}

func receive(t *testing.T, conn net.Conn) (status int, body string) {
	t.Helper()
	resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(b)
}

const head = "POST /graphql HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"

func request(body string) string {
	return fmt.Sprintf("%sContent-Length: %d\r\n\r\n%s", head, len(body), body)
}

func TestRealSocket(t *testing.T) {
	// No time limit helps here: an answer must not wait for what is not sent.
	s, _ := newServer(t, ExecutorOptions{}, Options{MaxBody: 1_000, MaxHeaderBytes: 1_000, ReadTimeout: time.Hour})
	r := run(t, s)
	chunk := func(n int) string { return fmt.Sprintf("%x\r\n%s\r\n", n, strings.Repeat(" ", n)) }
	tests := []struct {
		name, text string
		status     int
		body       string
	}{
		{"a query", request(`{"query":"{hello}"}`), 200, `{"data":{"hello":"hello"}}`},
		{"a body too large", request(strings.Repeat(" ", 1_001)), 413, "PAYLOAD_TOO_LARGE"},
		{"a body said to be too large", head + "Content-Length: 1000000000\r\n\r\n" + strings.Repeat(" ", 2_000), 413, "PAYLOAD_TOO_LARGE"},
		{"a chunked query", head + "Transfer-Encoding: chunked\r\n\r\n13\r\n{\"query\":\"{hello}\"}\r\n0\r\n\r\n", 200, `{"data":{"hello":"hello"}}`},
		{"a chunked body too large", head + "Transfer-Encoding: chunked\r\n\r\n" + strings.Repeat(chunk(100), 11), 413, "PAYLOAD_TOO_LARGE"},
		{"a form that does not come", "POST /graphql HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: 100\r\n\r\n{", 415, "UNSUPPORTED_MEDIA_TYPE"},
		{"headers too large", head + "X: " + strings.Repeat("x", 100_000) + "\r\n\r\n", 431, ""},
		{"a foreign host", "GET /graphql?query={hello} HTTP/1.1\r\nHost: evil.test\r\n\r\n", 403, "HOST_NOT_ALLOWED"},
		{"no host", "GET /graphql?query={hello} HTTP/1.0\r\n\r\n", 403, "HOST_NOT_ALLOWED"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			conn := r.dial(t)
			// The server may answer and close before all is sent: what counts is
			// the answer.
			_, _ = io.WriteString(conn, tt.text)
			if status, body := receive(t, conn); status != tt.status || !strings.Contains(body, tt.body) {
				t.Errorf("%d %s, want %d %s", status, body, tt.status, tt.body)
			}
		})
	}
	r.stop()
	if err := <-r.done; err != nil {
		t.Errorf("Run: %v", err)
	}
}

func TestSlowSendersAreCutOff(t *testing.T) {
	s, _ := newServer(t, ExecutorOptions{}, Options{ReadHeaderTimeout: 20 * time.Millisecond, ReadTimeout: 40 * time.Millisecond, IdleTimeout: 20 * time.Millisecond})
	r := run(t, s)
	for name, text := range map[string]string{
		"nothing at all":    "",
		"half of a header":  "POST /graphql HTTP/1.1\r\nHost: loc",
		"no end of headers": head,
	} {
		conn := r.dial(t)
		send(t, conn, text)
		// The server closes; were it to wait, reading would fail by the deadline.
		if _, err := io.ReadAll(conn); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	conn := r.dial(t)
	send(t, conn, head+"Content-Length: 100\r\n\r\n{")
	if status, _ := receive(t, conn); status != http.StatusBadRequest {
		t.Errorf("a body that does not come: %d", status)
	}
	conn = r.dial(t)
	send(t, conn, request(`{"query":"{hello}"}`))
	if status, _ := receive(t, conn); status != http.StatusOK {
		t.Errorf("a query: %d", status)
	}
	if _, err := io.ReadAll(conn); err != nil {
		t.Errorf("an idle connection: %v", err)
	}
}

// blocking makes the resolver of blocked tell when it runs and wait to be freed.
func blocking(s *Server) (entered chan struct{}, free chan struct{}) {
	entered, free = make(chan struct{}), make(chan struct{})
	s.exec.schema.(*shelf).resolve["Query.blocked"] = func(ctx context.Context, _ map[string]any) (any, error) {
		close(entered)
		select {
		case <-free:
			return "freed", nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	return entered, free
}

func TestGracefulStop(t *testing.T) {
	s, _ := newServer(t, ExecutorOptions{}, Options{})
	entered, free := blocking(s)
	r := run(t, s)
	conn := r.dial(t)
	send(t, conn, request(`{"query":"{blocked}"}`))
	<-entered
	r.stop()
	// New connections are refused as soon as the stop has begun.
	for {
		late, err := net.Dial("tcp", r.addr)
		if err != nil {
			break
		}
		_ = late.Close()
	}
	select {
	case err := <-r.done:
		t.Fatalf("Run ended beside a running request: %v", err)
	default:
	}
	close(free)
	if status, body := receive(t, conn); status != 200 || body != `{"data":{"blocked":"freed"}}` {
		t.Errorf("the running request: %d %s", status, body)
	}
	if err := <-r.done; err != nil {
		t.Errorf("Run: %v", err)
	}
}

func TestStopCutsOffWhatTakesTooLong(t *testing.T) {
	s, _ := newServer(t, ExecutorOptions{}, Options{Grace: time.Millisecond})
	entered, ended := make(chan struct{}), make(chan struct{})
	s.exec.schema.(*shelf).resolve["Query.blocked"] = func(ctx context.Context, _ map[string]any) (any, error) {
		close(entered)
		<-ctx.Done()
		close(ended)
		return nil, ctx.Err()
	}
	r := run(t, s)
	conn := r.dial(t)
	send(t, conn, request(`{"query":"{blocked}"}`))
	<-entered
	r.stop()
	if err := <-r.done; err == nil || !strings.Contains(err.Error(), "cut off") {
		t.Errorf("Run: %v", err)
	}
	<-ended // the resolver was told
}

func TestClientThatGoesAwayFreesItsTurn(t *testing.T) {
	s, lines := newServer(t, ExecutorOptions{MaxConcurrent: 1, MaxWait: time.Minute}, Options{})
	entered, _ := blocking(s)
	r := run(t, s)
	conn := r.dial(t)
	send(t, conn, request(`{"query":"{blocked}"}`))
	<-entered
	if err := conn.Close(); err != nil {
		t.Fatal(err)
	}
	next := r.dial(t)
	send(t, next, request(`{"query":"{hello}"}`)) // waits for the turn
	if status, body := receive(t, next); status != 200 || body != `{"data":{"hello":"hello"}}` {
		t.Errorf("%d %s", status, body)
	}
	if failed := lines.with(t, "query failed"); len(failed) > 0 {
		t.Errorf("log: %v", failed)
	}
}

func TestRunReportsABrokenListener(t *testing.T) {
	s, _ := newServer(t, ExecutorOptions{}, Options{})
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if err := ln.Close(); err != nil {
		t.Fatal(err)
	}
	if err := s.Run(t.Context(), ln); err == nil || !strings.Contains(err.Error(), ln.Addr().String()) {
		t.Errorf("Run: %v", err)
	}
}
