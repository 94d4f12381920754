package model

import "github.com/incidentgraph/incidentgraph/graph"

// Node is an incident or a term.
type Node interface {
	// ID gives the node's id, "kind:key-or-slug".
	ID() string
	IsNode()
}

// NewNode gives a node of the graph as GraphQL shows it. n must not be nil.
func NewNode(n *graph.Node, lang graph.Lang) Node {
	if n.Incident != nil {
		return &Incident{n.Incident, lang}
	}
	f := TermFields{n.Term, lang}
	switch n.Term.Kind {
	case graph.KindCompany:
		return &Company{f}
	case graph.KindComponent:
		return &Component{f}
	case graph.KindCause:
		return &Cause{f}
	case graph.KindTrigger:
		return &Trigger{f}
	case graph.KindSymptom:
		return &Symptom{f}
	default:
		return &Factor{f}
	}
}

// InLanguage gives a text in the language that is asked for, else in the request's; nil
// where there is none.
func InLanguage(t graph.Text, asked *graph.Lang, request graph.Lang) *string {
	if asked != nil {
		request = *asked
	}
	return Known(t.In(request))
}

// Known gives nil for an empty string, which stands for what is not known.
func Known(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// listed gives a list that is never nil.
func listed(s []string) []string {
	return append([]string{}, s...)
}
