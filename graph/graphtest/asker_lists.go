package graphtest

import "github.com/incidentgraph/incidentgraph/graph"

// order gives an order of up to four keys, or none: the list's own.
func (k *asker) order(tier, shared bool) graph.Order {
	by := []graph.SortBy{graph.ByDay, graph.ByName, graph.ByCompany, graph.ByTimeToDetect, graph.ByTimeToRecover}
	if tier {
		by = append(by, graph.ByTier)
	}
	if shared {
		by = append(by, graph.ByShared)
	}
	var order graph.Order
	for i := range pick(k.rng, []int{0, 0, 1, 1, 2, 3, 4}) {
		order[i] = graph.Sort{By: pick(k.rng, by), Descending: oneIn(k.rng, 2)}
	}
	return order
}

// page asks for some rows around places of rows, or beside them: a place keeps its
// meaning when its row is gone.
func (k *asker) page(places []graph.Position) graph.Page {
	p := graph.Page{Size: k.rng.IntN(5), FromEnd: oneIn(k.rng, 3)}
	if oneIn(k.rng, 4) {
		p.Size = graph.MaxPageSize
	}
	place := func() *graph.Position {
		if len(places) == 0 || !oneIn(k.rng, 2) {
			return nil
		}
		at := pick(k.rng, places)
		if oneIn(k.rng, 3) {
			at = k.beside(at, pick(k.rng, places))
		}
		return &at
	}
	p.After, p.Before = place(), place()
	return p
}

// beside gives a place where no row stands, or that of another row: one row's with a
// value of another's, or right behind it.
func (k *asker) beside(at, other graph.Position) graph.Position {
	switch k.rng.IntN(6) {
	case 0:
		at.Day = other.Day
	case 1:
		at.Company = other.Company
	case 2:
		at.TimeToDetect = other.TimeToDetect
	case 3:
		at.TimeToRecover = other.TimeToRecover
	case 4:
		at.Shared, at.Tier, at.Kind = other.Shared, other.Tier, other.Kind
	default:
		at.Name += "~"
	}
	return at
}

// counting asks for some counts of a list that has a filter.
func (k *asker) counting(own graph.Filter) graph.Counting {
	c := graph.Counting{Durations: oneIn(k.rng, 2)}
	if oneIn(k.rng, 3) {
		return c
	}
	for range k.rng.IntN(4) {
		f := graph.FacetRequest{By: graph.FacetField(k.rng.IntN(int(graph.FacetMonth) + 1)), Size: pick(k.rng, []int{0, 1, 2, 3, 20, 1000, 1000})}
		switch k.rng.IntN(4) {
		case 0, 1:
			but := own.Without(f.By)
			f.Filter = &but
		case 2:
			other := k.filter(k.rng.IntN(3))
			f.Filter = &other
		}
		c.Facets = append(c.Facets, f)
	}
	return c
}
