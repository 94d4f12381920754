package graphtest

import "github.com/incidentgraph/incidentgraph/graph"

// authorityScenarios tell who has the last word on a field.
func authorityScenarios() []scenario {
	return []scenario{{
		name: "a card gives both ends what they share",
		steps: []step{{
			put: []*graph.Case{record("IL-1", card("IL-2", shares("kv")))},
			want: `
incident IL-1
  CITES IL-2 STATED IL-1
  INVOLVES kv DERIVED IL-1
  ~SHARES_COMPONENT IL-2 [kv] [] STATED IL-1
incident IL-2 stub
  INVOLVES kv DERIVED IL-1
component:kv "kv" incidents=2`,
		}},
	}, {
		name: "a cited case's own list drops what cards say, and its end brings that back",
		steps: []step{{
			put:     []*graph.Case{record("IL-1", card("IL-2", shares("kv"))), record("IL-2", components("redis"))},
			applied: "version +1\nadded IL-1,IL-2\nwarning IL-1 components",
			want: `
incident IL-1
  CITES IL-2 STATED IL-1
  INVOLVES kv DERIVED IL-1
  ~SHARES_COMPONENT IL-2 [] [] STATED IL-1
incident IL-2
  INVOLVES redis STATED IL-2
component:kv "kv" incidents=1
component:redis "redis" incidents=1`,
		}, {
			remove:  []string{"IL-2"},
			applied: "version +1\ndeleted IL-2",
			want: `
incident IL-1
  CITES IL-2 STATED IL-1
  INVOLVES kv DERIVED IL-1
  ~SHARES_COMPONENT IL-2 [kv] [] STATED IL-1
incident IL-2 stub
  INVOLVES kv DERIVED IL-1
component:kv "kv" incidents=2`,
		}},
	}, {
		name: "a citing case's own list drops what its own card says of it",
		steps: []step{{
			put:     []*graph.Case{record("IL-1", components("redis"), card("IL-2", shares("kv")))},
			applied: "version +1\nadded IL-1\nwarning IL-1 components",
			want: `
incident IL-1
  CITES IL-2 STATED IL-1
  INVOLVES redis STATED IL-1
  ~SHARES_COMPONENT IL-2 [] [] STATED IL-1
incident IL-2 stub
  INVOLVES kv DERIVED IL-1
component:kv "kv" incidents=1
component:redis "redis" incidents=1`,
		}},
	}, {
		name: "none given drops what cards say",
		steps: []step{{
			put:     []*graph.Case{record("IL-1", card("IL-2", shares("kv"))), record("IL-2", none(graph.FieldComponents))},
			applied: "version +1\nadded IL-1,IL-2\nwarning IL-1 components",
			want: `
incident IL-1
  CITES IL-2 STATED IL-1
  INVOLVES kv DERIVED IL-1
  ~SHARES_COMPONENT IL-2 [] [] STATED IL-1
incident IL-2 none=components
component:kv "kv" incidents=1`,
		}},
	}, {
		name: "unknown and lost keep what cards say",
		steps: []step{{
			put: []*graph.Case{
				record("IL-1", card("IL-2", shares("kv")), card("IL-3", shares("dns"))),
				record("IL-2"),
				record("IL-3", lost(graph.FieldComponents)),
			},
			applied: "version +1\nadded IL-1,IL-2,IL-3",
			want: `
incident IL-1
  CITES IL-2 STATED IL-1
  CITES IL-3 STATED IL-1
  INVOLVES dns DERIVED IL-1
  INVOLVES kv DERIVED IL-1
  ~SHARES_COMPONENT IL-2 [kv] [] STATED IL-1
  ~SHARES_COMPONENT IL-3 [dns] [] STATED IL-1
incident IL-2
  INVOLVES kv DERIVED IL-1
incident IL-3 lost=components
  INVOLVES dns DERIVED IL-1
component:dns "dns" incidents=2
component:kv "kv" incidents=2`,
		}},
	}, {
		name: "partly known adds to what cards say",
		steps: []step{{
			put: []*graph.Case{
				record("IL-1", card("IL-2", shares("kv"))),
				record("IL-2", components("redis"), lost(graph.FieldComponents)),
			},
			applied: "version +1\nadded IL-1,IL-2",
			want: `
incident IL-1
  CITES IL-2 STATED IL-1
  INVOLVES kv DERIVED IL-1
  ~SHARES_COMPONENT IL-2 [kv] [] STATED IL-1
incident IL-2 lost=components
  INVOLVES kv DERIVED IL-1
  INVOLVES redis STATED IL-2
component:kv "kv" incidents=2
component:redis "redis" incidents=1`,
		}},
	}, {
		name: "an edge asserted in two ways shows the stronger, by all who assert it",
		steps: []step{{
			put: []*graph.Case{
				record("IL-1", card("IL-2", shares("kv"))),
				record("IL-2", components("kv"), lost(graph.FieldComponents)),
			},
			want: `
incident IL-1
  CITES IL-2 STATED IL-1
  INVOLVES kv DERIVED IL-1
  ~SHARES_COMPONENT IL-2 [kv] [] STATED IL-1,IL-2
incident IL-2 lost=components
  INVOLVES kv STATED IL-1,IL-2
component:kv "kv" incidents=2`,
		}, { // nothing is lost now: the derived edge is dropped, and the stated one stays
			put: []*graph.Case{record("IL-2", components("kv"))},
			want: `
incident IL-1
  CITES IL-2 STATED IL-1
  INVOLVES kv DERIVED IL-1
  ~SHARES_COMPONENT IL-2 [kv] [] STATED IL-1,IL-2
incident IL-2
  INVOLVES kv STATED IL-2
component:kv "kv" incidents=2`,
		}},
	}, {
		name: "a coder's reading is a value",
		steps: []step{{
			put: []*graph.Case{
				record("IL-1", card("IL-2", shares("kv"))),
				record("IL-2", components("redis"), inferred(graph.FieldComponents)),
			},
			applied: "version +1\nadded IL-1,IL-2\nwarning IL-1 components",
			want: `
incident IL-1
  CITES IL-2 STATED IL-1
  INVOLVES kv DERIVED IL-1
  ~SHARES_COMPONENT IL-2 [] [] STATED IL-1
incident IL-2 inferred=components
  INVOLVES redis INFERRED IL-2
component:kv "kv" incidents=1
component:redis "redis" incidents=1`,
		}},
	}, {
		name: "a reading and a card: the derived edge is the stronger",
		steps: []step{{
			put: []*graph.Case{
				record("IL-1", card("IL-2", shares("kv"))),
				record("IL-2", components("kv"), inferred(graph.FieldComponents), lost(graph.FieldComponents)),
			},
			want: `
incident IL-1
  CITES IL-2 STATED IL-1
  INVOLVES kv DERIVED IL-1
  ~SHARES_COMPONENT IL-2 [kv] [] STATED IL-1,IL-2
incident IL-2 lost=components inferred=components
  INVOLVES kv DERIVED IL-1,IL-2
component:kv "kv" incidents=2`,
		}},
	}, {
		name: "authority is of one field",
		steps: []step{{
			put: []*graph.Case{
				record("IL-1", causes("bug"), card("IL-2", sameCause, shares("kv"))),
				record("IL-2", components("redis")),
			},
			applied: "version +1\nadded IL-1,IL-2\nwarning IL-1 components",
			want: `
incident IL-1
  CAUSED_BY bug STATED IL-1
  CITES IL-2 STATED IL-1
  INVOLVES kv DERIVED IL-1
  ~SAME_CAUSE IL-2 [] [bug] STATED IL-1
  ~SHARES_COMPONENT IL-2 [] [bug] STATED IL-1
incident IL-2
  CAUSED_BY bug DERIVED IL-1
  INVOLVES redis STATED IL-2
cause:bug "bug" incidents=2
component:kv "kv" incidents=1
component:redis "redis" incidents=1`,
		}},
	}, {
		name: "a case states every kind of edge of itself",
		steps: []step{{
			put: []*graph.Case{record("IL-1", title("Fell over"), date("2019-01"), company("Acme"), components("kv", "dns"), causes("bug"),
				trigger("deploy"), symptoms("timeouts"), factors("retries"), inferred(graph.FieldTrigger, graph.FieldFactors))},
			want: `
incident IL-1 title="Fell over" date=2019-01 inferred=contributing_factors,trigger
  AT acme STATED IL-1
  CAUSED_BY bug STATED IL-1
  INVOLVES dns STATED IL-1
  INVOLVES kv STATED IL-1
  SHOWED timeouts STATED IL-1
  TRIGGERED_BY deploy INFERRED IL-1
  WORSENED_BY retries INFERRED IL-1
cause:bug "bug" incidents=1
company:acme "Acme" incidents=1
component:dns "dns" incidents=1
component:kv "kv" incidents=1
factor:retries "retries" incidents=1
symptom:timeouts "timeouts" incidents=1
trigger:deploy "deploy" incidents=1`,
		}},
	}}
}

// causeScenarios tell when one case's cause is another's.
func causeScenarios() []scenario {
	unknownCause := `
incident IL-1
  CITES IL-2 STATED IL-1
  ~SAME_CAUSE IL-2 [] [] STATED IL-1`
	return []scenario{{
		name: "the one stated cause of an end is the other's, and both cases assert it",
		steps: []step{{
			put: []*graph.Case{record("IL-1", card("IL-2", sameCause)), record("IL-2", causes("bug"))},
			want: `
incident IL-1
  CAUSED_BY bug DERIVED IL-1,IL-2
  CITES IL-2 STATED IL-1
  ~SAME_CAUSE IL-2 [] [bug] STATED IL-1,IL-2
incident IL-2
  CAUSED_BY bug STATED IL-2
cause:bug "bug" incidents=2`,
		}, {
			remove: []string{"IL-2"},
			want:   unknownCause + "\nincident IL-2 stub",
		}},
	}, {
		name: "two stated causes derive none",
		steps: []step{{
			put: []*graph.Case{record("IL-1", card("IL-2", sameCause)), record("IL-2", causes("bug", "capacity"))},
			want: unknownCause + `
incident IL-2
  CAUSED_BY bug STATED IL-2
  CAUSED_BY capacity STATED IL-2
cause:bug "bug" incidents=1
cause:capacity "capacity" incidents=1`,
		}},
	}, {
		name: "two spellings of one cause are one cause",
		steps: []step{{
			put: []*graph.Case{record("IL-1", card("IL-2", sameCause)), record("IL-2", causes("Bad config", "bad-config"))},
			want: `
incident IL-1
  CAUSED_BY bad-config DERIVED IL-1,IL-2
  CITES IL-2 STATED IL-1
  ~SAME_CAUSE IL-2 [] [bad-config] STATED IL-1,IL-2
incident IL-2
  CAUSED_BY bad-config STATED IL-2
cause:bad-config "Bad config" incidents=2`,
		}},
	}, {
		name: "a cause that is partly known derives none",
		steps: []step{{
			put: []*graph.Case{record("IL-1", card("IL-2", sameCause)), record("IL-2", causes("bug"), lost(graph.FieldRootCauses))},
			want: unknownCause + `
incident IL-2 lost=root_causes
  CAUSED_BY bug STATED IL-2
cause:bug "bug" incidents=1`,
		}},
	}, {
		name: "a coder's reading of a cause derives none",
		steps: []step{{
			put: []*graph.Case{record("IL-1", card("IL-2", sameCause)), record("IL-2", causes("bug"), inferred(graph.FieldRootCauses))},
			want: unknownCause + `
incident IL-2 inferred=root_causes
  CAUSED_BY bug INFERRED IL-2
cause:bug "bug" incidents=1`,
		}},
	}, {
		name: "a derived cause derives none, and the same cause does not travel",
		steps: []step{{
			put: []*graph.Case{
				record("IL-1", causes("bug"), card("IL-2", sameCause)),
				record("IL-2", card("IL-3", sameCause)),
			},
			want: `
incident IL-1
  CAUSED_BY bug STATED IL-1
  CITES IL-2 STATED IL-1
  ~SAME_CAUSE IL-2 [] [bug] STATED IL-1
incident IL-2
  CAUSED_BY bug DERIVED IL-1
  CITES IL-3 STATED IL-2
  ~SAME_CAUSE IL-3 [] [] STATED IL-2
incident IL-3 stub
cause:bug "bug" incidents=2`,
		}},
	}, {
		name: "sharing a component is not the same cause",
		steps: []step{{
			put: []*graph.Case{record("IL-1", causes("bug"), card("IL-2", shares("kv")))},
			want: `
incident IL-1
  CAUSED_BY bug STATED IL-1
  CITES IL-2 STATED IL-1
  INVOLVES kv DERIVED IL-1
  ~SHARES_COMPONENT IL-2 [kv] [] STATED IL-1
incident IL-2 stub
  INVOLVES kv DERIVED IL-1
cause:bug "bug" incidents=1
component:kv "kv" incidents=2`,
		}},
	}, {
		name: "a case that gives no cause keeps none, and its pair stays",
		steps: []step{{
			put:     []*graph.Case{record("IL-1", causes("bug"), card("IL-2", sameCause)), record("IL-2", none(graph.FieldRootCauses))},
			applied: "version +1\nadded IL-1,IL-2\nwarning IL-1 root_causes",
			want: `
incident IL-1
  CAUSED_BY bug STATED IL-1
  CITES IL-2 STATED IL-1
  ~SAME_CAUSE IL-2 [] [] STATED IL-1
incident IL-2 none=root_causes
cause:bug "bug" incidents=1`,
		}},
	}, {
		name: "causes of two citing cases add up at a stub, whose own case then decides",
		steps: []step{{
			put: []*graph.Case{
				record("IL-1", causes("bug"), card("IL-3", sameCause)),
				record("IL-2", causes("capacity"), card("IL-3", sameCause)),
			},
			want: `
incident IL-1
  CAUSED_BY bug STATED IL-1
  CITES IL-3 STATED IL-1
  ~SAME_CAUSE IL-3 [] [bug] STATED IL-1
incident IL-2
  CAUSED_BY capacity STATED IL-2
  CITES IL-3 STATED IL-2
  ~SAME_CAUSE IL-3 [] [capacity] STATED IL-2
incident IL-3 stub
  CAUSED_BY bug DERIVED IL-1
  CAUSED_BY capacity DERIVED IL-2
cause:bug "bug" incidents=2
cause:capacity "capacity" incidents=2`,
		}, { // IL-2's word is dropped at its own end, at the other, and as a pair
			put: []*graph.Case{record("IL-3", causes("bug"))},
			applied: `
version +1
added IL-3
warning IL-2 root_causes
warning IL-2 root_causes
warning IL-2 root_causes`,
			want: `
incident IL-1
  CAUSED_BY bug STATED IL-1
  CITES IL-3 STATED IL-1
  ~SAME_CAUSE IL-3 [] [bug] STATED IL-1,IL-3
incident IL-2
  CAUSED_BY capacity STATED IL-2
  CITES IL-3 STATED IL-2
incident IL-3
  CAUSED_BY bug STATED IL-3
cause:bug "bug" incidents=2
cause:capacity "capacity" incidents=1`,
		}},
	}}
}
