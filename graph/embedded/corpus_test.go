package embedded_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/incidentgraph/incidentgraph/graph"
)

// corpus makes cases whose terms, dates and cards are thrown by dice: any case by its
// place, always the same. Hubs of set sizes lie evenly among them.
type corpus struct {
	size   int
	hubs   []int // sizes of the hubs hub-10, hub-900, …
	values bool  // whether cases have plain values, times and texts
}

// rank picks a number below n; the smaller, the commoner. Of 40 numbers, two or three
// picks hold 0 in about a fifth of all cases.
func rank(r *rand.Rand, n int) int {
	return int(float64(n) * math.Pow(r.Float64(), 1.5))
}

// picks names one to most terms of a kind that has n.
func picks(r *rand.Rand, kind string, n, most int) []string {
	var out []string
	for range 1 + r.IntN(most) {
		if name := fmt.Sprintf("%s-%d", kind, rank(r, n)); !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

// vocabulary gives the controlled terms: all but the companies and the hubs.
func (c corpus) vocabulary() []graph.Term {
	var out []graph.Term
	for kind, n := range map[graph.NodeKind]int{graph.KindComponent: 40, graph.KindCause: 25, graph.KindTrigger: 15, graph.KindSymptom: 30, graph.KindFactor: 20} {
		for i := range n {
			out = append(out, graph.Term{Kind: kind, Slug: fmt.Sprintf("%s-%d", kind.Prefix(), i)})
		}
	}
	return out
}

func (c corpus) key(i int) string { return fmt.Sprintf("SYN-%05d", i) }

func (c corpus) at(i int) *graph.Case {
	r := rand.New(rand.NewPCG(uint64(i), 42))
	k := &graph.Case{
		ID: c.key(i), Organisation: fmt.Sprintf("Company %d", rank(r, 500)),
		Symptoms: graph.Symptoms{Terms: picks(r, "symptom", 30, 3)}, Trigger: graph.Trigger{Kind: picks(r, "trigger", 15, 1)[0]},
		RootCauses: picks(r, "cause", 25, 2), Components: picks(r, "component", 40, 4), Factors: picks(r, "factor", 20, 2),
	}
	if r.IntN(8) > 0 {
		k.Date, _ = graph.ParseDate([]string{"2004", "2011-07", "2019-03-02"}[r.IntN(3)])
	}
	if r.IntN(4) > 0 {
		k.Date, _ = graph.ParseDate(fmt.Sprintf("%d-%02d-%02d", 2005+r.IntN(20), 1+r.IntN(12), 1+r.IntN(28)))
	}
	for _, hub := range c.hubs {
		if i*hub/c.size != (i+1)*hub/c.size {
			k.Components = append(k.Components, fmt.Sprintf("hub-%d", hub))
		}
	}
	for range r.IntN(3) { // cards lead to cases that stand before
		if i > 0 {
			k.Related = append(k.Related, graph.Card{ID: c.key(r.IntN(i)), SameCause: r.IntN(2) == 0, SharedComponents: picks(r, "component", 40, 1)})
		}
	}
	if c.values {
		addValues(rand.New(rand.NewPCG(uint64(i), 43)), k)
	}
	k.Normalise()
	return k
}

// addValues gives a case plain values, of which some are spelt in two ways, times with
// many ties, and texts.
func addValues(r *rand.Rand, k *graph.Case) {
	one := func(list ...string) string { return list[rank(r, len(list))] }
	k.Domain = one("cloud", "Cloud", "payments", "결제", "")
	k.Severity = one("SEV1", "SEV2", "", "sev1", "ＳＥＶ1")
	for range r.IntN(3) {
		k.Regions = append(k.Regions, one("us-east-1", "서울", "EU", "eu"))
		k.Tags = append(k.Tags, fmt.Sprintf("tag-%d", rank(r, 60)))
	}
	for _, t := range []**int{&k.TimeToDetect, &k.TimeToRecover} {
		if r.IntN(3) > 0 {
			n := []int{0, 1, 5, 60, 60 + r.IntN(1000), 1<<31 - 1}[r.IntN(6)]
			*t = &n
		}
	}
	k.Title = graph.Text{EN: one("Leases", "Locks", "Queues") + " " + one("ran out", "were lost"), KO: one("임대가", "잠금이") + " " + one("사라졌다", "만료되었다")}
	k.Lessons = graph.PlainText(one("Renew leases sooner.", "Watch the queues.", "잠금을 줄인다."))
}

// batch gives the cases from one place to another.
func (c corpus) batch(from, to int) graph.Batch {
	var b graph.Batch
	for i := from; i < min(to, c.size); i++ {
		b.Cases = append(b.Cases, c.at(i))
	}
	return b
}
