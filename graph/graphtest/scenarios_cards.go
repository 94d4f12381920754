package graphtest

import "github.com/incidentgraph/incidentgraph/graph"

// cardScenarios tell what a card is.
func cardScenarios() []scenario {
	return []scenario{{
		name: "two cards of one key are one",
		steps: []step{{
			put: []*graph.Case{record("IL-1",
				card("IL-2", of("First", "", "", "sev1"), shares("kv")),
				card("il-2", of("Second", "Acme", "2020", "sev2"), sameCause, shares("dns", "kv")))},
			want: `
incident IL-1
  CITES IL-2 STATED IL-1
  INVOLVES dns DERIVED IL-1
  INVOLVES kv DERIVED IL-1
  ~SAME_CAUSE IL-2 [dns kv] [] STATED IL-1
  ~SHARES_COMPONENT IL-2 [dns kv] [] STATED IL-1
incident IL-2 stub title="First" date=2020 severity=sev1
  AT acme STATED IL-1
  INVOLVES dns DERIVED IL-1
  INVOLVES kv DERIVED IL-1
company:acme "Acme" incidents=1
component:dns "dns" incidents=2
component:kv "kv" incidents=2`,
		}},
	}, {
		name: "a card that names its own case is left out",
		steps: []step{{
			put: []*graph.Case{record("IL-1", causes("bug"), card("il-1", sameCause, of("Myself", "", "", "")))},
			want: `
incident IL-1
  CAUSED_BY bug STATED IL-1
cause:bug "bug" incidents=1`,
		}},
	}, {
		name: "two cases cite each other",
		steps: []step{{
			put: []*graph.Case{record("IL-1", card("IL-2", shares("kv"))), record("IL-2", card("IL-1", shares("kv")))},
			want: `
incident IL-1
  CITES IL-2 STATED IL-1
  INVOLVES kv DERIVED IL-1,IL-2
  ~SHARES_COMPONENT IL-2 [kv] [] STATED IL-1,IL-2
incident IL-2
  CITES IL-1 STATED IL-2
  INVOLVES kv DERIVED IL-1,IL-2
component:kv "kv" incidents=2`,
		}, {
			remove: []string{"IL-2"},
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
		name: "cards without a key speak of their own case and are counted",
		steps: []step{{ // IL-2's nameless card is not IL-1's: nothing joins the two
			put: []*graph.Case{
				record("IL-1", causes("bug"), card("", sameCause, shares("kv")), card("", shares("dns")), card("", sameCause)),
				record("IL-2", card("", sameCause, shares("cdn"))),
			},
			want: `
incident IL-1 unnamed=cause+kv|dns|cause
  CAUSED_BY bug STATED IL-1
  INVOLVES dns DERIVED IL-1
  INVOLVES kv DERIVED IL-1
incident IL-2 unnamed=cause+cdn
  INVOLVES cdn DERIVED IL-2
cause:bug "bug" incidents=1
component:cdn "cdn" incidents=1
component:dns "dns" incidents=1
component:kv "kv" incidents=1`,
		}},
	}, {
		name: "a card without a key gives way to the case's own list and is counted still",
		steps: []step{{
			put:     []*graph.Case{record("IL-1", components("redis"), card("", shares("kv")))},
			applied: "version +1\nadded IL-1\nwarning IL-1 components",
			want: `
incident IL-1 unnamed=kv
  INVOLVES redis STATED IL-1
component:kv "kv" incidents=0
component:redis "redis" incidents=1`,
		}},
	}, {
		name: "a card may write the key of a case in other letters",
		steps: []step{{
			put: []*graph.Case{record("IL-1", card("pm-2", shares("kv"))), record("PM-2", title("Fell over"))},
			want: `
incident IL-1
  CITES PM-2 STATED IL-1
  INVOLVES kv DERIVED IL-1
  ~SHARES_COMPONENT PM-2 [kv] [] STATED IL-1
incident PM-2 title="Fell over"
  INVOLVES kv DERIVED IL-1
component:kv "kv" incidents=2`,
			lookups: []lookup{
				{graph.KindIncident, "pm-2", "incident:PM-2"},
				{graph.KindIncident, "ＰＭ-２", "incident:PM-2"},
				{graph.KindIncident, " Incident:Pm‐2\u200b", "incident:PM-2"},
				{graph.KindIncident, "pm-22", ""},
			},
		}},
	}, {
		name: "a card with a key alone cites and relates nothing",
		steps: []step{{
			put: []*graph.Case{record("IL-1", card("IL-2"))},
			want: `
incident IL-1
  CITES IL-2 STATED IL-1
incident IL-2 stub`,
		}},
	}}
}

// stubScenarios tell of incidents that are known from cards only.
func stubScenarios() []scenario {
	return []scenario{{
		name: "a stub's fields come from the citing cases in order of their keys",
		steps: []step{{
			put: []*graph.Case{record("IL-3", card("IL-9", of("Third", "Zeta", "2020", "sev3")))},
			want: `
incident IL-3
  CITES IL-9 STATED IL-3
incident IL-9 stub title="Third" date=2020 severity=sev3
  AT zeta STATED IL-3
company:zeta "Zeta" incidents=1`,
		}, {
			put: []*graph.Case{record("IL-1", card("IL-9", of("First", "", "", "")))},
			want: `
incident IL-1
  CITES IL-9 STATED IL-1
incident IL-3
  CITES IL-9 STATED IL-3
incident IL-9 stub title="First" date=2020 severity=sev3
  AT zeta STATED IL-3
company:zeta "Zeta" incidents=1`,
		}, { // of two spellings that are as common, the first by code points: "ACME"
			put: []*graph.Case{
				record("IL-2", card("IL-9", of("Second", "Acme", "2019-05", "sev2"))),
				record("IL-4", card("IL-9", of("Fourth", "ACME", "2018", "sev1"))),
			},
			want: `
incident IL-1
  CITES IL-9 STATED IL-1
incident IL-2
  CITES IL-9 STATED IL-2
incident IL-3
  CITES IL-9 STATED IL-3
incident IL-4
  CITES IL-9 STATED IL-4
incident IL-9 stub title="First" date=2019-05 severity=sev2
  AT acme STATED IL-2,IL-4
company:acme "ACME" incidents=1
company:zeta "Zeta" incidents=0`,
		}},
	}, {
		name: "a stub gives way to its own case, comes back, and goes with the last card",
		steps: []step{{
			put: []*graph.Case{record("IL-1", card("IL-2", of("On the card", "Acme", "2020", "sev1"), shares("kv")))},
			want: `
incident IL-1
  CITES IL-2 STATED IL-1
  INVOLVES kv DERIVED IL-1
  ~SHARES_COMPONENT IL-2 [kv] [] STATED IL-1
incident IL-2 stub title="On the card" date=2020 severity=sev1
  AT acme STATED IL-1
  INVOLVES kv DERIVED IL-1
company:acme "Acme" incidents=1
component:kv "kv" incidents=2`,
		}, { // its company is not known now: cards tell a stub's, not a case's
			put: []*graph.Case{record("IL-2", title("In full"))},
			want: `
incident IL-1
  CITES IL-2 STATED IL-1
  INVOLVES kv DERIVED IL-1
  ~SHARES_COMPONENT IL-2 [kv] [] STATED IL-1
incident IL-2 title="In full"
  INVOLVES kv DERIVED IL-1
company:acme "Acme" incidents=0
component:kv "kv" incidents=2`,
		}, {
			remove: []string{"IL-2"},
			want: `
incident IL-1
  CITES IL-2 STATED IL-1
  INVOLVES kv DERIVED IL-1
  ~SHARES_COMPONENT IL-2 [kv] [] STATED IL-1
incident IL-2 stub title="On the card" date=2020 severity=sev1
  AT acme STATED IL-1
  INVOLVES kv DERIVED IL-1
company:acme "Acme" incidents=1
component:kv "kv" incidents=2`,
		}, {
			remove: []string{"IL-1"},
			want:   ``,
		}},
	}, {
		name: "a stub's key is written as the first citing case writes it",
		steps: []step{{
			put: []*graph.Case{record("IL-2", card("pm-9"))},
			want: `
incident IL-2
  CITES pm-9 STATED IL-2
incident pm-9 stub`,
		}, {
			put: []*graph.Case{record("IL-1", card("PM-9"))},
			want: `
incident IL-1
  CITES PM-9 STATED IL-1
incident IL-2
  CITES PM-9 STATED IL-2
incident PM-9 stub`,
		}, {
			put: []*graph.Case{record("Pm-9")},
			want: `
incident IL-1
  CITES Pm-9 STATED IL-1
incident IL-2
  CITES Pm-9 STATED IL-2
incident Pm-9`,
		}},
	}, {
		name: "a replaced case takes back what its cards said",
		steps: []step{{
			put: []*graph.Case{record("IL-1", causes("bug"), card("IL-2", sameCause, shares("kv")))},
			want: `
incident IL-1
  CAUSED_BY bug STATED IL-1
  CITES IL-2 STATED IL-1
  INVOLVES kv DERIVED IL-1
  ~SAME_CAUSE IL-2 [kv] [bug] STATED IL-1
  ~SHARES_COMPONENT IL-2 [kv] [bug] STATED IL-1
incident IL-2 stub
  CAUSED_BY bug DERIVED IL-1
  INVOLVES kv DERIVED IL-1
cause:bug "bug" incidents=2
component:kv "kv" incidents=2`,
		}, {
			put: []*graph.Case{record("IL-1", causes("bug", "capacity"), card("IL-2", sameCause))},
			want: `
incident IL-1
  CAUSED_BY bug STATED IL-1
  CAUSED_BY capacity STATED IL-1
  CITES IL-2 STATED IL-1
  ~SAME_CAUSE IL-2 [] [] STATED IL-1
incident IL-2 stub
cause:bug "bug" incidents=1
cause:capacity "capacity" incidents=1`,
		}, {
			put: []*graph.Case{record("IL-1", card("IL-3"))},
			want: `
incident IL-1
  CITES IL-3 STATED IL-1
incident IL-3 stub`,
		}},
	}}
}
