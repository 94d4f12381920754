package server

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
	"github.com/vektah/gqlparser/v2/lexer"
	"github.com/vektah/gqlparser/v2/parser"
	"github.com/vektah/gqlparser/v2/validator/core"
	"github.com/vektah/gqlparser/v2/validator/rules"
)

const (
	maxDocumentErrors = 5   // errors of one document that are reported
	maxMessage        = 300 // bytes of an error message that quotes the request
)

// documents turns query texts into documents that are within the limits of their
// shape and valid against the schema. It is safe for concurrent use.
type documents struct {
	schema        *ast.Schema
	rules         []core.RuleFunc // in order of their names
	limits        Limits
	introspection bool
	kept          *documentCache
}

func newDocuments(es graphql.ExecutableSchema, limits Limits, introspection bool) *documents {
	// gqlgen answers @defer in several parts, and this service sends one: the
	// directive is taken away, so using it is an ordinary validation error.
	schema := *es.Schema()
	schema.Directives = maps.Clone(schema.Directives)
	delete(schema.Directives, "defer")

	all := rules.NewDefaultRules()
	all.AddRule(intRule.Name, intRule.RuleFunc)
	byName := all.GetInner()
	var sorted []core.RuleFunc
	for _, name := range slices.Sorted(maps.Keys(byName)) {
		sorted = append(sorted, byName[name])
	}
	return &documents{
		schema:        &schema,
		rules:         sorted,
		limits:        limits,
		introspection: introspection,
		kept:          newDocumentCache(1_000, 1<<20),
	}
}

// load gives the document of a query text, or the errors to show. Documents are
// shared between requests and must not be changed.
func (d *documents) load(query string) (*ast.QueryDocument, gqlerror.List) {
	if doc := d.kept.get(query); doc != nil {
		return doc, nil
	}
	if len(query) > d.limits.Bytes {
		return nil, gqlerror.List{tooLarge(nil, "bytes", d.limits.Bytes)}
	}
	if err := checkTokens(query, d.limits.Tokens); err != nil {
		return nil, gqlerror.List{err}
	}
	doc, err := parser.ParseQuery(&ast.Source{Input: query})
	if err != nil {
		return nil, gqlerror.List{parseError(err)}
	}
	if err := checkOperations(doc); err != nil {
		return nil, gqlerror.List{err}
	}
	if err := checkShape(doc, d.limits); err != nil {
		return nil, gqlerror.List{err}
	}
	if errs := d.validate(doc); len(errs) > 0 {
		return nil, errs
	}
	d.kept.put(query, doc)
	return doc, nil
}

// checkTokens counts tokens and refuses half of a surrogate pair in a string, which
// the parser would turn into U+FFFD. It reports what is no token better than the
// parser, too.
func checkTokens(query string, limit int) *gqlerror.Error {
	if !utf8.ValidString(query) {
		return errorAt(nil, CodeParseFailed, "the document is not valid UTF-8")
	}
	src := &ast.Source{Input: query}
	lex := lexer.New(src)
	escapes := strings.Contains(query, `\u`)
	bytesRead, runesRead := 0, 0
	for n := 0; ; n++ {
		token, err := lex.ReadToken()
		if err != nil {
			return parseError(err)
		}
		if token.Kind == lexer.EOF {
			return nil
		}
		if n == limit {
			return tooLarge(&token.Pos, "tokens", limit)
		}
		if !escapes || token.Kind != lexer.String {
			continue
		}
		// Positions count runes: walk on to where the string starts and ends.
		bytesRead += runeOffset(query[bytesRead:], token.Pos.Start-runesRead)
		end := bytesRead + runeOffset(query[bytesRead:], token.Pos.End-token.Pos.Start)
		if hasLoneSurrogate(query[bytesRead:end]) {
			return errorAt(&token.Pos, CodeParseFailed, "a string holds half of a surrogate pair")
		}
		bytesRead, runesRead = end, token.Pos.End
	}
}

// runeOffset is the number of bytes that the first n runes of s take.
func runeOffset(s string, n int) int {
	offset := 0
	for ; n > 0 && offset < len(s); n-- {
		_, size := utf8.DecodeRuneInString(s[offset:])
		offset += size
	}
	return offset
}

func parseError(err error) *gqlerror.Error {
	shown := errorAt(nil, CodeParseFailed, "%s", clip(err.Error()))
	var located *gqlerror.Error
	if errors.As(err, &located) {
		shown.Message, shown.Locations = clip(located.Message), located.Locations
	}
	return shown
}

func checkOperations(doc *ast.QueryDocument) *gqlerror.Error {
	if len(doc.Operations) == 0 {
		return errorAt(nil, CodeValidationFailed, "the document has no query")
	}
	for _, op := range doc.Operations {
		if op.Operation != ast.Query {
			return errorAt(op.Position, CodeValidationFailed, "only queries are answered: this service has no %ss", op.Operation)
		}
	}
	return nil
}

// validate runs the rules of GraphQL and ends at the error that fills the list: some
// rules do work for each error, and no one reads a thousand of them.
func (d *documents) validate(doc *ast.QueryDocument) (errs gqlerror.List) {
	type enough struct{}
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(enough); !ok {
				panic(r)
			}
		}
	}()
	observers := &core.Events{}
	for _, rule := range d.rules {
		rule(observers, func(options ...core.ErrorOption) {
			var found gqlerror.Error
			for _, option := range options {
				option(&found)
			}
			shown := errorAt(nil, CodeValidationFailed, "%s", d.publicMessage(found.Message))
			shown.Locations = found.Locations
			errs = append(errs, shown)
			if len(errs) == maxDocumentErrors {
				panic(enough{})
			}
		})
	}
	core.Walk(d.schema, doc, observers)
	return errs
}

// publicMessage drops the names that a rule suggests where the schema is not shown.
func (d *documents) publicMessage(message string) string {
	if !d.introspection {
		message, _, _ = strings.Cut(message, " Did you mean ")
	}
	return clip(message)
}

// clip shortens a text that may quote the request.
func clip(s string) string {
	if len(s) <= maxMessage {
		return s
	}
	end := maxMessage
	for !utf8.RuneStart(s[end]) {
		end--
	}
	return s[:end] + "…"
}
