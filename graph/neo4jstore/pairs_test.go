//go:build !embedded_only

package neo4jstore

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/incidentgraph/incidentgraph/graph"
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

// build gives the graph of the corpus.
func (c corpus) build(t *testing.T) *graph.Graph {
	t.Helper()
	voc, err := graph.NewVocabulary(nil)
	if err != nil {
		t.Fatal(err)
	}
	return graph.Build(slices.Collect(maps.Values(c)), voc)
}

// comparePairs holds the pair relationships in Neo4j against graph's.
func comparePairs(t *testing.T, config neo4jtest.Config, g *graph.Graph) {
	t.Helper()
	want := map[string]string{}
	for _, p := range g.Pairs() {
		terms := append([]string{}, p.Terms...)
		want[fmt.Sprint(p.Kind, " ", p.A.Key, " ", p.B.Key)] = fmt.Sprint(terms, " ", len(terms), " ", p.Evidence)
	}
	got := map[string]string{}
	for _, row := range config.Query(t, `MATCH (a)-[r:SAME_CAUSE|SHARES_COMPONENT]->(b)
		RETURN type(r) + ' ' + a.key + ' ' + b.key, coalesce(r.components, r.causes), r.weight, r.evidence`, nil) {
		pair, said := row[0].(string), fmt.Sprint(row[1], " ", row[2], " ", row[3])
		if got[pair] != "" {
			t.Errorf("%s is there twice", pair)
		}
		got[pair] = said
	}
	wrong := 0
	for pair := range maps.Keys(want) {
		if got[pair] != want[pair] {
			wrong++
			if wrong <= 5 {
				t.Errorf("%s: got %q, want %q", pair, got[pair], want[pair])
			}
		}
	}
	for pair := range got {
		if _, wanted := want[pair]; !wanted {
			wrong++
			if wrong <= 5 {
				t.Errorf("%s is there and should not be", pair)
			}
		}
	}
	if wrong > 0 {
		t.Fatalf("%d of %d pairs are wrong", wrong, len(want))
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
