package embedded_test

import (
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/incidentgraph/incidentgraph/graph"
)

// formerCases are the cases of testdata/format2.db.gz, which was written by the last
// program of that format, with the vocabulary of the corpus, in one batch.
func formerCases() []*graph.Case {
	minutes := func(n int) *int { return &n }
	cases := corpus{size: 12}.batch(0, 12).Cases
	date, _ := graph.ParseDate("2021-03")
	full := &graph.Case{
		ID: "OLD-1", Title: graph.Text{EN: "Leases ran out", KO: "임대가 만료되었다"}, Summary: graph.PlainText("Every lock was lost at once."),
		Organisation: "Company 1", Date: date, DateKind: graph.Published, Domain: "Cloud", Tags: []string{"dns", "Lease"}, Severity: "SEV1",
		Regions: []string{"us-east-1", "서울"}, TimeToDetect: minutes(0), TimeToRecover: minutes(300), Components: []string{"component-3"},
		RootCauses: []string{"cause-2"}, Lessons: graph.PlainText("Renew sooner."), Timeline: []graph.Moment{{At: "09:00", Text: graph.PlainText("Alarms.")}},
		Related: []graph.Card{
			{ID: "OLD-2", Title: graph.PlainText("Only a card"), Organisation: "Company 2", SameCause: true, SharedComponents: []string{"component-4"}},
			{SharedComponents: []string{"component-5"}},
		},
		Lost: []graph.Field{graph.FieldComponents, graph.FieldDetection}, NoneGiven: []graph.Field{graph.FieldFactors, graph.FieldTrigger},
		Inferred: []graph.Field{graph.FieldRootCauses},
	}
	headless := &graph.Case{ID: "X-0123456789ab", Title: graph.PlainText("Without a key"), Components: []string{"a thing of its own"}}
	heir := &graph.Case{ID: "OLD-3", Title: graph.PlainText("With a key again"), Domain: "cloud", Replaces: []string{"X-0123456789ab"}}
	alone := &graph.Case{ID: "X-ba9876543210", Title: graph.PlainText("Without a key, and alone")}
	for _, c := range []*graph.Case{full, headless, heir, alone} {
		c.Normalise()
		cases = append(cases, c)
	}
	return cases
}

// formerFile puts a data file of the former format into a new folder.
func formerFile(t *testing.T) (path string) {
	t.Helper()
	packed, err := os.Open(filepath.Join("testdata", "format2.db.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	plain, err := gzip.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	content, err := io.ReadAll(plain)
	if err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(t.TempDir(), "graph.db")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// A file of the former format is brought up to date when it is opened, and is then as one
// that is loaded anew.
func TestUpgrade(t *testing.T) {
	path := formerFile(t)
	upgraded := open(t, path)
	fresh, _ := newStore(t)
	apply(t, fresh, graph.Batch{Terms: corpus{}.vocabulary(), Cases: formerCases()})
	voc, err := graph.NewVocabulary(corpus{}.vocabulary())
	if err != nil {
		t.Fatal(err)
	}
	check := func(t *testing.T, s graph.Store) {
		checkIncidents(t, s, graph.Build(formerCases(), voc))
		if got, want := dump(t, s), dump(t, fresh); got != want {
			t.Errorf("the graph is\n%s\nwant\n%s", got, want)
		}
		got, err := s.Stats(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if n := got.Fields[graph.FieldLessons]; n != (graph.FieldCount{Known: 1, Unknown: 14}) { // 12 of the corpus, OLD-1, OLD-3, X-ba…
			t.Errorf("lessons: %+v", n)
		}
		if n := got.Fields[graph.FieldComponents]; n != (graph.FieldCount{Known: 13, Unknown: 2}) {
			t.Errorf("components: %+v", n)
		}
		for typed, want := range map[string][]string{"renew": {"OLD-1"}, "임대": {"OLD-1"}, "only a card": {"OLD-2"}, "key": {"OLD-3", "X-ba9876543210"}} {
			text, err := graph.ParseTextQuery(typed)
			if err != nil {
				t.Fatal(err)
			}
			found, err := s.Find(t.Context(), []graph.FindRequest{{Text: text, Page: graph.Page{Size: 10}}})
			if err != nil || !slices.Equal(found[0].Keys, want) {
				t.Errorf("%q finds %v, error %v; want %v", typed, found[0].Keys, err, want)
			}
		}
	}
	t.Run("at once", func(t *testing.T) { check(t, upgraded) })
	upgraded.Close()
	t.Run("opened again", func(t *testing.T) { check(t, open(t, path)) })
}
