package server

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"slices"
	"sync/atomic"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/incidentgraph/incidentgraph/graph"
)

const (
	maxErrors = 50 // errors of one response
	maxLogged = 5  // errors of one request that are logged one by one
)

// trace is what several queries of one HTTP request have in common.
type trace struct {
	id        string // unguessable; in the log and in errors that are the service's fault
	operation atomic.Pointer[string]
}

func newTrace() *trace {
	return &trace{id: rand.Text()[:16]}
}

// name is that of the operation run last, empty if it has none.
func (t *trace) name() string {
	if name := t.operation.Load(); name != nil {
		return clip(*name)
	}
	return ""
}

type traceKey struct{}

func withTrace(ctx context.Context, t *trace) context.Context {
	return context.WithValue(ctx, traceKey{}, t)
}

// call is what is known of one query while it runs.
type call struct {
	*trace
	log *slog.Logger

	presented, logged atomic.Int64
}

// newCall begins a query, which may come from within an HTTP request or not.
func newCall(ctx context.Context, log *slog.Logger) *call {
	from, ok := ctx.Value(traceKey{}).(*trace)
	if !ok {
		from = newTrace()
	}
	return &call{trace: from, log: log}
}

// panicked is a panic on its way to present.
type panicked struct {
	value any
	stack []byte
}

func (p *panicked) Error() string { return fmt.Sprintf("panic: %v", p.value) }

func recovered(_ context.Context, value any) error {
	return &panicked{value, debug.Stack()}
}

// present is show for the errors of resolvers, which come from many goroutines at
// once. Nil drops the error: the list is long enough.
func (c *call) present(ctx context.Context, err error) *gqlerror.Error {
	if errors.Is(err, errEnded) || ctx.Err() != nil && !isPanic(err) {
		return nil // one of many: ended is shown in their place
	}
	if c.presented.Add(1) > maxErrors {
		return nil
	}
	return c.show(ctx, err)
}

// ended is the error to show of a query that was cut off: by its deadline, by its caller,
// or by a bound that it passed.
func (c *call) ended(ctx context.Context) *gqlerror.Error {
	var bound *graph.Error
	if errors.As(context.Cause(ctx), &bound) {
		return c.show(ctx, bound)
	}
	return c.show(ctx, ctx.Err())
}

// show turns an error into one that may be shown, and logs it if it is the service's
// fault.
func (c *call) show(ctx context.Context, err error) *gqlerror.Error {
	shown := &gqlerror.Error{Path: graphql.GetPath(ctx)}
	var located *gqlerror.Error
	if errors.As(err, &located) {
		shown.Path, shown.Locations = located.Path, located.Locations
	}
	code, message := c.judge(ctx, err)
	if argument, ok := argumentPath(ctx, shown.Path); ok {
		shown.Path = graphql.GetFieldContext(ctx).Path()
		if code == graph.CodeInternal && !isPanic(err) {
			code, message = graph.CodeInvalid, "the value does not fit the argument's type"
		}
		if code != graph.CodeInternal {
			message = argument + ": " + message
		}
	}
	shown.Message = message
	shown.Extensions = map[string]any{"code": string(code)}
	switch code {
	case graph.CodeInternal, graph.CodeCorrupt, graph.CodeUnavailable, graph.CodeTimeout:
		shown.Extensions["id"] = c.id
		c.report(ctx, code, shown.Path, err)
	}
	return shown
}

// judge gives the code and the message to show.
func (c *call) judge(ctx context.Context, err error) (graph.Code, string) {
	var known *graph.Error
	switch {
	case errors.Is(err, context.Canceled) && ctx.Err() != nil:
		return CodeCancelled, "the request was given up"
	case errors.As(err, &known) && known.Code != graph.CodeInternal:
		return known.Code, known.Message
	case errors.Is(err, context.DeadlineExceeded):
		return graph.CodeTimeout, "the query took too long: ask for smaller pages or fewer levels"
	default:
		return graph.CodeInternal, "internal error"
	}
}

func isPanic(err error) bool {
	var p *panicked
	return errors.As(err, &p)
}

// argumentPath tells an error about an argument from one of a resolver: gqlgen
// reports it in the context of the field, before the field has arguments. The name is
// that of the argument, or of the input field within it.
func argumentPath(ctx context.Context, path ast.Path) (name string, ok bool) {
	field := graphql.GetFieldContext(ctx)
	if field == nil || field.Field.Field == nil || field.Args != nil || len(field.Field.Arguments) == 0 {
		return "", false
	}
	if within := len(field.Path()); within < len(path) {
		return path[within:].String(), true
	}
	return "an argument", true
}

func (c *call) report(ctx context.Context, code graph.Code, path ast.Path, err error) {
	if c.logged.Add(1) > maxLogged {
		return
	}
	var located *gqlerror.Error
	if errors.As(err, &located) && located.Err != nil {
		err = located.Err // without the path in its text
	}
	attrs := []slog.Attr{
		slog.String("id", c.id),
		slog.String("operation", c.name()),
		slog.String("code", string(code)),
		slog.String("path", path.String()),
		slog.String("error", err.Error()),
	}
	var known *graph.Error
	if errors.As(err, &known) && known.Err != nil {
		attrs = append(attrs, slog.String("cause", known.Err.Error()))
	}
	var p *panicked
	if errors.As(err, &p) {
		attrs = append(attrs, slog.String("stack", string(p.stack)))
	}
	c.log.LogAttrs(ctx, slog.LevelError, "query failed", attrs...)
}

// finish says how many errors were not logged one by one.
func (c *call) finish(ctx context.Context) {
	if more := c.logged.Load() - maxLogged; more > 0 {
		c.log.LogAttrs(ctx, slog.LevelError, "more errors of this query are not shown here",
			slog.String("id", c.id), slog.Int64("count", more))
	}
}

// sortByPath makes the order of errors independent of which resolver was faster.
func sortByPath(errs gqlerror.List) {
	slices.SortStableFunc(errs, func(a, b *gqlerror.Error) int {
		return cmp.Or(
			slices.CompareFunc(a.Path, b.Path, comparePathElements),
			cmp.Compare(a.Message, b.Message),
		)
	})
}

// comparePathElements puts list indices in numeric order, before names.
func comparePathElements(a, b ast.PathElement) int {
	i, aIsIndex := a.(ast.PathIndex)
	j, bIsIndex := b.(ast.PathIndex)
	switch {
	case aIsIndex && bIsIndex:
		return cmp.Compare(i, j)
	case aIsIndex:
		return -1
	case bIsIndex:
		return 1
	default:
		return cmp.Compare(a.(ast.PathName), b.(ast.PathName))
	}
}
