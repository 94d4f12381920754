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

// noteUnknown counts one use of an unknown term by a record that was accepted.
func (l *Load) noteUnknown(u TermUse) {
	at := u.folded()
	if l.unknown[at] == nil {
		l.unknown[at] = &UnknownTerm{TermUse: u}
		if len(l.unknown) <= maxListed {
			l.Report.Unknown.Items = append(l.Report.Unknown.Items, UnknownTerm{TermUse: u})
		} else {
			l.Report.Unknown.More++
		}
	}
	l.unknown[at].Uses++
}

// rejectUnknown rejects a record because of the unknown terms in it.
func (l *Load) rejectUnknown(r Record) error {
	for _, u := range r.Unknown {
		r.Problems = append(r.Problems, Problem{u.Place, r.Case.ID, u.Field, unknownTerm(u.Kind, u.Name, l.nearestTo(u))})
	}
	sortProblems(r.Problems)
	return l.reject(rejectedLine(r), r.Problems...)
}

// settleUnknown counts the uses of the unknown terms that are listed and looks for
// controlled ones that are like them.
func (l *Load) settleUnknown() {
	for i := range l.Report.Unknown.Items {
		u := &l.Report.Unknown.Items[i]
		u.Uses = l.unknown[u.folded()].Uses
		u.Nearest = l.nearestTo(u.TermUse)
	}
	l.unknown, l.nearest = nil, nil
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
