package server

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/incidentgraph/incidentgraph/graph"
)

// Encode writes a response as JSON: errors, data, extensions, in this order, each
// only where there is one. Text is not escaped for HTML. Equal responses give equal
// bytes.
func Encode(resp *graphql.Response) ([]byte, error) {
	var b bytes.Buffer
	b.Grow(len(resp.Data) + 64)
	b.WriteByte('{')
	if len(resp.Errors) > 0 {
		if err := encodeMember(&b, "errors", resp.Errors); err != nil {
			return nil, err
		}
	}
	if resp.Data != nil {
		startMember(&b, "data")
		b.Write(resp.Data)
	}
	if len(resp.Extensions) > 0 {
		if err := encodeMember(&b, "extensions", resp.Extensions); err != nil {
			return nil, err
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

func encodeMember(b *bytes.Buffer, name string, value any) error {
	startMember(b, name)
	enc := json.NewEncoder(b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(value); err != nil {
		return fmt.Errorf("encode %s of a GraphQL response: %w", name, err)
	}
	b.Truncate(b.Len() - 1) // the newline that Encode adds
	return nil
}

func startMember(b *bytes.Buffer, name string) {
	if b.Len() > 1 {
		b.WriteByte(',')
	}
	b.WriteString(`"` + name + `":`)
}

// The media types that GraphQL answers come in. The second lets the status tell
// whether the query was run, the first is what all clients understand.
const (
	typeJSON    = "application/json"
	typeGraphQL = "application/graphql-response+json"
)

// negotiate picks the media type of an answer: the GraphQL one where the Accept
// header names it and does not prefer plain JSON, plain JSON otherwise, be it asked
// for or not.
func negotiate(accept []string) string {
	asJSON, asGraphQL := 0.0, 0.0
	asJSONBy := 0 // how closely the range fits that gave asJSON
	for _, item := range strings.Split(strings.Join(accept, ","), ",") {
		name, params, _ := strings.Cut(item, ";")
		q := quality(params)
		fit := 0
		switch strings.ToLower(strings.TrimSpace(name)) {
		case typeGraphQL:
			asGraphQL = max(asGraphQL, q)
		case typeJSON:
			fit = 3
		case "application/*":
			fit = 2
		case "*/*":
			fit = 1
		}
		if fit > asJSONBy {
			asJSON, asJSONBy = q, fit
		}
	}
	if asGraphQL > 0 && asGraphQL >= asJSON {
		return typeGraphQL
	}
	return typeJSON
}

// quality reads q from the parameters of a media range; 1 where there is none, 0
// where it is no number.
func quality(params string) float64 {
	for _, p := range strings.Split(params, ";") {
		key, value, _ := strings.Cut(strings.TrimSpace(p), "=")
		if strings.EqualFold(key, "q") {
			q, err := strconv.ParseFloat(value, 64)
			if err != nil || q < 0 || q > 1 {
				return 0
			}
			return q
		}
	}
	return 1
}

// statusOf is the HTTP status of a response. A query that ran is a success whatever
// errors it met; one that was refused is so, too, for plain JSON, whose clients look
// into the body, and 400 for the GraphQL media type. What the service is to blame
// for is 5xx in both.
func statusOf(resp *graphql.Response, mediaType string) int {
	if resp.Data != nil {
		return http.StatusOK
	}
	switch codeOf(resp.Errors) {
	case CodeOverloaded:
		return http.StatusServiceUnavailable
	case graph.CodeTimeout:
		return http.StatusGatewayTimeout
	case graph.CodeInternal:
		return http.StatusInternalServerError
	}
	if mediaType == typeGraphQL {
		return http.StatusBadRequest
	}
	return http.StatusOK
}

// codeOf is the code of the first error, empty where there is none.
func codeOf(errs gqlerror.List) graph.Code {
	if len(errs) == 0 {
		return ""
	}
	code, _ := errs[0].Extensions["code"].(string)
	return graph.Code(code)
}

// writeResponse sends a response with the given status. What it cannot encode is a
// fault of the schema, which put it there.
func writeResponse(w http.ResponseWriter, status int, mediaType string, resp *graphql.Response) error {
	body, err := Encode(resp)
	if err != nil {
		return err
	}
	h := w.Header()
	h.Set("Content-Type", mediaType+"; charset=utf-8")
	h.Set("Content-Length", strconv.Itoa(len(body)))
	if status == http.StatusServiceUnavailable {
		h.Set("Retry-After", "1")
	}
	w.WriteHeader(status)
	_, _ = w.Write(body) // an error means that the client has gone: no one to tell
	return nil
}

// writeRefusal sends an error in the form of a GraphQL response.
func writeRefusal(w http.ResponseWriter, r *http.Request, no *refusal) {
	if no.status != http.StatusBadRequest {
		// The body is not read to its end; net/http would wait for the rest of it
		// before it sends the answer.
		w.Header().Set("Connection", "close")
	}
	shown := errorAt(nil, no.code, "%s", no.message)
	if no.id != "" {
		shown.Extensions["id"] = no.id
	}
	resp := refuse(shown)
	if err := writeResponse(w, no.status, negotiate(r.Header["Accept"]), resp); err != nil {
		panic(err) // it holds two strings
	}
}
