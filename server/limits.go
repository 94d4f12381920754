package server

import (
	"cmp"
	"strconv"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/incidentgraph/incidentgraph/graph"
)

// Limits bounds what one query may ask for. A zero field takes its default; a limit
// cannot be switched off, since each of them also bounds the time that checking a
// document takes, or the memory that answering it does. The defaults leave room for what
// people write by hand, for dashboards of some dozen aliased queries, and for the
// introspection of GraphiQL.
//
// Selections, aliases, repeats and directives are counted with fragments written
// out, over all operations and all fragments of the document, the way validation
// walks it.
type Limits struct {
	Bytes      int // length of the document; default 65,536
	Tokens     int // lexical tokens, comments included; default 5,000
	Depth      int // fields within fields; default 20
	InputDepth int // lists and objects within an argument or a variable; default 32
	Selections int // fields, spreads and inline fragments; default 2,000
	Aliases    int // fields under another name; default 200
	Repeats    int // fields whose name stands in their selection set already; default 200
	Directives int // uses of directives; default 200
	RootFields int // fields at the top of one operation; default 50
	Cost       int // what the package's comment calls the cost of a query; default 500,000

	// AnswerBytes bounds the answer: its texts, and for each of its fields the name
	// and 16 bytes. What an answer that is begun anew had before counts, too. It is
	// counted while the query runs, and ends it. Default 16,777,216.
	AnswerBytes int

	// FieldsAtOnce bounds the fields that are resolved at one time, such as those of a
	// page that wait to be read together: each takes some 16 KiB of memory, whatever it
	// holds. Passing it ends the query, too. Default 30,000.
	FieldsAtOnce int
}

func (l Limits) withDefaults() Limits {
	return Limits{
		Bytes:      cmp.Or(l.Bytes, 65_536),
		Tokens:     cmp.Or(l.Tokens, 5_000),
		Depth:      cmp.Or(l.Depth, 20),
		InputDepth: cmp.Or(l.InputDepth, 32),
		Selections: cmp.Or(l.Selections, 2_000),
		Aliases:    cmp.Or(l.Aliases, 200),
		Repeats:    cmp.Or(l.Repeats, 200),
		Directives: cmp.Or(l.Directives, 200),
		RootFields: cmp.Or(l.RootFields, 50),
		Cost:       cmp.Or(l.Cost, 500_000),

		AnswerBytes:  cmp.Or(l.AnswerBytes, 16<<20),
		FieldsAtOnce: cmp.Or(l.FieldsAtOnce, 30_000),
	}
}

// checkShape holds a parsed document, not yet validated, against the limits. It
// stops at the first limit passed, so its work is at most Limits.Selections steps
// and the values of the document, however often fragments double.
func checkShape(doc *ast.QueryDocument, limits Limits) *gqlerror.Error {
	w := shapeWalk{
		limits:    limits,
		fragments: make(map[string]*ast.FragmentDefinition, len(doc.Fragments)),
		open:      make(map[string]bool),
	}
	for _, f := range doc.Fragments {
		if w.fragments[f.Name] == nil {
			w.fragments[f.Name] = f
		}
	}
	for _, op := range doc.Operations {
		if err := w.operation(op); err != nil {
			return err
		}
	}
	for _, f := range doc.Fragments {
		if err := w.fragment(f, 1, keys{}); err != nil {
			return err
		}
	}
	return nil
}

// keys are the response names met in one selection set once its fragments are
// written out.
type keys map[string]struct{}

type shapeWalk struct {
	limits    Limits
	fragments map[string]*ast.FragmentDefinition
	open      map[string]bool // the fragments that the walk is inside of

	selections, aliases, repeats, directives int

	rootFields int // of the operation being walked
	spreads    int // how many spreads the walk is inside of
}

func (w *shapeWalk) operation(op *ast.OperationDefinition) *gqlerror.Error {
	w.rootFields = 0
	for _, v := range op.VariableDefinitions {
		if v.DefaultValue != nil {
			if err := w.value(v.DefaultValue, 0); err != nil {
				return err
			}
		}
		if err := w.directiveList(v.Directives); err != nil {
			return err
		}
	}
	if err := w.directiveList(op.Directives); err != nil {
		return err
	}
	if err := w.set(op.SelectionSet, 1, keys{}); err != nil {
		return err
	}
	if w.rootFields > w.limits.RootFields {
		return tooLarge(op.Position, "fields at the top of an operation", w.limits.RootFields)
	}
	return nil
}

func (w *shapeWalk) set(set ast.SelectionSet, depth int, seen keys) *gqlerror.Error {
	for _, selection := range set {
		w.selections++
		if w.selections > w.limits.Selections {
			return tooLarge(selection.GetPosition(), "fields and fragments once fragments are written out", w.limits.Selections)
		}
		var err *gqlerror.Error
		switch s := selection.(type) {
		case *ast.Field:
			err = w.field(s, depth, seen)
		case *ast.InlineFragment:
			if err = w.directiveList(s.Directives); err == nil {
				err = w.set(s.SelectionSet, depth, seen)
			}
		case *ast.FragmentSpread:
			if err = w.directiveList(s.Directives); err == nil {
				// A spread of an unknown fragment is for validation to report.
				if f := w.fragments[s.Name]; f != nil {
					w.spreads++
					err = w.fragment(f, depth, seen)
					w.spreads--
				}
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (w *shapeWalk) field(f *ast.Field, depth int, seen keys) *gqlerror.Error {
	if depth > w.limits.Depth {
		return errorAt(f.Position, CodeTooDeep, "fields are nested more than %d levels deep", w.limits.Depth)
	}
	if depth == 1 {
		w.rootFields++
	}
	if f.Alias != f.Name {
		w.aliases++
		if w.aliases > w.limits.Aliases {
			return tooLarge(f.Position, "aliases", w.limits.Aliases)
		}
	}
	if _, ok := seen[f.Alias]; ok {
		w.repeats++
		if w.repeats > w.limits.Repeats {
			return tooLarge(f.Position, "repeated fields", w.limits.Repeats)
		}
	}
	seen[f.Alias] = struct{}{}
	if err := w.arguments(f.Arguments); err != nil {
		return err
	}
	if err := w.directiveList(f.Directives); err != nil {
		return err
	}
	if len(f.SelectionSet) == 0 {
		return nil
	}
	return w.set(f.SelectionSet, depth+1, keys{})
}

func (w *shapeWalk) fragment(f *ast.FragmentDefinition, depth int, seen keys) *gqlerror.Error {
	if w.open[f.Name] {
		return errorAt(f.Position, CodeValidationFailed, "a fragment spreads itself")
	}
	w.open[f.Name] = true
	defer delete(w.open, f.Name)
	if err := w.directiveList(f.Directives); err != nil {
		return err
	}
	return w.set(f.SelectionSet, depth, seen)
}

func (w *shapeWalk) directiveList(list ast.DirectiveList) *gqlerror.Error {
	for _, d := range list {
		w.directives++
		if w.directives > w.limits.Directives {
			return tooLarge(d.Position, "directives", w.limits.Directives)
		}
		if err := w.arguments(d.Arguments); err != nil {
			return err
		}
	}
	return nil
}

// arguments checks literals where they are written: those of a fragment in its
// definition, not again at every spread.
func (w *shapeWalk) arguments(args ast.ArgumentList) *gqlerror.Error {
	if w.spreads > 0 {
		return nil
	}
	for _, a := range args {
		if err := w.value(a.Value, 0); err != nil {
			return err
		}
	}
	return nil
}

// value checks a literal. Numbers that do not fit 64 bits are refused here because
// gqlparser panics on them where a scalar of the schema's own takes a literal.
func (w *shapeWalk) value(v *ast.Value, depth int) *gqlerror.Error {
	switch v.Kind {
	case ast.IntValue:
		if _, err := strconv.ParseInt(v.Raw, 10, 64); err != nil {
			return errorAt(v.Position, CodeValidationFailed, "an integer does not fit 64 bits")
		}
	case ast.FloatValue:
		if _, err := strconv.ParseFloat(v.Raw, 64); err != nil {
			return errorAt(v.Position, CodeValidationFailed, "a number does not fit 64 bits")
		}
	case ast.ListValue, ast.ObjectValue:
		if depth == w.limits.InputDepth {
			return inputTooDeep(v.Position, w.limits.InputDepth)
		}
		for _, child := range v.Children {
			if err := w.value(child.Value, depth+1); err != nil {
				return err
			}
		}
	}
	return nil
}

func inputTooDeep(at *ast.Position, limit int) *gqlerror.Error {
	return errorAt(at, CodeTooDeep, "lists and objects of an input value are nested more than %d levels deep", limit)
}

func tooLarge(at *ast.Position, what string, limit int) *gqlerror.Error {
	return errorAt(at, CodeTooLarge, "the document has more than %d %s; split it", limit, what)
}

// errorAt makes an error to show, at a place in the document if one is known.
func errorAt(at *ast.Position, code graph.Code, format string, args ...any) *gqlerror.Error {
	err := gqlerror.Errorf(format, args...)
	err.Extensions = map[string]any{"code": string(code)}
	if at != nil {
		err.Locations = []gqlerror.Location{{Line: at.Line, Column: at.Column}}
	}
	return err
}
