package graphtest

import (
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/incidentgraph/incidentgraph/graph"
)

// asker thinks up questions about a graph: of any scope, filter, text and order, with
// pages around rows that are there and beside them, and with anything counted.
type asker struct {
	rng   *rand.Rand
	a     *answers
	keys  []string // of incidents
	slugs map[graph.NodeKind][]string
}

func newAsker(rng *rand.Rand, a *answers) *asker {
	k := &asker{rng: rng, a: a, keys: incidentKeys(a), slugs: map[graph.NodeKind][]string{}}
	for _, kind := range graph.TermKinds() {
		k.slugs[kind] = []string{"no-such-term"}
	}
	for _, row := range a.terms(graph.TermsRequest{}) {
		k.slugs[row.ref.Kind] = append(k.slugs[row.ref.Kind], row.ref.Slug)
	}
	return k
}

// everythingAnd asks about all that there is, and n random questions of each kind.
func everythingAnd(rng *rand.Rand, a *answers, n int) questions {
	q := everything(a)
	newAsker(rng, a).add(&q, n)
	return q
}

// add adds n random questions of each kind to some questions, and lists to walk.
func (k *asker) add(q *questions, n int) {
	q.walkedRelateds = q.relateds[:min(n, len(q.relateds))]
	k.addWays(q, n)
	for range n {
		q.finds = append(q.finds, k.find())
		q.relateds = append(q.relateds, k.related())
		q.similars = append(q.similars, k.similar())
		q.termLists = append(q.termLists, k.terms())
	}
	k.addWays(q, n)
	k.addWalks(q)
}

// addOne adds one random question.
func (k *asker) addOne(q *questions) {
	path, around := k.path(), k.subgraph()
	switch n := k.rng.IntN(20); {
	case n < 5:
		q.relateds = append(q.relateds, k.related())
	case n < 7:
		q.similars = append(q.similars, k.similar())
	case n < 8:
		q.termLists = append(q.termLists, k.terms())
	case n < 10 && k.a.checkPath(path) == nil:
		q.paths = append(q.paths, path)
	case n < 12 && k.a.checkSubgraph(around) == nil:
		q.subgraphs = append(q.subgraphs, around)
	default:
		q.finds = append(q.finds, k.find())
	}
}

// addWalks adds lists to read to their ends.
func (k *asker) addWalks(q *questions) {
	q.pageSize = 1 + k.rng.IntN(max(6, len(k.keys)/3))
	q.walkedFinds = []graph.FindRequest{{}, k.find(), {Order: k.order(false, false)}, {Text: k.text()}}
	q.walkedRelateds = append(slices.Clone(q.walkedRelateds), k.related(), k.related())
	q.walkedTerms = []graph.TermsRequest{{}, k.terms()}
}

func pick[T any](rng *rand.Rand, list []T) T { return list[rng.IntN(len(list))] }

// oneIn is true once in n times.
func oneIn(rng *rand.Rand, n int) bool { return rng.IntN(n) == 0 }

// patience is how many lists are thought up in the hope of one that holds anything: most
// filters thought up at random hold for nothing.
const patience = 4

func (k *asker) find() graph.FindRequest {
	var q graph.FindRequest
	var places []graph.Position
	for range patience {
		q = graph.FindRequest{Filter: k.filter(k.rng.IntN(4))}
		if oneIn(k.rng, 3) {
			kind := pick(k.rng, graph.TermKinds())
			q.Term = &graph.TermRef{Kind: kind, Slug: pick(k.rng, k.slugs[kind])}
		}
		if oneIn(k.rng, 3) {
			q.Text = k.text()
			if oneIn(k.rng, 2) {
				q.Filter = graph.Filter{}
			}
		}
		q.Order = k.order(q.Text != nil, false)
		places = nil
		for _, row := range k.a.find(q) {
			places = append(places, row.position)
		}
		if len(places) > 0 {
			break
		}
	}
	q.Page = k.page(places)
	q.Counting = k.counting(q.Filter)
	return q
}

func (k *asker) related() graph.RelatedRequest {
	var q graph.RelatedRequest
	var places []graph.Position
	for range patience {
		q = graph.RelatedRequest{Key: k.key(), Kind: graph.SameCause, Order: k.order(false, true)}
		if !oneIn(k.rng, 3) {
			q.Kind = graph.SharesComponent
			if oneIn(k.rng, 3) {
				q.Component = pick(k.rng, k.slugs[graph.KindComponent])
			}
		}
		if oneIn(k.rng, 2) {
			q.Filter = k.filter(k.rng.IntN(3))
		}
		places = nil
		for _, row := range k.a.related(q) {
			places = append(places, row.Position)
		}
		if len(places) > 0 {
			break
		}
	}
	q.Page = k.page(places)
	q.Counting = k.counting(q.Filter)
	return q
}

func (k *asker) similar() graph.SimilarRequest {
	return graph.SimilarRequest{Key: k.key(), Size: pick(k.rng, []int{0, 1, 2, 3, 10, graph.MaxSimilar})}
}

// key names an incident, one that is not there, or one that another replaces, perhaps.
func (k *asker) key() string {
	key := "IL-9999"
	if len(k.keys) > 0 && !oneIn(k.rng, 20) {
		key = pick(k.rng, k.keys)
	}
	if stored := k.a.sorted(); len(stored) > 0 && oneIn(k.rng, 6) {
		key = pick(k.rng, stored).ID
	}
	if oneIn(k.rng, 4) {
		key = strings.ToLower(key)
	}
	return key
}

func (k *asker) terms() graph.TermsRequest {
	var q graph.TermsRequest
	if oneIn(k.rng, 2) {
		kind := pick(k.rng, graph.TermKinds())
		q.Kind = &kind
	}
	if oneIn(k.rng, 2) {
		variants := pick(k.rng, spellings[pick(k.rng, graph.TermKinds())])
		letters := []rune(pick(k.rng, variants))
		q.Query = string(letters[:1+k.rng.IntN(len(letters))])
	}
	var places []graph.Position
	for _, row := range k.a.terms(q) {
		places = append(places, row.position)
	}
	q.Page = k.page(places)
	return q
}
