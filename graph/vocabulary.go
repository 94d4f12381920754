package graph

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// Vocabulary is a set of controlled terms and what their names mean. It does not
// change once made.
type Vocabulary struct {
	terms   map[TermRef]Term
	names   [len(nodeKinds)]map[string]string // folded name → slug
	printed [len(nodeKinds)]map[string]string // name as the vocabulary writes it → slug; spares folding
	below   map[TermRef][]string              // broader → narrower, by slug
}

// NewVocabulary checks terms against one another and makes a vocabulary of them. A
// name of one rank (slug, printed name, alias) that means two terms of one kind, a
// broader term that is not there, and a circle of broader terms are errors that name
// both terms and have a Conflict as their cause. Of two terms with one kind and slug the
// later one stands; a term whose slug another one was formerly is left out.
func NewVocabulary(terms []Term) (*Vocabulary, error) {
	v := &Vocabulary{terms: map[TermRef]Term{}, below: map[TermRef][]string{}}
	for _, t := range terms {
		t = t.normalise()
		if t.Slug == "" {
			return nil, Errorf(CodeInvalid, "a %s without slug or name cannot be a term", lower(t.Kind))
		}
		v.terms[t.Ref()] = t
	}
	if err := v.retire(); err != nil {
		return nil, err
	}
	for i := range v.names {
		v.names[i], v.printed[i] = map[string]string{}, map[string]string{}
	}
	for rank := range 3 {
		taken := map[TermRef]string{} // folded name of this rank → slug
		for _, t := range v.Terms() {
			for _, name := range t.names()[rank] {
				folded := Fold(name)
				if folded == "" {
					continue
				}
				at := TermRef{t.Kind, folded}
				if other, clash := taken[at]; clash && other != t.Slug {
					return nil, conflict(CodeAmbiguous, TermRef{t.Kind, other}, t.Ref(), "%q means two terms of kind %s: %s and %s; take it from one of them", name, lower(t.Kind), other, t.Slug)
				}
				taken[at] = t.Slug
				if _, earlier := v.names[t.Kind][folded]; !earlier {
					v.names[t.Kind][folded] = t.Slug
				}
			}
		}
	}
	for _, t := range v.Terms() {
		for _, name := range t.allNames() {
			folded := Fold(name)
			if _, isID := withoutPrefix(t.Kind, folded); folded != "" && !isID { // an id wins over a name
				v.printed[t.Kind][name] = v.names[t.Kind][folded]
			}
		}
	}
	return v, v.linkBroader()
}

func (v *Vocabulary) linkBroader() error {
	for _, t := range v.Terms() {
		if t.Broader == "" {
			continue
		}
		up := TermRef{t.Kind, t.Broader}
		if _, ok := v.terms[up]; !ok {
			return conflict(CodeInvalid, t.Ref(), t.Ref(), "%s %s has the broader term %s, which is not there", lower(t.Kind), t.Slug, t.Broader)
		}
		v.below[up] = append(v.below[up], t.Slug)
		// A circle that does not hold t is told of when its own terms have their turn.
		above := t.Broader
		for steps := 0; above != "" && steps < len(v.terms); steps++ {
			if above == t.Slug {
				return conflict(CodeInvalid, t.Ref(), up, "%s %s is broader than itself, by way of %s", lower(t.Kind), t.Slug, t.Broader)
			}
			above = v.terms[TermRef{t.Kind, above}].Broader
		}
	}
	return nil
}

// With gives the vocabulary with more terms, which replace those of their kind and slug
// and take over from those whose slugs they were formerly.
func (v *Vocabulary) With(terms []Term) (*Vocabulary, error) {
	stay, err := takenOver(v.Terms(), terms)
	if err != nil {
		return nil, err
	}
	return NewVocabulary(append(stay, terms...))
}

// Terms gives every term in order of kind, then slug.
func (v *Vocabulary) Terms() []Term {
	return slices.SortedFunc(maps.Values(v.terms), func(a, b Term) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), strings.Compare(a.Slug, b.Slug))
	})
}

// Term gives a controlled term.
func (v *Vocabulary) Term(ref TermRef) (Term, bool) {
	t, ok := v.terms[ref]
	return t, ok
}

// Resolve gives the slug of the term that a name means: a controlled term by its id,
// slug, printed name or alias, in that order; else the slug of the name itself, as
// that of a term met in cases only. The slug is "" where a name has neither letter nor
// digit. Any case, Unicode form and kind of dash will do (see Fold).
func (v *Vocabulary) Resolve(kind NodeKind, name string) string {
	if slug, ok := v.printed[kind][name]; ok {
		return slug
	}
	folded, _ := withoutPrefix(kind, Fold(name))
	if slug, ok := v.names[kind][folded]; ok {
		return slug
	}
	slug := Slug(folded)
	if named, ok := v.names[kind][slug]; ok { // "foo!" is no other term than "foo"
		return named
	}
	return slug
}

// withoutPrefix gives the name in an id of a term of a kind, or the name as it is.
func withoutPrefix(kind NodeKind, folded string) (name string, isID bool) {
	if k, rest, ok := ID(folded).Split(); ok && k == kind {
		return strings.TrimSpace(rest), true
	}
	return folded, false
}

// Narrower gives the slugs of the terms right below a term, in order.
func (v *Vocabulary) Narrower(ref TermRef) []string { return v.below[ref] }

// Below gives a term's own slug and those of all terms below it, at any depth.
func (v *Vocabulary) Below(ref TermRef) []string {
	out := []string{ref.Slug}
	for i := 0; i < len(out); i++ {
		out = append(out, v.below[TermRef{ref.Kind, out[i]}]...)
	}
	return out
}

// Equal reports whether two vocabularies hold the same terms.
func (v *Vocabulary) Equal(other *Vocabulary) bool {
	return maps.EqualFunc(v.terms, other.terms, Term.equal)
}

// Nearest gives up to limit slugs of controlled terms of a kind whose names are most
// like name, nearest first.
func (v *Vocabulary) Nearest(kind NodeKind, name string, limit int) []string {
	var terms []NamedTerm
	for _, t := range v.Terms() {
		if t.Kind == kind {
			terms = append(terms, NamedTerm{t.Ref(), t.allNames()})
		}
	}
	var out []string
	for _, ref := range RankTerms(name, terms) {
		if len(out) == limit {
			break
		}
		out = append(out, ref.Slug)
	}
	return out
}

func lower(k NodeKind) string { return strings.ToLower(k.String()) }
