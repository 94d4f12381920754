package model

import (
	"fmt"
	"strings"

	"github.com/incidentgraph/incidentgraph/graph"
)

// Because says in one sentence why two incidents, named by key, are related under a pair
// kind: which components and causes they share, by their names in the language, or that
// a case says so without one that both are known to have.
func Because(lang graph.Lang, kind graph.EdgeKind, a, b string, components, causes []string) string {
	if lang == graph.KO {
		return becauseKorean(kind, a, b, components, causes)
	}
	return becauseEnglish(kind, a, b, components, causes)
}

func becauseEnglish(kind graph.EdgeKind, a, b string, components, causes []string) string {
	var shared []string
	if len(components) > 0 {
		shared = append(shared, listEnglish("component", components))
	}
	if len(causes) > 0 {
		shared = append(shared, listEnglish("cause", causes))
	}
	what := strings.Join(shared, " and ")
	said := ""
	switch {
	case kind == graph.SharesComponent && len(components) == 0:
		said = "share a component, though none is known of both"
	case kind == graph.SameCause && len(causes) == 0:
		said = "have the same cause, though none is known of both"
	}
	switch {
	case said == "":
		return fmt.Sprintf("%s and %s share %s.", a, b, what)
	case what == "":
		return fmt.Sprintf("A case says that %s and %s %s.", a, b, said)
	}
	return fmt.Sprintf("%s and %s share %s, and a case says that they %s.", a, b, what, said)
}

// listEnglish gives: the component “A”; the components “A”, “B” and “C”.
func listEnglish(word string, names []string) string {
	if len(names) == 1 {
		return fmt.Sprintf("the %s “%s”", word, names[0])
	}
	last := len(names) - 1
	return fmt.Sprintf("the %ss “%s” and “%s”", word, strings.Join(names[:last], "”, “"), names[last])
}

func becauseKorean(kind graph.EdgeKind, a, b string, components, causes []string) string {
	var clauses []string
	switch {
	case len(components) > 0:
		clauses = append(clauses, "구성 요소 "+object.after(listKorean(components))+" 함께 쓴다")
	case kind == graph.SharesComponent:
		clauses = append(clauses, "구성 요소를 함께 쓴다고 한 사례에 적혀 있으나 양쪽에 알려진 것은 없다")
	}
	switch {
	case len(causes) > 0:
		clauses = append(clauses, subject.after(listKorean(causes))+" 공통 원인이다")
	case kind == graph.SameCause:
		clauses = append(clauses, "원인이 같다고 한 사례에 적혀 있으나 양쪽에 알려진 것은 없다")
	}
	joined := strings.NewReplacer("쓴다|", "쓰고, ", "없다|", "없고, ").Replace(strings.Join(clauses, "|"))
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
