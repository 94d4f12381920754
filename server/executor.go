package server

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"runtime"
	"runtime/debug"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
)

// ExecutorOptions are the settings of an Executor; the zero value is sound.
type ExecutorOptions struct {
	Limits Limits

	// Timeout bounds one request, waiting for its turn included; default 10 s. Once
	// it is over the request is answered and no further resolver is called; one that
	// runs is told through its context.
	Timeout time.Duration

	// MaxConcurrent bounds the requests being answered at one time; default 16 for
	// each CPU. MaxCost bounds what the queries that run at one time cost together;
	// default 1,000,000. A query counts as 1,000 at least, and one that costs more than
	// MaxCost runs alone. What is over either of the two waits for MaxWait (default 1 s),
	// then fails as OVERLOADED. A document that is refused has a turn, and no cost.
	MaxConcurrent int
	MaxCost       int
	MaxWait       time.Duration

	// MaxFields bounds what Limits.FieldsAtOnce does for one query over all of them;
	// default twice that. The query that passes it ends as OVERLOADED.
	MaxFields int

	// NoIntrospection refuses __schema and __type, and keeps names that a client
	// did not write out of error messages.
	NoIntrospection bool

	// Around wraps the execution of each query: the place for what lives as long as
	// one request, such as dataloaders put into the context.
	Around graphql.OperationMiddleware

	Log *slog.Logger // default slog.Default()
}

// Executor answers GraphQL queries against a schema made by gqlgen, within limits
// and with errors made fit to be shown. It is safe for concurrent use.
type Executor struct {
	schema        graphql.ExecutableSchema
	documents     *documents
	limits        Limits
	timeout       time.Duration
	turns         *turns
	introspection bool
	around        graphql.OperationMiddleware
	log           *slog.Logger
}

// NewExecutor makes an Executor for a schema.
func NewExecutor(es graphql.ExecutableSchema, o ExecutorOptions) *Executor {
	e := &Executor{
		schema:        es,
		limits:        o.Limits.withDefaults(),
		timeout:       cmp.Or(o.Timeout, 10*time.Second),
		introspection: !o.NoIntrospection,
		around:        o.Around,
		log:           cmp.Or(o.Log, slog.Default()),
	}
	if e.around == nil {
		e.around = func(ctx context.Context, next graphql.OperationHandler) graphql.ResponseHandler {
			return next(ctx)
		}
	}
	e.documents = newDocuments(es, e.limits, e.introspection)
	e.turns = newTurns(
		cmp.Or(o.MaxConcurrent, 16*runtime.GOMAXPROCS(0)),
		cmp.Or(o.MaxCost, 1_000_000),
		cmp.Or(o.MaxFields, 2*e.limits.FieldsAtOnce),
		cmp.Or(o.MaxWait, time.Second))
	return e
}

// Execute answers one request. The response is never nil; Data is nil where the
// query was refused before it ran, ran out of time, grew too large or was given up by the
// caller. Every error carries its code in extensions.code; one that is the service's fault
// carries an id, too, which is in the log beside the whole error.
//
// It returns when the time is over or ctx ends, though a resolver may not: the query is
// then left behind, and keeps its turn until its resolvers have returned.
func (e *Executor) Execute(ctx context.Context, req Request) *graphql.Response {
	ctx, cancel := context.WithTimeout(ctx, e.timeout)
	defer cancel()
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	c := newCall(ctx, e.log)
	defer c.finish(ctx)

	oc, weight, errs := e.admit(ctx, c, req)
	if len(errs) > 0 {
		return refuse(errs...)
	}
	oc.ResolverMiddleware = (&bounds{ctx: ctx, end: end, limits: e.limits, turns: e.turns}).resolve
	answers := make(chan *graphql.Response, 1) // a query that is left behind sends, too
	go func() {
		resp := e.run(ctx, c, oc)
		e.turns.leave(weight)
		answers <- resp
	}()
	select {
	case resp := <-answers:
		if ctx.Err() == nil {
			return resp
		}
	case <-ctx.Done():
	}
	return refuse(c.ended(ctx)) // what is missing is missing for one reason: one error says it all
}

// admit makes a request ready to be run once its turn has come. What it gives has the
// turn, with some weight; what it refuses has none.
func (e *Executor) admit(ctx context.Context, c *call, req Request) (oc *graphql.OperationContext, weight int64, errs gqlerror.List) {
	if err := e.turns.enter(ctx); err != nil {
		return nil, 0, gqlerror.List{err}
	}
	defer func() {
		if r := recover(); r != nil {
			errs = gqlerror.List{c.show(ctx, &panicked{r, debug.Stack()})}
		}
		if len(errs) > 0 {
			e.turns.leave(0)
		}
	}()
	oc, cost, errs := e.prepare(c, req)
	if len(errs) > 0 {
		return nil, 0, errs
	}
	weight, err := e.turns.weigh(ctx, cost)
	if err != nil {
		return nil, 0, gqlerror.List{err}
	}
	return oc, weight, nil
}

// prepare gives the operation of a request and its cost, or the errors to show.
func (e *Executor) prepare(c *call, req Request) (*graphql.OperationContext, int, gqlerror.List) {
	doc, errs := e.documents.load(req.Query)
	if len(errs) > 0 {
		return nil, 0, errs
	}
	op, err := e.operation(doc, req.OperationName)
	if err != nil {
		return nil, 0, gqlerror.List{err}
	}
	c.operation.Store(&op.Name)
	vars, err := coerceVariables(e.documents.schema, op, req.Variables, e.limits)
	if err != nil {
		return nil, 0, gqlerror.List{err}
	}
	if err := nullArgument(op, vars); err != nil {
		return nil, 0, gqlerror.List{err}
	}
	n := cost(e.documents.schema, op, vars)
	if n > e.limits.Cost {
		return nil, 0, gqlerror.List{errorAt(op.Position, CodeTooExpensive,
			"the query costs %d, and at most %d is answered at a time: ask for smaller pages, fewer levels, fewer counts or fewer texts in filters",
			n, e.limits.Cost)}
	}
	return &graphql.OperationContext{
		RawQuery:               req.Query,
		OperationName:          req.OperationName,
		Variables:              vars,
		Headers:                req.Header,
		Doc:                    doc,
		Operation:              op,
		DisableIntrospection:   !e.introspection,
		RecoverFunc:            recovered,
		RootResolverMiddleware: func(ctx context.Context, next graphql.RootResolver) graphql.Marshaler { return next(ctx) },
	}, n, nil
}

// run does what gqlgen's executor does after parsing. That one is not used since it
// parses and validates by itself, with no place for a limit between the two.
func (e *Executor) run(ctx context.Context, c *call, oc *graphql.OperationContext) (resp *graphql.Response) {
	defer func() {
		if r := recover(); r != nil {
			resp = refuse(c.show(ctx, &panicked{r, debug.Stack()}))
		}
	}()
	ctx = graphql.WithOperationContext(ctx, oc)
	ctx = graphql.WithResponseContext(ctx, c.present, recovered)
	inner := ctx
	next := e.around(ctx, func(ctx context.Context) graphql.ResponseHandler {
		inner = ctx // with what the middleware added
		return e.schema.Exec(ctx)
	})
	resp = next(inner)
	if resp == nil {
		return refuse(c.show(ctx, errors.New("the schema gave no response")))
	}
	resp.Errors = append(resp.Errors, graphql.GetErrors(ctx)...)
	sortByPath(resp.Errors)
	resp.Extensions = graphql.GetExtensions(ctx)
	return resp
}

func (e *Executor) operation(doc *ast.QueryDocument, name string) (*ast.OperationDefinition, *gqlerror.Error) {
	op := doc.Operations.ForName(name)
	switch {
	case op != nil:
	case name == "":
		return nil, errorAt(nil, CodeValidationFailed, "the document has several operations: operationName has to name one")
	default:
		return nil, errorAt(nil, CodeValidationFailed, "the document has no operation of the name given in operationName")
	}
	if !e.introspection && introspects(op.SelectionSet) {
		return nil, errorAt(op.Position, CodeNoIntrospection, "introspection is switched off")
	}
	return op, nil
}

// introspects says whether a set at the top of a query asks about the schema.
func introspects(set ast.SelectionSet) bool {
	for _, selection := range set {
		switch s := selection.(type) {
		case *ast.Field:
			if s.Name == "__schema" || s.Name == "__type" {
				return true
			}
		case *ast.InlineFragment:
			if introspects(s.SelectionSet) {
				return true
			}
		case *ast.FragmentSpread:
			if introspects(s.Definition.SelectionSet) {
				return true
			}
		}
	}
	return false
}

func refuse(errs ...*gqlerror.Error) *graphql.Response {
	return &graphql.Response{Errors: errs}
}
