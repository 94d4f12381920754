package resolver

import (
	"cmp"
	"context"
	"fmt"
	"reflect"
	"strings"
	"sync"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
)

// rounds lets the fields of one request wait for one another, so that what they need of
// a store is read at once.
//
// gqlgen resolves fields side by side. Each is counted from the moment that it is sure to
// come, which is when the object that it is asked of is known, until it is resolved; it
// does not count while it waits for a read. When none counts any more, nothing can be
// asked before something is read: that ends a round. Then the reads of the least turn are
// done, and the fields that wait for them go on.
//
// Fields without a resolver are not resolved side by side: gqlgen goes on only when all
// below them is done. So nothing below such a field may wait (see depthOf).
//
// So the shape of a query alone decides which reads are done together: time, load and
// the number of processors do not matter. The reads of one level of the query, which is
// how deep a field lies, come at one turn for each stage (see loader), hence at most one
// read of each kind for each level.
type rounds struct {
	ctx        context.Context // of the request
	conditions map[string][]string

	mu      sync.Mutex
	running int // fields that count
	waiting map[turn]*round
}

// turn orders reads: those of upper levels first, in a level by stage.
type turn struct{ depth, stage int }

func (t turn) before(o turn) bool {
	return cmp.Or(cmp.Compare(t.depth, o.depth), cmp.Compare(t.stage, o.stage)) < 0
}

// round is what is read at one turn.
type round struct {
	reads  []func(context.Context) // one for each kind
	fields int                     // that wait for it
	over   chan struct{}
}

// newRounds begins the first round of an operation.
func newRounds(ctx context.Context, conditions map[string][]string) *rounds {
	r := &rounds{ctx: ctx, conditions: conditions, waiting: map[turn]*round{}}
	operation := graphql.GetOperationContext(ctx)
	r.running = r.fieldsOf(operation, operation.Operation.SelectionSet, "Query")
	return r
}

// count gives the field middleware that counts fields, around another.
func (r *rounds) count(inner graphql.FieldMiddleware) graphql.FieldMiddleware {
	return func(ctx context.Context, resolve graphql.Resolver) (any, error) {
		field := graphql.GetFieldContext(ctx)
		if isIntrospection(field.Object) {
			return inner(ctx, resolve)
		}
		coming := 0
		defer func() { r.leave(coming) }() // after a panic, too
		value, err := inner(ctx, resolve)
		if err == nil && !isIntrospection(field.Field.Definition.Type.Name()) {
			coming = r.fieldsOfValue(graphql.GetOperationContext(ctx), field.Field.Selections, reflect.ValueOf(value))
		}
		return value, err
	}
}

func isIntrospection(typeName string) bool { return strings.HasPrefix(typeName, "__") }

// fieldsOfValue gives how many fields will be asked of the objects in a value. It relies
// on the types of package model having the names of their GraphQL types.
func (r *rounds) fieldsOfValue(operation *graphql.OperationContext, set ast.SelectionSet, v reflect.Value) int {
	if len(set) == 0 {
		return 0
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		return r.fieldsOfValue(operation, set, v.Elem())
	case reflect.Slice:
		n := 0
		for i := range v.Len() {
			n += r.fieldsOfValue(operation, set, v.Index(i))
		}
		return n
	case reflect.Struct:
		return r.fieldsOf(operation, set, v.Type().Name())
	}
	return 0
}

func (r *rounds) fieldsOf(operation *graphql.OperationContext, set ast.SelectionSet, typeName string) int {
	n := 0
	for _, f := range graphql.CollectFields(operation, set, r.conditions[typeName]) {
		if f.Name != "__typename" {
			n++
		}
	}
	return n
}

// leave takes back a field that is resolved and counts those that come of its value.
func (r *rounds) leave(coming int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.running += coming
	r.stop()
}

// stop takes back one field. It is called with the lock held. Once the request has ended
// no round begins: fields leave off waiting and are taken back twice, so their number tells
// nothing.
func (r *rounds) stop() {
	r.running--
	if r.running == 0 && len(r.waiting) > 0 && r.ctx.Err() == nil {
		go r.next()
	}
}

// wait lets a field wait for a turn, whose round read is added to unless it is nil. It is
// called with the lock held and gives it back. It ends early with the request.
func (r *rounds) wait(ctx context.Context, at turn, read func(context.Context)) error {
	here := r.waiting[at]
	if here == nil {
		here = &round{over: make(chan struct{})}
		r.waiting[at] = here
	}
	if read != nil {
		here.reads = append(here.reads, read)
	}
	here.fields++
	r.stop()
	r.mu.Unlock()
	select {
	case <-here.over:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// next does the reads of the least turn and lets its fields go on.
func (r *rounds) next() {
	r.mu.Lock()
	var least turn
	var here *round
	for at, waiting := range r.waiting {
		if here == nil || at.before(least) {
			least, here = at, waiting
		}
	}
	delete(r.waiting, least)
	r.mu.Unlock()
	if here == nil {
		return // the request ended meanwhile
	}

	var reads sync.WaitGroup
	for _, read := range here.reads {
		reads.Go(func() { read(r.ctx) })
	}
	reads.Wait()

	r.mu.Lock()
	r.running += here.fields
	r.mu.Unlock()
	close(here.over)
}

// depthOf gives how deep the field of a context lies in its query: 1 for a field of
// Query; places in lists are no level. It is an error if a field above it has no resolver:
// to wait below it could be to wait for fields that come only afterwards.
func depthOf(ctx context.Context) (int, error) {
	n := 0
	for field := graphql.GetFieldContext(ctx); field != nil; field = field.Parent {
		if field.Field.Field == nil {
			continue
		}
		if !field.IsResolver {
			return 0, fmt.Errorf("%s.%s has to have a resolver, since something below it is read", field.Object, field.Field.Name)
		}
		n++
	}
	return n, nil
}
