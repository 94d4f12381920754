package model

import "github.com/incidentgraph/incidentgraph/graph"

// Term is a term of any kind.
type Term interface {
	Node
	// Info gives the term with its place in the graph.
	Info() *graph.TermInfo
	// Name gives the term's name in a language; nil stands for that of the request.
	Name(lang *graph.Lang) string
	IsTerm()
}

// The kinds of terms.
type (
	// Company is a company or organisation.
	Company struct{ TermFields }
	// Component is a part of a system.
	Component struct{ TermFields }
	// Cause is a root cause.
	Cause struct{ TermFields }
	// Trigger is what sets an incident off.
	Trigger struct{ TermFields }
	// Symptom is what users see.
	Symptom struct{ TermFields }
	// Factor is what makes an incident worse or longer.
	Factor struct{ TermFields }
)

// TermFields is what terms of every kind tell by themselves.
type TermFields struct {
	info *graph.TermInfo
	lang graph.Lang
}

// IsNode marks a node.
func (TermFields) IsNode() {}

// IsTerm marks a term.
func (TermFields) IsTerm() {}

// Info gives the term with its place in the graph.
func (t TermFields) Info() *graph.TermInfo { return t.info }

// ID gives the term's id.
func (t TermFields) ID() string { return string(t.info.Ref().ID()) }

// Kind gives the term's kind.
func (t TermFields) Kind() graph.NodeKind { return t.info.Kind }

// Slug gives the term's slug.
func (t TermFields) Slug() string { return t.info.Slug }

// Name gives the term's name, its slug where it has none.
func (t TermFields) Name(lang *graph.Lang) string {
	if name := InLanguage(t.info.Name, lang, t.lang); name != nil {
		return *name
	}
	return t.info.Slug
}

// Aliases gives the other names that the term is found by.
func (t TermFields) Aliases() []string { return listed(t.info.Aliases) }

// Definition says what the term means.
func (t TermFields) Definition(lang *graph.Lang) *string {
	return InLanguage(t.info.Definition, lang, t.lang)
}

// Controlled reports whether the term stands in a vocabulary.
func (t TermFields) Controlled() bool { return t.info.Controlled }

// IncidentCount gives how many incidents have an edge to the term.
func (t TermFields) IncidentCount() int { return t.info.Incidents }
