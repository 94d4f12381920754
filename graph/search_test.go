package graph

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"
)

func TestWords(t *testing.T) {
	for in, want := range map[string]string{
		"":                      "",
		"Lookup failures (DNS)": "lookup failures dns",
		"저장소가 멈췄다.":             "저장소가 멈췄다",
		"키-값 저장소":               "키 값 키값 저장소",
		"키–값, 키—값, 키‐값, 키−값": "키 값 키값 키 값 키값 키 값 키값 키 값 키값", // en dash, em dash, hyphen, minus
		"키 - 값":                      "키 값",
		"키--값":                       "키 값",
		"-키-":                        "키",
		"IL-0587":                    "il 0587 il0587",
		"IL-0587이":                   "il 0587 il0587 이",
		"a-b-c":                      "a b c abc bc",
		"fail_over don't o’clock":    "fail over failover don t dont o clock oclock",
		"v2.10.1":                    "v2 10 1 v2101 101",
		"etcd가":                      "etcd 가",
		"etcd-클러스터":                  "etcd 클러스터", // of two sorts: nobody can look for them in one
		"API서버v2는":                   "api 서버 v2 는",
		"2019년 1월":                   "2019 년 1 월",
		"ＥＴＣＤ　ｓｔｏｒｅ":                 "etcd store",
		"ﬁle ½ ㎏ ①":                  "file 1 2 kg 1",
		norm.NFD.String("저장소 Ärger"): "저장소 ärger",
		"A\u030Arhus e\u200d\u0301":  "århus é", // a joiner between a letter and its mark shows nothing
		"장\u200b애 soft\u00adware 가\u3164나":                      "장애 software 가나",
		"ㅋㅋㅋ ㅏ 장ㅇ":                                              "\u110f\u110f\u110f \u1161 장\u110b",
		"🦊 🏳️‍🌈 👍🏽 1️⃣":                                         "1",
		"𠮷野家で停電。":                                               "𠮷野家で停電",
		"サーバー ｻｰﾊﾞｰ":                                            "サーバー サーバー",
		"etcdの障害":                                               "etcd の障害",
		"https://status.example.com/a?b=c":                      "https status example com statusexamplecom examplecom a b c",
		"naïve Straße ΣΊΣΥΦΟΣ":                                  "naïve straße σίσυφοσ",
		"\u0301x \u20dd":                                        "x",         // marks on nothing
		"bad\xffbytes\xc0":                                      "bad bytes", // what is not UTF-8 parts words
		"a.b.c.d.e.f.g.h.i.j":                                   "a b c d e f g h i j abcdefgh bcdefghi cdefghij defghij efghij fghij ghij hij ij",
		strings.Repeat("x", 40) + "-" + strings.Repeat("y", 40): strings.Repeat("x", 40) + " " + strings.Repeat("y", 40),
		strings.Repeat("가", 300):                                strings.Repeat("가", 256) + " " + strings.Repeat("가", 44),
	} {
		if got := strings.Join(Words(in), " "); got != want {
			t.Errorf("Words(%q) = %q, want %q", in, got, want)
		}
	}
}

// Indexes look for what may be within a word only among words from U+0E00 on.
func TestWithinWords(t *testing.T) {
	for r := rune(0); r < '\u0e00'; r++ {
		if s := scriptOf(r); s == hangul || s == unspaced {
			t.Errorf("%U is looked for within words", r)
		}
	}
}

func TestParseTextQuery(t *testing.T) {
	// Ways are parted by |, patterns by +; = is Whole, ^ Start, ~ Within.
	for typed, want := range map[string]string{
		"":                    "",
		" \t…!":               "",
		"🦊":                   "",
		"장애":                  "~장애",
		"저장소가":                "~저장소",
		"저장소에서는 저장소의":         "~저장소", // twice the same
		"서버들이":                "~서버",
		"이메일":                 "~이메일",
		"값을":                  "~값을", // one syllable would be left
		"값":                   "^값",
		"도로":                  "~도로",
		"가":                   "^가", // nothing before it
		"etcd가":               "^etcd",
		"DNS는 DNS":            "=dns",
		"AWS에서의 장애":           "=aws ~장애",
		"2019년에":              "=2019 ^년",
		"5분만에":                "=5 ^분",
		"IL-0587이":            "^il0587|=il+=0587",
		`"장애"가 `:              "~장애",
		"(etcd)는 etcd 는":      "^etcd ^는",
		"키-값":                 "~키값|^키+^값",
		"키–값을":                "~키값|^키+~값을",
		"키-값 저장소":             "~키값|^키+^값 ~저장소",
		"IL-0587":             "^il0587|=il+=0587",
		"IL0587":              "^il0587",
		"2019-01":             "^201901",
		"1.2":                 "=12",
		"99.99%":              "^9999",
		"v1.2":                "=v12|=v1+=2",
		"no NOT and":          "=no =not =and",
		"+etcd -x !y (z) \"q": "^etcd =x =y =z =q",
		"a:b^2~ c* ?d \\ e/f": "=a =b =2 =c =d =e =f",
		"no-no":               "^nono|=no",
		"Ä":                   "=ä",
		"café":                "^café",
		"𠮷":                   "~𠮷",
		"停電の":                 "~停電の",
		"etcdの":               "^etcd ~の",
		"ㅋㅋ":                  "~\u110f\u110f",
		"장ㅇ":                  "~장\u110b",
		"ㅏ":                   "^\u1161",
		"a.b.c.d.e.f.g.h.i":   "=a+=b+=c+=d+=e+=f+=g+=h+=i", // too long to be written together
	} {
		q, err := ParseTextQuery(typed)
		if err != nil {
			t.Errorf("%q: %v", typed, err)
			continue
		}
		var words []string
		for _, word := range q.Words() {
			var ways []string
			for _, patterns := range word {
				var way []string
				for _, p := range patterns {
					way = append(way, string("=^~"[p.How])+p.Text)
				}
				ways = append(ways, strings.Join(way, "+"))
			}
			words = append(words, strings.Join(ways, "|"))
		}
		if got := strings.Join(words, " "); got != want {
			t.Errorf("%q: words %q, want %q", typed, got, want)
		}
		if text, err := q.MarshalText(); err != nil || string(text) != typed {
			t.Errorf("%q: text %q, %v", typed, text, err)
		}
	}
}

func TestParseTextQueryErrors(t *testing.T) {
	for typed, want := range map[string]string{
		strings.Repeat("가", 1000):      "",
		strings.Repeat("가", 1001):      "the search text has more than 1000 characters: shorten it",
		strings.Repeat("no ", 32):      "",
		strings.Repeat("no ", 33):      "the search text has 33 words, and may have 32: leave some out",
		strings.Repeat("a.", 32) + "a": "the search text has 33 words, and may have 32: leave some out",
		"bad\xff":                      "the search text is not UTF-8: send it in that encoding",
		"\ufffd":                       "",
	} {
		_, err := ParseTextQuery(typed)
		got := ""
		if err != nil {
			got = err.Error()
			if CodeOf(err) != CodeInvalid {
				t.Errorf("%q: code %s", typed, CodeOf(err))
			}
		}
		if got != want {
			t.Errorf("%q: error %q, want %q", typed, got, want)
		}
	}
}

func TestTextQueryAsJSON(t *testing.T) {
	q, err := ParseTextQuery(`키-값 "x"`)
	if err != nil {
		t.Fatal(err)
	}
	got, err := json.Marshal(Filter{Text: q})
	if err != nil || !strings.Contains(string(got), `"Text":"키-값 \"x\""`) {
		t.Errorf("got %s, %v", got, err)
	}
}

func TestFinds(t *testing.T) {
	passages := []Passage{
		{FieldID, TierTitle, "IL-0042"},
		{FieldTitle, TierTitle, "분산 키-값 저장소가 멈췄다"},
		{FieldTitle, TierTitle, "The coordination store's leader was lost"},
		{FieldOrganisation, TierTerms, "Example Cloud"},
		{FieldComponents, TierTerms, "leader-election"},
		{FieldSummary, TierSummary, "전원 장애로 etcd가 쓰기를 받지 못했다."},
		{FieldTimeline, TierText, "10:31 certificates expired"},
		{FieldTimeline, TierText, "정족수를 잃음"},
	}
	const none = "-"
	for typed, want := range map[string]string{
		"il-0042":            "key",
		"IL 0042":            "key",
		"ｉｌ_0042":            "key",
		"il0042":             "key",
		"il":                 "title",
		"0042":               "title",
		"il-0042 키":          "title",
		"키값":                 "title",
		"분산키값":               none, // a space is more than a dash
		"값":                  "title",
		"산":                  none, // a single syllable is looked for at the start of words
		"저장소":                "title",
		"저장":                 "title",
		"leader":             "title",
		"leader-election":    "terms",
		"leaderelection":     "terms",
		"leader example":     "terms",
		"store-leader":       "title",
		"장애":                 "summary",
		"전원장애":               none,
		"etcd 장애":            "summary",
		"etc":                none, // words of three letters are whole ones
		"certificate":        "text",
		"certificate 저장소":    "text",
		"certificate absent": none,
		"1031":               none,
		"정족수":                "text",
		"정족수를 키-값":           "text",
		"?":                  none,
	} {
		q, err := ParseTextQuery(typed)
		if err != nil {
			t.Errorf("%q: %v", typed, err)
			continue
		}
		got := none
		if tier, found := q.Finds("IL-0042", passages); found {
			got = []string{"key", "title", "terms", "summary", "text"}[tier]
		}
		if got != want {
			t.Errorf("%q: %s, want %s", typed, got, want)
		}
	}
	if _, found := new(TextQuery).Finds("", nil); found {
		t.Error("the zero query finds something")
	}
}

func TestPassages(t *testing.T) {
	c := &Case{
		ID: "IL-1", Title: Text{EN: "t-en", KO: "t-ko"}, Summary: PlainText("sum"), Domain: "dom", Tags: []string{"tag1", "tag2"},
		Severity: "sev", ImpactScope: PlainText("scope"), AffectedUsers: Text{KO: "users"}, Regions: []string{"reg"},
		Symptoms: Symptoms{Text: PlainText("symp")}, Trigger: Trigger{Text: PlainText("trig")},
		Timeline:  []Moment{{At: "10:00", Text: PlainText("time1")}, {Text: Text{EN: "time2-en", KO: "time2-ko"}}},
		Detection: PlainText("det"), Remediation: []Text{PlainText("rem")}, ActionItems: []Text{PlainText("act")}, Lessons: PlainText("les"),
		Sources: []Source{{Title: "not"}}, References: []Source{{Title: "not"}},
	}
	i := &Incident{
		Key: "IL-1", Title: c.Title, Domain: c.Domain, Severity: c.Severity, Regions: c.Regions, Tags: c.Tags,
		Edges: []Edge{{Kind: At, To: "co"}, {Kind: Involves, To: "kv", Evidence: Derived}, {Kind: CausedBy, To: "bug"},
			{Kind: TriggeredBy, To: "deploy"}, {Kind: Showed, To: "slow"}, {Kind: WorsenedBy, To: "load"}, {Kind: Cites, To: "il-2"}},
	}
	name := func(r TermRef) Text { return Text{EN: r.Kind.Prefix(), KO: r.Slug} }
	write := func(passages []Passage) string {
		var lines []string
		for _, p := range passages {
			lines = append(lines, string('0'+byte(p.Tier))+" "+string(p.Field)+" "+p.Text)
		}
		return strings.Join(lines, "\n")
	}
	const want = `1 id IL-1
1 title t-ko
1 title t-en
2 organisation co
2 organisation company
2 symptoms.terms slow
2 symptoms.terms symptom
2 trigger.kind deploy
2 trigger.kind trigger
2 root_causes bug
2 root_causes cause
2 components kv
2 components component
2 contributing_factors load
2 contributing_factors factor
3 summary sum
4 domain dom
4 tags tag1
4 tags tag2
4 severity sev
4 impact_scope scope
4 affected_users users
4 regions reg
4 symptoms.text symp
4 trigger.text trig
4 timeline time1
4 timeline time2-ko
4 timeline time2-en
4 detection det
4 remediation rem
4 action_items act
4 lessons les`
	if got := write(Passages(i, c, name)); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	stub := &Incident{Key: "IL-2", Stub: true, Title: PlainText("known from a card"), Edges: i.Edges[:1]}
	if got, want := write(Passages(stub, nil, nil)), "1 id IL-2\n1 title known from a card"; got != want {
		t.Errorf("a stub: got\n%s\nwant\n%s", got, want)
	}
}

func TestPassagesInOrderOfFields(t *testing.T) {
	var order []string
	for _, f := range Fields() {
		order = append(order, string(f))
	}
	last := -1
	for _, kind := range termFields {
		at := slices.Index(order, string(kind.Field()))
		if at <= last {
			t.Errorf("%s is not in the order of the record", kind.Field())
		}
		last = at
	}
}
