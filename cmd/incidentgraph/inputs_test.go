package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
	"golang.org/x/text/encoding/korean"
)

// keysIn gives the keys of all cases of a data file, in order.
func (p *program) keysIn(db string) string {
	p.t.Helper()
	var keys []string
	for line := range strings.Lines(p.run("export", "--db", db)) {
		_, rest, _ := strings.Cut(line, `"id":"`)
		key, _, _ := strings.Cut(rest, `"`)
		keys = append(keys, key)
	}
	return strings.Join(keys, " ")
}

func gzipped(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestWhatLoadTakes(t *testing.T) {
	cp949, err := korean.EUCKR.NewEncoder().String("id: K\ntitle: 장애\n")
	if err != nil {
		t.Fatal(err)
	}
	p := newProgram(t)
	p.write("cases/a.yaml", "id: A\n")
	p.write("cases/b.yaml", "id: B\n")
	p.write("cases/.hidden.yaml", "id: HIDDEN\n")
	p.write("cases/deep/c.ndjson.gz", gzipped(t, "{\"id\": \"C\"}\n{\"id\": \"D\"}\n"))
	p.write("[odd].yaml", "id: ODD\n")
	p.write("korean.yaml", cp949)
	p.write("lines.txt", "{\"id\": \"T\"}\n{\"id\": \"U\"}\n")
	p.newGraph("x.db")
	site := httptest.NewServer(http.FileServer(http.Dir(p.home)))
	defer site.Close()
	for name, tt := range map[string]struct {
		args []string
		code int
		keys string
		says string
	}{
		"a folder":               {[]string{"cases"}, 0, "A B C D", ""},
		"a pattern in quotes":    {[]string{"cases/*.yaml"}, 0, "A B", ""},
		"a pattern of folders":   {[]string{"ca*"}, 0, "A B C D", ""},
		"a pattern of none":      {[]string{"cases/*.json"}, 1, "", "cases/*.json: matches no file"},
		"one of some":            {[]string{"cases/a.yaml", "nowhere/*"}, 2, "A", "nowhere/*: matches no file"},
		"a name like a pattern":  {[]string{"[odd].yaml"}, 0, "ODD", ""},
		"a broken pattern":       {[]string{"[odd"}, 1, "", "[odd: is no pattern"},
		"CP949 that is declared": {[]string{"--encoding", "cp949", "korean.yaml"}, 0, "K", ""},
		"CP949 that is not":      {[]string{"korean.yaml"}, 1, "", "seems to be CP949"},
		"an unknown encoding":    {[]string{"--encoding", "none", "korean.yaml"}, 1, "", `there is no encoding "none"`},
		"another format":         {[]string{"--format", "ndjson", "lines.txt"}, 0, "T U", ""},
		"an address":             {[]string{"--allow-private", site.URL + "/cases/deep/c.ndjson.gz", "cases/a.yaml"}, 0, "C D A", ""},
		"a private address":      {[]string{site.URL + "/cases/a.yaml"}, 1, "", "not on the public Internet"},
		"a device":               {[]string{"/dev/zero"}, 1, "", "is a device, not a file"},
	} {
		t.Run(name, func(t *testing.T) {
			p := &program{t: t, home: p.home}
			r := p.runWith("", append([]string{"load", "--db", "x.db", "--dry-run", "--list"}, tt.args...)...)
			keys := strings.Join(strings.Fields(strings.ReplaceAll(r.out, "add incident:", "")), " ")
			if r.code != tt.code || !strings.Contains(r.err, tt.says) || keys != tt.keys {
				t.Errorf("ended with %d and %q, want %d, %q and %q: %s", r.code, keys, tt.code, tt.keys, tt.says, r.err)
			}
		})
	}
}

// A vocabulary of the user's own, by kind in each term and by the layout of folders; what
// contradicts itself names both places; a renamed term keeps its incidents.
func TestVocabulariesOfUsers(t *testing.T) {
	p := newProgram(t)
	p.write("my.yaml", "- kind: component\n  slug: ledger\n  en: Ledger\n  ko: 장부\n- {kind: cause, slug: typo, en: Typing error}\n")
	p.write("a.yaml", "id: A\ncomponents: [장부]\nroot_causes: [typing error]\n")
	if r := p.runWith("", "load", "--db", "v.db", "--strict", "a.yaml", "my.yaml"); r.code != 0 {
		t.Fatalf("ended with %d: %s", r.code, r.err)
	}
	const ask = `{ incident(id: "A") { components { slug } causes { slug } } term(kind: COMPONENT, name: "ledger") { slug incidentCount } }`
	sameJSON(t, "loaded", p.run("query", "--db", "v.db", ask),
		`{"data": {"incident": {"components": [{"slug": "ledger"}], "causes": [{"slug": "typo"}]}, "term": {"slug": "ledger", "incidentCount": 1}}}`)

	for name, tt := range map[string]struct{ file, text, want string }{
		"a name of two terms":    {"bad.yaml", "- {kind: component, slug: books, en: Books}\n- {kind: component, slug: shelf, en: books!, aliases: [x]}\n- {kind: component, slug: board, ko: books}\n", `bad.yaml:1: "Books" means two terms of kind component: board and books; take it from one of them (board is in bad.yaml:3, books in bad.yaml:1)`},
		"a name of a stored one": {"bad.yaml", "- kind: component\n  slug: books\n  ko: 장부\n", `bad.yaml:1: "장부" means two terms of kind component: books and ledger; take it from one of them (books is in bad.yaml:1, ledger in the graph)`},
		"a circle":               {"bad.json", "[{\"kind\": \"cause\", \"slug\": \"a\", \"broader\": \"b\"},\n{\"kind\": \"cause\", \"slug\": \"b\", \"broader\": \"a\"}]", "cause a is broader than itself, by way of b (a is in bad.json:1, b in bad.json:2)"},
		"no kind":                {"vocab/mine.yaml", "- {slug: a}\n", "vocab/mine.yaml:1: a: the term does not say its kind"},
		"another kind":           {"vocab/causes.ndjson", "{\"kind\": \"factor\", \"slug\": \"a\"}\n", "the term is a factor, in a file of another kind of terms"},
	} {
		t.Run(name, func(t *testing.T) {
			p := &program{t: t, home: p.home}
			path := p.write(name+"/"+tt.file, tt.text)
			arg := name
			if !strings.HasPrefix(tt.file, "vocab/") {
				arg = path
			}
			r := p.runWith("", "load", "--db", "v.db", arg, "a.yaml")
			if r.code != 1 || !strings.Contains(strings.ReplaceAll(r.err, name+"/", ""), tt.want) {
				t.Errorf("ended with %d, want %s: %s", r.code, tt.want, r.err)
			}
		})
	}

	p.write("renamed/vocab/components.yaml", "- {slug: account-ledger, en: Ledger, ko: 장부, formerly: [ledger]}\n")
	p.run("load", "--db", "v.db", "renamed")
	sameJSON(t, "renamed", p.run("query", "--db", "v.db", ask),
		`{"data": {"incident": {"components": [{"slug": "account-ledger"}], "causes": [{"slug": "typo"}]}, "term": {"slug": "account-ledger", "incidentCount": 1}}}`)
	p.write("b.yaml", "id: B\ncomponents: [ledger]\n")
	p.run("load", "--db", "v.db", "--strict", "b.yaml", "my.yaml") // the old term, again: it stays renamed
	if got := p.run("vocab", "--db", "v.db", "--kind", "component", "ledger"); !strings.HasPrefix(got, "component\taccount-ledger\tLedger\t장부\t2\n") || strings.Contains(got, "\tledger\t") {
		t.Errorf("the terms are\n%s", got)
	}
	vocabulary := p.run("export", "--db", "v.db", "--vocab")
	if r := p.runWith(vocabulary, "load", "--db", "w.db", "--format", "vocab", "-"); r.code != 0 {
		t.Fatalf("the vocabulary does not load: %s", r.err)
	}
	if got := p.run("export", "--db", "w.db", "--vocab"); got != vocabulary {
		t.Error("the vocabulary changes on its way")
	}
}

func TestRejects(t *testing.T) {
	p := newProgram(t)
	p.write("good.yaml", "id: A\n")
	p.write("bad.yaml", "id: B\ncomponent: [in-memory-cache]\n---\nid: C\ntitle: [\n")
	r := p.runWith("", "load", "--db", "r.db", "--rejects", "rejects.ndjson", "good.yaml", "bad.yaml")
	if r.code != 2 || p.keysIn("r.db") != "A" {
		t.Fatalf("ended with %d: %s", r.code, r.err)
	}
	path := filepath.Join(p.home, "rejects.ndjson")
	mended := strings.NewReplacer(`"component"`, `"components"`, `title: [`, `title: x`).Replace(readFile(t, path))
	p.write("rejects.ndjson", mended)
	if r := p.runWith("", "load", "--db", "r.db", "--rejects", "again.ndjson", "rejects.ndjson"); r.code != 0 {
		t.Fatalf("mended, ended with %d: %s\n%s", r.code, r.err, mended)
	}
	if got := p.keysIn("r.db"); got != "A B C" {
		t.Errorf("the keys are %s", got)
	}
	if text := readFile(t, filepath.Join(p.home, "again.ndjson")); text != "" {
		t.Errorf("nothing was rejected, and it is written: %s", text)
	}
	// A place that cannot be written to is told before anything is loaded.
	if r := p.runWith("", "load", "--db", "r.db", "--rejects", "nowhere/r.ndjson", "good.yaml"); r.code != 1 || !strings.Contains(r.err, "nowhere/r.ndjson") {
		t.Errorf("ended with %d: %s", r.code, r.err)
	}
	// A load that does not begin leaves an earlier file alone, and no draft behind.
	p.write("rejects.ndjson", "{\"_problems\":[]}\n")
	p.write("x.db", strings.Repeat("no data file\n", 1000))
	p.runWith("", "load", "--db", "x.db", "--rejects", "rejects.ndjson", "bad.yaml")
	if text := readFile(t, path); text != "{\"_problems\":[]}\n" {
		t.Errorf("it was written over: %s", text)
	}
	if drafts, err := filepath.Glob(filepath.Join(p.home, ".*.new-*")); err != nil || len(drafts) > 0 {
		t.Errorf("left behind: %v, %v", drafts, err)
	}
}

func TestDryRunTellsWhatWouldChange(t *testing.T) {
	p := newProgram(t)
	p.write("a.yaml", "id: A\ntitle: x\nrelated: [{id: S}]\n")
	r := p.runWith("", "load", "--db", "d.db", "--dry-run", "--list", "a.yaml")
	if r.code != 0 || r.out != "add incident:A\nadd stub incident:S\n" || !strings.Contains(r.err, "read: 1, to be added: 1, stubs to be added: 1\n") {
		t.Errorf("ended with %d:\n%s%s", r.code, r.out, r.err)
	}
	if entries, err := os.ReadDir(p.home); err != nil || len(entries) != 1 {
		t.Errorf("a dry run made files: %v, %v", entries, err)
	}
	if r := p.runWith("", "load", "--dry-run", "a.yaml"); r.code != 0 { // nor the user's own data file
		t.Errorf("ended with %d: %s", r.code, r.err)
	}
	if entries, err := os.ReadDir(p.home); err != nil || len(entries) != 1 {
		t.Errorf("a dry run made files: %v, %v", entries, err)
	}
	p.run("load", "--db", "d.db", "a.yaml")
	p.write("a.yaml", "id: A\ntitle: y\n")
	r = p.runWith("", "load", "--db", "d.db", "--dry-run", "--list", "a.yaml")
	if r.code != 0 || r.out != "change incident:A related, title\nremove stub incident:S\n" {
		t.Errorf("ended with %d:\n%s%s", r.code, r.out, r.err)
	}
	if got := p.run("export", "--db", "d.db"); !strings.Contains(got, `"title":"x"`) {
		t.Errorf("a dry run wrote: %s", got)
	}
}

func TestSummaryOfALoad(t *testing.T) {
	p := newProgram(t)
	p.write("a.yaml", strings.Join([]string{
		"{id: A, components: [in-memory-cach, in-memory-cache], related: [{id: B, shared_components: [dns]}, {id: S}]}",
		"{id: B, components: [in-memory-cach]}",
		"{id: C, title: [x]}",
	}, "\n---\n"))
	r := p.runWith("", "load", "--db", "s.db", "a.yaml")
	for _, want := range []string{
		"rejected: a.yaml:5: C: title: a list stands where text belongs",
		`warning: a.yaml:1: components: the vocabulary has no component "in-memory-cach"; the nearest is in-memory-cache`,
		"(used 2 times)",
		"warning: A: components:",
		"read: 3, added: 2, rejected: 1, unknown terms: 1, contradictions: 2, stubs in the graph: 1\n",
	} {
		if !strings.Contains(r.err, want) {
			t.Errorf("it does not say %q:\n%s", want, r.err)
		}
	}
	if r.code != 2 {
		t.Errorf("ended with %d", r.code)
	}
}

// Ctrl-C ends a load at the border of a batch and says what was loaded; a second run
// completes it.
func TestInterrupt(t *testing.T) {
	p := newProgram(t)
	lines := killFile(0, 20_000)
	p.write("many.ndjson", lines)
	p.newGraph("i.db")
	empty := sizeOf(t, p, "i.db")
	cmd := p.command("load", "--db", "i.db", "many.ndjson")
	talk, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(5 * time.Minute); sizeOf(t, p, "i.db") == empty; { // until the first batch is in
		if time.Now().After(deadline) {
			t.Fatal("nothing was loaded in five minutes")
		}
		time.Sleep(time.Millisecond)
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	said, err := io.ReadAll(talk)
	if err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	n := strings.Count(p.run("export", "--db", "i.db"), "\n")
	if code := cmd.ProcessState.ExitCode(); code != 2 || n == 0 || n%1000 != 0 || n == 20_000 || !strings.Contains(string(said), "broken off") {
		t.Errorf("ended with %d and %d cases: %s", code, n, said)
	}
	p.run("load", "--db", "i.db", "many.ndjson")
	if got := p.run("export", "--db", "i.db"); got != lines {
		t.Errorf("%d cases after all", strings.Count(got, "\n"))
	}
}

// A second Ctrl-C ends a load at once, even one that waits for somebody who does not come
// to read what it prints.
func TestInterruptTwice(t *testing.T) {
	p := newProgram(t)
	p.write("many.ndjson", killFile(0, 20_000))
	p.env = append(p.env, "TMPDIR="+t.TempDir()) // a dry run that is ended at once leaves its passing file
	cmd := p.command("load", "--db", "i.db", "--dry-run", "--list", "many.ndjson")
	unread, printed, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer unread.Close()
	cmd.Stdout = printed
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(5 * time.Minute); hasRoom(t, printed); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("nothing was printed in five minutes")
		}
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = cmd.Wait() // what it says is in the state
	}()
	for signals := 0; ; signals++ {
		if err := cmd.Process.Signal(os.Interrupt); err != nil && !errors.Is(err, os.ErrProcessDone) {
			t.Fatal(err)
		}
		select {
		case <-ended:
			if status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); !ok || !status.Signaled() || status.Signal() != syscall.SIGINT {
				t.Errorf("it ended with %v, not by the signal", cmd.ProcessState)
			}
			printed.Close()
			return
		case <-time.After(100 * time.Millisecond):
			if signals > 100 {
				t.Fatal("it does not end")
			}
		}
	}
}

// hasRoom reports whether a pipe takes more without waiting for its reader.
func hasRoom(t *testing.T, pipe *os.File) bool {
	t.Helper()
	n, err := unix.Poll([]unix.PollFd{{Fd: int32(pipe.Fd()), Events: unix.POLLOUT}}, 0)
	if err != nil && !errors.Is(err, unix.EINTR) {
		t.Fatal(err)
	}
	return n > 0
}

func sizeOf(t *testing.T, p *program, name string) int64 {
	t.Helper()
	info, err := os.Stat(filepath.Join(p.home, name))
	if err != nil {
		t.Fatal(err)
	}
	return info.Size()
}
