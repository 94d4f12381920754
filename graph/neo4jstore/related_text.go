package neo4jstore

import (
	"fmt"
	"strings"

	"github.com/incidentgraph/incidentgraph/graph"
)

// The incidents that share something with one are listed in the order graph.MostShared
// unless another is asked for. A place in it is a level, which falls as the number of
// shared terms rises, then the rank. Where nothing but a page of this list is asked for,
// three sources make it:
//
//   - near: those that share several terms. They are found by counting who is met how
//     often in the hubs of the incident's terms, or in all of these hubs but the largest,
//     or in the one hub that is asked about, whichever costs least.
//   - one: those of one level, read off the hubs in index order as far as the page needs.
//     The level is that of one shared term; but of the first page, which is asked for
//     most, the first level that more than fills it, and only those above it are near.
//   - none: those that a card pairs with the incident though they share no known term.
//
// With a filter, another order, or something to count, every incident of the hubs is
// looked at.

// levelDigits is how many characters of a place tell the level.
var levelDigits = len(level(0))

// A member whose list of terms has to be read costs about as much as this many that are
// only counted.
const costOfReading = "5"

// So many members are read one by one rather than looked for in index order.
const fewToRead = "100"

// relatedShape is what the text of a query depends on (see findShape).
type relatedShape struct {
	causes, components bool // which kinds of pairs are asked for
	heirs              bool // some key may be one that a case replaces
	walked             bool // some page is read off the hubs
	back               bool // some walk goes back
	looked             bool // some list is looked at whole
	searched           bool // some text is asked for
	counted            bool // something is counted
}

// text gives the query that lists the incidents that are related to others.
func (f relatedShape) text() string {
	texts, with := ``, ``
	if f.searched {
		texts, with = lookUpTexts, `texts`
	}
	var parts []string
	for _, part := range []struct {
		asked bool
		kind  graph.EdgeKind
		walk  bool
	}{
		{f.walked && f.causes, graph.SameCause, true}, {f.walked && f.components, graph.SharesComponent, true},
		{f.looked && f.causes, graph.SameCause, false}, {f.looked && f.components, graph.SharesComponent, false},
	} {
		switch {
		case part.asked && part.walk:
			parts = append(parts, writeCypher(part.kind, f.walk()))
		case part.asked:
			parts = append(parts, writeCypher(part.kind, f.look()))
		}
	}
	return watched(texts + `
  CALL (` + with + `) {` + strings.Join(parts, `
  UNION ALL`) + `
  }
  RETURN collect(row) AS rows`)
}

// begin gives the Cypher for a, the incident that each request is about.
func (f relatedShape) begin(walked string) string {
	var kept []string
	if f.searched {
		kept = []string{"texts"}
	}
	return `
    UNWIND [q IN $<pair> WHERE ` + walked + `] AS q
    ` + standsFor(f.heirs, kept...) + `
    MATCH (a:Incident {folded: folded})`
}

// look looks at every incident that is related to each of $<pair>.
func (f relatedShape) look() string {
	with, counts, counted := `q`, ``, `null, null`
	if f.searched {
		with = `q, texts`
	}
	if f.counted {
		counts, counted = countedOf, `facets, durations`
	}
	return f.begin("NOT q.walked") + `
    WITH ` + with + `, a, a.<list> AS mine
    CALL (` + with + `, a, mine) {
      CALL (q, a, mine) {
        UNWIND CASE WHEN q.component = '' THEN mine ELSE [] END AS slug
        MATCH (:<label> {slug: slug})<-[:<type>]-(i) WHERE i <> a
        RETURN i, count(*) AS told
      UNION ALL
        UNWIND CASE WHEN q.component = '' THEN coalesce(a.<paired>, []) ELSE [] END AS other
        MATCH (i:Incident {folded: other})
        WHERE none(slug IN mine WHERE slug IN i.<list>)
        RETURN i, 0 AS told
      UNION ALL
        UNWIND [slug IN mine WHERE slug = q.component] AS slug
        MATCH (:<label> {slug: slug})<-[:<type>]-(i) WHERE i <> a
        RETURN i, size([slug IN mine WHERE slug IN i.<list>]) AS told
      }
      WITH ` + with + `, i, told WHERE ` + gatesHold("q.gates", "i", f.searched) + `
      RETURN collect({i: i, told: told, place: ` + placeIn("i", "told") + `}) AS found
    }` + pageOf(", f.i.record") + counts + `
    RETURN [q.n, a.record, size(found), page, CASE WHEN first IS NULL THEN [] ELSE [first, last] END, ` + counted + `] AS row`
}

// walk reads pages of what is related to each of $<pair>.
func (f relatedShape) walk() string {
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
	return f.begin("q.walked") + `
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
      WHEN q.component <> '' AND lead.size <= members - lead.size AND ` + costOfReading + ` * lead.size <= members THEN 'lead'
      WHEN ` + costOfReading + ` * (members - lead.size) <= members THEN 'others'
      ELSE 'all' END AS way
    CALL (q, a, mine, lead, way) {
      UNWIND CASE way WHEN 'none' THEN [] WHEN 'lead' THEN [lead.slug] WHEN 'others' THEN [slug IN mine WHERE slug <> lead.slug] ELSE mine END AS slug
      MATCH (:<label> {slug: slug})<-[:<type>]-(i) WHERE i <> a
      WITH q, mine, lead, way, i, count(*) AS met, sum(CASE WHEN slug = lead.slug THEN 1 ELSE 0 END) AS led
      WITH q, i, CASE way WHEN 'all' THEN met ELSE size([slug IN mine WHERE slug IN i.<list>]) END AS shared,
        CASE way WHEN 'others' THEN lead.slug IN i.<list> ELSE led > 0 END AS inLead
      RETURN count(CASE WHEN NOT inLead THEN 1 END) AS apart,
        collect(CASE WHEN shared > 1 AND (q.component = '' OR inLead) THEN {shared: shared, i: i} END) AS met
    }
    WITH q, a, mine, scope, lead, apart, met, CASE
      WHEN q.opening THEN reduce(depth = 1, n IN range(2, size(mine)) | CASE
        WHEN size([m IN met WHERE m.shared >= n]) <= q.size THEN depth
        WHEN size([m IN met WHERE m.shared = n]) > ` + fewToRead + ` THEN n
        ELSE n - 1 END)
      ELSE 1 END AS depth
    WITH q, a, mine, scope, lead, apart, depth, [m IN met WHERE m.shared > depth | toString(` + fmt.Sprint(middle) + ` - m.shared) + m.i.newest] AS near
    WITH q, a, mine, scope, lead, apart, depth, near, [place IN near WHERE place > q.low AND place < q.high] AS nearPage
    CALL (q, a, mine, scope, depth, near, nearPage) {
      UNWIND [w IN q.walks WHERE NOT (w.n = 0 AND NOT w.back AND size(nearPage) > q.size OR w.n = 1 AND near <> [])] AS w
      CALL (a, mine, scope, depth, w) {` + walks + `
      }
      RETURN collect({n: w.n, place: toString(` + fmt.Sprint(middle) + ` - depth) + newest}) AS one
    }
    CALL (q, a, mine) {
      UNWIND CASE WHEN q.component = '' THEN coalesce(a.<paired>, []) ELSE [] END AS other
      MATCH (i:Incident {folded: other})
      WHERE none(slug IN mine WHERE slug IN i.<list>)
      RETURN collect('` + level(0) + `' + i.newest) AS none
    }
    CALL (q, nearPage, one, none) {
      UNWIND nearPage + [row IN one WHERE row.n = 0 | row.place] + [place IN none WHERE place > q.low AND place < q.high] AS place
      WITH DISTINCT place ORDER BY place
      WITH collect(place) AS places
      UNWIND (CASE WHEN q.back THEN reverse(places) ELSE places END)[0..q.size + 1] AS place
      MATCH (i:Incident) USING INDEX SEEK i:Incident(newest) WHERE i.newest = substring(place, ` + fmt.Sprint(levelDigits) + `)
      RETURN collect([place, i.key, 0, 0, null, null, null, i.record]) AS page
    }
    RETURN [q.n, a.record, CASE
        WHEN lead IS NULL THEN 0
        WHEN q.component = '' THEN lead.size - 1 + apart
        ELSE lead.size - 1 END + size(none),
      page, ` + ends("near") + ` + [row IN one WHERE row.n > 0 | row.place] + none, null, null] AS row`
}

// ends gives the Cypher for the least and the greatest of a list of places.
func ends(list string) string {
	pick := func(than string) string {
		return `reduce(end = ` + list + `[0], place IN ` + list + ` | CASE WHEN place ` + than + ` end THEN place ELSE end END)`
	}
	return `[` + pick("<") + `, ` + pick(">") + `]`
}
