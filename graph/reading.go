package graph

import (
	"cmp"
	"slices"
)

// reading is a case with its names resolved.
type reading struct {
	*Case
	key     string      // folded
	self    []string    // its key as written, alone: the list of who asserts what it says, not to be written to
	terms   [6][]string // slugs by kind of edge, sorted, no repeats
	cards   []cardReading
	at      map[string]int // places in cards by key of the other, where they are many
	unnamed []UnnamedCard
}

// manyCards is from how many cards on one is looked up in a map.
const manyCards = 16

// cardReading is all that a case's cards say about one other incident.
type cardReading struct {
	to         string // folded key
	printed    string // key as printed
	title      Text
	company    string // slug
	date       Date
	severity   string
	sameCause  bool
	components []string // slugs, sorted, no repeats
}

// read resolves the names of a case. Cards of one key unite, the first value of a
// field counting; a card that names its own case is left out.
func read(c *Case, voc *Vocabulary, standsFor func(folded string) string) *reading {
	r := &reading{Case: c, key: FoldKey(c.ID), self: []string{c.ID}}
	resolveAll := func(kind NodeKind, names ...string) []string {
		slugs := slices.Grow([]string(nil), len(names))
		for _, name := range names {
			if name != "" {
				slugs = append(slugs, voc.Resolve(kind, name))
			}
		}
		return sortedSet(slugs)
	}
	r.terms = [6][]string{
		At:          resolveAll(KindCompany, c.Organisation),
		Involves:    resolveAll(KindComponent, c.Components...),
		CausedBy:    resolveAll(KindCause, c.RootCauses...),
		TriggeredBy: resolveAll(KindTrigger, c.Trigger.Kind),
		Showed:      resolveAll(KindSymptom, c.Symptoms.Terms...),
		WorsenedBy:  resolveAll(KindFactor, c.Factors...),
	}
	for _, card := range c.Related {
		components := resolveAll(KindComponent, card.SharedComponents...)
		if card.ID == "" {
			r.unnamed = append(r.unnamed, UnnamedCard{card.SameCause, components})
			continue
		}
		to := standsFor(FoldKey(card.ID))
		if to == r.key {
			continue
		}
		into := r.card(to)
		if into == nil {
			into = r.addCard(to, card.ID)
		}
		if into.title.IsZero() {
			into.title = card.Title
		}
		if into.company == "" && card.Organisation != "" {
			into.company = voc.Resolve(KindCompany, card.Organisation)
		}
		if into.date.IsZero() {
			into.date = card.Date
		}
		into.severity = cmp.Or(into.severity, card.Severity)
		into.sameCause = into.sameCause || card.SameCause
		into.components = sortedSet(append(into.components, components...))
	}
	return r
}

func (r *reading) card(to string) *cardReading {
	if r.at != nil {
		if i, there := r.at[to]; there {
			return &r.cards[i]
		}
		return nil
	}
	for i := range r.cards {
		if r.cards[i].to == to {
			return &r.cards[i]
		}
	}
	return nil
}

func (r *reading) addCard(to, printed string) *cardReading {
	r.cards = append(r.cards, cardReading{to: to, printed: printed})
	if len(r.cards) == manyCards {
		r.at = map[string]int{}
		for i := range r.cards {
			r.at[r.cards[i].to] = i
		}
	} else if r.at != nil {
		r.at[to] = len(r.cards) - 1
	}
	return &r.cards[len(r.cards)-1]
}

// settles reports whether the case speaks the last word on a field, so that edges
// derived from cards are dropped.
func (r *reading) settles(field Field) bool {
	if r == nil {
		return false
	}
	s := r.State(field)
	return s == Known || s == None
}

// oneCause gives the only cause that the case states, "" where it states none, several,
// or not all of them are known, or where they are its coder's reading.
func (r *reading) oneCause() string {
	if r == nil || r.State(FieldRootCauses) != Known || r.IsInferred(FieldRootCauses) || len(r.terms[CausedBy]) != 1 {
		return ""
	}
	return r.terms[CausedBy][0]
}

// readAll resolves the names of cases among one another. Those that another case stands
// for are left out.
func readAll(cases []*Case, voc *Vocabulary) map[string]*reading {
	heirs := map[string][]string{}
	for _, c := range cases {
		for _, x := range c.Replaces {
			heirs[FoldKey(x)] = append(heirs[FoldKey(x)], c.ID)
		}
	}
	standsFor := func(key string) string { return heirOf(key, heirs[key]) }
	readings := map[string]*reading{}
	for _, c := range cases {
		if standsFor(FoldKey(c.ID)) == FoldKey(c.ID) {
			readings[FoldKey(c.ID)] = read(c, voc, standsFor)
		}
	}
	return readings
}
