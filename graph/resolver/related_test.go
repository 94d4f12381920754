package resolver_test

import "testing"

// IL-0277 has no case of its own. IL-0587 says that the two share the coordination store,
// IL-0216 that they share the search index; in these hubs it meets IL-0271 and IL-0274.
// That all of them have the same cause is said by both cards, and known only of the side
// of IL-0587.
func TestRelated(t *testing.T) {
	store := library(t)
	want(t, ask(t, store, `{ incident(id: "IL-0277") { sharesComponent { totalCount unnamedCount edges {
		node { key } sharedComponents { slug } sharedCauses { slug } evidence assertedBy { key } because(lang: KO) } } } }`),
		`{"data":{"incident":{"sharesComponent":{"totalCount":4,"unnamedCount":0,"edges":[
			{"node":{"key":"IL-0216"},"sharedComponents":[{"slug":"elasticsearch-opensearch"}],"sharedCauses":[],"evidence":"STATED","assertedBy":[{"key":"IL-0216"}],
				"because":"IL-0277과 IL-0216은 구성 요소 ‘Elasticsearch 와 OpenSearch’를 함께 쓴다."},
			{"node":{"key":"IL-0271"},"sharedComponents":[{"slug":"coordination-kv-store"}],"sharedCauses":[{"slug":"software-bug"}],"evidence":"DERIVED","assertedBy":[{"key":"IL-0587"}],
				"because":"IL-0277과 IL-0271은 구성 요소 ‘코디네이션 키-값 저장소’를 함께 쓰고, ‘소프트웨어 결함’이 공통 원인이다."},
			{"node":{"key":"IL-0587"},"sharedComponents":[{"slug":"coordination-kv-store"}],"sharedCauses":[{"slug":"software-bug"}],"evidence":"STATED","assertedBy":[{"key":"IL-0587"}],
				"because":"IL-0277과 IL-0587은 구성 요소 ‘코디네이션 키-값 저장소’를 함께 쓰고, ‘소프트웨어 결함’이 공통 원인이다."},
			{"node":{"key":"IL-0274"},"sharedComponents":[{"slug":"elasticsearch-opensearch"}],"sharedCauses":[],"evidence":"DERIVED","assertedBy":[{"key":"IL-0216"}],
				"because":"IL-0277과 IL-0274는 구성 요소 ‘Elasticsearch 와 OpenSearch’를 함께 쓴다."}
		]}}}}`)
	want(t, ask(t, store, `{ incident(id: "IL-0277") { sameCause { totalCount unnamedCount edges {
		node { key } sharedComponents { slug } sharedCauses { slug } evidence assertedBy { key } because } } } }`),
		`{"data":{"incident":{"sameCause":{"totalCount":3,"unnamedCount":0,"edges":[
			{"node":{"key":"IL-0271"},"sharedComponents":[{"slug":"coordination-kv-store"}],"sharedCauses":[{"slug":"software-bug"}],"evidence":"DERIVED","assertedBy":[{"key":"IL-0587"}],
				"because":"IL-0277 and IL-0271 share the component “Coordination key-value store” and the cause “Software bug”."},
			{"node":{"key":"IL-0587"},"sharedComponents":[{"slug":"coordination-kv-store"}],"sharedCauses":[{"slug":"software-bug"}],"evidence":"STATED","assertedBy":[{"key":"IL-0587"}],
				"because":"IL-0277 and IL-0587 share the component “Coordination key-value store” and the cause “Software bug”."},
			{"node":{"key":"IL-0216"},"sharedComponents":[{"slug":"elasticsearch-opensearch"}],"sharedCauses":[],"evidence":"STATED","assertedBy":[{"key":"IL-0216"}],
				"because":"IL-0277 and IL-0216 share the component “Elasticsearch and OpenSearch”, and a case says that they have the same cause, though none is known of both."}
		]}}}}`)
}

// A component and a filter choose the incidents; the cards without a key are counted by
// the component alone.
func TestRelatedChoice(t *testing.T) {
	store := library(t)
	for _, tt := range []struct{ field, answer string }{
		{`sharesComponent`, `{"totalCount":4,"unnamedCount":5,"nodes":[{"key":"IL-0277"},{"key":"IL-0279"},{"key":"IL-0388"},{"key":"IL-0274"}]}`},
		{`sharesComponent(component: "인메모리 캐시")`, `{"totalCount":2,"unnamedCount":4,"nodes":[{"key":"IL-0279"},{"key":"IL-0388"}]}`},
		{`sharesComponent(component: "인메모리 캐시", where: {date: {from: "2018"}})`, `{"totalCount":1,"unnamedCount":4,"nodes":[{"key":"IL-0279"}]}`},
		{`sharesComponent(where: {or: []})`, `{"totalCount":0,"unnamedCount":5,"nodes":[]}`},
		{`sharesComponent(component: null, where: null, first: null, after: null)`, `{"totalCount":4,"unnamedCount":5,"nodes":[{"key":"IL-0277"},{"key":"IL-0279"},{"key":"IL-0388"},{"key":"IL-0274"}]}`},
		{`sameCause`, `{"totalCount":4,"unnamedCount":5,"nodes":[{"key":"IL-0277"},{"key":"IL-0279"},{"key":"IL-0388"},{"key":"IL-0274"}]}`},
		{`sameCause(where: {components: {any: ["elasticsearch-opensearch"]}}, first: 1)`, `{"totalCount":2,"unnamedCount":5,"nodes":[{"key":"IL-0277"}]}`},
		{`sameCause(first: 0)`, `{"totalCount":4,"unnamedCount":5,"nodes":[]}`},
	} {
		got := ask(t, store, `{ incident(id: "IL-0216") { r: `+tt.field+` { totalCount unnamedCount nodes { key } } } }`)
		want(t, got, `{"data":{"incident":{"r":`+tt.answer+`}}}`)
	}
}

// Links are the edges to terms and the citations both ways, in order of kind, then ends.
func TestLinks(t *testing.T) {
	want(t, ask(t, library(t), `{ incident(id: "IL-0277") { links {
		kind from { id } to { __typename id ... on Term { name } ... on Incident { title } } evidence assertedBy { key } text } } }`),
		`{"data":{"incident":{"links":[
			{"kind":"AT","from":{"id":"incident:IL-0277"},"to":{"__typename":"Company","id":"company:northwind-search","name":"Northwind Search"},
				"evidence":"STATED","assertedBy":[{"key":"IL-0216"},{"key":"IL-0587"}],"text":null},
			{"kind":"INVOLVES","from":{"id":"incident:IL-0277"},"to":{"__typename":"Component","id":"component:coordination-kv-store","name":"Coordination key-value store"},
				"evidence":"DERIVED","assertedBy":[{"key":"IL-0587"}],"text":null},
			{"kind":"INVOLVES","from":{"id":"incident:IL-0277"},"to":{"__typename":"Component","id":"component:elasticsearch-opensearch","name":"Elasticsearch and OpenSearch"},
				"evidence":"DERIVED","assertedBy":[{"key":"IL-0216"}],"text":null},
			{"kind":"CAUSED_BY","from":{"id":"incident:IL-0277"},"to":{"__typename":"Cause","id":"cause:software-bug","name":"Software bug"},
				"evidence":"DERIVED","assertedBy":[{"key":"IL-0587"}],"text":null},
			{"kind":"CITES","from":{"id":"incident:IL-0216"},"to":{"__typename":"Incident","id":"incident:IL-0277","title":"정족수를 잃어 색인에 닿지 못했다"},
				"evidence":"STATED","assertedBy":[{"key":"IL-0216"}],"text":null},
			{"kind":"CITES","from":{"id":"incident:IL-0587"},"to":{"__typename":"Incident","id":"incident:IL-0277","title":"정족수를 잃어 색인에 닿지 못했다"},
				"evidence":"STATED","assertedBy":[{"key":"IL-0587"}],"text":null}
		]}}}`)

	// The words beside an edge, and the grade of a value that its coder inferred.
	want(t, ask(t, told(t), `{ incident(id: "Bell-7") { links { kind to { id } evidence text(lang: KO) } } }`), `{"data":{"incident":{"links":[
		{"kind":"AT","to":{"id":"company:bellworks"},"evidence":"STATED","text":null},
		{"kind":"INVOLVES","to":{"id":"component:bell-rope"},"evidence":"STATED","text":null},
		{"kind":"INVOLVES","to":{"id":"component:cache"},"evidence":"STATED","text":null},
		{"kind":"CAUSED_BY","to":{"id":"cause:typo"},"evidence":"INFERRED","text":null},
		{"kind":"TRIGGERED_BY","to":{"id":"trigger:config-change"},"evidence":"INFERRED","text":"설정을 뒤집었다."},
		{"kind":"SHOWED","to":{"id":"symptom:silence"},"evidence":"STATED","text":null},
		{"kind":"WORSENED_BY","to":{"id":"factor:holiday"},"evidence":"STATED","text":null}
	]}}}`)
}
