package neo4jstore

import (
	"context"
	"slices"

	"github.com/incidentgraph/incidentgraph/graph"
)

// termLists walks lists of terms, and gives the names of all terms of the kinds that are
// searched.
var termLists = watched(`
  CALL () {
    UNWIND $requests AS q
    CALL (q) {
      UNWIND q.walks AS w
      CALL (w) {
        UNWIND CASE WHEN w.back THEN [] ELSE [w.low] END AS low
        CALL (low, w) {
          MATCH (t:Term) USING INDEX SEEK t:Term(order) WHERE t.order > low AND t.order < w.high
          RETURN t ORDER BY t.order LIMIT $limit
        }
        RETURN t
      UNION ALL
        UNWIND CASE WHEN w.back THEN [w.low] ELSE [] END AS low
        CALL (low, w) {
          MATCH (t:Term) USING INDEX SEEK t:Term(order) WHERE t.order > low AND t.order < w.high
          RETURN t ORDER BY t.order DESC LIMIT $limit
        }
        RETURN t
      }
      WITH w, collect([t.id, t.order]) AS terms
      RETURN collect([w.n, terms]) AS walks
    }
    CALL (q) {
      MATCH (t:Term) USING INDEX SEEK t:Term(order) WHERE t.order > q.from AND t.order < q.to
      RETURN count(t) AS total
    }
    RETURN q.n AS n, total, walks AS found
  UNION ALL
    UNWIND $searched AS s
    MATCH (t:Term) USING INDEX SEEK t:Term(order) WHERE t.order > s.from AND t.order < s.to
    RETURN -1 AS n, 0 AS total, collect([t.id, [t.slug, t.nameEn, t.nameKo] + coalesce(t.aliases, [])]) AS found
  }
  RETURN collect([n, total, found]) AS rows`)

// Terms implements graph.Store.
func (s *Store) Terms(ctx context.Context, requests []graph.TermsRequest) ([]graph.TermsResult, error) {
	if len(requests) == 0 {
		return []graph.TermsResult{}, nil
	}
	limit := 1
	lists, searched := []any{}, []any{}
	pages := make([]bounds, len(requests))
	isSearched := map[graph.NodeKind]bool{}
	for n, r := range requests {
		limit = max(limit, r.Page.Size+1)
		if r.Query != "" {
			for _, kind := range kindsOf(r) {
				isSearched[kind] = true
			}
			continue
		}
		pages[n] = boundsOf(r.Page, func(at graph.Position) string {
			return termOrder(graph.TermRef{Kind: at.Kind, Slug: at.Name})
		})
		from, to := beforeAllRanks, afterAllRanks
		if r.Kind != nil {
			from, to = kindOrder(*r.Kind), kindOrder(*r.Kind+1)
		}
		lists = append(lists, map[string]any{"n": n, "from": from, "to": to, "walks": pages[n].walks(from, to)})
	}
	for _, kind := range graph.TermKinds() {
		if isSearched[kind] {
			searched = append(searched, map[string]any{"from": kindOrder(kind), "to": kindOrder(kind + 1)})
		}
	}
	rows, err := s.ask(ctx, termLists, map[string]any{"requests": lists, "searched": searched, "limit": limit})
	if err != nil {
		return nil, err
	}
	out := make([]graph.TermsResult, len(requests))
	var named []graph.NamedTerm
	for _, row := range rows {
		n, _ := row[0].(int64)
		if n < 0 {
			more, err := readNames(row[2])
			if err != nil {
				return nil, err
			}
			named = append(named, more...)
			continue
		}
		total, _ := row[1].(int64)
		if out[n], err = readTermPage(pages[n], int(total), row[2]); err != nil {
			return nil, err
		}
	}
	for n, r := range requests {
		if r.Query != "" {
			out[n] = rankTerms(r, named)
		}
	}
	return out, nil
}

// kindsOf gives the kinds of terms that a request is about.
func kindsOf(r graph.TermsRequest) []graph.NodeKind {
	if r.Kind != nil {
		return []graph.NodeKind{*r.Kind}
	}
	return graph.TermKinds()
}

// readTermPage reads one list's walks.
func readTermPage(page bounds, total int, walks any) (graph.TermsResult, error) {
	type row struct {
		ref   graph.TermRef
		order string
	}
	var read [3][]row
	for n, terms := range readWalks(walks) {
		for _, t := range terms {
			columns, _ := t.([]any)
			if len(columns) != 2 {
				return graph.TermsResult{}, corrupt("a stored term cannot be read")
			}
			ref, err := readTermID(columns[0])
			if err != nil {
				return graph.TermsResult{}, err
			}
			order, _ := columns[1].(string)
			read[n] = append(read[n], row{ref, order})
		}
	}
	end := func(n int) string {
		if len(read[n]) == 0 {
			return ""
		}
		return read[n][0].order
	}
	rows, info := cut(page, read[pageWalk], end(firstWalk), end(lastWalk))
	result := graph.TermsResult{Info: info, Total: total}
	for _, r := range rows {
		result.Terms = append(result.Terms, r.ref)
		result.Positions = append(result.Positions, graph.Position{Kind: r.ref.Kind, Name: r.ref.Slug})
	}
	return result, nil
}

// readWalks gives what walks read, by their numbers.
func readWalks(v any) [3][]any {
	var out [3][]any
	walks, _ := v.([]any)
	for _, w := range walks {
		row, _ := w.([]any)
		if len(row) != 2 {
			continue
		}
		n, _ := row[0].(int64)
		out[n], _ = row[1].([]any)
	}
	return out
}

// readNames reads terms with their names.
func readNames(v any) ([]graph.NamedTerm, error) {
	rows, _ := v.([]any)
	out := make([]graph.NamedTerm, 0, len(rows))
	for _, r := range rows {
		row, _ := r.([]any)
		if len(row) != 2 {
			return nil, corrupt("a stored term cannot be read")
		}
		ref, err := readTermID(row[0])
		if err != nil {
			return nil, err
		}
		out = append(out, graph.NamedTerm{Ref: ref, Names: texts(row[1])})
	}
	return out, nil
}

// rankTerms answers a request that searches, from the names of all terms.
func rankTerms(r graph.TermsRequest, named []graph.NamedTerm) graph.TermsResult {
	kinds := kindsOf(r)
	ranked := graph.RankTerms(r.Query, slices.DeleteFunc(slices.Clone(named), func(t graph.NamedTerm) bool {
		return !slices.Contains(kinds, t.Ref.Kind)
	}))
	return graph.RankedPage(ranked, r.Page)
}
