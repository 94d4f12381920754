package server

import (
	"net/http"
	"net/url"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestParseBody(t *testing.T) {
	tests := []struct {
		body string
		want Request
	}{
		{`{"query":"{hello}"}`, Request{Query: "{hello}"}},
		{`{"query":"{hello}","operationName":null,"variables":null,"extensions":null}`, Request{Query: "{hello}"}},
		{`{"operationName":"A","variables":{"n":1},"extensions":{"x":1},"query":"query A{hello}","id":"q1"}`,
			Request{Query: "query A{hello}", OperationName: "A", Variables: map[string]any{"n": int64(1)}}},
	}
	for _, tt := range tests {
		got, no := parseBody([]byte(tt.body))
		if no != nil || !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: %+v, %v; want %+v", tt.body, got, no, tt.want)
		}
	}
}

// notRequests are bodies that are no GraphQL request. "leak" must not come back.
var notRequests = map[string]string{
	"empty":                    "",
	"spaces":                   "  \n",
	"null":                     "null",
	"a string":                 `"leak"`,
	"a number":                 "1",
	"true":                     "true",
	"an array":                 `["leak"]`,
	"a batch":                  `[{"query":"{leak}"},{"query":"{leak}"}]`,
	"an empty object":          "{}",
	"no JSON":                  "query=leak",
	"cut off":                  `{"query":"{leak`,
	"two values":               `{"query":"{leak}"}{"query":"{leak}"}`,
	"junk after":               `{"query":"{leak}"} leak`,
	"a query that is null":     `{"query":null}`,
	"a query that is empty":    `{"query":""}`,
	"a query that is a list":   `{"query":["leak"]}`,
	"a query in other case":    `{"Query":"{leak}"}`,
	"a query in capitals":      `{"QUERY":"{leak}"}`,
	"a query with a suffix":    `{"query ":"{leak}"}`,
	"two queries":              `{"query":"{hello}","query":"{leak}"}`,
	"two queries, one hidden":  `{"query":"{hello}","quer\u0079":"{leak}"}`,
	"a variable twice":         `{"query":"{hello}","variables":{"leak":1,"leak":2}}`,
	"variables as a string":    `{"query":"{hello}","variables":"{\"leak\":1}"}`,
	"variables as a list":      `{"query":"{hello}","variables":["leak"]}`,
	"a name that is a number":  `{"query":"{hello}","operationName":1}`,
	"a name that is an object": `{"query":"{hello}","operationName":{"leak":1}}`,
	"extensions as a string":   `{"query":"{hello}","extensions":"leak"}`,
	"broken UTF-8":             "{\"query\":\"{hello(name:\\\"leak\xff\\\")}\"}",
	"UTF-16":                   "\xff\xfe{\x00}\x00",
	"a lone surrogate":         `{"query":"{hello}","variables":{"name":"leak\ud800"}}`,
	"a huge number":            `{"query":"{hello}","variables":{"n":1e999}}`,
	"a byte order mark":        "\ufeff{\"query\":\"{leak}\"}",
	"deep nesting":             `{"query":"{hello}","variables":{"leak":` + nest("[", "", "]", 5_000) + `}}`,
}

func TestParseBodyRefuses(t *testing.T) {
	for name, body := range notRequests {
		t.Run(name, func(t *testing.T) {
			req, no := parseBody([]byte(body))
			if no == nil {
				t.Fatalf("taken as %+v", req)
			}
			if no.status != http.StatusBadRequest || no.code != CodeBadRequest {
				t.Errorf("status %d, code %s", no.status, no.code)
			}
			if len(no.message) > 150 || strings.Contains(no.message, "leak") {
				t.Errorf("message %q", no.message)
			}
		})
	}
}

func TestParseQueryString(t *testing.T) {
	tests := []struct {
		raw  string
		want Request
	}{
		{"query={hello}", Request{Query: "{hello}"}},
		{"query=%7Bhello%7D&operationName=&variables=&extensions=", Request{Query: "{hello}"}},
		{"query={hello}&variables=null&cachebuster=1&cachebuster=2", Request{Query: "{hello}"}},
		{"query=query+A{hello}&operationName=A&variables=%7B%22n%22:1%7D&extensions={}",
			Request{Query: "query A{hello}", OperationName: "A", Variables: map[string]any{"n": int64(1)}}},
		{"query={hello(name:%22%EC%B9%B4%EC%B9%B4%EC%98%A4%22)}", Request{Query: `{hello(name:"카카오")}`}},
	}
	for _, tt := range tests {
		got, no := parseQueryString(tt.raw)
		if no != nil || !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: %+v, %v; want %+v", tt.raw, got, no, tt.want)
		}
	}
}

func TestParseQueryStringRefuses(t *testing.T) {
	for _, raw := range []string{
		"",
		"query=",
		"Query={leak}",
		"query={leak}&query={leak}",
		"query=%7",
		"query=%zzleak",
		"query={leak};variables={}",
		"query=%FFleak",
		"query={hello}&operationName=%FF",
		"query={hello}&operationName=A&operationName=B",
		"query={hello}&variables=leak",
		"query={hello}&variables=[]",
		"query={hello}&variables=%22leak%22",
		"query={hello}&variables={}&variables={}",
		"query={hello}&variables={%22leak%22:1,%22leak%22:2}",
		"query={hello}&variables={%22leak%22:%22%FF%22}",
		"query={hello}&extensions=1",
	} {
		req, no := parseQueryString(raw)
		if no == nil {
			t.Errorf("%s: taken as %+v", raw, req)
			continue
		}
		if no.status != http.StatusBadRequest || len(no.message) > 150 || strings.Contains(no.message, "leak") {
			t.Errorf("%s: status %d, message %q", raw, no.status, no.message)
		}
	}
}

// FuzzRequest checks that a body that is taken is coherent, and that the same request
// is taken by GET.
func FuzzRequest(f *testing.F) {
	f.Add([]byte(`{"query":"{hello}","operationName":"A","variables":{"n":[1,{"a":null}]},"extensions":{}}`))
	for _, body := range notRequests {
		f.Add([]byte(body))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		req, no := parseBody(body)
		if no != nil {
			if no.status != http.StatusBadRequest || no.message == "" || len(no.message) > 150 {
				t.Errorf("refusal %+v", no)
			}
			return
		}
		if req.Query == "" || !utf8.ValidString(req.Query) || !utf8.ValidString(req.OperationName) {
			t.Fatalf("taken: %+v", req)
		}
		get := url.Values{"query": {req.Query}, "operationName": {req.OperationName}}
		again, no := parseQueryString(get.Encode())
		if no != nil || again.Query != req.Query || again.OperationName != req.OperationName {
			t.Errorf("by GET: %+v, %v", again, no)
		}
	})
}
