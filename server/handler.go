package server

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"mime"
	"net/http"
	"strings"
	"time"
)

// graphQL is the handler of /graphql.
func (s *Server) graphQL(w http.ResponseWriter, r *http.Request) {
	w.Header().Add("Vary", "Accept, Accept-Language")
	w.Header().Set("Cache-Control", "no-store")
	req, no := s.read(w, r)
	if no != nil {
		writeRefusal(w, r, no)
		return
	}
	req.Header = r.Header
	resp := s.exec.Execute(r.Context(), req)
	mediaType := negotiate(r.Header["Accept"])
	if err := writeResponse(w, statusOf(resp, mediaType), mediaType, resp); err != nil {
		panic(err) // nothing is sent yet: recovering answers 500 and logs it
	}
}

// read takes the GraphQL request out of an HTTP request.
func (s *Server) read(w http.ResponseWriter, r *http.Request) (Request, *refusal) {
	switch r.Method {
	case http.MethodGet, http.MethodHead:
		return parseQueryString(r.URL.RawQuery)
	case http.MethodPost:
	default:
		w.Header().Set("Allow", "GET, HEAD, POST")
		return Request{}, &refusal{status: http.StatusMethodNotAllowed, code: CodeMethod, message: "GraphQL is asked by POST or GET"}
	}
	if !isJSON(r.Header) {
		return Request{}, &refusal{status: http.StatusUnsupportedMediaType, code: CodeMediaType,
			message: "a GraphQL request is sent as application/json, in UTF-8 and without Content-Encoding"}
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, s.opts.MaxBody))
	var tooLong *http.MaxBytesError
	switch {
	case errors.As(err, &tooLong):
		return Request{}, &refusal{status: http.StatusRequestEntityTooLarge, code: CodePayloadTooLarge, message: "the body is too large"}
	case err != nil:
		return Request{}, badRequest("the body could not be read")
	}
	return parseBody(body)
}

// isJSON says whether a body is JSON by its headers. Nothing is taken for JSON that
// does not say so: a browser sends that to other sites without asking them first.
func isJSON(h http.Header) bool {
	if encoding := h.Get("Content-Encoding"); encoding != "" && !strings.EqualFold(encoding, "identity") {
		return false
	}
	if len(h["Content-Type"]) != 1 {
		return false
	}
	mediaType, params, err := mime.ParseMediaType(h.Get("Content-Type"))
	if err != nil || mediaType != typeJSON {
		return false
	}
	charset, given := params["charset"]
	return !given || strings.EqualFold(charset, "utf-8")
}

// health says that the process answers.
func health(w http.ResponseWriter, _ *http.Request) {
	writeWord(w, http.StatusOK, "ok")
}

// ready says whether the store answers. Why it does not is for the log alone.
func (s *Server) ready(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 2*time.Second)
	defer cancel()
	if err := s.opts.Ready(ctx); err != nil {
		s.opts.Log.LogAttrs(ctx, slog.LevelWarn, "not ready", slog.String("error", err.Error()))
		writeWord(w, http.StatusServiceUnavailable, "not ready")
		return
	}
	writeWord(w, http.StatusOK, "ok")
}

func writeWord(w http.ResponseWriter, status int, word string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, word+"\n") // an error means that the client has gone
}
