package embedded

import (
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/incidentgraph/incidentgraph/graph"
)

// gather gives the words of incidents, which are in order of number. All processors work
// on it, each on a stretch.
func gather(entries []textEntry) []wordSource {
	size := (len(entries) + runtime.GOMAXPROCS(0) - 1) / runtime.GOMAXPROCS(0)
	var sources []wordSource
	var wait sync.WaitGroup
	for some := range slices.Chunk(entries, size) {
		g := &gathered{ids: map[string]uint32{}}
		sources = append(sources, g)
		wait.Go(func() { g.gather(some) })
	}
	wait.Wait()
	return sources
}

// gathered is a source of words: those of some incidents.
type gathered struct {
	ids      map[string]uint32 // by word, as met
	words    []metWord
	met      []occurrence
	postings []posting // in order of word
}

// metWord is a word with its place among those that were met.
type metWord struct {
	text  string
	id    uint32
	count uint32 // how many incidents have it
	last  uint32 // number of the last one
}

// bytesOfWord is about how much text there is to a word that an incident did not have yet.
const bytesOfWord = 10

type occurrence struct {
	id uint32
	posting
}

// gather takes the words of incidents and sorts them.
func (g *gathered) gather(entries []textEntry) {
	size := 0
	for _, e := range entries {
		for _, p := range e.passages {
			size += len(p.Text)
		}
	}
	g.met = make([]occurrence, 0, size/bytesOfWord)
	for _, e := range entries {
		if len(e.passages) == 0 {
			continue
		}
		g.add(keyWord(graph.KeyWord(e.key)), posting{e.number, inTitle})
		for _, p := range e.passages {
			tier := textTierOf(p.Tier)
			for _, word := range graph.Words(p.Text) {
				g.add(word, posting{e.number, tier})
			}
		}
	}
	ends := make([]uint32, len(g.words)) // by id, of the postings
	slices.SortFunc(g.words, func(a, b metWord) int { return strings.Compare(a.text, b.text) })
	start := uint32(0)
	for _, w := range g.words {
		ends[w.id] = start
		start += w.count
	}
	g.postings = make([]posting, len(g.met))
	for _, o := range g.met {
		g.postings[ends[o.id]] = o.posting
		ends[o.id]++
	}
	g.ids, g.met = nil, nil
}

// add adds a word of an incident, unless it was added before, in a better tier or the same.
func (g *gathered) add(word string, p posting) {
	id, known := g.ids[word]
	if !known {
		id = uint32(len(g.words))
		g.ids[word] = id
		g.words = append(g.words, metWord{text: word, id: id})
	}
	w := &g.words[id]
	if w.count > 0 && w.last == p.number {
		return
	}
	w.count++
	w.last = p.number
	g.met = append(g.met, occurrence{id, p})
}

func (g *gathered) word() (string, bool) {
	if len(g.words) == 0 {
		return "", false
	}
	return g.words[0].text, true
}

func (g *gathered) take(list []posting) ([]posting, error) {
	n := g.words[0].count
	list = append(list, g.postings[:n]...)
	g.words, g.postings = g.words[1:], g.postings[n:]
	return list, nil
}
