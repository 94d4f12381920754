package model

import (
	"slices"

	"github.com/incidentgraph/incidentgraph/graph"
)

// Incident is an incident: what the graph knows of it without its case.
type Incident struct {
	node *graph.Incident
	lang graph.Lang
}

// IsNode marks a node.
func (*Incident) IsNode() {}

// IsOf reports whether a case may be the one that the incident was made of: whether all
// that the incident keeps of its own case is as the case has it.
func (i *Incident) IsOf(c *graph.Case) bool {
	n := i.node
	return n.Known == c.KnownFields() && n.Title == c.Title && n.Date == c.Date && n.DateKind == c.DateKind &&
		n.Domain == c.Domain && n.Severity == c.Severity && slices.Equal(n.Regions, c.Regions) && slices.Equal(n.Tags, c.Tags) &&
		slices.Equal(n.Lost, c.Lost) && slices.Equal(n.NoneGiven, c.NoneGiven) && slices.Equal(n.Inferred, c.Inferred)
}

// ID gives the incident's id.
func (i *Incident) ID() string { return string(i.node.ID()) }

// Key gives the key of the incident's case.
func (i *Incident) Key() string { return i.node.Key }

// Title gives the incident's title.
func (i *Incident) Title(lang *graph.Lang) *string { return InLanguage(i.node.Title, lang, i.lang) }

// Date gives the incident's date.
func (i *Incident) Date() *Date {
	if i.node.Date.IsZero() {
		return nil
	}
	d := Date(i.node.Date.String())
	return &d
}

// DatePrecision says how much of the date is known.
func (i *Incident) DatePrecision() *graph.Precision {
	if i.node.Date.IsZero() {
		return nil
	}
	p := i.node.Date.Precision()
	return &p
}

// DateKind says what the date is the date of.
func (i *Incident) DateKind() *graph.DateKind {
	if k := i.node.DateKind; k == graph.Occurred || k == graph.Published {
		return &k
	}
	return nil
}

// Domain gives the incident's field of work.
func (i *Incident) Domain() *string { return Known(i.node.Domain) }

// Severity gives the incident's severity.
func (i *Incident) Severity() *string { return Known(i.node.Severity) }

// Regions gives the regions that were hit.
func (i *Incident) Regions() []string { return listed(i.node.Regions) }

// Tags gives the incident's tags.
func (i *Incident) Tags() []string { return listed(i.node.Tags) }

// TimeToDetect gives minutes from onset to detection.
func (i *Incident) TimeToDetect() *int { return i.node.TimeToDetect }

// TimeToRecover gives minutes from onset to recovery.
func (i *Incident) TimeToRecover() *int { return i.node.TimeToRecover }

// IsStub reports whether the incident is known from other cases' cards only.
func (i *Incident) IsStub() bool { return i.node.Stub }

// IsProvisional reports whether the incident's case lost its key.
func (i *Incident) IsProvisional() bool { return i.node.Provisional }

// NoneGiven names the fields that the case says are none, sorted.
func (i *Incident) NoneGiven() []string { return fieldNames(i.node.NoneGiven) }

// Lost names the fields whose text was lost, sorted.
func (i *Incident) Lost() []string { return fieldNames(i.node.Lost) }

// Inferred names the fields whose values are a reader's interpretation, sorted.
func (i *Incident) Inferred() []string { return fieldNames(i.node.Inferred) }

// Terms names the terms that the incident's edges of one kind lead to, in order of slug.
func (i *Incident) Terms(kind graph.EdgeKind) []graph.TermRef {
	var refs []graph.TermRef
	for _, slug := range i.node.Terms(kind) {
		refs = append(refs, graph.TermRef{Kind: kind.To(), Slug: slug})
	}
	return refs
}

func fieldNames(fields []graph.Field) []string {
	names := make([]string, len(fields))
	for k, f := range fields {
		names[k] = string(f)
	}
	slices.Sort(names)
	return names
}
