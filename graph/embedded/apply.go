package embedded

import (
	"fmt"
	"slices"

	"github.com/incidentgraph/incidentgraph/graph"
)

// delta is what changed from one version to another.
type delta struct {
	version int64
	stamp   int64
	facts   []factChange // each number once
	terms   []termChange
}

type factChange struct {
	number  uint32
	packed  string // "": the number is free now
	version int64  // at which it was written
}

type termChange struct {
	number uint32
	entry  termEntry
}

// outline is what the indexes take from a packed fact.
type outline struct {
	number   uint32
	flags    byte
	key      string
	place    uint32 // of the case
	replaces []string
	date     string
	edges    [graph.Cites + 1][]packedEdge
	values   []fieldValue
	times    times
	known    graph.FieldSet
	lost     []graph.Field
	none     []graph.Field
	part     string // of the packed fact, that all of this is read from
}

type fieldValue struct {
	field graph.ValueField
	text  string
}

// read reads a packed fact, "" giving an empty outline. ok is false where it is none, or
// names numbers past the bounds.
func (o *outline) read(number uint32, packed string, keys, terms int) (ok bool) {
	c := o.readHead(number, packed)
	for kind := range o.edges {
		o.edges[kind] = o.edges[kind][:0]
	}
	if o.flags&flagIncident == 0 {
		return !c.bad
	}
	for _, kind := range sections {
		o.edges[kind] = c.edges(o.edges[kind])
		bound := terms
		if kind == graph.Cites {
			bound = keys
		}
		for _, e := range o.edges[kind] {
			if int(e.to) >= bound || e.evidence > graph.Inferred {
				return false
			}
		}
	}
	o.values = o.values[:0]
	c.values(func(field graph.ValueField, text string) { o.values = append(o.values, fieldValue{field, text}) })
	o.times = c.times()
	o.known = graph.FieldSet(c.uint())
	formWords(&c, &o.lost)
	formWords(&c, &o.none)
	o.part = packed[:len(packed)-len(c.rest)]
	return !c.bad
}

// readHead reads all but the edges, which the cursor that it gives has before it.
func (o *outline) readHead(number uint32, packed string) cursor {
	o.number, o.flags, o.key, o.place, o.replaces, o.date, o.part = number, 0, "", 0, nil, "", packed
	c := cursor{rest: packed}
	if packed == "" {
		return c
	}
	h := c.head()
	o.flags, o.key, o.place, o.replaces = h.flags, h.key, h.place, h.replaces
	if o.flags&flagIncident != 0 {
		o.date = c.text()
	}
	return c
}

// eachTerm visits the terms of the incident.
func (o *outline) eachTerm(visit func(term uint32)) {
	for kind, edges := range o.edges {
		if graph.EdgeKind(kind) == graph.Cites {
			continue
		}
		for _, e := range edges {
			visit(e.to)
		}
	}
}

// days gives the interval of the date; ok is false where the date is none.
func (o *outline) days() (d days, ok bool) {
	if o.date == "" {
		return days{graph.UnknownDay, graph.UnknownDay}, true
	}
	date, err := graph.ParseDate(o.date)
	return days{date.First(), date.Last()}, err == nil
}

// apply brings the memory to a later version. It changes nothing where a change cannot
// be read.
func (m *memory) apply(d delta) error {
	keys, terms := len(m.facts), len(m.terms)
	for _, c := range d.facts {
		keys = max(keys, int(c.number)+1)
	}
	for _, t := range d.terms {
		terms = max(terms, int(t.number)+1)
	}
	var o outline
	spans := make([]days, len(d.facts))
	for i, c := range d.facts {
		ok := o.read(c.number, c.packed, keys, terms)
		if ok {
			spans[i], ok = o.days()
		}
		if !ok {
			return fmt.Errorf("%w: fact %d", errDamaged, c.number)
		}
	}
	if err := m.applyTerms(d.terms, terms); err != nil {
		return err
	}
	m.grow(keys)
	m.applyFacts(d.facts, spans)
	m.version, m.stamp = d.version, d.stamp
	return nil
}

func (m *memory) grow(keys int) {
	had := len(m.facts)
	if keys == had {
		return
	}
	m.facts = append(m.facts, make([]string, keys-had)...)
	m.written = append(m.written, make([]int64, keys-had)...)
	m.days = append(m.days, make([]days, keys-had)...)
	m.times = append(m.times, make([]times, keys-had)...)
	m.companies = append(m.companies, make([]uint32, keys-had)...)
	m.letters = append(m.letters, make([]uint64, keys-had)...)
	m.marks = append(m.marks, make([]uint64, keys-had)...)
	m.citations.grow(keys)
	m.free.AddRange(uint64(had), uint64(keys))
}

// applyFacts takes out of the indexes what was, then puts in what is; spans are the dates
// of the changes. A fact of which only such parts change as no index holds (those of
// cases that others cite, mostly) takes the place of the one before.
func (m *memory) applyFacts(changes []factChange, spans []days) {
	var o, next outline
	var leave, enter []uint32
	var joined [][]uint32 // by term: its incidents, where there were none at all before
	if len(m.order) == 0 {
		joined = make([][]uint32, len(m.terms))
	}
	indexed := make([]bool, len(changes))
	for i, c := range changes {
		if indexed[i] = m.facts[c.number] == ""; indexed[i] || m.facts[c.number] == c.packed {
			continue
		}
		o.read(c.number, m.facts[c.number], len(m.facts), len(m.terms))
		next.read(c.number, c.packed, len(m.facts), len(m.terms))
		if indexed[i] = o.part != next.part; !indexed[i] {
			continue
		}
		m.unindex(&o)
		if o.flags&flagIncident != 0 {
			leave = append(leave, c.number)
		}
	}
	m.leave(leave)
	for i, c := range changes {
		m.live += int64(len(c.packed) - len(m.facts[c.number]))
		m.facts[c.number], m.written[c.number] = c.packed, c.version
		if !indexed[i] {
			continue
		}
		if c.packed == "" {
			m.free.Add(c.number)
			continue
		}
		m.free.Remove(c.number)
		o.read(c.number, c.packed, len(m.facts), len(m.terms))
		if o.flags&flagCase != 0 {
			m.places = max(m.places, o.place+1)
		}
		m.days[c.number] = spans[i]
		m.keys.add(foldKey(o.key), c.number)
		for _, replaced := range o.replaces {
			folded := graph.FoldKey(replaced)
			m.heirs[folded] = append(m.heirs[folded], c.number)
		}
		if o.flags&flagIncident != 0 {
			m.index(&o)
			enter = append(enter, c.number)
			if joined != nil {
				o.eachTerm(func(term uint32) { joined[term] = append(joined[term], c.number) })
			}
		}
	}
	slices.SortFunc(enter, m.compare) // lists grow at their end, then
	for term, numbers := range joined {
		m.terms[term].members.fill(numbers, m.compare)
	}
	if joined == nil {
		for _, n := range enter {
			o.read(n, m.facts[n], len(m.facts), len(m.terms))
			o.eachTerm(func(term uint32) { m.terms[term].members.add(n, m.compare) })
		}
	}
	m.enter(enter)
}

// index enters an incident, but for its place in the order and among those of its terms.
func (m *memory) index(o *outline) {
	m.counts.add(o, +1)
	m.incidents.Add(o.number)
	if o.flags&flagStub != 0 {
		m.stubs.Add(o.number)
	}
	m.times[o.number], m.companies[o.number], m.marks[o.number] = o.times, 0, 0
	m.letters[o.number] = lettersOf(o.key)
	if at := o.edges[graph.At]; len(at) > 0 {
		m.companies[o.number] = at[0].to + 1
	}
	for _, kind := range []graph.EdgeKind{graph.Involves, graph.CausedBy} {
		for _, e := range o.edges[kind] {
			m.marks[o.number] |= markOf(e.to)
		}
	}
	for _, e := range o.edges[graph.Cites] {
		m.citations.add(o.number, e.to)
	}
	for kind, edges := range o.edges {
		if len(edges) > 0 {
			m.with[kind].Add(o.number)
		}
		if slices.ContainsFunc(edges, func(e packedEdge) bool { return e.evidence != graph.Stated }) {
			m.weak[kind].Add(o.number)
		}
	}
	for _, v := range o.values {
		m.values.add(v.field, v.text, o.number)
	}
}

// unindex takes out all that applyFacts entered of a fact, but its place in
// the order.
func (m *memory) unindex(o *outline) {
	m.keys.remove(foldKey(o.key), o.number)
	for _, replaced := range o.replaces {
		folded := graph.FoldKey(replaced)
		m.heirs[folded] = slices.DeleteFunc(m.heirs[folded], func(n uint32) bool { return n == o.number })
		if len(m.heirs[folded]) == 0 {
			delete(m.heirs, folded)
		}
	}
	if o.flags&flagIncident == 0 {
		return
	}
	m.counts.add(o, -1)
	m.incidents.Remove(o.number)
	m.stubs.Remove(o.number)
	for _, v := range o.values {
		m.values.remove(v.field, v.text, o.number)
	}
	for _, e := range o.edges[graph.Cites] {
		m.citations.remove(o.number, e.to)
	}
	o.eachTerm(func(term uint32) { m.terms[term].members.remove(o.number, m.compare) })
	for kind := range o.edges {
		m.with[kind].Remove(o.number)
		m.weak[kind].Remove(o.number)
	}
}

// leave takes incidents out of the order, while their facts are still there.
func (m *memory) leave(numbers []uint32) {
	if len(numbers) == 0 {
		return
	}
	slices.SortFunc(numbers, m.compare)
	kept := 0
	from := 0
	for _, n := range numbers {
		at, _ := slices.BinarySearchFunc(m.order[from:], n, m.compare)
		kept += copy(m.order[kept:], m.order[from:from+at])
		from += at + 1
	}
	kept += copy(m.order[kept:], m.order[from:])
	m.order = m.order[:kept]
}

// enter puts incidents, in the order Newest, into the order. It moves each stretch
// between two of them once, from the end.
func (m *memory) enter(numbers []uint32) {
	end := len(m.order)
	m.order = append(m.order, numbers...)
	for i := len(numbers) - 1; i >= 0; i-- {
		at, _ := slices.BinarySearchFunc(m.order[:end], numbers[i], m.compare)
		copy(m.order[at+i+1:], m.order[at:end])
		m.order[at+i] = numbers[i]
		end = at
	}
}

// applyTerms enters terms; terms is how many numbers there are afterwards.
func (m *memory) applyTerms(changes []termChange, terms int) error {
	if len(changes) == 0 {
		return nil
	}
	controlled := map[uint32]graph.TermNode{}
	for _, c := range changes {
		controlled[c.number] = c.entry.node()
	}
	vocabulary, err := m.vocabularyWith(controlled)
	if err != nil {
		return err
	}
	m.vocabulary = vocabulary
	m.terms = append(m.terms, make([]term, terms-len(m.terms))...)
	for _, c := range changes {
		t := &m.terms[c.number]
		t.node, t.exists = c.entry.node(), c.entry.exists()
		m.byRef[t.node.Ref()] = c.number
	}
	m.listed.Store(nil)
	m.named.Store(nil)
	return nil
}

// vocabularyWith gives the vocabulary after a change of terms.
func (m *memory) vocabularyWith(changed map[uint32]graph.TermNode) (*graph.Vocabulary, error) {
	byRef, same := make(map[graph.TermRef]graph.TermNode, len(changed)), true
	for _, node := range changed {
		_, before := m.vocabulary.Term(node.Ref())
		byRef[node.Ref()], same = node, same && !before && !node.Controlled
	}
	if same {
		return m.vocabulary, nil
	}
	terms := slices.DeleteFunc(m.vocabulary.Terms(), func(t graph.Term) bool { _, there := byRef[t.Ref()]; return there })
	for _, node := range byRef {
		if node.Controlled {
			terms = append(terms, node.Term)
		}
	}
	vocabulary, err := graph.NewVocabulary(terms)
	if err != nil {
		return nil, fmt.Errorf("%w: its vocabulary contradicts itself: %s", errDamaged, err.Error())
	}
	return vocabulary, nil
}
