package resolver_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/incidentgraph/incidentgraph/graph"
	"github.com/incidentgraph/incidentgraph/server"
)

// told is a case that tells everything in both languages, or in one of them.
func told(t testing.TB) graph.Store {
	minutes := func(n int) *int { return &n }
	both := func(en, ko string) graph.Text { return graph.Text{EN: en, KO: ko} }
	return load(t,
		[]graph.Term{
			{Kind: graph.KindTrigger, Slug: "config-change", Name: both("Configuration change", "설정 변경"), Aliases: []string{"flag flip", "설정 배포"},
				Definition: both("A setting was changed.", "설정을 바꿨다.")},
			{Kind: graph.KindComponent, Slug: "cache", Name: both("Cache", "")},
		},
		&graph.Case{
			ID: "Bell-7", Title: both("The bells fell silent", "종이 울리지 않았다"), Summary: both("First.\n\nThen.", "먼저.\n\n다음."),
			Organisation: "Bellworks", Date: date(t, "2021-03"), DateKind: graph.Published, Domain: "clocks", Severity: "major",
			Regions: []string{"North", "east 2"}, Tags: []string{"time", "bells"},
			ImpactScope: both("All towers", ""), AffectedUsers: both("", "모든 주민"),
			TimeToDetect: minutes(0), TimeToRecover: minutes(90),
			StartedAt: "2021-03-01T09:00:00+09:00", DetectedAt: "2021-03-01T00:00Z", EndedAt: "2021-03-01",
			Symptoms:   graph.Symptoms{Text: both("No sound.", "소리가 없다."), Terms: []string{"silence"}},
			Trigger:    graph.Trigger{Kind: "flag flip", Text: both("A flag was flipped.", "설정을 뒤집었다.")},
			RootCauses: []string{"typo"}, Components: []string{"cache", "Bell rope"}, Factors: []string{"holiday"},
			Timeline:    []graph.Moment{{At: "09:00", Text: both("Silence.", "정적.")}, {At: "09:10"}, {Text: both("Ringing.", "")}},
			Detection:   both("A passer-by.", "행인."),
			Remediation: []graph.Text{both("Rang by hand.", "손으로 쳤다."), both("Flipped it back.", "")},
			ActionItems: []graph.Text{both("Test the flags.", "설정을 시험한다.")}, Lessons: both("Listen.", "듣는다."),
			Sources:    []graph.Source{{Title: "Report", URL: "https://bellworks.example/7", ArchiveURL: "https://archive.example/7"}, {URL: "https://bellworks.example/b"}},
			References: []graph.Source{{Title: "On ropes"}},
			Lost:       []graph.Field{graph.FieldFactors}, NoneGiven: []graph.Field{graph.FieldRelated}, Inferred: []graph.Field{graph.FieldTriggerKind, graph.FieldRootCauses},
		},
	)
}

const everything = `{ incident(id: "bell-7") {
	__typename id key title summary company { slug name } date datePrecision dateKind domain severity regions tags
	timeToDetect timeToRecover startedAt detectedAt endedAt
	components { slug name controlled } causes { slug } triggers { trigger { slug name aliases definition } text } symptoms { slug } symptomText factors { slug }
	isStub isProvisional noneGiven lost inferred impactScope affectedUsers timeline { at text } detection remediation actionItems lessons
	sources { title url archiveUrl } references { title url archiveUrl } } }`

func TestIncident(t *testing.T) {
	store := told(t)
	want(t, ask(t, store, everything), `{"data":{"incident":{
		"__typename":"Incident","id":"incident:Bell-7","key":"Bell-7","title":"The bells fell silent","summary":"First.\n\nThen.",
		"company":{"slug":"bellworks","name":"Bellworks"},"date":"2021-03","datePrecision":"MONTH","dateKind":"PUBLISHED","domain":"clocks",
		"severity":"major","regions":["North","east 2"],"tags":["time","bells"],
		"timeToDetect":0,"timeToRecover":90,
		"startedAt":"2021-03-01T09:00:00+09:00","detectedAt":"2021-03-01T00:00Z","endedAt":"2021-03-01",
		"components":[{"slug":"bell-rope","name":"Bell rope","controlled":false},{"slug":"cache","name":"Cache","controlled":true}],
		"causes":[{"slug":"typo"}],
		"triggers":[{"trigger":{"slug":"config-change","name":"Configuration change","aliases":["flag flip","설정 배포"],"definition":"A setting was changed."},
			"text":"A flag was flipped."}],
		"symptoms":[{"slug":"silence"}],"symptomText":"No sound.","factors":[{"slug":"holiday"}],
		"isStub":false,"isProvisional":false,"noneGiven":["related"],"lost":["contributing_factors"],"inferred":["root_causes","trigger.kind"],
		"impactScope":"All towers","affectedUsers":"모든 주민",
		"timeline":[{"at":"09:00","text":"Silence."},{"at":"09:10","text":null},{"at":null,"text":"Ringing."}],
		"detection":"A passer-by.","remediation":["Rang by hand.","Flipped it back."],"actionItems":["Test the flags."],"lessons":"Listen.",
		"sources":[{"title":"Report","url":"https://bellworks.example/7","archiveUrl":"https://archive.example/7"},
			{"title":null,"url":"https://bellworks.example/b","archiveUrl":null}],
		"references":[{"title":"On ropes","url":null,"archiveUrl":null}]
	}}}`)
}

// The language is that of the field, else of the request, else English; a text that is
// missing in it is given in the other one.
func TestLanguages(t *testing.T) {
	store := told(t)
	fields := `title(lang: $l) summary(lang: $l) impactScope(lang: $l) affectedUsers(lang: $l) symptomText(lang: $l)
		detection(lang: $l) remediation(lang: $l) actionItems(lang: $l) lessons(lang: $l) timeline { text(lang: $l) }
		triggers { text(lang: $l) trigger { name(lang: $l) definition(lang: $l) } } components { name(lang: $l) }`
	query := `query ($l: Language) { incident(id: "Bell-7") { ` + fields + ` } }`
	english := `{"data":{"incident":{"title":"The bells fell silent","summary":"First.\n\nThen.","impactScope":"All towers","affectedUsers":"모든 주민",
		"symptomText":"No sound.","detection":"A passer-by.","remediation":["Rang by hand.","Flipped it back."],"actionItems":["Test the flags."],
		"lessons":"Listen.","timeline":[{"text":"Silence."},{"text":null},{"text":"Ringing."}],
		"triggers":[{"text":"A flag was flipped.","trigger":{"name":"Configuration change","definition":"A setting was changed."}}],
		"components":[{"name":"Bell rope"},{"name":"Cache"}]}}}`
	korean := `{"data":{"incident":{"title":"종이 울리지 않았다","summary":"먼저.\n\n다음.","impactScope":"All towers","affectedUsers":"모든 주민",
		"symptomText":"소리가 없다.","detection":"행인.","remediation":["손으로 쳤다.","Flipped it back."],"actionItems":["설정을 시험한다."],
		"lessons":"듣는다.","timeline":[{"text":"정적."},{"text":null},{"text":"Ringing."}],
		"triggers":[{"text":"설정을 뒤집었다.","trigger":{"name":"설정 변경","definition":"설정을 바꿨다."}}],
		"components":[{"name":"Bell rope"},{"name":"Cache"}]}}}`
	for _, tt := range []struct {
		lang   any
		header string
		answer string
	}{
		{"KO", "", korean},
		{"EN", "", english},
		{"EN", "ko", english},
		{"KO", "en", korean},
		{nil, "", english},
		{nil, "ko-KR,ko;q=0.9,en;q=0.8", korean},
		{nil, "fr", english},
	} {
		got := respond(t, store, server.Request{
			Query: query, Variables: map[string]any{"l": tt.lang},
			Header: http.Header{"Accept-Language": {tt.header}},
		})
		want(t, got, tt.answer)
	}
}

// A stub has what cards say of it and no texts; a case without a key has a made one.
func TestStubsAndProvisional(t *testing.T) {
	store := library(t)
	want(t, ask(t, store, `{ incident(id: "IL-0271") {
		title summary company { name } date datePrecision dateKind severity regions tags timeToDetect isStub isProvisional noneGiven lost inferred
		triggers { text } symptomText timeline { at } remediation sources { url } startedAt lessons } }`),
		`{"data":{"incident":{"title":"등록 정보가 깨져 대화가 한 시간 멎었다","summary":null,"company":{"name":"Parley"},"date":"2020","datePrecision":"YEAR",
			"dateKind":null,"severity":"sev1","regions":[],"tags":[],"timeToDetect":null,"isStub":true,"isProvisional":false,
			"noneGiven":[],"lost":[],"inferred":[],"triggers":[],"symptomText":null,"timeline":[],"remediation":[],"sources":[],"startedAt":null,"lessons":null}}}`)

	key := provisionalKey(t, store)
	want(t, ask(t, store, `{ incident(id: "`+strings.ToLower(key)+`") {
		key title company { name } date datePrecision isStub isProvisional lost triggers { trigger { slug } text } } }`),
		`{"data":{"incident":{"key":"`+key+`","title":null,"company":null,"date":null,"datePrecision":null,"isStub":false,"isProvisional":true,
			"lost":["components","contributing_factors","date","id","organisation","root_causes","title"],
			"triggers":[{"trigger":null,"text":"설정을 바꿨다."}]}}}`)
}

// provisionalKey gives the key of the only case that lost its own.
func provisionalKey(t testing.TB, store graph.Store) string {
	t.Helper()
	key := ""
	err := store.Scan(t.Context(), func(c *graph.Case) error {
		if strings.HasPrefix(c.ID, "X-") {
			key = c.ID
		}
		return nil
	})
	if err != nil || key == "" {
		t.Fatal(err, key)
	}
	return key
}

// A date kind that the schema does not know, in a store that another version wrote, is
// unknown.
func TestUnknownDateKind(t *testing.T) {
	store := &rewriting{told(t), func(i *graph.Incident) { i.DateKind = "guessed" }}
	want(t, ask(t, store, `{ incident(id: "Bell-7") { date dateKind } }`), `{"data":{"incident":{"date":"2021-03","dateKind":null}}}`)
}
