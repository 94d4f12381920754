package embedded

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/incidentgraph/incidentgraph/graph"
)

// surroundings is a moment as walks read it.
type surroundings struct{ *moment }

var _ graph.Surroundings = surroundings{}

// Nodes gives nodes by id.
func (s surroundings) Nodes(_ context.Context, ids []graph.ID) ([]*graph.Node, error) {
	out := make([]*graph.Node, len(ids))
	for i, id := range ids {
		var err error
		if out[i], err = s.node(id); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Adjacent gives the nodes one step away from others.
func (s surroundings) Adjacent(ctx context.Context, requests []graph.AdjacentRequest) ([]graph.AdjacentResult, error) {
	out := make([]graph.AdjacentResult, len(requests))
	for i, q := range requests {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		switch kind, name, ok := q.ID.Split(); {
		case !ok:
		case kind == graph.KindIncident:
			if n, there := s.incident(name); there {
				out[i] = s.aroundIncident(n, q)
			}
		case slices.Contains(q.Via, graph.EdgeTo(kind)):
			if n, there := s.term(graph.TermRef{Kind: kind, Slug: name}); there {
				out[i] = s.aroundTerm(n, q)
			}
		}
	}
	return out, nil
}

// incidentStep is a step to an incident.
type incidentStep struct {
	number   uint32
	kind     graph.EdgeKind
	evidence graph.Evidence
}

func (m *memory) aroundTerm(n uint32, q graph.AdjacentRequest) graph.AdjacentResult {
	t := &m.terms[n]
	result := graph.AdjacentResult{Total: t.members.len()}
	if q.Size <= 0 {
		return result
	}
	kind := graph.EdgeTo(t.node.Kind)
	type sorted struct {
		value uint64 // evidence and first letters: the smaller, the earlier
		incidentStep
	}
	first := top[sorted]{most: q.Size, compare: func(a, b sorted) int {
		if a.value != b.value {
			return cmp.Compare(a.value, b.value)
		}
		return m.compareKeys(a.number, b.number)
	}}
	t.members.each(func(i uint32) {
		step := incidentStep{i, kind, q.AtBest}
		if q.AtBest < graph.Inferred && m.weak[kind].Contains(i) {
			step.evidence = max(m.evidence(i, kind, n), q.AtBest)
		}
		const letters = 56
		first.offer(sorted{uint64(step.evidence)<<letters | m.letters[i]>>(64-letters), step})
	})
	steps := make([]incidentStep, len(first.kept))
	for i, step := range first.sorted() {
		steps[i] = step.incidentStep
	}
	result.Steps = m.stepsTo(steps)
	return result
}

// evidence gives that of an incident's edge to a term. It has that edge.
func (m *memory) evidence(incident uint32, kind graph.EdgeKind, term uint32) graph.Evidence {
	c := edgesOf(m.facts[incident])
	for _, section := range sections {
		for range c.count(0) {
			if e := c.edge(); section == kind && e.to == term {
				return e.evidence
			}
		}
	}
	return graph.Inferred
}

func (m *memory) stepsTo(incidents []incidentStep) []graph.Step {
	out := make([]graph.Step, len(incidents))
	for i, step := range incidents {
		out[i] = graph.Step{To: m.nodeID(step.number), Kind: step.kind, Evidence: step.evidence}
	}
	return out
}

func (m *moment) aroundIncident(n uint32, q graph.AdjacentRequest) graph.AdjacentResult {
	var o outline
	o.read(n, m.facts[n], len(m.facts), len(m.terms))
	var result graph.AdjacentResult
	others := map[uint32]incidentStep{}
	add := func(other uint32, kind graph.EdgeKind, evidence graph.Evidence) {
		step, known := others[other]
		if !known {
			step = incidentStep{other, kind, graph.Inferred}
		}
		others[other] = incidentStep{other, min(step.kind, kind), max(min(step.evidence, evidence), q.AtBest)}
	}
	for kind, edges := range o.edges {
		switch kind := graph.EdgeKind(kind); {
		case !slices.Contains(q.Via, kind):
		case kind.IsPair():
			for _, pair := range m.look(n, kind, nil).pairs {
				add(pair.other, kind, graph.Stated)
			}
		case kind == graph.Cites:
			for _, e := range edges {
				add(e.to, kind, e.evidence)
			}
			for _, from := range m.citations.of(n) {
				add(from, kind, graph.Stated) // a card says it
			}
		default:
			for _, e := range edges {
				t := &m.terms[e.to]
				result.Steps = append(result.Steps, graph.Step{To: t.node.Ref().ID(), Kind: kind, Evidence: max(e.evidence, q.AtBest), Incidents: t.members.len()})
			}
		}
	}
	result.Steps = append(result.Steps, m.stepsTo(slices.Collect(maps.Values(others)))...)
	result.Total = len(result.Steps)
	slices.SortFunc(result.Steps, func(a, b graph.Step) int {
		return cmp.Or(cmp.Compare(a.Evidence, b.Evidence), cmp.Compare(a.To, b.To))
	})
	result.Steps = result.Steps[:max(0, min(q.Size, len(result.Steps)))]
	return result
}
