package graphtest

import (
	"github.com/incidentgraph/incidentgraph/graph"
	"golang.org/x/text/unicode/norm"
)

// termScenarios tell what the names of terms mean.
func termScenarios() []scenario {
	store := component("Coordination store", "조정 저장소", "KV store", "키값")
	return []scenario{{
		name: "a term met in cases only is spelt as most cases and cards spell it",
		steps: []step{{
			put:  []*graph.Case{record("IL-1", company("acme co"))},
			want: "incident IL-1\n  AT acme-co STATED IL-1\n" + `company:acme-co "acme co" incidents=1`,
		}, { // one each: the first by code points
			put: []*graph.Case{record("IL-2", company("Acme Co"))},
			want: `
incident IL-1
  AT acme-co STATED IL-1
incident IL-2
  AT acme-co STATED IL-2
company:acme-co "Acme Co" incidents=2`,
		}, { // a card counts as a case does
			put: []*graph.Case{record("IL-3", card("IL-1", of("", "acme co", "", "")))},
			want: `
incident IL-1
  AT acme-co STATED IL-1
incident IL-2
  AT acme-co STATED IL-2
incident IL-3
  CITES IL-1 STATED IL-3
company:acme-co "acme co" incidents=2`,
		}, {
			remove: []string{"IL-3"},
			want: `
incident IL-1
  AT acme-co STATED IL-1
incident IL-2
  AT acme-co STATED IL-2
company:acme-co "Acme Co" incidents=2`,
		}, {
			put:    []*graph.Case{record("IL-2", company("Other"))},
			remove: []string{"IL-1"},
			want:   "incident IL-2\n  AT other STATED IL-2\n" + `company:other "Other" incidents=1`,
		}},
	}, {
		name: "a vocabulary reads anew what cases name, there and back",
		steps: []step{{
			put: []*graph.Case{record("IL-1", components("KV store")), record("IL-2", components("키값"))},
			want: `
incident IL-1
  INVOLVES kv-store STATED IL-1
incident IL-2
  INVOLVES 키값 STATED IL-2
component:kv-store "KV store" incidents=1
component:키값 "키값" incidents=1`,
		}, {
			terms: []graph.Term{store},
			want: `
incident IL-1
  INVOLVES coordination-store STATED IL-1
  ~SHARES_COMPONENT IL-2 [coordination-store] [] STATED IL-1,IL-2
incident IL-2
  INVOLVES coordination-store STATED IL-2
component:coordination-store "Coordination store"/"조정 저장소" controlled aliases=KV store|키값 incidents=2`,
		}, {
			terms: []graph.Term{component("Coordination store", "조정 저장소", "KV store")},
			want: `
incident IL-1
  INVOLVES coordination-store STATED IL-1
incident IL-2
  INVOLVES 키값 STATED IL-2
component:coordination-store "Coordination store"/"조정 저장소" controlled aliases=KV store incidents=1
component:키값 "키값" incidents=1`,
		}},
	}, {
		name: "a name moves from term to term",
		steps: []step{{
			put:   []*graph.Case{record("IL-1", components("키값"))},
			terms: []graph.Term{component("Store", ""), component("Cache", "")},
			want: `
incident IL-1
  INVOLVES 키값 STATED IL-1
component:cache "Cache"/"" controlled incidents=0
component:store "Store"/"" controlled incidents=0
component:키값 "키값" incidents=1`,
		}, {
			terms: []graph.Term{component("Store", "", "키값")},
			want: `
incident IL-1
  INVOLVES store STATED IL-1
component:cache "Cache"/"" controlled incidents=0
component:store "Store"/"" controlled aliases=키값 incidents=1`,
		}, {
			terms: []graph.Term{component("Store", ""), component("Cache", "", "키값")},
			want: `
incident IL-1
  INVOLVES cache STATED IL-1
component:cache "Cache"/"" controlled aliases=키값 incidents=1
component:store "Store"/"" controlled incidents=0`,
		}, { // a printed name wins over an alias
			terms: []graph.Term{component("Store", "키값")},
			want: `
incident IL-1
  INVOLVES store STATED IL-1
component:cache "Cache"/"" controlled aliases=키값 incidents=0
component:store "Store"/"키값" controlled incidents=1`,
		}},
	}, {
		name: "a vocabulary takes over a term that cases brought in",
		steps: []step{{
			put: []*graph.Case{record("IL-1", components("kv STORE"), card("IL-2", shares("kv STORE")))},
			want: `
incident IL-1
  CITES IL-2 STATED IL-1
  INVOLVES kv-store STATED IL-1
  ~SHARES_COMPONENT IL-2 [kv-store] [] STATED IL-1
incident IL-2 stub
  INVOLVES kv-store DERIVED IL-1
component:kv-store "kv STORE" incidents=2`,
		}, {
			terms: []graph.Term{component("KV store", "")},
			want: `
incident IL-1
  CITES IL-2 STATED IL-1
  INVOLVES kv-store STATED IL-1
  ~SHARES_COMPONENT IL-2 [kv-store] [] STATED IL-1
incident IL-2 stub
  INVOLVES kv-store DERIVED IL-1
component:kv-store "KV store"/"" controlled incidents=2`,
		}, { // it outlives the cases
			remove: []string{"IL-1"},
			want:   `component:kv-store "KV store"/"" controlled incidents=0`,
		}},
	}, {
		name: "a vocabulary can settle a contradiction",
		steps: []step{{
			put: []*graph.Case{
				record("IL-1", components("KV store"), card("IL-2", shares("키값"))),
				record("IL-2", components("조정 저장소")),
			},
			want: `
incident IL-1
  CITES IL-2 STATED IL-1
  INVOLVES kv-store STATED IL-1
incident IL-2
  INVOLVES 조정-저장소 STATED IL-2
component:kv-store "KV store" incidents=1
component:조정-저장소 "조정 저장소" incidents=1
component:키값 "키값" incidents=0`,
		}, {
			terms:   []graph.Term{store},
			applied: "version +1",
			want: `
incident IL-1
  CITES IL-2 STATED IL-1
  INVOLVES coordination-store STATED IL-1
  ~SHARES_COMPONENT IL-2 [coordination-store] [] STATED IL-1,IL-2
incident IL-2
  INVOLVES coordination-store STATED IL-2
component:coordination-store "Coordination store"/"조정 저장소" controlled aliases=KV store|키값 incidents=2`,
		}},
	}, {
		name: "a vocabulary reads replaced cases, too",
		steps: []step{{
			put:  []*graph.Case{record(headless, components("KV store")), record("IL-1", replaces(headless))},
			want: `incident IL-1`,
		}, {
			terms: []graph.Term{store},
			want: "incident IL-1\n" +
				`component:coordination-store "Coordination store"/"조정 저장소" controlled aliases=KV store|키값 incidents=0`,
		}, {
			remove: []string{"IL-1"},
			want: "incident X-0000000000a1 provisional\n  INVOLVES coordination-store STATED X-0000000000a1\n" +
				`component:coordination-store "Coordination store"/"조정 저장소" controlled aliases=KV store|키값 incidents=1`,
		}},
	}, {
		name: "two names that come to mean one cause let it be derived",
		steps: []step{{
			put: []*graph.Case{record("IL-1", causes("bug", "버그"), card("IL-2", sameCause))},
			want: `
incident IL-1
  CAUSED_BY bug STATED IL-1
  CAUSED_BY 버그 STATED IL-1
  CITES IL-2 STATED IL-1
  ~SAME_CAUSE IL-2 [] [] STATED IL-1
incident IL-2 stub
cause:bug "bug" incidents=1
cause:버그 "버그" incidents=1`,
		}, {
			terms: []graph.Term{{Kind: graph.KindCause, Name: graph.Text{EN: "Bug", KO: "버그"}}},
			want: `
incident IL-1
  CAUSED_BY bug STATED IL-1
  CITES IL-2 STATED IL-1
  ~SAME_CAUSE IL-2 [] [bug] STATED IL-1
incident IL-2 stub
  CAUSED_BY bug DERIVED IL-1
cause:bug "Bug"/"버그" controlled incidents=2`,
		}},
	}, {
		name: "a name in any form finds its term",
		steps: []step{{
			put:   []*graph.Case{record("IL-1", components("조정 저장소", "Message–Queue"))},
			terms: []graph.Term{store},
			want: `
incident IL-1
  INVOLVES coordination-store STATED IL-1
  INVOLVES message-queue STATED IL-1
component:coordination-store "Coordination store"/"조정 저장소" controlled aliases=KV store|키값 incidents=1
component:message-queue "Message–Queue" incidents=1`,
			lookups: []lookup{
				{graph.KindComponent, "coordination-store", "component:coordination-store"},
				{graph.KindComponent, "component:coordination-store", "component:coordination-store"},
				{graph.KindComponent, "COMPONENT:Coordination-Store", "component:coordination-store"},
				{graph.KindComponent, "  coordination \u00a0 STORE\u200b", "component:coordination-store"},
				{graph.KindComponent, "Ｃｏｏｒｄｉｎａｔｉｏｎ ｓｔｏｒｅ", "component:coordination-store"},
				{graph.KindComponent, norm.NFD.String("조정 저장소"), "component:coordination-store"},
				{graph.KindComponent, "kv store", "component:coordination-store"},
				{graph.KindComponent, "message queue", "component:message-queue"},
				{graph.KindComponent, "MESSAGE—QUEUE", "component:message-queue"},
				{graph.KindComponent, "messages", ""},
				{graph.KindCause, "coordination-store", ""},
				{graph.KindCause, "component:coordination-store", ""},
			},
		}},
	}, {
		name: "a slug wins over a printed name, a printed name over an alias",
		steps: []step{{
			terms: []graph.Term{
				{Kind: graph.KindComponent, Slug: "kv", Name: graph.PlainText("Key value"), Aliases: []string{"Cache"}},
				{Kind: graph.KindComponent, Slug: "cache", Name: graph.PlainText("Memory")},
				{Kind: graph.KindComponent, Slug: "ram", Name: graph.PlainText("kv"), Aliases: []string{"memory"}},
				{Kind: graph.KindCause, Slug: "kv", Name: graph.PlainText("Another kind")},
			},
			applied: "version +1",
			want: `
cause:kv "Another kind" controlled incidents=0
component:cache "Memory" controlled incidents=0
component:kv "Key value" controlled aliases=Cache incidents=0
component:ram "kv" controlled aliases=memory incidents=0`,
			lookups: []lookup{
				{graph.KindComponent, "KV", "component:kv"},
				{graph.KindComponent, "cache", "component:cache"},
				{graph.KindComponent, "memory", "component:cache"},
				{graph.KindComponent, "ram", "component:ram"},
				{graph.KindCause, "kv", "cause:kv"},
			},
		}},
	}, {
		name: "terms lie below terms",
		steps: []step{{
			put: []*graph.Case{record("IL-1", components("cache"))},
			terms: []graph.Term{
				{Kind: graph.KindComponent, Name: graph.PlainText("Store")},
				{Kind: graph.KindComponent, Name: graph.PlainText("KV"), Broader: "store"},
				{Kind: graph.KindComponent, Name: graph.PlainText("Cache"), Broader: "store",
					Definition: graph.Text{EN: "Keeps what was read.", KO: "읽은 것을 둔다."}},
				{Kind: graph.KindComponent, Name: graph.PlainText("RAM"), Broader: "cache"},
			},
			want: `
incident IL-1
  INVOLVES cache STATED IL-1
component:cache "Cache" controlled definition="Keeps what was read."/"읽은 것을 둔다." broader=store narrower=ram incidents=1
component:kv "KV" controlled broader=store incidents=0
component:ram "RAM" controlled broader=cache incidents=0
component:store "Store" controlled narrower=cache,kv incidents=0`,
		}, { // what lies below what can change
			terms: []graph.Term{{Kind: graph.KindComponent, Name: graph.PlainText("Cache"), Broader: "kv"}},
			want: `
incident IL-1
  INVOLVES cache STATED IL-1
component:cache "Cache" controlled broader=kv narrower=ram incidents=1
component:kv "KV" controlled broader=store narrower=cache incidents=0
component:ram "RAM" controlled broader=cache incidents=0
component:store "Store" controlled narrower=kv incidents=0`,
		}, {
			terms: []graph.Term{{Kind: graph.KindComponent, Name: graph.PlainText("Store"), Broader: "ram"}},
			fails: graph.CodeInvalid,
		}, {
			put:   []*graph.Case{record("IL-2")},
			terms: []graph.Term{{Kind: graph.KindComponent, Name: graph.PlainText("Disk"), Broader: "hardware"}},
			fails: graph.CodeInvalid,
		}},
	}, {
		name: "a name that means two terms is refused, and all of its batch",
		steps: []step{{
			put:   []*graph.Case{record("IL-1", components("Cache"))},
			terms: []graph.Term{component("Memory cache", "", "Cache")},
			want: `
incident IL-1
  INVOLVES memory-cache STATED IL-1
component:memory-cache "Memory cache"/"" controlled aliases=Cache incidents=1`,
		}, {
			put:   []*graph.Case{record("IL-2")},
			terms: []graph.Term{component("Disk cache", "", "CACHE")},
			fails: graph.CodeAmbiguous,
		}, {
			terms: []graph.Term{component("Disk cache", "Memory  Cache")},
			fails: graph.CodeAmbiguous,
		}},
	}, {
		name: "slugs sort by code points",
		steps: []step{{ // U+FA0E comes before U+20BB7, and behind it in UTF-16 units
			put: []*graph.Case{
				record("IL-1", components("𠮷 queue", "﨎 queue", "zone", "큐")),
				record("IL-2", components("﨎 queue", "𠮷 queue")),
			},
			want: `
incident IL-1
  INVOLVES zone STATED IL-1
  INVOLVES 큐 STATED IL-1
  INVOLVES 﨎-queue STATED IL-1
  INVOLVES 𠮷-queue STATED IL-1
  ~SHARES_COMPONENT IL-2 [﨎-queue 𠮷-queue] [] STATED IL-1,IL-2
incident IL-2
  INVOLVES 﨎-queue STATED IL-2
  INVOLVES 𠮷-queue STATED IL-2
component:zone "zone" incidents=1
component:큐 "큐" incidents=1
component:﨎-queue "﨎 queue" incidents=2
component:𠮷-queue "𠮷 queue" incidents=2`,
		}},
	}}
}
