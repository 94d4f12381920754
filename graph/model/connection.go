package model

import "github.com/incidentgraph/incidentgraph/graph"

// PageInfo tells where a page stands in its list.
type PageInfo struct {
	HasPreviousPage, HasNextPage bool
	StartCursor, EndCursor       *string // nil for an empty page
}

// Rows is what a page of any list tells by itself.
type Rows struct {
	List      string           // tells the list, with its filter and order, from all others
	Positions []graph.Position // of the rows of this page
	Info      graph.PageInfo
	Total     int // of the whole list
}

// TotalCount gives how many rows the whole list has.
func (r *Rows) TotalCount() int { return r.Total }

// PageInfo tells where the page stands.
func (r *Rows) PageInfo() *PageInfo {
	info := PageInfo{HasPreviousPage: r.Info.HasPrevious, HasNextPage: r.Info.HasNext}
	if n := len(r.Positions); n > 0 {
		start, end := r.Row(0).Cursor(), r.Row(n-1).Cursor()
		info.StartCursor, info.EndCursor = &start, &end
	}
	return &info
}

// Row gives a row of the page by its index.
func (r *Rows) Row(i int) Row { return Row{r.List, r.Positions[i]} }

// Row is the place of one row in its list.
type Row struct {
	list string
	at   graph.Position
}

// Cursor writes the place down.
func (r Row) Cursor() string { return graph.Cursor(r.at, r.list) }

// IncidentConnection is a page of a list of incidents.
type IncidentConnection struct {
	Rows
	Counts
	Keys []string
}

// IncidentEdge is one row of a list of incidents.
type IncidentEdge struct {
	Row
	Key string
}

// TermConnection is a page of a list of terms.
type TermConnection struct {
	Rows
	Terms []graph.TermRef
}

// TermEdge is one row of a list of terms.
type TermEdge struct {
	Row
	Term graph.TermRef
}

// RelatedConnection is a page of the incidents that are related to one.
type RelatedConnection struct {
	Rows
	Counts
	Of           string         // key of the one
	Kind         graph.EdgeKind // SharesComponent or SameCause
	Related      []graph.RelatedRow
	UnnamedCount int
}

// RelatedEdge is one incident that is related to another.
type RelatedEdge struct {
	Row
	Of       string         // key of the other
	Kind     graph.EdgeKind // SharesComponent or SameCause
	Key      string
	Relation graph.Relation
}

// Evidence says on what the relation stands.
func (e *RelatedEdge) Evidence() graph.Evidence { return e.Relation.Evidence }
