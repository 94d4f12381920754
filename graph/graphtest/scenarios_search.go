package graphtest

import (
	"context"
	"fmt"
	"strings"

	"github.com/incidentgraph/incidentgraph/graph"
	"golang.org/x/text/unicode/norm"
)

func summary(s string) part { return func(c *graph.Case) { c.Summary = graph.PlainText(s) } }
func lessons(s string) part { return func(c *graph.Case) { c.Lessons = graph.PlainText(s) } }

func titles(ko, en string) part {
	return func(c *graph.Case) { c.Title = graph.Text{KO: ko, EN: en} }
}

func timeline(lines ...string) part {
	return func(c *graph.Case) {
		for _, line := range lines {
			c.Timeline = append(c.Timeline, graph.Moment{At: "10:31", Text: graph.PlainText(line)})
		}
	}
}

// librarian gives the small library that the search table is about, the newest case first.
// PM-99 is known from a card of PM-11 alone.
func librarian() graph.Batch {
	return graph.Batch{
		Terms: []graph.Term{component("Coordination key-value store", "조정 키-값 저장소")},
		Cases: []*graph.Case{
			record("IL-0587", date("2025"), titles("키-값 저장소가 쓰기를 거부했다", "A key-value store refused writes"),
				summary("etcd가 디스크를 기다렸다.")),
			record("IL-0271", date("2024"), title("로그인 장애"), components("coordination-key-value-store")),
			record("PM-3", date("2023"), title("Certificates expired at night"), company("Mill Street Bank"),
				summary("정족수를 잃어 서비스장애가 이어졌다.")),
			record("PM-4", date("2022"), title("Nobody said no"), summary("The alarm was not heard."),
				lessons("저장소에서 읽은 값을 믿지 말 것.")),
			record("PM-5", date("2021"), title("결제 서버들이 서로를 기다렸다"), company("하늘은행"),
				timeline("failover did not start", "수동으로 fail-over")),
			record("PM-6", date("2020"), title("데이터센터 停電で停止"), summary("Power was lost; see IL-0587.")),
			record("PM-7", date("2019"), title("C++ service (v2.10) crashed: [core] dumped"), tagged("c++")),
			record("PM-8", date("2018"), title("ㅋㅋ 봇이 대화를 채웠다 🦊")),
			record("PM-9", date("2017"), title(norm.NFD.String("한글 검색이 느려졌다"))),
			record("PM-10", date("2016"), title("ＤＮＳ　설정이 사라졌다"), company("Example Cloud")),
			record("PM-11", date("2015"), title("값비싼 실수"), summary("2019년 회고: 키 하나를 지웠다."),
				card("PM-99", of("외부 저장소 이전", "Parley", "2014", ""))),
		},
	}
}

// A searched query is what is typed and the keys that it finds, in order, each with its
// tier: K the key, T title, N names of terms, S summary, X other text.
type searched struct{ typed, want string }

const (
	foundStore   = "IL-0587:T PM-99:T IL-0271:N PM-4:X"
	foundFailure = "IL-0271:T PM-3:S"
	foundKV      = "IL-0587:T IL-0271:N"
	foundKVApart = "IL-0587:T IL-0271:N PM-11:S" // PM-11 has 값 at the start of a word, and 키
	foundKey     = "IL-0587:K PM-6:S"
)

var searchTable = []searched{
	// Particles, and words within others.
	{"저장소", foundStore},
	{"저장소가", foundStore},
	{"저장소는", foundStore},
	{"저장소에서", foundStore},
	{"저장소에서는", foundStore},
	{"저장소의", foundStore},
	{"저장소로", foundStore},
	{"저장", foundStore},
	{"장소", foundStore},
	{"장애", foundFailure},
	{"장애가", foundFailure},
	{"장애를 장애", foundFailure},
	{"서비스장애", "PM-3:S"},
	{"서비스 장애", "PM-3:S"},
	{"서버", "PM-5:T"},
	{"서버들이", "PM-5:T"},
	{"서버에게", "PM-5:T"},
	{"정족수를", "PM-3:S"},
	{"은행", "PM-5:N"},
	{"하늘은행은", "PM-5:N"},

	// One syllable is looked for at the start of words.
	{"값", "IL-0587:T PM-11:T IL-0271:N PM-4:X"},
	{"키", foundKVApart},
	{"소", ""},
	{"가", "IL-0587:S"}, // etcd and 가 are two words

	// Unicode forms.
	{norm.NFD.String("장애"), foundFailure},
	{norm.NFD.String("저장소가"), foundStore},
	{norm.NFD.String("검색"), "PM-9:T"},
	{"검색이", "PM-9:T"},
	{"ＤＮＳ", "PM-10:T"},
	{"dns", "PM-10:T"},
	{"ｅｔｃｄ", "IL-0587:S"},
	{"장\u200b애", foundFailure},
	{"장애\u3164", foundFailure},

	// Dashes.
	{"키-값", foundKVApart},
	{"키–값", foundKVApart},
	{"키−값", foundKVApart},
	{"키 값", foundKVApart},
	{"키값", foundKV},
	{"키-값을", foundKV}, // 값을 keeps its particle, as one syllable would be left
	{"key-value", foundKV},
	{"keyvalue", foundKV},
	{"fail-over", "PM-5:X"},
	{"failover", "PM-5:X"},
	{"fail over", "PM-5:X"},

	// Korean with Latin and numbers.
	{"etcd가", "IL-0587:S"},
	{"etcd는", "IL-0587:S"},
	{"etcd 장애", ""},
	{"DNS설정", "PM-10:T"},
	{"2019년", "PM-11:S"},
	{"2019년에", "PM-11:S"},
	{"v2.10", "PM-7:T"},
	{"10", "PM-7:T PM-10:T"},

	// Keys.
	{"il-0587", foundKey},
	{"IL0587", foundKey},
	{"il 0587", foundKey},
	{"ＩＬ＿０５８７", foundKey},
	{"IL-0587이", "IL-0587:T PM-6:S"},
	{"0587", "IL-0587:T PM-6:S"},
	{"058", ""},
	{"il", "IL-0587:T IL-0271:T PM-6:S"},
	{"IL-05870", ""},
	{"pm-1", ""},
	{"pm-9", "PM-9:K"},
	{"pm", "PM-3:T PM-4:T PM-5:T PM-6:T PM-7:T PM-8:T PM-9:T PM-10:T PM-11:T PM-99:T"},

	// What is syntax elsewhere is text.
	{"+장애 -로그인", "IL-0271:T"},
	{`"로그인 장애"`, "IL-0271:T"},
	{`"장애"가`, foundFailure},
	{"장애*", foundFailure},
	{"장?", "IL-0271:T"}, // 장 begins 장애, but not 서비스장애가
	{"title:장애", ""},
	{"(core)", "PM-7:T"},
	{"[core] dumped", "PM-7:T"},
	{"[core TO dumped]", ""},
	{"{core}^ && dumped || \\", "PM-7:T"},
	{"/dumped/", "PM-7:T"},
	{"certificate~", "PM-3:T"},
	{"certificate~2", ""},
	{"C++", "PM-7:T"},
	{"!(+-){}[]^\"~*?:\\/&&||", ""},
	{"AND", ""},
	{"store OR bank", ""},
	{"NOT", "PM-4:S PM-5:X"},

	// English words that some indexes leave out.
	{"no", "PM-4:T"},
	{"not", "PM-4:S PM-5:X"},
	{"no not", "PM-4:S"},
	{"the", "PM-4:S"},
	{"at", "PM-3:T"},

	// The start of longer words, no less than four letters of it.
	{"certificate", "PM-3:T"},
	{"cert", "PM-3:T"},
	{"cer", ""},
	{"ertificates", ""},

	// Letters that are no words, and no letters.
	{"ㅋㅋ", "PM-8:T"},
	{"ㅋ", "PM-8:T"},
	{"ㅏ", ""},
	{"장ㅇ", ""},
	{"🦊", ""},
	{"🦊 봇", "PM-8:T"},
	{"", ""},
	{" \t", ""},
	{"停電", "PM-6:T"},
	{"電", "PM-6:T"},
	{strings.Repeat("장애", 500), ""},
	{strings.Repeat("장애 ", 32), foundFailure},
	{strings.Repeat("x", graph.MaxQueryLength), ""},

	// Words spread over texts: the worst tells the tier.
	{"certificate bank", "PM-3:N"},
	{"certificate 정족수", "PM-3:S"},
	{"bank 정족수 expired", "PM-3:S"},
	{"refused 거부했다", "IL-0587:T"},
	{"store", foundKV},
	{"store writes", "IL-0587:T"},
	{"coordination 로그인", "IL-0271:N"},
	{"10:31", ""}, // when something was is no text

	// A stub has its title, its company and its key.
	{"외부", "PM-99:T"},
	{"parley", "PM-99:N"},
	{"외부 parley", "PM-99:N"},
	{"pm-99", "PM-99:K"},
}

// searchChecks are checks of searching.
func searchChecks() []check {
	return []check{{"search", checkSearch}, {"search after changes", checkSearchAfterChanges}}
}

func checkSearch(ctx context.Context, open opener) error {
	s, err := open()
	if err != nil {
		return err
	}
	if _, err := s.Apply(ctx, librarian()); err != nil {
		return fmt.Errorf("Apply: %w", err)
	}
	return search(ctx, s, searchTable)
}

// checkSearchAfterChanges searches what was replaced, what was deleted, and a stub that got
// its case.
func checkSearchAfterChanges(ctx context.Context, open opener) error {
	s, err := open()
	if err != nil {
		return err
	}
	for _, step := range []struct {
		batch graph.Batch
		table []searched
	}{
		{librarian(), nil},
		{graph.Batch{Cases: []*graph.Case{record("IL-0271", date("2024"), title("외부 로그인 지연"))}}, []searched{
			{"장애", "PM-3:S"},
			{"지연", "IL-0271:T"},
			{"저장소", "IL-0587:T PM-99:T PM-4:X"},
			{"외부", "IL-0271:T PM-99:T"},
		}},
		{graph.Batch{Cases: []*graph.Case{record("PM-99", date("2014"), title("창고 이전"), summary("외부 저장소를 옮겼다"))}}, []searched{
			{"외부", "IL-0271:T PM-99:S"},
			{"창고", "PM-99:T"},
			{"parley", ""},
		}},
		{graph.Batch{Delete: []string{"PM-99", "PM-4"}}, []searched{
			{"외부", "IL-0271:T PM-99:T"},
			{"창고", ""},
			{"parley", "PM-99:N"},
			{"no", ""},
		}},
		{graph.Batch{Delete: []string{"PM-11"}}, []searched{
			{"외부", "IL-0271:T"},
			{"pm-99", ""},
			{"값", "IL-0587:T"},
		}},
		{graph.Batch{Cases: []*graph.Case{record("PM-5", date("2021"), components("coordination-key-value-store"))}}, []searched{
			{"서버", ""},
			{"저장소", "IL-0587:T PM-5:N"},
			{"pm5", "PM-5:K"},
		}},
		{graph.Batch{Terms: []graph.Term{{Kind: graph.KindComponent, Slug: "coordination-key-value-store", Name: graph.Text{EN: "Ledger", KO: "장부"}}}}, []searched{
			{"저장소", "IL-0587:T"},
			{"장부", "PM-5:N"},
		}},
	} {
		if _, err := s.Apply(ctx, step.batch); err != nil {
			return fmt.Errorf("Apply: %w", err)
		}
		if err := search(ctx, s, step.table); err != nil {
			return err
		}
	}
	return nil
}

// search asks a store for all queries of a table at once.
func search(ctx context.Context, s graph.Store, table []searched) error {
	requests := make([]graph.FindRequest, len(table))
	for i, row := range table {
		q, err := graph.ParseTextQuery(row.typed)
		if err != nil {
			return fmt.Errorf("%q: %w", row.typed, err)
		}
		requests[i] = graph.FindRequest{Text: q, Page: graph.Page{Size: graph.MaxPageSize}}
	}
	results, err := s.Find(ctx, requests)
	if err != nil {
		return fmt.Errorf("Find: %w", err)
	}
	var wrong []string
	for i, row := range table {
		var found []string
		for _, at := range results[i].Positions {
			found = append(found, at.Name+":"+string("KTNSX"[at.Tier]))
		}
		if got := strings.Join(found, " "); got != row.want || results[i].Total != len(found) {
			wrong = append(wrong, fmt.Sprintf("%.40q finds %q (of %d), want %q", row.typed, got, results[i].Total, row.want))
		}
	}
	if len(wrong) > 0 {
		return fmt.Errorf("search:\n%s", strings.Join(wrong, "\n"))
	}
	return nil
}
