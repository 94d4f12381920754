package server

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"
)

const (
	pathRoot       = "/"
	pathGraphQL    = "/graphql"
	pathSchema     = "/schema.graphql"
	pathCaseSchema = "/schema/case.json"
	pathHealth     = "/healthz"
	pathReady      = "/readyz"
)

// Options are the settings of the HTTP side. Only Ready is required.
type Options struct {
	// Ready asks the store for a sign of life, for /readyz.
	Ready func(context.Context) error

	// CORSOrigins are the origins whose pages may read answers, exactly as browsers
	// send them; none by default. "*", given alone, allows all.
	CORSOrigins []string

	// AllowedHosts are names under which the server may be asked, beside localhost,
	// 127.0.0.1, ::1 and the address listened on. They are checked where that is a
	// loopback address, and everywhere once any are given.
	AllowedHosts []string

	MaxBody int64 // bytes of a body; default 1 MiB

	ReadHeaderTimeout time.Duration // for the headers of a request; default 5 s
	ReadTimeout       time.Duration // for a whole request; default 15 s
	WriteTimeout      time.Duration // from the end of the headers to the end of the answer, so more than the executor's Timeout; default 45 s
	IdleTimeout       time.Duration // between two requests of a connection; default 120 s
	MaxHeaderBytes    int           // default 32 KiB, which bounds a GET, too
	Grace             time.Duration // for running requests when the server stops; default 15 s

	Log *slog.Logger // default slog.Default()
}

func (o Options) withDefaults() Options {
	o.MaxBody = cmp.Or(o.MaxBody, 1<<20)
	o.ReadHeaderTimeout = cmp.Or(o.ReadHeaderTimeout, 5*time.Second)
	o.ReadTimeout = cmp.Or(o.ReadTimeout, 15*time.Second)
	o.WriteTimeout = cmp.Or(o.WriteTimeout, 45*time.Second)
	o.IdleTimeout = cmp.Or(o.IdleTimeout, 120*time.Second)
	o.MaxHeaderBytes = cmp.Or(o.MaxHeaderBytes, 32<<10)
	o.Grace = cmp.Or(o.Grace, 15*time.Second)
	o.Log = cmp.Or(o.Log, slog.Default())
	return o
}

// Server answers HTTP.
type Server struct {
	exec  *Executor
	cors  func(http.Handler) http.Handler
	pages map[string]http.Handler // by path
	opts  Options
}

// New makes a Server that answers /graphql through exec. It fails for an origin that
// no browser sends, and without Options.Ready.
func New(exec *Executor, o Options) (*Server, error) {
	if o.Ready == nil {
		return nil, errors.New("server: Options.Ready is missing")
	}
	allow, err := newCORS(o.CORSOrigins)
	if err != nil {
		return nil, err
	}
	files, err := pages(exec.introspection)
	if err != nil {
		return nil, err
	}
	return &Server{exec: exec, cors: allow, pages: files, opts: o.withDefaults()}, nil
}

// Handler is the whole service as it is to be served at an address, which decides
// whether the Host header is checked; nil stands for an address that is not loopback.
func (s *Server) Handler(addr net.Addr) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc(pathGraphQL, s.graphQL)
	mux.HandleFunc("GET "+pathHealth, health)
	mux.HandleFunc("GET "+pathReady, s.ready)
	for path, page := range s.pages {
		if path == pathRoot {
			path += "{$}" // and nothing below it
		}
		mux.Handle("GET "+path, page)
	}
	return s.observed(secured(checkingHost(hostNamesFor(addr, s.opts.AllowedHosts), s.cors(mux))))
}

// Run serves on ln until ctx ends, then takes no more connections and gives running
// requests Options.Grace to finish. It closes ln. It fails if the listener does, or
// if requests had to be cut off.
func (s *Server) Run(ctx context.Context, ln net.Listener) error {
	// Requests outlive ctx by the grace, so their contexts do not come from it.
	requests, abort := context.WithCancel(context.WithoutCancel(ctx))
	defer abort()
	srv := &http.Server{
		Handler:           s.Handler(ln.Addr()),
		ReadHeaderTimeout: s.opts.ReadHeaderTimeout,
		ReadTimeout:       s.opts.ReadTimeout,
		WriteTimeout:      s.opts.WriteTimeout,
		IdleTimeout:       s.opts.IdleTimeout,
		MaxHeaderBytes:    s.opts.MaxHeaderBytes,
		ErrorLog:          slog.NewLogLogger(s.opts.Log.Handler(), slog.LevelWarn),
		BaseContext:       func(net.Listener) context.Context { return requests },
	}
	failed := make(chan error, 1)
	go func() { failed <- srv.Serve(ln) }()
	select {
	case err := <-failed:
		return fmt.Errorf("serve on %s: %w", ln.Addr(), err)
	case <-ctx.Done():
	}
	grace, cancel := context.WithTimeout(requests, s.opts.Grace)
	defer cancel()
	if err := srv.Shutdown(grace); err != nil {
		abort()
		_ = srv.Close() // what it reports is lost with the requests
		return fmt.Errorf("stop serving on %s: requests that took longer than %s were cut off", ln.Addr(), s.opts.Grace)
	}
	return nil
}
