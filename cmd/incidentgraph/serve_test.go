package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"
)

// serving is a running `serve`.
type serving struct {
	url  string // of GraphQL
	page string // for browsers
	stop func() error
}

// serve starts the service on a free port and waits until it says where it listens.
func (p *program) serve(args ...string) serving {
	p.t.Helper()
	cmd := p.command(append([]string{"serve", "--listen", "127.0.0.1:0"}, args...)...)
	talk, err := cmd.StderrPipe()
	if err != nil {
		p.t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		p.t.Fatal(err)
	}
	lines := bufio.NewScanner(talk)
	for lines.Scan() {
		var event struct{ Msg, URL, Page string }
		if json.Unmarshal(lines.Bytes(), &event) == nil && event.Msg == "serving" {
			go io.Copy(io.Discard, talk) //nolint:errcheck // it ends with the process
			return serving{event.URL, event.Page, func() error {
				if err := cmd.Process.Signal(os.Interrupt); err != nil {
					return err
				}
				return cmd.Wait()
			}}
		}
	}
	p.t.Fatalf("serve ended before it served: %v", cmd.Wait())
	return serving{}
}

func (s serving) ask(ctx context.Context, query string) (int, string, error) {
	body, err := json.Marshal(map[string]string{"query": query})
	if err != nil {
		return 0, "", err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.url, bytes.NewReader(body))
	if err != nil {
		return 0, "", err
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, "", err
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(resp.Body)
	return resp.StatusCode, string(answer), err
}

func TestServeSeesWhatIsLoadedBesideIt(t *testing.T) {
	p := newProgram(t)
	s := p.serve("--db", "shared.db")
	p.write("a.yaml", caseYAML(1))
	p.run("load", "--db", "shared.db", "a.yaml")
	deadline, cancel := context.WithTimeout(t.Context(), 2*time.Second)
	defer cancel()
	for {
		_, answer, err := s.ask(deadline, `{ incident(id: "T-001") { title } }`)
		if err != nil {
			t.Fatalf("what was loaded was not seen within two seconds: %v", err)
		}
		if answer == `{"data":{"incident":{"title":"Made-up case 1"}}}` {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	if err := s.stop(); err != nil {
		t.Errorf("an interrupt did not end it well: %v", err)
	}
}

// The limits stand before what is dear; each of these documents is refused.
func TestServeRefusesDearDocuments(t *testing.T) {
	p := newProgram(t)
	s := p.serve("--db", "limits.db")
	var doubling strings.Builder
	doubling.WriteString("{ ...F20 } fragment F0 on Query { stats { version } }")
	for i := range 20 {
		fmt.Fprintf(&doubling, " fragment F%d on Query { ...F%d ...F%d }", i+1, i, i)
	}
	var aliases strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&aliases, "a%d: stats { version } ", i)
	}
	for name, query := range map[string]string{
		"fragments doubling 20 levels": doubling.String(),
		"10,000 repeated fields":       "{ stats {" + strings.Repeat(" version", 10000) + " } }",
		"2,000 aliases":                "{ " + aliases.String() + "}",
		"500 levels of nesting":        "{ stats " + strings.Repeat("{ a ", 500) + strings.Repeat("} ", 500) + "}",
		"5,000 unknown directives":     "{ stats" + strings.Repeat(" @nope", 5000) + " { version } }",
	} {
		status, answer, err := s.ask(t.Context(), query)
		if err != nil {
			t.Fatal(err)
		}
		var body struct {
			Data   any
			Errors []struct{ Extensions struct{ Code string } }
		}
		if err := json.Unmarshal([]byte(answer), &body); err != nil {
			t.Fatalf("%s: %v: %s", name, err, answer)
		}
		if status != http.StatusOK || body.Data != nil || len(body.Errors) != 1 || !strings.Contains(body.Errors[0].Extensions.Code, "TOO_") || len(answer) > 1000 {
			t.Errorf("%s: %d %.300s", name, status, answer)
		}
	}
	if err := s.stop(); err != nil {
		t.Error(err)
	}
}

func TestServeTellsWhereThePageIs(t *testing.T) {
	s := newProgram(t).serve("--db", "page.db")
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.page, nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Accept", "text/html")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if typ := resp.Header.Get("Content-Type"); resp.StatusCode != http.StatusOK || typ != "text/html; charset=utf-8" {
		t.Errorf("%s: %s, %s", s.page, resp.Status, typ)
	}
	if err := s.stop(); err != nil {
		t.Error(err)
	}
}

func TestPageURL(t *testing.T) {
	for listening, want := range map[string]string{
		"127.0.0.1:8080": "http://127.0.0.1:8080/",
		"10.0.0.7:80":    "http://10.0.0.7:80/",
		"[::1]:8080":     "http://[::1]:8080/",
		"0.0.0.0:8080":   "http://localhost:8080/",
		"[::]:8080":      "http://localhost:8080/",
	} {
		addr, err := net.ResolveTCPAddr("tcp", listening)
		if err != nil {
			t.Fatal(err)
		}
		if got := pageURL(addr); got != want {
			t.Errorf("%s: %s, want %s", listening, got, want)
		}
	}
}
