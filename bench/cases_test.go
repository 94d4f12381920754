package bench

import (
	"bytes"
	"crypto/sha256"
	"iter"
	"math"
	"slices"
	"strconv"
	"testing"
	"unicode/utf8"

	"github.com/incidentgraph/incidentgraph/graph"
)

func encode(t testing.TB, c *graph.Case) []byte {
	t.Helper()
	b, err := graph.EncodeCase(c)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func digest(t *testing.T, cases iter.Seq[*graph.Case]) [sha256.Size]byte {
	t.Helper()
	h := sha256.New()
	for c := range cases {
		h.Write(encode(t, c))
	}
	return [sha256.Size]byte(h.Sum(nil))
}

func TestDeterminism(t *testing.T) {
	for name, corpus := range map[string]func(int, uint64) iter.Seq[*graph.Case]{"Cases": Cases, "HubCases": HubCases} {
		first := digest(t, corpus(500, 7))
		if again := digest(t, corpus(500, 7)); again != first {
			t.Errorf("%s: one seed gives two corpora", name)
		}
		if other := digest(t, corpus(500, 8)); other == first {
			t.Errorf("%s: two seeds give one corpus", name)
		}
	}
}

// A caller may stop, and start anew.
func TestStop(t *testing.T) {
	var keys []string
	for range 2 {
		for c := range Cases(1_000_000_000, 1) {
			if keys = append(keys, c.ID); len(keys)%3 == 0 {
				break
			}
		}
	}
	if want := []string{"B-0000000", "B-0000001", "B-0000002", "B-0000000", "B-0000001", "B-0000002"}; !slices.Equal(keys, want) {
		t.Errorf("got %v, want %v", keys, want)
	}
}

// Cases are as a loader would hand them on, and cards agree with the cases they name.
func TestCasesAreSound(t *testing.T) {
	const n = 3000
	all := map[string]*graph.Case{}
	cards := 0
	for c := range HubCases(n, 3) {
		before := encode(t, c)
		if problems := c.Check(); len(problems) > 0 {
			t.Fatalf("%s: %v", c.ID, problems)
		}
		c.Normalise()
		if !bytes.Equal(before, encode(t, c)) {
			t.Fatalf("%s is not normalised:\n%s\n%s", c.ID, before, encode(t, c))
		}
		all[c.ID] = c
		cards += len(c.Related)
	}
	if len(all) != n {
		t.Fatalf("%d keys, want %d", len(all), n)
	}
	for _, c := range all {
		for _, card := range c.Related {
			other := all[card.ID]
			if other == nil || other == c {
				t.Fatalf("%s has a card of %s", c.ID, card.ID)
			}
			if card.Title.KO != other.Title.KO || card.Organisation != other.Organisation || card.Date.String() != other.Date.String()[:4] {
				t.Errorf("%s: the card of %s says %+v", c.ID, card.ID, card)
			}
		}
	}
	if mean := float64(cards) / n; mean < 0.2 || mean > 1.5 {
		t.Errorf("%.2f cards a case", mean)
	}
	voc, err := graph.NewVocabulary(Terms())
	if err != nil {
		t.Fatal(err)
	}
	g := graph.Build(slices.Collect(HubCases(n, 3)), voc)
	if len(g.Warnings) > 0 || len(g.Incidents) != n {
		t.Errorf("%d incidents, want %d; warnings: %v", len(g.Incidents), n, g.Warnings[:min(3, len(g.Warnings))])
	}
}

func TestFrequencies(t *testing.T) {
	const n = 33_000
	f := readTables().frequencies
	terms := map[graph.EdgeKind]map[string]int{}
	lists := map[graph.EdgeKind]int{}
	texts := map[string]int{}
	companies := map[string]int{}
	unknown := map[string]int{}
	size := 0
	for c := range Cases(n, 1) {
		for kind, list := range map[graph.EdgeKind][]string{
			graph.Involves: c.Components, graph.CausedBy: c.RootCauses, graph.Showed: c.Symptoms.Terms, graph.WorsenedBy: c.Factors,
			graph.TriggeredBy: {c.Trigger.Kind},
		} {
			if terms[kind] == nil {
				terms[kind] = map[string]int{}
			}
			for _, slug := range list {
				terms[kind][slug]++
			}
			lists[kind] += len(list)
		}
		for name, text := range map[string]graph.Text{"title": c.Title, "summary": c.Summary} {
			texts[name+".en"] += utf8.RuneCountInString(text.EN)
			texts[name+".ko"] += utf8.RuneCountInString(text.KO)
		}
		if companies[c.Organisation]++; c.TimeToRecover == nil {
			unknown["time_to_recover"]++
		}
		if c.Date.Precision() != graph.Day {
			unknown["day"]++
		}
		if c.Trigger.Text.IsZero() {
			unknown["trigger text"]++
		}
		size += len(encode(t, c))
	}

	for kind, counts := range map[graph.EdgeKind]termCounts{
		graph.Involves: f.Components, graph.CausedBy: f.Causes, graph.Showed: f.Symptoms, graph.WorsenedBy: f.Factors,
	} {
		sum := 0
		for length, times := range counts.Lengths {
			sum += length * times
		}
		near(t, kind.String()+" a case", float64(lists[kind])/n, float64(sum)/float64(f.Incidents), 0.03)
		// That a case names no term twice takes a little from the commonest ones.
		for slug, times := range counts.Terms {
			near(t, kind.String()+" "+slug, float64(terms[kind][slug])/n, float64(times)/float64(f.Incidents), 0.04)
		}
	}
	for slug, times := range f.Triggers {
		near(t, "trigger "+slug, float64(terms[graph.TriggeredBy][slug])/n, float64(times)/float64(f.Incidents), 0.01)
	}
	if share := float64(terms[graph.Involves]["web-application"]) / n; share < 0.18 || share > 0.22 {
		t.Errorf("the commonest component is in %.3f of all cases, want about a fifth", share)
	}
	// Mean lengths of the library's texts, in runes.
	for name, mean := range map[string]float64{"title.en": 129.7, "title.ko": 68.6, "summary.en": 382.2, "summary.ko": 189.9} {
		near(t, name, float64(texts[name])/n, mean, mean*0.04)
	}
	near(t, "unknown time to recover", float64(unknown["time_to_recover"])/n, 164.0/330, 0.01)
	near(t, "dates without a day", float64(unknown["day"])/n, 30.0/330, 0.01)
	near(t, "no text of the trigger", float64(unknown["trigger text"])/n, 33.0/330, 0.01)
	if mean := size / n; mean > 2500 {
		t.Errorf("%d bytes a case, want at most 2,500", mean)
	}
}

func near(t *testing.T, what string, got, want, by float64) {
	t.Helper()
	if math.Abs(got-want) > by {
		t.Errorf("%s: %.3f, want %.3f", what, got, want)
	}
}

// The tail of companies is as long as the library's among as many cases, and grows.
func TestCompanies(t *testing.T) {
	const corpora = 20
	f := readTables().Companies
	distinct, once, most := 0, 0, 0
	for seed := range uint64(corpora) {
		counts := map[string]int{}
		for c := range Cases(330, seed) {
			counts[c.Organisation]++
		}
		distinct += len(counts)
		largest := 0
		for _, n := range counts {
			largest = max(largest, n)
			if n == 1 {
				once++
			}
		}
		most += largest
	}
	near(t, "companies", float64(distinct)/corpora, float64(f.Distinct), 15)
	near(t, "companies with one case", float64(once)/corpora, float64(f.Once), 15)
	near(t, "cases of the commonest company", float64(most)/corpora, float64(f.Most), 6)

	larger := map[string]bool{}
	for c := range Cases(33_000, 1) {
		larger[c.Organisation] = true
	}
	if n := len(larger); n < 2000 || n > 8000 {
		t.Errorf("%d companies among 33,000 cases", n)
	}
}

func TestHubs(t *testing.T) {
	if hubs := Hubs(19); len(hubs) != 0 {
		t.Errorf("19 cases have hubs: %v", hubs)
	}
	for n, want := range map[int]int{20: 1, 1999: 2, 2000: 3, 100_000: 4} {
		if hubs := Hubs(n); len(hubs) != want {
			t.Errorf("%d cases have the hubs %v, want %d", n, hubs, want)
		}
	}
	for _, n := range []int{20, 777, 5000} {
		sizes := map[string]int{}
		asked := map[string]bool{}
		for c := range HubCases(n, 1) {
			for _, hub := range Hubs(n) {
				if slices.Contains(c.Components, hub.Slug) {
					sizes[hub.Slug]++
					asked[hub.Slug] = asked[hub.Slug] || c.ID == hub.Key
				}
			}
		}
		for _, hub := range Hubs(n) {
			if sizes[hub.Slug] != hub.Size || !asked[hub.Slug] || hub.Slug != "hub-"+strconv.Itoa(hub.Size) {
				t.Errorf("%d cases: %+v has %d, the one to ask about among them: %v", n, hub, sizes[hub.Slug], asked[hub.Slug])
			}
		}
	}
}

func BenchmarkCases(b *testing.B) {
	n := 0
	for range Cases(b.N, 1) {
		n++
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "cases/s")
}
