//go:build seedpages

package loader

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/incidentgraph/incidentgraph/graph"
)

// wantPage is what is known, from reading it, of one seed page.
type wantPage struct {
	file  string // how its name begins
	info  PageInfo
	cases []wantCase
}

type wantCase struct {
	line                            int
	id, organisation, date          string
	kind                            graph.DateKind
	tags, regions                   []string
	detect, recover                 int // minutes, -1 where not given
	causes, symptoms, components    []string
	impact, users                   bool
	summary, symptomText, detection int // paragraphs
	remediation, actions            int
	lessons                         bool
	lost, none                      string // fields, sorted, parted by spaces
	related                         []wantCard
}

type wantCard struct {
	id, company, year, severity string
	components                  []string // all cards of the seed pages say the same cause
}

const (
	kv        = "코디네이션 키-값 저장소"
	discovery = "서비스 디스커버리"
	memory    = "인메모리 캐시"
	search    = "Elasticsearch 와 OpenSearch"
)

var wantPages = []wantPage{
	{file: "000_", cases: []wantCase{{
		line: 1, id: "IL-0587", organisation: "Elastic", date: "2019-01-18", kind: graph.Occurred,
		tags: []string{"database", "aws", "networking"}, regions: []string{"AWS eu-west-1 (Ireland)"},
		detect: 26, recover: 234, causes: []string{"소프트웨어 결함"}, impact: true, users: true,
		summary: 3, symptomText: 5, detection: 1, remediation: 2, actions: 3,
		none: "lessons severity", lost: "components contributing_factors sources symptoms.terms",
		related: []wantCard{
			{components: []string{kv, discovery}},
			{"IL-0271", "Discord", "2020", "sev1", []string{kv, discovery}},
			{components: []string{discovery}},
			{"IL-0277", "Elastic", "2019", "", []string{kv}},
			{components: []string{kv}},
		},
	}}},
	{file: "001_", cases: []wantCase{{
		line: 1, id: "IL-0216", organisation: "Wikimedia Foundation", date: "2023-09-20", kind: graph.Occurred,
		tags: []string{"database"}, regions: []string{"codfw datacenter"},
		detect: 6, recover: 24, impact: true, users: true,
		summary: 2, symptomText: 4, detection: 1, remediation: 1, actions: 5, lessons: true,
		none: "severity", lost: "components contributing_factors references root_causes sources symptoms.terms",
		related: []wantCard{
			{components: []string{memory}},
			{components: []string{memory}},
			{components: []string{memory}},
			{components: []string{memory}},
			{components: []string{search}},
			{"IL-0279", "Grab", "2019", "", []string{memory}},
			{"IL-0277", "Elastic", "2019", "", []string{search}},
			{"IL-0388", "Discord", "2017", "", []string{memory}},
			{"IL-0274", "GitHub", "2013", "", []string{search}},
		},
	}}},
	{file: "002_", cases: []wantCase{{
		line: 3, id: "IL-0492", organisation: "Hosted Graphite", date: "2018-03-01", kind: graph.Published,
		tags: []string{"networking", "aws"}, regions: []string{"global"},
		detect: -1, recover: -1, symptoms: []string{"간헐적 타임아웃", "간헐적 연결 실패"},
		components: []string{"온프레미스 로드 밸런서"}, impact: true,
		summary: 3, symptomText: 5, detection: 1, lessons: true,
		none: "affected_users remediation severity time_to_detect time_to_recover",
		lost: "action_items components contributing_factors related root_causes sources",
	}}},
	{file: "004_", info: PageInfo{2, 1, 2, []string{"인그레스 컨트롤러", "라이브니스·레디니스 프로브"}}, cases: []wantCase{
		{
			line: 4, detect: -1, recover: -1, symptomText: 1, detection: 1, remediation: 2, actions: 10, lessons: true,
			lost: "components contributing_factors date id organisation root_causes title",
		},
		{
			line: 29, id: "IL-0115", organisation: "OpenAI", date: "2022",
			detect: -1, recover: -1, symptomText: 1, remediation: 5, actions: 9, lessons: true,
			lost: "components contributing_factors root_causes",
		},
	}},
}

// TestSeedPages reads the seed documents themselves from the folder named by
// INCIDENTGRAPH_SEED_PAGES.
func TestSeedPages(t *testing.T) {
	dir := os.Getenv("INCIDENTGRAPH_SEED_PAGES")
	if dir == "" {
		t.Fatal("INCIDENTGRAPH_SEED_PAGES must name the folder with the seed pages")
	}
	voc := libraryVocabulary(t)
	for _, want := range wantPages {
		files, err := filepath.Glob(filepath.Join(dir, want.file+"*.txt"))
		if err != nil || len(files) != 1 {
			t.Fatalf("%s: %d files begin with %s", dir, len(files), want.file)
		}
		text, err := os.ReadFile(files[0])
		if err != nil {
			t.Fatal(err)
		}
		records, info := ParsePage(want.file, string(text), voc)
		same(t, want.file+" page", info, want.info)
		if len(records) != len(want.cases) {
			t.Fatalf("%s: %d cases, want %d", want.file, len(records), len(want.cases))
		}
		for i, w := range want.cases {
			checkSeedCase(t, want.file+w.id, records[i], w)
		}
	}
}

func checkSeedCase(t *testing.T, name string, r Record, w wantCase) {
	t.Helper()
	c := r.Case
	if len(r.Problems)+len(r.Remarks)+len(r.Unknown) > 0 {
		t.Errorf("%s: problems %v, remarks %v, unknown terms %v", name, r.Problems, r.Remarks, r.Unknown)
	}
	for _, f := range []struct {
		field     string
		got, want any
	}{
		{"line", r.Line, w.line},
		{"id", c.ID, w.id},
		{"organisation", c.Organisation, w.organisation},
		{"date", c.Date.String(), w.date},
		{"date_kind", c.DateKind, w.kind},
		{"tags", c.Tags, w.tags},
		{"regions", c.Regions, w.regions},
		{"severity", c.Severity, ""},
		{"time_to_detect", minutesOr(c.TimeToDetect), w.detect},
		{"time_to_recover", minutesOr(c.TimeToRecover), w.recover},
		{"root_causes", c.RootCauses, w.causes},
		{"symptoms.terms", c.Symptoms.Terms, w.symptoms},
		{"components", c.Components, w.components},
		{"contributing_factors", c.Factors, []string(nil)},
		{"trigger.kind", c.Trigger.Kind, ""},
		{"trigger.text", paragraphCount(c.Trigger.Text.KO), 1},
		{"title", c.Title.KO != "", w.id != ""},
		{"impact_scope", c.ImpactScope.EN != "", w.impact},
		{"affected_users", c.AffectedUsers.EN != "", w.users},
		{"summary", paragraphCount(c.Summary.KO), w.summary},
		{"symptoms.text", paragraphCount(c.Symptoms.Text.KO), w.symptomText},
		{"detection", paragraphCount(c.Detection.KO), w.detection},
		{"remediation", len(c.Remediation), w.remediation},
		{"action_items", len(c.ActionItems), w.actions},
		{"lessons", c.Lessons.KO != "", w.lessons},
		{"sources", len(c.Sources), 0}, // their text was lost on every page
		{"references", len(c.References), 0},
		{"lost", joined(c.Lost), w.lost},
		{"none_given", joined(c.NoneGiven), w.none},
		{"inferred", joined(c.Inferred), ""},
		{"related", len(c.Related), len(w.related)},
	} {
		same(t, name+" "+f.field, f.got, f.want)
	}
	for i, card := range c.Related {
		if i >= len(w.related) {
			break
		}
		got := wantCard{card.ID, card.Organisation, card.Date.String(), card.Severity, card.SharedComponents}
		same(t, name+" card", got, w.related[i])
		same(t, name+" card same_cause", card.SameCause, true)
		same(t, name+" card title", strings.HasSuffix(card.Title.KO, "다"), card.ID != "")
	}
}

func minutesOr(n *int) int {
	if n == nil {
		return -1
	}
	return *n
}

func paragraphCount(text string) int {
	if text == "" {
		return 0
	}
	return strings.Count(text, "\n\n") + 1
}

func joined(fields []graph.Field) string {
	var names []string
	for _, f := range slices.SortedFunc(slices.Values(fields), cmp.Compare[graph.Field]) {
		names = append(names, string(f))
	}
	return strings.Join(names, " ")
}
