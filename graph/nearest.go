package graph

import (
	"slices"
	"strings"
)

// NamedTerm is a term with every name that it can be found by.
type NamedTerm struct {
	Ref   TermRef
	Names []string
}

// RankedTerm is a term that is like a query. Likeness is above 0; more is nearer.
type RankedTerm struct {
	TermRef
	Likeness int
}

// Position gives the place of the term in a list of the order Ranked.
func (t RankedTerm) Position() Position {
	return Position{Shared: t.Likeness, Kind: t.Kind, Name: t.Slug}
}

// RankTerms gives the terms whose names are like a query, nearest first; those with no
// likeness are left out. Nearness is by tiers of the best of a term's names, compared
// folded: the same; begins with the query; holds it; shares letter pairs with it (at
// least a third, by the Dice coefficient 2·shared/(pairs of both), in thousandths).
// Ties go by kind, then slug.
func RankTerms(query string, terms []NamedTerm) []RankedTerm {
	q := Fold(query)
	if q == "" {
		return []RankedTerm{}
	}
	pairs := letterPairs(q)
	var ranked []RankedTerm
	for _, t := range terms {
		best := 0
		for _, name := range t.Names {
			best = max(best, likeness(q, pairs, Fold(name)))
		}
		if best > 0 {
			ranked = append(ranked, RankedTerm{t.Ref, best})
		}
	}
	slices.SortFunc(ranked, func(a, b RankedTerm) int { return Ranked.Compare(a.Position(), b.Position()) })
	return ranked
}

// longestMistyped is how long a name is, in bytes, that others are likened to.
const longestMistyped = 200

// NearestName gives the one of some names that is most like a mistyped one (see
// RankTerms), "" where none is like it, or it is too long to be one of them.
func NearestName[S ~string](mistyped string, names []S) string {
	var terms []NamedTerm
	for _, name := range names {
		terms = append(terms, NamedTerm{TermRef{Slug: string(name)}, []string{string(name)}})
	}
	if len(mistyped) > longestMistyped {
		return ""
	}
	if ranked := RankTerms(mistyped, terms); len(ranked) > 0 {
		return ranked[0].Slug
	}
	return ""
}

// RankedPage gives one page of ranked terms, as stores answer it.
func RankedPage(ranked []RankedTerm, page Page) TermsResult {
	from, to, info := page.Cut(Ranked, len(ranked), func(i int) Position { return ranked[i].Position() })
	result := TermsResult{Info: info, Total: len(ranked)}
	for _, t := range ranked[from:to] {
		result.Terms = append(result.Terms, t.TermRef)
		result.Positions = append(result.Positions, t.Position())
	}
	return result
}

const minLikeness = 333 // thousandths

func likeness(q string, qPairs []string, name string) int {
	switch {
	case name == "":
		return 0
	case name == q:
		return 4000
	case strings.HasPrefix(name, q):
		return 3000
	case strings.Contains(name, q):
		return 2000
	}
	pairs := letterPairs(name)
	if len(pairs)+len(qPairs) == 0 {
		return 0
	}
	shared := 0
	for i, j := 0, 0; i < len(pairs) && j < len(qPairs); {
		switch c := strings.Compare(pairs[i], qPairs[j]); {
		case c == 0:
			shared, i, j = shared+1, i+1, j+1
		case c < 0:
			i++
		default:
			j++
		}
	}
	if score := 2000 * shared / (len(pairs) + len(qPairs)); score >= minLikeness {
		return score
	}
	return 0
}

// letterPairs gives the pairs of neighbouring runes, sorted; spaces and dashes do not
// count, so that "key value", "key-value" and "keyvalue" are alike.
func letterPairs(s string) []string {
	runes := []rune(strings.NewReplacer(" ", "", "-", "").Replace(s))
	var out []string
	for i := 1; i < len(runes); i++ {
		out = append(out, string(runes[i-1:i+1]))
	}
	slices.Sort(out)
	return out
}
