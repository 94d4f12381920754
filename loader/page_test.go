package loader

import (
	"strings"
	"testing"

	"github.com/incidentgraph/incidentgraph/graph"
)

// onlyCase parses a page that must hold one good case.
func onlyCase(t *testing.T, text string) *graph.Case {
	t.Helper()
	records, _ := ParsePage("page.txt", text, pageVocabulary(t))
	if len(records) != 1 || len(records[0].Problems) > 0 {
		t.Fatalf("records %+v", records)
	}
	return records[0].Case
}

func TestCasePageWithDashes(t *testing.T) {
	detect, recover := 26, 234
	date, _ := graph.ParseDate("2031-04-09")
	year30, _ := graph.ParseDate("2030")
	year29, _ := graph.ParseDate("2029")
	same(t, "case", onlyCase(t, dashedPage), &graph.Case{
		ID:            "IL-9001",
		Title:         graph.Text{KO: "주문 창이 반나절 동안 열리지 않았다"},
		Summary:       graph.Text{KO: "주문을 받는 창은 세 층으로 되어 있다.\n\n저녁에 원인 모를 지연이 나타났다."},
		Organisation:  "Acme Foods",
		Date:          date,
		DateKind:      graph.Occurred,
		Tags:          []string{"database", "aws", "networking"},
		ImpactScope:   graph.Text{EN: "Order window: slow for 2 hours; closed for 10 minutes"},
		AffectedUsers: graph.Text{EN: "all buyers"},
		Regions:       []string{"north-1 (Harbour)"},
		TimeToDetect:  &detect,
		TimeToRecover: &recover,
		Symptoms:      graph.Symptoms{Text: graph.Text{KO: "증상 보고가 저녁에 들어왔다.\n\n주문이 쌓였다."}},
		Trigger:       graph.Trigger{Text: graph.Text{KO: "새 설정을 올렸다."}},
		RootCauses:    []string{"설정 실수"},
		Detection:     graph.Text{KO: "당번이 알림을 받았다."},
		Remediation:   []graph.Text{{KO: "설정을 되돌렸다."}, {KO: "대기열을 비웠다."}},
		ActionItems:   []graph.Text{{KO: "감지 규칙을 고친다."}},
		Related: []graph.Card{
			{SameCause: true, SharedComponents: []string{"주문 대기열", "세션 창고"}},
			{ID: "IL-9002", Title: graph.Text{KO: "Acme 의 창고가 넘쳐 배송이 멈췄다"}, Organisation: "다온다상회", Date: year30, Severity: "sev1", SameCause: true, SharedComponents: []string{"주문 대기열", "세션 창고"}},
			{SameCause: true, SharedComponents: []string{"세션 창고"}},
			{ID: "IL-9003", Title: graph.Text{KO: "7시간 동안 결제가 되지 않았다"}, Organisation: "Acme", Date: year29, SameCause: true, SharedComponents: []string{"주문 대기열"}},
			{SameCause: true, SharedComponents: []string{"주문 대기열"}},
		},
		Lost:      []graph.Field{"components", "contributing_factors", "sources", "symptoms.terms"},
		NoneGiven: []graph.Field{"lessons", "severity"},
	})
}

func TestCasePageWithBlankLines(t *testing.T) {
	date, _ := graph.ParseDate("2030-11-02")
	same(t, "case", onlyCase(t, barePage), &graph.Case{
		ID:           "IL-9010",
		Title:        graph.Text{KO: "문의 창이 밤새 열리지 않았다"},
		Summary:      graph.Text{KO: "문의 창은 두 곳에서 돈다."},
		Organisation: "Acme",
		Date:         date,
		DateKind:     graph.Published,
		Tags:         []string{"networking", "aws"},
		ImpactScope:  graph.Text{EN: "Help desk; web and phone"},
		Regions:      []string{"global"},
		Symptoms:     graph.Symptoms{Text: graph.Text{KO: "창이 비어 보였다."}, Terms: []string{"느린 응답", "끊긴 접속"}},
		Trigger:      graph.Trigger{Text: graph.Text{KO: "회선이 느려졌다."}},
		Components:   []string{"메모리 와 디스크 창고"},
		Detection:    graph.Text{KO: "점검이 먼저 알렸다."},
		Lessons:      graph.Text{KO: "느린 회선은 끊긴 회선보다 찾기 어렵다."},
		Lost:         []graph.Field{"action_items", "components", "contributing_factors", "related", "root_causes", "sources"},
		NoneGiven:    []graph.Field{"affected_users", "remediation", "severity", "time_to_detect", "time_to_recover"},
	})
}

func TestListPage(t *testing.T) {
	records, info := ParsePage("page.txt", listPage, pageVocabulary(t))
	same(t, "page", info, PageInfo{2, 1, 2, []string{"세션 창고", "로그·지표 수집기"}})
	if len(records) != 2 {
		t.Fatalf("%d records", len(records))
	}
	for i, line := range []int{4, 20} {
		same(t, "line", records[i].Line, line)
		same(t, "problems", append(records[i].Problems, records[i].Remarks...), nil)
	}
	same(t, "first", records[0].Case, &graph.Case{
		Symptoms:    graph.Symptoms{Text: graph.Text{KO: "아침에 접속이 되지 않았다."}},
		Trigger:     graph.Trigger{Text: graph.Text{KO: "구성 요소 하나를 바꾸었다."}},
		Detection:   graph.Text{KO: "당번이 보았다."},
		Remediation: []graph.Text{{KO: "서버를 늘렸다."}},
		ActionItems: []graph.Text{{KO: "점검을 고쳤다."}, {KO: "경보를 더했다."}},
		Lessons:     graph.Text{KO: "한 곳에 몰리면 위험하다."},
		Lost:        []graph.Field{"components", "contributing_factors", "date", "id", "organisation", "root_causes", "title"},
	})
	year, _ := graph.ParseDate("2030")
	same(t, "second", records[1].Case, &graph.Case{
		ID:           "IL-9021",
		Title:        graph.Text{KO: "Acme 의 창고가 사람 손에 지워졌다"},
		Organisation: "다온다상회",
		Date:         year,
		Symptoms:     graph.Symptoms{Text: graph.Text{KO: "모델이 사라졌다."}},
		Trigger:      graph.Trigger{Text: graph.Text{KO: "지우는 명령을 잘못 내렸다."}},
		Remediation:  []graph.Text{{KO: "다시 만들었다."}},
		ActionItems:  []graph.Text{{KO: "잠금을 건다."}},
		Lessons:      graph.Text{KO: "잠금이 없으면 지워진다."},
		Lost:         []graph.Field{"components", "contributing_factors", "root_causes"},
	})
}

func TestPageThatLostMore(t *testing.T) {
	cut := func(t *testing.T, text string, lines ...string) string {
		t.Helper()
		for _, l := range lines {
			if !strings.Contains(text, l+"\n") {
				t.Fatalf("the page has no line %q", l)
			}
			text = strings.Replace(text, l+"\n", "", 1)
		}
		return text
	}
	header := "IL-9001 Acme Foods · 2031-04-09databaseawsnetworking"
	title := "주문 창이 반나절 동안 열리지 않았다"
	tests := []struct {
		name string
		text string
		lost string // fields, beside those that the page had lost before
		test func(*graph.Case) bool
	}{
		{"the header: the page's address names it", cut(t, dashedPage, header), "date organisation",
			func(c *graph.Case) bool { return c.ID == "IL-9001" && c.Title.KO == title && len(c.Tags) == 0 }},
		{"header and title: the summary stays whole", cut(t, dashedPage, header, title), "date organisation title",
			func(c *graph.Case) bool { return strings.HasPrefix(c.Summary.KO, "주문을 받는 창은") }},
		{"the heading of the related cases", cut(t, dashedPage, "관련 사례"), "",
			func(c *graph.Case) bool { return len(c.Related) == 5 && len(c.Sources) == 0 }},
		{"a value of the definition list", cut(t, dashedPage, "- 26m"), "time_to_detect",
			func(c *graph.Case) bool { return c.TimeToDetect == nil && *c.TimeToRecover == 234 }},
		{"a label and its value", cut(t, dashedPage, "- 지역", "- north-1 (Harbour)"), "",
			func(c *graph.Case) bool { return c.State(graph.FieldRegions) == graph.Unknown }},
		{"the cause", cut(t, dashedPage, "원인 설정 실수"), "root_causes",
			func(c *graph.Case) bool { return c.RootCauses == nil }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := onlyCase(t, tt.text)
			want := strings.Fields("components contributing_factors sources symptoms.terms " + tt.lost)
			for _, field := range want {
				if c.State(graph.Field(field)) != graph.Lost {
					t.Errorf("%s is not lost", field)
				}
			}
			same(t, "lost fields", len(c.Lost), len(want))
			if !tt.test(c) {
				t.Errorf("not as wanted: %+v", c)
			}
		})
	}
}

// TestListPagesThatLostMore: lists are told by what is left of them.
func TestListPagesThatLostMore(t *testing.T) {
	parse := func(text string) []Record {
		records, _ := ParsePage("page.txt", text, pageVocabulary(t))
		return records
	}
	furniture, rest, _ := strings.Cut(listPage, "- 증상")
	for name, text := range map[string]string{
		"the counts":        "- 증상" + rest,
		"the last line":     strings.Split(listPage, "\n이 2건에서")[0],
		"the glued joint":   strings.Replace(listPage, "2030- 증상", "2030\n- 증상", 1),
		"all other headers": strings.Replace(listPage, "IL-9021Acme 의 창고가 사람 손에 지워졌다다온다상회2030- 증상", "- 증상", 1),
	} {
		records := parse(text)
		if len(records) != 2 {
			t.Errorf("without %s: %d cases", name, len(records))
			continue
		}
		same(t, name, records[1].Case.Symptoms.Text.KO, "모델이 사라졌다.")
		same(t, name, records[0].Case.State(graph.FieldSymptomTerms), graph.Unknown)
	}
	one := parse(furniture + "- 증상\n느렸다.\n- 원인\n설정 실수코드 실수\n어떤 글이다.\n- 기여 요인\n경보 없음\n")
	same(t, "terms without their label", one[0].Case.RootCauses, []string{"설정 실수", "코드 실수"})
	same(t, "factors", one[0].Case.Factors, []string{"경보 없음"})
	same(t, "remarks", len(one[0].Remarks), 2) // a line that is no term, and the count of cases
}

func TestPageProblems(t *testing.T) {
	replace := strings.NewReplacer
	tests := []struct {
		name, text, want string
	}{
		{"another address", replace("JSON: https://library.example/cases/IL-9001", "JSON: https://library.example/cases/IL-9008").Replace(dashedPage),
			"page.txt:42: IL-9001: id: the page's own address names IL-9008 and its header IL-9001: it cannot be told which case this is"},
		{"a bad duration", replace("- 26m", "- soon").Replace(dashedPage),
			`page.txt:14: IL-9001: time_to_detect: "soon" is not a duration: write minutes (234), 3h 54m or PT3H54M`},
		{"a bad date", replace("2031-04-09", "2031-04-31").Replace(dashedPage),
			`page.txt:1: IL-9001: date: "2031-04-31" is not a date: write 2019-01-18, 2019-01 or 2019`},
		{"a bad date on a card", replace("Acme · 2029", "Acme · 2029-14").Replace(dashedPage),
			`page.txt:38: IL-9001: related[3].date: "2029-14" is not a date: write 2019-01-18, 2019-01 or 2019`},
		{"prose", "그냥 쓴 글이다.\n둘째 줄이다.",
			"page.txt:1: is no page of the Incident Library: it has no case"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			records, _ := ParsePage("page.txt", tt.text, pageVocabulary(t))
			if len(records) != 1 || len(records[0].Problems) != 1 {
				t.Fatalf("records %+v", records)
			}
			same(t, "problem", records[0].Problems[0].Error(), tt.want)
		})
	}
}

func TestPageRemarks(t *testing.T) {
	replace := strings.NewReplacer
	tests := []struct {
		name, text, want string
	}{
		{"tags", replace("databaseawsnetworking", "databaseteapots").Replace(dashedPage),
			"page.txt:1: IL-9001: tags: the tags cannot be told apart and are kept as one: databaseteapots"},
		{"terms", replace("원인 설정 실수", "원인 설정 실수밤의 실수").Replace(dashedPage),
			"page.txt:21: IL-9001: root_causes: the terms cannot be told apart and are kept as one: 설정 실수밤의 실수"},
		{"a line too many", replace("- north-1 (Harbour)", "- north-1 (Harbour)\n- south-2").Replace(dashedPage),
			"page.txt:13: IL-9001: regions: the line was not understood and is left out"},
		{"no card", replace("같은 원인 · 공통 세션 창고\n", "비슷한 일이 더 있다\n").Replace(dashedPage),
			"page.txt:37: IL-9001: related: the line was not understood and is left out"},
		{"count of cases", replace("2건 중 1~2번째", "9건 중 1~3번째").Replace(listPage),
			"page.txt:1: by its own count the page shows 3 of the cases; 2 can be found"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			records, _ := ParsePage("page.txt", tt.text, pageVocabulary(t))
			if len(records[0].Problems) > 0 || len(records[0].Remarks) != 1 {
				t.Fatalf("record %+v", records[0])
			}
			same(t, "remark", records[0].Remarks[0].Error(), tt.want)
		})
	}
}

func TestSplitTitle(t *testing.T) {
	names := newPageNames(pageVocabulary(t))
	tests := []struct{ run, title, company string }{
		{"창고가 넘쳤다Acme", "창고가 넘쳤다", "Acme"},
		{"창고가 넘쳤다Acme Foods", "창고가 넘쳤다", "Acme Foods"},
		{"창고가 넘쳤다다온다상회", "창고가 넘쳤다", "다온다상회"},
		{"Acme 창고가 넘쳤다 모르는 회사", "Acme 창고가 넘쳤다", "모르는 회사"},
		{"창고가 넘쳤다", "창고가 넘쳤다", ""},
		{"창고 넘침Acme", "창고 넘침", "Acme"},
		{"Acme", "Acme", ""},
	}
	for _, tt := range tests {
		title, company := names.splitTitle(tt.run)
		same(t, tt.run, [2]string{title, company}, [2]string{tt.title, tt.company})
	}
}

func TestCut(t *testing.T) {
	names := []string{"가 나", "가", "나 다", "다"}
	longestFirst(names)
	tests := []struct {
		run  string
		want []string
	}{
		{"가나 다", []string{"가", "나 다"}},
		{"가 나다", []string{"가 나", "다"}},
		{"가 나 다", []string{"가 나", "다"}},
		{"가나", nil},
		{"", nil},
		{"가 라", nil},
		{"가 가", []string{"가", "가"}},
		{strings.Repeat("가", 2000), nil}, // longer than any line of terms
	}
	for _, tt := range tests {
		got, ok := cut(tt.run, names)
		same(t, tt.run, got, tt.want)
		same(t, tt.run, ok, tt.want != nil)
	}
}
