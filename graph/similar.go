package graph

// MaxSimilar is how many similar incidents may be asked for.
const MaxSimilar = 50

// SimilarRequest asks for the incidents that are most like one.
type SimilarRequest struct {
	Key  string // of the incident, in any case; one that is not there is like none
	Size int    // 0 to MaxSimilar
}

// SimilarRow is an incident that is like another.
type SimilarRow struct {
	Key    string
	Score  int       // see Likeness
	Shared []TermRef // what the two share, but for companies; in order of kind, then slug
}

// similarKinds are the edges whose terms make incidents alike. Companies do not: two
// incidents of one company need have nothing in common.
var similarKinds = [...]EdgeKind{Involves, CausedBy, TriggeredBy, Showed, WorsenedBy}

// SimilarKinds gives the kinds of edges whose terms make incidents alike.
func SimilarKinds() []EdgeKind { return append([]EdgeKind(nil), similarKinds[:]...) }

// Weight gives how much a term says about an incident that has it, in a graph of all
// incidents of which with have it: how many powers of two (1, 2, 4, …) there are up to
// all/with. It is the inverse document frequency of information retrieval (Spärck Jones
// 1972) in whole numbers: a term of every incident weighs 1, one of half of them 2.
func Weight(all, with int) int {
	weight := 0
	for p := 1; with > 0 && p*with <= all; p *= 2 {
		weight++
	}
	return weight
}

// Likeness gives the score of an incident that shares terms with another: the weight of
// the shared ones among all that the other one has, in thousandths, rounded down. It says
// how much of the other incident is found again in this one: 1000 is all of it. own must
// not be 0.
func Likeness(shared, own int) int { return 1000 * shared / own }
