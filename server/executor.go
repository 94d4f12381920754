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
	// it is over no further resolver is called; one that runs is told through its
	// context.
	Timeout time.Duration

	// MaxConcurrent bounds the requests being answered at one time; default 16 for
	// each CPU. One more waits for MaxWait (default 1 s), then fails as OVERLOADED.
	MaxConcurrent int
	MaxWait       time.Duration

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
	maxWait       time.Duration
	turns         chan struct{}
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
		maxWait:       cmp.Or(o.MaxWait, time.Second),
		turns:         make(chan struct{}, cmp.Or(o.MaxConcurrent, 16*runtime.GOMAXPROCS(0))),
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
	return e
}

// Execute answers one request. The response is never nil; Data is nil where the
// query was refused before it ran, ran out of time or was given up by the caller.
// Every error carries its code in extensions.code; one that is the service's fault
// carries an id, too, which is in the log beside the whole error.
func (e *Executor) Execute(ctx context.Context, req Request) (resp *graphql.Response) {
	ctx, cancel := context.WithTimeout(ctx, e.timeout)
	defer cancel()
	c := newCall(ctx, e.log)
	defer func() {
		if r := recover(); r != nil {
			resp = refuse(c.show(ctx, &panicked{r, debug.Stack()}))
		}
		c.finish(ctx)
	}()

	if err := e.enter(ctx); err != nil {
		return refuse(err)
	}
	defer e.leave()

	doc, errs := e.documents.load(req.Query)
	if len(errs) > 0 {
		return refuse(errs...)
	}
	op, err := e.operation(doc, req.OperationName)
	if err != nil {
		return refuse(err)
	}
	c.operation.Store(&op.Name)
	vars, err := coerceVariables(e.documents.schema, op, req.Variables, e.limits)
	if err != nil {
		return refuse(err)
	}
	if err := nullArgument(op.SelectionSet, vars); err != nil {
		return refuse(err)
	}
	if n := cost(op, vars); n > e.limits.Cost {
		return refuse(errorAt(op.Position, CodeTooExpensive,
			"the query costs %d, and at most %d is answered at a time: ask for smaller pages, fewer levels or fewer counts",
			n, e.limits.Cost))
	}
	return e.run(ctx, c, &graphql.OperationContext{
		RawQuery:               req.Query,
		OperationName:          req.OperationName,
		Variables:              vars,
		Headers:                req.Header,
		Doc:                    doc,
		Operation:              op,
		DisableIntrospection:   !e.introspection,
		RecoverFunc:            recovered,
		ResolverMiddleware:     whileInTime,
		RootResolverMiddleware: func(ctx context.Context, next graphql.RootResolver) graphql.Marshaler { return next(ctx) },
	})
}

// whileInTime keeps a query whose time is over from resolving the rest of its fields,
// which gqlgen does whatever has become of the context.
func whileInTime(ctx context.Context, next graphql.Resolver) (any, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return next(ctx)
}

// run does what gqlgen's executor does after parsing. That one is not used since it
// parses and validates by itself, with no place for a limit between the two.
func (e *Executor) run(ctx context.Context, c *call, oc *graphql.OperationContext) *graphql.Response {
	ctx = graphql.WithOperationContext(ctx, oc)
	ctx = graphql.WithResponseContext(ctx, c.present, recovered)
	inner := ctx
	next := e.around(ctx, func(ctx context.Context) graphql.ResponseHandler {
		inner = ctx // with what the middleware added
		return e.schema.Exec(ctx)
	})
	resp := next(inner)
	if resp == nil {
		return refuse(c.show(ctx, errors.New("the schema gave no response")))
	}
	resp.Errors = append(resp.Errors, graphql.GetErrors(ctx)...)
	if over := inner.Err(); over != nil && len(resp.Errors) > 0 {
		// What is missing is missing for want of time: one error says it all.
		return refuse(c.show(inner, over))
	}
	sortByPath(resp.Errors)
	resp.Extensions = graphql.GetExtensions(ctx)
	return resp
}

// enter waits for a turn.
func (e *Executor) enter(ctx context.Context) *gqlerror.Error {
	select {
	case e.turns <- struct{}{}:
		return nil
	default:
	}
	wait := time.NewTimer(e.maxWait)
	defer wait.Stop()
	select {
	case e.turns <- struct{}{}:
		return nil
	case <-wait.C:
	case <-ctx.Done():
	}
	return errorAt(nil, CodeOverloaded, "too many requests are being answered; try again in a moment")
}

func (e *Executor) leave() {
	<-e.turns
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
