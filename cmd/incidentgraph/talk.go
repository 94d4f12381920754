package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"strings"

	"github.com/spf13/cobra"

	"github.com/incidentgraph/incidentgraph/graph"
	"github.com/incidentgraph/incidentgraph/loader"
)

// logTo makes the log of the service: one line of JSON an event.
func logTo(w io.Writer) *slog.Logger { return slog.New(slog.NewJSONHandler(w, nil)) }

// talk makes the log of a command that people run: plain lines, without the time.
func talk(cmd *cobra.Command) *slog.Logger {
	return slog.New(slog.NewTextHandler(cmd.ErrOrStderr(), &slog.HandlerOptions{
		Level: slog.LevelWarn,
		ReplaceAttr: func(groups []string, a slog.Attr) slog.Attr {
			if a.Key == slog.TimeKey && len(groups) == 0 {
				return slog.Attr{}
			}
			return a
		},
	}))
}

// said gives an error as it may stand on a terminal, whatever the names in it hold. What
// is said in several lines stays so.
func said(err error) string {
	lines := strings.Split(err.Error(), "\n")
	for i, line := range lines {
		lines[i] = loader.Printable(line)
	}
	return strings.Join(lines, "\n")
}

func closeStore(store graph.Store, log *slog.Logger) {
	if err := store.Close(); err != nil {
		log.Error("closing the graph", "error", err)
	}
}

// indent makes JSON readable; what is not JSON stays.
func indent(body []byte) []byte {
	var out bytes.Buffer
	if err := json.Indent(&out, body, "", "  "); err != nil {
		return body
	}
	return out.Bytes()
}

// untilDone gives a reader that ends, with an error, when ctx does: a read from a terminal
// or a pipe waits for ever.
func untilDone(ctx context.Context, in io.Reader) io.Reader {
	out, into := io.Pipe()
	go func() {
		_, err := io.Copy(into, in)
		into.CloseWithError(err)
	}()
	context.AfterFunc(ctx, func() { into.CloseWithError(errors.New("broken off")) })
	return out
}
