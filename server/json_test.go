package server

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestParseJSON(t *testing.T) {
	tests := []struct {
		text string
		want any
	}{
		{"null", nil},
		{" true\n", true},
		{`"코디네이션"`, "코디네이션"},
		{`"\ud83d\ude00 \\ud83d \u00e9"`, `😀 \ud83d é`},
		{"7", int64(7)},
		{"-9223372036854775808", int64(-1 << 63)},
		{"9007199254740993", int64(9007199254740993)},
		{"1.0", int64(1)},
		{"1e2", int64(100)},
		{"1.5", 1.5},
		{"1e300", 1e300},
		{"[]", []any{}},
		{`[1,[null,{"a":{}}]]`, []any{int64(1), []any{nil, map[string]any{"a": map[string]any{}}}}},
		{`{"a":1,"A":2}`, map[string]any{"a": int64(1), "A": int64(2)}},
	}
	for _, tt := range tests {
		got, err := parseJSON([]byte(tt.text))
		if err != nil || !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: %#v, %v; want %#v", tt.text, got, err, tt.want)
		}
	}
}

func TestParseJSONRefuses(t *testing.T) {
	tests := []struct {
		text string
		want error
	}{
		{"", errNotJSON},
		{" ", errNotJSON},
		{"{", errNotJSON},
		{"{} {}", errNotJSON},
		{"1 2", errNotJSON},
		{"[1,]", errNotJSON},
		{`{"a":1,}`, errNotJSON},
		{`{'a':1}`, errNotJSON},
		{"NaN", errNotJSON},
		{"01", errNotJSON},
		{"\ufeff{}", errNotJSON},
		{"\"a\nb\"", errNotJSON},
		{"\"\xff\"", errNotUTF8},
		{"\"\xed\xa0\x80\"", errNotUTF8}, // a surrogate in UTF-8
		{`"\ud800"`, errLoneSurrogate},
		{`"\udc00"`, errLoneSurrogate},
		{`"\ud800x\udc00"`, errLoneSurrogate},
		{`"\ud800\ud800"`, errLoneSurrogate},
		{`{"\udfff":1}`, errLoneSurrogate},
		{`["\ud800","\udc00"]`, errLoneSurrogate},
		{`{"a":1,"b":{"c":1,"c":1}}`, errDuplicateKey},
		{`{"a":1,"\u0061":2}`, errDuplicateKey},
		{"9223372036854775808", errNumberRange},
		{"1e999", errNumberRange},
		{nest("[", "", "]", maxJSONDepth+1), errTooDeepJSON},
		{nest(`{"a":`, "1", "}", maxJSONDepth+1), errTooDeepJSON},
		{nest("[", "", "]", 100_000), errNotJSON},
	}
	for _, tt := range tests {
		if _, err := parseJSON([]byte(tt.text)); !errors.Is(err, tt.want) {
			t.Errorf("%.40q: %v, want %v", tt.text, err, tt.want)
		}
	}
	if _, err := parseJSON([]byte(nest("[", "", "]", maxJSONDepth))); err != nil {
		t.Errorf("the deepest value allowed: %v", err)
	}
}

// FuzzParseJSON checks that what is taken is JSON, is sound Unicode, and comes back
// from being written and read again.
func FuzzParseJSON(f *testing.F) {
	for _, seed := range []string{`{"query":"{hello}","variables":{"a":[1,1.5,null,"\ud83d\ude00"]}}`, `{"a":1,"a":2}`, `"\ud800"`, "1e5", "[[[]]]", "\xff"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		value, err := parseJSON(text)
		if err != nil {
			if strings.Contains(err.Error(), string(text)) && len(text) > 3 {
				t.Errorf("the error %q quotes the text", err)
			}
			return
		}
		if !json.Valid(text) || !utf8.Valid(text) {
			t.Fatalf("%q was taken", text)
		}
		again, err := json.Marshal(value)
		if err != nil {
			t.Fatal(err)
		}
		second, err := parseJSON(again)
		if err != nil {
			t.Fatalf("%q: %#v: %v", text, value, err)
		}
		// 15e15 is a float64, and written it is 15000000000000000, an int64: compared as written.
		if third, err := json.Marshal(second); err != nil || string(third) != string(again) {
			t.Errorf("%q: %#v, then %#v, %v", text, value, second, err)
		}
	})
}
