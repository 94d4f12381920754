package graph

import (
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"
)

func TestFold(t *testing.T) {
	for in, want := range map[string]string{
		"코디네이션 키-값 저장소":                  "코디네이션 키-값 저장소",
		norm.NFD.String("코디네이션 키-값 저장소"): "코디네이션 키-값 저장소",
		"코디네이션  키–값\u00a0저장소 ":           "코디네이션 키-값 저장소", // en dash, no-break space
		"코디네이션 키−값 저장소":                  "코디네이션 키-값 저장소", // minus sign
		"\ufeff키\u200b-값\u3164":          "키-값",
		"ＥＴＣＤ":                           "etcd",
		"저장소가":                           "저장소가", // particles stay
		"Straße":                         "straße",
		"":                               "",
		" \t\n":                          "",
	} {
		if got := Fold(in); got != want {
			t.Errorf("Fold(%q) = %q, want %q", in, got, want)
		}
		if got := Fold(Fold(in)); got != want {
			t.Errorf("Fold twice of %q = %q, want %q", in, got, want)
		}
	}
}

func TestSlug(t *testing.T) {
	for in, want := range map[string]string{
		"카카오":                          "카카오",
		"Coordination KV store":        "coordination-kv-store",
		"Elasticsearch 와 OpenSearch":   "elasticsearch-와-opensearch",
		"라이브니스·레디니스 프로브":               "라이브니스-레디니스-프로브",
		"--AT&T--":                     "at-t",
		"!!!":                          "",
		"हिन्दी":                       "हिन्दी", // marks belong to their letters
		strings.Repeat("ab ", 40):      strings.TrimSuffix(strings.Repeat("ab-", 21), "-") + "-a",
		strings.Repeat("a", 63) + " b": strings.Repeat("a", 63),
	} {
		if got := Slug(in); got != want {
			t.Errorf("Slug(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestClean(t *testing.T) {
	for in, want := range map[string]string{
		"  두  칸 ":             "두 칸",
		norm.NFD.String("장애"): "장애",
		"\ufeffBOM":           "BOM",
		"Foo\u200b":           "Foo",
		"\u3164 \u200bx":      "x",
		"가족 👨‍👩‍👧":            "가족 👨‍👩‍👧", // joiners inside stay
		"one\ntwo":            "one two",
	} {
		if got := Clean(in); got != want {
			t.Errorf("Clean(%q) = %q, want %q", in, got, want)
		}
	}
	if got, want := cleanText(" first \r\n\r\n second  line\n"), "first\n\nsecond line"; got != want {
		t.Errorf("cleanText = %q, want %q", got, want)
	}
}

func TestParseDate(t *testing.T) {
	for in, want := range map[string]struct {
		precision   Precision
		first, last int32
	}{
		"2019-01-18": {Day, 17914, 17914}, // 49 years, 12 leap days, 17 days
		"2019-02":    {Month, 17928, 17955},
		"2019-12":    {Month, 18231, 18261},
		"2020":       {Year, 18262, 18627},
		"1969-07-20": {Day, -165, -165},
	} {
		d, err := ParseDate(in)
		if err != nil || d.Precision() != want.precision || d.First() != want.first || d.Last() != want.last || d.String() != in {
			t.Errorf("%s: %v %s %d..%d (%v), want %v", in, d, d.Precision(), d.First(), d.Last(), err, want)
		}
	}
	for _, in := range []string{"", "2019-1-1", "2019-02-29", "2019-13", "0999", "19", "2019-01-18T00:00:00Z", "２０１９"} {
		if d, err := ParseDate(in); err == nil {
			t.Errorf("%q was read as %s", in, d)
		}
	}
}

func TestParseMinutes(t *testing.T) {
	for in, want := range map[string]int{
		"234": 234, "26m": 26, "3h 54m": 234, "3h54m": 234, "2d": 2880, "1시간 30분": 90, "PT3H54M": 234, "P1DT1M": 1441,
		"90s": 1, "PT59S": 0, "1 hour 5 minutes": 65, "1w": 10080, "0": 0, "2147483647": 2147483647,
	} {
		if got, err := ParseMinutes(in); err != nil || got != want {
			t.Errorf("ParseMinutes(%q) = %d, %v; want %d", in, got, err, want)
		}
	}
	for _, in := range []string{"", "-5", "-5m", "3.5", "P1M", "P1Y", "PT", "P", "h", "54m 3h", "2147483648", "99999999999999999999d", "NaN"} {
		if got, err := ParseMinutes(in); err == nil {
			t.Errorf("ParseMinutes(%q) = %d, want an error", in, got)
		}
	}
}

func TestCursorIsBoundToItsList(t *testing.T) {
	at := Position{Shared: 2, Day: UnknownDay, Name: "IL-0271"}
	c := Cursor(at, "list a")
	if got, err := ParseCursor(c, "list a"); err != nil || got != at {
		t.Errorf("read back %v, %v", got, err)
	}
	for name, bad := range map[string]string{"empty": "", "junk": "??", "short": "AAAA", "altered": c[:len(c)-1] + "A", "padded": c + "=="} {
		if _, err := ParseCursor(bad, "list a"); CodeOf(err) != CodeInvalidCursor {
			t.Errorf("%s cursor: %v", name, err)
		}
	}
	if _, err := ParseCursor(c, "list b"); CodeOf(err) != CodeInvalidCursor {
		t.Errorf("cursor of another list: %v", err)
	}
}

func TestVocabularyResolves(t *testing.T) {
	voc, err := NewVocabulary([]Term{
		{Kind: KindComponent, Slug: "queue", Name: Text{EN: "Message queue", KO: "메시지 큐"}, Aliases: []string{"broker", "stream"}},
		{Kind: KindComponent, Slug: "stream", Name: Text{EN: "Stream"}, Broader: "queue"},
	})
	if err != nil {
		t.Fatal(err)
	}
	for in, want := range map[string]string{
		"queue": "queue", "MESSAGE  QUEUE": "queue", "메시지 큐": "queue", "Broker": "queue", "component:queue": "queue",
		"stream":  "stream", // a slug wins over another term's alias
		"Foo Bar": "foo-bar", "message-queue": "message-queue",
		"component: broker": "queue", "component:nobody": "nobody",
		"Broker!": "queue", // what is left of it is an alias
	} {
		if got := voc.Resolve(KindComponent, in); got != want {
			t.Errorf("Resolve(%q) = %q, want %q", in, got, want)
		}
	}
	if got := strings.Join(voc.Below(TermRef{KindComponent, "queue"}), " "); got != "queue stream" {
		t.Errorf("below queue: %s", got)
	}
	for name, terms := range map[string][]Term{
		"alias clash":     {{Kind: KindCause, Slug: "a", Aliases: []string{"x"}}, {Kind: KindCause, Slug: "b", Aliases: []string{"Ｘ"}}},
		"broader missing": {{Kind: KindCause, Slug: "a", Broader: "b"}},
		"broader circle":  {{Kind: KindCause, Slug: "a", Broader: "b"}, {Kind: KindCause, Slug: "b", Broader: "a"}},
		"no name":         {{Kind: KindCause, Name: PlainText("?")}},
	} {
		if _, err := NewVocabulary(terms); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestStates(t *testing.T) {
	c := &Case{
		Components: []string{"cache"}, RootCauses: []string{"bug"},
		Lost: []Field{FieldSymptoms, FieldComponents}, NoneGiven: []Field{FieldLessons},
	}
	for field, want := range map[Field]State{
		FieldComponents: PartlyKnown, FieldRootCauses: Known, FieldSymptomTerms: Lost, FieldLessons: None, FieldTitle: Unknown,
	} {
		if got := c.State(field); got != want {
			t.Errorf("%s is %d, want %d", field, got, want)
		}
	}
	c.NoneGiven = append(c.NoneGiven, FieldRootCauses, FieldSymptoms, "nonsense")
	var fields []string
	for _, p := range c.Check() {
		fields = append(fields, string(p.Field))
	}
	if got, want := strings.Join(fields, " "), "none_given[3] root_causes symptoms symptoms.terms symptoms.text"; got != want {
		t.Errorf("problems at %s, want %s", got, want)
	}
}

func TestFilterMatches(t *testing.T) {
	day := func(s string) *int32 { d, _ := ParseDate(s); n := d.First(); return &n }
	year, _ := ParseDate("2019")
	in := &Incident{Key: "A", Date: year, Edges: []Edge{{Kind: Involves, To: "cache"}, {Kind: Involves, To: "queue"}}}
	yes, no := true, false
	involves := func(f TermFilter) Filter { return Filter{Terms: map[EdgeKind]TermFilter{Involves: f}} }
	tests := []struct {
		name   string
		filter Filter
		want   bool
	}{
		{"nothing asked", Filter{}, true},
		{"any", involves(TermFilter{Any: &[]string{"disk", "queue"}}), true},
		{"any of none", involves(TermFilter{Any: &[]string{}}), false},
		{"all", involves(TermFilter{All: [][]string{{"cache"}, {"disk", "queue"}}}), true},
		{"all but one missing", involves(TermFilter{All: [][]string{{"cache"}, {"disk"}}}), false},
		{"none", involves(TermFilter{None: []string{"cache"}}), false},
		{"known", involves(TermFilter{Known: &yes}), true},
		{"not known", involves(TermFilter{Known: &no}), false},
		{"overlapping range", Filter{Date: &DateRange{From: day("2019-12-31")}}, true},
		{"range after", Filter{Date: &DateRange{From: day("2020-01-01")}}, false},
		{"range before", Filter{Date: &DateRange{To: day("2018-12-31")}}, false},
		{"open range", Filter{Date: &DateRange{}}, true},
		{"or of nothing", Filter{Or: &[]Filter{}}, false},
		{"or", Filter{Or: &[]Filter{involves(TermFilter{Any: &[]string{"disk"}}), {}}}, true},
		{"not everything", Filter{Not: &Filter{}}, false},
		{"not none", Filter{Not: &Filter{Or: &[]Filter{}}}, true},
	}
	for _, tt := range tests {
		if got := tt.filter.Matches(in, nil); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
	unknown := &Incident{Key: "B"}
	dated := Filter{Date: &DateRange{From: day("1000-01-01")}}
	if dated.Matches(unknown, nil) || !(&Filter{Not: &dated}).Matches(unknown, nil) {
		t.Error("an unknown date matches no range, and its negation holds")
	}
}

func TestPageCut(t *testing.T) {
	names := []string{"b", "d", "f", "h"} // rows; cursors may stand where no row is
	at := func(i int) Position { return Position{Name: names[i]} }
	pos := func(s string) *Position { return &Position{Name: s} }
	tests := []struct {
		name string
		page Page
		want string
		info PageInfo
	}{
		{"first", Page{Size: 2}, "bd", PageInfo{false, true}},
		{"after", Page{Size: 2, After: pos("d")}, "fh", PageInfo{true, false}},
		{"after a gone row", Page{Size: 1, After: pos("c")}, "d", PageInfo{true, true}},
		{"last", Page{Size: 3, FromEnd: true}, "dfh", PageInfo{true, false}},
		{"last before", Page{Size: 2, FromEnd: true, Before: pos("h")}, "df", PageInfo{true, true}},
		{"before without last: the first of what lies before", Page{Size: 1, Before: pos("f")}, "b", PageInfo{false, true}},
		{"none", Page{Size: 0}, "", PageInfo{false, true}},
		{"none at the end", Page{Size: 0, FromEnd: true}, "", PageInfo{true, false}},
		{"crossed", Page{Size: 5, After: pos("f"), Before: pos("d")}, "", PageInfo{true, true}},
		{"past the end", Page{Size: 5, After: pos("z")}, "", PageInfo{true, false}},
	}
	for _, tt := range tests {
		from, to, info := tt.page.Cut(ByTerm, len(names), at)
		if got := strings.Join(names[from:to], ""); got != tt.want || info != tt.info {
			t.Errorf("%s: %q %v, want %q %v", tt.name, got, info, tt.want, tt.info)
		}
	}
}

func TestCheckNamesTheField(t *testing.T) {
	for want, c := range map[string]*Case{
		"id":            {ID: "no spaces"},
		"date_kind":     {ID: "A", DateKind: "guessed"},
		"started_at":    {ID: "A", StartedAt: "yesterday"},
		"components":    {ID: "A", Components: []string{"!!!"}},
		"root_causes":   {ID: "A", RootCauses: []string{"cause:!"}},
		"related":       {ID: "A", Related: []Card{{SharedComponents: []string{"component:!"}}}},
		"related[1].id": {ID: "A", Related: []Card{{ID: "B"}, {ID: "-"}}},
		"replaces[0]":   {ID: "A", Replaces: []string{"B"}},
		"replaces":      {Replaces: []string{"X-0123456789ab"}}, // it lost its own key
		"lost[0]":       {ID: "A", Lost: []Field{"nonsense"}},
	} {
		problems := c.Check()
		if len(problems) != 1 || string(problems[0].Field) != want {
			t.Errorf("%+v: %v, want one problem of %s", c, problems, want)
		}
	}
}

// What is all ASCII is folded as anything else is.
func TestFoldASCII(t *testing.T) {
	for a := range 128 {
		for b := range 128 {
			s := string([]byte{'x', byte(a), byte(b), 'Y', byte(a)})
			if got, want := Fold(s), foldAny(s); got != want {
				t.Errorf("Fold(%q) = %q, want %q", s, got, want)
			}
		}
	}
	for _, s := range []string{"", " ", "\t A  B \n", "Ａ b", "A\u200b"} {
		if got, want := Fold(s), foldAny(s); got != want {
			t.Errorf("Fold(%q) = %q, want %q", s, got, want)
		}
	}
}
