package graphtest

import "github.com/incidentgraph/incidentgraph/graph"

// pairScenarios tell when two incidents are related, and on what evidence.
func pairScenarios() []scenario {
	return []scenario{{
		name: "both ends state what they share",
		steps: []step{{
			put: []*graph.Case{
				record("IL-1", components("kv", "dns"), causes("bug")),
				record("IL-2", components("dns", "kv"), causes("bug")),
				record("IL-3", components("cdn")),
			},
			want: `
incident IL-1
  CAUSED_BY bug STATED IL-1
  INVOLVES dns STATED IL-1
  INVOLVES kv STATED IL-1
  ~SAME_CAUSE IL-2 [dns kv] [bug] STATED IL-1,IL-2
  ~SHARES_COMPONENT IL-2 [dns kv] [bug] STATED IL-1,IL-2
incident IL-2
  CAUSED_BY bug STATED IL-2
  INVOLVES dns STATED IL-2
  INVOLVES kv STATED IL-2
incident IL-3
  INVOLVES cdn STATED IL-3
cause:bug "bug" incidents=2
component:cdn "cdn" incidents=1
component:dns "dns" incidents=2
component:kv "kv" incidents=2`,
		}},
	}, {
		name: "stated at one end and derived at the other is derived",
		steps: []step{{
			put: []*graph.Case{record("IL-1", components("kv")), record("IL-2", card("IL-3", shares("kv")))},
			want: `
incident IL-1
  INVOLVES kv STATED IL-1
  ~SHARES_COMPONENT IL-2 [kv] [] DERIVED IL-1,IL-2
  ~SHARES_COMPONENT IL-3 [kv] [] DERIVED IL-1,IL-2
incident IL-2
  CITES IL-3 STATED IL-2
  INVOLVES kv DERIVED IL-2
  ~SHARES_COMPONENT IL-3 [kv] [] STATED IL-2
incident IL-3 stub
  INVOLVES kv DERIVED IL-2
component:kv "kv" incidents=3`,
		}},
	}, {
		name: "every way over a reading is inferred, one way beside it is not",
		steps: []step{{
			put: []*graph.Case{
				record("IL-1", components("kv"), inferred(graph.FieldComponents)),
				record("IL-2", components("kv", "dns")),
				record("IL-3", components("kv"), inferred(graph.FieldComponents), lost(graph.FieldComponents), card("", shares("dns"))),
			},
			want: `
incident IL-1 inferred=components
  INVOLVES kv INFERRED IL-1
  ~SHARES_COMPONENT IL-2 [kv] [] INFERRED IL-1,IL-2
  ~SHARES_COMPONENT IL-3 [kv] [] INFERRED IL-1,IL-3
incident IL-2
  INVOLVES dns STATED IL-2
  INVOLVES kv STATED IL-2
  ~SHARES_COMPONENT IL-3 [dns kv] [] DERIVED IL-2,IL-3
incident IL-3 lost=components inferred=components unnamed=dns
  INVOLVES dns DERIVED IL-3
  INVOLVES kv INFERRED IL-3
component:dns "dns" incidents=2
component:kv "kv" incidents=3`,
		}},
	}, {
		name: "a card's word is dropped where both ends give values and share none",
		steps: []step{{
			put: []*graph.Case{
				record("IL-1", components("redis"), causes("bug"), card("IL-2", sameCause, shares("kv"))),
				record("IL-2", components("dns"), causes("capacity")),
			},
			// Of components: kv at IL-1, kv at IL-2, the pair. Of causes: each end's cause at
			// the other, the pair.
			applied: `
version +1
added IL-1,IL-2
warning IL-1 components
warning IL-1 components
warning IL-1 components
warning IL-1 root_causes
warning IL-1 root_causes
warning IL-1 root_causes`,
			want: `
incident IL-1
  CAUSED_BY bug STATED IL-1
  CITES IL-2 STATED IL-1
  INVOLVES redis STATED IL-1
incident IL-2
  CAUSED_BY capacity STATED IL-2
  INVOLVES dns STATED IL-2
cause:bug "bug" incidents=1
cause:capacity "capacity" incidents=1
component:dns "dns" incidents=1
component:kv "kv" incidents=0
component:redis "redis" incidents=1`,
		}},
	}, {
		name: "a card's word stays where both ends share something else",
		steps: []step{{
			put: []*graph.Case{
				record("IL-1", components("redis"), card("IL-2", shares("kv"))),
				record("IL-2", components("redis")),
			},
			want: `
incident IL-1
  CITES IL-2 STATED IL-1
  INVOLVES redis STATED IL-1
  ~SHARES_COMPONENT IL-2 [redis] [] STATED IL-1,IL-2
incident IL-2
  INVOLVES redis STATED IL-2
component:kv "kv" incidents=0
component:redis "redis" incidents=2`,
		}},
	}, {
		name: "to drop a card's word, none given and partly known do not count and a reading does",
		steps: []step{{
			put: []*graph.Case{
				record("IL-1", components("redis"), card("IL-2", shares("kv")), card("IL-3", shares("kv")), card("IL-4", shares("kv"))),
				record("IL-2", none(graph.FieldComponents)),
				record("IL-3", components("dns"), lost(graph.FieldComponents)),
				record("IL-4", components("cdn"), inferred(graph.FieldComponents)),
			},
			want: `
incident IL-1
  CITES IL-2 STATED IL-1
  CITES IL-3 STATED IL-1
  CITES IL-4 STATED IL-1
  INVOLVES redis STATED IL-1
  ~SHARES_COMPONENT IL-2 [] [] STATED IL-1
  ~SHARES_COMPONENT IL-3 [] [] STATED IL-1
incident IL-2 none=components
incident IL-3 lost=components
  INVOLVES dns STATED IL-3
  INVOLVES kv DERIVED IL-1
incident IL-4 inferred=components
  INVOLVES cdn INFERRED IL-4
component:cdn "cdn" incidents=1
component:dns "dns" incidents=1
component:kv "kv" incidents=1
component:redis "redis" incidents=1`,
		}},
	}, {
		name: "a pair that a card states counts what both have",
		steps: []step{{ // IL-3 is none's sharer: it counts 0, and comes last however new it is
			put: []*graph.Case{
				record("IL-1", components("kv", "dns"), card("IL-3", shares("kv"))),
				record("IL-2", components("kv", "dns"), date("2001")),
				record("IL-3", none(graph.FieldComponents), date("2020")),
				record("IL-4", components("kv")),
			},
			want: `
incident IL-1
  CITES IL-3 STATED IL-1
  INVOLVES dns STATED IL-1
  INVOLVES kv STATED IL-1
  ~SHARES_COMPONENT IL-2 [dns kv] [] STATED IL-1,IL-2
  ~SHARES_COMPONENT IL-3 [] [] STATED IL-1
  ~SHARES_COMPONENT IL-4 [kv] [] STATED IL-1,IL-4
incident IL-2 date=2001
  INVOLVES dns STATED IL-2
  INVOLVES kv STATED IL-2
  ~SHARES_COMPONENT IL-4 [kv] [] STATED IL-2,IL-4
incident IL-3 date=2020 none=components
incident IL-4
  INVOLVES kv STATED IL-4
component:dns "dns" incidents=2
component:kv "kv" incidents=3`,
		}},
	}}
}
