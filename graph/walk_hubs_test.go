package graph_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/incidentgraph/incidentgraph/graph"
)

// settlement makes up incidents by the components that they involve.
type settlement map[string]*graph.Incident

func (s settlement) incident(key string, components ...string) {
	slices.Sort(components)
	i := &graph.Incident{Key: key}
	for _, slug := range components {
		i.Edges = append(i.Edges, graph.Edge{Kind: graph.Involves, To: slug, AssertedBy: []string{key}})
	}
	s[graph.FoldKey(key)] = i
}

// crowd adds n incidents.
func (s settlement) crowd(prefix string, n int, components ...string) {
	for i := range n {
		s.incident(fmt.Sprintf("%s-%05d", prefix, i), components...)
	}
}

// mostCalls gives how many calls of Adjacent a request may take.
func mostCalls(q graph.PathRequest) int {
	if slices.ContainsFunc(q.Via, graph.EdgeKind.IsPair) {
		return 2 * q.MaxLength
	}
	return q.MaxLength
}

func findOne(t testing.TB, c *country, q graph.PathRequest) ([]string, bool) {
	t.Helper()
	c.forget()
	results, err := graph.FindPaths(t.Context(), c, []graph.PathRequest{q})
	if err != nil {
		t.Fatal(err)
	}
	if c.steps > graph.MaxPathSteps || c.adjacentCalls > mostCalls(q) {
		t.Errorf("%+v: read %d steps in %d calls", q, c.steps, c.adjacentCalls)
	}
	var texts []string
	for _, p := range results[0].Paths {
		var names []string
		for _, id := range p.Nodes {
			_, name, _ := id.Split()
			names = append(names, name)
		}
		texts = append(texts, strings.Join(names, " "))
	}
	return texts, results[0].Truncated
}

func TestFindPathsBesideHubs(t *testing.T) {
	s := settlement{}
	s.crowd("crowd", 50_000, "vast")
	s.crowd("left", 10_000, "left-hub")
	s.crowd("right", 10_000, "right-hub")
	s.crowd("both", 20_000, "big-1", "big-2")
	s.crowd("mid", 3_000, "mid-hub")
	s.incident("A", "vast")
	s.incident("B", "vast")
	s.incident("L", "left-hub")
	s.incident("R", "right-hub")
	s.incident("near", "rare", "vast")
	s.incident("bridge", "rare", "right-hub")
	s.incident("way-1", "mid-hub", "rare-1")
	s.incident("way-2", "mid-hub", "rare-2", "vast")
	s.incident("end", "rare-1", "rare-2")
	wide := []string{"wide-1", "wide-2"}
	for i := range 30 {
		wide = append(wide, fmt.Sprintf("part-%d", i))
	}
	s.incident("wide", wide...)
	s.incident("wide-A", "wide-1")
	s.incident("wide-B", "wide-2")
	c := newCountryOf(s)

	involves, shares := []graph.EdgeKind{graph.Involves}, []graph.EdgeKind{graph.SharesComponent}
	const most = graph.MaxPathSteps
	table := map[string]struct {
		from, to  graph.ID
		via       []graph.EdgeKind
		length    int
		size      int
		want      string
		truncated bool
		steps     int // at most
	}{
		"a common hub is found and not read":       {"incident:A", "incident:B", involves, 2, 5, "A vast B", false, 2},
		"and there is no way of three":             {"incident:A", "incident:B", involves, 3, 5, "A vast B", false, 2},
		"nor for longer paths":                     {"incident:A", "incident:B", involves, 6, 5, "A vast B", true, 2},
		"in a common hub, one pair apart":          {"incident:A", "incident:B", shares, 1, 5, "A B", false, 2},
		"and what lies between cannot all be read": {"incident:A", "incident:B", shares, 2, 5, "A B", true, 2},
		"two hubs with unreachable ends":           {"incident:L", "incident:A", involves, 6, 5, "", true, 2},
		"large hubs that nothing joins":            {"component:left-hub", "component:vast", involves, 6, 5, "", true, most},
		// The hub is not read: what the rare term leads to is.
		"through a rare term into a hub": {"incident:near", "incident:R", involves, 4, 5, "near rare bridge right-hub R", true, 20},
		"and back":                       {"incident:R", "incident:near", involves, 4, 5, "R right-hub bridge rare near", true, 20},
		"by pairs, too":                  {"incident:near", "incident:R", shares, 2, 5, "near bridge R", true, 20},
		"two large hubs as ends, some of what is in both": {"component:big-1", "component:big-2", involves, 2, 3,
			"big-1 both-00000 big-2\nbig-1 both-00001 big-2\nbig-1 both-00002 big-2", true, most},
		// mid-hub has 3,002 incidents; it is not read, as the other end is cheaper.
		"a hub as an end": {"component:mid-hub", "incident:end", involves, 3, 5,
			"mid-hub way-1 rare-1 end\nmid-hub way-2 rare-2 end", false, 20},
		"an incident of many terms": {"incident:wide-A", "incident:wide-B", involves, 6, 5, "wide-A wide-1 wide wide-2 wide-B", false, 100},
		"a hub that can be read is": {"incident:way-1", "incident:mid-00007", involves, 4, 5, "way-1 mid-hub mid-00007", false, 3100},
	}
	for name, row := range table {
		t.Run(name, func(t *testing.T) {
			q := graph.PathRequest{From: row.from, To: row.to, Via: row.via, MaxLength: row.length, Size: row.size}
			got, truncated := findOne(t, c, q)
			if text := strings.Join(got, "\n"); text != row.want || truncated != row.truncated || c.steps > row.steps {
				t.Errorf("read %d steps, truncated %v\n%s", c.steps, truncated, text)
			}
		})
	}
}

// Of what the limit allows, the rarest is read first: here the term of two, after which the
// term of 96 is beyond it, and the way through the one is found.
func TestFindPathsReadsTheRarestFirst(t *testing.T) {
	s := settlement{}
	s.incident("A", "mid", "rare")
	s.incident("B", "other")
	s.incident("C", "other", "rare")
	s.incident("D", "mid", "other")
	s.crowd("mid", 94, "mid")
	s.crowd("other", 500, "other")
	c := newCountryOf(s)
	q := graph.PathRequest{From: "incident:A", To: "incident:B", Via: []graph.EdgeKind{graph.Involves}, MaxLength: 4, Size: 5}
	results, err := graph.FindPathsWithin(t.Context(), c, []graph.PathRequest{q}, 100)
	if err != nil {
		t.Fatal(err)
	}
	want := []graph.ID{"incident:A", "component:rare", "incident:C", "component:other", "incident:B"}
	if got := results[0]; len(got.Paths) != 1 || !slices.Equal(got.Paths[0].Nodes, want) || !got.Truncated {
		t.Errorf("got %+v", got)
	}
	if c.read["component:mid"] != 0 || c.read["component:rare"] != 2 {
		t.Errorf("read %v", c.read)
	}
}

// What crosses itself nearly everywhere is searched to its end: B hangs on G,
// and G is in a hub of 300, whose pairs make 299·298·297 walks that come back to it.
// What comes after them is still found.
func TestFindPathsPastACrowd(t *testing.T) {
	s := settlement{}
	s.crowd("crowd", 299, "hub")
	s.incident("G", "hub", "left", "right")
	s.incident("A", "left", "z-1")
	s.incident("B", "right", "z-6")
	for i := 1; i < 6; i++ {
		s.incident(fmt.Sprintf("Z-%d", i), fmt.Sprintf("z-%d", i), fmt.Sprintf("z-%d", i+1))
	}
	c := newCountryOf(s)
	got, truncated := findOne(t, c, graph.PathRequest{From: "incident:A", To: "incident:B",
		Via: []graph.EdgeKind{graph.SharesComponent}, MaxLength: 6, Size: 5})
	if !slices.Equal(got, []string{"A G B", "A Z-1 Z-2 Z-3 Z-4 Z-5 B"}) || truncated {
		t.Errorf("truncated %v: %v", truncated, got)
	}
}

func TestFindSubgraphBesideHubs(t *testing.T) {
	s := settlement{}
	s.crowd("crowd", 50_000, "vast")
	s.incident("A", "vast")
	s.crowd("club", 200, "club", "tea") // 150 are in the club by what a case says, all have tea by what follows
	for key, i := range s {
		if strings.HasPrefix(key, "club") {
			i.Edges[1].Evidence = graph.Derived
			if key >= "club-00150" {
				i.Edges[0].Evidence = graph.Derived
			}
		}
	}
	s.crowd("pair", 2, "two")
	c := newCountryOf(s)
	involves, shares := []graph.EdgeKind{graph.Involves}, []graph.EdgeKind{graph.SharesComponent}
	both := slices.Concat(involves, shares)
	table := map[string]struct {
		q         graph.SubgraphRequest
		nodes     []graph.ID // the last ones
		count     int
		links     int
		truncated bool
		steps     int
	}{
		"a hub is not read whole": {graph.SubgraphRequest{IDs: []graph.ID{"incident:A"}, Depth: 3, Via: involves, Limit: 4},
			[]graph.ID{"incident:A", "component:vast", "incident:crowd-00000", "incident:crowd-00001"}, 4, 3, true, 1 + 5},
		"nor for pairs": {graph.SubgraphRequest{IDs: []graph.ID{"incident:A"}, Depth: 1, Via: shares, Limit: 4},
			[]graph.ID{"incident:A", "incident:crowd-00000", "incident:crowd-00001", "incident:crowd-00002"}, 4, 6, true, 1 + 5},
		"as many as there is room for": {graph.SubgraphRequest{IDs: []graph.ID{"component:two"}, Depth: 3, Via: involves, Limit: 3},
			[]graph.ID{"component:two", "incident:pair-00000", "incident:pair-00001"}, 3, 2, false, 4},
		"one more than there is room for": {graph.SubgraphRequest{IDs: []graph.ID{"component:two"}, Depth: 3, Via: involves, Limit: 2},
			[]graph.ID{"component:two", "incident:pair-00000"}, 2, 1, true, 4},
		// 200 edges and 200·199/2 = 19,900 pairs.
		"more links than are given": {graph.SubgraphRequest{IDs: []graph.ID{"component:club"}, Depth: 1, Via: both, Limit: 201},
			[]graph.ID{"incident:club-00199"}, 201, graph.MaxSubgraphLinks, true, 400},
	}
	for name, row := range table {
		t.Run(name, func(t *testing.T) {
			c.forget()
			results, err := graph.FindSubgraph(t.Context(), c, []graph.SubgraphRequest{row.q})
			if err != nil {
				t.Fatal(err)
			}
			got := results[0]
			if len(got.Nodes) != row.count || !slices.Equal(got.Nodes[len(got.Nodes)-len(row.nodes):], row.nodes) ||
				len(got.Links) != row.links || got.Truncated != row.truncated || c.steps > row.steps {
				t.Errorf("read %d steps: %d nodes, the last %v, %d links, truncated %v", c.steps, len(got.Nodes),
					got.Nodes[max(0, len(got.Nodes)-len(row.nodes)):], len(got.Links), got.Truncated)
			}
			if row.links < graph.MaxSubgraphLinks {
				return
			}
			edges := 0
			for i, l := range got.Links {
				switch {
				case !l.Kind.IsPair():
					edges++
				case l.Evidence != graph.Stated:
					t.Fatalf("link %d, %+v, is given before 11,175 stated pairs", i, l)
				}
			}
			if edges != 200 {
				t.Errorf("%d of 200 edges are given", edges)
			}
		})
	}
}

func TestWalksEndWithTheirTime(t *testing.T) {
	s := settlement{}
	s.crowd("pair", 2, "two")
	over, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := graph.FindPaths(over, newCountryOf(s), []graph.PathRequest{{From: "incident:pair-00000", To: "incident:pair-00001", MaxLength: 1}})
	if graph.CodeOf(err) != graph.CodeTimeout {
		t.Errorf("paths: %v", err)
	}
	_, err = graph.FindSubgraph(over, newCountryOf(s), []graph.SubgraphRequest{{IDs: []graph.ID{"component:two"}, Limit: 1}})
	if graph.CodeOf(err) != graph.CodeTimeout {
		t.Errorf("subgraphs: %v", err)
	}
}
