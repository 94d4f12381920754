package model

import (
	"fmt"
	"strings"

	"github.com/incidentgraph/incidentgraph/graph"
)

// Shared holds the names of what two incidents share, by kind of term.
type Shared map[graph.NodeKind][]string

// Because says in one sentence why two incidents, named by key, are related under a pair
// kind: which components and causes they share, by their names in the language, or that
// a case says so without one that both are known to have.
func Because(lang graph.Lang, kind graph.EdgeKind, a, b string, shared Shared) string {
	if lang == graph.KO {
		return becauseKorean(kind, a, b, shared)
	}
	return becauseEnglish(kind, a, b, shared)
}

// BecauseAlike says in one sentence why two incidents, named by key, are alike: what they
// share, by its names in the language. They must share something.
func BecauseAlike(lang graph.Lang, a, b string, shared Shared) string {
	if lang == graph.KO {
		return sentenceKorean(a, b, shared.korean())
	}
	return fmt.Sprintf("%s and %s share %s.", a, b, joinEnglish(shared.english()))
}

func becauseEnglish(kind graph.EdgeKind, a, b string, shared Shared) string {
	what := joinEnglish(shared.english())
	said := ""
	switch {
	case len(shared[graph.PairTerms(kind).To()]) > 0:
		return fmt.Sprintf("%s and %s share %s.", a, b, what)
	case kind == graph.SharesComponent:
		said = "share a component, though none is known of both"
	default:
		said = "have the same cause, though none is known of both"
	}
	if what == "" {
		return fmt.Sprintf("A case says that %s and %s %s.", a, b, said)
	}
	return fmt.Sprintf("%s and %s share %s, and a case says that they %s.", a, b, what, said)
}

// english gives: the component “A”; the components “A”, “B” and “C”; for each kind.
func (s Shared) english() []string {
	var parts []string
	for _, kind := range graph.TermKinds() {
		names, word := s[kind], strings.ToLower(kind.String())
		switch len(names) {
		case 0:
		case 1:
			parts = append(parts, fmt.Sprintf("the %s “%s”", word, names[0]))
		default:
			last := len(names) - 1
			parts = append(parts, fmt.Sprintf("the %ss “%s” and “%s”", word, strings.Join(names[:last], "”, “"), names[last]))
		}
	}
	return parts
}

// joinEnglish gives: a; a and b; a, b and c.
func joinEnglish(parts []string) string {
	if len(parts) < 2 {
		return strings.Join(parts, "")
	}
	last := len(parts) - 1
	return strings.Join(parts[:last], ", ") + " and " + parts[last]
}

func becauseKorean(kind graph.EdgeKind, a, b string, shared Shared) string {
	clauses := shared.korean()
	if len(shared[graph.PairTerms(kind).To()]) == 0 {
		if kind == graph.SharesComponent {
			clauses = append([]string{"구성 요소를 함께 쓴다고 한 사례에 적혀 있으나 양쪽에 알려진 것은 없다"}, clauses...)
		} else {
			clauses = append(clauses, "원인이 같다고 한 사례에 적혀 있으나 양쪽에 알려진 것은 없다")
		}
	}
	return sentenceKorean(a, b, clauses)
}

// korean gives a clause that ends in 다 for each kind.
func (s Shared) korean() []string {
	var clauses []string
	if names := s[graph.KindComponent]; len(names) > 0 {
		clauses = append(clauses, "구성 요소 "+object.after(listKorean(names))+" 함께 쓴다")
	}
	for _, of := range []struct {
		kind graph.NodeKind
		word string
	}{
		{graph.KindCause, "원인"}, {graph.KindTrigger, "계기"}, {graph.KindSymptom, "증상"}, {graph.KindFactor, "기여 요인"},
	} {
		if names := s[of.kind]; len(names) > 0 {
			clauses = append(clauses, subject.after(listKorean(names))+" 공통 "+of.word+"이다")
		}
	}
	return clauses
}

// sentenceKorean makes one sentence about two incidents of clauses that end in 다.
func sentenceKorean(a, b string, clauses []string) string {
	joined := strings.NewReplacer("쓴다|", "쓰고, ", "다|", "고, ").Replace(strings.Join(clauses, "|"))
	return and.after(a) + " " + topic.after(b) + " " + joined + "."
}

// listKorean gives: ‘A’; ‘A’와 ‘B’; ‘A’, ‘B’와 ‘C’.
func listKorean(names []string) string {
	last := "‘" + names[len(names)-1] + "’"
	if len(names) == 1 {
		return last
	}
	return and.after("‘"+strings.Join(names[:len(names)-1], "’, ‘")+"’") + " " + last
}
