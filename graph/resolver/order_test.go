package resolver_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/incidentgraph/incidentgraph/graph"
	"github.com/incidentgraph/incidentgraph/server"
)

// Five of the incidents know only their year, one of them no date; two know their times.
func TestOrders(t *testing.T) {
	store := library(t)
	for _, tt := range []struct{ orderBy, keys string }{
		{`null`, "0216 0115 0271 0587 0277 0279 0492 0388 0274 X"},
		{`[]`, "0216 0115 0271 0587 0277 0279 0492 0388 0274 X"},
		{`{field: DATE, direction: DESC}`, "0216 0115 0271 0587 0277 0279 0492 0388 0274 X"},
		{`{field: DATE, direction: ASC}`, "0274 0388 0492 0277 0279 0587 0271 0115 0216 X"}, // 2019 is 2019-01-01
		{`[{field: DATE, direction: ASC}, {field: KEY, direction: DESC}]`, "0274 0388 0492 0279 0277 0587 0271 0115 0216 X"},
		{`{field: KEY, direction: ASC}`, "0115 0216 0271 0274 0277 0279 0388 0492 0587 X"},
		{`{field: KEY, direction: DESC}`, "X 0587 0492 0388 0279 0277 0274 0271 0216 0115"},
		{`{field: COMPANY, direction: ASC}`, "0274 0492 0115 0277 0587 0216 0271 0388 0279 X"},
		{`[{field: COMPANY, direction: DESC}, {field: DATE, direction: DESC}]`, "0279 0271 0388 0216 0587 0277 0115 0492 0274 X"},
		{`{field: TIME_TO_DETECT, direction: ASC}`, "0216 0587 0115 0271 0274 0277 0279 0388 0492 X"},
		{`{field: TIME_TO_DETECT, direction: DESC}`, "0587 0216 0115 0271 0274 0277 0279 0388 0492 X"},
		{`[{field: TIME_TO_RECOVER, direction: DESC}, {field: DATE, direction: DESC}]`, "0587 0216 0115 0271 0277 0279 0492 0388 0274 X"},
	} {
		if got := strings.Join(keysOf(t, store, `{}, orderBy: `+tt.orderBy), " "); got != tt.keys {
			t.Errorf("%s\ngot  %s\nwant %s", tt.orderBy, got, tt.keys)
		}
	}
}

func TestOrdersOfOtherLists(t *testing.T) {
	store := library(t)
	for _, tt := range []struct{ list, keys string }{
		{`term(kind: COMPONENT, name: "etcd") { l: incidents(orderBy: {field: DATE, direction: ASC})`, "0277 0587 0271"},
		{`incident(id: "IL-0587") { l: sharesComponent(orderBy: {field: SHARED, direction: ASC})`, "0277 0271"},
		{`incident(id: "IL-0587") { l: sharesComponent(orderBy: {field: SHARED, direction: DESC})`, "0271 0277"},
		// All share one: the count alone, then the key.
		{`incident(id: "IL-0216") { l: sharesComponent(orderBy: {field: SHARED, direction: DESC})`, "0274 0277 0279 0388"},
		{`incident(id: "IL-0216") { l: sharesComponent(orderBy: [])`, "0277 0279 0388 0274"},
		{`incident(id: "IL-0216") { l: sharesComponent(orderBy: [{field: SHARED, direction: DESC}, {field: DATE, direction: ASC}])`, "0274 0388 0277 0279"},
		{`incident(id: "IL-0277") { l: sameCause(orderBy: {field: SHARED, direction: ASC})`, "0216 0271 0587"},
		{`incident(id: "IL-0277") { l: sameCause(orderBy: {field: TIME_TO_DETECT, direction: DESC})`, "0587 0216 0271"},
	} {
		var answer struct {
			Data struct {
				O struct {
					L struct{ Nodes []struct{ Key string } }
				}
			}
		}
		body := ask(t, store, `{ o: `+tt.list+` { nodes { key } } } }`)
		if err := json.Unmarshal([]byte(body), &answer); err != nil {
			t.Fatal(err)
		}
		var keys []string
		for _, n := range answer.Data.O.L.Nodes {
			keys = append(keys, strings.TrimPrefix(n.Key, "IL-"))
		}
		if got := strings.Join(keys, " "); got != tt.keys {
			t.Errorf("%s\ngot  %s in %s\nwant %s", tt.list, got, body, tt.keys)
		}
	}
}

func TestOrderErrors(t *testing.T) {
	store := library(t)
	const shared = "orderBy: SHARED is for sharesComponent and sameCause"
	for _, tt := range []struct{ field, message string }{
		{`incidents(orderBy: {field: SHARED, direction: DESC})`, shared},
		{`incidents(orderBy: [{field: DATE, direction: ASC}, {field: SHARED, direction: DESC}])`, shared},
		{`term(kind: COMPONENT, name: "etcd") { incidents(orderBy: {field: SHARED, direction: DESC}) { totalCount } } x: incidents`, shared},
		{`incidents(orderBy: [{field: DATE, direction: ASC}, {field: DATE, direction: DESC}])`, "orderBy: each field can be named once"},
		{`incident(id: "IL-0587") { sameCause(orderBy: [{field: SHARED, direction: ASC}, {field: KEY, direction: ASC}, {field: SHARED, direction: ASC}]) { totalCount } } x: incidents`,
			"orderBy: each field can be named once"},
	} {
		wantError(t, ask(t, store, `{ `+tt.field+` { totalCount } }`), graph.CodeInvalid, tt.message)
	}
	for query, typ := range map[string]string{
		`query ($f: IncidentOrderField = DATE) { incidents(orderBy: {field: $f, direction: ASC}) { totalCount } }`: "IncidentOrderField!",
		`query ($f: OrderDirection = ASC) { incidents(orderBy: [{field: KEY, direction: $f}]) { totalCount } }`:    "OrderDirection!",
	} {
		answer := respond(t, store, server.Request{Query: query, Variables: map[string]any{"f": nil}})
		wantError(t, answer, server.CodeValidationFailed, "the variable $f is null where the type is "+typ+": leave the variable out, or give it a value")
	}
}

// A cursor belongs to its order; orders that say the same are one.
func TestCursorsOfOrders(t *testing.T) {
	store := library(t)
	cursor := *turn(t, store, `{ %s }`, `incidents(first: 1)`).PageInfo.EndCursor
	for _, orderBy := range []string{`[]`, `{field: DATE, direction: DESC}`, `[{field: DATE, direction: DESC}, {field: KEY, direction: ASC}, {field: COMPANY, direction: ASC}]`} {
		if next := turn(t, store, `{ %s }`, `incidents(first: 1, orderBy: `+orderBy+`, after: "`+cursor+`")`).ids(); next[0] != "incident:IL-0115" {
			t.Errorf("%s goes on with %v", orderBy, next)
		}
	}
	for _, orderBy := range []string{`{field: DATE, direction: ASC}`, `{field: KEY, direction: ASC}`, `[{field: DATE, direction: DESC}, {field: KEY, direction: DESC}]`, `[{field: DATE, direction: DESC}, {field: COMPANY, direction: ASC}]`} {
		wantError(t, ask(t, store, `{ incidents(orderBy: `+orderBy+`, after: "`+cursor+`") { totalCount } }`), graph.CodeInvalidCursor,
			"the cursor is not one of this list: take it from an answer with the same filter and order")
	}
}
