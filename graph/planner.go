package graph

import (
	"context"
	"fmt"
	"maps"
	"slices"
)

// planner holds the batch laid over the stored state. In old and now stand the cases
// whose reading changes: those put or deleted, those that gain or lose an heir, and
// those that name a term whose meaning changes.
type planner struct {
	ctx            context.Context
	state          Stored
	oldVoc, nowVoc *Vocabulary
	renamed        []TermRef        // terms that some name meant and means no more, or that become controlled
	old, now       map[string]*Case // by folded key; nil: no such case
	heirs          map[string]heirs // of provisional keys
	change         Change
}

type heirs struct{ old, now []string }

func (p *planner) vocabulary(terms []Term) error {
	var err error
	if p.oldVoc, err = p.state.Vocabulary(p.ctx); err != nil {
		return err
	}
	p.nowVoc = p.oldVoc
	if len(terms) == 0 {
		return nil
	}
	if p.nowVoc, err = p.oldVoc.With(terms); err != nil {
		return err
	}
	p.change.Terms, p.change.Retired = p.oldVoc.Changes(p.nowVoc)
	renamed := map[TermRef]struct{}{}
	for _, now := range p.change.Terms {
		old, known := p.oldVoc.Term(now.Ref())
		for _, name := range append(old.allNames(), now.allNames()...) {
			before, after := p.oldVoc.Resolve(now.Kind, name), p.nowVoc.Resolve(now.Kind, name)
			if before != after || !known {
				renamed[TermRef{now.Kind, before}] = struct{}{}
			}
		}
	}
	for _, ref := range p.change.Retired {
		renamed[ref] = struct{}{}
	}
	p.renamed = slices.SortedFunc(maps.Keys(renamed), compareRefs)
	return nil
}

// cases decides what becomes of each case of the batch.
func (p *planner) cases(batch Batch) error {
	applied := &p.change.Applied
	wanted := map[string]*Case{}
	for _, c := range batch.Cases {
		if c.ID == "" {
			key, err := ProvisionalKey(c, p.nowVoc)
			if err != nil {
				return err
			}
			keyed := *c
			keyed.ID = key
			c = &keyed
		}
		if other := wanted[FoldKey(c.ID)]; other != nil && !equalCases(other, c) {
			return Errorf(CodeConflict, "one batch holds two different cases under the key %s", c.ID)
		}
		wanted[FoldKey(c.ID)] = c
	}
	gone := map[string]string{}
	for _, key := range batch.Delete {
		if wanted[FoldKey(key)] != nil {
			return Errorf(CodeConflict, "one batch both puts and deletes %s", key)
		}
		gone[FoldKey(key)] = key
	}
	if err := p.load(slices.Sorted(maps.Keys(union(wanted, gone)))); err != nil {
		return err
	}
	for _, key := range slices.Sorted(maps.Keys(wanted)) {
		c, stored := wanted[key], p.old[key]
		switch FateOf(c, stored) {
		case Refused:
			applied.Rejected = append(applied.Rejected, Rejection{c.ID, fmt.Sprintf("the graph holds %s, which differs in the case of letters only: one key names one case", stored.ID)})
			continue
		case Unchanged:
			applied.Unchanged = append(applied.Unchanged, c.ID)
			continue
		case Older:
			applied.Older = append(applied.Older, c.ID)
			continue
		case Replaced:
			applied.Replaced = append(applied.Replaced, c.ID)
		case Added:
			applied.Added = append(applied.Added, c.ID)
		}
		p.now[key] = c
		p.change.PutCases = append(p.change.PutCases, p.casePut(c))
	}
	for _, key := range slices.Sorted(maps.Keys(gone)) {
		stored := p.old[key]
		if stored == nil {
			applied.Missing = append(applied.Missing, gone[key])
			continue
		}
		p.now[key] = nil
		applied.Deleted = append(applied.Deleted, stored.ID)
		p.change.DeleteCases = append(p.change.DeleteCases, key)
	}
	return nil
}

func (p *planner) casePut(c *Case) CasePut {
	put := CasePut{Case: c}
	eachTermName(c, func(m mention) {
		put.Mentions = append(put.Mentions, TermRef{m.kind, p.nowVoc.Resolve(m.kind, m.printed)})
	})
	slices.SortFunc(put.Mentions, compareRefs)
	put.Mentions = slices.Compact(put.Mentions)
	return put
}

// load reads stored cases into old, and into now those that the batch does not change.
func (p *planner) load(keys []string) error {
	keys = slices.DeleteFunc(slices.Clone(keys), func(key string) bool { _, known := p.old[key]; return known })
	if len(keys) == 0 {
		return nil
	}
	cases, err := p.state.StoredCases(p.ctx, keys)
	if err != nil {
		return err
	}
	for i, key := range keys {
		p.old[key], p.now[key] = cases[i], cases[i]
	}
	return nil
}

// loadHeirs reads who replaces provisional keys, before and after the batch.
func (p *planner) loadHeirs(keys []string) error {
	keys = slices.DeleteFunc(slices.Clone(keys), func(key string) bool {
		_, known := p.heirs[key]
		return known || !IsProvisionalKey(key)
	})
	if len(keys) == 0 {
		return nil
	}
	stored, err := p.state.Heirs(p.ctx, keys)
	if err != nil {
		return err
	}
	for i, key := range keys {
		h := heirs{old: stored[i]}
		for _, id := range stored[i] {
			if c, touched := p.now[FoldKey(id)]; !touched || c != nil && replaces(c, key) {
				h.now = append(h.now, id)
			}
		}
		for _, c := range p.now {
			if c != nil && replaces(c, key) {
				h.now = append(h.now, c.ID)
			}
		}
		h.now = sortedSet(h.now)
		p.heirs[key] = h
	}
	return nil
}

func replaces(c *Case, key string) bool {
	return slices.ContainsFunc(c.Replaces, func(x string) bool { return FoldKey(x) == key })
}

func (p *planner) oldHeir(key string) string { return heirOf(key, p.heirs[key].old) }
func (p *planner) nowHeir(key string) string { return heirOf(key, p.heirs[key].now) }

// retouch finds the cases whose reading changes though the batch does not name them.
func (p *planner) retouch() error {
	if len(p.renamed) > 0 {
		keys, err := p.state.Mentioning(p.ctx, p.renamed)
		if err != nil {
			return err
		}
		folded := make([]string, len(keys))
		for i, key := range keys {
			folded[i] = FoldKey(key)
		}
		if err := p.load(folded); err != nil {
			return err
		}
		for _, key := range folded { // what they mention is kept under another slug now
			if c := p.now[key]; c != nil && c == p.old[key] {
				p.change.PutCases = append(p.change.PutCases, p.casePut(c))
			}
		}
	}
	var replaced []string
	for _, c := range p.bothSides() {
		for _, x := range c.Replaces {
			replaced = append(replaced, FoldKey(x))
		}
	}
	return p.load(sortedSet(replaced))
}

// bothSides gives the cases of old and now.
func (p *planner) bothSides() []*Case {
	var out []*Case
	for key, c := range p.old {
		if c != nil {
			out = append(out, c)
		}
		if now := p.now[key]; now != nil && now != c {
			out = append(out, now)
		}
	}
	return out
}

// incidents derives anew every incident that the changed cases bear on: their own, those
// that their cards lead to, and those whose cards lead to them.
func (p *planner) incidents() error {
	touched := map[string]struct{}{}
	for _, c := range p.bothSides() {
		touched[FoldKey(c.ID)] = struct{}{}
		for _, card := range c.Related {
			if card.ID != "" {
				touched[FoldKey(card.ID)] = struct{}{}
			}
		}
		for _, x := range c.Replaces {
			touched[FoldKey(x)] = struct{}{}
		}
	}
	if err := p.loadHeirs(slices.Sorted(maps.Keys(touched))); err != nil {
		return err
	}
	for key := range maps.Clone(touched) {
		touched[p.oldHeir(key)] = struct{}{}
		touched[p.nowHeir(key)] = struct{}{}
	}

	changed := slices.Sorted(maps.Keys(p.old)) // before the neighbours are read
	citing, err := p.citing(slices.Sorted(maps.Keys(touched)))
	if err != nil {
		return err
	}
	for _, key := range changed { // a changed cause or list bears on those who cite the case
		for _, by := range slices.Concat(citing[p.oldHeir(key)], citing[p.nowHeir(key)]) {
			touched[by] = struct{}{}
		}
	}
	unread := maps.Clone(touched)
	maps.DeleteFunc(unread, func(key string, _ struct{}) bool { _, done := citing[key]; return done })
	more, err := p.citing(slices.Sorted(maps.Keys(unread)))
	if err != nil {
		return err
	}
	maps.Copy(citing, more)

	var neighbours []string
	for _, by := range citing {
		neighbours = append(neighbours, by...)
	}
	neighbours = append(neighbours, slices.Collect(maps.Keys(touched))...)
	if err := p.load(sortedSet(neighbours)); err != nil {
		return err
	}
	return p.assembleAll(touched)
}

// citing gives the folded keys of the cases that cited incidents before the batch.
func (p *planner) citing(keys []string) (map[string][]string, error) {
	if len(keys) == 0 {
		return map[string][]string{}, nil
	}
	lists, err := p.state.Citing(p.ctx, keys)
	if err != nil {
		return nil, err
	}
	out := make(map[string][]string, len(keys))
	for i, key := range keys {
		out[key] = []string{}
		for _, by := range lists[i] {
			out[key] = append(out[key], FoldKey(by))
		}
	}
	return out, nil
}

// assembleAll derives the touched incidents from the cases around them.
func (p *planner) assembleAll(touched map[string]struct{}) error {
	// Whom the cards of every case at hand mean, and the cases that those of the touched
	// incidents lead to: what these state of themselves bears on the incident.
	var named, ends []string
	for key, c := range p.now {
		named = append(named, key)
		if c == nil {
			continue
		}
		_, derived := touched[key]
		for _, card := range c.Related {
			if card.ID == "" {
				continue
			}
			named = append(named, FoldKey(card.ID))
			if derived {
				ends = append(ends, FoldKey(card.ID))
			}
		}
	}
	if err := p.loadHeirs(sortedSet(named)); err != nil {
		return err
	}
	for i, key := range ends {
		ends[i] = p.nowHeir(key)
	}
	for key := range touched {
		ends = append(ends, p.nowHeir(key))
	}
	if err := p.load(sortedSet(ends)); err != nil {
		return err
	}

	keys := slices.Sorted(maps.Keys(p.now))
	keys = slices.DeleteFunc(keys, func(key string) bool { return p.now[key] == nil || p.nowHeir(key) != key })
	all := inParallel(keys, func(key string) *reading { return read(p.now[key], p.nowVoc, p.nowHeir) })
	readings := make(map[string]*reading, len(all))
	citing := map[string][]*reading{}
	for _, r := range all {
		readings[r.key] = r
		for i := range r.cards {
			citing[r.cards[i].to] = append(citing[r.cards[i].to], r)
		}
	}
	type assembled struct {
		incident *Incident
		warnings []Warning
	}
	keys = slices.Sorted(maps.Keys(touched))
	incidents := inParallel(keys, func(key string) (a assembled) {
		if readings[key] != nil || len(citing[key]) > 0 {
			a.incident, a.warnings = assemble(key, readings[key], citing[key], readings)
		}
		return a
	})
	p.change.Incidents = make(map[string]*Incident, len(keys))
	for i, key := range keys {
		p.change.Incidents[key] = incidents[i].incident
		p.change.Applied.Warnings = append(p.change.Applied.Warnings, incidents[i].warnings...)
	}
	return nil
}

// spellings counts anew how the terms are spelt that are met in cases only.
func (p *planner) spellings() error {
	delta := map[TermRef]Spellings{}
	for key := range p.old {
		if p.old[key] == p.now[key] && p.oldVoc == p.nowVoc && p.oldHeir(key) == p.nowHeir(key) {
			continue // a neighbour, read for its cards alone
		}
		if c := p.old[key]; c != nil && p.oldHeir(key) == key {
			countSpellings(c, p.oldVoc, delta, -1)
		}
		if c := p.now[key]; c != nil && p.nowHeir(key) == key {
			countSpellings(c, p.nowVoc, delta, +1)
		}
	}
	maps.DeleteFunc(delta, func(_ TermRef, s Spellings) bool { return len(s) == 0 })
	for _, ref := range p.change.Retired { // nothing means it any more
		if delta[ref] == nil {
			delta[ref] = Spellings{}
		}
	}
	if len(delta) == 0 {
		return nil
	}
	refs := slices.SortedFunc(maps.Keys(delta), compareRefs)
	stored, err := p.state.Spellings(p.ctx, refs)
	if err != nil {
		return err
	}
	p.change.Spellings = map[TermRef]Spellings{}
	for i, ref := range refs {
		sum := maps.Clone(stored[i])
		if sum == nil {
			sum = Spellings{}
		}
		for name, n := range delta[ref] {
			sum[name] += n
			if sum[name] == 0 {
				delete(sum, name)
			}
		}
		p.change.Spellings[ref] = sum
	}
	return nil
}
