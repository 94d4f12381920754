package server

import (
	"fmt"
	"strings"
	"testing"

	"github.com/vektah/gqlparser/v2/ast"

	"github.com/incidentgraph/incidentgraph/graph"
)

func TestBadDocumentsAndTheirErrors(t *testing.T) {
	docs := newDocuments(newShelf(t), Limits{}.withDefaults(), true)
	tests := []struct {
		name, query string
		code        graph.Code
		errors      int
		message     string // of the first, in part
	}{
		{"nothing", "", CodeValidationFailed, 1, "no query"},
		{"a comment", "# {hello}", CodeValidationFailed, 1, "no query"},
		{"a fragment alone", "fragment F on Query{hello}", CodeValidationFailed, 1, "no query"},
		{"cut off", "{hello", CodeParseFailed, 1, "Expected Name"},
		{"an empty set", "{}", CodeParseFailed, 1, "expected at least one"},
		{"no GraphQL", "select 1", CodeParseFailed, 1, "Unexpected Name"},
		{"broken UTF-8", "{hello(name:\"\xff\")}", CodeParseFailed, 1, "UTF-8"},
		{"a lone high surrogate", `{hello(name:"\ud800")}`, CodeParseFailed, 1, "surrogate"},
		{"a lone low surrogate", `{a:hello(name:"é\u00e9") b:hello(name:"한\udc00")}`, CodeParseFailed, 1, "surrogate"},
		{"a control character", "{hello(name:\"\x00\")}", CodeParseFailed, 1, "Invalid character"},
		{"a mutation", "mutation{hello}", CodeValidationFailed, 1, "no mutations"},
		{"a subscription among queries", "query A{hello} subscription B{hello}", CodeValidationFailed, 1, "no subscriptions"},
		{"an unknown field", "{helo}", CodeValidationFailed, 1, `Did you mean "hello"`},
		{"an unknown directive", "{hello @x}", CodeValidationFailed, 1, "Unknown directive"},
		{"@defer", "{...@defer{hello}}", CodeValidationFailed, 1, `Unknown directive "@defer"`},
		{"an unknown fragment", "{...F}", CodeValidationFailed, 1, "Unknown fragment"},
		{"an unused variable", "query($n:Int){hello}", CodeValidationFailed, 1, "never used"},
		{"a thousand errors", "{" + strings.TrimSpace(numbered("x%d", 40)) + " shelf{" + numbered("y%d", 960) + "}}", CodeValidationFailed, maxDocumentErrors, "Cannot query field"},
		{"a long unknown name", "{" + strings.Repeat("x", 60_000) + "}", CodeValidationFailed, 1, "Cannot query field"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			doc, errs := docs.load(tt.query)
			if doc != nil || len(errs) != tt.errors {
				t.Fatalf("document %v, errors %v; want none and %d", doc != nil, errs, tt.errors)
			}
			if codeOf(errs) != tt.code || !strings.Contains(errs[0].Message, tt.message) {
				t.Errorf("%s: %s; want %s: …%s…", codeOf(errs), errs[0].Message, tt.code, tt.message)
			}
			for _, err := range errs {
				if len(err.Message) > maxMessage+len("…") {
					t.Errorf("message of %d bytes", len(err.Message))
				}
			}
		})
	}
}

func TestSoundEscapesAreTaken(t *testing.T) {
	docs := newDocuments(newShelf(t), Limits{}.withDefaults(), true)
	for _, query := range []string{
		`{hello(name:"\ud83d\ude00")}`,
		`{hello(name:"\u{1F600} \\ud800")}`,
		`{hello(name:"""\ud800""")}`, // a block string has no escapes
		"{hello(name:\"�\")} # \\ud800",
		`{a:hello(name:"""é""" ) b:hello(name:"한\u00e9글")}`,
	} {
		if _, errs := docs.load(query); len(errs) > 0 {
			t.Errorf("%s: %v", query, errs)
		}
	}
}

func TestHiddenSchemaSuggestsNothing(t *testing.T) {
	docs := newDocuments(newShelf(t), Limits{}.withDefaults(), false)
	for _, query := range []string{
		"{helo}",
		"{books{total} book}",
		"{hello(nam:1)}",
		"{books(where:{titel:\"\"}){total}}",
		"{books(where:{size:SMAL}){total}}",
		"{books(where:{size:\"SMALL\"}){total}}",
		"{books}",
		"{...on Buch{id}}",
		"query($w:Wher){books(where:$w){total}}",
		"{hello @skp(if:true)}",
	} {
		_, errs := docs.load(query)
		if len(errs) == 0 {
			t.Errorf("%s is taken", query)
		}
		for _, err := range errs {
			if strings.Contains(err.Message, "mean") {
				t.Errorf("%s: %s", query, err.Message)
			}
		}
	}
}

func TestDocumentCache(t *testing.T) {
	doc := func(n int) *ast.QueryDocument { return &ast.QueryDocument{Position: &ast.Position{Line: n}} }
	c := newDocumentCache(3, 160)
	for i := range 3 {
		c.put(fmt.Sprint(i), doc(i))
	}
	c.get("0") // now 1 is the oldest
	c.put("3", doc(3))
	for key, want := range map[string]bool{"0": true, "1": false, "2": true, "3": true} {
		if got := c.get(key) != nil; got != want {
			t.Errorf("after four of three: %s kept %v, want %v", key, got, want)
		}
	}
	if c.put(strings.Repeat("x", 11), doc(4)); c.bytes != 3 {
		t.Errorf("a text of more than a sixteenth is kept: %d bytes", c.bytes)
	}

	c = newDocumentCache(100, 160)
	for i := range 30 {
		c.put(fmt.Sprintf("%010d", i), doc(i))
	}
	c.put("0000000029", doc(0)) // again
	if c.order.Len() != 16 || c.bytes != 160 || len(c.entries) != 16 {
		t.Errorf("%d texts of %d bytes, want 16 of 160", c.order.Len(), c.bytes)
	}
	if got := c.get("0000000029"); got == nil || got.Position.Line != 29 {
		t.Errorf("the last text gives %v, want the document put first", got)
	}
}

func TestValidDocumentsAreKept(t *testing.T) {
	docs := newDocuments(newShelf(t), Limits{}.withDefaults(), true)
	first, errs := docs.load("{hello}")
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	if second, _ := docs.load("{hello}"); second != first {
		t.Error("the document was parsed twice")
	}
	for range 2 {
		if _, errs := docs.load("{helo}"); len(errs) == 0 {
			t.Error("a bad document is taken the second time")
		}
	}
}
