package main

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const flagship = `{ incident(id: "IL-0587") {
    sharesComponent(component: "코디네이션 키-값 저장소") {
      totalCount unnamedCount
      edges { node { key company { name } } sharedComponents { slug name(lang: KO) } sharedCauses { slug } evidence assertedBy { key } } } } }`

// flagshipAnswer is the answer from the cards of IL-0587 alone: two of the named ones and
// two of the nameless ones share the store.
const flagshipAnswer = `{"data": {"incident": {"sharesComponent": {"totalCount": 2, "unnamedCount": 2, "edges": [
	{"node": {"key": "IL-0271", "company": {"name": "Discord"}},
	 "sharedComponents": [{"slug": "coordination-kv-store", "name": "코디네이션 키-값 저장소"}, {"slug": "service-discovery", "name": "서비스 디스커버리"}],
	 "sharedCauses": [{"slug": "software-bug"}], "evidence": "STATED", "assertedBy": [{"key": "IL-0587"}]},
	{"node": {"key": "IL-0277", "company": {"name": "Elastic"}},
	 "sharedComponents": [{"slug": "coordination-kv-store", "name": "코디네이션 키-값 저장소"}],
	 "sharedCauses": [{"slug": "software-bug"}], "evidence": "STATED", "assertedBy": [{"key": "IL-0587"}]}]}}}}`

// libraryFlagship is the answer from the shipped library, worked out from the case files
// by reading who lists the store: two shared components first, then newest, then key.
// After each key stand the shared components, the shared causes and who says so.
const libraryFlagship = `PM-0159 coordination-kv-store service-discovery / software-bug / IL-0587 PM-0159
PM-0142 coordination-kv-store service-discovery / / IL-0587 PM-0142
PM-0263 coordination-kv-store service-discovery / / IL-0587 PM-0263
IL-0271 coordination-kv-store service-discovery / software-bug / IL-0271 IL-0587
PM-0315 coordination-kv-store / / IL-0587 PM-0315
PM-0310 coordination-kv-store / / IL-0587 PM-0310
PM-0145 coordination-kv-store / / IL-0587 PM-0145
PM-0143 coordination-kv-store / / IL-0587 PM-0143
PM-0246 coordination-kv-store / / IL-0587 PM-0246
IL-0277 coordination-kv-store / software-bug / IL-0277 IL-0587
PM-0237 coordination-kv-store / / IL-0587 PM-0237
PM-0234 coordination-kv-store / / IL-0587 PM-0234
PM-0225 coordination-kv-store / / IL-0587 PM-0225
PM-0087 coordination-kv-store / software-bug / IL-0587 PM-0087
PM-0086 coordination-kv-store / / IL-0587 PM-0086
PM-0074 coordination-kv-store / / IL-0587 PM-0074
PM-0222 coordination-kv-store / / IL-0587 PM-0222
PM-0020 coordination-kv-store / / IL-0587 PM-0020
`

// flagshipLines writes an answer as libraryFlagship is written.
func flagshipLines(t *testing.T, answer string) string {
	t.Helper()
	type term struct{ Slug string }
	type incident struct{ Key string }
	var body struct {
		Data struct {
			Incident struct {
				SharesComponent struct {
					TotalCount, UnnamedCount int
					Edges                    []struct {
						Node             incident
						SharedComponents []term
						SharedCauses     []term
						Evidence         string
						AssertedBy       []incident
					}
				}
			}
		}
	}
	if err := json.Unmarshal([]byte(answer), &body); err != nil {
		t.Fatal(err)
	}
	found := body.Data.Incident.SharesComponent
	if found.TotalCount != 18 || found.UnnamedCount != 2 {
		t.Errorf("%d cases and %d nameless cards, want 18 and 2", found.TotalCount, found.UnnamedCount)
	}
	var out strings.Builder
	for _, e := range found.Edges {
		words := []string{e.Node.Key}
		for _, c := range e.SharedComponents {
			words = append(words, c.Slug)
		}
		words = append(words, "/")
		for _, c := range e.SharedCauses {
			words = append(words, c.Slug)
		}
		words = append(words, "/")
		for _, c := range e.AssertedBy {
			words = append(words, c.Key)
		}
		if e.Evidence != "STATED" { // both ends state the store
			t.Errorf("%s: evidence %s", e.Node.Key, e.Evidence)
		}
		out.WriteString(strings.Join(words, " ") + "\n")
	}
	return out.String()
}

func TestFlagshipFromTheLibrary(t *testing.T) {
	p := newProgram(t)
	first := p.run("query", flagship)
	if got := flagshipLines(t, first); got != libraryFlagship {
		t.Errorf("the flagship:\n%s", got)
	}
	if again := p.run("query", flagship); again != first {
		t.Errorf("the second run answers otherwise: %s", again)
	}
	if _, err := os.Stat(filepath.Join(p.home, "data", "incidentgraph", "graph.db")); err != nil {
		t.Errorf("the data file is not where it belongs: %v", err)
	}
}

func TestFlagshipFromOneCase(t *testing.T) {
	p := newProgram(t)
	p.run("load", "--db", "one.db", root(t, "seeds/cases/2019/IL-0587.yaml"))
	sameJSON(t, "the flagship", p.run("query", "--db", "one.db", flagship), flagshipAnswer)
}

// What a user deleted or loaded anew in the data file of their own stays so.
func TestLibraryLeavesTheUsersChoicesAlone(t *testing.T) {
	p := newProgram(t)
	p.run("delete", "IL-0492")
	p.write("mine.yaml", "id: IL-0115\ntitle: Mine\n")
	p.run("load", "mine.yaml")
	sameJSON(t, "my library", p.run("query", `{ gone: incident(id: "IL-0492") { key } mine: incident(id: "il-0115") { title } }`),
		`{"data": {"gone": null, "mine": {"title": "Mine"}}}`)
}

func TestQueryVariablesAndErrors(t *testing.T) {
	p := newProgram(t)
	p.write("q.graphql", `query A($id: String!, $n: Int, $where: IncidentFilter) { incident(id: $id) { key } incidents(first: $n, where: $where) { totalCount nodes { key } } } query B { stats { version } }`)
	p.newGraph("q.db")
	got := p.run("query", "--db", "q.db", "-f", "q.graphql", "--operation", "A", "--var", "id=IL-0587", "--var", "n=0", "--var", `where={"company": {"any": ["Elastic"]}}`)
	sameJSON(t, "with variables", got, `{"data": {"incident": null, "incidents": {"totalCount": 0, "nodes": []}}}`)
	if r := p.runWith("{ stats { stubs } }", "query", "--db", "q.db", "-f", "-"); r.code != 0 || !strings.Contains(r.out, `"stubs": 0`) {
		t.Errorf("from standard input: %d %s%s", r.code, r.out, r.err)
	}
	for name, tt := range map[string]struct {
		args []string
		want string
	}{
		"unknown term":     {[]string{`{ incident(id: "IL-0587") { sharesComponent(component: "코디네이션 키값 저장소") { totalCount } } }`}, "UNKNOWN_TERM"},
		"not GraphQL":      {[]string{"{"}, "GRAPHQL_PARSE_FAILED"},
		"unknown field":    {[]string{"{ nonsense }"}, "GRAPHQL_VALIDATION_FAILED"},
		"page too large":   {[]string{"{ incidents(first: 101) { totalCount } }"}, "INVALID_ARGUMENT"},
		"variable type":    {[]string{"--var", "n=x", "query($n: Int) { incidents(first: $n) { totalCount } }"}, "not a number"},
		"no such variable": {[]string{"--var", "m=1", "query($n: Int) { incidents(first: $n) { totalCount } }"}, "$m"},
		"no query":         {nil, "no query"},
	} {
		if r := p.runWith("", append([]string{"query"}, tt.args...)...); r.code != 1 || !strings.Contains(r.out+r.err, tt.want) {
			t.Errorf("%s: ended with %d, want 1 and %q: %s%s", name, r.code, tt.want, r.out, r.err)
		}
	}
}

func TestStoreFlags(t *testing.T) {
	p := newProgram(t)
	if r := p.runWith("", "query", "--db", "a.db", "--neo4j", "neo4j://localhost", "{ stats { version } }"); r.code != 1 || !strings.Contains(r.err, "--db and --neo4j") {
		t.Errorf("two stores: %d %s", r.code, r.err)
	}
	p.env = []string{"INCIDENTGRAPH_DB=env.db"}
	// Who only looks at a data file, or deletes from it, makes none: its name is mistyped.
	for _, args := range [][]string{{"query", "{ stats { version } }"}, {"export"}, {"vocab", "dns"}, {"delete", "A"}} {
		r := p.runWith("", args...)
		if r.code != 1 || r.out != "" || !strings.Contains(r.err, "there is no data file env.db: see whether its name is right") {
			t.Errorf("%v without a file: ended with %d: %s%s", args, r.code, r.out, r.err)
		}
	}
	if _, err := os.Stat(filepath.Join(p.home, "env.db")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("looking for a file made one: %v", err)
	}
	p.write("a.yaml", "id: A\n")
	p.run("load", "a.yaml")
	if _, err := os.Stat(filepath.Join(p.home, "env.db")); err != nil {
		t.Errorf("INCIDENTGRAPH_DB was not followed: %v", err)
	}
	// A new file holds the vocabulary, beside what is loaded.
	sameJSON(t, "a new file", p.run("query", `{ stats { incidents } term(kind: CAUSE, name: "소프트웨어 결함") { slug controlled } }`),
		`{"data": {"stats": {"incidents": 1}, "term": {"slug": "software-bug", "controlled": true}}}`)
	if r := p.runWith("", "load", "--db", filepath.Join(p.home, "data-dir-that-is-a-file.txt", "x.db"), "a.yaml"); r.code != 0 {
		t.Errorf("folders on the way are made: %s", r.err)
	}
	p.write("not-ours.db", strings.Repeat("this is no data file\n", 500))
	if r := p.runWith("", "query", "--db", "not-ours.db", "{ stats { version } }"); r.code != 1 || !strings.Contains(r.err, "not-ours.db") {
		t.Errorf("a foreign file: %d %s", r.code, r.err)
	}
}

func TestSchemaAndVersion(t *testing.T) {
	p := newProgram(t)
	if got := p.run("schema"); !strings.Contains(got, "type Query {") || !strings.Contains(got, "sharesComponent(") {
		t.Errorf("the schema is not whole: %.200s", got)
	}
	if got := p.run("version"); !strings.HasPrefix(got, "incidentgraph ") {
		t.Errorf("version: %q", got)
	}
}
