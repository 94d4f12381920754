package resolver_test

import (
	"testing"

	"github.com/incidentgraph/incidentgraph/graph"
)

// Of ten incidents three have the coordination store, two service discovery, three the
// bug: they weigh 2 (3 and 6 are up to 10), 3 (2, 4 and 8 are) and 2, together 7 for
// IL-0587. IL-0271 has all of it, IL-0277 4 of the 7.
func TestSimilar(t *testing.T) {
	store := library(t)
	want(t, ask(t, store, `{ incident(id: "IL-0587") { similar { nodes { key } edges {
		node { key } score sharedComponents { slug } sharedCauses { slug } sharedTriggers { slug } sharedSymptoms { slug } sharedFactors { slug }
		because korean: because(lang: KO) } } } }`),
		`{"data":{"incident":{"similar":{"nodes":[{"key":"IL-0271"},{"key":"IL-0277"}],"edges":[
			{"node":{"key":"IL-0271"},"score":1000,"sharedComponents":[{"slug":"coordination-kv-store"},{"slug":"service-discovery"}],
				"sharedCauses":[{"slug":"software-bug"}],"sharedTriggers":[],"sharedSymptoms":[],"sharedFactors":[],
				"because":"IL-0587 and IL-0271 share the components “Coordination key-value store” and “Service discovery” and the cause “Software bug”.",
				"korean":"IL-0587과 IL-0271은 구성 요소 ‘코디네이션 키-값 저장소’와 ‘서비스 디스커버리’를 함께 쓰고, ‘소프트웨어 결함’이 공통 원인이다."},
			{"node":{"key":"IL-0277"},"score":571,"sharedComponents":[{"slug":"coordination-kv-store"}],
				"sharedCauses":[{"slug":"software-bug"}],"sharedTriggers":[],"sharedSymptoms":[],"sharedFactors":[],
				"because":"IL-0587 and IL-0277 share the component “Coordination key-value store” and the cause “Software bug”.",
				"korean":"IL-0587과 IL-0277은 구성 요소 ‘코디네이션 키-값 저장소’를 함께 쓰고, ‘소프트웨어 결함’이 공통 원인이다."}
		]}}}}`)

	// IL-0277 has the store, the search index and the bug, which weigh 2 each: 4 of 6 are
	// in IL-0271 and IL-0587, of which the former is newer, 2 of 6 in IL-0216 and IL-0274.
	want(t, ask(t, store, `{ incident(id: "IL-0277") { similar(first: 3) { edges { score node { key } } } all: similar(first: 50) { nodes { key } } none: similar(first: 0) { edges { score } }
		} x: incident(id: "IL-0115") { similar { edges { score } } } }`),
		`{"data":{"incident":{"similar":{"edges":[{"score":666,"node":{"key":"IL-0271"}},{"score":666,"node":{"key":"IL-0587"}},{"score":333,"node":{"key":"IL-0216"}}]},
			"all":{"nodes":[{"key":"IL-0271"},{"key":"IL-0587"},{"key":"IL-0216"},{"key":"IL-0274"}]},"none":{"edges":[]}},"x":{"similar":{"edges":[]}}}}`)
	for _, first := range []string{"-1", "51"} {
		wantError(t, ask(t, store, `{ incident(id: "IL-0587") { similar(first: `+first+`) { edges { score } } } }`), graph.CodeInvalid, "first must be from 0 to 50")
	}
}

// The default is ten.
func TestSimilarDefault(t *testing.T) {
	answer := ask(t, alike(t), `{ incident(id: "C-000") { a: similar { nodes { key } } b: similar(first: null) { nodes { key } } c: similar(first: 10) { nodes { key } } } }`)
	var keys struct {
		Data struct {
			Incident map[string]struct{ Nodes []struct{ Key string } }
		}
	}
	decode(t, answer, &keys)
	for name, list := range keys.Data.Incident {
		if len(list.Nodes) != 10 {
			t.Errorf("%s: %d rows", name, len(list.Nodes))
		}
	}
}

// Three of the ten incidents have the coordination store: two of them with service
// discovery, which two have, one with the search index, which three have; all three
// with the bug, which no other has.
func TestRelatedTerms(t *testing.T) {
	store := library(t)
	want(t, ask(t, store, `{ term(kind: COMPONENT, name: "etcd") {
		components: related(kind: COMPONENT) { term { __typename slug name(lang: KO) incidentCount } count lift }
		first: related(kind: COMPONENT, first: 1) { term { slug } }
		causes: related(kind: CAUSE) { term { slug incidents(first: 0) { totalCount } } count lift }
		triggers: related(kind: TRIGGER) { count } companies: related(kind: COMPANY, first: null) { term { slug } count } none: related(kind: COMPANY, first: 0) { count } }
		unused: term(kind: CAUSE, name: "human-error") { related(kind: COMPONENT) { count } } }`),
		`{"data":{"term":{
			"components":[{"term":{"__typename":"Component","slug":"service-discovery","name":"서비스 디스커버리","incidentCount":2},"count":2,"lift":3.3333333333333335},
				{"term":{"__typename":"Component","slug":"elasticsearch-opensearch","name":"Elasticsearch 와 OpenSearch","incidentCount":3},"count":1,"lift":1.1111111111111112}],
			"first":[{"term":{"slug":"service-discovery"}}],
			"causes":[{"term":{"slug":"software-bug","incidents":{"totalCount":3}},"count":3,"lift":3.3333333333333335}],
			"triggers":[],"companies":[{"term":{"slug":"northwind-search"},"count":2},{"term":{"slug":"parley"},"count":1}],"none":[]},
			"unused":{"related":[]}}}`)
	for _, first := range []string{"-1", "101"} {
		wantError(t, ask(t, store, `{ term(kind: COMPONENT, name: "etcd") { related(kind: CAUSE, first: `+first+`) { count } } }`), graph.CodeInvalid, "first must be from 0 to 100")
	}
}
