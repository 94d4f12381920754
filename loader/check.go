package loader

import (
	"cmp"
	"slices"

	"github.com/incidentgraph/incidentgraph/graph"
)

// nearestShown is how many controlled terms are offered for an unknown one.
const nearestShown = 3

// checked is a record with what the first pass needs to settle it.
type checked struct {
	Record
	line        []byte // the case as graph.EncodeCase writes it; as rejectedLine does, where it has problems
	provisional bool   // its key is the hash of what it says
}

// checker reads chunks and checks their records. It serves one goroutine.
type checker struct {
	*reader
	strict  bool
	nearest map[string][]string // of unknown terms met before, by kind and folded name
}

func newChecker(voc *graph.Vocabulary, strict bool) *checker {
	return &checker{newReader(voc), strict, map[string][]string{}}
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
	if k.strict {
		for _, u := range r.Unknown {
			r.Problems = append(r.Problems, Problem{u.Place, r.Case.ID, u.Field, unknownTerm(u.Kind, u.Name, k.nearestTo(u))})
		}
	}
	slices.SortStableFunc(r.Problems, func(a, b Problem) int { return cmp.Compare(a.Line, b.Line) })
	out := checked{Record: r}
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
	out.again, out.text = nil, chunk{} // not to be held any longer
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

func (k *checker) nearestTo(u TermUse) []string {
	at := u.Kind.Prefix() + ":" + graph.Fold(u.Name)
	near, known := k.nearest[at]
	if !known {
		near = k.voc.Nearest(u.Kind, u.Name, nearestShown)
		k.nearest[at] = near
	}
	return near
}
