package graph

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// Graph is the whole graph of a set of cases and a vocabulary.
type Graph struct {
	Vocabulary *Vocabulary
	Incidents  map[string]*Incident // by folded key
	Terms      map[TermRef]TermNode
	Warnings   []Warning // contradictions, in order of case and field
}

// TermNode is a term as the graph shows it: a controlled one, or one met in cases only,
// whose Name is then the spelling of most cases and cards.
type TermNode struct {
	Term
	Controlled bool
}

// Build is the graph as a pure function of cases and vocabulary. Cases must be
// normalised, checked, and have keys that differ in more than case; ProvisionalKey
// gives a key to those that lost theirs. The order of cases does not matter.
func Build(cases []*Case, voc *Vocabulary) *Graph {
	readings := readAll(cases, voc)
	citing := map[string][]*reading{}
	spellings := map[TermRef]Spellings{}
	for _, r := range readings {
		for i := range r.cards {
			citing[r.cards[i].to] = append(citing[r.cards[i].to], r)
		}
		countSpellings(r.Case, voc, spellings, +1)
	}

	g := &Graph{Vocabulary: voc, Incidents: map[string]*Incident{}, Terms: map[TermRef]TermNode{}}
	for _, key := range slices.Sorted(maps.Keys(union(readings, citing))) {
		incident, warnings := assemble(key, readings[key], citing[key], readings)
		g.Incidents[key] = incident
		g.Warnings = append(g.Warnings, warnings...)
	}
	for _, t := range voc.Terms() {
		g.Terms[t.Ref()] = TermNode{t, true}
	}
	for ref, s := range spellings {
		g.Terms[ref] = s.Term(ref)
	}
	return g
}

// heirOf gives the folded key of the incident that a key names: that of the case which
// replaces it (the first by key, if several do), else the key's own.
func heirOf(key string, heirs []string) string {
	if len(heirs) == 0 || !IsProvisionalKey(key) {
		return key
	}
	return FoldKey(slices.Min(heirs))
}

// assemble derives one incident from its own case (nil for a stub), the cases whose
// cards lead to it, and a look-up of the cases that its own cards lead to.
func assemble(key string, own *reading, citing []*reading, readings map[string]*reading) (*Incident, []Warning) {
	slices.SortFunc(citing, func(a, b *reading) int { return strings.Compare(a.ID, b.ID) })
	a := assembly{key: key, own: own}
	if own != nil {
		a.fromOwnCase()
		for i := range own.cards {
			a.fromCard(own, &own.cards[i], readings[own.cards[i].to])
		}
	} else {
		a.fromStubCards(citing)
	}
	for _, r := range citing {
		a.fromCard(r, r.card(key), r)
	}
	return a.finish()
}

type assembly struct {
	key      string
	own      *reading
	incident Incident // with an edge or pair for everything that is said of one, until finish unites them
	warnings []Warning
}

func (a *assembly) fromOwnCase() {
	c := a.own.Case
	a.incident = Incident{
		Key: c.ID, Provisional: IsProvisionalKey(c.ID), Title: c.Title, Date: c.Date, DateKind: c.DateKind,
		Domain: c.Domain, Severity: c.Severity, Regions: c.Regions, Tags: c.Tags,
		TimeToDetect: c.TimeToDetect, TimeToRecover: c.TimeToRecover,
		Known: c.KnownFields(), Lost: c.Lost, NoneGiven: c.NoneGiven, Inferred: c.Inferred, Unnamed: a.own.unnamed,
	}
	edges := len(a.own.cards)
	for _, slugs := range a.own.terms {
		edges += len(slugs)
	}
	a.incident.Edges = slices.Grow(a.incident.Edges, edges)
	for kind, slugs := range a.own.terms {
		kind, evidence := EdgeKind(kind), Stated
		if c.IsInferred(kind.Field()) {
			evidence = Inferred
		}
		for _, slug := range slugs {
			a.assert(kind, slug, evidence, a.own)
		}
	}
	for _, card := range a.own.unnamed { // it speaks of its own case only
		for _, slug := range card.Components {
			a.derive(Involves, slug, a.own)
		}
	}
}

// fromStubCards takes the fields of a stub from the citing cases, in order of their
// keys, first value given.
func (a *assembly) fromStubCards(citing []*reading) {
	a.incident.Stub = true
	company := ""
	for _, r := range citing {
		card := r.card(a.key)
		a.incident.Key = cmp.Or(a.incident.Key, card.printed)
		a.incident.Severity = cmp.Or(a.incident.Severity, card.severity)
		company = cmp.Or(company, card.company)
		if a.incident.Title.IsZero() {
			a.incident.Title = card.title
		}
		if a.incident.Date.IsZero() {
			a.incident.Date = card.date
		}
	}
	for _, r := range citing {
		if company != "" && r.card(a.key).company == company {
			a.assert(At, company, Stated, r)
		}
	}
}

// fromCard takes what one card says of this incident, whichever end of it the incident
// is. by is the case that bears the card; other is the case at the other end, nil for a
// stub.
func (a *assembly) fromCard(by *reading, card *cardReading, other *reading) {
	if by == a.own {
		a.assert(Cites, card.to, Stated, by)
	}
	otherKey := card.to
	if by != a.own {
		otherKey = by.key
	}
	for _, slug := range card.components {
		a.derive(Involves, slug, by)
	}
	if len(card.components) > 0 {
		a.pair(SharesComponent, otherKey, by, other)
	}
	if card.sameCause {
		if cause := other.oneCause(); cause != "" {
			a.derive(CausedBy, cause, by, other)
		}
		a.pair(SameCause, otherKey, by, other)
	}
}

// derive adds an edge that follows from a card, unless the incident's own case speaks
// the last word on it; a card that says otherwise is warned of.
func (a *assembly) derive(kind EdgeKind, slug string, by ...*reading) {
	if a.own.settles(kind.Field()) {
		if !contains(a.own.terms[kind], slug) {
			a.warn(by[0].ID, kind.Field(), "its card gives "+a.own.ID+" "+kind.To().Prefix()+" "+slug+", which that case does not list; the case is followed")
		}
		return
	}
	for _, r := range by {
		a.assert(kind, slug, Derived, r)
	}
}

// pair adds a pair that a card states, unless both ends give values for its field and
// share none.
func (a *assembly) pair(kind EdgeKind, otherKey string, by, other *reading) {
	field, terms := kind.Field(), PairTerms(kind)
	if a.own != nil && other != nil && a.own.State(field) == Known && other.State(field) == Known &&
		len(shared(a.own.terms[terms], other.terms[terms])) == 0 {
		if by == a.own { // told once, at the end that bears the card
			a.warn(by.ID, field, "its card pairs it with "+other.ID+" as "+kind.String()+", and the two share none; the cases are followed")
		}
		return
	}
	a.incident.Pairs = append(a.incident.Pairs, StatedPair{Kind: kind, Other: otherKey, AssertedBy: by.self})
}

func (a *assembly) assert(kind EdgeKind, to string, evidence Evidence, by *reading) {
	a.incident.Edges = append(a.incident.Edges, Edge{Kind: kind, To: to, Evidence: evidence, AssertedBy: by.self})
}

func (a *assembly) warn(key string, field Field, message string) {
	if w := (Warning{Key: key, Field: field, Message: message}); !slices.Contains(a.warnings, w) {
		a.warnings = append(a.warnings, w)
	}
}

func (a *assembly) finish() (*Incident, []Warning) {
	i := &a.incident
	i.Edges = unite(i.Edges, func(x, y *Edge) int {
		return cmp.Or(cmp.Compare(x.Kind, y.Kind), strings.Compare(x.To, y.To))
	}, func(into, e *Edge) {
		into.Evidence = min(into.Evidence, e.Evidence)
		into.AssertedBy = append(into.AssertedBy, e.AssertedBy...)
	})
	for n := range i.Edges {
		i.Edges[n].AssertedBy = sortedSet(i.Edges[n].AssertedBy)
	}
	i.Pairs = unite(i.Pairs, func(x, y *StatedPair) int {
		return cmp.Or(cmp.Compare(x.Kind, y.Kind), strings.Compare(x.Other, y.Other))
	}, func(into, p *StatedPair) {
		into.AssertedBy = append(into.AssertedBy, p.AssertedBy...)
	})
	for n := range i.Pairs {
		i.Pairs[n].AssertedBy = sortedSet(i.Pairs[n].AssertedBy)
	}
	return i, a.warnings
}

// unite sorts a list, in place, and makes one element of those that are equal.
func unite[T any](list []T, compare func(x, y *T) int, add func(into, other *T)) []T {
	slices.SortFunc(list, func(x, y T) int { return compare(&x, &y) })
	united := list[:0]
	for i := range list {
		if n := len(united); n > 0 && compare(&united[n-1], &list[i]) == 0 {
			add(&united[n-1], &list[i])
		} else {
			united = append(united, list[i])
		}
	}
	return united
}

// Spellings counts, for a term met in cases only, how many mentions spell it how.
type Spellings map[string]int

// Term gives the node of the term so spelt: its name is the commonest spelling, then the first by code
// points.
func (s Spellings) Term(ref TermRef) TermNode {
	best := ""
	for name, n := range s {
		if best == "" || n > s[best] || n == s[best] && name < best {
			best = name
		}
	}
	return TermNode{Term: Term{Kind: ref.Kind, Slug: ref.Slug, Name: PlainText(best)}}
}

// countSpellings adds a case's mentions of terms that are not controlled, n times.
func countSpellings(c *Case, voc *Vocabulary, into map[TermRef]Spellings, n int) {
	eachTermName(c, func(m mention) {
		ref := TermRef{m.kind, voc.Resolve(m.kind, m.printed)}
		if _, controlled := voc.Term(ref); controlled {
			return
		}
		counts := into[ref]
		if counts == nil {
			counts = Spellings{}
			into[ref] = counts
		}
		if counts[m.printed] += n; counts[m.printed] == 0 {
			delete(counts, m.printed)
		}
	})
}
