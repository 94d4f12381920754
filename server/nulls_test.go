package server

import (
	"strings"
	"testing"
)

// A variable that is given as null is refused where null may not stand, wherever that is.
func TestNullWhereNoneMayStand(t *testing.T) {
	exec := NewExecutor(newShelf(t), ExecutorOptions{})
	for query, refused := range map[string]bool{
		"query($x:Boolean=true){hello @include(if:$x)}":                                true,
		"query($x:Boolean=true){hello @skip(if:$x)}":                                   true,
		"query($x:Boolean=true){... @include(if:$x){hello}}":                           true,
		"query($x:Boolean=true){...F @skip(if:$x)} fragment F on Query{hello}":         true,
		"query($x:Boolean=true){...F} fragment F on Query{... {hello @skip(if:$x)}}":   true,
		"query($x:Boolean=true){shelf{id @include(if:$x)}}":                            true,
		"query($x:[ID!]=[1]){byIDs(ids:$x){id}}":                                       true,
		"query($x:ID=1){byIDs(ids:[2,$x]){id}}":                                        true,
		"query($x:Where={}){books(where:{any:[$x]}){total}}":                           true,
		"query($x:Where={}){books(where:{not:{any:[{title:\"a\"},$x]}}){total}}":       true,
		"query($x:Where={}){...F} fragment F on Query{books(where:{any:[$x]}){total}}": true,
		"query($x:[Where!]=[]){books(where:{any:$x}){total}}":                          false,
		"query($x:Where={}){books(where:{not:$x}){total}}":                             false,
		"query($x:Where={}){books(where:$x){total}}":                                   false,
		"query($x:String=\"you\"){hello(name:$x)}":                                     false,
	} {
		for _, given := range []bool{true, false} {
			vars := map[string]any{}
			if given {
				vars["x"] = nil
			}
			resp := exec.Execute(t.Context(), Request{Query: query, Variables: vars})
			switch {
			case refused && given:
				if codeOf(resp.Errors) != CodeValidationFailed || !strings.HasPrefix(resp.Errors[0].Message, "the variable $x is null where the type is ") {
					t.Errorf("%s with null: %s", query, encoded(t, resp))
				}
			case len(resp.Errors) > 0:
				t.Errorf("%s, given %v: %s", query, given, encoded(t, resp))
			}
		}
	}
}
