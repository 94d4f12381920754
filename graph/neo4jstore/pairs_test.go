//go:build !embedded_only

package neo4jstore

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/incidentgraph/incidentgraph/graph"
	"github.com/incidentgraph/incidentgraph/graph/graphtest"
	"github.com/incidentgraph/incidentgraph/internal/neo4jtest"
)

// corpus is the cases that were applied to a store, by key.
type corpus map[string]*graph.Case

// apply applies a batch to the store and to the corpus.
func (c corpus) apply(t *testing.T, s *Store, batch graph.Batch) {
	t.Helper()
	if _, err := s.Apply(t.Context(), batch); err != nil {
		t.Fatal(err)
	}
	for _, put := range batch.Cases {
		c[put.ID] = put
	}
	for _, key := range batch.Delete {
		delete(c, key)
	}
}

// build gives the graph of the corpus without a vocabulary.
func (c corpus) build(t *testing.T) *graph.Graph {
	t.Helper()
	voc, err := graph.NewVocabulary(nil)
	if err != nil {
		t.Fatal(err)
	}
	return c.buildWith(voc)
}

// buildWith gives the graph of the corpus under a vocabulary.
func (c corpus) buildWith(voc *graph.Vocabulary) *graph.Graph {
	return graph.Build(slices.Collect(maps.Values(c)), voc)
}

// comparePairs holds the pair relationships in Neo4j against graph's.
func comparePairs(t *testing.T, config neo4jtest.Config, g *graph.Graph) {
	t.Helper()
	want := graphtest.ExpectedPairs(g)
	more := map[string]int{} // how often each is there, less how often it should be
	for _, pair := range want {
		more[pair]--
	}
	for _, row := range config.Query(t, `MATCH (a)-[r:SAME_CAUSE|SHARES_COMPONENT]->(b)
		RETURN type(r), a.id, b.id, coalesce(r.components, r.causes), r.weight, r.evidence`, nil) {
		more[fmt.Sprintf("%v %v %v %v %v %v", row...)]++
	}
	maps.DeleteFunc(more, func(_ string, n int) bool { return n == 0 })
	for n, pair := range slices.Sorted(maps.Keys(more)) {
		if n < 10 {
			t.Errorf("%s: %+d", pair, more[pair])
		}
	}
	if len(more) > 0 {
		t.Fatalf("of %d pairs, %d are wrong, or there and should not be", len(want), len(more))
	}
	compareCompleteness(t, config, g)
}

// compareCompleteness checks what terms say of the pairs of their incidents.
func compareCompleteness(t *testing.T, config neo4jtest.Config, g *graph.Graph) {
	t.Helper()
	sizes := map[string]int{}
	for _, i := range g.Incidents {
		for _, kind := range pairKinds {
			for _, slug := range i.Terms(graph.PairTerms(kind)) {
				sizes[string(graph.NewID(graph.PairTerms(kind).To(), slug))]++
			}
		}
	}
	for _, row := range config.Query(t, "MATCH (t:Component|Cause) RETURN t.id, t.pairsComplete", nil) {
		id, _ := row[0].(string)
		if complete := sizes[id] <= graph.MaxCompletePairs; row[1] != complete {
			t.Errorf("%s with %d incidents: pairsComplete is %v, want %v", id, sizes[id], row[1], complete)
		}
	}
}

// randomCase gives a case with few days, so that many share one, and a few terms that
// very many cases have.
func randomCase(random *rand.Rand, n, cases int) *graph.Case {
	c := &graph.Case{ID: fmt.Sprintf("C-%03d", n)}
	if random.IntN(4) > 0 {
		c.Date, _ = graph.ParseDate(fmt.Sprintf("20%02d", 10+random.IntN(6)))
	}
	for i, name := range []string{"wide", "broad", "rare"} {
		if random.IntN(10) < []int{8, 6, 1}[i] {
			c.Components = append(c.Components, name)
		}
	}
	if random.IntN(3) > 0 {
		c.RootCauses = []string{[]string{"bug", "human"}[random.IntN(2)]}
	}
	if random.IntN(8) == 0 {
		c.Inferred = []graph.Field{graph.FieldComponents}
	}
	if random.IntN(5) == 0 {
		other := fmt.Sprintf("C-%03d", random.IntN(cases))
		if random.IntN(6) == 0 {
			other = fmt.Sprintf("S-%d", random.IntN(5)) // a stub
		}
		c.Related = []graph.Card{{ID: other, SameCause: random.IntN(2) == 0, SharedComponents: []string{"rare"}}}
	}
	c.Normalise()
	return c
}

// TestPairs applies, replaces and deletes at random, so that hubs grow past the size at
// which they give every pair and shrink below it again.
func TestPairs(t *testing.T) {
	config := neo4jtest.Open(t)
	s := openOn(t, config)
	random := rand.New(rand.NewPCG(7, 7))
	all := corpus{}
	const cases = 340
	for _, step := range []struct {
		name        string
		put, remove int
	}{
		{"a first batch", 120, 0}, {"up to the limit", 110, 0}, {"past it", 90, 0}, {"one more", 1, 0}, {"far past it", 150, 3},
		{"replacing some", 40, 10}, {"shrinking", 5, 60}, {"below the limit", 0, 60}, {"and up again", 120, 5}, {"down to little", 0, 150},
	} {
		batch := graph.Batch{}
		put := map[string]bool{}
		for range step.put {
			c := randomCase(random, random.IntN(cases), cases)
			if !put[c.ID] {
				put[c.ID] = true
				batch.Cases = append(batch.Cases, c)
			}
		}
		for _, key := range slices.Sorted(maps.Keys(all)) {
			if len(batch.Delete) < step.remove && !put[key] && random.IntN(2) == 0 {
				batch.Delete = append(batch.Delete, key)
			}
		}
		all.apply(t, s, batch)
		g := all.build(t)
		t.Logf("%s: %d cases, %d pairs", step.name, len(all), len(g.Pairs()))
		comparePairs(t, config, g)
	}
}

// TestPairsOfALargeHub adds to and takes from a hub that is too large to be read whole.
func TestPairsOfALargeHub(t *testing.T) {
	config := neo4jtest.Open(t)
	s := openOn(t, config)
	all := corpus{}
	at := func(n int, date string, components ...string) *graph.Case {
		c := &graph.Case{ID: fmt.Sprintf("C-%04d", n), Components: components}
		c.Date, _ = graph.ParseDate(date)
		return c
	}
	batch := graph.Batch{}
	for n := range 420 {
		// Three days of a hundred each, a hundred of unknown date, and twenty days apart.
		date := []string{"2011-05-01", "2011-05-02", "2011-05-03", ""}[n%4]
		if n >= 400 {
			date = fmt.Sprintf("2011-06-%02d", n-399)
		}
		batch.Cases = append(batch.Cases, at(n, date, "wide", strings.Repeat("other", n%2)))
		batch.Cases[n].Normalise()
	}
	all.apply(t, s, batch)
	comparePairs(t, config, all.build(t))
	for _, c := range []struct {
		name  string
		batch graph.Batch
	}{
		{"in the midst of a day", graph.Batch{Cases: []*graph.Case{at(1000, "2011-05-02", "wide")}}},
		{"last of a day", graph.Batch{Cases: []*graph.Case{at(9000, "2011-05-02", "wide", "other")}}},
		{"between days", graph.Batch{Cases: []*graph.Case{at(500, "2011-05", "wide")}}},
		{"newest", graph.Batch{Cases: []*graph.Case{at(501, "2020", "wide")}}},
		{"of unknown date", graph.Batch{Cases: []*graph.Case{at(502, "", "wide", "other")}}},
		{"moved to another day", graph.Batch{Cases: []*graph.Case{at(8, "2011-06-05", "wide")}}},
		{"two taken away", graph.Batch{Delete: []string{"C-0101", "C-0410"}}},
		{"out of the hub", graph.Batch{Cases: []*graph.Case{at(4, "2011-05-01", "other")}}},
	} {
		all.apply(t, s, c.batch)
		t.Log(c.name)
		comparePairs(t, config, all.build(t))
	}
}

// TestPairsRestated changes what a card says, while both cases stay as they are: the pair
// goes with the card's word, or rests on what the two have themselves.
func TestPairsRestated(t *testing.T) {
	config := neo4jtest.Open(t)
	s := openOn(t, config)
	all := corpus{}
	put := func(id string, cards ...graph.Card) *graph.Case {
		c := &graph.Case{ID: id, Components: []string{"queue"}, Inferred: []graph.Field{graph.FieldComponents}, Related: cards}
		c.Normalise()
		return c
	}
	for _, step := range []struct {
		name    string
		a       *graph.Case
		same    int64  // SAME_CAUSE pairs of A and B, who have no cause: by a card's word alone
		sharing string // evidence of SHARES_COMPONENT, which both have as a reading
	}{
		{"no card", put("A"), 0, "INFERRED"},
		{"a card says both", put("A", graph.Card{ID: "B", SameCause: true, SharedComponents: []string{"queue"}}), 1, "STATED"},
		{"the cause alone", put("A", graph.Card{ID: "B", SameCause: true}), 1, "INFERRED"},
		{"the component alone", put("A", graph.Card{ID: "B", SharedComponents: []string{"queue"}}), 0, "STATED"},
		{"neither", put("A", graph.Card{ID: "B"}), 0, "INFERRED"},
	} {
		batch := graph.Batch{Cases: []*graph.Case{step.a}}
		if len(all) == 0 {
			batch.Cases = append(batch.Cases, put("B"))
		}
		all.apply(t, s, batch)
		comparePairs(t, config, all.build(t))
		row := config.Query(t, `MATCH (:Incident {key: 'A'})-[r:SHARES_COMPONENT]-(:Incident {key: 'B'})
			RETURN r.evidence, COUNT { (:Incident {key: 'A'})-[:SAME_CAUSE]-(:Incident {key: 'B'}) }`, nil)
		if want := fmt.Sprint([][]any{{step.sharing, step.same}}); fmt.Sprint(row) != want {
			t.Errorf("%s: got %v, want %v", step.name, row, want)
		}
	}
}

// TestPairsRestatedInALargeHub changes what the cards of one case say, in a hub in which
// an incident is linked with its neighbours alone; who these are changes, too.
func TestPairsRestatedInALargeHub(t *testing.T) {
	config := neo4jtest.Open(t)
	s := openOn(t, config)
	all := corpus{}
	at := func(day int, id string, cards ...graph.Card) *graph.Case {
		date := time.Date(2001, 1, 1+day, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
		c := involving(id, date, []string{"wide"}, cards...)
		c.Inferred = []graph.Field{graph.FieldComponents}
		return c
	}
	key := func(n int) string { return fmt.Sprintf("C-%03d", n) }
	bearer := func(cards ...graph.Card) *graph.Case { return at(100, key(100), cards...) }
	on := func(n int) graph.Card { return graph.Card{ID: key(n), SharedComponents: []string{"wide"}} }
	first := graph.Batch{}
	for n := range 240 {
		first.Cases = append(first.Cases, at(n, key(n)))
	}
	all.apply(t, s, first)
	comparePairs(t, config, all.build(t))
	for _, step := range []struct {
		name  string
		batch graph.Batch
		says  map[int]string // evidence of the pair of the bearer and another; "": there is none
	}{
		{"one next to it", graph.Batch{Cases: []*graph.Case{bearer(on(110))}}, map[int]string{110: "STATED", 125: "INFERRED", 126: "", 200: ""}},
		{"the last of its neighbours", graph.Batch{Cases: []*graph.Case{bearer(on(125))}}, map[int]string{110: "INFERRED", 125: "STATED", 126: "", 200: ""}},
		{"one far away, too", graph.Batch{Cases: []*graph.Case{bearer(on(125), on(200))}}, map[int]string{110: "INFERRED", 125: "STATED", 126: "", 200: "STATED"}},
		{
			"one comes between", graph.Batch{Cases: []*graph.Case{bearer(on(125)), at(115, "C-NEW")}},
			map[int]string{124: "INFERRED", 125: "STATED", 126: "", 200: ""},
		},
		{
			"and goes, as the card does", graph.Batch{Cases: []*graph.Case{bearer()}, Delete: []string{"C-NEW"}},
			map[int]string{124: "INFERRED", 125: "INFERRED", 126: "", 200: ""},
		},
		{
			"another goes, and the card is on who takes its place", graph.Batch{Cases: []*graph.Case{bearer(on(126))}, Delete: []string{key(115)}},
			map[int]string{125: "INFERRED", 126: "STATED", 127: ""},
		},
		{
			"and comes back, as the card goes", graph.Batch{Cases: []*graph.Case{bearer(), at(115, key(115))}},
			map[int]string{125: "INFERRED", 126: "", 127: ""},
		},
		{
			"a card by the other", graph.Batch{Cases: []*graph.Case{at(200, key(200), graph.Card{ID: key(100), SameCause: true, SharedComponents: []string{"wide"}})}},
			map[int]string{125: "INFERRED", 200: "STATED"},
		},
		{"and by both", graph.Batch{Cases: []*graph.Case{bearer(on(200))}}, map[int]string{200: "STATED"}},
		{"and by the one", graph.Batch{Cases: []*graph.Case{at(200, key(200))}}, map[int]string{200: "STATED"}},
		{"and by none", graph.Batch{Cases: []*graph.Case{bearer()}}, map[int]string{125: "INFERRED", 200: ""}},
	} {
		t.Log(step.name)
		all.apply(t, s, step.batch)
		comparePairs(t, config, all.build(t))
		for other, want := range step.says {
			rows := config.Query(t, `MATCH (:Incident {key: $a})-[r:SHARES_COMPONENT]-(:Incident {key: $b}) RETURN r.evidence`,
				map[string]any{"a": key(100), "b": key(other)})
			got := ""
			if len(rows) > 0 {
				got, _ = rows[0][0].(string)
			}
			if got != want {
				t.Errorf("%s: the pair with %s is %q, want %q", step.name, key(other), got, want)
			}
		}
	}
}
