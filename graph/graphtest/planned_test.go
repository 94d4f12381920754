package graphtest

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"sync"
	"testing"

	"github.com/incidentgraph/incidentgraph/graph"
)

// planned is a store that follows graph.Plan, change by change, and never builds
// anything anew: what its incidents and terms come to has to be what Build gives.
type planned struct {
	answering
	mu        sync.Mutex
	voc       *graph.Vocabulary
	cases     map[string]graph.CasePut
	incidents map[string]*graph.Incident
	spellings map[graph.TermRef]graph.Spellings
	version   int64
}

func newPlanned(t testing.TB) *planned {
	voc, err := graph.NewVocabulary(nil)
	if err != nil {
		t.Fatal(err)
	}
	p := &planned{voc: voc, cases: map[string]graph.CasePut{}, incidents: map[string]*graph.Incident{}, spellings: map[graph.TermRef]graph.Spellings{}}
	p.answering = p.read
	return p
}

func TestPlan(t *testing.T) {
	Run(t, func(t testing.TB) graph.Store { return newPlanned(t) })
}

// TestPlanOnRandomBatches goes further than the suite with the graph alone: after each
// batch, the incidents and terms are those that graph.Build gives.
func TestPlanOnRandomBatches(t *testing.T) {
	for seed := range uint64(60) {
		w := newWorld(1000 + seed)
		store := newPlanned(t)
		beside := newPair(store)
		for step := range 12 {
			if err := beside.apply(t.Context(), w.batch(store.voc)); err != nil {
				t.Fatalf("seed %d, batch %d: %v", seed, step+1, err)
			}
			got, err := store.at(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			want, err := beside.model.at(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if g, w := DumpGraph(got.graph), DumpGraph(want.graph); g != w {
				t.Fatalf("seed %d, batch %d%s", seed, step+1, difference(g, w))
			}
		}
	}
}

// copyOf copies what a store holds, by way of its JSON.
func copyOf[T any](v *T) *T {
	body, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	out := new(T)
	if err := json.Unmarshal(body, out); err != nil {
		panic(err)
	}
	return out
}

func (p *planned) read() (*answers, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	a := &answers{cases: map[string]*graph.Case{}, version: p.version, graph: &graph.Graph{
		Vocabulary: p.voc, Incidents: map[string]*graph.Incident{}, Terms: map[graph.TermRef]graph.TermNode{},
	}}
	for key, put := range p.cases {
		a.cases[key] = copyOf(put.Case)
	}
	for key, i := range p.incidents {
		a.graph.Incidents[key] = copyOf(i)
	}
	for _, t := range p.voc.Terms() {
		a.graph.Terms[t.Ref()] = graph.TermNode{Term: t, Controlled: true}
	}
	for ref, s := range p.spellings {
		a.graph.Terms[ref] = s.Term(ref)
	}
	return a, nil
}

func (p *planned) Apply(ctx context.Context, b graph.Batch) (graph.Applied, error) {
	if _, err := p.at(ctx); err != nil {
		return graph.Applied{}, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	change, err := graph.Plan(ctx, (*plannedState)(p), b)
	if err != nil {
		return graph.Applied{}, err
	}
	if !change.IsEmpty() {
		p.version++
	}
	for _, put := range change.PutCases {
		p.cases[graph.FoldKey(put.Case.ID)] = graph.CasePut{Case: copyOf(put.Case), Mentions: put.Mentions}
	}
	for _, key := range change.DeleteCases {
		delete(p.cases, key)
	}
	for key, i := range change.Incidents {
		if i == nil {
			delete(p.incidents, key)
		} else {
			p.incidents[key] = i
		}
	}
	if p.voc, err = p.voc.With(change.Terms); err != nil {
		return graph.Applied{}, err
	}
	for ref, s := range change.Spellings {
		if len(s) == 0 {
			delete(p.spellings, ref)
		} else {
			p.spellings[ref] = s
		}
	}
	change.Applied.Version = p.version
	return change.Applied, nil
}

func (p *planned) Close() error { return nil }

// plannedState is a planned store as Plan reads it, with the lock held.
type plannedState planned

func (p *plannedState) Version(context.Context) (int64, error) { return p.version, nil }

func (p *plannedState) Vocabulary(context.Context) (*graph.Vocabulary, error) { return p.voc, nil }

func (p *plannedState) StoredCases(_ context.Context, keys []string) ([]*graph.Case, error) {
	out := make([]*graph.Case, len(keys))
	for i, key := range keys {
		if put, ok := p.cases[key]; ok {
			out[i] = put.Case
		}
	}
	return out, nil
}

func (p *plannedState) Heirs(_ context.Context, keys []string) ([][]string, error) {
	out := make([][]string, len(keys))
	for i, key := range keys {
		for _, put := range p.cases {
			if slices.ContainsFunc(put.Case.Replaces, func(r string) bool { return graph.FoldKey(r) == key }) {
				out[i] = append(out[i], put.Case.ID)
			}
		}
	}
	return out, nil
}

func (p *plannedState) Citing(_ context.Context, keys []string) ([][]string, error) {
	out := make([][]string, len(keys))
	for i, key := range keys {
		for _, from := range p.incidents {
			if slices.ContainsFunc(from.EdgesOf(graph.Cites), func(e graph.Edge) bool { return e.To == key }) {
				out[i] = append(out[i], from.Key)
			}
		}
	}
	return out, nil
}

func (p *plannedState) Mentioning(_ context.Context, terms []graph.TermRef) ([]string, error) {
	keys := map[string]struct{}{}
	for _, put := range p.cases {
		for _, ref := range terms {
			if slices.Contains(put.Mentions, ref) {
				keys[put.Case.ID] = struct{}{}
			}
		}
	}
	return slices.Collect(maps.Keys(keys)), nil
}

func (p *plannedState) Spellings(_ context.Context, terms []graph.TermRef) ([]graph.Spellings, error) {
	out := make([]graph.Spellings, len(terms))
	for i, ref := range terms {
		out[i] = maps.Clone(p.spellings[ref])
	}
	return out, nil
}
