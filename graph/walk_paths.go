package graph

import (
	"cmp"
	"context"
	"slices"
)

// FindPaths answers path requests from what is around their ends.
//
// Paths come in order of their length, then of the sum of the incident counts of the
// terms that they walk through (the ends do not count), fewest first, then of the ids of
// their nodes, by code points. No path walks over a node twice, and no two walk over the
// same nodes; a step shows the first link of Via, in order of kind, that joins its ends.
// Where Via is empty there are no paths.
//
// The search goes out from both ends, a step at a time, where it is cheaper. What it may
// read of a graph is limited by MaxPathSteps, which is counted, not timed, so that an
// answer is the same on every store and every machine. Terms are read rarest first, and
// one that has more incidents than may still be read is left out: a path through such a
// hub is found where its neighbours on the path are read. What is found within the limit
// is in order.
//
// All requests go on side by side: one call of Adjacent reads the next steps of all of
// them, at most MaxPathLength times, twice that often where pairs are walked, and Nodes is
// called before and after.
//
// Errors: INVALID_ARGUMENT for a length or size out of bounds, for a kind of link that
// there is not and for equal ends, NOT_FOUND for an end that is not there, TIMEOUT where
// ctx ends first.
func FindPaths(ctx context.Context, around Surroundings, requests []PathRequest) ([]PathResult, error) {
	return findPaths(ctx, around, requests, MaxPathSteps)
}

// findPaths is FindPaths with another limit of work.
func findPaths(ctx context.Context, around Surroundings, requests []PathRequest, limit int) ([]PathResult, error) {
	searches, err := newPathSearches(ctx, around, requests, limit)
	if err != nil {
		return nil, err
	}
	if err := sideBySide(ctx, around, searches); err != nil {
		return nil, err
	}
	return pathResults(ctx, around, searches)
}

func (q PathRequest) check() error {
	switch {
	case q.MaxLength < 1 || q.MaxLength > MaxPathLength:
		return Errorf(CodeInvalid, "the length of a path must be from 1 to %d", MaxPathLength)
	case q.Size < 0 || q.Size > MaxPaths:
		return Errorf(CodeInvalid, "the number of paths must be from 0 to %d", MaxPaths)
	}
	return nil
}

func newPathSearches(ctx context.Context, around Surroundings, requests []PathRequest, limit int) ([]*pathSearch, error) {
	var ids []ID
	for _, q := range requests {
		if err := q.check(); err != nil {
			return nil, err
		}
		ids = append(ids, q.From, q.To)
	}
	ends, err := foundNodes(ctx, around, ids)
	if err != nil {
		return nil, err
	}
	searches := make([]*pathSearch, len(requests))
	for i, q := range requests {
		from, to := ends[2*i], ends[2*i+1]
		if from.ID == to.ID {
			return nil, Errorf(CodeInvalid, "the ends of a path must be two nodes; both are %s", from.ID)
		}
		if searches[i], err = newPathSearch(q, from, to, limit); err != nil {
			return nil, err
		}
	}
	return searches, nil
}

// pathSearch looks for the paths of one request. Its ends are the first two spots.
type pathSearch struct {
	explored
	size    int
	longest int // how long paths may be
	length  int // up to this length paths are looked for at the moment
	rounds  int // how often the graph was read
	left    int // how many more steps may be read
	found   [][]int
	more    bool // there are more paths than size
}

const start, end = 0, 1 // places of the ends of a path

func newPathSearch(q PathRequest, from, to *Node, limit int) (*pathSearch, error) {
	kinds, err := newWalked(q.Via)
	if err != nil {
		return nil, err
	}
	s := &pathSearch{
		explored: explored{walked: kinds, at: map[ID]int{}},
		size:     q.Size, longest: q.MaxLength, length: 1, left: limit,
	}
	terms := 0
	for _, n := range []*Node{from, to} {
		incidents := 0
		if n.Term != nil {
			incidents, terms = n.Term.Incidents, terms+1
		}
		s.spot(n.ID, incidents)
	}
	if !kinds.joinsIncidents() && s.longest%2 != terms%2 {
		s.longest-- // steps lead from incidents to terms and back
	}
	if len(kinds.via) == 0 {
		s.longest = 0
	}
	return s, nil
}

// advance says what to read next, nothing when the search is over. It goes on to longer
// paths as soon as the shorter ones are known, as far as they can be.
func (s *pathSearch) advance() []AdjacentRequest {
	if s.rounds == 0 && s.longest > 0 {
		s.rounds++
		return s.readEnds()
	}
	for ; s.length <= s.longest && !s.more; s.length++ {
		if due := s.due(); len(due) > 0 && s.rounds < s.longest*s.unit() {
			s.rounds++
			return s.read(due)
		}
		s.found, s.more = s.paths(s.length, s.size)
	}
	return nil
}

// readEnds asks for what is around both ends, but for one that is much larger than the
// other. Two that are large are read in part.
func (s *pathSearch) readEnds() []AdjacentRequest {
	size := s.left / 4
	var asked []AdjacentRequest
	bothLarge := s.spots[start].price() > size && s.spots[end].price() > size
	for _, spot := range s.spots {
		if spot.price() <= size || bothLarge {
			asked = append(asked, AdjacentRequest{ID: spot.id, Via: s.asked, Size: size})
		}
	}
	return asked
}

// frontier is how far one end is explored.
type frontier struct {
	ways  []way
	known int   // the distance of the nearest spot that is not whole
	open  int   // the distance of the nearest spots that can be read now
	spots []int // those
	price int   // of those
}

func (s *pathSearch) frontier(of int) frontier {
	f := frontier{ways: s.ways(of, s.longest*s.unit()), known: far, open: far}
	for at := range s.spots {
		spot, length := &s.spots[at], f.ways[at].length
		if !spot.whole {
			f.known = min(f.known, length)
		}
		if spot.asked || spot.price() > s.left || length > f.open {
			continue
		}
		if length < f.open {
			f.open, f.spots, f.price = length, nil, 0
		}
		f.spots, f.price = append(f.spots, at), f.price+spot.price()
	}
	return f
}

// missing reports whether a path of a length may go over a link that is not known: one
// between two spots, reached from either end by so much, which are not whole.
func (s *pathSearch) missing(a, b, length int) bool { return a+1+b <= length*s.unit() }

// due gives the spots to read for paths of the present length, rarest first.
func (s *pathSearch) due() []int {
	a, b := s.frontier(start), s.frontier(end)
	goA, goB := s.missing(a.open, b.known, s.length), s.missing(b.open, a.known, s.length)
	if goA && goB && s.unit() == 1 { // a pair is two strides, so both sides take them at once
		wholeA, wholeB := a.open == a.known && a.price <= s.left, b.open == b.known && b.price <= s.left
		goA, goB = !wholeB || wholeA && a.price <= b.price, !wholeA || wholeB && b.price < a.price
	}
	var due []int
	if goA {
		due = append(due, a.spots...)
	}
	if goB {
		due = append(due, b.spots...)
	}
	slices.SortFunc(due, func(x, y int) int {
		return cmp.Or(
			cmp.Compare(s.spots[x].price(), s.spots[y].price()),
			cmp.Compare(min(a.ways[x].weight, b.ways[x].weight), min(a.ways[y].weight, b.ways[y].weight)),
			cmp.Compare(s.spots[x].id, s.spots[y].id))
	})
	return slices.Compact(due)
}

// read asks for what is around spots, in their order, as far as the limit allows. What is
// over serves incidents that have more steps than is thought.
func (s *pathSearch) read(due []int) []AdjacentRequest {
	var asked []AdjacentRequest
	spare, incidents := s.left, 0
	for _, at := range due {
		spot := &s.spots[at]
		if spot.price() > spare {
			break
		}
		spare -= spot.price()
		if !spot.term {
			incidents++
		}
		asked = append(asked, AdjacentRequest{ID: spot.id, Via: s.asked, Size: spot.price()})
	}
	for i := range asked {
		if incidents > 0 && !s.spots[s.at[asked[i].ID]].term {
			asked[i].Size += spare / incidents
		}
	}
	return asked
}

// take takes in what is around a node.
func (s *pathSearch) take(id ID, result AdjacentResult) {
	s.left -= len(result.Steps)
	s.learn(s.at[id], result)
}

// unfinished reports whether there may be paths over links that were not read.
func (s *pathSearch) unfinished() bool {
	return s.longest > 0 && s.missing(s.frontier(start).known, s.frontier(end).known, s.longest)
}

// pathResults gives the paths with all that there is to tell of their links.
func pathResults(ctx context.Context, around Surroundings, searches []*pathSearch) ([]PathResult, error) {
	var ids []ID
	for _, s := range searches {
		for _, p := range s.found {
			for _, at := range p {
				ids = append(ids, s.spots[at].id)
			}
		}
	}
	byID, err := nodesByID(ctx, around, ids)
	if err != nil {
		return nil, err
	}
	results := make([]PathResult, len(searches))
	for i, s := range searches {
		results[i].Truncated = s.more || s.unfinished()
		for _, spots := range s.found {
			p := Path{}
			for k, at := range spots {
				id := s.spots[at].id
				if k > 0 {
					link, ok := s.link(byID[p.Nodes[k-1]], byID[id])
					if !ok {
						return nil, Errorf(CodeInternal, "%s and %s are one step apart, and no link joins them", p.Nodes[k-1], id)
					}
					p.Links = append(p.Links, link)
				}
				p.Nodes = append(p.Nodes, id)
			}
			results[i].Paths = append(results[i].Paths, p)
		}
	}
	return results, nil
}
