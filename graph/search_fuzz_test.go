package graph

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// awkward are texts in which much can go wrong.
var awkward = []string{
	"", "키-값 저장소가 etcd가", "IL-0587's fail–over_x.y", "\xff\xc0가\xed\xa0\x80", "ㅋㅋㅏ\u1100\u1161\u11a8 장ㅇ", "\u1100-\u1161",
	"e\u0301\u200d\u0301 ﬁ½㎏①", "क्षेत्र ำา ﾞｶﾞ", "🏳️‍🌈👍🏽🇰🇷", "\r\n\u0600a", strings.Repeat("a\u0316\u0301", 40), strings.Repeat("가", 300),
	strings.Repeat("a.", 20) + "b", "İıſK ϓ ŉ ǰ", "\u0345\u0345α", "x\u0301\u0301-\u0301y",
}

// Words are the same in every form of a text, and words of themselves.
func FuzzWords(f *testing.F) {
	for _, text := range awkward {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		words := Words(text)
		for _, w := range words {
			if again := Words(w); len(again) != 1 || again[0] != w {
				t.Errorf("%q has the word %q, which has the words %q", text, w, again)
			}
		}
		if utf8.ValidString(text) {
			for name, form := range map[string]norm.Form{"NFC": norm.NFC, "NFD": norm.NFD, "NFKC": norm.NFKC, "NFKD": norm.NFKD} {
				if got := Words(form.String(text)); !slices.Equal(got, words) {
					t.Errorf("%q has the words %q, in %s %q", text, words, name, got)
				}
			}
		}
		wide := strings.Map(func(r rune) rune {
			if '!' <= r && r <= '~' {
				return r + '！' - '!'
			}
			return r
		}, text)
		if got := Words(wide); utf8.ValidString(text) && !slices.Equal(got, words) {
			t.Errorf("%q has the words %q, in full width %q", text, words, got)
		}
	})
}

// A text is found by each of its words, and what is shown of it is of the text.
func FuzzTextQuery(f *testing.F) {
	for i, text := range awkward {
		f.Add(text, awkward[(i+5)%len(awkward)])
	}
	f.Fuzz(func(t *testing.T, text, typed string) {
		if !utf8.ValidString(text) {
			return // texts are checked when they are loaded, and cleaned
		}
		text = cleanText(text)
		passages := []Passage{{FieldSummary, TierSummary, text}}
		for _, w := range Words(text) {
			q, err := ParseTextQuery(w)
			if err != nil {
				t.Fatalf("%q has the word %q, which is no query: %v", text, w, err)
			}
			if tier, found := q.Finds("IL-1", passages); !found || tier != TierSummary {
				t.Errorf("%q is not found by its word %q", text, w)
			}
			checkFragments(t, text, q.Highlights(passages))
		}
		q, err := ParseTextQuery(typed)
		if err != nil {
			return
		}
		highlights := q.Highlights(passages)
		if _, found := q.Finds("IL-1", passages); found && len(highlights) == 0 {
			t.Errorf("%q finds %q, and shows nothing", typed, text)
		}
		checkFragments(t, text, highlights)
	})
}

// checkFragments checks that fragments are stretches of a text, in order, with an ellipsis
// wherever something is left out.
func checkFragments(t *testing.T, text string, highlights []Highlight) {
	t.Helper()
	for _, h := range highlights {
		hits := 0
		form := "(?s)^"
		for _, f := range h.Fragments {
			switch {
			case f.Text == "":
				t.Errorf("%q: an empty fragment", text)
			case f.Hit:
				hits++
				form += regexp.QuoteMeta(f.Text)
			case f.Text == Ellipsis:
				form += ".*"
			default:
				form += regexp.QuoteMeta(f.Text)
			}
		}
		if !regexp.MustCompile(form + "$").MatchString(text) {
			t.Errorf("%q is shown as %+q", text, fmt.Sprint(h.Fragments))
		}
		if hits == 0 {
			t.Errorf("%q: a highlight without a hit", text)
		}
	}
}
