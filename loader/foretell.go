package loader

import (
	"cmp"
	"maps"
	"slices"

	"github.com/incidentgraph/incidentgraph/graph"
)

// contradictions notes where the cards of records that change say otherwise than the cases
// will do, and where those of stored cases do that name such records.
func (p *preview) contradictions(changed []*graph.Case) error {
	named := map[string]string{} // folded key → as a card has it
	for _, c := range changed {
		for _, key := range keysClaimed(c) {
			named[graph.FoldKey(key)] = key
		}
	}
	standing, err := p.standing(slices.Sorted(maps.Values(named)))
	if err != nil {
		return err
	}
	for _, c := range changed {
		var others []*graph.Case
		for _, key := range keysClaimed(c) {
			if other := standing[graph.FoldKey(key)]; other != nil && !graph.SameKey(other.ID, c.ID) {
				others = append(others, other)
			}
		}
		for _, w := range graph.Contradictions(c, others, p.voc) {
			p.Report.against(w)
		}
	}
	bearers, err := p.storedThatName(changed)
	if err != nil {
		return err
	}
	byKey := make(map[string]*graph.Case, len(changed))
	for _, c := range changed {
		byKey[graph.FoldKey(c.ID)] = c
	}
	for _, key := range slices.Sorted(maps.Keys(bearers)) {
		c := bearers[key]
		var others []*graph.Case
		for _, key := range keysClaimed(c) {
			if other := byKey[graph.FoldKey(p.heir(key))]; other != nil && !graph.SameKey(other.ID, c.ID) {
				others = append(others, other)
			}
		}
		known := graph.Contradictions(c, nil, p.voc) // with itself
		for _, w := range graph.Contradictions(c, others, p.voc) {
			if !slices.Contains(known, w) {
				p.Report.against(w)
			}
		}
	}
	return nil
}

// keysClaimed gives the keys of the cases that the cards of one claim to share something
// with.
func keysClaimed(c *graph.Case) []string {
	var keys []string
	for _, card := range c.Related {
		if card.ID != "" && (card.SameCause || len(card.SharedComponents) > 0) {
			keys = append(keys, card.ID)
		}
	}
	return keys
}

// storedThatName gives, as they will be, the stored cases with cards that lead to some, by
// folded key.
func (p *preview) storedThatName(cases []*graph.Case) (map[string]*graph.Case, error) {
	ids := make([]graph.ID, len(cases))
	for i, c := range cases {
		ids[i] = graph.NewID(graph.KindIncident, c.ID)
	}
	lists, err := p.store.Neighbors(p.ctx, ids)
	if err != nil {
		return nil, err
	}
	var keys []string
	for i, links := range lists {
		for _, link := range links {
			if _, from, _ := link.From.Split(); link.Kind == graph.Cites && link.From != ids[i] {
				keys = append(keys, from)
			}
		}
	}
	return p.standing(keys)
}

// standing gives the cases that will stand for keys after the load, by folded key of what
// was asked for.
func (p *preview) standing(keys []string) (map[string]*graph.Case, error) {
	out := make(map[string]*graph.Case, len(keys))
	for part := range slices.Chunk(keys, graph.MaxBatch) {
		meant := make([]string, len(part))
		for i, key := range part {
			meant[i] = p.heir(key)
		}
		stored, err := p.store.Cases(p.ctx, meant)
		if err != nil {
			return nil, err
		}
		for i, key := range part {
			c := stored[i]
			if e, held := p.record(meant[i]); held {
				now, err := p.caseAt(e.at)
				if err != nil {
					return nil, err
				}
				if fate := graph.FateOf(now, c); fate != graph.Older && fate != graph.Refused {
					c = now
				}
			}
			if c != nil {
				out[graph.FoldKey(key)] = c
			}
		}
	}
	return out, nil
}

// heir gives the key of the record that a key means once the load is done: of a provisional
// one, the first that replaces it.
func (p *preview) heir(key string) string {
	first := ""
	for _, heir := range p.heirs[graph.FoldKey(key)] {
		if _, held := p.record(heir); held && (first == "" || heir < first) {
			first = heir
		}
	}
	return cmp.Or(first, key)
}

// isReplaced reports whether a record of the load takes the place of a key.
func (p *preview) isReplaced(key string) bool { return !graph.SameKey(p.heir(key), key) }

// record gives the record of the load that has a key.
func (p *preview) record(key string) (e entry, held bool) {
	number, held := p.index.holder(keyDigest(key))
	if !held || p.index.entries[number].fate != kept {
		return entry{}, false
	}
	return p.index.entries[number], true
}
