package loader

import (
	"slices"
	"unicode/utf8"

	"github.com/incidentgraph/incidentgraph/graph"
)

const (
	nearestShown   = 3   // controlled terms that are offered for an unknown one
	nearestOffered = 100 // unknown terms that others are offered for: to find them takes time
	nearestLike    = 500 // likeness, as graph.RankTerms counts it, of what is offered: below, words share a syllable by chance
)

func (u TermUse) folded() string { return u.Kind.Prefix() + ":" + graph.Fold(u.Name) }

// unknownUses are the uses of unknown terms by records that were accepted. Which of them
// count is known at the end: another record may claim the key of any. There may be many:
// each takes 16 bytes.
type unknownUses struct {
	terms  numbered[string] // by kind and folded name
	named  []TermUse        // the first use of each term
	fields numbered[graph.Field]
	all    []unknownUse
}

type unknownUse struct {
	term, field uint32 // their numbers
	record      uint32 // the number of its entry
	line        int32
}

// numbered gives things numbers from 0, in the order in which they are met.
type numbered[T comparable] map[T]uint32

func (n numbered[T]) of(thing T) (number uint32, isNew bool) {
	number, met := n[thing]
	if !met {
		number = uint32(len(n))
		n[thing] = number
	}
	return number, !met
}

// add notes one use by a record.
func (x *unknownUses) add(record uint32, u TermUse) {
	if x.terms == nil {
		x.terms, x.fields = numbered[string]{}, numbered[graph.Field]{}
	}
	term, isNew := x.terms.of(u.folded())
	if isNew {
		x.named = append(x.named, u)
	}
	field, _ := x.fields.of(u.Field)
	x.all = append(x.all, unknownUse{term, field, record, int32(u.Line)})
}

// rejectUnknown rejects a record because of the unknown terms in it.
func (l *Load) rejectUnknown(r Record) error {
	for _, u := range r.Unknown {
		r.Problems = append(r.Problems, Problem{u.Place, r.Case.ID, u.Field, unknownTerm(u.Kind, u.Name, l.nearestTo(u))})
	}
	sortProblems(r.Problems)
	return l.reject(rejectedLine(r), r.text, r.Problems...)
}

// settleUnknown lists the unknown terms of the records that are kept, in the order of the
// input, with how often they use them and with controlled ones that are like them.
func (l *Load) settleUnknown() {
	uses := make([]int, len(l.unknown.named))
	fields := make([]graph.Field, len(l.unknown.fields))
	for field, number := range l.unknown.fields {
		fields[number] = field
	}
	for _, u := range l.unknown.all {
		e := l.index.entries[u.record]
		if e.fate != kept {
			continue
		}
		if uses[u.term]++; uses[u.term] == 1 {
			first := l.unknown.named[u.term]
			first.Place, first.Field = Place{l.inputs[e.file].Name, int(u.line)}, fields[u.field]
			l.Report.Unknown.add(UnknownTerm{TermUse: first})
		}
	}
	for i := range l.Report.Unknown.Items {
		u := &l.Report.Unknown.Items[i]
		term, _ := l.unknown.terms.of(u.folded())
		u.Uses, u.Nearest = uses[term], l.nearestTo(u.TermUse)
	}
	l.unknown, l.nearest = unknownUses{}, nil
}

// nearestTo gives the slugs of controlled terms that are like an unknown one, none for a
// long name and for those behind the first hundred.
func (l *Load) nearestTo(u TermUse) []string {
	at := u.folded()
	near, known := l.nearest[at]
	if !known && len(l.nearest) < nearestOffered && utf8.RuneCountInString(u.Name) <= longestName {
		for _, term := range graph.RankTerms(u.Name, l.namesOf(u.Kind)) {
			if len(near) < nearestShown && term.Likeness >= nearestLike {
				near = append(near, term.Slug)
			}
		}
		l.nearest[at] = near
	}
	return near
}

// namesOf gives the controlled terms of a kind with all their names.
func (l *Load) namesOf(kind graph.NodeKind) (terms []graph.NamedTerm) {
	for _, t := range l.voc.Terms() {
		if t.Kind == kind {
			names := slices.Concat([]string{t.Slug, t.Name.EN, t.Name.KO}, t.Aliases, t.Formerly)
			terms = append(terms, graph.NamedTerm{Ref: t.Ref(), Names: names})
		}
	}
	return terms
}
