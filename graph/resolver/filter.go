package resolver

import (
	"context"
	"slices"

	"github.com/incidentgraph/incidentgraph/graph"
	"github.com/incidentgraph/incidentgraph/graph/model"
)

// filter gives a filter as stores take it. A name that no term has is warned of and
// stands for a term without incidents.
func (r *request) filter(ctx context.Context, where *model.IncidentFilter) (graph.Filter, error) {
	f, _, err := r.filterBeside(ctx, where, nil)
	return f, err
}

// filterBeside is filter with the slug of a component that is named beside it, "" where
// none is. There a name that no component has is an error.
func (r *request) filterBeside(ctx context.Context, where *model.IncidentFilter, component *string) (f graph.Filter, slug string, err error) {
	names, narrower := namesIn(where)
	if component != nil {
		names = append(names, graph.Name{Kind: graph.KindComponent, Text: *component})
	}
	ids, err := r.names.load(ctx, names...)
	if err != nil {
		return f, "", err
	}
	if component != nil {
		last := len(names) - 1
		if ids[last] == "" {
			return f, "", r.unknownComponent(ctx, names[last])
		}
		slug, names = slugOf(ids[last]), names[:last]
	}
	b := filterBuilder{texts: &r.queries, slugs: map[graph.Name]string{}}
	for i, name := range names {
		b.slugs[name] = slugOf(ids[i])
		if ids[i] == "" {
			r.unknown.add(name)
			b.slugs[name] = graph.Slug(name.Text)
		}
	}
	if narrower {
		if b.vocabulary, err = r.vocabulary.one(ctx, struct{}{}); err != nil {
			return f, "", err
		}
	}
	f, err = b.filter(where)
	return f, slug, err
}

// termFilters gives the conditions on terms that a filter has itself.
func termFilters(where *model.IncidentFilter) map[graph.EdgeKind]*model.TermFilter {
	given := map[graph.EdgeKind]*model.TermFilter{}
	for kind, f := range map[graph.EdgeKind]*model.TermFilter{
		graph.At:          where.Company,
		graph.Involves:    where.Components,
		graph.CausedBy:    where.Causes,
		graph.TriggeredBy: where.Triggers,
		graph.Showed:      where.Symptoms,
		graph.WorsenedBy:  where.Factors,
	} {
		if f != nil {
			given[kind] = f
		}
	}
	return given
}

// namesIn gives every name in a filter, and whether narrower terms are asked for.
func namesIn(where *model.IncidentFilter) (names []graph.Name, narrower bool) {
	if where == nil {
		return nil, false
	}
	for kind, f := range termFilters(where) {
		for _, name := range slices.Concat(f.Any, f.All, f.None) {
			names = append(names, graph.Name{Kind: kind.To(), Text: name})
		}
		narrower = narrower || f.Narrower != nil && *f.Narrower
	}
	for _, part := range slices.Concat(where.And, where.Or, []*model.IncidentFilter{where.Not}) {
		more, deep := namesIn(part)
		names, narrower = append(names, more...), narrower || deep
	}
	return names, narrower
}

// filterBuilder makes filters of filters as clients write them. What asks nothing is left
// out, so that one list in other words has one name.
type filterBuilder struct {
	texts      *textQueries
	slugs      map[graph.Name]string
	vocabulary *graph.Vocabulary // where narrower terms are asked for
}

func (b *filterBuilder) filter(where *model.IncidentFilter) (f graph.Filter, err error) {
	if where == nil {
		return f, nil
	}
	for kind, t := range termFilters(where) {
		if t.Any == nil && len(t.All) == 0 && len(t.None) == 0 && t.Known == nil {
			continue
		}
		if f.Terms == nil {
			f.Terms = map[graph.EdgeKind]graph.TermFilter{}
		}
		f.Terms[kind] = b.termFilter(kind.To(), t)
	}
	f.Values = valueFilters(where)
	if where.Date != nil && *where.Date != (model.DateRange{}) {
		if f.Date, err = dateRange(*where.Date); err != nil {
			return f, err
		}
	}
	for _, time := range []struct {
		member string
		asked  *model.MinutesRange
		into   **graph.MinutesRange
	}{
		{"timeToDetect", where.TimeToDetect, &f.TimeToDetect},
		{"timeToRecover", where.TimeToRecover, &f.TimeToRecover},
	} {
		if time.asked == nil || *time.asked == (model.MinutesRange{}) {
			continue
		}
		if *time.into, err = minutesRange(time.member, *time.asked); err != nil {
			return f, err
		}
	}
	if where.Text != nil {
		if f.Text, err = b.texts.parse(*where.Text); err != nil {
			return f, err
		}
	}
	f.Stub = where.IsStub
	if len(where.And) > 0 {
		if f.And, err = b.filters(where.And); err != nil {
			return f, err
		}
	}
	if where.Or != nil {
		or, err := b.filters(where.Or)
		if err != nil {
			return f, err
		}
		f.Or = &or
	}
	if where.Not != nil {
		not, err := b.filter(where.Not)
		if err != nil {
			return f, err
		}
		f.Not = &not
	}
	return f, nil
}

func (b *filterBuilder) filters(list []*model.IncidentFilter) ([]graph.Filter, error) {
	filters := make([]graph.Filter, len(list))
	for i, where := range list {
		var err error
		if filters[i], err = b.filter(where); err != nil {
			return nil, err
		}
	}
	return filters, nil
}

func (b *filterBuilder) termFilter(kind graph.NodeKind, t *model.TermFilter) graph.TermFilter {
	meant := func(name string) []string {
		slug := b.slugs[graph.Name{Kind: kind, Text: name}]
		if t.Narrower != nil && *t.Narrower {
			return b.vocabulary.Below(graph.TermRef{Kind: kind, Slug: slug})
		}
		return []string{slug}
	}
	meantByAny := func(names []string) []string {
		slugs := []string{}
		for _, name := range names {
			slugs = append(slugs, meant(name)...)
		}
		slices.Sort(slugs)
		return slices.Compact(slugs)
	}
	f := graph.TermFilter{None: meantByAny(t.None), Known: t.Known}
	if t.Any != nil {
		slugs := meantByAny(t.Any)
		f.Any = &slugs
	}
	for _, name := range t.All {
		f.All = append(f.All, meantByAny([]string{name}))
	}
	return f
}

// valueFilters gives the conditions on plain values that a filter has itself.
func valueFilters(where *model.IncidentFilter) map[graph.ValueField][]string {
	var given map[graph.ValueField][]string
	for field, values := range map[graph.ValueField][]string{
		graph.Domain:   where.Domain,
		graph.Severity: where.Severity,
		graph.Region:   where.Regions,
		graph.Tag:      where.Tags,
	} {
		if values == nil {
			continue
		}
		if given == nil {
			given = map[graph.ValueField][]string{}
		}
		folded := make([]string, len(values))
		for i, v := range values {
			folded[i] = graph.Fold(v)
		}
		slices.Sort(folded)
		given[field] = slices.Compact(folded)
	}
	return given
}

// minutesRange reads a range of minutes.
func minutesRange(member string, asked model.MinutesRange) (*graph.MinutesRange, error) {
	for _, end := range []*int{asked.Min, asked.Max} {
		if end != nil && *end < 0 {
			return nil, graph.Errorf(graph.CodeInvalid, "%s: minutes are 0 or more, not %d", member, *end)
		}
	}
	if asked.Min != nil && asked.Max != nil && *asked.Min > *asked.Max {
		return nil, graph.Errorf(graph.CodeInvalid, "%s: min %d is more than max %d", member, *asked.Min, *asked.Max)
	}
	return &graph.MinutesRange{Min: asked.Min, Max: asked.Max}, nil
}

// dateRange reads a range of dates: a month or year stands for its first day at the
// front, for its last at the back.
func dateRange(asked model.DateRange) (*graph.DateRange, error) {
	var r graph.DateRange
	for _, end := range []struct {
		name  string
		typed *model.Date
		day   func(graph.Date) int32
		into  **int32
	}{
		{"from", asked.From, graph.Date.First, &r.From},
		{"to", asked.To, graph.Date.Last, &r.To},
	} {
		if end.typed == nil {
			continue
		}
		date, err := graph.ParseDate(string(*end.typed))
		if err != nil {
			return nil, graph.Errorf(graph.CodeInvalid, "date.%s: %q is not a date: write 2019-01-18, 2019-01 or 2019", end.name, shown(string(*end.typed)))
		}
		day := end.day(date)
		*end.into = &day
	}
	if r.From != nil && r.To != nil && *r.From > *r.To {
		return nil, graph.Errorf(graph.CodeInvalid, "date: from %s comes after to %s", *asked.From, *asked.To)
	}
	return &r, nil
}
