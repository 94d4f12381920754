package graph

import "strings"

// NodeKind is a kind of node. The kinds are data: what differs between them
// stands in one table, and nothing else switches on them.
type NodeKind uint8

// The node kinds, in the order in which terms are listed.
const (
	KindIncident NodeKind = iota
	KindCompany
	KindComponent
	KindCause
	KindTrigger
	KindSymptom
	KindFactor
)

var nodeKinds = [...]struct{ label, prefix string }{
	KindIncident:  {"Incident", "incident"},
	KindCompany:   {"Company", "company"},
	KindComponent: {"Component", "component"},
	KindCause:     {"Cause", "cause"},
	KindTrigger:   {"Trigger", "trigger"},
	KindSymptom:   {"Symptom", "symptom"},
	KindFactor:    {"Factor", "factor"},
}

// TermKinds gives the kinds of terms, in the order in which they are listed.
func TermKinds() []NodeKind {
	return []NodeKind{KindCompany, KindComponent, KindCause, KindTrigger, KindSymptom, KindFactor}
}

// String gives the label of the kind, as in Neo4j and GraphQL: "Component".
func (k NodeKind) String() string { return nodeKinds[k].label }

// Prefix gives the kind's part of a node id: "component".
func (k NodeKind) Prefix() string { return nodeKinds[k].prefix }

// IsTerm reports whether nodes of this kind are terms of a vocabulary.
func (k NodeKind) IsTerm() bool { return k != KindIncident }

// EdgeKind is a kind of edge.
type EdgeKind uint8

// The edge kinds, in the order in which links are listed. SameCause and
// SharesComponent are pairs: undirected, between two incidents.
const (
	At EdgeKind = iota
	Involves
	CausedBy
	TriggeredBy
	Showed
	WorsenedBy
	SameCause
	SharesComponent
	Cites
)

var edgeKinds = [...]struct {
	name  string
	to    NodeKind
	field Field
}{
	At:              {"AT", KindCompany, FieldOrganisation},
	Involves:        {"INVOLVES", KindComponent, FieldComponents},
	CausedBy:        {"CAUSED_BY", KindCause, FieldRootCauses},
	TriggeredBy:     {"TRIGGERED_BY", KindTrigger, FieldTriggerKind},
	Showed:          {"SHOWED", KindSymptom, FieldSymptomTerms},
	WorsenedBy:      {"WORSENED_BY", KindFactor, FieldFactors},
	SameCause:       {"SAME_CAUSE", KindIncident, FieldRootCauses},
	SharesComponent: {"SHARES_COMPONENT", KindIncident, FieldComponents},
	Cites:           {"CITES", KindIncident, FieldRelated},
}

// String gives the edge kind as in Neo4j and GraphQL: "CAUSED_BY".
func (k EdgeKind) String() string { return edgeKinds[k].name }

// To gives the kind of node that an edge of this kind ends in.
func (k EdgeKind) To() NodeKind { return edgeKinds[k].to }

// Field gives the field of a case that states edges of this kind.
func (k EdgeKind) Field() Field { return edgeKinds[k].field }

// IsPair reports whether edges of this kind are undirected pairs of incidents.
func (k EdgeKind) IsPair() bool { return k == SameCause || k == SharesComponent }

// EdgeKinds gives every kind of edge, in the order in which links are listed.
func EdgeKinds() []EdgeKind {
	return []EdgeKind{At, Involves, CausedBy, TriggeredBy, Showed, WorsenedBy, SameCause, SharesComponent, Cites}
}

// TermEdgeKinds gives the kinds of edges that end in a term.
func TermEdgeKinds() []EdgeKind {
	return []EdgeKind{At, Involves, CausedBy, TriggeredBy, Showed, WorsenedBy}
}

// EdgeTo gives the kind of edge that leads from an incident to terms of kind k.
// k must be a kind of term.
func EdgeTo(k NodeKind) EdgeKind { return EdgeKind(k - KindCompany) }

// PairTerms gives the kind of edge to the terms that a pair shares: Involves for
// SharesComponent, CausedBy for SameCause.
func PairTerms(pair EdgeKind) EdgeKind {
	if pair == SameCause {
		return CausedBy
	}
	return Involves
}

// Evidence says on what an edge or a pair stands. Smaller is stronger.
type Evidence uint8

// The grades of evidence.
const (
	Stated   Evidence = iota // a case says it
	Derived                  // it follows from what cases say
	Inferred                 // a coder's reading
)

var evidenceNames = [...]string{Stated: "STATED", Derived: "DERIVED", Inferred: "INFERRED"}

func (e Evidence) String() string { return evidenceNames[e] }

// ID is the stable identity of a node, "kind:key-or-slug", such as
// "incident:IL-0587" or "component:coordination-kv-store".
type ID string

// NewID makes the id of a node from its kind and its key or slug.
func NewID(kind NodeKind, name string) ID { return ID(kind.Prefix() + ":" + name) }

// Split gives the kind and the key or slug of an id. ok is false where it has
// not the form of an id. Kind prefixes are read without regard to case.
func (id ID) Split() (kind NodeKind, name string, ok bool) {
	prefix, name, found := strings.Cut(string(id), ":")
	if !found || name == "" {
		return 0, "", false
	}
	for k, row := range nodeKinds {
		if strings.EqualFold(row.prefix, prefix) {
			return NodeKind(k), name, true
		}
	}
	return 0, "", false
}

// TermRef names a term: its kind and slug.
type TermRef struct {
	Kind NodeKind
	Slug string
}

// ID gives the node id of the term.
func (r TermRef) ID() ID { return NewID(r.Kind, r.Slug) }
