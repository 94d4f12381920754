package neo4jstore

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/incidentgraph/incidentgraph/graph"
)

// The incidents that share something with one are listed in the order graph.MostShared.
// A row's sort key is its level, nine digits that fall as the number of shared terms
// rises, then its rank. Three sources make the list:
//
//   - near: those that share several terms. They are found by counting who is met how
//     often in the hubs of the incident's terms, or in all of these hubs but the largest,
//     or in the one hub that is asked about, whichever costs least.
//   - one: those of one level, read off the hubs in index order as far as the page needs.
//     The level is that of one shared term; but of the first page, which is asked for
//     most, the first level that more than fills it, and only those above it are near.
//     (With a filter, every incident of the hubs has to be looked at: all are near then.)
//   - none: those that a card pairs with the incident though they share no known term.

// level gives the first part of a sort key. A case shares far fewer terms than that.
func level(shared int) string { return fmt.Sprintf("%09d", maxShared-min(max(shared, 0), maxShared)) }

const (
	maxShared   = 999999999
	topLevel    = "999999999"
	levelDigits = len(topLevel)
)

// sharedPlace gives the place of a position in the order graph.MostShared.
func sharedPlace(at graph.Position) string { return level(at.Shared) + rankAt(at) }

// A member whose list of terms has to be read costs about as much as this many that are
// only counted.
const costOfReading = "5"

// So many members are read one by one rather than looked for in index order.
const fewToRead = "100"

// relatedShape is what the text of a query depends on (see findShape).
type relatedShape struct {
	causes, components bool // which kinds of pairs are asked for
	heirs              bool // some key may be one that a case replaces
	back               bool // some walk goes back
	gated              bool // some request has a filter
}

// text gives the query that lists the incidents that are related to others.
func (f relatedShape) text() string {
	var parts []string
	for _, part := range []struct {
		asked bool
		kind  graph.EdgeKind
	}{{f.causes, graph.SameCause}, {f.components, graph.SharesComponent}} {
		if part.asked {
			parts = append(parts, writeCypher(part.kind, f.body()))
		}
	}
	return watched(`
  CALL () {` + strings.Join(parts, `
  UNION ALL`) + `
  }
  RETURN collect(row) AS rows`)
}

// body lists the incidents that are related to each of $<pair>.
func (f relatedShape) body() string {
	holds, holdsToo := ``, ``
	if f.gated {
		holds, holdsToo = ` AND `+gatesHold("q.gates", "i"), ` AND `+gatesHold("q.gates", "m.i")
	}
	walk := func(when, order string) string {
		return `
        UNWIND CASE WHEN ` + when + ` THEN scope ELSE [] END AS term
        CALL (a, mine, depth, w, term) {
          MATCH (i)-[r:<type>]->() USING INDEX SEEK r:<type>(slug, newest)
          WHERE r.slug = term AND r.newest > w.low AND r.newest < w.high
            AND i <> a AND size([slug IN mine WHERE slug IN i.<list>]) = depth
          RETURN r.newest AS newest ORDER BY ` + order + ` LIMIT $limit
        }
        RETURN newest`
	}
	walks := walk("NOT w.back", "r.slug, r.newest")
	if f.back {
		walks += `
      UNION ALL` + walk("w.back", "r.slug DESC, r.newest DESC")
	}
	return `
    UNWIND $<pair> AS q
    ` + standsFor(f.heirs) + `
    MATCH (a:Incident {folded: folded})
    WITH q, a, a.<list> AS mine
    WITH q, a, mine, CASE WHEN q.component = '' THEN mine ELSE [slug IN mine WHERE slug = q.component] END AS scope
    CALL (mine) {
      UNWIND mine AS slug
      MATCH (t:<label> {slug: slug})
      WITH slug, COUNT { (t)<-[:<type>]-() } AS size ORDER BY size DESC
      RETURN collect({slug: slug, size: size}) AS hubs
    }
    WITH q, a, mine, scope, [hub IN hubs WHERE hub.slug IN scope][0] AS lead,
      reduce(sum = 0, hub IN hubs | sum + hub.size) AS members
    WITH q, a, mine, scope, lead, CASE
      WHEN lead IS NULL THEN 'none'
      WHEN q.component <> '' AND (q.gated OR lead.size <= members - lead.size AND ` + costOfReading + ` * lead.size <= members) THEN 'lead'
      WHEN NOT q.gated AND ` + costOfReading + ` * (members - lead.size) <= members THEN 'others'
      ELSE 'all' END AS way
    CALL (q, a, mine, lead, way) {
      UNWIND CASE way WHEN 'none' THEN [] WHEN 'lead' THEN [lead.slug] WHEN 'others' THEN [slug IN mine WHERE slug <> lead.slug] ELSE mine END AS slug
      MATCH (:<label> {slug: slug})<-[:<type>]-(i) WHERE i <> a
      WITH q, mine, lead, way, i, count(*) AS met, sum(CASE WHEN slug = lead.slug THEN 1 ELSE 0 END) AS led
      WITH q, i, CASE way WHEN 'all' THEN met ELSE size([slug IN mine WHERE slug IN i.<list>]) END AS shared,
        CASE way WHEN 'others' THEN lead.slug IN i.<list> ELSE led > 0 END AS inLead
      RETURN count(CASE WHEN NOT inLead THEN 1 END) AS apart,
        collect(CASE WHEN (shared > 1 OR q.gated) AND (q.component = '' OR inLead) THEN {shared: shared, i: i} END) AS met
    }
    WITH q, a, mine, scope, lead, apart, met, CASE
      WHEN q.gated THEN 0
      WHEN q.opening THEN reduce(depth = 1, n IN range(2, size(mine)) | CASE
        WHEN size([m IN met WHERE m.shared >= n]) <= q.size THEN depth
        WHEN size([m IN met WHERE m.shared = n]) > ` + fewToRead + ` THEN n
        ELSE n - 1 END)
      ELSE 1 END AS depth
    WITH q, a, mine, scope, lead, apart, depth, [m IN met WHERE m.shared > depth` + holdsToo + ` | toString(` + topLevel + ` - m.shared) + m.i.newest] AS near
    WITH q, a, mine, scope, lead, apart, depth, near, [place IN near WHERE place > q.low AND place < q.high] AS nearPage
    CALL (q, a, mine, scope, depth, near, nearPage) {
      UNWIND [w IN q.walks WHERE NOT (w.n = 0 AND NOT w.back AND size(nearPage) > q.size OR w.n = 1 AND near <> [])] AS w
      CALL (a, mine, scope, depth, w) {` + walks + `
      }
      RETURN collect({n: w.n, place: toString(` + topLevel + ` - depth) + newest}) AS one
    }
    CALL (q, a, mine) {
      UNWIND CASE WHEN q.component = '' THEN coalesce(a.<paired>, []) ELSE [] END AS other
      MATCH (i:Incident {folded: other})
      WHERE none(slug IN mine WHERE slug IN i.<list>)` + holds + `
      RETURN collect('` + level(0) + `' + i.newest) AS none
    }
    CALL (q, nearPage, one, none) {
      UNWIND nearPage + [row IN one WHERE row.n = 0 | row.place] + [place IN none WHERE place > q.low AND place < q.high] AS place
      WITH DISTINCT place ORDER BY place
      WITH collect(place) AS places
      UNWIND (CASE WHEN q.back THEN reverse(places) ELSE places END)[0..q.size + 1] AS place
      MATCH (i:Incident) USING INDEX SEEK i:Incident(newest) WHERE i.newest = substring(place, ` + fmt.Sprint(levelDigits) + `)
      RETURN collect([place, i.record]) AS page
    }
    RETURN [q.n, a.record, CASE
        WHEN lead IS NULL THEN 0
        WHEN q.gated THEN size(near)
        WHEN q.component = '' THEN lead.size - 1 + apart
        ELSE lead.size - 1 END + size(none),
      page, ` + ends("near") + ` + [row IN one WHERE row.n > 0 | row.place] + none] AS row`
}

// ends gives the Cypher for the least and the greatest of a list of sort keys.
func ends(list string) string {
	pick := func(than string) string {
		return `reduce(end = ` + list + `[0], place IN ` + list + ` | CASE WHEN place ` + than + ` end THEN place ELSE end END)`
	}
	return `[` + pick("<") + `, ` + pick(">") + `]`
}

// Related implements graph.Store.
func (s *Store) Related(ctx context.Context, requests []graph.RelatedRequest) ([]graph.RelatedResult, error) {
	if len(requests) == 0 {
		return []graph.RelatedResult{}, nil
	}
	limit := 1
	pages := make([]bounds, len(requests))
	asked := map[graph.EdgeKind][]any{}
	var shape relatedShape
	for n, r := range requests {
		if !r.Kind.IsPair() || r.Kind == graph.SameCause && r.Component != "" {
			return nil, graph.Errorf(graph.CodeInvalid, "incidents are related by %s, of one component or any, or by %s", graph.SharesComponent, graph.SameCause)
		}
		limit = max(limit, r.Page.Size+1)
		b := boundsOf(r.Page, sharedPlace)
		pages[n] = b
		shape.back = shape.back || b.back || b.after || b.before
		key, gates, walks := graph.FoldKey(r.Key), compile(&r.Filter), b.atLevel(1).walks(beforeAllRanks, afterAllRanks)
		if len(gates) > 0 {
			walks = []any{}
		}
		shape.heirs = shape.heirs || graph.IsProvisionalKey(key)
		shape.gated = shape.gated || len(gates) > 0
		asked[r.Kind] = append(asked[r.Kind], map[string]any{
			"n": n, "key": key, "component": r.Component, "gates": []any(gates), "gated": len(gates) > 0,
			"opening": !b.back && !b.after && !b.before,
			"low":     b.low, "high": b.high, "back": b.back, "size": b.size, "walks": walks,
		})
	}
	shape.causes, shape.components = asked[graph.SameCause] != nil, asked[graph.SharesComponent] != nil
	parameters := map[string]any{"limit": limit}
	for kind, rows := range asked {
		parameters[kind.String()] = rows
	}
	answers, err := s.ask(ctx, shape.text(), parameters)
	if err != nil {
		return nil, err
	}
	out := make([]graph.RelatedResult, len(requests))
	for _, answer := range answers {
		n, _ := answer[0].(int64)
		if out[n], err = readRelated(requests[n], pages[n], answer); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// atLevel gives the part of a page in the order graph.MostShared that lies in one level.
func (b bounds) atLevel(shared int) bounds {
	at := level(shared)
	part := func(place, otherwise string) string {
		switch rest, in := strings.CutPrefix(place, at); {
		case in:
			return rest
		case place < at:
			return beforeAllRanks
		default:
			return otherwise
		}
	}
	b.low, b.high = part(b.low, afterAllRanks), part(b.high, afterAllRanks)
	return b
}

// readRelated reads one row of relatedIncidents.
func readRelated(r graph.RelatedRequest, page bounds, row []any) (graph.RelatedResult, error) {
	record, _ := row[1].(string)
	a, err := decodeIncident(record)
	if err != nil {
		return graph.RelatedResult{}, err
	}
	total, _ := row[2].(int64)
	var read [][]string // place and record
	rows, _ := row[3].([]any)
	for _, v := range rows {
		columns := texts(v)
		if len(columns) != 2 {
			return graph.RelatedResult{}, corrupt("a stored incident cannot be read")
		}
		read = append(read, columns)
	}
	slices.SortFunc(read, func(a, b []string) int { return strings.Compare(a[0], b[0]) })
	if page.back {
		slices.Reverse(read)
	}
	ends := texts(row[4])
	first, last := "", ""
	if len(ends) > 0 {
		first, last = slices.Min(ends), slices.Max(ends)
	}
	shown, info := cut(page, read, first, last)
	result := graph.RelatedResult{Info: info, Total: int(total), Unnamed: a.UnnamedCount(r.Kind, r.Component)}
	for _, columns := range shown {
		at, err := positionOf(columns[0][levelDigits:])
		if err != nil {
			return graph.RelatedResult{}, err
		}
		b, err := decodeIncident(columns[1])
		if err != nil {
			return graph.RelatedResult{}, err
		}
		relation, ok := graph.Relate(r.Kind, a, b)
		if !ok {
			return graph.RelatedResult{}, corrupt("%s and %s are stored as related and share nothing", a.Key, b.Key)
		}
		at.Shared = relation.Count
		result.Rows = append(result.Rows, graph.RelatedRow{Key: b.Key, Relation: relation, Position: at})
	}
	return result, nil
}
