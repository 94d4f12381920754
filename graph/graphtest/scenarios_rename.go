package graphtest

import "github.com/incidentgraph/incidentgraph/graph"

// renameScenarios tell of terms whose slugs change.
func renameScenarios() []scenario {
	renamed := component("Coordination KV", "코디네이션 저장소")
	renamed.Formerly = []string{"kv"}
	below := component("Raft log", "")
	below.Broader = "kv"
	moved := `
incident IL-1
  CITES IL-2 STATED IL-1
  INVOLVES coordination-kv STATED IL-1
  ~SHARES_COMPONENT IL-2 [coordination-kv] [] STATED IL-1
incident IL-2 stub
  INVOLVES coordination-kv DERIVED IL-1
component:coordination-kv "Coordination KV"/"코디네이션 저장소" controlled narrower=raft-log incidents=2
component:raft-log "Raft log"/"" controlled broader=coordination-kv incidents=0`
	formerName := []lookup{
		{graph.KindComponent, "kv", "component:coordination-kv"},
		{graph.KindComponent, "component:KV", "component:coordination-kv"},
	}
	return []scenario{{
		name: "a renamed term takes over edges, and its former slug names it",
		steps: []step{{
			put:   []*graph.Case{record("IL-1", components("kv"), card("IL-2", shares("KV")))},
			terms: []graph.Term{component("KV", ""), below},
			want: `
incident IL-1
  CITES IL-2 STATED IL-1
  INVOLVES kv STATED IL-1
  ~SHARES_COMPONENT IL-2 [kv] [] STATED IL-1
incident IL-2 stub
  INVOLVES kv DERIVED IL-1
component:kv "KV"/"" controlled narrower=raft-log incidents=2
component:raft-log "Raft log"/"" controlled broader=kv incidents=0`,
		}, {
			terms:   []graph.Term{renamed},
			applied: "version +1",
			want:    moved,
			lookups: formerName,
		}, { // neither of them, given again, changes anything
			terms:   []graph.Term{component("KV", ""), renamed},
			applied: "version +0",
			want:    moved,
			lookups: formerName,
		}, { // and cases may go on naming it as they did
			put: []*graph.Case{record("IL-3", components("kv"))},
			want: `
incident IL-1
  CITES IL-2 STATED IL-1
  INVOLVES coordination-kv STATED IL-1
  ~SHARES_COMPONENT IL-2 [coordination-kv] [] STATED IL-1
  ~SHARES_COMPONENT IL-3 [coordination-kv] [] STATED IL-1,IL-3
incident IL-2 stub
  INVOLVES coordination-kv DERIVED IL-1
  ~SHARES_COMPONENT IL-3 [coordination-kv] [] DERIVED IL-1,IL-3
incident IL-3
  INVOLVES coordination-kv STATED IL-3
component:coordination-kv "Coordination KV"/"코디네이션 저장소" controlled narrower=raft-log incidents=3
component:raft-log "Raft log"/"" controlled broader=coordination-kv incidents=0`,
		}},
	}, {
		name: "a name that only the former term had means nothing any more",
		steps: []step{{
			put:   []*graph.Case{record("IL-1", components("etcd")), record("IL-2", components("kv"))},
			terms: []graph.Term{component("KV", "", "etcd")},
			want: `
incident IL-1
  INVOLVES kv STATED IL-1
  ~SHARES_COMPONENT IL-2 [kv] [] STATED IL-1,IL-2
incident IL-2
  INVOLVES kv STATED IL-2
component:kv "KV"/"" controlled aliases=etcd incidents=2`,
		}, {
			terms: []graph.Term{renamed},
			want: `
incident IL-1
  INVOLVES etcd STATED IL-1
incident IL-2
  INVOLVES coordination-kv STATED IL-2
component:coordination-kv "Coordination KV"/"코디네이션 저장소" controlled incidents=1
component:etcd "etcd" incidents=1`,
		}},
	}, {
		name: "a slug that only cases name may be taken over; a chain of names may not be forgotten",
		steps: []step{{
			put:  []*graph.Case{record("IL-1", causes("bad deploy"))},
			want: "incident IL-1\n  CAUSED_BY bad-deploy STATED IL-1\n" + `cause:bad-deploy "bad deploy" incidents=1`,
		}, {
			terms: []graph.Term{{Kind: graph.KindCause, Name: graph.PlainText("Faulty release"), Formerly: []string{"bad deploy"}}},
			want:  "incident IL-1\n  CAUSED_BY faulty-release STATED IL-1\n" + `cause:faulty-release "Faulty release" controlled incidents=1`,
		}, {
			terms: []graph.Term{{Kind: graph.KindCause, Name: graph.PlainText("Release fault"), Formerly: []string{"faulty-release"}}},
			fails: graph.CodeInvalid,
		}, {
			terms: []graph.Term{{Kind: graph.KindCause, Name: graph.PlainText("Release fault"), Formerly: []string{"faulty-release", "bad-deploy"}}},
			want:  "incident IL-1\n  CAUSED_BY release-fault STATED IL-1\n" + `cause:release-fault "Release fault" controlled incidents=1`,
		}},
	}}
}
