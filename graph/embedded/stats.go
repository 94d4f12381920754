package embedded

import (
	"context"
	"maps"
	"math/bits"

	"github.com/incidentgraph/incidentgraph/graph"
)

// counts is what Stats tells of incidents, kept as they come and go.
type counts struct {
	incidents, stubs, provisional int
	edges                         [graph.Cites + 1][graph.Inferred + 1]int

	fields            []graph.Field                  // as graph.Fields gives them
	within            map[graph.Field]graph.FieldSet // which fields a name in lost or none_given stands for
	known, lost, none []int                          // by place in fields; of incidents that are no stubs
}

func newCounts() counts {
	c := counts{fields: graph.Fields(), within: map[graph.Field]graph.FieldSet{}}
	for _, name := range c.fields {
		lost := graph.Incident{Lost: []graph.Field{name}}
		for i, part := range c.fields {
			if lost.State(part) == graph.Lost {
				c.within[name] |= 1 << i
			}
		}
	}
	c.known, c.lost, c.none = make([]int, len(c.fields)), make([]int, len(c.fields)), make([]int, len(c.fields))
	return c
}

// addFields counts what the case of an incident tells of its fields (see graph.State).
func (c *counts) addFields(o *outline, sign int) {
	count := func(set graph.FieldSet, into []int) {
		for rest := uint64(set); rest != 0; rest &= rest - 1 {
			into[bits.TrailingZeros64(rest)] += sign
		}
	}
	covered := func(names []graph.Field) (set graph.FieldSet) {
		for _, name := range names {
			set |= c.within[name]
		}
		return set
	}
	known := o.known & (1<<len(c.fields) - 1)
	lost := covered(o.lost) &^ known
	count(known, c.known)
	count(lost, c.lost)
	count(covered(o.none)&^known&^lost, c.none)
}

// ofFields gives the counts as Stats shows them.
func (c *counts) ofFields() map[graph.Field]graph.FieldCount {
	out := make(map[graph.Field]graph.FieldCount, len(c.fields))
	for i, name := range c.fields {
		n := graph.FieldCount{Known: c.known[i], Lost: c.lost[i], NoneGiven: c.none[i]}
		n.Unknown = c.incidents - c.stubs - n.Known - n.Lost - n.NoneGiven
		out[name] = n
	}
	return out
}

func (c *counts) add(o *outline, sign int) {
	c.incidents += sign
	if o.flags&flagStub != 0 {
		c.stubs += sign
	} else {
		c.addFields(o, sign)
	}
	if o.flags&flagProvisional != 0 {
		c.provisional += sign
	}
	for kind, edges := range o.edges {
		for _, e := range edges {
			c.edges[kind][e.evidence] += sign
		}
	}
}

// Stats counts the graph, as graph.Store has it.
func (s *Store) Stats(ctx context.Context) (graph.Stats, error) {
	m, done, err := s.read(ctx)
	if err != nil {
		return graph.Stats{}, err
	}
	defer done()
	stats := graph.Stats{
		Version: m.version, Incidents: m.counts.incidents, Stubs: m.counts.stubs, Provisional: m.counts.provisional,
		Terms: map[graph.NodeKind]int{}, Edges: map[graph.EdgeEvidence]int{},
		Fields: m.counts.ofFields(),
	}
	for _, n := range m.listing().terms {
		stats.Terms[m.terms[n].node.Kind]++
	}
	for kind, byEvidence := range m.counts.edges {
		for evidence, n := range byEvidence {
			stats.Edges[graph.EdgeEvidence{Kind: graph.EdgeKind(kind), Evidence: graph.Evidence(evidence)}] = n
		}
	}
	maps.DeleteFunc(stats.Edges, func(_ graph.EdgeEvidence, n int) bool { return n == 0 })
	return stats, nil
}
