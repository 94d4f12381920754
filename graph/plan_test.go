package graph

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
)

// book is a stored graph kept by Plan's changes alone.
type book struct {
	cases     map[string]*Case
	voc       map[TermRef]Term
	incidents map[string]*Incident
	spellings map[TermRef]Spellings
	mentions  map[string][]TermRef
}

func newBook() *book {
	return &book{
		cases: map[string]*Case{}, voc: map[TermRef]Term{}, incidents: map[string]*Incident{},
		spellings: map[TermRef]Spellings{}, mentions: map[string][]TermRef{},
	}
}

func (b *book) Version(context.Context) (int64, error) { return 0, nil }

func (b *book) Vocabulary(context.Context) (*Vocabulary, error) {
	return NewVocabulary(slices.Collect(maps.Values(b.voc)))
}

func (b *book) StoredCases(_ context.Context, keys []string) ([]*Case, error) {
	out := make([]*Case, len(keys))
	for i, key := range keys {
		out[i] = b.cases[key]
	}
	return out, nil
}

func (b *book) Heirs(_ context.Context, keys []string) ([][]string, error) {
	out := make([][]string, len(keys))
	for i, key := range keys {
		for _, c := range b.cases {
			if replaces(c, key) {
				out[i] = append(out[i], c.ID)
			}
		}
	}
	return out, nil
}

func (b *book) Citing(_ context.Context, keys []string) ([][]string, error) {
	out := make([][]string, len(keys))
	for i, key := range keys {
		for _, in := range b.incidents {
			for _, e := range in.EdgesOf(Cites) {
				if e.To == key {
					out[i] = append(out[i], in.Key)
				}
			}
		}
	}
	return out, nil
}

func (b *book) Mentioning(_ context.Context, terms []TermRef) ([]string, error) {
	var out []string
	for key, refs := range b.mentions {
		if slices.ContainsFunc(refs, func(r TermRef) bool { return slices.Contains(terms, r) }) {
			out = append(out, b.cases[key].ID)
		}
	}
	return out, nil
}

func (b *book) Spellings(_ context.Context, terms []TermRef) ([]Spellings, error) {
	out := make([]Spellings, len(terms))
	for i, ref := range terms {
		out[i] = b.spellings[ref]
	}
	return out, nil
}

func (b *book) apply(t *testing.T, batch Batch) *Change {
	t.Helper()
	change, err := Plan(t.Context(), b, batch)
	if err != nil {
		t.Fatal(err)
	}
	for _, put := range change.PutCases {
		b.cases[FoldKey(put.Case.ID)] = put.Case
		b.mentions[FoldKey(put.Case.ID)] = put.Mentions
	}
	for _, key := range change.DeleteCases {
		delete(b.cases, key)
		delete(b.mentions, key)
	}
	for _, ref := range change.Retired {
		if _, counted := change.Spellings[ref]; !counted {
			t.Errorf("%s is retired, and its spellings are not told", ref.ID())
		}
		delete(b.voc, ref)
	}
	for _, term := range change.Terms {
		b.voc[term.Ref()] = term
	}
	for key, in := range change.Incidents {
		if in == nil {
			delete(b.incidents, key)
			continue
		}
		b.incidents[key] = in
	}
	for ref, s := range change.Spellings {
		if len(s) == 0 {
			delete(b.spellings, ref)
			continue
		}
		for name, n := range s {
			if n < 1 {
				t.Errorf("%s is spelt %q %d times", ref.ID(), name, n)
			}
		}
		b.spellings[ref] = s
	}
	return change
}

// check holds the book against Build, under the vocabulary that it should have.
func (b *book) check(t *testing.T, voc *Vocabulary) {
	t.Helper()
	want := Build(slices.Collect(maps.Values(b.cases)), voc)
	if got, want := dumpJSON(t, b.incidents), dumpJSON(t, want.Incidents); got != want {
		t.Fatalf("incidents:\n got %s\nwant %s", got, want)
	}
	terms := map[string]TermNode{}
	for ref, term := range b.voc {
		terms[string(ref.ID())] = TermNode{term, true}
	}
	for ref, s := range b.spellings {
		terms[string(ref.ID())] = s.Term(ref)
	}
	wantTerms := map[string]TermNode{}
	for ref, term := range want.Terms {
		wantTerms[string(ref.ID())] = term
	}
	if got, want := dumpJSON(t, terms), dumpJSON(t, wantTerms); got != want {
		t.Fatalf("terms:\n got %s\nwant %s", got, want)
	}
}

func dumpJSON(t *testing.T, v any) string {
	t.Helper()
	b, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// randomCase makes a case out of few keys and names, so that cases meet often.
func randomCase(r *rand.Rand) *Case {
	pick := func(from ...string) string { return from[r.IntN(len(from))] }
	some := func(n int, from ...string) []string {
		var out []string
		for range r.IntN(n + 1) {
			out = append(out, pick(from...))
		}
		return out
	}
	keys := []string{"A", "B", "C", "D", "E", "x-000000000001", "X-000000000002"}
	components := []string{"cache", "Cache!", "queue", "큐", "디스크", "Ca-che", "store"}
	causes := []string{"bug", "버그", "limit"}
	c := &Case{
		ID: pick(keys...), Organisation: pick("", "Ac me", "ac-me", "카카오"), Components: some(3, components...),
		RootCauses: some(2, causes...), Severity: pick("", "sev1"), Trigger: Trigger{Kind: pick("", "deploy")},
	}
	if date, err := ParseDate(pick("2019", "2019-02", "2020-01-01")); err == nil && r.IntN(2) == 0 {
		c.Date = date
	}
	if r.IntN(3) == 0 && len(c.RootCauses) > 0 {
		c.Inferred = append(c.Inferred, FieldRootCauses)
	}
	if r.IntN(3) == 0 {
		c.Lost = append(c.Lost, FieldComponents)
	} else if len(c.Components) == 0 && r.IntN(3) == 0 {
		c.NoneGiven = append(c.NoneGiven, FieldComponents)
	}
	if !IsProvisionalKey(c.ID) && r.IntN(3) == 0 {
		c.Replaces = some(2, "X-000000000001", "x-000000000002")
	}
	for range r.IntN(4) {
		c.Related = append(c.Related, Card{
			ID: pick(append(keys, "", "f", "F")...), Organisation: pick("", "Ac  me", "kakao", "네이버"),
			SameCause: r.IntN(2) == 0, SharedComponents: some(2, components...), Severity: pick("", "sev2"),
		})
	}
	c.Normalise()
	return c
}

func TestPlanFollowsBuild(t *testing.T) {
	vocabularies := [][]Term{
		{{Kind: KindComponent, Slug: "cache", Name: Text{EN: "Cache", KO: "캐시"}, Aliases: []string{"Ca-che"}}},
		{{Kind: KindCause, Slug: "software-bug", Name: Text{EN: "Bug", KO: "버그"}}},
		{{Kind: KindComponent, Slug: "queue", Name: Text{EN: "Queue", KO: "큐"}}},
		{{Kind: KindComponent, Slug: "cache", Name: Text{EN: "Cache", KO: "캐시"}, Aliases: []string{"디스크"}}},
		{{Kind: KindCompany, Slug: "kakao", Name: Text{EN: "Kakao", KO: "카카오"}}},
		{{Kind: KindComponent, Slug: "write-cache", Broader: "cache"}},
		// A slug that others have, one that cases alone have, there and back, and by a chain.
		{{Kind: KindComponent, Slug: "store", Name: Text{EN: "Store"}, Formerly: []string{"cache"}}},
		{{Kind: KindComponent, Slug: "cache", Name: Text{EN: "Cache"}, Formerly: []string{"store"}}},
		{{Kind: KindComponent, Slug: "depot", Name: Text{EN: "Depot"}, Aliases: []string{"디스크"}, Formerly: []string{"cache", "store", "queue"}}},
		{{Kind: KindCause, Slug: "defect", Name: Text{EN: "Defect", KO: "버그"}, Formerly: []string{"bug", "software-bug"}}},
		{{Kind: KindCompany, Slug: "kakao-corp", Name: Text{EN: "Kakao Corp", KO: "카카오"}, Formerly: []string{"kakao", "ac-me"}}},
	}
	for seed := range uint64(300) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			r := rand.New(rand.NewPCG(seed, 1))
			b := newBook()
			voc, err := NewVocabulary(nil)
			if err != nil {
				t.Fatal(err)
			}
			for range 12 {
				var batch Batch
				byKey := map[string]bool{}
				for range r.IntN(4) {
					c := randomCase(r)
					if !byKey[FoldKey(c.ID)] {
						byKey[FoldKey(c.ID)] = true
						batch.Cases = append(batch.Cases, c)
					}
				}
				for _, key := range []string{"A", "c", "X-000000000001", "x-000000000002"} {
					if r.IntN(6) == 0 && !byKey[FoldKey(key)] {
						batch.Delete = append(batch.Delete, key)
					}
				}
				if r.IntN(3) == 0 {
					terms := vocabularies[r.IntN(len(vocabularies))]
					if with, err := voc.With(terms); err == nil { // else they contradict those before
						voc, batch.Terms = with, terms
					}
				}
				b.apply(t, batch)
				b.check(t, voc)
			}
		})
	}
}
