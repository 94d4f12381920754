package graph

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// Conflict is the cause of an error of a vocabulary: the two terms that do not go
// together, which may be one and the same. It lets a loader say where they stand.
type Conflict struct{ One, Other TermRef }

func (c *Conflict) Error() string { return string(c.One.ID()) + ", " + string(c.Other.ID()) }

// conflict makes an error about two terms.
func conflict(code Code, one, other TermRef, format string, args ...any) *Error {
	err := Errorf(code, format, args...)
	err.Err = &Conflict{one, other}
	return err
}

// retire takes away the terms whose slugs others have taken over (see Term.Formerly), and
// has what lay below them lie below those others.
func (v *Vocabulary) retire() error {
	takers := map[TermRef][]Term{} // by a slug given up
	for _, t := range v.Terms() {
		for _, slug := range t.Formerly {
			at := TermRef{t.Kind, slug}
			takers[at] = append(takers[at], t)
		}
	}
	heirs := map[TermRef]string{} // a slug given up → that of the term which has it now
	var retired []TermRef
	for _, at := range slices.SortedFunc(maps.Keys(takers), compareRefs) {
		by := takers[at]
		old, stands := v.terms[at]
		i := slices.IndexFunc(by, func(t Term) bool { return len(takers[t.Ref()]) == 0 })
		switch {
		case i < 0 && stands:
			return conflict(CodeInvalid, at, by[0].Ref(), "%s %s was renamed to %s, which was renamed itself: let the last of them name all slugs that it had under formerly, and take the others away",
				lower(at.Kind), at.Slug, by[0].Slug)
		case i < 0:
			continue
		case stands:
			if err := by[i].keepsSlugsOf(old); err != nil {
				return err
			}
			retired = append(retired, at)
		}
		heirs[at] = by[i].Slug
	}
	for _, at := range retired {
		delete(v.terms, at)
	}
	for ref, t := range v.terms {
		if heir, ok := heirs[TermRef{t.Kind, t.Broader}]; ok {
			t.Broader = heir
			v.terms[ref] = t
		}
	}
	return nil
}

// keepsSlugsOf checks that a term which takes over another's slug takes over those that
// this one had before as well: they would mean nothing any more.
func (t Term) keepsSlugsOf(old Term) error {
	for _, slug := range old.Formerly {
		if slug != t.Slug && !slices.Contains(t.Formerly, slug) {
			return conflict(CodeInvalid, t.Ref(), old.Ref(), "%s %s was %s formerly, which was %s before: write formerly: [%s, %s]",
				lower(t.Kind), t.Slug, old.Slug, slug, slug, old.Slug)
		}
	}
	return nil
}

// takenOver gives the terms without those whose slugs more terms take over.
func takenOver(terms, more []Term) ([]Term, error) {
	gone := map[TermRef]Term{} // a slug given up → the term that has it now
	for _, t := range more {
		t = t.normalise()
		for _, slug := range t.Formerly {
			gone[TermRef{t.Kind, slug}] = t
		}
	}
	var out []Term
	for _, old := range terms {
		heir, renamed := gone[old.Ref()]
		if !renamed {
			out = append(out, old)
			continue
		}
		if err := heir.keepsSlugsOf(old); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Changes gives the terms that are new or differ in a later vocabulary, and the terms that
// it has no more; both in order.
func (v *Vocabulary) Changes(now *Vocabulary) (terms []Term, retired []TermRef) {
	for _, t := range now.Terms() {
		if old, known := v.terms[t.Ref()]; !known || !old.equal(t) {
			terms = append(terms, t)
		}
	}
	for ref := range v.terms {
		if _, stays := now.terms[ref]; !stays {
			retired = append(retired, ref)
		}
	}
	slices.SortFunc(retired, compareRefs)
	return terms, retired
}

func compareRefs(a, b TermRef) int {
	return cmp.Or(cmp.Compare(a.Kind, b.Kind), strings.Compare(a.Slug, b.Slug))
}

func (t Term) equal(other Term) bool {
	return t.Ref() == other.Ref() && t.Name == other.Name && t.Definition == other.Definition && t.Broader == other.Broader &&
		slices.Equal(t.Aliases, other.Aliases) && slices.Equal(t.Formerly, other.Formerly)
}
