package embedded

import (
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/incidentgraph/incidentgraph/graph"
)

// foldKey gives what graph.FoldKey gives, of keys and of anything else.
func TestFoldKey(t *testing.T) {
	for _, key := range []string{"", "IL-0587", "x-0a.B_c", "ＩＬ-0587", "il–0587", " IL-1 ", "카카오", "K", "a\u200bb"} {
		if got, want := foldKey(key), graph.FoldKey(key); got != want {
			t.Errorf("foldKey(%q) = %q, want %q", key, got, want)
		}
	}
}

func TestKeyTable(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	table, want := newKeyTable(), map[string]uint32{}
	keyOf := func(n uint32) string { return fmt.Sprintf("IL-%04d", n) }
	for range 20_000 {
		n := r.Uint32N(3000)
		folded := foldKey(keyOf(n))
		if _, there := want[folded]; there {
			table.remove(folded, n)
			delete(want, folded)
		} else {
			table.add(folded, n)
			want[folded] = n
		}
	}
	for n := range uint32(3000) {
		got, ok := table.find(foldKey(keyOf(n)), keyOf)
		if _, there := want[foldKey(keyOf(n))]; ok != there || ok && got != n {
			t.Fatalf("%s: got %d, %v; it is there: %v", keyOf(n), got, ok, there)
		}
	}
	if len(table.cells) > 8192 { // however many came and went
		t.Errorf("%d cells for at most 3000 keys", len(table.cells))
	}
}

// A set keeps its members and, as a list, their order, over the border between list and
// bitmap and back.
func TestMembers(t *testing.T) {
	downward := func(a, b uint32) int { return cmp.Compare(b, a) }
	r := rand.New(rand.NewPCG(1, 2))
	var s members
	want := map[uint32]bool{}
	check := func(when string) {
		t.Helper()
		if s.len() != len(want) || int(s.bitmap().GetCardinality()) != len(want) {
			t.Fatalf("%s: %d members, %d in the bitmap, want %d", when, s.len(), s.bitmap().GetCardinality(), len(want))
		}
		if s.many == nil && !slices.IsSortedFunc(s.few, downward) {
			t.Fatalf("%s: out of order", when)
		}
		s.each(func(n uint32) {
			if !want[n] {
				t.Fatalf("%s: %d is no member", when, n)
			}
		})
	}
	for len(want) < 2*fewMembers {
		if n := r.Uint32N(1 << 20); !want[n] {
			want[n] = true
			s.add(n, downward)
			if len(want) == fewMembers || len(want) == fewMembers+1 {
				check(fmt.Sprint("growing, at ", len(want)))
			}
		}
	}
	check("large")
	if s.many == nil {
		t.Error("a large set is a list")
	}
	for _, n := range slices.Sorted(maps.Keys(want)) {
		s.remove(n, downward)
		delete(want, n)
		if len(want) == fewMembers || len(want) == fewMembers/2 {
			check(fmt.Sprint("shrinking, at ", len(want)))
		}
	}
	check("empty")
	if s.many != nil {
		t.Error("an empty set is a bitmap")
	}
}

// What is taken out leaves nothing behind, one spelling no trace of another.
func TestValues(t *testing.T) {
	v := newValues()
	v.add(graph.Tag, "DNS", 1)
	v.add(graph.Tag, "dns", 2)
	v.add(graph.Tag, "DNS", 3)
	v.add(graph.Region, "dns", 4)
	if of := v.folded[graph.Tag]["dns"]; len(of) != 2 || of[0].text != "DNS" || !slices.Equal(of[0].incidents.ToArray(), []uint32{1, 3}) {
		t.Fatalf("got %+v", of)
	}
	v.remove(graph.Tag, "DNS", 1)
	v.remove(graph.Tag, "DNS", 3)
	if of := v.folded[graph.Tag]["dns"]; len(of) != 1 || of[0].text != "dns" || len(v.spelt[graph.Tag]) != 1 {
		t.Errorf("got %+v, and the spellings %v", of, v.spelt[graph.Tag])
	}
	v.remove(graph.Tag, "dns", 2)
	if len(v.folded[graph.Tag])+len(v.spelt[graph.Tag]) != 0 || len(v.spelt[graph.Region]) != 1 {
		t.Errorf("there is left: %+v", v)
	}
}

func TestTop(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 4))
	for most := range 12 {
		var all []int
		kept := top[int]{most: most, compare: cmp.Compare[int]}
		for range 60 {
			n := r.IntN(40)
			all = append(all, n)
			kept.offer(n)
			slices.Sort(all)
			last, full := kept.last()
			if wantFull := most > 0 && len(all) >= most; full != wantFull || full && last != all[most-1] {
				t.Fatalf("the first %d of %v: the last is %d, full %v", most, all, last, full)
			}
		}
		if got := kept.sorted(); !slices.Equal(got, all[:most]) {
			t.Errorf("the first %d of %v: %v", most, all, got)
		}
	}
}

func TestCitations(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 3))
	var c citations
	c.grow(40)
	want := map[[2]uint32]bool{}
	for range 5000 {
		link := [2]uint32{r.Uint32N(40), r.Uint32N(40)}
		if want[link] {
			c.remove(link[0], link[1])
			delete(want, link)
		} else {
			c.add(link[0], link[1])
			want[link] = true
		}
	}
	c.remove(41, 3) // nobody's
	found := 0
	for to := range uint32(40) {
		for _, from := range c.of(to) {
			found++
			if !want[[2]uint32{from, to}] {
				t.Errorf("%d does not cite %d", from, to)
			}
		}
	}
	if found != len(want) || len(c.links) > 40*40 {
		t.Errorf("%d citations in %d links, want %d", found, len(c.links), len(want))
	}
}
