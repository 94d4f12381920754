package graphtest

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/incidentgraph/incidentgraph/graph"
)

// usual are the kinds of links that say something of an incident itself.
var usual = []graph.EdgeKind{graph.Involves, graph.CausedBy, graph.TriggeredBy, graph.Showed, graph.WorsenedBy, graph.Cites}

var pairKinds = []graph.EdgeKind{graph.SharesComponent, graph.SameCause}

// pathText writes the nodes of a path and the kinds of its links.
func pathText(p graph.Path) string {
	var parts []string
	for i, id := range p.Nodes {
		if i > 0 {
			parts = append(parts, p.Links[i-1].Kind.String())
		}
		parts = append(parts, string(id))
	}
	return strings.Join(parts, " ")
}

func linkText(l graph.Link) string {
	return fmt.Sprintf("%s %s %s %s %s", l.Kind, l.From, l.To, l.Evidence, strings.Join(l.AssertedBy, ","))
}

// checkPaths asks the fixture for paths that were found by hand. Its coordination store and
// its software bug have three incidents each: IL-0271, IL-0277, IL-0587; its service
// discovery the first and the last of them; its cache IL-0216 and the stubs IL-0279 and
// IL-0388.
func checkPaths(ctx context.Context, open opener) error {
	s, err := fixtureStore(ctx, open)
	if err != nil {
		return err
	}
	table := []struct {
		q         graph.PathRequest
		want      string
		truncated bool
	}{{
		graph.PathRequest{From: "incident:IL-0587", To: "incident:IL-0271", Via: usual, MaxLength: 4, Size: 5},
		`incident:IL-0587 CITES incident:IL-0271
incident:IL-0587 INVOLVES component:service-discovery INVOLVES incident:IL-0271
incident:IL-0587 CAUSED_BY cause:software-bug CAUSED_BY incident:IL-0271
incident:IL-0587 INVOLVES component:coordination-kv-store INVOLVES incident:IL-0271
incident:IL-0587 CITES incident:IL-0277 CAUSED_BY cause:software-bug CAUSED_BY incident:IL-0271`, true,
	}, { // all of them: what is longer would have to come back through IL-0277
		graph.PathRequest{From: "incident:IL-0271", To: "incident:IL-0587", Via: usual, MaxLength: 6, Size: 50},
		`incident:IL-0271 CITES incident:IL-0587
incident:IL-0271 INVOLVES component:service-discovery INVOLVES incident:IL-0587
incident:IL-0271 CAUSED_BY cause:software-bug CAUSED_BY incident:IL-0587
incident:IL-0271 INVOLVES component:coordination-kv-store INVOLVES incident:IL-0587
incident:IL-0271 CAUSED_BY cause:software-bug CAUSED_BY incident:IL-0277 CITES incident:IL-0587
incident:IL-0271 INVOLVES component:coordination-kv-store INVOLVES incident:IL-0277 CITES incident:IL-0587
incident:IL-0271 CAUSED_BY cause:software-bug CAUSED_BY incident:IL-0277 INVOLVES component:coordination-kv-store INVOLVES incident:IL-0587
incident:IL-0271 INVOLVES component:coordination-kv-store INVOLVES incident:IL-0277 CAUSED_BY cause:software-bug CAUSED_BY incident:IL-0587`, false,
	}, { // a key in other letters is the same node; a pair is one step and shows its first kind
		graph.PathRequest{From: "incident:il-0587", To: "incident:IL-0271", Via: pairKinds, MaxLength: 6, Size: 50},
		`incident:IL-0587 SAME_CAUSE incident:IL-0271
incident:IL-0587 SAME_CAUSE incident:IL-0277 SAME_CAUSE incident:IL-0271`, false,
	}, { // between two stubs
		graph.PathRequest{From: "incident:IL-0279", To: "incident:IL-0388", Via: usual, MaxLength: 4, Size: 5},
		`incident:IL-0279 CITES incident:IL-0216 CITES incident:IL-0388
incident:IL-0279 INVOLVES component:in-memory-cache INVOLVES incident:IL-0388
incident:IL-0279 INVOLVES component:in-memory-cache INVOLVES incident:IL-0216 CITES incident:IL-0388
incident:IL-0279 CITES incident:IL-0216 INVOLVES component:in-memory-cache INVOLVES incident:IL-0388`, false,
	}, { // between two terms; the ends do not weigh
		graph.PathRequest{From: "component:service-discovery", To: "component:coordination-kv-store", Via: usual[:1], MaxLength: 4, Size: 5},
		`component:service-discovery INVOLVES incident:IL-0271 INVOLVES component:coordination-kv-store
component:service-discovery INVOLVES incident:IL-0587 INVOLVES component:coordination-kv-store`, false,
	}, {
		graph.PathRequest{From: "cause:software-bug", To: "incident:IL-0277", Via: usual, MaxLength: 1, Size: 5},
		"cause:software-bug CAUSED_BY incident:IL-0277", false,
	}, { // none are wanted, and there are some
		graph.PathRequest{From: "incident:IL-0587", To: "incident:IL-0271", Via: usual, MaxLength: 4}, "", true,
	}, { // nothing joins the two
		graph.PathRequest{From: "incident:IL-0587", To: "incident:IL-0492", Via: graph.EdgeKinds(), MaxLength: 6, Size: 5}, "", false,
	}, { // too far
		graph.PathRequest{From: "incident:IL-0587", To: "incident:IL-0274", Via: usual[:1], MaxLength: 3, Size: 5}, "", false,
	}, { // no kind of link may be walked
		graph.PathRequest{From: "incident:IL-0587", To: "incident:IL-0271", MaxLength: 4, Size: 5}, "", false,
	}, { // a hub that pairs meet in is no node
		graph.PathRequest{From: "component:coordination-kv-store", To: "incident:IL-0271", Via: pairKinds, MaxLength: 6, Size: 5}, "", false,
	}}
	requests := make([]graph.PathRequest, len(table))
	for i, row := range table {
		requests[i] = row.q
	}
	results, err := s.Paths(ctx, requests)
	if err != nil {
		return fmt.Errorf("Paths: %w", err)
	}
	for i, row := range table {
		var got []string
		for _, p := range results[i].Paths {
			got = append(got, pathText(p))
		}
		if text := strings.Join(got, "\n"); text != row.want || results[i].Truncated != row.truncated {
			return fmt.Errorf("Paths %s: truncated %v%s", describe(row.q), results[i].Truncated, difference(text, row.want))
		}
	}
	var links []string
	for _, l := range slices.Concat(results[0].Paths[0].Links, results[0].Paths[1].Links, results[2].Paths[1].Links) {
		links = append(links, linkText(l))
	}
	// A pair goes from the smaller id to the larger; the last is known through the cause.
	if got, want := strings.Join(links, "\n"), `CITES incident:IL-0587 incident:IL-0271 STATED IL-0587
INVOLVES incident:IL-0587 component:service-discovery DERIVED IL-0587
INVOLVES incident:IL-0271 component:service-discovery DERIVED IL-0587
SAME_CAUSE incident:IL-0277 incident:IL-0587 STATED IL-0587
SAME_CAUSE incident:IL-0271 incident:IL-0277 DERIVED IL-0587`; got != want {
		return fmt.Errorf("Paths: links%s", difference(got, want))
	}
	return nil
}

// checkSubgraphs asks the fixture for subgraphs that were drawn by hand.
func checkSubgraphs(ctx context.Context, open opener) error {
	s, err := fixtureStore(ctx, open)
	if err != nil {
		return err
	}
	edges := append([]graph.EdgeKind{graph.At}, usual...)
	table := []struct {
		q         graph.SubgraphRequest
		nodes     string
		links     string
		truncated bool
	}{{ // what the card of IL-0587 says is stated, and what follows from it derived
		graph.SubgraphRequest{IDs: []graph.ID{"incident:IL-0587"}, Depth: 1, Via: edges, Limit: 200},
		"incident:IL-0587 cause:software-bug company:northwind-search incident:IL-0271 incident:IL-0277 component:coordination-kv-store component:service-discovery",
		`AT incident:IL-0277 company:northwind-search STATED IL-0216,IL-0587
AT incident:IL-0587 company:northwind-search STATED IL-0587
INVOLVES incident:IL-0271 component:coordination-kv-store DERIVED IL-0587
INVOLVES incident:IL-0271 component:service-discovery DERIVED IL-0587
INVOLVES incident:IL-0277 component:coordination-kv-store DERIVED IL-0587
INVOLVES incident:IL-0587 component:coordination-kv-store DERIVED IL-0587
INVOLVES incident:IL-0587 component:service-discovery DERIVED IL-0587
CAUSED_BY incident:IL-0271 cause:software-bug DERIVED IL-0587
CAUSED_BY incident:IL-0277 cause:software-bug DERIVED IL-0587
CAUSED_BY incident:IL-0587 cause:software-bug STATED IL-0587
CITES incident:IL-0587 incident:IL-0271 STATED IL-0587
CITES incident:IL-0587 incident:IL-0277 STATED IL-0587`, false,
	}, {
		graph.SubgraphRequest{IDs: []graph.ID{"incident:IL-0587"}, Depth: 1, Via: edges, Limit: 3},
		"incident:IL-0587 cause:software-bug company:northwind-search",
		`AT incident:IL-0587 company:northwind-search STATED IL-0587
CAUSED_BY incident:IL-0587 cause:software-bug STATED IL-0587`, true,
	}, { // from a term and a stub, in order of id; as many as there is room for
		graph.SubgraphRequest{IDs: []graph.ID{"incident:IL-0274", "component:on-prem-load-balancer", "incident:il-0274"}, Depth: 2,
			Via: usual[:1], Limit: 6},
		"component:on-prem-load-balancer incident:IL-0274 incident:IL-0492 component:elasticsearch-opensearch incident:IL-0216 incident:IL-0277",
		`INVOLVES incident:IL-0216 component:elasticsearch-opensearch DERIVED IL-0216
INVOLVES incident:IL-0274 component:elasticsearch-opensearch DERIVED IL-0216
INVOLVES incident:IL-0277 component:elasticsearch-opensearch DERIVED IL-0216
INVOLVES incident:IL-0492 component:on-prem-load-balancer STATED IL-0492`, false,
	}, { // pairs are one step, and the terms that they share are not shown
		graph.SubgraphRequest{IDs: []graph.ID{"incident:IL-0271"}, Depth: 2, Via: pairKinds[:1], Limit: 20},
		"incident:IL-0271 incident:IL-0587 incident:IL-0277 incident:IL-0216 incident:IL-0274",
		`SHARES_COMPONENT incident:IL-0216 incident:IL-0274 STATED IL-0216
SHARES_COMPONENT incident:IL-0216 incident:IL-0277 STATED IL-0216
SHARES_COMPONENT incident:IL-0271 incident:IL-0277 DERIVED IL-0587
SHARES_COMPONENT incident:IL-0271 incident:IL-0587 STATED IL-0587
SHARES_COMPONENT incident:IL-0274 incident:IL-0277 DERIVED IL-0216
SHARES_COMPONENT incident:IL-0277 incident:IL-0587 STATED IL-0587`, false,
	}, { // links among the starting nodes are shown, too
		graph.SubgraphRequest{IDs: []graph.ID{"incident:IL-0587", "incident:IL-0277"}, Via: append(pairKinds, graph.Cites), Limit: 2},
		"incident:IL-0277 incident:IL-0587",
		`SAME_CAUSE incident:IL-0277 incident:IL-0587 STATED IL-0587
SHARES_COMPONENT incident:IL-0277 incident:IL-0587 STATED IL-0587
CITES incident:IL-0587 incident:IL-0277 STATED IL-0587`, false,
	}, {
		graph.SubgraphRequest{IDs: []graph.ID{"cause:human-error"}, Depth: 3, Via: edges, Limit: 5}, "cause:human-error", "", false,
	}, { // no kind of link may be walked
		graph.SubgraphRequest{IDs: []graph.ID{"incident:IL-0587"}, Depth: 3, Limit: 5}, "incident:IL-0587", "", false,
	}, {
		graph.SubgraphRequest{Depth: 3, Via: edges, Limit: 5}, "", "", false,
	}}
	requests := make([]graph.SubgraphRequest, len(table))
	for i, row := range table {
		requests[i] = row.q
	}
	results, err := s.Subgraph(ctx, requests)
	if err != nil {
		return fmt.Errorf("Subgraph: %w", err)
	}
	for i, row := range table {
		var nodes, links []string
		for _, id := range results[i].Nodes {
			nodes = append(nodes, string(id))
		}
		for _, l := range results[i].Links {
			links = append(links, linkText(l))
		}
		got := fmt.Sprintf("%s\n%s\ntruncated %v", strings.Join(nodes, " "), strings.Join(links, "\n"), results[i].Truncated)
		if want := fmt.Sprintf("%s\n%s\ntruncated %v", row.nodes, row.links, row.truncated); got != want {
			return fmt.Errorf("Subgraph %s%s", describe(row.q), difference(got, want))
		}
	}
	return nil
}

// checkWalksInvalid asks for walks that cannot be meant, each beside one that can.
func checkWalksInvalid(ctx context.Context, open opener) error {
	s, err := fixtureStore(ctx, open)
	if err != nil {
		return err
	}
	const here, there = graph.ID("incident:IL-0587"), graph.ID("incident:IL-0271")
	good := graph.PathRequest{From: here, To: there, Via: usual, MaxLength: 4, Size: 5}
	for _, row := range []struct {
		change func(*graph.PathRequest)
		want   graph.Code
		names  string // has to be in the message
	}{
		{func(q *graph.PathRequest) { q.To = here }, graph.CodeInvalid, string(here)},
		{func(q *graph.PathRequest) { q.To = "incident:il-0587" }, graph.CodeInvalid, string(here)},
		{func(q *graph.PathRequest) { q.From = "incident:NO-1" }, graph.CodeNotFound, "incident:NO-1"},
		{func(q *graph.PathRequest) { q.To = "component:no-such" }, graph.CodeNotFound, "component:no-such"},
		{func(q *graph.PathRequest) { q.To = "IL-0271" }, graph.CodeNotFound, "IL-0271"},
		{func(q *graph.PathRequest) { q.From, q.To = "cause:none", "cause:none" }, graph.CodeNotFound, "cause:none"},
		{func(q *graph.PathRequest) { q.MaxLength = 0 }, graph.CodeInvalid, "6"},
		{func(q *graph.PathRequest) { q.MaxLength = 7 }, graph.CodeInvalid, "6"},
		{func(q *graph.PathRequest) { q.Size = -1 }, graph.CodeInvalid, "50"},
		{func(q *graph.PathRequest) { q.Size = 51 }, graph.CodeInvalid, "50"},
		{func(q *graph.PathRequest) { q.Via = []graph.EdgeKind{99} }, graph.CodeInvalid, "99"},
	} {
		bad := good
		row.change(&bad)
		if _, err := s.Paths(ctx, []graph.PathRequest{good, bad}); codeOf(err) != row.want || !strings.Contains(err.Error(), row.names) {
			return fmt.Errorf("Paths from %s to %s, length %d, size %d: error %s, want one of code %s that names %s",
				bad.From, bad.To, bad.MaxLength, bad.Size, errText(err), row.want, row.names)
		}
	}
	around := graph.SubgraphRequest{IDs: []graph.ID{here, there}, Depth: 1, Via: usual, Limit: 2}
	for _, row := range []struct {
		change func(*graph.SubgraphRequest)
		want   graph.Code
		names  string
	}{
		{func(q *graph.SubgraphRequest) { q.IDs = []graph.ID{here, "incident:NO-1"} }, graph.CodeNotFound, "incident:NO-1"},
		{func(q *graph.SubgraphRequest) { q.Depth = -1 }, graph.CodeInvalid, "3"},
		{func(q *graph.SubgraphRequest) { q.Depth = 4 }, graph.CodeInvalid, "3"},
		{func(q *graph.SubgraphRequest) { q.Limit = 0 }, graph.CodeInvalid, "1000"},
		{func(q *graph.SubgraphRequest) { q.Limit = 1001 }, graph.CodeInvalid, "1000"},
		{func(q *graph.SubgraphRequest) { q.Limit = 1 }, graph.CodeInvalid, "2"},
		{func(q *graph.SubgraphRequest) { q.Via = []graph.EdgeKind{99} }, graph.CodeInvalid, "99"},
	} {
		bad := around
		row.change(&bad)
		if _, err := s.Subgraph(ctx, []graph.SubgraphRequest{around, bad}); codeOf(err) != row.want || !strings.Contains(err.Error(), row.names) {
			return fmt.Errorf("Subgraph of %v, depth %d, limit %d: error %s, want one of code %s that names %s",
				bad.IDs, bad.Depth, bad.Limit, errText(err), row.want, row.names)
		}
	}
	return nil
}
