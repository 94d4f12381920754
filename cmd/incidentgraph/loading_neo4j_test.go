//go:build !embedded_only

package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/incidentgraph/incidentgraph/internal/neo4jtest"
)

func TestKillOnNeo4j(t *testing.T) { killLoads(t, onNeo4j(t), 1100) }

// The commands of the document on loading for Neo4j, with the server at hand.
func TestLoadingDocumentOnNeo4j(t *testing.T) {
	for _, name := range []string{"docs/loading.md", "docs/loading.ko.md"} {
		t.Run(name, func(t *testing.T) {
			p := onNeo4j(t)
			for _, f := range fencesOf(t, root(t, name)) {
				if first, text, ok := strings.Cut(f.text, "\n"); ok && first == "# checkout.yaml" {
					p.write("cases/checkout.yaml", text)
				}
			}
			ran := 0
			for _, f := range fencesOf(t, root(t, name)) {
				switch {
				case f.lang == "yaml":
					first, _, _ := strings.Cut(f.text, "\n")
					p.write(strings.TrimPrefix(first, "# "), f.text)
				case f.lang == "sh" && strings.Contains(f.text, "NEO4J"):
					for _, line := range strings.Split(strings.TrimSpace(f.text), "\n") {
						p.shell(t, line)
						ran++
					}
				}
			}
			if ran != 3 {
				t.Errorf("%d commands, want export and two loads", ran)
			}
			if got := p.run("export"); !strings.Contains(got, `"SHOP-2024-03"`) {
				t.Errorf("the case is not in the graph: %s", got)
			}
		})
	}
}

// What load does, it does to both stores alike: vocabularies, renaming, previews, rejects,
// replacing and deleting; and what one of them exports the other takes.
func TestLoadingIsTheSameOnBothStores(t *testing.T) {
	neo4j, embedded := onNeo4j(t), newProgram(t)
	embedded.env = []string{"INCIDENTGRAPH_DB=e.db"}
	const headless = "X-0123456789ab"
	files := [][2]string{
		{"1.yaml", "- {kind: component, slug: ledger, en: Ledger, ko: 장부}\n- {kind: component, slug: page, broader: ledger}\n"},
		{"2.yaml", "id: A\ncomponents: [장부, in-memory-cache]\nrelated: [{id: S, shared_components: [장부]}]\n---\nid: " + headless + "\ntitle: lost\n---\nid: B\ntitel: x\n"},
		{"3.yaml", "{kind: component, slug: account-ledger, en: Ledger, ko: 장부, formerly: [ledger]}\n"},
		{"4.yaml", "id: A\ncomponents: [ledger]\nupdated_at: 2024-01-02\n---\nid: C\nreplaces: [" + headless + "]\nrelated: [{id: A}]\n"},
		{"5.yaml", "id: A\ntitle: older\nupdated_at: 2024-01-01\n---\nid: a\n---\nid: D\n"},
	}
	run := func(input string, args ...string) string {
		t.Helper()
		a, b := neo4j.runWith(input, args...), embedded.runWith(input, args...)
		if a != b {
			t.Errorf("%v:\nNeo4j    %+v\nembedded %+v", args, a, b)
		}
		return a.out
	}
	check := func() {
		t.Helper()
		run("", "export")
		run("", "export", "--vocab")
		run("", "query", `{ stats { version incidents stubs provisional } incidents(first: 100) { nodes { key isStub links { kind to { id } evidence } } } a: node(id: "component:ledger") { id } term(kind: COMPONENT, name: "ledger") { slug narrower { slug } incidentCount } }`)
	}
	for _, f := range files {
		for _, p := range []*program{neo4j, embedded} {
			p.write(f[0], f[1])
		}
		run("", "load", "--dry-run", "--list", f[0])
		run("", "load", "--rejects", "r.ndjson", f[0])
		check()
	}
	run("", "delete", "C", "nobody")
	run("A\n", "delete", "-")
	check()
	exported, vocabulary := run("", "export"), run("", "export", "--vocab")
	third := newProgram(t)
	for _, step := range []struct{ text, format string }{{vocabulary, "vocab"}, {exported, "ndjson"}} {
		if r := third.runWith(step.text, "load", "--db", "t.db", "--format", step.format, "-"); r.code != 0 {
			t.Fatalf("it does not load: %s", r.err)
		}
	}
	if third.run("export", "--db", "t.db") != exported || third.run("export", "--db", "t.db", "--vocab") != vocabulary {
		t.Error("from Neo4j to a file, the graph changes")
	}
}

// A server that is killed while a load and a service use it: the load ends in time and says
// so, the service answers with an error and is well again, by itself, once the server is;
// the load, run again, is completed.
func TestServerIsKilledDuringALoad(t *testing.T) {
	server, err := neo4jtest.Start(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := server.Stop(); err != nil {
			t.Error(err)
		}
	}()
	p := newProgram(t)
	p.write("password.txt", server.Password)
	p.env = []string{"INCIDENTGRAPH_NEO4J_URI=" + server.URI, "INCIDENTGRAPH_NEO4J_USER=" + server.User, "INCIDENTGRAPH_NEO4J_PASSWORD_FILE=password.txt"}
	const n = 3000
	p.write("many.ndjson", killFile(0, n))
	s := p.serve()
	defer func() {
		if err := s.stop(); err != nil {
			t.Error(err)
		}
	}()
	cmd := p.command("load", "many.ndjson")
	said, err := os.Create(filepath.Join(p.home, "said.txt"))
	if err != nil {
		t.Fatal(err)
	}
	defer said.Close()
	cmd.Stderr = said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	p.awaits(t, s, "{ stats { version } }", func(answer string) bool { return !strings.Contains(answer, `{"version":1}`) })
	if err := server.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	if text := readFile(t, said.Name()); cmd.ProcessState.ExitCode() != 2 || !strings.Contains(text, "Neo4j cannot be reached") || !strings.Contains(text, "run the load again") {
		t.Errorf("the load ended with %d: %s", cmd.ProcessState.ExitCode(), text)
	}
	_, answer, err := s.ask(t.Context(), "{ stats { incidents } }")
	if err != nil || !strings.Contains(answer, `"UNAVAILABLE"`) {
		t.Errorf("without its server, the service answers %s, %v", answer, err)
	}
	if err := server.Restart(t.Context()); err != nil {
		t.Fatal(err)
	}
	p.awaits(t, s, `{ incidents(first: 0) { totalCount } }`, func(answer string) bool { return !strings.Contains(answer, "errors") })
	p.run("load", "many.ndjson")
	if p.run("export") != killFile(0, n) {
		t.Error("run again, the load is not completed")
	}
}

// awaits asks until the answer is as wanted, for a minute.
func (p *program) awaits(t *testing.T, s serving, query string, wanted func(answer string) bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for {
		_, answer, err := s.ask(ctx, query)
		if err != nil {
			t.Fatalf("%s was not answered as wanted within a minute: %v", query, err)
		}
		if wanted(answer) {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
}
