package server

import (
	"fmt"
	"net/http"
	"net/url"
	"unicode/utf8"

	"github.com/incidentgraph/incidentgraph/graph"
)

// A Request is one GraphQL request.
type Request struct {
	Query         string         // the document
	OperationName string         // may be empty where the document has one operation
	Variables     map[string]any // as decoded from JSON; executing may change it
	Header        http.Header    // of the HTTP request, for resolvers that look at Accept-Language; may be nil
}

// refusal is an answer to an HTTP request that is no GraphQL request. Its message
// never quotes the request.
type refusal struct {
	status  int
	code    graph.Code
	message string
	id      string // that leads to the log, if the service is to blame
}

func badRequest(format string, args ...any) *refusal {
	return &refusal{status: http.StatusBadRequest, code: CodeBadRequest, message: fmt.Sprintf(format, args...)}
}

// parseBody reads the JSON body of a POST: one object with a "query" and, if wanted,
// "operationName", "variables" and "extensions", under exactly these names. Other
// members are ignored, as GraphQL over HTTP asks.
func parseBody(body []byte) (Request, *refusal) {
	value, err := parseJSON(body)
	if err != nil {
		return Request{}, badRequest("the body is not a GraphQL request: %s", err)
	}
	switch members := value.(type) {
	case map[string]any:
		return requestOf(members)
	case []any:
		return Request{}, badRequest("batches are not answered: send one request at a time")
	default:
		return Request{}, badRequest("the body is not a GraphQL request: it has to be a JSON object")
	}
}

// parseQueryString reads the parameters of a GET, named like the members of a body;
// variables and extensions are JSON. Other parameters are ignored.
func parseQueryString(raw string) (Request, *refusal) {
	values, err := url.ParseQuery(raw)
	if err != nil {
		return Request{}, badRequest("the query string cannot be decoded")
	}
	members := make(map[string]any)
	for _, name := range [...]string{"query", "operationName", "variables", "extensions"} {
		given := values[name]
		if len(given) == 0 {
			continue
		}
		if len(given) > 1 {
			return Request{}, badRequest("the parameter %q is given more than once", name)
		}
		if !utf8.ValidString(given[0]) {
			return Request{}, badRequest("the parameter %q is not valid UTF-8", name)
		}
		members[name] = given[0]
		if name != "variables" && name != "extensions" {
			continue
		}
		if given[0] == "" {
			delete(members, name)
			continue
		}
		if members[name], err = parseJSON([]byte(given[0])); err != nil {
			return Request{}, badRequest("the parameter %q cannot be read: %s", name, err)
		}
	}
	return requestOf(members)
}

func requestOf(members map[string]any) (Request, *refusal) {
	var req Request
	var ok bool
	if req.Query, ok = members["query"].(string); !ok || req.Query == "" {
		return Request{}, badRequest(`"query" is missing: it has to be a GraphQL document in a string`)
	}
	if name := members["operationName"]; name != nil {
		if req.OperationName, ok = name.(string); !ok {
			return Request{}, badRequest(`"operationName" has to be a string`)
		}
	}
	if vars := members["variables"]; vars != nil {
		if req.Variables, ok = vars.(map[string]any); !ok {
			return Request{}, badRequest(`"variables" has to be an object`)
		}
	}
	if extensions := members["extensions"]; extensions != nil {
		if _, ok := extensions.(map[string]any); !ok {
			return Request{}, badRequest(`"extensions" has to be an object`)
		}
	}
	return req, nil
}
