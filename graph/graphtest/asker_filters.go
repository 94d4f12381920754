package graphtest

import (
	"github.com/incidentgraph/incidentgraph/graph"
)

// filter thinks up a filter that is nested so deep.
func (k *asker) filter(depth int) graph.Filter {
	var f graph.Filter
	for first := true; first || oneIn(k.rng, 2); first = false {
		k.condition(&f)
	}
	if depth == 0 {
		return f
	}
	if oneIn(k.rng, 3) {
		f.And = k.filters(depth)
	}
	if oneIn(k.rng, 3) {
		or := k.filters(depth)
		f.Or = &or
	}
	if oneIn(k.rng, 2) {
		not := k.filter(depth - 1)
		f.Not = &not
	}
	return f
}

func (k *asker) filters(depth int) []graph.Filter {
	list := []graph.Filter{}
	for range k.rng.IntN(3) {
		list = append(list, k.filter(depth-1))
	}
	return list
}

// condition adds a condition to a filter, or puts it in the place of another.
func (k *asker) condition(f *graph.Filter) {
	switch k.rng.IntN(10) {
	case 0, 1, 2:
		kind := pick(k.rng, graph.TermEdgeKinds())
		if oneIn(k.rng, 2) {
			kind = graph.Involves
		}
		if f.Terms == nil {
			f.Terms = map[graph.EdgeKind]graph.TermFilter{}
		}
		f.Terms[kind] = k.termFilter(kind)
	case 3, 4:
		field := graph.ValueField(k.rng.IntN(int(graph.Tag) + 1))
		if f.Values == nil {
			f.Values = map[graph.ValueField][]string{}
		}
		f.Values[field] = k.someValues(field)
	case 5:
		f.Date = &graph.DateRange{From: k.day(), To: k.day()}
	case 6:
		f.TimeToDetect = k.minutes()
	case 7:
		f.TimeToRecover = k.minutes()
	case 8:
		f.Text = k.text()
	case 9:
		stub := oneIn(k.rng, 2)
		f.Stub = &stub
	}
}

func (k *asker) termFilter(kind graph.EdgeKind) graph.TermFilter {
	var t graph.TermFilter
	if oneIn(k.rng, 2) {
		anyOf := k.someSlugs(kind)
		t.Any = &anyOf
	}
	if oneIn(k.rng, 4) {
		for range k.rng.IntN(3) {
			t.All = append(t.All, k.someSlugs(kind))
		}
	}
	if oneIn(k.rng, 4) {
		t.None = k.someSlugs(kind)
	}
	if oneIn(k.rng, 3) {
		known := oneIn(k.rng, 2)
		t.Known = &known
	}
	return t
}

func (k *asker) someSlugs(kind graph.EdgeKind) []string {
	list := []string{}
	for range k.rng.IntN(4) {
		list = append(list, pick(k.rng, k.slugs[kind.To()]))
	}
	return list
}

// someValues gives values of a field, folded, and one that no case has.
func (k *asker) someValues(field graph.ValueField) []string {
	stock := map[graph.ValueField][][]string{graph.Domain: domains, graph.Severity: severities, graph.Region: regions, graph.Tag: tags}[field]
	list := []string{}
	for range k.rng.IntN(4) {
		list = append(list, graph.Fold(pick(k.rng, pick(k.rng, append(stock, []string{"no such value"})))))
	}
	return list
}

// minutes gives a range around the times of the corpora; its ends may be open, or crossed.
func (k *asker) minutes() *graph.MinutesRange {
	end := func() *int {
		if oneIn(k.rng, 3) {
			return nil
		}
		n := pick(k.rng, times) + k.rng.IntN(3) - 1
		return &n
	}
	return &graph.MinutesRange{Min: end(), Max: end()}
}

// day gives a day near those of the corpora, or none.
func (k *asker) day() *int32 {
	if oneIn(k.rng, 3) {
		return nil
	}
	d := day(pick(k.rng, dates))
	near := d.First() + int32(k.rng.IntN(3)) - 1
	if oneIn(k.rng, 3) {
		near = d.Last()
	}
	return &near
}
