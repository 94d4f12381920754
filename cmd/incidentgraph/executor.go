package main

import (
	"log/slog"

	"github.com/incidentgraph/incidentgraph/graph"
	"github.com/incidentgraph/incidentgraph/graph/resolver"
	"github.com/incidentgraph/incidentgraph/server"
)

// newExecutor makes what answers queries over a store, the same for `query` and `serve`.
func newExecutor(store graph.Store, log *slog.Logger, options server.ExecutorOptions) *server.Executor {
	options.Log = log
	return server.NewExecutor(resolver.NewSchema(store), options)
}
