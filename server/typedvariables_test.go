package server

import (
	"reflect"
	"strings"
	"testing"
)

func TestParseVariables(t *testing.T) {
	const query = `query A($s: String, $id: ID!, $e: Lang, $n: Int, $f: Float, $b: Boolean, $l: [String!], $w: Where) { x }`
	got, err := ParseVariables(query, "", []string{"s=a=b", "id=1", "e=KO", "n=3", "f=1.5", "b=true", `l=["x"]`, `w={"k": 1}`})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]any{"s": "a=b", "id": "1", "e": "KO", "n": int64(3), "f": 1.5, "b": true,
		"l": []any{"x"}, "w": map[string]any{"k": int64(1)}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got, err := ParseVariables(query, "A", []string{"s=null"}); err != nil || got["s"] != nil {
		t.Errorf("null: %v %v", got, err)
	}
	for pair, want := range map[string]string{
		"n=x": "not a number", "f=NaN": "not a number", "n=[]": "not a number", "b=maybe": "neither true nor false", "l=[": "JSON", "l=[] trailing": "JSON",
		"m=1": "$m", "novalue": "name=value",
	} {
		if _, err := ParseVariables(query, "", []string{pair}); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), pair) {
			t.Errorf("%s: %v, want the pair and %q", pair, err, want)
		}
	}
	if _, err := ParseVariables("query A { x } query B { x }", "", []string{"a=1"}); err == nil {
		t.Error("two operations and no name: no error")
	}
}
