package resolver_test

import (
	"strings"
	"testing"

	"github.com/incidentgraph/incidentgraph/graph"
	"github.com/incidentgraph/incidentgraph/server"
)

// Facets of all ten incidents. Five components are used; the dates are three days, two of
// them with siblings that know their year alone, and one incident has none.
func TestFacets(t *testing.T) {
	store := library(t)
	for _, tt := range []struct{ arguments, buckets string }{
		{`by: COMPONENT`, "coordination-kv-store:3 elasticsearch-opensearch:3 in-memory-cache:3 service-discovery:2 on-prem-load-balancer:1"},
		{`by: COMPONENT, first: 4`, "coordination-kv-store:3 elasticsearch-opensearch:3 in-memory-cache:3 service-discovery:2"},
		{`by: COMPONENT, first: 0`, ""},
		{`by: COMPONENT, first: null, excludeOwn: null`, "coordination-kv-store:3 elasticsearch-opensearch:3 in-memory-cache:3 service-discovery:2 on-prem-load-balancer:1"},
		{`by: COMPANY`, "northwind-search:2 parley:2 forgebase:1 gaugeworks:1 lumen-models:1 open-almanac:1 pillion:1"},
		{`by: CAUSE`, "software-bug:3"},
		{`by: TRIGGER`, ""},
		{`by: SYMPTOM`, "intermittent-connection-failure:1 intermittent-timeout:1"},
		{`by: FACTOR`, ""},
		{`by: DOMAIN`, ""},
		{`by: SEVERITY`, "sev1:1"},
		{`by: REGION`, "global:1 north-1_(Harbour):1 south_datacenter:1"},
		{`by: TAG`, "aws:2 database:2 networking:2"},
		{`by: YEAR`, "2019:3 2013:1 2017:1 2018:1 2020:1 2022:1 2023:1"},
		{`by: MONTH, first: 1000`, "2019:2 2013:1 2017:1 2018-03:1 2019-01:1 2020:1 2022:1 2023-09:1"},
	} {
		for _, list := range []string{`incidents`, `incidents(first: 0)`} {
			got := ask(t, store, `{ l: `+list+` { f: facet(`+tt.arguments+`) { key count } } }`)
			want(t, got, `{"data":{"l":{"f":[`+bucketsJSON(tt.buckets)+`]}}}`)
		}
	}
}

// bucketsJSON writes "a:2 b_c:1" as buckets.
func bucketsJSON(buckets string) string {
	var list []string
	for _, b := range strings.Fields(buckets) {
		key, count, _ := strings.Cut(b, ":")
		list = append(list, `{"key":"`+strings.ReplaceAll(key, "_", " ")+`","count":`+count+`}`)
	}
	return strings.Join(list, ",")
}

// A facet counts what the whole filter holds for, or all of it but the condition on its
// own field; what the list is of stays in any case.
func TestFacetsOfFilters(t *testing.T) {
	store := library(t)
	for _, tt := range []struct{ list, facet, buckets string }{
		// Of the three with the coordination store only IL-0271 is that new.
		{`incidents(where: {components: {any: ["etcd"]}, date: {from: "2020"}})`, `facet(by: COMPONENT)`, "coordination-kv-store:1 service-discovery:1"},
		{`incidents(where: {components: {any: ["etcd"]}, date: {from: "2020"}})`, `facet(by: COMPONENT, excludeOwn: true)`,
			"coordination-kv-store:1 elasticsearch-opensearch:1 in-memory-cache:1 service-discovery:1"},
		{`incidents(where: {components: {any: ["etcd"]}, date: {from: "2020"}})`, `facet(by: YEAR, excludeOwn: true)`, "2019:2 2020:1"},
		{`incidents(where: {components: {any: ["etcd"]}, date: {from: "2020"}})`, `facet(by: MONTH, excludeOwn: true)`, "2019:1 2019-01:1 2020:1"},
		{`incidents(where: {components: {any: ["etcd"]}, date: {from: "2020"}})`, `facet(by: CAUSE, excludeOwn: true)`, "software-bug:1"},
		{`incidents(where: {and: [{components: {any: ["etcd"]}}]})`, `facet(by: COMPONENT, excludeOwn: true)`,
			"coordination-kv-store:3 service-discovery:2 elasticsearch-opensearch:1"},
		{`incidents(where: {tags: ["aws"], or: []})`, `facet(by: TAG, excludeOwn: true)`, ""},
		{`incidents(where: {tags: ["aws"]})`, `facet(by: TAG)`, "aws:2 networking:2 database:1"},
		{`incidents(where: {tags: ["AWS"]})`, `facet(by: TAG, excludeOwn: true)`, "aws:2 database:2 networking:2"},
		{`term(kind: COMPONENT, name: "etcd") { l: incidents(first: 0) F }`, `facet(by: COMPONENT, excludeOwn: true)`,
			"coordination-kv-store:3 service-discovery:2 elasticsearch-opensearch:1"},
		{`term(kind: COMPANY, name: "parley") { l: incidents(first: 0, where: {company: {none: ["parley"]}}) F }`, `facet(by: COMPANY, excludeOwn: true)`, "parley:2"},
		{`incident(id: "IL-0216") { l: sharesComponent F }`, `facet(by: COMPANY)`, "forgebase:1 northwind-search:1 parley:1 pillion:1"},
		{`incident(id: "IL-0216") { l: sharesComponent(component: "인메모리 캐시", first: 1) F }`, `facet(by: YEAR)`, "2017:1 2019:1"},
		{`incident(id: "IL-0216") { l: sharesComponent(component: "인메모리 캐시", where: {components: {any: ["etcd"]}}) F }`, `facet(by: COMPONENT, excludeOwn: true)`, "in-memory-cache:2"},
		{`incident(id: "IL-0277") { l: sameCause(where: {date: {from: "2020"}}) F }`, `facet(by: YEAR, excludeOwn: true)`, "2019:1 2020:1 2023:1"},
		{`search(query: "캐시", where: {date: {from: "2019"}})`, `facet(by: YEAR)`, "2019:1 2023:1"},
		{`search(query: "캐시", where: {date: {from: "2019"}}, first: 0)`, `facet(by: YEAR, excludeOwn: true)`, "2017:1 2019:1 2023:1"},
	} {
		field := ` { f: ` + tt.facet + ` { key count } }`
		query := `{ l: ` + tt.list + field + ` }`
		if strings.Contains(tt.list, " F ") {
			query = `{ o: ` + strings.Replace(tt.list, " F ", field, 1) + ` }`
		}
		answer := ask(t, store, query)
		if !strings.Contains(answer, `{"l":{"f":[`+bucketsJSON(tt.buckets)+`]}}`) {
			t.Errorf("%s\n%s\ngot  %s\nwant %s", tt.list, tt.facet, answer, tt.buckets)
		}
	}
}

// Terms have names and can be followed; values are their own label.
func TestFacetBuckets(t *testing.T) {
	want(t, ask(t, library(t), `query ($no: Boolean = false, $two: Int = 2) { incidents(first: 1) {
		a: facet(by: COMPONENT, first: $two) { ...bucket } b: facet(by: TAG, first: 1) { ...bucket }
		... on IncidentConnection { c: facet(by: COMPONENT, first: 1) { korean: label(lang: KO) term { ... on Component { incidents(first: 1) { nodes { key } } } } } }
		d: facet(by: CAUSE) @include(if: $no) { key } ...counts } }
		fragment bucket on FacetBucket { key label count term { __typename id } }
		fragment counts on IncidentConnection { e: facet(by: SEVERITY, excludeOwn: true) { key } durations { timeToDetect { known } } }`),
		`{"data":{"incidents":{
			"a":[{"key":"coordination-kv-store","label":"Coordination key-value store","count":3,"term":{"__typename":"Component","id":"component:coordination-kv-store"}},
				{"key":"elasticsearch-opensearch","label":"Elasticsearch and OpenSearch","count":3,"term":{"__typename":"Component","id":"component:elasticsearch-opensearch"}}],
			"b":[{"key":"aws","label":"aws","count":2,"term":null}],
			"c":[{"korean":"코디네이션 키-값 저장소","term":{"incidents":{"nodes":[{"key":"IL-0271"}]}}}],
			"e":[{"key":"sev1"}],"durations":{"timeToDetect":{"known":2}}}}}`)
}

// Of two times in order the first is the median, the second the 90th percentile.
func TestDurations(t *testing.T) {
	store := library(t)
	all := `durations { timeToDetect { known mean p50 p90 max } timeToRecover { known mean p50 p90 max } }`
	none := `{"known":0,"mean":null,"p50":null,"p90":null,"max":null}`
	both := `{"durations":{"timeToDetect":{"known":2,"mean":16,"p50":6,"p90":26,"max":26},"timeToRecover":{"known":2,"mean":129,"p50":24,"p90":234,"max":234}}}`
	one := `{"durations":{"timeToDetect":{"known":1,"mean":26,"p50":26,"p90":26,"max":26},"timeToRecover":{"known":1,"mean":234,"p50":234,"p90":234,"max":234}}}`
	for _, tt := range []struct{ list, answer string }{
		{`incidents(first: 1)`, both},
		{`incidents(where: {isStub: true})`, `{"durations":{"timeToDetect":` + none + `,"timeToRecover":` + none + `}}`},
		{`incidents(where: {company: {any: ["northwind-search"]}}, first: 0)`, one},
		{`search(query: "캐시", first: 0)`, `{"durations":{"timeToDetect":{"known":1,"mean":6,"p50":6,"p90":6,"max":6},"timeToRecover":{"known":1,"mean":24,"p50":24,"p90":24,"max":24}}}`},
	} {
		want(t, ask(t, store, `{ l: `+tt.list+` { `+all+` } }`), `{"data":{"l":`+tt.answer+`}}`)
	}
	want(t, ask(t, store, `{ incident(id: "IL-0277") { sameCause { `+all+` } } }`), `{"data":{"incident":{"sameCause":`+both+`}}}`)
	want(t, ask(t, store, `{ incident(id: "IL-0277") { sharesComponent(component: "etcd") { `+all+` } } }`), `{"data":{"incident":{"sharesComponent":`+one+`}}}`)
}

func TestFacetErrors(t *testing.T) {
	store := library(t)
	for _, list := range []string{`incidents`, `search(query: "x")`} {
		for _, first := range []string{`-1`, `1001`} {
			wantError(t, ask(t, store, `{ `+list+` { totalCount facet(by: YEAR, first: `+first+`) { key } } }`), graph.CodeInvalid, "first must be from 0 to 1000")
		}
	}
	answer := respond(t, store, server.Request{
		Query:     `query ($by: FacetField = YEAR) { incidents { facet(by: $by) { key } } }`,
		Variables: map[string]any{"by": nil},
	})
	wantError(t, answer, server.CodeValidationFailed, "the variable $by is null where the type is FacetField!: leave the variable out, or give it a value")
}

// One facet is counted once, whatever it is called and however long, together with its
// list, and so is that of a list that is asked for twice.
func TestFacetsInOneRequest(t *testing.T) {
	store := &asking{Store: library(t)}
	ask(t, store, `{
		incidents(first: 0) { a: facet(by: YEAR) { key } b: facet(by: YEAR, first: 3) { key } c: facet(by: YEAR, first: 30, excludeOwn: false) { count }
			d: facet(by: YEAR, excludeOwn: true) { key } durations { timeToDetect { known } } e: facet(by: TAG, first: 2000) { key } } }`)
	if len(store.found) != 1 || len(store.found[0]) != 1 {
		t.Fatalf("Find was asked %v", store.found)
	}
	asked := store.found[0][0]
	if len(asked.Facets) != 2 || asked.Facets[0].Size != 30 || asked.Facets[0].Filter != nil || asked.Facets[1].Size != 20 || asked.Facets[1].Filter == nil || !asked.Durations {
		t.Errorf("asked %+v", asked.Counting)
	}
	store.found = nil
	ask(t, store, `{ a: incidents { totalCount facet(by: YEAR) { key } } b: incidents { nodes { key } facet(by: YEAR) { count } } c: incidents { totalCount } }`)
	if len(store.found) != 1 || len(store.found[0]) != 2 {
		t.Errorf("Find was asked %v", store.found)
	}
}
