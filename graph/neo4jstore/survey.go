package neo4jstore

import (
	"maps"
	"slices"

	"github.com/incidentgraph/incidentgraph/graph"
)

// hubSizes gives how many incidents terms have; one that is not there is left out.
var hubSizes = perKind(pairKinds, `
UNWIND $slugs AS slug
MATCH (t:<label> {slug: slug})
RETURN slug, COUNT { (t)<-[:<type>]-() }`)

// hubSpans gives the ranks of a hub's incidents between two ranks, the first or the last
// of them.
var hubSpans = perKind(pairKinds, `
CALL () {
  UNWIND $forth AS span
  CALL (span) {
    MATCH ()-[r:<type>]->() USING INDEX SEEK r:<type>(slug, newest)
    WHERE r.slug = span.slug AND r.newest > span.low AND r.newest < span.high
    RETURN r.newest AS newest ORDER BY r.slug, r.newest LIMIT $limit
  }
  RETURN span.n AS n, collect(newest) AS ranks
UNION ALL
  UNWIND $back AS span
  CALL (span) {
    MATCH ()-[r:<type>]->() USING INDEX SEEK r:<type>(slug, newest)
    WHERE r.slug = span.slug AND r.newest > span.low AND r.newest < span.high
    RETURN r.newest AS newest ORDER BY r.slug DESC, r.newest DESC LIMIT $limit
  }
  RETURN span.n AS n, collect(newest) AS ranks
}
RETURN n, ranks`)

// span asks for the incidents of a hub whose ranks lie between two, from the low end or
// back from the high end.
type span struct {
	slug      string
	low, high string // exclusive
	back      bool
}

// readSpans gives up to limit places of each span, in the order in which they were read.
func (p *pairWriter) readSpans(spans []span, limit int) ([][]place, error) {
	out := make([][]place, len(spans))
	if len(spans) == 0 {
		return out, nil
	}
	forth, back := []any{}, []any{}
	for n, s := range spans {
		into := &forth
		if s.back {
			into = &back
		}
		*into = append(*into, map[string]any{"n": n, "slug": s.slug, "low": s.low, "high": s.high})
	}
	records, err := p.run(hubSpans[p.kind], map[string]any{"forth": forth, "back": back, "limit": limit})
	if err != nil {
		return nil, err
	}
	for _, record := range records {
		n, _ := record.Values[0].(int64)
		for _, newest := range texts(record.Values[1]) {
			day, key, err := readRank(newest)
			if err != nil {
				terms := graph.PairTerms(p.kind)
				return nil, corrupt("an edge %s to %s has the property newest %q, which no incident has: remove that edge",
					terms, graph.NewID(terms.To(), spans[n].slug), newest)
			}
			out[n] = append(out[n], place{day, key})
		}
	}
	return out, nil
}

// readSizes gives how many incidents hubs have.
func (p *pairWriter) readSizes(slugs []string) (map[string]int, error) {
	sizes := map[string]int{}
	if len(slugs) == 0 {
		return sizes, nil
	}
	records, err := p.run(hubSizes[p.kind], map[string]any{"slugs": slugs})
	for _, record := range records {
		slug, _ := record.Values[0].(string)
		size, _ := record.Values[1].(int64)
		sizes[slug] = int(size)
	}
	return sizes, err
}

// spansPerPlace is how many spans it takes to read the members around a place.
const spansPerPlace = 4

// survey reads the members of the hubs that change: all of them, or where that is much
// more, those around the places at which the hub changes.
func (p *pairWriter) survey() error {
	slugs := slices.Sorted(maps.Keys(p.hubs))
	sizes, err := p.readSizes(slugs)
	if err != nil {
		return err
	}
	var whole []span
	var wholeHubs []*hub
	largest := 0
	var parts []request
	for _, slug := range slugs {
		h := p.hubs[slug]
		h.size = sizes[slug]
		places := unite(h.removed, h.added)
		if h.size <= max(graph.MaxCompletePairs, spansPerPlace*(graph.PairWindow+1)*len(places)) {
			h.whole = true
			whole = append(whole, span{slug: slug, low: beforeAllRanks, high: afterAllRanks})
			wholeHubs = append(wholeHubs, h)
			largest = max(largest, h.size)
			continue
		}
		h.around = map[place]stretch{}
		for _, at := range places {
			parts = append(parts, request{slug, at})
		}
	}
	members, err := p.readSpans(whole, largest)
	if err != nil {
		return err
	}
	for i, h := range wholeHubs {
		h.members = members[i]
		slices.SortFunc(h.members, place.compare)
	}
	stretches, err := p.readAround(parts)
	if err != nil {
		return err
	}
	for i, r := range parts {
		p.hubs[r.slug].around[r.at] = stretches[i]
	}
	return nil
}

// request asks for the members of a hub around a place.
type request struct {
	slug string
	at   place
}

// readAround reads stretches. Ranks run from new to old and, within a day, up the keys;
// places run from old to new and up the keys. So the days next to a place's own are read
// forwards from one side of it, and where one of them is not read to its end, its other
// end is read once more.
func (p *pairWriter) readAround(requests []request) ([]stretch, error) {
	const enough = graph.PairWindow + 1
	var spans []span
	for _, r := range requests {
		day, at, next := rank(r.at.day, ""), rank(r.at.day, r.at.key), afterDay(r.at.day)
		spans = append(spans,
			span{r.slug, day, at, true},              // this day, smaller keys, the nearest first
			span{r.slug, at, next, false},            // this day, larger keys
			span{r.slug, next, afterAllRanks, false}, // earlier days, the latest first
			span{r.slug, beforeAllRanks, day, true},  // later days, the earliest first
		)
	}
	read, err := p.readSpans(spans, enough)
	if err != nil {
		return nil, err
	}
	nearest := make([][]place, 2*len(requests)) // before and after each place, the nearest first
	var tails []span
	var tailOf []int
	for i, r := range requests {
		own, beyond := read[spansPerPlace*i:], read[spansPerPlace*i+2:]
		for k := range 2 {
			whole, cut := wholeDays(beyond[k], len(beyond[k]) == enough)
			nearest[2*i+k] = slices.Concat(own[k], whole)
			if cut != nil && len(nearest[2*i+k]) < graph.PairWindow {
				tails = append(tails, span{r.slug, rank(cut.day, ""), afterDay(cut.day), k == 0})
				tailOf = append(tailOf, 2*i+k)
			}
		}
	}
	ends, err := p.readSpans(tails, graph.PairWindow)
	if err != nil {
		return nil, err
	}
	for i, n := range tailOf {
		nearest[n] = append(nearest[n], ends[i]...)
	}
	out := make([]stretch, len(requests))
	for i := range out {
		for k, into := range []*[]place{&out[i].before, &out[i].after} {
			side := nearest[2*i+k]
			*into = side[:min(len(side), graph.PairWindow)]
			slices.SortFunc(*into, place.compare)
		}
	}
	return out, nil
}

// wholeDays turns places that were read day by day around: each day's in the other order
// of keys. Where more was there to read, the last day may not be whole: one of its places
// is given instead.
func wholeDays(read []place, more bool) (turned []place, cut *place) {
	for start := 0; start < len(read); {
		end := start
		for end < len(read) && read[end].day == read[start].day {
			end++
		}
		if end == len(read) && more {
			return turned, &read[start]
		}
		for i := end - 1; i >= start; i-- {
			turned = append(turned, read[i])
		}
		start = end
	}
	return turned, nil
}
