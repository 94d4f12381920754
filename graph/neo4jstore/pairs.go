package neo4jstore

import (
	"maps"
	"slices"
	"strings"

	"github.com/incidentgraph/incidentgraph/graph"
)

// pairWriter keeps the pair relationships of one kind as graph.Graph.Pairs says. It
// takes away those of the incidents that change in what makes pairs, and writes theirs
// anew; between other incidents it touches only what their hubs link or no longer link.
type pairWriter struct {
	*writer
	kind     graph.EdgeKind // SameCause or SharesComponent
	hubs     map[string]*hub
	touched  map[string]bool            // folded keys of the incidents whose pairs are written anew
	restated map[[2]string]bool         // folded keys of others, the smaller first → whether a card pairs them now; else it did before
	known    map[string]*graph.Incident // those read, as far as pairs need them; by folded key
	folded   map[string]string          // keys that were folded
}

// removePairs takes away the pairs of incidents.
var removePairs = perKind(pairKinds, `
UNWIND $rows AS key
MATCH (:Incident {folded: key})-[r:<pair>]-()
WITH DISTINCT r
DELETE r`)

// removeAndSurvey is the first half, before the new edges are written.
func (p *pairWriter) removeAndSurvey() error {
	p.hubs, p.touched, p.known = map[string]*hub{}, map[string]bool{}, map[string]*graph.Incident{}
	p.restated, p.folded = map[[2]string]bool{}, map[string]string{}
	terms := graph.PairTerms(p.kind)
	enter := func(i *graph.Incident, into func(*hub) *[]place) {
		if i == nil {
			return
		}
		for _, slug := range i.Terms(terms) {
			if p.hubs[slug] == nil {
				p.hubs[slug] = &hub{}
			}
			list := into(p.hubs[slug])
			*list = append(*list, placeOf(i))
		}
	}
	var old []any
	for _, key := range p.changed {
		if p.restates(key) {
			continue
		}
		p.touched[key] = true
		before, now := p.before[key], p.change.Incidents[key]
		enter(before, func(h *hub) *[]place { return &h.removed })
		enter(now, func(h *hub) *[]place { return &h.added })
		if before != nil {
			old = append(old, key)
		}
	}
	for _, h := range p.hubs {
		slices.SortFunc(h.removed, place.compare)
		slices.SortFunc(h.added, place.compare)
	}
	if err := p.exec(removePairs[p.kind], old); err != nil {
		return err
	}
	return p.survey()
}

// restates notes with whom an incident is paired by cards that was not, or is no more. It
// reports whether that is all that changes of its pairs, most of which then stay: a card
// changes what it says of one pair, and hubs have many.
func (p *pairWriter) restates(key string) bool {
	kind := graph.PairTerms(p.kind)
	if p.rewrites(key, kind) {
		return false
	}
	was, is := pairedOn(p.before[key], kind), pairedOn(p.change.Incidents[key], kind)
	changed := map[string]bool{} // whether they are paired now
	for _, other := range is {
		changed[other] = true
	}
	for _, other := range was {
		if changed[other] {
			delete(changed, other)
		} else {
			changed[other] = false
		}
	}
	for other := range changed {
		if _, changes := p.change.Incidents[other]; !changes {
			return false
		}
	}
	for other, now := range changed {
		p.restated[[2]string{min(key, other), max(key, other)}] = now
	}
	return true
}

// couple is a pair of incidents by their folded keys, the smaller id first.
type couple struct{ a, b string }

// couple gives the pair of two incidents by their keys as written.
func (p *pairWriter) couple(a, b string) couple {
	if b < a { // and so are their ids
		a, b = b, a
	}
	return couple{p.fold(a), p.fold(b)}
}

// fold is graph.FoldKey for the same few keys over and over.
func (p *pairWriter) fold(key string) string {
	folded, known := p.folded[key]
	if !known {
		folded = graph.FoldKey(key)
		p.folded[key] = folded
	}
	return folded
}

// drop is a pair that some hubs link no more.
type drop struct {
	places [2]place
	hubs   []string
}

// write is the second half, after the new edges are written.
func (p *pairWriter) write() error {
	links, gains, drops := map[couple]bool{}, map[couple]bool{}, map[couple]*drop{}
	for slug, h := range p.hubs {
		h.follow(shifts{
			link: func(a, b place) { links[p.couple(a.key, b.key)] = true },
			gain: func(a, b place) { gains[p.couple(a.key, b.key)] = true },
			drop: func(a, b place) {
				c := p.couple(a.key, b.key)
				if drops[c] == nil {
					drops[c] = &drop{places: [2]place{a, b}}
				}
				drops[c].hubs = append(drops[c].hubs, slug)
			},
		})
	}
	restated := p.restate(drops)
	maps.DeleteFunc(drops, func(c couple, _ *drop) bool { return gains[c] })
	if err := p.addStated(links); err != nil {
		return err
	}
	ends := append(slices.Collect(maps.Keys(links)), slices.Collect(maps.Keys(gains))...)
	if err := p.readEnds(append(ends, slices.Collect(maps.Keys(drops))...)); err != nil {
		return err
	}
	if err := p.keepLinked(drops); err != nil {
		return err
	}
	if err := p.dropPairs(slices.Collect(maps.Keys(drops))); err != nil {
		return err
	}
	if err := p.createPairs(createPairs[p.kind], slices.Collect(maps.Keys(links))); err != nil {
		return err
	}
	if err := p.createPairs(gainPairs[p.kind], slices.Collect(maps.Keys(gains))); err != nil {
		return err
	}
	maps.DeleteFunc(restated, func(c couple, _ bool) bool { return drops[c] != nil })
	if err := p.createPairs(setPairs[p.kind], slices.Collect(maps.Keys(restated))); err != nil {
		return err
	}
	return p.writeCompleteness()
}

// restate gives the pairs between incidents that stay, of whom cards say something else
// than before. Those of whom they say nothing more go into drops: a hub may link them all
// the same.
func (p *pairWriter) restate(drops map[couple]*drop) map[couple]bool {
	restated := map[couple]bool{}
	for keys, stated := range p.restated {
		a, b := p.change.Incidents[keys[0]], p.change.Incidents[keys[1]]
		if a == nil || b == nil || p.touched[keys[0]] || p.touched[keys[1]] {
			continue // it is gone, or its pairs are written anew
		}
		c := p.couple(a.Key, b.Key)
		restated[c] = true
		if drops[c] == nil && !stated {
			places := [2]place{placeOf(a), placeOf(b)}
			if places[1].compare(places[0]) < 0 {
				places[0], places[1] = places[1], places[0]
			}
			drops[c] = &drop{places: places}
		}
	}
	return restated
}

// addStated adds the pairs that cards state of the incidents written anew.
func (p *pairWriter) addStated(links map[couple]bool) error {
	var others []string
	for key := range p.touched {
		if i := p.change.Incidents[key]; i != nil {
			for _, pair := range i.Pairs {
				others = append(others, pair.Other)
			}
		}
	}
	if err := p.readIncidents(others); err != nil {
		return err
	}
	for key := range p.touched {
		i := p.change.Incidents[key]
		if i == nil {
			continue
		}
		for _, pair := range i.Pairs {
			if pair.Kind != p.kind {
				continue
			}
			other := p.incident(pair.Other)
			if other == nil {
				return corrupt("%s is paired with %s, whose node was removed: %s", i.Key, pair.Other, anew)
			}
			links[p.couple(i.Key, other.Key)] = true
		}
	}
	return nil
}

// readEnds reads the incidents that pairs are between: all that the hubs name.
func (p *pairWriter) readEnds(couples []couple) error {
	keys := make([]string, 0, 2*len(couples))
	for _, c := range couples {
		keys = append(keys, c.a, c.b)
	}
	if err := p.readIncidents(slices.Clone(keys)); err != nil {
		return err
	}
	for _, key := range keys {
		if p.incident(key) == nil {
			terms := graph.PairTerms(p.kind)
			return corrupt("no incident has the key %s, with which the property newest of an edge %s ends that leads to %s: remove that edge",
				key, terms, strings.Join(p.hubsWith(key), ", "))
		}
	}
	return nil
}

// hubsWith gives the ids of the hubs that hold an incident.
func (p *pairWriter) hubsWith(key string) []string {
	isIt := func(at place) bool { return p.fold(at.key) == key }
	var ids []string
	for slug, h := range p.hubs {
		held := slices.ContainsFunc(h.members, isIt)
		for _, s := range h.around {
			held = held || slices.ContainsFunc(s.before, isIt) || slices.ContainsFunc(s.after, isIt)
		}
		if held {
			ids = append(ids, string(graph.NewID(graph.PairTerms(p.kind).To(), slug)))
		}
	}
	slices.Sort(ids)
	return ids
}

// unrelated tells of two incidents that meet in a hub, and share nothing by what they list.
func unrelated(kind graph.EdgeKind, a, b *graph.Incident) error {
	terms := graph.PairTerms(kind)
	return corrupt("edges %s lead from %s and %s to one %s, which one of the two does not list among its %s: remove its edge",
		terms, a.Key, b.Key, terms.To(), lists[terms])
}

// pairMembers gives of incidents what makes pairs.
var pairMembers = perKind(pairKinds, `
UNWIND $keys AS key
MATCH (i:Incident {folded: key})
RETURN key, i.key, i.<list>, i.`+derivedTerms+`, i.`+inferredTerms+`, i.<paired>`)

// readIncidents reads what makes pairs of incidents that the change does not hold and
// that are not read yet.
func (p *pairWriter) readIncidents(keys []string) error {
	slices.Sort(keys)
	keys = slices.DeleteFunc(slices.Compact(keys), func(key string) bool { return p.incident(key) != nil })
	if len(keys) == 0 {
		return nil
	}
	records, err := p.run(pairMembers[p.kind], map[string]any{"keys": keys})
	if err != nil {
		return err
	}
	terms := graph.PairTerms(p.kind)
	for _, record := range records {
		folded, _ := record.Values[0].(string)
		i := &graph.Incident{}
		if i.Key, _ = record.Values[1].(string); p.fold(i.Key) != folded {
			return corrupt("the Incident node whose property folded is %s has the key %q: %s", folded, i.Key, anew)
		}
		derived, inferred := texts(record.Values[3]), texts(record.Values[4])
		for _, slug := range texts(record.Values[2]) {
			e := graph.Edge{Kind: terms, To: slug}
			switch id := string(graph.NewID(terms.To(), slug)); {
			case slices.Contains(derived, id):
				e.Evidence = graph.Derived
			case slices.Contains(inferred, id):
				e.Evidence = graph.Inferred
			}
			i.Edges = append(i.Edges, e)
		}
		for _, other := range texts(record.Values[5]) {
			i.Pairs = append(i.Pairs, graph.StatedPair{Kind: p.kind, Other: other})
		}
		p.known[folded] = i
	}
	return nil
}

// incident gives an incident as it is after the change, as far as pairs need it; nil if
// it was not read.
func (p *pairWriter) incident(folded string) *graph.Incident {
	if i := p.change.Incidents[folded]; i != nil {
		return i
	}
	return p.known[folded]
}
