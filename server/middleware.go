package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"time"

	"github.com/incidentgraph/incidentgraph/graph"
)

// statusWriter remembers what was sent.
type statusWriter struct {
	http.ResponseWriter
	status int
	bytes  int
}

func (w *statusWriter) WriteHeader(status int) {
	if w.status == 0 {
		w.status = status
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *statusWriter) Write(b []byte) (int, error) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	n, err := w.ResponseWriter.Write(b)
	w.bytes += n
	return n, err
}

// observed gives each request its id, writes the access log and turns a panic of a
// handler into an answer. The log holds no query text and no query string.
func (s *Server) observed(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := time.Now()
		t := newTrace()
		sent := &statusWriter{ResponseWriter: w}
		defer func() {
			s.logAccess(r, t, sent, time.Since(start))
		}()
		defer s.recovering(sent, r, t)
		next.ServeHTTP(sent, r.WithContext(withTrace(r.Context(), t)))
	})
}

func (s *Server) recovering(w *statusWriter, r *http.Request, t *trace) {
	value := recover()
	if value == nil {
		return
	}
	if err, ok := value.(error); ok && errors.Is(err, http.ErrAbortHandler) {
		panic(value)
	}
	s.opts.Log.LogAttrs(r.Context(), slog.LevelError, "handler failed",
		slog.String("id", t.id),
		slog.String("path", r.URL.Path),
		slog.String("error", fmt.Sprint(value)),
		slog.String("stack", string(debug.Stack())))
	if w.status == 0 {
		writeRefusal(w, r, &refusal{status: http.StatusInternalServerError, code: graph.CodeInternal, message: "internal error", id: t.id})
	}
}

func (s *Server) logAccess(r *http.Request, t *trace, sent *statusWriter, took time.Duration) {
	level := slog.LevelInfo
	if r.URL.Path == pathHealth || r.URL.Path == pathReady {
		level = slog.LevelDebug
	}
	s.opts.Log.LogAttrs(r.Context(), level, "request",
		slog.String("id", t.id),
		slog.String("method", r.Method),
		slog.String("path", clip(r.URL.Path)),
		slog.String("operation", t.name()),
		slog.Int("status", sent.status),
		slog.Int("bytes", sent.bytes),
		slog.Float64("ms", float64(took.Microseconds())/1e3),
		slog.Bool("cancelled", errors.Is(r.Context().Err(), context.Canceled)))
}

// secured sets the headers that keep a browser from making more of an answer than
// data for the page that asked. A handler that serves pages replaces the policy.
func secured(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("X-Content-Type-Options", "nosniff")
		next.ServeHTTP(w, r)
	})
}
