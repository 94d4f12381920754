package graph

// Incident is what the graph knows of one incident: the node's own fields and every
// edge that leaves it. It is derived from cases by Build and Plan, never edited.
// Other incidents are named by folded key (see FoldKey): how a key is written is for
// the incident that bears it to say.
type Incident struct {
	Key           string // as written by its own case, else by the first citing case
	Stub          bool   // known from other cases' cards only
	Provisional   bool   // its case lost its key
	Title         Text
	Date          Date
	DateKind      DateKind
	Domain        string
	Severity      string
	Regions       []string // as written
	Tags          []string // as written
	TimeToDetect  *int     // minutes
	TimeToRecover *int     // minutes
	Known         FieldSet // the fields that its case gives a value for, wholly or in part
	Lost          []Field  // sorted
	NoneGiven     []Field  // sorted
	Inferred      []Field  // sorted
	Edges         []Edge   // to terms and Cites; in order of kind, then To
	Pairs         []StatedPair
	Unnamed       []UnnamedCard // in the order of the case
}

// Edge leads from an incident to a term (To is its slug) or, for Cites, to another
// incident (To is its folded key).
type Edge struct {
	Kind       EdgeKind
	To         string
	Evidence   Evidence
	AssertedBy []string // keys of the cases that say it, sorted; never empty
}

// StatedPair is a pair of incidents that a card states. Both ends hold it. In order of
// kind, then Other.
type StatedPair struct {
	Kind       EdgeKind // SameCause or SharesComponent
	Other      string   // folded key of the other end
	AssertedBy []string // keys of the cases whose cards say it, sorted
}

// UnnamedCard is a card that lost its header: somebody shares this, nobody knows who.
type UnnamedCard struct {
	SameCause  bool
	Components []string // slugs, sorted
}

// ID gives the node id of the incident.
func (i *Incident) ID() ID { return NewID(KindIncident, i.Key) }

// Terms gives the slugs of the terms that edges of one kind lead to, in order.
func (i *Incident) Terms(kind EdgeKind) []string {
	var out []string
	for _, e := range i.EdgesOf(kind) {
		out = append(out, e.To)
	}
	return out
}

// EdgesOf gives the edges of one kind.
func (i *Incident) EdgesOf(kind EdgeKind) []Edge {
	from := 0
	for from < len(i.Edges) && i.Edges[from].Kind < kind {
		from++
	}
	to := from
	for to < len(i.Edges) && i.Edges[to].Kind == kind {
		to++
	}
	return i.Edges[from:to:to]
}

// Company gives the slug of the company, "" where unknown.
func (i *Incident) Company() string {
	if at := i.EdgesOf(At); len(at) > 0 {
		return at[0].To
	}
	return ""
}

// UnnamedCount gives how many cards without a key share something with the incident:
// for SharesComponent the component with the given slug, or any where it is ""; for
// SameCause the cause.
func (i *Incident) UnnamedCount(pair EdgeKind, component string) int {
	n := 0
	for _, card := range i.Unnamed {
		switch {
		case pair == SameCause && card.SameCause,
			pair == SharesComponent && component == "" && len(card.Components) > 0,
			pair == SharesComponent && component != "" && contains(card.Components, component):
			n++
		}
	}
	return n
}
