package main

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/text/encoding/korean"
)

// caseYAML is a small case with a card.
func caseYAML(i int) string {
	return fmt.Sprintf(`id: T-%03d
title: Made-up case %d
organisation: Acme
date: "20%02d"
components: [in-memory-cache, 코디네이션 키-값 저장소]
root_causes: [소프트웨어 결함]
related:
  - {id: T-%03d, organisation: ACME, same_cause: true, shared_components: [서비스 디스커버리]}
`, i, i, i%30, (i+7)%40)
}

func TestBadInputIsNamedAndTheRestIsLoaded(t *testing.T) {
	cp949, err := korean.EUCKR.NewEncoder().String("id: T-1\ntitle: 장애\n")
	if err != nil {
		t.Fatal(err)
	}
	for name, tt := range map[string]struct {
		file, text string
		want       []string // all of these in the message
	}{
		"broken YAML":   {"bad.yaml", "id: T-1\ntitle: [\n", []string{"bad.yaml:"}},
		"unknown key":   {"bad.yaml", "id: T-1\ncomponent: [cache]\n", []string{"bad.yaml:2", "component", "components"}},
		"duplicate key": {"bad.yaml", "id: T-1\ntitle: a\ntitle: b\n", []string{"bad.yaml:3", "title"}},
		"bad date":      {"bad.yaml", "id: T-1\ntitle: a\ndate: 2019-13-01\n", []string{"bad.yaml:3", "date", "2019-13-01"}},
		"bad JSON key":  {"bad.json", `{"id": "T-1", "titel": "x"}`, []string{"bad.json:1", "titel", "title"}},
		"CP949":         {"bad.yaml", cp949, []string{"bad.yaml", "CP949"}},
		"empty file":    {"bad.yaml", "", []string{"bad.yaml", "empty"}},
		"bad NDJSON":    {"bad.ndjson", "{\"id\":\"T-1\"}\n{\"id\":\"T-2\",}\n", []string{"bad.ndjson:2"}},
	} {
		t.Run(name, func(t *testing.T) {
			p := newProgram(t)
			p.write("one/"+tt.file, tt.text)
			r := p.runWith("", "load", "--db", "one.db", "one")
			wantCode := 1
			if tt.file == "bad.ndjson" {
				wantCode = 2 // its first line is good
			}
			if r.code != wantCode {
				t.Errorf("alone: ended with %d, want %d: %s", r.code, wantCode, r.err)
			}
			for _, want := range tt.want {
				if !strings.Contains(r.err, want) {
					t.Errorf("the message does not hold %q: %s", want, r.err)
				}
			}
			if r.out != "" {
				t.Errorf("talk on standard output: %s", r.out)
			}
			for i := 10; i < 20; i++ {
				p.write(fmt.Sprintf("one/good-%d.yaml", i), caseYAML(i))
			}
			if r := p.runWith("", "load", "--db", "one.db", "one"); r.code != 2 {
				t.Errorf("among ten good ones: ended with %d, want 2: %s", r.code, r.err)
			}
			kept := strings.Count(p.run("export", "--db", "one.db"), "\n")
			want := 10
			if tt.file == "bad.ndjson" {
				want = 11
			}
			if kept != want {
				t.Errorf("%d cases kept, want %d", kept, want)
			}
		})
	}
}

func TestOrderBatchesAndRepetitionsLeaveNoTrace(t *testing.T) {
	p := newProgram(t)
	var names []string
	for i := range 40 {
		names = append(names, p.write(fmt.Sprintf("cases/%02d.yaml", i), caseYAML(i)))
	}
	p.run("load", "--db", "all.db", "cases")
	p.run("load", "--db", "all.db", "cases")
	want := p.run("export", "--db", "all.db")
	for i := len(names) - 1; i >= 0; i-- {
		p.run("load", "--db", "single.db", names[i])
	}
	if got := p.run("export", "--db", "single.db"); got != want {
		t.Error("one by one from the end gives another export")
	}
	if r := p.runWith(want, "load", "--db", "again.db", "-"); r.code != 0 {
		t.Fatalf("loading the export ended with %d: %s", r.code, r.err)
	}
	if got := p.run("export", "--db", "again.db"); got != want {
		t.Error("the export of the export differs")
	}
	const everything = `{ stats { incidents stubs provisional terms { kind count } edges { kind evidence count } }
		incidents(first: 100) { nodes { key isStub title components { slug } links { kind to { id } evidence assertedBy { key } }
			sharesComponent { totalCount unnamedCount edges { node { key } evidence assertedBy { key } } } sameCause { totalCount } } } }`
	graph := p.run("query", "--db", "all.db", everything)
	if !strings.Contains(graph, `"key": "T-039"`) {
		t.Fatalf("the graph does not hold T-039: %s", graph)
	}
	for _, db := range []string{"single.db", "again.db"} {
		if got := p.run("query", "--db", db, everything); got != graph {
			t.Errorf("%s holds another graph", db)
		}
	}
}

func TestTwoLoadsAtOnce(t *testing.T) {
	p := newProgram(t)
	var runs []*exec.Cmd
	for part := range 2 {
		for i := range 20 {
			p.write(fmt.Sprintf("part%d/%02d.yaml", part, i), caseYAML(part*20+i))
		}
		runs = append(runs, p.command("load", "--db", "both.db", filepath.Join("part"+fmt.Sprint(part))))
	}
	for _, cmd := range runs {
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
	}
	for _, cmd := range runs {
		if err := cmd.Wait(); err != nil {
			t.Errorf("%v: %v", cmd.Args, err)
		}
	}
	if n := strings.Count(p.run("export", "--db", "both.db"), "\n"); n != 40 {
		t.Errorf("%d cases, want 40", n)
	}
}

func TestDelete(t *testing.T) {
	p := newProgram(t)
	p.write("a.yaml", "id: A\ncomponents: [cache-x]\nrelated: [{id: B, shared_components: [queue-x]}]\n")
	p.run("load", "--db", "d.db", "a.yaml")
	for _, tt := range []struct {
		keys []string
		code int
		left string
	}{
		{[]string{"nobody"}, 1, `{"data": {"stats": {"incidents": 2}}}`},
		{[]string{"incident:a", "nobody"}, 2, `{"data": {"stats": {"incidents": 0}}}`}, // the stub goes with it
	} {
		if r := p.runWith("", append([]string{"delete", "--db", "d.db"}, tt.keys...)...); r.code != tt.code {
			t.Errorf("delete %v ended with %d, want %d: %s", tt.keys, r.code, tt.code, r.err)
		}
		sameJSON(t, "what is left", p.run("query", "--db", "d.db", "{ stats { incidents } }"), tt.left)
	}
}

// Keys come from standard input, too; a case that others still name comes back as a stub,
// and a case that was replaced comes back when its heir goes.
func TestDeleteLeavesWhatOthersSay(t *testing.T) {
	p := newProgram(t)
	const headless = "X-0123456789ab"
	p.write("a.yaml", "id: A\ntitle: whole\nreplaces: ["+headless+"]\n---\nid: B\nrelated: [{id: A, title: seen from B}]\n---\nid: C\n---\nid: "+headless+"\ntitle: lost\n")
	p.run("load", "--db", "d.db", "a.yaml")
	const ask = `{ incident(id: "A") { title isStub } provisional: incident(id: "` + headless + `") { key title } stats { incidents } }`
	sameJSON(t, "before", p.run("query", "--db", "d.db", ask),
		`{"data": {"incident": {"title": "whole", "isStub": false}, "provisional": {"key": "A", "title": "whole"}, "stats": {"incidents": 3}}}`)
	if r := p.runWith("\n a \nC\n", "delete", "--db", "d.db", "-"); r.code != 0 || r.err != "deleted 2 of 2\n" {
		t.Errorf("ended with %d: %s", r.code, r.err)
	}
	sameJSON(t, "after", p.run("query", "--db", "d.db", ask),
		`{"data": {"incident": {"title": "seen from B", "isStub": true}, "provisional": {"key": "`+headless+`", "title": "lost"}, "stats": {"incidents": 3}}}`)
	if r := p.runWith("", "delete", "--db", "d.db"); r.code != 1 || !strings.Contains(r.err, "name the keys of cases") {
		t.Errorf("delete of nothing ended with %d: %s", r.code, r.err)
	}
	if r := p.runWith("\n", "delete", "--db", "d.db", "-"); r.code != 1 {
		t.Errorf("without keys it ended with %d: %s", r.code, r.err)
	}
}

func TestDryRunAndStrict(t *testing.T) {
	p := newProgram(t)
	p.write("a.yaml", "id: A\ncomponents: [in-memory-cach]\n")
	r := p.runWith("", "load", "--db", "s.db", "--dry-run", "a.yaml")
	if r.code != 0 || !strings.Contains(r.err, "in-memory-cache") {
		t.Errorf("a dry run ended with %d, without the nearest term: %s", r.code, r.err)
	}
	if r := p.runWith("", "load", "--db", "s.db", "--strict", "a.yaml"); r.code != 1 || !strings.Contains(r.err, "components") {
		t.Errorf("--strict ended with %d: %s", r.code, r.err)
	}
	if got := p.run("export", "--db", "s.db"); got != "" {
		t.Errorf("something was written: %s", got)
	}
}
