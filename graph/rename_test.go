package graph

import (
	"slices"
	"strings"
	"testing"
)

func renamed(slug, name string, formerly ...string) Term {
	return Term{Kind: KindComponent, Slug: slug, Name: Text{EN: name}, Formerly: formerly}
}

// slugsOf gives the slugs of a vocabulary, in order.
func slugsOf(v *Vocabulary) string {
	var slugs []string
	for _, t := range v.Terms() {
		slugs = append(slugs, t.Slug)
	}
	return strings.Join(slugs, " ")
}

func TestRenaming(t *testing.T) {
	old := Term{Kind: KindComponent, Slug: "kv", Name: Text{EN: "KV store"}, Aliases: []string{"etcd"}}
	below := Term{Kind: KindComponent, Slug: "raft", Broader: "kv"}
	first, err := NewVocabulary([]Term{old, below})
	if err != nil {
		t.Fatal(err)
	}
	now, err := first.With([]Term{renamed("coordination-kv", "Coordination KV", "KV", "coordination-kv", "kv")})
	if err != nil {
		t.Fatal(err)
	}
	if got := slugsOf(now); got != "coordination-kv raft" {
		t.Errorf("the terms are %s", got)
	}
	for name, want := range map[string]string{
		"kv": "coordination-kv", "KV": "coordination-kv", "component:kv": "coordination-kv", "kv!": "coordination-kv",
		"etcd": "etcd", // a name that only the old term had means nothing any more
	} {
		if got := now.Resolve(KindComponent, name); got != want {
			t.Errorf("%s means %s, want %s", name, got, want)
		}
	}
	if got := now.Narrower(TermRef{KindComponent, "coordination-kv"}); !slices.Equal(got, []string{"raft"}) {
		t.Errorf("below it are %v", got)
	}
	for _, again := range [][]Term{{old}, {renamed("coordination-kv", "Coordination KV", "kv")}} {
		same, err := now.With(again)
		if err != nil {
			t.Fatal(err)
		}
		if !same.Equal(now) {
			t.Errorf("with %v again: %+v", again, same.Terms())
		}
	}
	back, err := now.With([]Term{renamed("kv", "KV store", "coordination-kv")})
	if err != nil {
		t.Fatal(err)
	}
	if got := slugsOf(back); got != "kv raft" || back.Resolve(KindComponent, "coordination-kv") != "kv" {
		t.Errorf("renamed back, the terms are %s", got)
	}
	other, err := first.With([]Term{{Kind: KindCause, Slug: "kv-bug", Formerly: []string{"kv"}}})
	if err != nil || slugsOf(other) != "kv raft kv-bug" {
		t.Errorf("a term of another kind: %s, %v", slugsOf(other), err)
	}
}

func TestRenamingThatCannotBe(t *testing.T) {
	for name, tt := range map[string]struct {
		stored, given []Term
		want          string
	}{
		"two terms of one former slug": {nil, []Term{renamed("b", "B", "a"), renamed("c", "C", "a")}, `"a" means two terms of kind component: b and c`},
		"in a circle":                  {nil, []Term{renamed("a", "A", "b"), renamed("b", "B", "a")}, "a was renamed to b"},
		"a chain that forgets": {
			[]Term{renamed("b", "B", "a")}, []Term{renamed("c", "C", "b")},
			"component c was b formerly, which was a before: write formerly: [a, b]",
		},
		"the same in one vocabulary": {
			nil, []Term{renamed("b", "B", "a"), renamed("c", "C", "b")},
			"component c was b formerly, which was a before: write formerly: [a, b]",
		},
	} {
		stored, err := NewVocabulary(tt.stored)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := stored.With(tt.given); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", name, err, tt.want)
		}
	}
	chain, err := NewVocabulary([]Term{renamed("a", "A"), renamed("b", "B", "a"), renamed("c", "C", "a", "b")})
	if err != nil || slugsOf(chain) != "c" || chain.Resolve(KindComponent, "a") != "c" {
		t.Errorf("a whole chain: %v, %v", chain, err)
	}
}
