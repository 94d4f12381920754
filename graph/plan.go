package graph

import "context"

// MaxBatch is how many cases a Batch may hold, put and deleted ones together.
const MaxBatch = 1000

// Batch is what one Apply changes: all or nothing. Its cases are normalised and checked
// (see Case.Normalise, Case.Check) and are not written to afterwards.
type Batch struct {
	Cases  []*Case  // each replaces the earlier case of its key whole
	Delete []string // keys of cases, in any case of letters
	Terms  []Term   // controlled terms (see Vocabulary.With)

	// OnlyNew says that the batch is for a graph of version 0 alone: any other is left as it
	// is. So what a new graph begins with takes the place of nothing, whoever is faster.
	OnlyNew bool
}

// Stored is the stored graph as Plan reads it, at one moment. Lists are aligned with
// what was asked for; keys are folded (see FoldKey).
type Stored interface {
	// Version gives the version of the graph.
	Version(ctx context.Context) (int64, error)
	// Vocabulary gives the controlled terms.
	Vocabulary(ctx context.Context) (*Vocabulary, error)
	// StoredCases gives cases as stored, nil where there is none. Cases that another case
	// replaces are still stored.
	StoredCases(ctx context.Context, keys []string) ([]*Case, error)
	// Heirs gives, for provisional keys, the keys of the stored cases that name them in
	// Replaces.
	Heirs(ctx context.Context, keys []string) ([][]string, error)
	// Citing gives, for incidents, the keys of the cases with a Cites edge to them.
	Citing(ctx context.Context, keys []string) ([][]string, error)
	// Mentioning gives the keys of all stored cases that name one of the terms, in a
	// field or on a card, whether or not an edge comes of it.
	Mentioning(ctx context.Context, terms []TermRef) ([]string, error)
	// Spellings gives what earlier Changes left in Spellings; empty where nothing.
	Spellings(ctx context.Context, terms []TermRef) ([]Spellings, error)
}

// Change is what a store has to do to follow a Batch. The zero Change is none: the
// store keeps its version then.
type Change struct {
	PutCases    []CasePut
	DeleteCases []string              // folded keys
	Incidents   map[string]*Incident  // by folded key: the new state of each that may have changed; nil: it goes
	Terms       []Term                // controlled terms to put
	Retired     []TermRef             // terms that are controlled no more; they are in Spellings, too
	Spellings   map[TermRef]Spellings // of terms met in cases only: the new counts; empty: the term goes
	Applied     Applied
}

// CasePut is a case to store, with every term that it mentions.
type CasePut struct {
	Case     *Case
	Mentions []TermRef // sorted, no repeats
}

// Applied tells what became of a batch.
type Applied struct {
	Version   int64    // of the graph, afterwards
	Added     []string // keys of cases
	Replaced  []string
	Unchanged []string // equal to what is stored
	Older     []string // older by updated_at than what is stored; a no-op
	Deleted   []string
	Missing   []string // keys to delete that no case has
	Rejected  []Rejection
	Warnings  []Warning // contradictions of the incidents that were touched
}

// Rejection is a case of a batch that was left out; the others were applied.
type Rejection struct {
	Key    string
	Reason string
}

// IsEmpty reports whether there is nothing to do.
func (c *Change) IsEmpty() bool {
	return len(c.PutCases)+len(c.DeleteCases)+len(c.Terms)+len(c.Retired) == 0
}

// Plan works out what a batch changes. Stores call it inside the transaction that will
// write the change; what they then hold is what Build gives for all cases. A batch that
// is too large, or whose vocabulary contradicts itself, is an error.
func Plan(ctx context.Context, state Stored, batch Batch) (*Change, error) {
	if n := len(batch.Cases) + len(batch.Delete); n > MaxBatch {
		return nil, Errorf(CodeInvalid, "a batch of %d cases is too large: at most %d", n, MaxBatch)
	}
	if batch.OnlyNew {
		if version, err := state.Version(ctx); err != nil || version > 0 {
			return &Change{}, err
		}
	}
	p := planner{ctx: ctx, state: state, old: map[string]*Case{}, now: map[string]*Case{}, heirs: map[string]heirs{}}
	if err := p.vocabulary(batch.Terms); err != nil {
		return nil, err
	}
	if err := p.cases(batch); err != nil {
		return nil, err
	}
	if p.change.IsEmpty() {
		return &p.change, nil
	}
	if err := p.retouch(); err != nil {
		return nil, err
	}
	if err := p.incidents(); err != nil {
		return nil, err
	}
	return &p.change, p.spellings()
}
