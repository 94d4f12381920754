package graphtest

import (
	"fmt"

	"github.com/incidentgraph/incidentgraph/graph"
)

// batchScenarios tell what becomes of a batch.
func batchScenarios() []scenario {
	kv := record("IL-1", components("kv"), updated("2026-01-02T00:00:00Z"))
	kvGraph := `
incident IL-1
  INVOLVES kv STATED IL-1
component:kv "kv" incidents=1`
	dnsGraph := `
incident IL-1
  INVOLVES dns STATED IL-1
component:dns "dns" incidents=1`
	return []scenario{{
		name: "a batch that changes nothing makes no version",
		steps: []step{
			{applied: "version +0"},
			{put: []*graph.Case{kv}, applied: "version +1\nadded IL-1", want: kvGraph},
			{put: []*graph.Case{kv}, applied: "version +0\nunchanged IL-1", same: true},
			{put: []*graph.Case{kv, kv}, applied: "version +0\nunchanged IL-1", same: true},
			{remove: []string{"IL-7", "IL-7"}, applied: "version +0\nmissing IL-7", same: true},
			{terms: []graph.Term{component("DNS", "")}, applied: "version +1",
				want: `
incident IL-1
  INVOLVES kv STATED IL-1
component:dns "DNS"/"" controlled incidents=0
component:kv "kv" incidents=1`},
			{terms: []graph.Term{component("DNS", "")}, applied: "version +0", same: true},
		},
	}, {
		name: "a case replaces the one of its key whole",
		steps: []step{{
			put: []*graph.Case{record("IL-1", title("Fell over"), components("kv"), causes("bug"), lost(graph.FieldTags))},
			want: `
incident IL-1 title="Fell over" lost=tags
  CAUSED_BY bug STATED IL-1
  INVOLVES kv STATED IL-1
cause:bug "bug" incidents=1
component:kv "kv" incidents=1`,
		}, {
			put:     []*graph.Case{record("IL-1", components("dns"))},
			applied: "version +1\nreplaced IL-1",
			want:    dnsGraph,
		}},
	}, {
		name: "an older version is left out, told by the moment and not by the letters",
		steps: []step{
			{put: []*graph.Case{kv}, want: kvGraph},
			{put: []*graph.Case{record("IL-1", components("dns"), updated("2026-01-02T08:00:00+09:00"))}, // the day before in UTC
				applied: "version +0\nolder IL-1", same: true},
			{put: []*graph.Case{record("IL-1", components("dns"), updated("2026-01-02"))}, // the same moment
				applied: "version +1\nreplaced IL-1", want: dnsGraph},
			{put: []*graph.Case{record("IL-1", components("kv"), updated("2025-12-31"))},
				applied: "version +0\nolder IL-1", same: true},
			{put: []*graph.Case{record("IL-1", components("kv"))}, // it does not say how old it is
				applied: "version +1\nreplaced IL-1", want: kvGraph},
			{put: []*graph.Case{record("IL-1", components("dns"), updated("2000-01-01"))}, // nor does what is stored
				applied: "version +1\nreplaced IL-1", want: dnsGraph},
			{put: []*graph.Case{record("IL-1", components("dns"), updated("2026-01-03"))},
				applied: "version +1\nreplaced IL-1", want: dnsGraph},
		},
	}, {
		name: "deleting, in any letters, twice and in vain",
		steps: []step{
			{put: []*graph.Case{kv, record("PM-a")}, applied: "version +1\nadded IL-1,PM-a", want: `
incident IL-1
  INVOLVES kv STATED IL-1
incident PM-a
component:kv "kv" incidents=1`},
			{remove: []string{"pm-A", "IL-9"}, applied: "version +1\ndeleted PM-a\nmissing IL-9", want: kvGraph},
			{remove: []string{"IL-1", "il-1"}, applied: "version +1\ndeleted IL-1"},
			{remove: []string{"IL-1"}, applied: "version +0\nmissing IL-1"},
		},
	}, {
		name: "a key in other letters is rejected, and the others go in",
		steps: []step{
			{put: []*graph.Case{kv}, want: kvGraph},
			{put: []*graph.Case{record("il-1", components("dns")), record("IL-2")},
				applied: "version +1\nadded IL-2\nrejected il-1",
				want: `
incident IL-1
  INVOLVES kv STATED IL-1
incident IL-2
component:kv "kv" incidents=1`},
			{put: []*graph.Case{record("il-1")}, applied: "version +0\nrejected il-1", same: true},
			{put: []*graph.Case{record("il-1", components("dns"))}, remove: []string{"IL-1"}, fails: graph.CodeConflict},
			{remove: []string{"IL-1", "IL-2"}},
			{put: []*graph.Case{record("il-1")}, applied: "version +1\nadded il-1", want: "incident il-1"},
		},
	}, {
		name: "a batch that contradicts itself is refused whole",
		steps: []step{
			{put: []*graph.Case{kv}, want: kvGraph},
			{put: []*graph.Case{record("IL-2"), record("IL-3", title("One")), record("IL-3", title("Another"))}, fails: graph.CodeConflict},
			{put: []*graph.Case{record("IL-3", updated("2026-01-01")), record("IL-3", updated("2026-01-02"))}, fails: graph.CodeConflict},
			{put: []*graph.Case{record("pm-4"), record("PM-4")}, fails: graph.CodeConflict},
			{put: []*graph.Case{record("IL-2"), record("IL-3")}, remove: []string{"il-3"}, fails: graph.CodeConflict},
		},
	}, {
		name: "a batch has a limit",
		steps: []step{
			{put: []*graph.Case{kv}, want: kvGraph},
			{remove: manyKeys(graph.MaxBatch + 1), fails: graph.CodeInvalid},
			{put: []*graph.Case{record("IL-2")}, remove: manyKeys(graph.MaxBatch), fails: graph.CodeInvalid},
			{remove: append(manyKeys(graph.MaxBatch-1), "IL-1")},
		},
	}, {
		name: "cases and terms of one batch go together",
		steps: []step{
			{put: []*graph.Case{record("IL-1", components("kv")), record("IL-2", components("키값"))}, want: `
incident IL-1
  INVOLVES kv STATED IL-1
incident IL-2
  INVOLVES 키값 STATED IL-2
component:kv "kv" incidents=1
component:키값 "키값" incidents=1`},
			{put: []*graph.Case{record("IL-1", components("저장소")), record("IL-3", card("IL-4", shares("kv")))},
				remove: []string{"IL-2"}, terms: []graph.Term{component("KV", "저장소", "키값")}, want: `
incident IL-1
  INVOLVES kv STATED IL-1
  ~SHARES_COMPONENT IL-3 [kv] [] DERIVED IL-1,IL-3
  ~SHARES_COMPONENT IL-4 [kv] [] DERIVED IL-1,IL-3
incident IL-3
  CITES IL-4 STATED IL-3
  INVOLVES kv DERIVED IL-3
  ~SHARES_COMPONENT IL-4 [kv] [] STATED IL-3
incident IL-4 stub
  INVOLVES kv DERIVED IL-3
component:kv "KV"/"저장소" controlled aliases=키값 incidents=3`},
		},
	}, {
		name:  "a case without a key gets one from what it says",
		steps: headlessSteps(),
	}}
}

func manyKeys(n int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprintf("NO-%d", i)
	}
	return list
}

// headlessSteps load a case that lost its key: again, in another spelling of its term,
// under the key that it got, and with another text, which makes it another case.
func headlessSteps() []step {
	store := component("Coordination store", "조정 저장소")
	voc, err := graph.NewVocabulary([]graph.Term{store})
	if err != nil {
		panic(err) // the table is wrong
	}
	key := func(c *graph.Case) string {
		k, err := graph.ProvisionalKey(c, voc)
		if err != nil {
			panic(err)
		}
		return k
	}
	first := record("", title("Fell over"), components("Coordination store"))
	respelt := record("", title("Fell over"), components("조정 저장소"))
	other := record("", title("Fell over again"))
	k := key(first)
	keyed := record(k, title("Fell over"), components("조정 저장소"))
	want := "incident " + k + ` provisional title="Fell over"
  INVOLVES coordination-store STATED ` + k
	term := "\n" + `component:coordination-store "Coordination store"/"조정 저장소" controlled incidents=1`
	return []step{
		{put: []*graph.Case{first}, terms: []graph.Term{store}, applied: "version +1\nadded " + k, want: want + term},
		{put: []*graph.Case{first}, applied: "version +0\nunchanged " + k, same: true},
		{put: []*graph.Case{respelt}, applied: "version +1\nreplaced " + k, want: want + term},
		{put: []*graph.Case{keyed}, applied: "version +0\nunchanged " + k, same: true},
		{put: []*graph.Case{other}, remove: []string{k}, applied: "version +1\nadded " + key(other) + "\ndeleted " + k,
			want: "incident " + key(other) + " provisional title=\"Fell over again\"\n" +
				`component:coordination-store "Coordination store"/"조정 저장소" controlled incidents=0`},
	}
}
