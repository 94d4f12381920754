package graph

import (
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"
)

// showHighlights writes highlights as lines of field and text, what was found in brackets.
func showHighlights(highlights []Highlight) string {
	var lines []string
	for _, h := range highlights {
		var b strings.Builder
		b.WriteString(string(h.Field) + ": ")
		for _, f := range h.Fragments {
			if f.Hit {
				b.WriteString("[" + f.Text + "]")
			} else {
				b.WriteString(f.Text)
			}
		}
		lines = append(lines, b.String())
	}
	return strings.Join(lines, "\n")
}

func query(t *testing.T, typed string) *TextQuery {
	t.Helper()
	q, err := ParseTextQuery(typed)
	if err != nil {
		t.Fatalf("%q: %v", typed, err)
	}
	return q
}

func TestHighlights(t *testing.T) {
	nfd := norm.NFD.String
	for _, test := range []struct{ typed, text, want string }{
		{"장애", "전원장애가 나자 장애가 번졌다", "전원[장애]가 나자 [장애]가 번졌다"},
		{"저장소에서", "분산 저장소", "분산 [저장소]"},
		{"certificate", "Certificates and a certificate.", "[Certificate]s and a [certificate]."},
		{"dns", "DNS: dns, dnsmasq", "[DNS]: [dns], dnsmasq"},
		{"키값", "키-값 저장소", "[키-값] 저장소"},
		{"키-값", "키 값 저장소, 값싼 키", "[키] [값] 저장소, [값]싼 [키]"},
		{"키-값", "키–값 저장소의 키", "[키–값] 저장소의 키"}, // written together before apart
		{"값저장", "키-값-저장소", "키-[값-저장]소"},
		{"il0587", "see IL-0587.", "see [IL-0587]."},
		{"저장소", nfd("키 저장소가"), nfd("키 ") + "[" + nfd("저장소") + "]" + nfd("가")},
		{"ETCD", "ｅｔｃｄ가 멈춤", "[ｅｔｃｄ]가 멈춤"},
		{"장애", "장\u200b애\u200b가", "[장\u200b애\u200b]가"}, // what shows nothing goes with what is before
		{"file", "ﬁle ﬁlesystem", "[ﬁle] [ﬁle]system"},
		{"kg", "5 ㎏", "5 [㎏]"},
		{"leader store", "A store and its leaderless followers", "A [store] and its [leader]less followers"},
		{"상태 상태코드", "상태코드", "[상태코드]"}, // one within the other
		{"가", "가게가", "[가]게가"},
		{"क्षेत", "क्षेत्र", "[क्षेत्र]"}, // the last consonants are one to the eye
		{"cafe", "cafe\u0324s", "[cafe\u0324]s"},
		{"absent", "장애", ""},
		{"장애", "", ""},
		{"", "장애", ""},
	} {
		got := showHighlights(query(t, test.typed).Highlights([]Passage{{FieldSummary, TierSummary, test.text}}))
		want := test.want
		if want != "" {
			want = "summary: " + want
		}
		if norm.NFC.String(got) != norm.NFC.String(want) || strings.Contains(test.text, "ﬁ") && got != want {
			t.Errorf("%q in %q: got %q, want %q", test.typed, test.text, got, want)
		}
	}
}

func TestHighlightsOfManyTexts(t *testing.T) {
	passages := []Passage{
		{FieldID, TierTitle, "IL-0042"},
		{FieldTitle, TierTitle, "저장소 장애"},
		{FieldTitle, TierTitle, "A store fell over"},
		{FieldSummary, TierSummary, "failover: it would fail over, over and over"},
		{FieldTimeline, TierText, "one store"},
		{FieldTimeline, TierText, "two stores"},
		{FieldTimeline, TierText, "no more"},
		{FieldTimeline, TierText, "three stores"},
		{FieldTimeline, TierText, "four stores"},
		{FieldTimeline, TierText, "five stores"},
	}
	for typed, want := range map[string]string{
		"저장소":    "title: [저장소] 장애",
		"0042":   "id: IL-[0042]",
		"ＩＬ0042": "id: [IL-0042]",
		"store": "title: A [store] fell over\n" +
			"timeline: one [store]\ntimeline: two [store]s\ntimeline: three [store]s\ntimeline: four [store]s",
		"fail-over": "summary: [failover]: it would fail over, over and over",
		"fell-over": "title: A store [fell] [over]\nsummary: failover: it would fail [over], [over] and [over]",
	} {
		if got := showHighlights(query(t, typed).Highlights(passages)); got != want {
			t.Errorf("%q: got\n%s\nwant\n%s", typed, got, want)
		}
	}
	spaced := []Passage{{FieldID, TierTitle, "PM--7"}, {FieldTitle, TierTitle, "7 of 9"}}
	if got, want := showHighlights(query(t, "pm7").Highlights(spaced)), "id: [PM--7]"; got != want {
		t.Errorf("a key: got %q, want %q", got, want)
	}
}

func TestExcerpts(t *testing.T) {
	// All that is around is in words of three characters and a space.
	words := func(n int) string { return strings.Repeat("가나다 ", n) }
	for _, test := range []struct{ name, typed, text, want string }{
		{"240 characters are shown whole", "장애",
			words(59) + "가 장애", words(59) + "가 [장애]"},
		{"60 characters before it", "장애",
			words(60) + "장애", "…" + words(15) + "[장애]"},
		{"and 60 behind it", "장애",
			"장애" + strings.Repeat(" 가나다", 60), "[장애]" + strings.Repeat(" 가나다", 15) + "…"},
		{"words are left whole", "장애", // 59 of the 60 characters are 14 words and three characters
			words(60) + "첫장애가" + strings.Repeat(" 가나다", 60), "…" + words(14) + "첫[장애]가" + strings.Repeat(" 가나다", 14) + "…"},
		{"where they are not too long", "장애",
			strings.Repeat("가", 300) + " 장애가", "…" + strings.Repeat("가", 59) + " [장애]가"},
		{"three stretches, the first of each word among them", "장애 etcd",
			words(40) + "첫장애 " + words(40) + "둘장애 " + words(40) + "셋장애 " + words(40) + "넷장애 etcd " + words(40),
			"…" + words(14) + "첫[장애] " + words(14) + "가나다…" + words(14) + "둘[장애] " + words(14) + "가나다…" + words(14) + "넷[장애] [etcd] " + words(14) + "가나다…"},
		{"stretches that meet are one", "장애",
			words(40) + "장애 " + words(20) + "장애 " + words(40),
			"…" + words(15) + "[장애] " + words(20) + "[장애] " + words(14) + "가나다…"},
		{"an accent stays with its letter", "장애",
			strings.Repeat("e\u0324", 300) + "장애", "…" + strings.Repeat("e\u0324", 30) + "[장애]"},
	} {
		got := showHighlights(query(t, test.typed).Highlights([]Passage{{FieldSummary, TierSummary, test.text}}))
		if want := "summary: " + test.want; got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", test.name, got, want)
		}
	}
}
