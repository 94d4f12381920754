package graph

import "context"

// Store keeps a graph. Its state is always what Build gives for the cases that were
// applied to it. Every read takes many requests and answers aligned: result[i] is of
// request[i]; each result is of one moment. No method keeps or changes its arguments,
// and results are the caller's.
//
// Errors are of type *Error: INVALID_ARGUMENT for a request that cannot be meant,
// UNAVAILABLE where the engine cannot be reached or its lock not be had within its
// bounded wait, TIMEOUT where ctx ended first, CORRUPT for unreadable data. All methods
// may be called side by side.
type Store interface {
	// Apply changes the graph by one batch, all or nothing (see Plan). A batch that
	// changes nothing makes no new version; any other raises it by one. See ErrTooLarge.
	Apply(ctx context.Context, batch Batch) (Applied, error)

	// Nodes gives nodes by id, nil where there is none. Keys are looked up without regard
	// to case, and a provisional key gives the incident of the case that replaces it.
	Nodes(ctx context.Context, ids []ID) ([]*Node, error)

	// Lookup gives the ids of the nodes that names mean, "" where none: of a term by
	// slug, id, Korean or English name or alias, of an incident by key or id, as people
	// type them (see Fold). A name may mean a term that only cases mention.
	Lookup(ctx context.Context, names []Name) ([]ID, error)

	// Vocabulary gives the controlled terms.
	Vocabulary(ctx context.Context) (*Vocabulary, error)

	// Terms lists terms, unused controlled ones included.
	Terms(ctx context.Context, requests []TermsRequest) ([]TermsResult, error)

	// Neighbors gives the links of incidents: those that leave them, to terms and (Cites)
	// to incidents, and the Cites that reach them, in order of kind, from, to (by id).
	// Pairs are not links. An id without incident gives none.
	Neighbors(ctx context.Context, ids []ID) ([][]Link, error)

	// Find lists incidents, and counts what the list holds.
	Find(ctx context.Context, requests []FindRequest) ([]FindResult, error)

	// Related lists the incidents that share something with one (see Relate, which says
	// who they are and what is shared), and counts what the list holds.
	Related(ctx context.Context, requests []RelatedRequest) ([]RelatedResult, error)

	// Similar gives the incidents that share terms with one (see SimilarKinds), by score
	// (see Likeness), best first, then as Newest.
	Similar(ctx context.Context, requests []SimilarRequest) ([][]SimilarRow, error)

	// Paths gives the shortest ways between two nodes (see FindPaths).
	Paths(ctx context.Context, requests []PathRequest) ([]PathResult, error)

	// Subgraph gives the nodes around some (see FindSubgraph).
	Subgraph(ctx context.Context, requests []SubgraphRequest) ([]SubgraphResult, error)

	// Cases gives the cases of incidents by key, nil where there is none (a stub has
	// none); a provisional key gives the case that replaces it.
	Cases(ctx context.Context, keys []string) ([]*Case, error)

	// Scan gives every stored case, those that others replace included, in order of key
	// (code points), and stops at the first error, which it returns.
	Scan(ctx context.Context, each func(*Case) error) error

	// Stats counts the graph.
	Stats(ctx context.Context) (Stats, error)

	// Version gives the version of the graph: 0 when new.
	Version(ctx context.Context) (int64, error)

	// Close lets go of the engine. No other method may be called afterwards.
	Close() error
}

// Node is a node of the graph: an incident or a term.
type Node struct {
	ID       ID
	Incident *Incident // of an incident
	Term     *TermInfo // of a term
}

// TermInfo is a term with its place in the graph.
type TermInfo struct {
	TermNode
	Narrower  []string // slugs of the terms right below it, sorted
	Incidents int      // how many incidents have an edge to it
}

// Name is a name to look up.
type Name struct {
	Kind NodeKind
	Text string // as typed
}

// TermsRequest asks for a list of terms.
type TermsRequest struct {
	Kind  *NodeKind // nil: all kinds of terms
	Query string    // "": all, in the order ByTerm; else those like it (see RankTerms), in the order Ranked
	Page  Page
}

// TermsResult is one page of terms.
type TermsResult struct {
	Terms     []TermRef
	Positions []Position // aligned with Terms
	Info      PageInfo
	Total     int
}

// Link is an edge as it is shown, between two nodes.
type Link struct {
	Kind       EdgeKind
	From, To   ID
	Evidence   Evidence
	AssertedBy []string // keys of cases, sorted
}

// FindRequest asks for a list of incidents.
type FindRequest struct {
	Term   *TermRef   // only incidents with an edge to this term; nil: all
	Text   *TextQuery // only incidents that it finds, each in its tier; nil: all
	Filter Filter
	Order  Order // not by Shared, and by Tier only beside Text; zero: Newest, beside Text BestFound
	Page   Page
	Counting
}

// Counting asks what is to be counted of a list, over all that its filter holds for, not
// only the page.
type Counting struct {
	Facets    []FacetRequest
	Durations bool
}

// Counted is what was asked for by Counting.
type Counted struct {
	Facets    [][]Bucket // aligned with the request
	Durations *Durations // nil where not asked for
}

// FindResult is one page of incidents.
type FindResult struct {
	Keys      []string
	Positions []Position // aligned with Keys
	Info      PageInfo
	Total     int // of the whole list
	Counted
}

// RelatedRequest asks for the incidents that are related to one.
type RelatedRequest struct {
	Key       string   // of the incident, in any case; one that is not there has no relations
	Kind      EdgeKind // SharesComponent or SameCause
	Component string   // slug; only incidents that share this component; "": any. SharesComponent only
	Filter    Filter   // of the other incident
	Order     Order    // not by Tier; zero: MostShared
	Page      Page
	Counting
}

// RelatedResult is one page of related incidents.
type RelatedResult struct {
	Rows    []RelatedRow
	Info    PageInfo
	Total   int // of the whole list
	Unnamed int // cards without a key that share it; the filter does not change it
	Counted
}

// RelatedRow is one related incident.
type RelatedRow struct {
	Key      string
	Relation Relation
	Position Position
}

// Stats counts the graph. Stubs count as incidents; pairs are not edges.
type Stats struct {
	Version     int64
	Incidents   int
	Stubs       int
	Provisional int
	Terms       map[NodeKind]int
	Edges       map[EdgeEvidence]int // Cites counts once an edge
	Fields      map[Field]FieldCount // over full cases: incidents that are no stubs
}

// FieldCount is how many cases tell what of a field (see Case.State); a value of which
// part was lost is known.
type FieldCount struct {
	Known, Lost, NoneGiven, Unknown int
}

// EdgeEvidence is a kind of edge with a grade of evidence.
type EdgeEvidence struct {
	Kind     EdgeKind
	Evidence Evidence
}
