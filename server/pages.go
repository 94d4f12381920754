package server

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"github.com/incidentgraph/incidentgraph/explorer"
	"github.com/incidentgraph/incidentgraph/internal/static"
	"github.com/incidentgraph/incidentgraph/schema"
)

// pages gives the handlers of what is read as it stands, by path: the query page with its
// files, the contracts, and at / the page for browsers and a signpost for all others.
func pages(introspection bool) (map[string]http.Handler, error) {
	handlers, err := explorer.Files()
	if err != nil {
		return nil, err
	}
	signpost, err := newSignpost(introspection)
	if err != nil {
		return nil, err
	}
	handlers[pathRoot] = front(handlers[pathRoot], signpost)
	handlers[pathSchema] = http.HandlerFunc(noSchema)
	if introspection {
		handlers[pathSchema] = static.New("text/plain; charset=utf-8", []byte(schema.SDL()))
	}
	handlers[pathCaseSchema] = static.New("application/schema+json", []byte(schema.Case()))
	return handlers, nil
}

// noSchema keeps the schema from those who may not ask for it in GraphQL.
func noSchema(w http.ResponseWriter, r *http.Request) {
	writeRefusal(w, r, &refusal{status: http.StatusForbidden, code: CodeNoIntrospection, message: "introspection is switched off"})
}

// newSignpost tells programs where things are.
func newSignpost(introspection bool) (http.Handler, error) {
	paths := map[string]string{"graphql": pathGraphQL, "caseSchema": pathCaseSchema, "questions": "/questions.json"}
	if introspection {
		paths["schema"] = pathSchema
	}
	body, err := json.Marshal(paths)
	if err != nil {
		return nil, fmt.Errorf("server: the signpost at %s: %w", pathRoot, err)
	}
	return static.New("application/json; charset=utf-8", append(body, '\n')), nil
}

// front gives browsers the page and all others the signpost.
func front(page, signpost http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Add("Vary", "Accept")
		if wantsHTML(r.Header["Accept"]) {
			page.ServeHTTP(w, r)
		} else {
			signpost.ServeHTTP(w, r)
		}
	})
}

// wantsHTML says whether an Accept header names HTML, as browsers' do, and does not
// prefer JSON. "*/*" alone is what programs send.
func wantsHTML(accept []string) bool {
	html, asJSON := 0.0, 0.0
	for _, item := range strings.Split(strings.Join(accept, ","), ",") {
		name, params, _ := strings.Cut(item, ";")
		switch strings.ToLower(strings.TrimSpace(name)) {
		case "text/html":
			html = max(html, quality(params))
		case typeJSON:
			asJSON = max(asJSON, quality(params))
		}
	}
	return html > 0 && html >= asJSON
}
