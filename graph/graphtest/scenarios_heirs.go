package graphtest

import "github.com/incidentgraph/incidentgraph/graph"

const headless = "X-0000000000a1"

// heirScenarios tell of cases that lost their keys, and of those that replace them.
func heirScenarios() []scenario {
	alone := `
incident IL-5 stub
  INVOLVES kv DERIVED X-0000000000a1
  ~SHARES_COMPONENT X-0000000000a1 [kv] [] STATED X-0000000000a1
incident X-0000000000a1 provisional title="Headless"
  CITES IL-5 STATED X-0000000000a1
  INVOLVES kv DERIVED X-0000000000a1
  SHOWED timeouts STATED X-0000000000a1
component:kv "kv" incidents=2
symptom:timeouts "timeouts" incidents=1`
	lostKey := record(headless, title("Headless"), symptoms("timeouts"), card("IL-5", shares("kv")))
	toHeir := []lookup{
		{graph.KindIncident, headless, "incident:IL-1"},
		{graph.KindIncident, "incident:x-0000000000A1", "incident:IL-1"},
	}
	return []scenario{{
		name: "an heir stands for the case that it replaces; without it that case is back",
		steps: []step{{
			put:     []*graph.Case{lostKey},
			want:    alone,
			lookups: []lookup{{graph.KindIncident, "x-0000000000A1", "incident:" + headless}},
		}, {
			put: []*graph.Case{record("IL-1", title("In full"), replaces("x-0000000000A1"))},
			want: `
incident IL-1 title="In full"`,
			lookups: toHeir,
		}, {
			remove:  []string{"IL-1"},
			want:    alone,
			lookups: []lookup{{graph.KindIncident, headless, "incident:" + headless}},
		}},
	}, {
		name: "an heir may come first, and may lose what it replaces",
		steps: []step{{
			put:     []*graph.Case{record("IL-1", title("In full"), replaces(headless))},
			want:    `incident IL-1 title="In full"`,
			lookups: toHeir,
		}, {
			put:     []*graph.Case{lostKey},
			applied: "version +1\nadded " + headless,
			want:    `incident IL-1 title="In full"`,
			lookups: toHeir,
		}, {
			put: []*graph.Case{record("IL-1", title("In full"))},
			want: `
incident IL-1 title="In full"` + alone,
		}},
	}, {
		name: "cards that name a replaced key lead to its heir",
		steps: []step{{
			put: []*graph.Case{record("IL-2", causes("bug"), card("X-0000000000A1", sameCause, shares("kv")))},
			want: `
incident IL-2
  CAUSED_BY bug STATED IL-2
  CITES X-0000000000A1 STATED IL-2
  INVOLVES kv DERIVED IL-2
  ~SAME_CAUSE X-0000000000A1 [kv] [bug] STATED IL-2
  ~SHARES_COMPONENT X-0000000000A1 [kv] [bug] STATED IL-2
incident X-0000000000A1 stub
  CAUSED_BY bug DERIVED IL-2
  INVOLVES kv DERIVED IL-2
cause:bug "bug" incidents=2
component:kv "kv" incidents=2`,
		}, {
			put: []*graph.Case{record("IL-1", replaces(headless), components("dns"))},
			want: `
incident IL-1
  CAUSED_BY bug DERIVED IL-2
  INVOLVES dns STATED IL-1
  ~SAME_CAUSE IL-2 [] [bug] STATED IL-2
  ~SHARES_COMPONENT IL-2 [] [bug] STATED IL-2
incident IL-2
  CAUSED_BY bug STATED IL-2
  CITES IL-1 STATED IL-2
  INVOLVES kv DERIVED IL-2
cause:bug "bug" incidents=2
component:dns "dns" incidents=1
component:kv "kv" incidents=1`,
		}, {
			remove: []string{"IL-1"},
			want: `
incident IL-2
  CAUSED_BY bug STATED IL-2
  CITES X-0000000000A1 STATED IL-2
  INVOLVES kv DERIVED IL-2
  ~SAME_CAUSE X-0000000000A1 [kv] [bug] STATED IL-2
  ~SHARES_COMPONENT X-0000000000A1 [kv] [bug] STATED IL-2
incident X-0000000000A1 stub
  CAUSED_BY bug DERIVED IL-2
  INVOLVES kv DERIVED IL-2
cause:bug "bug" incidents=2
component:kv "kv" incidents=2`,
		}},
	}, {
		name: "of two heirs the first by key stands for the case",
		steps: []step{{
			put: []*graph.Case{lostKey, record("IL-2", replaces(headless)), record("IL-3", card(headless, shares("dns")))},
			want: `
incident IL-2
  INVOLVES dns DERIVED IL-3
  ~SHARES_COMPONENT IL-3 [dns] [] STATED IL-3
incident IL-3
  CITES IL-2 STATED IL-3
  INVOLVES dns DERIVED IL-3
component:dns "dns" incidents=2`,
		}, {
			put: []*graph.Case{record("IL-1", replaces(headless))},
			want: `
incident IL-1
  INVOLVES dns DERIVED IL-3
  ~SHARES_COMPONENT IL-3 [dns] [] STATED IL-3
incident IL-2
incident IL-3
  CITES IL-1 STATED IL-3
  INVOLVES dns DERIVED IL-3
component:dns "dns" incidents=2`,
			lookups: toHeir,
		}, {
			remove: []string{"IL-1"},
			want: `
incident IL-2
  INVOLVES dns DERIVED IL-3
  ~SHARES_COMPONENT IL-3 [dns] [] STATED IL-3
incident IL-3
  CITES IL-2 STATED IL-3
  INVOLVES dns DERIVED IL-3
component:dns "dns" incidents=2`,
			lookups: []lookup{{graph.KindIncident, headless, "incident:IL-2"}},
		}},
	}, {
		name: "a card of the heir and one of the replaced key unite",
		steps: []step{{
			put: []*graph.Case{
				record("IL-3", card(headless, shares("kv")), card("IL-1", sameCause)),
				record("IL-1", replaces(headless)),
			},
			want: `
incident IL-1
  INVOLVES kv DERIVED IL-3
  ~SAME_CAUSE IL-3 [kv] [] STATED IL-3
  ~SHARES_COMPONENT IL-3 [kv] [] STATED IL-3
incident IL-3
  CITES IL-1 STATED IL-3
  INVOLVES kv DERIVED IL-3
component:kv "kv" incidents=2`,
		}, {
			put: []*graph.Case{record("IL-1")},
			want: `
incident IL-1
  ~SAME_CAUSE IL-3 [] [] STATED IL-3
incident IL-3
  CITES IL-1 STATED IL-3
  CITES X-0000000000a1 STATED IL-3
  INVOLVES kv DERIVED IL-3
  ~SHARES_COMPONENT X-0000000000a1 [kv] [] STATED IL-3
incident X-0000000000a1 stub
  INVOLVES kv DERIVED IL-3
component:kv "kv" incidents=2`,
		}},
	}, {
		name: "a citing case that is read anew keeps what an heir gives it",
		steps: []step{{
			put: []*graph.Case{
				record("IL-1", replaces(headless), causes("bug")), record("IL-2"),
				record("IL-3", card("IL-2", shares("kv")), card(headless, sameCause)),
			},
			want: `
incident IL-1
  CAUSED_BY bug STATED IL-1
  ~SAME_CAUSE IL-3 [] [bug] STATED IL-1,IL-3
incident IL-2
  INVOLVES kv DERIVED IL-3
  ~SHARES_COMPONENT IL-3 [kv] [] STATED IL-3
incident IL-3
  CAUSED_BY bug DERIVED IL-1,IL-3
  CITES IL-1 STATED IL-3
  CITES IL-2 STATED IL-3
  INVOLVES kv DERIVED IL-3
cause:bug "bug" incidents=2
component:kv "kv" incidents=2`,
		}, { // IL-2 changes, so IL-3 is read anew; IL-1 is two steps away
			put: []*graph.Case{record("IL-2", components("dns"))},
			want: `
incident IL-1
  CAUSED_BY bug STATED IL-1
  ~SAME_CAUSE IL-3 [] [bug] STATED IL-1,IL-3
incident IL-2
  INVOLVES dns STATED IL-2
  ~SHARES_COMPONENT IL-3 [] [] STATED IL-3
incident IL-3
  CAUSED_BY bug DERIVED IL-1,IL-3
  CITES IL-1 STATED IL-3
  CITES IL-2 STATED IL-3
  INVOLVES kv DERIVED IL-3
cause:bug "bug" incidents=2
component:dns "dns" incidents=1
component:kv "kv" incidents=1`,
		}},
	}, {
		name: "an heir's card of the key that it replaces names its own case",
		steps: []step{{
			put:  []*graph.Case{record("IL-1", replaces(headless), card(headless, sameCause))},
			want: `incident IL-1`,
		}},
	}, {
		name: "a replaced case can be changed and deleted behind its heir",
		steps: []step{{
			put:  []*graph.Case{lostKey, record("IL-1", replaces(headless))},
			want: `incident IL-1`,
		}, {
			put:     []*graph.Case{record(headless, title("Mended"))},
			applied: "version +1\nreplaced " + headless,
			want:    `incident IL-1`,
		}, {
			remove: []string{"IL-1"},
			want:   `incident X-0000000000a1 provisional title="Mended"`,
		}, {
			put:     []*graph.Case{record("IL-1", replaces(headless))},
			remove:  []string{"x-0000000000A1"},
			applied: "version +1\nadded IL-1\ndeleted " + headless,
			want:    `incident IL-1`,
			lookups: toHeir,
		}, {
			remove: []string{"IL-1"},
			want:   ``,
		}},
	}, {
		name: "what a replaced case spells does not count",
		steps: []step{{
			put:  []*graph.Case{record(headless, company("ACME")), record("IL-2", company("Acme"))},
			want: "incident IL-2\n  AT acme STATED IL-2\nincident X-0000000000a1 provisional\n  AT acme STATED X-0000000000a1\ncompany:acme \"ACME\" incidents=2",
		}, {
			put:  []*graph.Case{record("IL-1", replaces(headless))},
			want: "incident IL-1\nincident IL-2\n  AT acme STATED IL-2\ncompany:acme \"Acme\" incidents=1",
		}, {
			remove: []string{"IL-1"},
			want:   "incident IL-2\n  AT acme STATED IL-2\nincident X-0000000000a1 provisional\n  AT acme STATED X-0000000000a1\ncompany:acme \"ACME\" incidents=2",
		}},
	}}
}
