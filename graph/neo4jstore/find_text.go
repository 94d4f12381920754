package neo4jstore

import (
	"fmt"
	"strings"
)

// findShape is what the text of a query depends on: the kinds of anchors, each followed
// by a comma, in order, and what is done along them. Calls of one shape share a plan; one
// text for all shapes at once would take seconds to plan.
type findShape struct {
	walked   string // the kinds of anchors that are walked along
	back     bool   // some walk goes back
	looked   string // the kinds of anchors whose incidents are all looked at
	searched bool   // some text is asked for
	counted  bool   // something is counted
}

// text gives the query that lists incidents.
func (f findShape) text() string {
	texts, with := ``, `q, anchor`
	if f.searched {
		texts, with = lookUpTexts, `q, anchor, texts`
	}
	steps, row := ``, `CASE`
	if f.looked != "" {
		steps += f.look(with)
		counted := `null, null`
		if f.counted {
			counted = `facets, durations`
		}
		row += `
    WHEN NOT q.walked THEN [q.n, size(found), [[0, page], [1, [place IN [first] WHERE place IS NOT NULL]], [2, [place IN [last] WHERE place IS NOT NULL]]], ` + counted + `]`
	}
	if f.walked != "" {
		steps += f.walk()
		row += `
    WHEN anchor.kind = '' THEN [q.n, COUNT { (:Incident) }, walked, null, null]
    ELSE [q.n, size, walked, null, null]`
	}
	return watched(texts + `
  UNWIND $requests AS q
  CALL (q) {
    UNWIND q.anchors AS anchor
    CALL (anchor) {
      UNWIND anchor.ids AS id
      MATCH (t:Term {id: id})
      RETURN sum(` + incidentsOf("t") + `) AS size
    }
    RETURN anchor, size ORDER BY size LIMIT 1
  }` + steps + `
  RETURN collect(` + row + ` END) AS rows`)
}

// walk reads pages along anchors.
func (f findShape) walk() string {
	walks := []string{`
      UNWIND CASE WHEN q.walked AND anchor.kind = '<anchor>' AND NOT w.back THEN anchor.slugs ELSE [] END AS term
      CALL (w, term) {
        MATCH <pattern> WHERE <term><key> > w.low AND <key> < w.high
        RETURN <key> AS newest ORDER BY <order> LIMIT $limit
      }
      RETURN newest`}
	if f.back {
		walks = append(walks, `
      UNWIND CASE WHEN q.walked AND anchor.kind = '<anchor>' AND w.back THEN anchor.slugs ELSE [] END AS term
      CALL (w, term) {
        MATCH <pattern> WHERE <term><key> > w.low AND <key> < w.high
        RETURN <key> AS newest ORDER BY <orderBack> LIMIT $limit
      }
      RETURN newest`)
	}
	return `
  CALL (q, anchor) {
    UNWIND CASE WHEN q.walked THEN q.walks ELSE [] END AS w
    CALL (q, anchor, w) {` + alongAnchors(f.walked, walks...) + `
    }
    WITH w.n AS n, collect(newest) AS read
    RETURN collect([n, read]) AS walked
  }`
}

// look looks at the incidents of anchors.
func (f findShape) look(with string) string {
	tier, counts := `0`, ``
	if f.searched {
		tier = `CASE WHEN q.text IS NULL THEN 0 ELSE ` + tierOf("texts[q.text]", "i") + ` END`
	}
	if f.counted {
		counts = countedOf
	}
	var along []string
	for kind := range strings.SplitSeq(strings.TrimSuffix(f.looked, ","), ",") {
		along = append(along, `
      UNWIND CASE WHEN q.walked OR anchor.kind <> '`+kind+`' THEN [] ELSE anchor.`+lookedAlong(kind))
	}
	return `
  CALL (` + with + `) {
    CALL (` + with + `) {` + strings.Join(along, `
    UNION ALL`) + `
    }
    WITH DISTINCT ` + with + `, i
    WHERE i.newest > q.from AND i.newest < q.to AND (i.newest < q.sure OR i.lastDay >= q.firstDay)
      AND ` + gatesHold("q.gates", "i", f.searched) + `
    WITH q, i, ` + tier + ` AS told WHERE told < ` + fmt.Sprint(notFound) + `
    RETURN collect({i: i, told: told, place: ` + placeIn("i", "told") + `}) AS found
  }` + pageOf("") + counts
}

// lookedAlong gives the Cypher that reads every incident i of an anchor. That of terms is
// for those whose range of ranks is open: their incidents are met without an index.
func lookedAlong(kind string) string {
	switch kind {
	case anchorOfText:
		return `slugs END AS once
      CALL db.index.fulltext.queryNodes('` + tokenIndex + `', '+(' + texts[q.anchor].query + ')' + q.demands) YIELD node AS i
      RETURN i`
	case anchorOfTerms:
		return `ids END AS id
      MATCH (:Term {id: id})<-[:` + anyTermEdge + `]-(i)
      RETURN i`
	case anchorOfAll:
		return `slugs END AS once
      MATCH (i:Incident) USING INDEX SEEK i:Incident(newest) WHERE i.newest > q.from AND i.newest < q.to
      RETURN i`
	}
	return `slugs END AS term
      MATCH (i)-[r:` + kind + `]->() USING INDEX SEEK r:` + kind + `(slug, newest) WHERE r.slug = term AND r.newest > q.from AND r.newest < q.to
      RETURN i`
}

// pageOf gives the page that q asks for of the list found, whose elements have an incident
// as i, its place, and what the list tells of it as told; and the places of the list's first
// and last row, if the page has bounds. extra is what is wanted of f.i besides.
func pageOf(extra string) string {
	page := func(when, order string) string {
		return `
      UNWIND CASE WHEN ` + when + ` THEN found ELSE [] END AS f
      WITH q, f WHERE f.place > q.low AND f.place < q.high
      WITH f ORDER BY ` + order + ` LIMIT $limit
      RETURN f`
	}
	pages := page("q.paged AND NOT q.back", "f.place") + `
    UNION ALL` + page("q.paged AND q.back", "f.place DESC")
	return `
  CALL (q, found) {
    CALL (q, found) {` + pages + `
    }
    RETURN collect([f.place, f.i.key, f.told, f.i.firstDay, f.i.companies[0], f.i.timeToDetect, f.i.timeToRecover` + extra + `]) AS page
  }
  CALL (q, found) {
    UNWIND CASE WHEN q.bounded THEN found ELSE [] END AS f
    RETURN min(f.place) AS first, max(f.place) AS last
  }`
}

// alongAnchors joins texts for each kind of anchor: <pattern> is what reads an incident i
// of the anchor, <key> its rank, <order> and <orderBack> the orders of the index, and
// <term> the condition that picks the anchor's term out of it.
func alongAnchors(kinds string, texts ...string) string {
	var parts []string
	for kind := range strings.SplitSeq(strings.TrimSuffix(kinds, ","), ",") {
		fill := strings.NewReplacer("<anchor>", kind, "<pattern>", "(i)-[r:"+kind+"]->() USING INDEX SEEK r:"+kind+"(slug, newest)", "<key>", "r.newest",
			"<term>", "r.slug = term AND ", "<orderBack>", "r.slug DESC, r.newest DESC", "<order>", "r.slug, r.newest")
		if kind == anchorOfAll {
			fill = strings.NewReplacer("<anchor>", kind, "<pattern>", "(i:Incident) USING INDEX SEEK i:Incident(newest)", "<key>", "i.newest",
				"<term>", "", "<orderBack>", "i.newest DESC", "<order>", "i.newest")
		}
		for _, text := range texts {
			parts = append(parts, fill.Replace(text))
		}
	}
	return strings.Join(parts, `
    UNION ALL`)
}
