package embedded_test

import (
	"cmp"
	"context"
	"reflect"
	"slices"
	"testing"

	"github.com/incidentgraph/incidentgraph/graph"
)

// plainSurroundings reads of a graph, incident by incident, what walks ask for.
type plainSurroundings struct {
	plain
	graph *graph.Graph
}

func (s plainSurroundings) Nodes(_ context.Context, ids []graph.ID) ([]*graph.Node, error) {
	out := make([]*graph.Node, len(ids))
	for k, id := range ids {
		kind, name, _ := id.Split()
		if !kind.IsTerm() {
			if i := s.graph.Incidents[graph.FoldKey(name)]; i != nil {
				out[k] = &graph.Node{ID: i.ID(), Incident: i}
			}
			continue
		}
		if t, ok := s.graph.Terms[graph.TermRef{Kind: kind, Slug: name}]; ok {
			around := s.aroundTerm(kind, name, graph.AdjacentRequest{})
			out[k] = &graph.Node{ID: id, Term: &graph.TermInfo{TermNode: t, Incidents: len(around)}}
		}
	}
	return out, nil
}

func (s plainSurroundings) Adjacent(_ context.Context, requests []graph.AdjacentRequest) ([]graph.AdjacentResult, error) {
	out := make([]graph.AdjacentResult, len(requests))
	for k, q := range requests {
		var steps []graph.Step
		kind, name, _ := q.ID.Split()
		if kind.IsTerm() && slices.Contains(q.Via, graph.EdgeTo(kind)) {
			steps = s.aroundTerm(kind, name, q)
		} else if i := s.graph.Incidents[graph.FoldKey(name)]; !kind.IsTerm() && i != nil {
			steps = s.aroundIncident(i, q)
		}
		slices.SortFunc(steps, func(a, b graph.Step) int {
			return cmp.Or(cmp.Compare(a.Evidence, b.Evidence), cmp.Compare(a.To, b.To))
		})
		out[k] = graph.AdjacentResult{Total: len(steps), Steps: steps[:min(q.Size, len(steps))]}
	}
	return out, nil
}

func (s plainSurroundings) aroundTerm(kind graph.NodeKind, slug string, q graph.AdjacentRequest) (steps []graph.Step) {
	for _, i := range s.all {
		for _, e := range i.EdgesOf(graph.EdgeTo(kind)) {
			if e.To == slug {
				steps = append(steps, graph.Step{To: i.ID(), Kind: e.Kind, Evidence: max(e.Evidence, q.AtBest)})
			}
		}
	}
	return steps
}

func (s plainSurroundings) aroundIncident(i *graph.Incident, q graph.AdjacentRequest) []graph.Step {
	steps := map[graph.ID]graph.Step{}
	add := func(to graph.ID, kind graph.EdgeKind, evidence graph.Evidence) {
		step, known := steps[to]
		if !slices.Contains(q.Via, kind) {
			return
		}
		if !known {
			step = graph.Step{To: to, Kind: kind, Evidence: evidence}
		}
		steps[to] = graph.Step{To: to, Kind: min(step.Kind, kind), Evidence: max(min(step.Evidence, evidence), q.AtBest)}
	}
	for _, e := range i.Edges {
		if e.Kind == graph.Cites {
			add(s.graph.Incidents[e.To].ID(), e.Kind, e.Evidence)
			continue
		}
		add(graph.TermRef{Kind: e.Kind.To(), Slug: e.To}.ID(), e.Kind, e.Evidence)
	}
	for _, p := range i.Pairs {
		add(s.graph.Incidents[p.Other].ID(), p.Kind, graph.Stated)
	}
	for _, other := range s.all {
		for _, e := range other.EdgesOf(graph.Cites) {
			if e.To == graph.FoldKey(i.Key) {
				add(other.ID(), e.Kind, e.Evidence)
			}
		}
	}
	var out []graph.Step
	for id, step := range steps {
		if kind, slug, _ := id.Split(); kind.IsTerm() {
			step.Incidents = len(s.aroundTerm(kind, slug, graph.AdjacentRequest{}))
		}
		out = append(out, step)
	}
	return out
}

// checkWalks checks paths and subgraphs over hubs of all sizes.
func (p plain) checkWalks(t *testing.T, s graph.Store, g *graph.Graph) {
	around := plainSurroundings{p, g}
	kinds := graph.EdgeKinds()
	edges := slices.DeleteFunc(graph.EdgeKinds(), graph.EdgeKind.IsPair)
	a, b := p.all[0].ID(), p.all[len(p.all)/2].ID()
	paths := []graph.PathRequest{
		{From: a, To: b, Via: edges, MaxLength: 4, Size: 5},
		{From: a, To: b, Via: kinds, MaxLength: 2, Size: 50},
		{From: "component:hub-2200", To: b, Via: []graph.EdgeKind{graph.Involves, graph.CausedBy}, MaxLength: 3, Size: 20},
	}
	subgraphs := []graph.SubgraphRequest{
		{IDs: []graph.ID{a}, Via: edges, Depth: 2, Limit: 200},
		{IDs: []graph.ID{a, b}, Via: kinds, Depth: 1, Limit: 300},
		{IDs: []graph.ID{"component:hub-2200", "component:component-0"}, Via: edges, Depth: 1, Limit: 100},
		{IDs: []graph.ID{b}, Via: []graph.EdgeKind{graph.SharesComponent, graph.Cites}, Depth: 1, Limit: 1000},
	}
	gotPaths, err := s.Paths(t.Context(), paths)
	if err != nil {
		t.Fatal(err)
	}
	wantPaths, err := graph.FindPaths(t.Context(), around, paths)
	if err != nil {
		t.Fatal(err)
	}
	for i := range paths {
		if len(wantPaths[i].Paths) == 0 || !reflect.DeepEqual(gotPaths[i], wantPaths[i]) {
			t.Errorf("%+v: got %+v\nwant %+v", paths[i], gotPaths[i], wantPaths[i])
		}
	}
	gotGraphs, err := s.Subgraph(t.Context(), subgraphs)
	if err != nil {
		t.Fatal(err)
	}
	wantGraphs, err := graph.FindSubgraph(t.Context(), around, subgraphs)
	if err != nil {
		t.Fatal(err)
	}
	for i := range subgraphs {
		if len(wantGraphs[i].Links) == 0 || !reflect.DeepEqual(gotGraphs[i], wantGraphs[i]) {
			t.Errorf("%+v: got %+v\nwant %+v", subgraphs[i], gotGraphs[i], wantGraphs[i])
		}
	}
}
