package graph

import (
	"cmp"
	"slices"
)

// linkAt is a link among some nodes, told by their places in order of id.
type linkAt struct {
	kind     EdgeKind
	from, to int
	evidence Evidence
}

func (l linkAt) compare(o linkAt) int {
	return cmp.Or(cmp.Compare(l.kind, o.kind), cmp.Compare(l.from, o.from), cmp.Compare(l.to, o.to))
}

// linksAmong gives the links among nodes, in order of kind, from, to; of more than
// MaxSubgraphLinks, edges before pairs, then those on the strongest evidence. all is false
// where some are left out.
func (w walked) linksAmong(ids []ID, byID map[ID]*Node) (links []Link, all bool) {
	nodes := make([]*Node, len(ids))
	for i, id := range slices.Sorted(slices.Values(ids)) {
		nodes[i] = byID[id]
	}
	var edges, pairs []linkAt
	for _, kind := range w.via {
		if kind.IsPair() {
			pairs = append(pairs, pairsAmong(kind, nodes)...)
		} else {
			edges = append(edges, edgesAmong(kind, nodes)...)
		}
	}
	all = len(edges)+len(pairs) <= MaxSubgraphLinks
	edges = strongest(edges, MaxSubgraphLinks)
	given := append(edges, strongest(pairs, MaxSubgraphLinks-len(edges))...)
	slices.SortFunc(given, linkAt.compare)
	for _, l := range given {
		of := edgeLink
		if l.kind.IsPair() {
			of = pairLink
		}
		if link, ok := of(l.kind, nodes[l.from], nodes[l.to]); ok {
			links = append(links, link)
		}
	}
	return links, all
}

// strongest gives the links on the strongest evidence, at most so many, the first ones of
// those on the same.
func strongest(links []linkAt, most int) []linkAt {
	if len(links) <= most {
		return links
	}
	var kept []linkAt
	for evidence := Stated; evidence <= Inferred; evidence++ {
		for _, l := range links {
			if l.evidence == evidence && len(kept) < most {
				kept = append(kept, l)
			}
		}
	}
	return kept
}

// edgesAmong gives the edges of a kind among nodes, in order.
func edgesAmong(kind EdgeKind, nodes []*Node) []linkAt {
	places := map[string]int{} // by what an edge says of where it leads
	for i, n := range nodes {
		switch nodeKind, name, _ := n.ID.Split(); {
		case nodeKind != kind.To():
		case nodeKind.IsTerm():
			places[name] = i
		default:
			places[FoldKey(name)] = i
		}
	}
	var found []linkAt
	for i, n := range nodes {
		if n.Incident == nil {
			continue
		}
		for _, e := range n.Incident.EdgesOf(kind) {
			if to, ok := places[e.To]; ok {
				found = append(found, linkAt{kind, i, to, e.Evidence})
			}
		}
	}
	slices.SortFunc(found, linkAt.compare)
	return found
}

// pairsAmong gives the pairs of a kind among nodes, in order, as Relate would tell them,
// without holding each node against each.
func pairsAmong(kind EdgeKind, nodes []*Node) []linkAt {
	type member struct {
		at       int
		evidence Evidence
	}
	const none = Inferred + 1
	best := slices.Repeat([]Evidence{none}, len(nodes)*len(nodes)) // by place of the smaller id, of the larger
	hubs := map[string][]member{}
	places := map[string]int{}
	for i, n := range nodes {
		if n.Incident != nil {
			places[FoldKey(n.Incident.Key)] = i
		}
	}
	for i, n := range nodes {
		if n.Incident == nil {
			continue
		}
		for _, p := range n.Incident.Pairs {
			if other, ok := places[p.Other]; ok && p.Kind == kind && i < other {
				best[i*len(nodes)+other] = Stated
			}
		}
		for _, e := range n.Incident.EdgesOf(PairTerms(kind)) {
			for _, m := range hubs[e.To] {
				pair := &best[m.at*len(nodes)+i]
				*pair = min(*pair, max(m.evidence, e.Evidence))
			}
			hubs[e.To] = append(hubs[e.To], member{i, e.Evidence})
		}
	}
	count := 0
	for _, evidence := range best {
		if evidence != none {
			count++
		}
	}
	found := make([]linkAt, 0, count)
	for at, evidence := range best {
		if evidence != none {
			found = append(found, linkAt{kind, at / len(nodes), at % len(nodes), evidence})
		}
	}
	return found
}
