package main

import (
	"encoding/json"
	"io"
	"log/slog"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/incidentgraph/incidentgraph/graph"
	"github.com/incidentgraph/incidentgraph/graph/embedded"
)

// What is given on the command line counts for more than what the environment says, and a
// variable that cannot be used is told of.
func TestFlagsAndEnvironment(t *testing.T) {
	p := newProgram(t)
	p.write("a.yaml", "id: A\n")
	p.env = []string{"INCIDENTGRAPH_NEO4J_URI=neo4j://127.0.0.1:1"}
	p.run("load", "--db", "d.db", "a.yaml")
	if got := p.run("export", "--db", "d.db", "--salvage"); got != "{\"id\":\"A\"}\n" {
		t.Errorf("salvaged %s", got)
	}
	p.env = append(p.env, "INCIDENTGRAPH_DB=d.db")
	for _, tt := range []struct{ args, says string }{
		{"export", "INCIDENTGRAPH_DB and INCIDENTGRAPH_NEO4J_URI name two graphs"},
		{"export --db d.db --neo4j bolt://127.0.0.1:1", "--db and --neo4j name two graphs"},
	} {
		if r := p.runWith("", strings.Fields(tt.args)...); r.code != 1 || !strings.Contains(r.err, tt.says) {
			t.Errorf("%s ended with %d: %s", tt.args, r.code, r.err)
		}
	}
	p.env = []string{"INCIDENTGRAPH_TIMEOUT=30", "INCIDENTGRAPH_NO_INTROSPECTION=yes"}
	r := p.runWith("", "serve", "--db", "d.db", "--listen", "127.0.0.1:0", "--timeout", "3s")
	if r.code != 1 || !strings.Contains(r.err, "the environment variable INCIDENTGRAPH_NO_INTROSPECTION cannot be used: ") {
		t.Errorf("ended with %d: %s", r.code, r.err)
	}
}

// A dry run writes nothing to a data file: not to a named one, nor to the user's own, into
// which a newer program would put its library.
func TestDryRunWritesNothing(t *testing.T) {
	p := newProgram(t)
	p.write("a.yaml", "id: A\ncomponents: [dns]\n")
	p.run("query", "{ stats { version } }")
	own := filepath.Join(p.home, "data", "incidentgraph", "graph.db")
	store, err := embedded.Open(t.Context(), own, embedded.Options{})
	if err != nil {
		t.Fatal(err)
	}
	setLibraryNote(t, store, func(note *libraryNote) { note.Files = "those of another program" })
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	p.newGraph("d.db")
	for path, args := range map[string][]string{own: {"load", "--dry-run", "a.yaml"}, filepath.Join(p.home, "d.db"): {"load", "--db", "d.db", "--dry-run", "a.yaml"}} {
		before := readFile(t, path)
		if r := p.runWith("", args...); r.code != 0 || !strings.HasSuffix(r.err, "read: 1, to be added: 1\n") {
			t.Errorf("%v ended with %d: %s", args, r.code, r.err)
		}
		if readFile(t, path) != before {
			t.Errorf("%v wrote to the file", args)
		}
	}
	p.run("query", "{ stats { version } }")
	if _, err := embedded.Open(t.Context(), filepath.Join(p.home, "none.db"), embedded.Options{ReadOnly: true}); graph.CodeOf(err) != graph.CodeInvalid {
		t.Errorf("a file that is not there opens to be read only: %v", err)
	}
}

func setLibraryNote(t *testing.T, store *embedded.Store, alter func(*libraryNote)) {
	t.Helper()
	note, err := readLibraryNote(t.Context(), store)
	if err != nil {
		t.Fatal(err)
	}
	alter(&note)
	body, err := json.Marshal(note)
	if err != nil {
		t.Fatal(err)
	}
	if err := store.SetNote(t.Context(), libraryNoteName, body); err != nil {
		t.Fatal(err)
	}
}

// A newer library leaves the terms alone that the user changed or renamed, brings those that
// the program before gave up to date, and where it contradicts the user's own, the file is
// used as it is.
func TestLibraryLeavesTermsAlone(t *testing.T) {
	cache := graph.TermRef{Kind: graph.KindComponent, Slug: "in-memory-cache"}
	open := func() *embedded.Store {
		s, err := embedded.Open(t.Context(), filepath.Join(t.TempDir(), "graph.db"), embedded.Options{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { s.Close() })
		return s
	}
	give := func(s *embedded.Store) string {
		t.Helper()
		var said strings.Builder
		if err := giveLibrary(t.Context(), s, slog.New(slog.NewTextHandler(&said, nil))); err != nil {
			t.Fatal(err)
		}
		return said.String()
	}
	term := func(s *embedded.Store, ref graph.TermRef) graph.Term {
		t.Helper()
		voc, err := s.Vocabulary(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		found, _ := voc.Term(ref)
		return found
	}
	put := func(s *embedded.Store, terms ...graph.Term) {
		t.Helper()
		if _, err := s.Apply(t.Context(), graph.Batch{Terms: terms}); err != nil {
			t.Fatal(err)
		}
	}

	s := open()
	give(s)
	shipped := term(s, cache)
	mine := shipped
	mine.Aliases = append([]string{"우리 캐시"}, shipped.Aliases...)
	dns := graph.TermRef{Kind: graph.KindComponent, Slug: "dns"}
	older := term(s, dns)
	older.Definition = graph.PlainText("As it was put before.")
	put(s, mine, older)
	setLibraryNote(t, s, func(note *libraryNote) {
		mark, err := markTerm(older)
		if err != nil {
			t.Fatal(err)
		}
		note.Files, note.Terms[dns.ID()] = "those of another program", mark
	})
	if said := give(s); said != "" {
		t.Errorf("it says %s", said)
	}
	if got := term(s, cache).Aliases; len(got) != len(mine.Aliases) || got[0] != "우리 캐시" {
		t.Errorf("the user's aliases became %q", got)
	}
	if got := term(s, dns).Definition; got == older.Definition {
		t.Error("a term that the program before gave was left as it was")
	}

	s = open()
	put(s, graph.Term{Kind: graph.KindComponent, Slug: "our-own", Name: shipped.Name})
	if said := give(s); !strings.Contains(said, "the library of this version cannot be put into your data file") || !strings.Contains(said, "our-own") {
		t.Errorf("of a contradiction it says %q", said)
	}
	if got := term(s, graph.TermRef{Kind: graph.KindComponent, Slug: "our-own"}).Name; got != shipped.Name {
		t.Errorf("the user's term is called %v", got)
	}
}

// Of two commands that make one graph at once, the one's vocabulary does not take the place
// of what the other loads.
func TestVocabularyOfTwoAtOnce(t *testing.T) {
	p := newProgram(t)
	p.write("mine.yaml", "kind: component\nslug: in-memory-cache\nen: Our cache\n")
	p.write("a.yaml", "id: A\n")
	for _, db := range []string{"1.db", "2.db", "3.db", "4.db", "5.db"} {
		var both sync.WaitGroup
		for _, file := range []string{"mine.yaml", "a.yaml"} {
			cmd := p.command("load", "--db", db, file)
			cmd.Stderr = io.Discard
			both.Go(func() {
				if err := cmd.Run(); err != nil {
					t.Errorf("load %s: %v", file, err)
				}
			})
		}
		both.Wait()
		if got := p.run("vocab", "--db", db, "--limit", "1", "in-memory-cache"); !strings.HasPrefix(got, "component\tin-memory-cache\tOur cache\t") {
			t.Errorf("%s: the user's term became %s", db, got)
		}
	}
}

// Keys are deleted once each; more than a batch of them are deleted batch by batch.
func TestDeleteMany(t *testing.T) {
	p := newProgram(t)
	p.write("many.ndjson", killFile(0, 1200))
	p.run("load", "--db", "d.db", "many.ndjson")
	var typed strings.Builder
	for line := range strings.Lines(p.run("export", "--db", "d.db")) {
		var c graph.Case
		if err := json.Unmarshal([]byte(line), &c); err != nil {
			t.Fatal(err)
		}
		typed.WriteString(c.ID + "\n" + strings.ToLower(c.ID) + "\n")
	}
	r := p.runWith(typed.String()+"no-such\n", "delete", "--db", "d.db", "-")
	if r.code != 2 || r.err != "no-such: there is no such case\ndeleted 1200 of 1201\n" {
		t.Errorf("ended with %d: %s", r.code, r.err)
	}
}
