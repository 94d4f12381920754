package loader

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/incidentgraph/incidentgraph/graph"
)

// Known is the part of a store that a preview reads.
type Known interface {
	Cases(ctx context.Context, keys []string) ([]*graph.Case, error)
	Nodes(ctx context.Context, ids []graph.ID) ([]*graph.Node, error)
	Neighbors(ctx context.Context, ids []graph.ID) ([][]graph.Link, error)
	Scan(ctx context.Context, each func(*graph.Case) error) error
}

// Change is one change that a load would make.
type Change struct {
	Verb   string // "add", "change" or "remove"
	Node   graph.ID
	Stub   bool     // an incident that is known from cards only
	Fields []string // of a case that changes: the members of its record that differ, sorted
}

// String writes "change incident:IL-0001 components, title".
func (c Change) String() string {
	s := c.Verb + " "
	if c.Stub {
		s += "stub "
	}
	s += string(c.Node)
	for i, f := range c.Fields {
		if i > 0 {
			s += ","
		}
		s += " " + f
	}
	return s
}

// Preview does as Apply, without a store that is written to: it counts in the report what
// would become of the records, and gives every change to each, in the order of the input,
// then the stubs that come and go. Of contradictions it tells those between the records that
// change and the cases that they name or that name them. What is stored is to stand still
// meanwhile.
func (l *Load) Preview(ctx context.Context, store Known, each func(Change) error) error {
	p := preview{Load: l, ctx: ctx, store: store, each: each, named: map[string]string{}, added: map[string]struct{}{}, dropped: map[string]map[string]struct{}{}}
	l.Report.Previewed = true
	if err := p.terms(); err != nil {
		return err
	}
	previewed, all := 0, l.Report.Accepted
	for batch, err := range l.Batches() {
		if err == nil {
			err = ctx.Err()
		}
		if err == nil {
			err = p.batch(batch.Cases)
		}
		if err != nil {
			return err
		}
		previewed += len(batch.Cases)
		l.progress(previewed, float64(previewed)/float64(max(all, 1)))
	}
	if err := p.stubsThatCome(); err != nil {
		return err
	}
	return p.incidentsThatGo()
}

type preview struct {
	*Load
	ctx   context.Context
	store Known
	each  func(Change) error

	named   map[string]string              // what cards of new records lead to: folded key → as printed
	added   map[string]struct{}            // folded keys of new cases
	dropped map[string]map[string]struct{} // folded keys that cards led to and lead no more → by which cases
	replace []string                       // provisional keys that new records replace
}

// tell counts a change that the report counts nowhere else, and passes it on.
func (p *preview) tell(c Change) error {
	kind, _, _ := c.Node.Split()
	switch {
	case c.Stub && c.Verb == "add":
		p.Report.NewStubs++
	case kind == graph.KindIncident && c.Verb == "remove":
		p.Report.Removed++
	}
	return p.each(c)
}

// terms tells how the vocabulary changes.
func (p *preview) terms() error {
	put, gone := p.opts.Vocabulary.Changes(p.voc)
	for _, t := range put {
		change := Change{Verb: "change", Node: t.Ref().ID()}
		if _, known := p.opts.Vocabulary.Term(t.Ref()); !known {
			change.Verb = "add"
		}
		if err := p.tell(change); err != nil {
			return err
		}
	}
	for _, ref := range gone {
		if err := p.tell(Change{Verb: "remove", Node: ref.ID()}); err != nil {
			return err
		}
	}
	return nil
}

// batch tells what becomes of some records.
func (p *preview) batch(cases []*graph.Case) error {
	stored, err := p.stored(cases)
	if err != nil {
		return err
	}
	var changed []*graph.Case
	for i, c := range cases {
		switch graph.FateOf(c, stored[i]) {
		case graph.Refused:
			if err := p.refuse(c.ID, fmt.Sprintf("the graph holds %s, which differs in the case of letters only: one key names one case", stored[i].ID)); err != nil {
				return err
			}
			continue
		case graph.Unchanged:
			p.Report.Unchanged++
			continue
		case graph.Older:
			p.Report.Older++
			continue
		case graph.Added:
			p.Report.Added++
			p.added[graph.FoldKey(c.ID)] = struct{}{}
			err = p.tell(Change{Verb: "add", Node: graph.NewID(graph.KindIncident, c.ID)})
		case graph.Replaced:
			p.Report.Replaced++
			err = p.tell(Change{Verb: "change", Node: graph.NewID(graph.KindIncident, c.ID), Fields: fieldsThatDiffer(stored[i], c)})
		}
		if err != nil {
			return err
		}
		p.cards(c, stored[i])
		changed = append(changed, c)
	}
	return p.contradictions(changed)
}

// stored gives the stored cases of the keys of some. A provisional key gives its heir
// there: whether its own case is stored as well is looked up among all.
func (p *preview) stored(cases []*graph.Case) ([]*graph.Case, error) {
	keys := make([]string, len(cases))
	for i, c := range cases {
		keys[i] = c.ID
	}
	stored, err := p.store.Cases(p.ctx, keys)
	if err != nil {
		return nil, err
	}
	replaced := map[string]int{} // folded key → its place
	for i, s := range stored {
		if s != nil && !graph.SameKey(s.ID, keys[i]) {
			replaced[graph.FoldKey(keys[i])] = i
			stored[i] = nil
		}
	}
	if len(replaced) == 0 {
		return stored, nil
	}
	return stored, p.store.Scan(p.ctx, func(c *graph.Case) error {
		if i, ok := replaced[graph.FoldKey(c.ID)]; ok {
			stored[i] = c
		}
		return nil
	})
}

// cards notes where the cards of a new record lead, and where those of its earlier one led.
func (p *preview) cards(now, before *graph.Case) {
	for _, card := range now.Related {
		if card.ID != "" {
			p.named[graph.FoldKey(card.ID)] = card.ID
		}
	}
	p.replace = append(p.replace, now.Replaces...)
	if before == nil {
		return
	}
	for _, card := range before.Related {
		if card.ID == "" || slices.ContainsFunc(now.Related, func(c graph.Card) bool { return graph.SameKey(c.ID, card.ID) }) {
			continue
		}
		key := graph.FoldKey(card.ID)
		if p.dropped[key] == nil {
			p.dropped[key] = map[string]struct{}{}
		}
		p.dropped[key][graph.FoldKey(now.ID)] = struct{}{}
	}
}

// inParts gives nodes by key, some at a time, in order of key.
func (p *preview) inParts(keys []string, take func(key string, n *graph.Node) error) error {
	for part := range slices.Chunk(keys, graph.MaxBatch) {
		ids := make([]graph.ID, len(part))
		for i, key := range part {
			ids[i] = graph.NewID(graph.KindIncident, key)
		}
		nodes, err := p.store.Nodes(p.ctx, ids)
		if err != nil {
			return err
		}
		for i, key := range part {
			if err := take(key, nodes[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

func (p *preview) stubsThatCome() error {
	for key := range p.added {
		delete(p.named, key)
	}
	maps.DeleteFunc(p.named, func(key, _ string) bool { return p.isReplaced(key) })
	return p.inParts(slices.Sorted(maps.Keys(p.named)), func(key string, n *graph.Node) error {
		if n != nil {
			return nil
		}
		return p.tell(Change{Verb: "add", Stub: true, Node: graph.NewID(graph.KindIncident, p.named[key])})
	})
}

// incidentsThatGo tells of the stubs that no card leads to any more, and of the
// provisional incidents that others take the place of.
func (p *preview) incidentsThatGo() error {
	maps.DeleteFunc(p.dropped, func(key string, _ map[string]struct{}) bool {
		_, named := p.named[key]
		_, added := p.added[key]
		return named || added || p.isReplaced(key) // of that, what replaces it tells
	})
	err := p.inParts(slices.Sorted(maps.Keys(p.dropped)), func(key string, n *graph.Node) error {
		if n == nil || !n.Incident.Stub {
			return nil
		}
		links, err := p.store.Neighbors(p.ctx, []graph.ID{n.ID})
		if err != nil {
			return err
		}
		for _, link := range links[0] {
			_, by, _ := link.From.Split()
			if _, drops := p.dropped[key][graph.FoldKey(by)]; link.Kind == graph.Cites && !drops {
				return nil
			}
		}
		return p.tell(Change{Verb: "remove", Stub: true, Node: n.ID})
	})
	if err != nil {
		return err
	}
	slices.Sort(p.replace)
	return p.inParts(slices.Compact(p.replace), func(key string, n *graph.Node) error {
		if n == nil || !graph.SameKey(n.Incident.Key, key) {
			return nil
		}
		return p.tell(Change{Verb: "remove", Stub: n.Incident.Stub, Node: n.ID})
	})
}

// fieldsThatDiffer gives the members of two records that are not equal, sorted.
func fieldsThatDiffer(a, b *graph.Case) []string {
	members := func(c *graph.Case) map[string]json.RawMessage {
		out := map[string]json.RawMessage{}
		if line, err := graph.EncodeCase(c); err == nil {
			_ = json.Unmarshal(line, &out) // it was written just now
		}
		return out
	}
	before, now := members(a), members(b)
	var out []string
	for name := range before {
		if !bytes.Equal(before[name], now[name]) {
			out = append(out, name)
		}
	}
	for name := range now {
		if _, had := before[name]; !had {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}
