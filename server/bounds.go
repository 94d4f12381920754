package server

import (
	"context"
	"sync/atomic"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/incidentgraph/incidentgraph/graph"
)

// fieldBytes is what a field takes in an answer beside its name and its text.
const fieldBytes = 16

// errEnded is the error of each field that is resolved after the end of its query, of
// which there may be hundreds of thousands: having a path and locations it is passed on
// as it is, and present drops it. It must not be changed.
var errEnded error = &gqlerror.Error{Message: "the query has ended", Path: ast.Path{}, Locations: []gqlerror.Location{}}

// bounds are those of a query while it runs.
type bounds struct {
	ctx    context.Context
	end    context.CancelCauseFunc // of ctx
	limits Limits
	turns  *turns

	bytes  atomic.Int64 // of the answer
	fields atomic.Int64 // being resolved
}

// resolve is the middleware of all fields. It keeps a query that has ended from resolving
// the rest of its fields, which gqlgen does whatever has become of the context, and ends
// one that passes a bound.
func (b *bounds) resolve(ctx context.Context, next graphql.Resolver) (any, error) {
	if b.ctx.Err() != nil {
		return nil, errEnded
	}
	b.begin()
	defer b.done()
	if b.ctx.Err() != nil {
		return nil, errEnded
	}
	value, err := next(ctx)
	size := fieldBytes + len(graphql.GetFieldContext(ctx).Field.Alias) + textBytes(value)
	if b.bytes.Add(int64(size)) > int64(b.limits.AnswerBytes) {
		b.end(graph.Errorf(CodeAnswerTooLarge,
			"the answer has more than %d bytes: ask for smaller pages, fewer fields or fewer levels", b.limits.AnswerBytes))
	}
	if b.ctx.Err() != nil {
		return nil, errEnded
	}
	return value, err
}

// begin counts a field that is being resolved. Each has a goroutine, and those that wait
// to be read together are all there at one time.
func (b *bounds) begin() {
	if b.fields.Add(1) > int64(b.limits.FieldsAtOnce) {
		b.end(graph.Errorf(CodeAnswerTooLarge,
			"more than %d fields would have to be read at once: ask for smaller pages, fewer fields or fewer levels", b.limits.FieldsAtOnce))
	}
	if b.turns.fields.Add(1) > b.turns.maxFields {
		b.end(errOverloaded)
	}
}

func (b *bounds) done() {
	b.fields.Add(-1)
	b.turns.fields.Add(-1)
}

// textBytes is the length of the text in the value of a field without fields below it.
func textBytes(value any) int {
	switch v := value.(type) {
	case string:
		return len(v)
	case *string:
		if v != nil {
			return len(*v)
		}
	case []string:
		n := 0
		for _, text := range v {
			n += fieldBytes + len(text)
		}
		return n
	}
	return 0
}
