package loader

import (
	"cmp"
	"slices"

	"github.com/incidentgraph/incidentgraph/graph"
)

// checked is a record with what the first pass needs to settle it.
type checked struct {
	Record
	line        []byte // the case as graph.EncodeCase writes it, or what rejectedLine gives where it has problems
	provisional bool   // its key is the hash of what it says
}

// checker reads chunks and checks their records. It serves one goroutine.
type checker struct {
	*reader
	strict bool
}

func newChecker(voc *graph.Vocabulary, strict bool) *checker {
	return &checker{newReader(voc), strict}
}

func (k *checker) chunk(c chunk) []checked {
	records := k.records(c)
	out := make([]checked, len(records))
	for i, r := range records {
		out[i] = k.check(r)
	}
	return out
}

func (k *checker) check(r Record) checked {
	out := checked{Record: r}
	if k.strict && len(r.Unknown) > 0 {
		return out // rejected where it is taken: of suggestions, the first in order are made
	}
	sortProblems(out.Problems)
	if len(r.Problems) == 0 {
		err := k.key(&out)
		if err == nil {
			out.line, err = graph.EncodeCase(r.Case)
		}
		if err != nil {
			out.Problems = append(out.Problems, Problem{r.Place, r.Case.ID, "", err.Error()})
		}
	}
	if len(out.Problems) > 0 {
		out.line = rejectedLine(out.Record)
	}
	out.again = nil // not to be held any longer
	if out.line != nil {
		out.text = chunk{}
	}
	return out
}

// key gives a record that has no key its provisional one.
func (k *checker) key(r *checked) error {
	if r.Case.ID != "" && !graph.IsProvisionalKey(r.Case.ID) {
		return nil
	}
	key, err := graph.ProvisionalKey(r.Case, k.voc)
	if err != nil {
		return err
	}
	if r.Case.ID == "" {
		r.Case.ID = key
	}
	r.provisional = graph.SameKey(r.Case.ID, key)
	return nil
}

// sortProblems puts problems in the order of their lines.
func sortProblems(problems []Problem) { slices.SortStableFunc(problems, byLine) }

func byLine(a, b Problem) int { return cmp.Compare(a.Line, b.Line) }
