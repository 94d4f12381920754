package graph_test

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/incidentgraph/incidentgraph/graph"
	"github.com/incidentgraph/incidentgraph/graph/graphtest"
)

// country is a graph to walk through. It counts what is read of it.
type country struct {
	incidents map[string]*graph.Incident // by folded key
	members   map[graph.ID][]*graph.Incident
	citing    map[string][]*graph.Incident

	nodesCalls, adjacentCalls int
	steps                     int
	read                      map[graph.ID]int // steps, by node

	known map[string][]graph.Step // steps by what was asked for; nil: they are not kept
}

func newCountry(t testing.TB, cases []*graph.Case) *country {
	t.Helper()
	voc, err := graph.NewVocabulary(nil)
	if err != nil {
		t.Fatal(err)
	}
	return newCountryOf(graph.Build(cases, voc).Incidents)
}

func newCountryOf(incidents map[string]*graph.Incident) *country {
	c := &country{incidents: incidents, members: map[graph.ID][]*graph.Incident{}, citing: map[string][]*graph.Incident{}}
	for _, i := range incidents {
		for _, e := range i.Edges {
			if e.Kind == graph.Cites {
				c.citing[e.To] = append(c.citing[e.To], i)
			} else {
				id := graph.NewID(e.Kind.To(), e.To)
				c.members[id] = append(c.members[id], i)
			}
		}
	}
	c.forget()
	return c
}

func (c *country) forget() {
	c.nodesCalls, c.adjacentCalls, c.steps, c.read = 0, 0, 0, map[graph.ID]int{}
}

func (c *country) Nodes(_ context.Context, ids []graph.ID) ([]*graph.Node, error) {
	c.nodesCalls++
	nodes := make([]*graph.Node, len(ids))
	for i, id := range ids {
		kind, name, ok := id.Split()
		switch {
		case !ok:
		case kind == graph.KindIncident:
			if in := c.incidents[graph.FoldKey(name)]; in != nil {
				nodes[i] = &graph.Node{ID: in.ID(), Incident: in}
			}
		case c.members[id] != nil:
			info := &graph.TermInfo{Incidents: len(c.members[id])}
			info.Kind, info.Slug = kind, name
			nodes[i] = &graph.Node{ID: id, Term: info}
		}
	}
	return nodes, nil
}

func (c *country) Adjacent(ctx context.Context, requests []graph.AdjacentRequest) ([]graph.AdjacentResult, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	c.adjacentCalls++
	results := make([]graph.AdjacentResult, len(requests))
	for i, q := range requests {
		steps := c.kept(q)
		results[i].Total = len(steps)
		results[i].Steps = steps[:min(q.Size, len(steps))]
		c.steps += len(results[i].Steps)
		c.read[q.ID] += len(results[i].Steps)
	}
	return results, nil
}

func (c *country) kept(q graph.AdjacentRequest) []graph.Step {
	if c.known == nil {
		return c.around(q)
	}
	key := fmt.Sprint(q.ID, q.Via, q.AtBest)
	if c.known[key] == nil {
		c.known[key] = c.around(q)
	}
	return c.known[key]
}

func (c *country) around(q graph.AdjacentRequest) []graph.Step {
	found := map[graph.ID]graph.Step{}
	add := func(to graph.ID, kind graph.EdgeKind, evidence graph.Evidence) {
		if !slices.Contains(q.Via, kind) {
			return
		}
		step, known := found[to]
		if !known {
			step = graph.Step{To: to, Kind: kind, Evidence: max(evidence, q.AtBest), Incidents: len(c.members[to])}
		}
		step.Kind, step.Evidence = min(step.Kind, kind), min(step.Evidence, max(evidence, q.AtBest))
		found[to] = step
	}
	kind, name, _ := q.ID.Split()
	if kind.IsTerm() {
		for _, i := range c.members[q.ID] {
			for _, e := range i.EdgesOf(graph.EdgeTo(kind)) {
				if e.To == name {
					add(i.ID(), e.Kind, e.Evidence)
				}
			}
		}
	} else if i := c.incidents[graph.FoldKey(name)]; i != nil {
		for _, e := range i.Edges {
			if e.Kind == graph.Cites {
				add(c.incidents[e.To].ID(), e.Kind, e.Evidence)
			} else {
				add(graph.NewID(e.Kind.To(), e.To), e.Kind, e.Evidence)
			}
		}
		for _, p := range i.Pairs {
			add(c.incidents[p.Other].ID(), p.Kind, graph.Stated)
		}
		for _, by := range c.citing[graph.FoldKey(name)] {
			add(by.ID(), graph.Cites, graph.Stated)
		}
	}
	steps := []graph.Step{}
	for _, step := range found {
		steps = append(steps, step)
	}
	slices.SortFunc(steps, func(a, b graph.Step) int {
		return cmp.Or(cmp.Compare(a.Evidence, b.Evidence), cmp.Compare(a.To, b.To))
	})
	return steps
}

// randomCases makes up some cases that share few terms, so that there are many ways.
func randomCases(rng *rand.Rand) []*graph.Case {
	name := func(word string, of int) string { return fmt.Sprintf("%s%d", word, rng.IntN(of)) }
	names := func(word string, of, most int) []string {
		var list []string
		for range rng.IntN(most + 1) {
			list = append(list, name(word, of))
		}
		return list
	}
	terms := 1 + rng.IntN(5)
	var cases []*graph.Case
	count := 2 + rng.IntN(9)
	for i := range count {
		c := &graph.Case{
			ID: fmt.Sprintf("%s-%d", []string{"IL", "a", "Z"}[i%3], i), Organisation: name("firm", 3),
			Components: names("part", terms, 2), RootCauses: names("cause", terms, 1), Factors: names("factor", 2, 1),
			Symptoms: graph.Symptoms{Terms: names("symptom", terms, 1)},
		}
		for range rng.IntN(3) {
			c.Related = append(c.Related, graph.Card{
				ID: fmt.Sprintf("%s-%d", []string{"IL", "A", "z"}[rng.IntN(3)], rng.IntN(count+2)), SameCause: rng.IntN(2) == 0,
				SharedComponents: names("part", terms, 2), Organisation: name("firm", 3),
			})
		}
		switch rng.IntN(4) {
		case 0:
			c.Lost = []graph.Field{graph.FieldComponents, graph.FieldRootCauses}
		case 1:
			if len(c.Components) > 0 {
				c.Inferred = []graph.Field{graph.FieldComponents}
			}
		}
		c.Normalise()
		cases = append(cases, c)
	}
	return cases
}

// model gives the naive store with some cases in it.
func model(t testing.TB, cases []*graph.Case) *graphtest.Model {
	t.Helper()
	m := graphtest.NewModel()
	if _, err := m.Apply(t.Context(), graph.Batch{Cases: cases}); err != nil {
		t.Fatal(err)
	}
	return m
}

func (c *country) ids() []graph.ID {
	var ids []graph.ID
	for _, i := range c.incidents {
		ids = append(ids, i.ID())
	}
	for id := range c.members {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids
}

func randomVia(rng *rand.Rand) []graph.EdgeKind {
	var via []graph.EdgeKind
	for _, kind := range graph.EdgeKinds() {
		if rng.IntN(3) > 0 {
			via = append(via, kind)
		}
	}
	if rng.IntN(6) == 0 {
		via = []graph.EdgeKind{graph.EdgeKinds()[rng.IntN(9)]}
	}
	rng.Shuffle(len(via), func(i, j int) { via[i], via[j] = via[j], via[i] })
	return via
}

// randomPaths asks for paths between nodes of any kind.
func randomPaths(rng *rand.Rand, ids []graph.ID, n int) []graph.PathRequest {
	var requests []graph.PathRequest
	for range n {
		q := graph.PathRequest{From: ids[rng.IntN(len(ids))], To: ids[rng.IntN(len(ids))], Via: randomVia(rng),
			MaxLength: 1 + rng.IntN(graph.MaxPathLength), Size: []int{0, 1, 2, 5, 50}[rng.IntN(5)]}
		if q.From != q.To {
			requests = append(requests, q)
		}
	}
	return requests
}

func longest(requests []graph.PathRequest) int {
	n := 0
	for _, q := range requests {
		n = max(n, q.MaxLength)
	}
	return n
}

// Every answer is that of looking at everything, and all requests of a call go together.
func TestFindPathsOfRandomGraphs(t *testing.T) {
	asked, found := 0, 0
	for seed := range uint64(150) {
		rng := rand.New(rand.NewPCG(seed, 5))
		cases := randomCases(rng)
		c := newCountry(t, cases)
		requests := randomPaths(rng, c.ids(), 20)
		want, err := model(t, cases).Paths(t.Context(), requests)
		if err != nil {
			t.Fatal(err)
		}
		got, err := graph.FindPaths(t.Context(), c, requests)
		if err != nil {
			t.Fatal(err)
		}
		for i, q := range requests {
			if g, w := fmt.Sprintf("%+v", got[i]), fmt.Sprintf("%+v", want[i]); g != w {
				t.Fatalf("seed %d, %+v:\n got %s\nwant %s", seed, q, g, w)
			}
			asked, found = asked+1, found+len(got[i].Paths)
		}
		if c.adjacentCalls > longest(requests) || c.nodesCalls > 2 {
			t.Errorf("seed %d: %d calls of Adjacent and %d of Nodes for paths of up to %d", seed, c.adjacentCalls, c.nodesCalls, longest(requests))
		}
	}
	t.Logf("%d questions, %d paths", asked, found)
}

// Within whatever limit of work, what is given are paths, in order, without more being
// read than the limit allows; and what is said to be all is all.
func TestFindPathsWithinLimits(t *testing.T) {
	short := 0
	for seed := range uint64(150) {
		rng := rand.New(rand.NewPCG(seed, 7))
		cases := randomCases(rng)
		c := newCountry(t, cases)
		m := model(t, cases)
		for _, q := range randomPaths(rng, c.ids(), 20) {
			whole := q
			whole.Size = graph.MaxPaths
			want, err := m.Paths(t.Context(), []graph.PathRequest{q, whole})
			if err != nil {
				t.Fatal(err)
			}
			c.forget()
			limit := rng.IntN(300)
			got, err := graph.FindPathsWithin(t.Context(), c, []graph.PathRequest{q}, limit)
			if err != nil {
				t.Fatal(err)
			}
			where := fmt.Sprintf("seed %d, %+v within %d steps: %+v", seed, q, limit, got[0])
			if c.steps > limit || c.adjacentCalls > mostCalls(q) {
				t.Fatalf("%s\nread %d steps in %d calls", where, c.steps, c.adjacentCalls)
			}
			if fmt.Sprintf("%+v", got[0]) == fmt.Sprintf("%+v", want[0]) {
				continue
			}
			if !got[0].Truncated || len(got[0].Paths) > q.Size {
				t.Fatalf("%s\nwant %+v", where, want[0])
			}
			short++
			at := 0 // those given are among all, in their order
			for _, p := range got[0].Paths {
				text := fmt.Sprintf("%+v", p)
				for at < len(want[1].Paths) && fmt.Sprintf("%+v", want[1].Paths[at]) != text {
					at++
				}
				if at == len(want[1].Paths) && !want[1].Truncated {
					t.Fatalf("%s\nis not in order among\n%+v", where, want[1])
				}
			}
		}
	}
	if short < 100 {
		t.Errorf("the limit was met %d times only", short)
	}
}

func TestFindSubgraphOfRandomGraphs(t *testing.T) {
	asked, nodes := 0, 0
	for seed := range uint64(150) {
		rng := rand.New(rand.NewPCG(seed, 6))
		cases := randomCases(rng)
		c := newCountry(t, cases)
		ids := c.ids()
		var requests []graph.SubgraphRequest
		for range 20 {
			q := graph.SubgraphRequest{Depth: rng.IntN(graph.MaxSubgraphDepth + 1), Via: randomVia(rng), Limit: 4 + rng.IntN(30)}
			for range rng.IntN(4) {
				q.IDs = append(q.IDs, ids[rng.IntN(len(ids))])
			}
			requests = append(requests, q)
		}
		want, err := model(t, cases).Subgraph(t.Context(), requests)
		if err != nil {
			t.Fatal(err)
		}
		got, err := graph.FindSubgraph(t.Context(), c, requests)
		if err != nil {
			t.Fatal(err)
		}
		for i, q := range requests {
			if g, w := fmt.Sprintf("%+v", got[i]), fmt.Sprintf("%+v", want[i]); g != w {
				t.Fatalf("seed %d, %+v:\n got %s\nwant %s", seed, q, g, w)
			}
			asked, nodes = asked+1, nodes+len(got[i].Nodes)
		}
		if c.adjacentCalls > 2*graph.MaxSubgraphDepth || c.nodesCalls > 2 {
			t.Errorf("seed %d: %d calls of Adjacent and %d of Nodes", seed, c.adjacentCalls, c.nodesCalls)
		}
	}
	t.Logf("%d questions, %d nodes", asked, nodes)
}
