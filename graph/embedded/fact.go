package embedded

import (
	"github.com/incidentgraph/incidentgraph/graph"
)

// A fact is what the graph knows of one key. A key whose case another case replaces has
// no incident, and a stub has no case; a key with neither has no fact.
type fact struct {
	key      string // as written by the incident, else by the case
	incident *graph.Incident
	hasCase  bool
	place    uint32   // of the case
	replaces []string // of the case
}

// The first byte of a packed fact.
const (
	flagIncident = 1 << iota
	flagCase
	flagReplaces
	flagStub
	flagProvisional
)

// sections gives the order in which a packed fact holds its edges: those that relations
// are made of first, so that few bytes are read for them.
var sections = [...]graph.EdgeKind{graph.Involves, graph.CausedBy, graph.At, graph.TriggeredBy, graph.Showed, graph.WorsenedBy, graph.Cites}

// ownEdge is the bit of a packed edge which says that its incident's own case alone
// asserts it.
const ownEdge = 1 << 2

// numbering gives the numbers of terms and keys when a fact is packed.
type numbering interface {
	termNumber(ref graph.TermRef) uint32
	keyNumber(key string) uint32 // in any case of letters
}

// factPacker packs facts.
type factPacker struct {
	packer // of the fact at hand
	names  numbering
	self   uint32
}

// pack writes a fact as bytes.
func (p *factPacker) pack(f fact) string {
	flags := byte(0)
	for _, flag := range [...]struct {
		bit byte
		set bool
	}{
		{flagIncident, f.incident != nil}, {flagCase, f.hasCase}, {flagReplaces, len(f.replaces) > 0},
		{flagStub, f.incident != nil && f.incident.Stub}, {flagProvisional, f.incident != nil && f.incident.Provisional},
	} {
		if flag.set {
			flags |= flag.bit
		}
	}
	p.b, p.self = append(p.b[:0], flags), p.names.keyNumber(f.key)
	p.string(&f.key)
	if f.hasCase {
		p.uint(uint64(f.place))
	}
	if flags&flagReplaces != 0 {
		formStrings(p, &f.replaces)
	}
	if f.incident != nil {
		p.incident(f.incident)
	}
	return string(p.b)
}

func (p *factPacker) incident(i *graph.Incident) {
	p.date(&i.Date)
	for _, kind := range sections {
		p.edges(kind, i.EdgesOf(kind))
	}
	formIndexed(p, i)
	p.count(len(i.Pairs))
	for _, pair := range i.Pairs {
		shares := uint64(0)
		if pair.Kind == graph.SharesComponent {
			shares = 1
		}
		p.uint(uint64(p.names.keyNumber(pair.Other))<<1 | shares)
		p.keys(pair.AssertedBy)
	}
	p.count(len(i.Unnamed))
	for _, card := range i.Unnamed {
		same := uint64(0)
		if card.SameCause {
			same = 1
		}
		p.uint(uint64(len(card.Components))<<1 | same)
		for _, slug := range card.Components {
			p.uint(uint64(p.names.termNumber(graph.TermRef{Kind: graph.KindComponent, Slug: slug})))
		}
	}
	formShown(p, i)
}

// formIndexed names the fields of an incident that the indexes of the memory are made
// from, but for the date, which stands before the edges. The bits of Known are the places
// of the fields in words, after those of the kinds of dates.
func formIndexed(f form, i *graph.Incident) {
	f.string(&i.Domain)
	f.string(&i.Severity)
	formStrings(f, &i.Regions)
	formStrings(f, &i.Tags)
	formOptional(f, &i.TimeToDetect)
	formOptional(f, &i.TimeToRecover)
	f.set((*uint64)(&i.Known))
	formWords(f, &i.Lost)
	formWords(f, &i.NoneGiven)
}

// formShown names the other fields of an incident.
func formShown(f form, i *graph.Incident) {
	formText(f, &i.Title)
	formWord(f, &i.DateKind)
	formWords(f, &i.Inferred)
}

// edges packs the edges of one kind, in their order.
func (p *factPacker) edges(kind graph.EdgeKind, edges []graph.Edge) {
	p.count(len(edges))
	for _, e := range edges {
		var to uint32
		if kind == graph.Cites {
			to = p.names.keyNumber(e.To)
		} else {
			to = p.names.termNumber(graph.TermRef{Kind: kind.To(), Slug: e.To})
		}
		v := uint64(to)<<3 | uint64(e.Evidence)
		own := len(e.AssertedBy) == 1 && p.names.keyNumber(e.AssertedBy[0]) == p.self
		if own {
			v |= ownEdge
		}
		p.uint(v)
		if !own {
			p.keys(e.AssertedBy)
		}
	}
}

func (p *factPacker) keys(keys []string) {
	p.count(len(keys))
	for _, key := range keys {
		p.uint(uint64(p.names.keyNumber(key)))
	}
}

// naming gives the names that numbers in a fact stand for.
type naming interface {
	slug(term uint32) string
	key(number uint32) string
}

// unpack reads what pack wrote, with the names as they are now. ok is false where that
// is no packed fact. Strings share the memory of packed.
func unpack(packed string, names naming) (f fact, ok bool) {
	c := cursor{rest: packed}
	h := c.head()
	f = fact{key: h.key, hasCase: h.hasCase(), place: h.place, replaces: h.replaces}
	if h.flags&flagIncident != 0 {
		u := factReader{c, names, h.key}
		f.incident = u.incident()
		f.incident.Stub, f.incident.Provisional = h.flags&flagStub != 0, h.flags&flagProvisional != 0
		c = u.cursor
	}
	return f, c.done()
}

type factReader struct {
	cursor
	names naming
	self  string
}

func (u *factReader) incident() *graph.Incident {
	i := &graph.Incident{Key: u.self}
	u.date(&i.Date)
	var byKind [graph.Cites + 1][]graph.Edge
	total := 0
	var packed []packedEdge
	for _, kind := range sections {
		packed = u.edges(packed[:0])
		total += len(packed)
		for _, e := range packed {
			byKind[kind] = append(byKind[kind], u.edge(kind, e))
		}
	}
	if total > 0 {
		i.Edges = make([]graph.Edge, 0, total)
		for _, edges := range byKind {
			i.Edges = append(i.Edges, edges...)
		}
	}
	formIndexed(u, i)
	for _, p := range u.pairs(nil) {
		i.Pairs = append(i.Pairs, graph.StatedPair{Kind: p.kind, Other: graph.FoldKey(u.names.key(p.other)), AssertedBy: u.keys(p.by)})
	}
	for range u.count(0) {
		sameCause, components := u.unnamed()
		card := graph.UnnamedCard{SameCause: sameCause}
		for _, n := range components {
			card.Components = append(card.Components, u.names.slug(n))
		}
		i.Unnamed = append(i.Unnamed, card)
	}
	formShown(u, i)
	return i
}

func (u *factReader) edge(kind graph.EdgeKind, e packedEdge) graph.Edge {
	out := graph.Edge{Kind: kind, Evidence: e.evidence}
	if kind == graph.Cites {
		out.To = graph.FoldKey(u.names.key(e.to))
	} else {
		out.To = u.names.slug(e.to)
	}
	if e.own {
		out.AssertedBy = []string{u.self}
	} else {
		out.AssertedBy = u.keys(e.by)
	}
	return out
}

func (u *factReader) keys(by packedNumbers) []string {
	var out []string
	by.each(func(n uint32) { out = append(out, u.names.key(n)) })
	return out
}
