package graph

import (
	"maps"
	"math/rand/v2"
	"testing"
)

// What the cards of each case contradict makes up what Build warns of.
func TestContradictionsFollowBuild(t *testing.T) {
	voc, err := NewVocabulary(nil)
	if err != nil {
		t.Fatal(err)
	}
	total := 0
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 7))
		byKey := map[string]*Case{}
		for range 8 {
			c := randomCase(r)
			c.Normalise()
			if c.ID != "" {
				byKey[FoldKey(c.ID)] = c
			}
		}
		var cases []*Case
		for _, c := range byKey {
			cases = append(cases, c)
		}
		want, got := map[Warning]struct{}{}, map[Warning]struct{}{}
		for _, w := range Build(cases, voc).Warnings {
			want[w] = struct{}{}
		}
		for _, c := range cases {
			var others []*Case
			for _, o := range cases {
				if o != c {
					others = append(others, o)
				}
			}
			for _, w := range Contradictions(c, others, voc) {
				if w.Key != c.ID {
					t.Errorf("seed %d: of %s: %v", seed, c.ID, w)
				}
				got[w] = struct{}{}
			}
		}
		if !maps.Equal(got, want) {
			t.Fatalf("seed %d: got %v, want %v", seed, got, want)
		}
		total += len(want)
	}
	if total == 0 {
		t.Error("no case contradicted another")
	}
}
