package main

import (
	"context"
	"fmt"
	"net"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/incidentgraph/incidentgraph/server"
)

func newServe() *cobra.Command {
	var (
		stored  storeFlags
		listen  string
		timeout time.Duration
		opts    server.Options
		exec    server.ExecutorOptions
	)
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Answer GraphQL over HTTP at /graphql, and browsers at /",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			log := logTo(cmd.ErrOrStderr())
			stored.purpose = toServe
			stored.patience = timeout * 2 / 5 // it may be waited for twice, and then a query tells that Neo4j cannot be reached
			store, err := stored.open(cmd.Context(), log)
			if err != nil {
				return err
			}
			defer closeStore(store, log)
			opts.Log, exec.Log, exec.Timeout = log, log, timeout
			opts.Ready = func(ctx context.Context) error {
				_, err := store.Version(ctx)
				return err
			}
			srv, err := server.New(newExecutor(store, log, exec), opts)
			if err != nil {
				return err
			}
			ln, err := new(net.ListenConfig).Listen(cmd.Context(), "tcp", listen)
			if err != nil {
				return fmt.Errorf("cannot listen on %s: %w", listen, err)
			}
			log.Info("serving", "url", "http://"+ln.Addr().String()+"/graphql", "page", pageURL(ln.Addr()))
			return srv.Run(cmd.Context(), ln)
		},
	}
	stored.add(cmd)
	flags := cmd.Flags()
	flags.StringVar(&listen, "listen", "127.0.0.1:8080", "`address` to listen on")
	flags.StringSliceVar(&opts.CORSOrigins, "cors-origin", nil, "`origin` whose pages may read answers, such as https://app.example.com; may be repeated")
	flags.StringSliceVar(&opts.AllowedHosts, "allowed-host", nil, "`name` under which the service may be asked, beside the address listened on; may be repeated")
	flags.DurationVar(&timeout, "timeout", 10*time.Second, "time that one query may take")
	flags.BoolVar(&exec.NoIntrospection, "no-introspection", false, "do not tell clients the schema")
	fromEnvironment(cmd, map[string]string{
		"listen": "LISTEN", "cors-origin": "CORS_ORIGINS", "allowed-host": "ALLOWED_HOSTS",
		"timeout": "TIMEOUT", "no-introspection": "NO_INTROSPECTION",
	})
	return cmd
}

// pageURL is where a browser on this machine finds the query page of a server that
// listens on an address, which may stand for all of the machine's.
func pageURL(addr net.Addr) string {
	host := addr.String()
	if tcp, ok := addr.(*net.TCPAddr); ok && tcp.IP.IsUnspecified() {
		host = net.JoinHostPort("localhost", strconv.Itoa(tcp.Port))
	}
	return "http://" + host + "/"
}
