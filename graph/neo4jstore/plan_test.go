//go:build !embedded_only

package neo4jstore

import (
	"fmt"
	"strings"
	"testing"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"github.com/incidentgraph/incidentgraph/graph"
	"github.com/incidentgraph/incidentgraph/internal/neo4jtest"
)

// profile runs a read and gives how it was worked out.
func (s *Store) profile(t *testing.T, text string, parameters map[string]any) neo4j.ProfiledPlan {
	t.Helper()
	result, err := neo4j.ExecuteQuery(t.Context(), s.driver, strings.Replace(text, keepPlan, "PROFILE ", 1), parameters, neo4j.EagerResultTransformer)
	if err != nil {
		t.Fatal(err)
	}
	return result.Summary.Profile()
}

// visit gives every step of a plan to f.
func visit(plan neo4j.ProfiledPlan, f func(neo4j.ProfiledPlan)) {
	f(plan)
	for _, child := range plan.Children() {
		visit(child, f)
	}
}

// hits is how often a plan looked into the database.
func hits(plan neo4j.ProfiledPlan) int64 {
	total := int64(0)
	visit(plan, func(p neo4j.ProfiledPlan) { total += p.DbHits() })
	return total
}

// TestFirstPageOfAHub reads the first page of small and large hubs: it costs the same,
// and is read off the index on relationships.
func TestFirstPageOfAHub(t *testing.T) {
	config := neo4jtest.Open(t)
	s := openOn(t, config)
	const small, large = 100, 5000
	for from := 0; from < large; from += graph.MaxBatch {
		batch := graph.Batch{}
		for n := from; n < from+graph.MaxBatch; n++ {
			c := &graph.Case{ID: fmt.Sprintf("C-%05d", n), Organisation: "large"}
			c.Date, _ = graph.ParseDate(fmt.Sprint(2000 + n%20))
			if n < small {
				c.Components = []string{"small"}
			}
			batch.Cases = append(batch.Cases, c)
		}
		if _, err := s.Apply(t.Context(), batch); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		name string
		term graph.TermRef
		page graph.Page
	}{
		{"small", graph.TermRef{Kind: graph.KindComponent, Slug: "small"}, graph.Page{Size: 20}},
		{"large", graph.TermRef{Kind: graph.KindCompany, Slug: "large"}, graph.Page{Size: 20}},
		{"small, from the end", graph.TermRef{Kind: graph.KindComponent, Slug: "small"}, graph.Page{Size: 20, FromEnd: true}},
		{"large, from the end", graph.TermRef{Kind: graph.KindCompany, Slug: "large"}, graph.Page{Size: 20, FromEnd: true}},
		{"large, in the midst", graph.TermRef{Kind: graph.KindCompany, Slug: "large"},
			graph.Page{Size: 20, After: &graph.Position{Day: 14000, Name: "C-1"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := findQuery([]graph.FindRequest{{Term: &c.term, Page: c.page}})
			plan := s.profile(t, f.shape.text(), f.parameters())
			index := 0
			visit(plan, func(p neo4j.ProfiledPlan) {
				if strings.HasPrefix(p.Operator(), "DirectedRelationshipIndexSeek") {
					index++
				}
				for _, word := range []string{"Sort", "AllNodesScan", "LabelScan", "TypeScan"} {
					if strings.Contains(p.Operator(), word) {
						t.Errorf("the plan has the step %s", p.Operator())
					}
				}
			})
			if index == 0 {
				t.Error("the index on relationships is not used")
			}
			// A page and one row more, two ends of the list at most, the size of the hub, the
			// gate and the graph's own node.
			if n := hits(plan); n > 120 {
				t.Errorf("%d looks into the database for a page of 20", n)
				visit(plan, func(p neo4j.ProfiledPlan) {
					if p.DbHits() > 100 {
						t.Logf("%d by %s %v", p.DbHits(), p.Operator(), p.Arguments()["Details"])
					}
				})
			}
		})
	}
}

// TestQueriesArePlannedOnce makes sure that no text of a query depends on names or
// numbers of what is asked.
func TestQueriesArePlannedOnce(t *testing.T) {
	ask := func(slug string, size int) string {
		term := graph.TermRef{Kind: graph.KindComponent, Slug: slug}
		filter := graph.Filter{Not: &graph.Filter{Terms: map[graph.EdgeKind]graph.TermFilter{graph.CausedBy: {None: []string{slug}}}}}
		return findQuery([]graph.FindRequest{
			{Term: &term, Page: graph.Page{Size: size}}, {Term: &term, Filter: filter, Page: graph.Page{Size: size}},
		}).shape.text()
	}
	if ask("a", 1) != ask("b'}) DETACH DELETE n //", 50) {
		t.Error("the text of a query depends on its parameters")
	}
}

// allQueries gives the texts of all queries but those that are about every node.
func allQueries() map[string]string {
	out := map[string]string{
		"terms": termLists, "adjacent": adjacent, "scan": casesAfter, "version": readVersion,
		"stored cases": storedCases, "heirs": storedHeirs, "citing": storedCiting, "spellings": storedSpellings,
		"stored incidents": storedIncidents, "remove incidents": removeIncidents, "write incidents": writeIncidents,
		"cites": writeCites, "remove cases": removeCases, "forget replaced": forgetReplaced, "write cases": writeCases,
		"write replaced": writeReplaced, "forget broader": forgetBroader, "write broader": writeBroader, "remove terms": removeTerms,
		"lock": lockGraph, "raise": raiseVersion, "open gate": openGate, "close gate": closeGate, "settle gate": settleGate,
		"incidents to upgrade": incidentsAfter, "terms to upgrade": termsAfter, "write name words": writeNameWords,
	}
	for _, heirs := range []bool{false, true} {
		name := fmt.Sprintf(" heirs=%v", heirs)
		out["nodes"+name] = nodes(heirs, "i.record", termColumns)
		out["links"+name] = linksOfIncidents(heirs)
		out["cases"+name] = casesByKey(heirs)
		out["similar"+name] = similarTo(heirs)
		for shape := range 4 {
			causes, more := shape&1 != 0, shape&2 != 0
			for _, r := range []relatedShape{{walked: true, back: more}, {looked: true, searched: more}, {looked: true, counted: true, searched: more}} {
				r.causes, r.components, r.heirs = causes, !causes, heirs
				out[fmt.Sprintf("related %+v", r)] = r.text()
			}
		}
	}
	for _, anchor := range []string{graph.At.String(), graph.CausedBy.String(), anchorOfAll} {
		name := anchor + ","
		for _, f := range []findShape{{walked: name}, {walked: name, back: true}, {looked: name}, {walked: name, back: true, looked: name, counted: true}} {
			out[fmt.Sprintf("find %+v", f)] = f.text()
		}
	}
	for _, f := range []findShape{{looked: anchorOfTerms + ","}, {looked: anchorOfText + ",", searched: true}, {looked: anchorOfTerms + "," + anchorOfText + ",", searched: true, counted: true}} {
		out[fmt.Sprintf("find %+v", f)] = f.text()
	}
	for _, texts := range []map[graph.EdgeKind]string{writeTermEdges, removeEdges, assertEdges, removePairs, hubSizes, hubSpans, pairMembers, dropPairs, createPairs, gainPairs, setPairs, writeCompleteness} {
		for kind, text := range texts {
			out[kind.String()+" "+text] = text
		}
	}
	for kind, text := range writeTermNodes {
		out["term "+kind.String()] = text
	}
	return out
}

// TestPlansOfAnEmptyGraph plans every query on a graph that holds nothing: plans are
// kept (see keepPlan), so the first one has to be good for all sizes.
func TestPlansOfAnEmptyGraph(t *testing.T) {
	config := neo4jtest.Open(t)
	s := openOn(t, config)
	for name, text := range allQueries() {
		result, err := neo4j.ExecuteQuery(t.Context(), s.driver, "EXPLAIN "+strings.TrimPrefix(text, keepPlan), nil, neo4j.EagerResultTransformer)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var look func(neo4j.Plan)
		look = func(p neo4j.Plan) {
			for _, word := range []string{"AllNodesScan", "LabelScan", "TypeScan", "AllRelationshipsScan", "IndexScan", "HashJoin"} {
				if strings.Contains(p.Operator(), word) {
					t.Errorf("%s: the plan has the step %s %v", name, p.Operator(), p.Arguments()["Details"])
				}
			}
			for _, child := range p.Children() {
				look(child)
			}
		}
		look(result.Summary.Plan())
	}
}
