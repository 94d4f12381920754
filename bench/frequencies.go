package bench

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"sort"
	"strconv"
	"sync"

	"github.com/incidentgraph/incidentgraph/graph"
)

//go:embed frequencies.json
var frequenciesJSON []byte

// frequencies is how often what occurs in the shipped library: counts over Incidents
// cases. The key "" counts the cases that do not tell.
type frequencies struct {
	Incidents    int
	Components   termCounts
	Causes       termCounts
	Symptoms     termCounts
	Factors      termCounts
	Tags         termCounts
	Regions      termCounts
	Triggers     map[string]int
	TriggerTexts int `json:"trigger_texts"`
	Domains      map[string]int
	Severities   map[string]int
	DateKinds    map[string]int `json:"date_kinds"`
	DateLengths  map[string]int `json:"date_lengths"` // by how many letters a date has: 4, 7 or 10
	Years        map[string]int
	Companies    struct{ Distinct, Once, Most int }
	Minutes      map[string]struct {
		Known   int
		Deciles deciles
	}
	Texts map[string]map[graph.Lang]deciles // lengths in runes
}

// termCounts counts the lists of one field by their lengths, and the terms in them.
type termCounts struct {
	Lengths []int
	Terms   map[string]int
}

// deciles are the least, the nine tenths and the greatest of some numbers.
type deciles [11]int

// pick gives a number so distributed, even between two tenths.
func (d deciles) pick(rng *rand.Rand) int {
	at := rng.IntN(10)
	return d[at] + rng.IntN(d[at+1]-d[at]+1)
}

func readFrequencies() (*frequencies, error) {
	f := new(frequencies)
	if err := json.Unmarshal(frequenciesJSON, f); err != nil {
		return nil, fmt.Errorf("frequencies.json: %w", err)
	}
	return f, nil
}

// chance picks values as often as they were counted.
type chance struct {
	values []string
	upTo   []int // sums of the counts
}

func newChance(counts map[string]int) chance {
	var c chance
	sum := 0
	for _, value := range slices.Sorted(maps.Keys(counts)) {
		sum += counts[value]
		c.values, c.upTo = append(c.values, value), append(c.upTo, sum)
	}
	return c
}

func (c chance) pick(rng *rand.Rand) string {
	at := rng.IntN(c.upTo[len(c.upTo)-1])
	return c.values[sort.SearchInts(c.upTo, at+1)]
}

// listChance picks lists of different values, of lengths as they were counted.
type listChance struct {
	lengths chance
	terms   chance
}

func newListChance(t termCounts) listChance {
	counts := map[string]int{}
	for length, n := range t.Lengths {
		if n > 0 {
			counts[strconv.Itoa(length)] = n
		}
	}
	c := listChance{lengths: newChance(counts)}
	if len(t.Terms) > 0 {
		c.terms = newChance(t.Terms)
	}
	return c
}

func (c listChance) length(rng *rand.Rand) int {
	n, err := strconv.Atoi(c.lengths.pick(rng))
	if err != nil {
		panic(err) // newListChance wrote it
	}
	return n
}

func (c listChance) pick(rng *rand.Rand) []string {
	list := make([]string, 0, 5)
	for n := c.length(rng); len(list) < n; {
		if term := c.terms.pick(rng); !slices.Contains(list, term) {
			list = append(list, term)
		}
	}
	return list
}

// tables is what cases are made from.
type tables struct {
	components, causes, symptoms, factors, tags, regions listChance
	triggers, domains, severities, dateKinds             chance
	dateLengths, years                                   chance
	*frequencies
}

var readTables = sync.OnceValue(func() *tables {
	f, err := readFrequencies()
	if err != nil {
		panic(err) // the file is part of the package
	}
	return &tables{
		components: newListChance(f.Components), causes: newListChance(f.Causes), symptoms: newListChance(f.Symptoms),
		factors: newListChance(f.Factors), tags: newListChance(f.Tags), regions: newListChance(f.Regions),
		triggers: newChance(f.Triggers), domains: newChance(f.Domains), severities: newChance(f.Severities),
		dateKinds: newChance(f.DateKinds), dateLengths: newChance(f.DateLengths), years: newChance(f.Years),
		frequencies: f,
	}
})

// Terms gives the vocabulary of the corpora: the terms that the library names, by slug
// alone.
func Terms() []graph.Term {
	f := readTables()
	var terms []graph.Term
	for _, of := range []struct {
		kind   graph.NodeKind
		counts map[string]int
	}{
		{graph.KindComponent, f.Components.Terms}, {graph.KindCause, f.Causes.Terms}, {graph.KindTrigger, f.Triggers},
		{graph.KindSymptom, f.Symptoms.Terms}, {graph.KindFactor, f.Factors.Terms},
	} {
		for _, slug := range slices.Sorted(maps.Keys(of.counts)) {
			if slug != "" {
				terms = append(terms, graph.Term{Kind: of.kind, Slug: slug, Name: graph.PlainText(slug)})
			}
		}
	}
	return terms
}
