package embedded

import (
	"slices"

	"github.com/incidentgraph/incidentgraph/graph"
)

// one is an incident of which relations are asked, read once.
type one struct {
	m                  *moment
	kind               graph.EdgeKind // of pair
	number             uint32
	component          *uint32 // asked for; nil: any
	components, causes []packedEdge
	pairs              []packedPair // of this kind
	unnamed            int          // cards without a key that share it

	otherMarks uint64 // of the own terms, but for the component asked for

	// While relation looks at another incident:
	otherComponents, otherCauses []packedEdge
	by                           []uint32 // who asserts something
	strings                      []string // of which the relations given so far hold parts
}

// look reads an incident of which relations are asked; component is as in
// graph.RelatedRequest.
func (m *moment) look(number uint32, kind graph.EdgeKind, component *uint32) *one {
	o := &one{m: m, kind: kind, number: number, component: component}
	c := edgesOf(m.facts[number])
	o.components = c.edges(nil)
	o.causes = c.edges(nil)
	var skipped []packedEdge
	for range len(sections) - 2 {
		skipped = c.edges(skipped[:0])
	}
	c.skipIndexed()
	for _, p := range c.pairs(nil) {
		if p.kind == kind {
			o.pairs = append(o.pairs, p)
		}
	}
	for range c.count(0) {
		sameCause, components := c.unnamed()
		if kind == graph.SameCause && sameCause || kind == graph.SharesComponent &&
			(component == nil && len(components) > 0 || component != nil && slices.Contains(components, *component)) {
			o.unnamed++
		}
	}
	for _, e := range o.own() {
		if component == nil || e.to != *component {
			o.otherMarks |= markOf(e.to)
		}
	}
	return o
}

// own gives the edges to the terms that the pair kind is about.
func (o *one) own() []packedEdge {
	if o.kind == graph.SameCause {
		return o.causes
	}
	return o.components
}

// relation gives what graph.Relate gives of the two, who are related.
func (o *one) relation(other uint32) graph.Relation {
	c := edgesOf(o.m.facts[other])
	o.otherComponents = c.edges(o.otherComponents[:0])
	o.otherCauses = c.edges(o.otherCauses[:0])
	r := graph.Relation{
		SharedComponents: o.shared(o.components, o.otherComponents),
		SharedCauses:     o.shared(o.causes, o.otherCauses),
		Evidence:         graph.Inferred,
	}
	theirs := o.otherComponents
	r.Count = len(r.SharedComponents)
	if o.kind == graph.SameCause {
		theirs = o.otherCauses
		r.Count = len(r.SharedCauses)
	}
	o.by = o.by[:0]
	for _, p := range o.pairs {
		if p.other == other {
			r.Evidence = graph.Stated
			p.by.each(o.add)
		}
	}
	for _, mine := range o.own() {
		for _, yours := range theirs {
			if mine.to == yours.to {
				r.Evidence = min(r.Evidence, max(mine.evidence, yours.evidence))
				o.addBy(mine, o.number)
				o.addBy(yours, other)
			}
		}
	}
	from := len(o.strings)
	for _, n := range o.by {
		o.strings = append(o.strings, o.m.key(n))
	}
	r.AssertedBy = o.strings[from:len(o.strings):len(o.strings)]
	slices.Sort(r.AssertedBy)
	return r
}

// shared gives the slugs of the terms that two lists of edges lead to, in the order of the
// first, which is that of the slugs.
func (o *one) shared(mine, yours []packedEdge) []string {
	from := len(o.strings)
	for _, a := range mine {
		for _, b := range yours {
			if a.to == b.to {
				o.strings = append(o.strings, o.m.terms[a.to].node.Slug)
			}
		}
	}
	if len(o.strings) == from {
		return nil
	}
	return o.strings[from:len(o.strings):len(o.strings)]
}

// addBy adds the cases that assert an edge of an incident.
func (o *one) addBy(e packedEdge, of uint32) {
	if e.own {
		o.add(of)
		return
	}
	e.by.each(o.add)
}

func (o *one) add(by uint32) {
	if !slices.Contains(o.by, by) {
		o.by = append(o.by, by)
	}
}

// count gives how many of the terms that the pair kind is about another incident shares.
// Where a component is asked for, the other has it.
func (o *one) count(other uint32) int {
	if o.component != nil && o.otherMarks&o.m.marks[other] == 0 {
		return 1
	}
	c := edgesOf(o.m.facts[other])
	if o.kind == graph.SameCause {
		o.otherComponents = c.edges(o.otherComponents[:0])
	}
	own := o.own()
	n := 0
	for range c.count(0) {
		e := c.edge()
		for i := range own {
			if own[i].to == e.to {
				n++
			}
		}
	}
	return n
}
