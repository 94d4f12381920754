package graph

import (
	"cmp"
	"context"
	"slices"
)

// FindSubgraph answers subgraph requests from what is around their starting nodes.
//
// Nodes come nearest first, the starting ones in front; then by evidence, strongest
// first, of the links that lead to them from nodes that are one step nearer; then in order
// of id, by code points. The first Limit of them are given. Links are those of Via among
// the nodes given, in order of kind, from, to; of more than MaxSubgraphLinks, edges before
// pairs, then those on the strongest evidence. Where Via is empty there are none, and no
// nodes but the starting ones. Without starting nodes the subgraph is empty.
//
// All requests go on side by side: one call of Adjacent reads the next steps of all of
// them, at most MaxSubgraphDepth times, twice that often where pairs are walked, and Nodes
// is called before and after.
//
// Errors: INVALID_ARGUMENT for a depth or limit out of bounds, for a kind of link that
// there is not and for more starting nodes than Limit (those named twice count once),
// NOT_FOUND for one that is not there, TIMEOUT where ctx ends first.
func FindSubgraph(ctx context.Context, around Surroundings, requests []SubgraphRequest) ([]SubgraphResult, error) {
	searches, err := newSubgraphSearches(ctx, around, requests)
	if err != nil {
		return nil, err
	}
	if err := sideBySide(ctx, around, searches); err != nil {
		return nil, err
	}
	var ids []ID
	for _, s := range searches {
		ids = append(ids, s.nodes...)
	}
	byID, err := nodesByID(ctx, around, ids)
	if err != nil {
		return nil, err
	}
	results := make([]SubgraphResult, len(searches))
	for i, s := range searches {
		links, all := s.linksAmong(s.nodes, byID)
		results[i] = SubgraphResult{s.nodes, links, s.more || !all}
	}
	return results, nil
}

func (q SubgraphRequest) check() error {
	switch {
	case q.Depth < 0 || q.Depth > MaxSubgraphDepth:
		return Errorf(CodeInvalid, "the depth of a subgraph must be from 0 to %d", MaxSubgraphDepth)
	case q.Limit < 1 || q.Limit > MaxSubgraphNodes:
		return Errorf(CodeInvalid, "the number of nodes of a subgraph must be from 1 to %d", MaxSubgraphNodes)
	}
	return nil
}

func newSubgraphSearches(ctx context.Context, around Surroundings, requests []SubgraphRequest) ([]*subgraphSearch, error) {
	var ids []ID
	for _, q := range requests {
		if err := q.check(); err != nil {
			return nil, err
		}
		ids = append(ids, q.IDs...)
	}
	nodes, err := foundNodes(ctx, around, ids)
	if err != nil {
		return nil, err
	}
	searches := make([]*subgraphSearch, len(requests))
	for i, q := range requests {
		var starts []ID
		for _, n := range nodes[:len(q.IDs)] {
			starts = append(starts, n.ID)
		}
		nodes = nodes[len(q.IDs):]
		slices.Sort(starts)
		if starts = slices.Compact(starts); len(starts) > q.Limit {
			return nil, Errorf(CodeInvalid, "a subgraph of up to %d nodes cannot start from %d; ask for more nodes or start from fewer", q.Limit, len(starts))
		}
		kinds, err := newWalked(q.Via)
		if err != nil {
			return nil, err
		}
		searches[i] = newSubgraphSearch(kinds, starts, q.Depth, q.Limit)
	}
	return searches, nil
}

// subgraphSearch gathers the nodes of one request.
type subgraphSearch struct {
	walked
	limit int
	depth int  // how many more levels there are to read
	nodes []ID // nearest first
	more  bool // there are nodes beyond the limit

	has     map[ID]bool
	level   []ID            // the nodes that were added last
	next    map[ID]Evidence // what is one step further, on which evidence
	passing map[ID]Evidence // hubs that pairs of the level lead over, on which evidence; to be read next
	passed  map[ID]bool     // hubs that were read
}

func newSubgraphSearch(kinds walked, starts []ID, depth, limit int) *subgraphSearch {
	s := &subgraphSearch{
		walked: kinds, limit: limit, depth: depth,
		has: map[ID]bool{}, next: map[ID]Evidence{}, passing: map[ID]Evidence{}, passed: map[ID]bool{},
	}
	for _, id := range starts {
		s.next[id] = Stated
	}
	return s
}

// advance says what to read next, nothing when all is gathered.
//
// It asks for limit+1 steps of each node, however many there are, and that is enough. Take
// one of the first nodes of the next level that there is room for, and the step that leads
// to it on the strongest evidence. What stands before that step in its list is either
// given already, or comes before the node in the level, too: together fewer than limit.
// And a list that is cut has one node more than there can be room for.
func (s *subgraphSearch) advance() []AdjacentRequest {
	var asked []AdjacentRequest
	if len(s.passing) > 0 {
		for hub, evidence := range s.passing {
			s.passed[hub] = true
			kind, _, _ := hub.Split()
			asked = append(asked, AdjacentRequest{ID: hub, Via: []EdgeKind{EdgeTo(kind)}, Size: s.limit + 1, AtBest: evidence})
		}
		clear(s.passing)
		slices.SortFunc(asked, func(a, b AdjacentRequest) int { return cmp.Compare(a.ID, b.ID) })
		return asked
	}
	s.addLevel()
	if s.depth == 0 || s.more || len(s.via) == 0 {
		return nil
	}
	s.depth--
	for _, id := range s.level {
		q := AdjacentRequest{ID: id, Via: s.via, Size: s.limit + 1}
		if kind, _, _ := id.Split(); !kind.IsTerm() && len(s.hubs) > 0 {
			q.Via, q.Size = s.asked, max(q.Size, maxOwnSteps) // no hub may be missed
		}
		asked = append(asked, q)
	}
	return asked
}

// maxOwnSteps is more than the steps from an incident to its terms.
const maxOwnSteps = 10_000

// addLevel adds what is one step further, as far as there is room.
func (s *subgraphSearch) addLevel() {
	s.level = s.level[:0]
	for id := range s.next {
		s.level = append(s.level, id)
	}
	slices.SortFunc(s.level, func(a, b ID) int {
		return cmp.Or(cmp.Compare(s.next[a], s.next[b]), cmp.Compare(a, b))
	})
	if room := s.limit - len(s.nodes); len(s.level) > room {
		s.level, s.more = s.level[:room], true
	}
	for _, id := range s.level {
		s.has[id] = true
	}
	s.nodes = append(s.nodes, s.level...)
	clear(s.next)
}

// take takes in what is around a node of the level, or in a hub.
func (s *subgraphSearch) take(id ID, result AdjacentResult) {
	kind, _, _ := id.Split()
	for _, step := range result.Steps {
		if kind.IsTerm() || slices.Contains(s.via, step.Kind) {
			note(s.next, step, s.has)
		}
		if !kind.IsTerm() && slices.Contains(s.hubs, step.Kind) {
			note(s.passing, step, s.passed)
		}
	}
}

// note notes where a step leads and the strongest evidence for it.
func note(reached map[ID]Evidence, step Step, but map[ID]bool) {
	if but[step.To] {
		return
	}
	if known, ok := reached[step.To]; !ok || step.Evidence < known {
		reached[step.To] = step.Evidence
	}
}
