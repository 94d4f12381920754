package bench

import (
	"iter"
	"math/rand/v2"
	"strconv"

	"github.com/incidentgraph/incidentgraph/graph"
)

// Cases streams n cases in order of key, "B-0000000" and on, normalised. Half of them
// may bear up to three cards, each of a case of the same corpus with which theirs shares
// what the card says: the corpus does not contradict itself, and has no stubs. Companies
// have a long tail that grows with n.
func Cases(n int, seed uint64) iter.Seq[*graph.Case] {
	return func(yield func(*graph.Case) bool) {
		m := newMaker(n, seed)
		for i := range n {
			if !yield(m.make(i)) {
				return
			}
		}
	}
}

// maker makes the cases of one corpus.
type maker struct {
	*tables
	n      int
	seed   uint64
	hubs   []Hub
	rng    *rand.Rand
	pcg    *rand.PCG
	buffer []byte // texts are written in it
}

func newMaker(n int, seed uint64) *maker {
	pcg := rand.NewPCG(0, 0)
	return &maker{tables: readTables(), n: n, seed: seed, pcg: pcg, rng: rand.New(pcg)}
}

// at turns the dice to a case: whatever else was made, it falls the same way. A case has
// a few streams of its own, so that some of it can be made without the rest.
func (m *maker) at(i int, stream uint64) *rand.Rand {
	m.pcg.Seed(m.seed, uint64(i)<<2|stream)
	return m.rng
}

const (
	ofTerms = iota
	ofTitle
	ofRest
)

func key(i int) string {
	digits := strconv.Itoa(i)
	return "B-" + "0000000"[min(7, len(digits)):] + digits
}

// core is what cards repeat of a case.
type core struct {
	company    int
	date       string
	components []string
	causes     []string
}

func (m *maker) core(i int) core {
	rng := m.at(i, ofTerms)
	c := core{company: company(rng), date: m.date(rng), components: m.components.pick(rng), causes: m.causes.pick(rng)}
	for _, hub := range m.hubs {
		if hub.has(i, m.n) {
			c.components = append(c.components, hub.Slug)
		}
	}
	return c
}

func (m *maker) date(rng *rand.Rand) string {
	month, day := 1+rng.IntN(12), 1+rng.IntN(28)
	date := m.years.pick(rng)
	switch m.dateLengths.pick(rng) {
	case "10":
		return date + dashed(month) + dashed(day)
	case "7":
		return date + dashed(month)
	}
	return date
}

func dashed(n int) string {
	if n < 10 {
		return "-0" + strconv.Itoa(n)
	}
	return "-" + strconv.Itoa(n)
}

func (m *maker) title(i int) graph.Text {
	return m.text(m.at(i, ofTitle), "title")
}

func (m *maker) text(rng *rand.Rand, field string) graph.Text {
	lengths := m.Texts[field]
	m.buffer = write(m.buffer[:0], rng, englishWords, lengths[graph.EN].pick(rng))
	en := string(m.buffer)
	m.buffer = write(m.buffer[:0], rng, koreanWords, lengths[graph.KO].pick(rng))
	return graph.Text{EN: en, KO: string(m.buffer)}
}

func (m *maker) make(i int) *graph.Case {
	core := m.core(i)
	c := &graph.Case{
		ID: key(i), Title: m.title(i), Organisation: companyName(core.company), Date: parse(core.date),
		Components: core.components, RootCauses: core.causes,
	}
	rng := m.at(i, ofRest)
	c.Summary = m.text(rng, "summary")
	c.DateKind = graph.DateKind(m.dateKinds.pick(rng))
	c.Domain, c.Severity = m.domains.pick(rng), m.severities.pick(rng)
	c.Tags = m.tags.pick(rng)
	const regions = 61 // a prime, so that equal steps meet no region twice
	first := rng.IntN(regions)
	for k := range m.regions.length(rng) {
		c.Regions = append(c.Regions, "region-"+strconv.Itoa((first+17*k)%regions))
	}
	c.TimeToDetect, c.TimeToRecover = m.minutes(rng, "time_to_detect"), m.minutes(rng, "time_to_recover")
	c.Symptoms.Terms, c.Factors = m.symptoms.pick(rng), m.factors.pick(rng)
	c.Trigger.Kind = m.triggers.pick(rng)
	if rng.IntN(m.Incidents) < m.TriggerTexts {
		c.Trigger.Text = m.text(rng, "trigger")
	}
	c.Sources = []graph.Source{{URL: "https://reports.example/" + key(i)}}
	c.Related = m.cards(rng, i, core)
	return c
}

func (m *maker) minutes(rng *rand.Rand, field string) *int {
	of := m.Minutes[field]
	if rng.IntN(m.Incidents) >= of.Known {
		return nil
	}
	n := of.Deciles.pick(rng)
	return &n
}

// parse reads a date that this package wrote.
func parse(s string) graph.Date {
	d, err := graph.ParseDate(s)
	if err != nil {
		panic(err)
	}
	return d
}

// company draws the number of a company: the smaller, the commoner. Of 330 cases about
// 157 companies come, the commonest in some 20 of them; of a million some 35,000.
func company(rng *rand.Rand) int {
	u := max(1-rng.Float64(), 1e-9)
	return int(9 * (1/(u*u) - 1))
}

var syllables = [...]string{"nor", "ta", "vel", "ki", "mar", "so", "den", "ru", "pal", "he", "zin", "wo", "lu", "bri", "ca", "jo"}

// companyName makes up the name of a company: its number in syllables.
func companyName(number int) string {
	b := []byte(syllables[number%len(syllables)])
	b[0] -= 'a' - 'A'
	for number /= len(syllables); number > 0; number /= len(syllables) {
		b = append(b, syllables[number%len(syllables)]...)
	}
	return string(append(b, " Systems"...))
}
