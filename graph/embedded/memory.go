package embedded

import (
	"cmp"
	"encoding/binary"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/RoaringBitmap/roaring/v2"

	"github.com/incidentgraph/incidentgraph/graph"
)

// memory is the graph in memory at one version. Many may read it, or one change it
// (see apply).
type memory struct {
	state

	facts     []string // packed, by number; "" where the number is free
	written   []int64  // at which version each was, by number
	live      int64    // bytes of them all
	places    uint32   // behind the last place of a case
	days      []days   // of the incident's date, by number
	times     []times  // of the incident, by number
	companies []uint32 // of the incident: its term, plus 1; 0: unknown; by number
	letters   []uint64 // the first of the incident's key, by number; see lettersOf
	marks     []uint64 // of what pairs share, by number; see markOf
	free      *roaring.Bitmap
	keys      keyTable
	order     []uint32 // incidents, Newest
	incidents *roaring.Bitmap

	terms      []term // by number
	byRef      map[graph.TermRef]uint32
	vocabulary *graph.Vocabulary
	listed     atomic.Pointer[listing]    // made when asked for
	named      atomic.Pointer[namedTerms] // made when asked for
	checked    checkedSegments            // of the text index

	with      [graph.Cites + 1]*roaring.Bitmap // incidents with any edge of a kind
	weak      [graph.Cites + 1]*roaring.Bitmap // those with an edge of a kind that is not stated
	stubs     *roaring.Bitmap
	values    values
	citations citations
	heirs     map[string][]uint32 // by folded provisional key: the cases that replace it
	counts    counts
}

// days is the interval of a date.
type days struct{ first, last int32 }

// markOf gives the bit of a component or cause in the marks of the incidents that have
// it. Terms may have a bit in common: that it is not set tells that a term is not there.
func markOf(term uint32) uint64 { return 1 << (term % 64) }

// term is a term with its incidents. A number, once given, stays with its term, be the
// term used or not.
type term struct {
	node    graph.TermNode
	exists  bool // controlled, or met in a case
	members members
}

func newMemory(id string) *memory {
	vocabulary, err := graph.NewVocabulary(nil)
	if err != nil {
		panic(err) // no terms, no contradiction
	}
	m := &memory{
		state: state{id: id}, free: roaring.New(), incidents: roaring.New(), keys: newKeyTable(), byRef: map[graph.TermRef]uint32{},
		vocabulary: vocabulary, heirs: map[string][]uint32{}, stubs: roaring.New(), values: newValues(), counts: newCounts(),
	}
	for kind := range m.with {
		m.with[kind], m.weak[kind] = roaring.New(), roaring.New()
	}
	return m
}

// key gives the key of a number as it is written; "" of a free number.
func (m *memory) key(n uint32) string {
	if int(n) >= len(m.facts) || m.facts[n] == "" {
		return ""
	}
	return keyOf(m.facts[n])
}

// placeOf gives the place of the case of a number, which has one, in the file.
func (m *memory) placeOf(n uint32) uint32 { return headOf(m.facts[n]).place }

// slug gives the slug of a term by number.
func (m *memory) slug(n uint32) string {
	if int(n) >= len(m.terms) {
		return ""
	}
	return m.terms[n].node.Slug
}

// number finds what is known of a folded key.
func (m *memory) number(folded string) (n uint32, ok bool) { return m.keys.find(folded, m.key) }

// standsFor gives the folded key of the incident that a key names: of a provisional key
// that cases replace, the first of these by key.
func (m *memory) standsFor(key string) string {
	folded := foldKey(key)
	if len(m.heirs) == 0 {
		return folded
	}
	first := ""
	for _, n := range m.heirs[folded] {
		if heir := m.key(n); first == "" || heir < first {
			first = heir
		}
	}
	if first == "" {
		return folded
	}
	return foldKey(first)
}

// incident finds an incident by key.
func (m *memory) incident(key string) (n uint32, ok bool) {
	n, ok = m.number(m.standsFor(key))
	return n, ok && m.facts[n][0]&flagIncident != 0
}

// term finds a term that exists.
func (m *memory) term(ref graph.TermRef) (n uint32, ok bool) {
	n, ok = m.byRef[ref]
	return n, ok && m.terms[n].exists
}

// compare is the order Newest, by number.
func (m *memory) compare(a, b uint32) int {
	if x, y := m.days[a].first, m.days[b].first; x != y {
		return cmp.Compare(y, x)
	}
	return m.compareKeys(a, b)
}

// compareKeys gives the order of the keys of two incidents. The keys themselves stand
// anywhere in memory; they are mostly told apart by their first letters.
func (m *memory) compareKeys(a, b uint32) int {
	if x, y := m.letters[a], m.letters[b]; x != y {
		return cmp.Compare(x, y)
	}
	return strings.Compare(m.key(a), m.key(b))
}

// lettersOf gives the first eight letters of a key as a number: the order of two numbers
// that differ is that of their keys.
func lettersOf(key string) uint64 {
	var first [8]byte
	copy(first[:], key)
	return binary.BigEndian.Uint64(first[:])
}

// position gives the place of an incident in the order Newest.
func (m *memory) position(n uint32) graph.Position {
	return graph.Position{Day: m.days[n].first, Name: m.key(n)}
}

// listing is the terms that exist, in the order ByTerm.
type listing struct {
	terms []uint32
	ranks []uint32 // by number of a term: its place in terms
}

func (m *memory) listing() *listing {
	if l := m.listed.Load(); l != nil {
		return l
	}
	l := &listing{ranks: make([]uint32, len(m.terms))}
	for n := range m.terms {
		if m.terms[n].exists {
			l.terms = append(l.terms, uint32(n))
		}
	}
	slices.SortFunc(l.terms, func(a, b uint32) int { return compareRefs(m.terms[a].node.Ref(), m.terms[b].node.Ref()) })
	for rank, n := range l.terms {
		l.ranks[n] = uint32(rank)
	}
	m.listed.Store(l)
	return l
}

// rankOf gives the place of a term in the listing, or that at which it would stand.
func (m *memory) rankOf(ref graph.TermRef) (rank uint32, there bool) {
	at, there := slices.BinarySearchFunc(m.listing().terms, ref, func(n uint32, ref graph.TermRef) int {
		return compareRefs(m.terms[n].node.Ref(), ref)
	})
	return uint32(at), there
}

func compareRefs(a, b graph.TermRef) int {
	return cmp.Or(cmp.Compare(a.Kind, b.Kind), strings.Compare(a.Slug, b.Slug))
}

// nextNumbers gives numbers that are free, the smallest first.
func (m *memory) nextNumbers() func() uint32 {
	holes, next := m.free.Iterator(), uint32(len(m.facts))
	return func() uint32 {
		if holes.HasNext() {
			return holes.Next()
		}
		next++
		return next - 1
	}
}
