// Package server answers GraphQL over HTTP and in process, and keeps a service
// that faces strangers standing.
//
// An [Executor] takes a schema made by gqlgen and turns a [Request] into a
// response. It is the one way in: the HTTP endpoint, the command line and pages
// that need data all call [Executor.Execute], so all of them meet the same limits,
// the same error codes and the same deadline. GraphQL is read-only here.
//
// The life of a request:
//
//   - The document is cut into tokens and parsed, then its shape is held against
//     [Limits] with the fragments written out. Only then is it validated: validation
//     compares fields in pairs and would let a few kilobytes cost seconds.
//   - A valid document is kept, so the next request with the same text starts here.
//   - Variables are coerced and the answer's size is estimated from the page sizes and
//     filters asked for, the same for literals and variables, for fragments and plain
//     fields. A query waits until there is room for its cost beside those that run.
//   - The schema resolves the query until the deadline, or until the answer has more
//     bytes, or more fields at once, than [Limits] allows. Then the request is answered
//     with one error, and what still runs is left behind; it keeps its room until it has
//     ended. Errors that carry a [graph.Code] are shown; all others are logged and become
//     "internal error" with an id that leads to the log line. A panic costs its request
//     alone.
//
// # Cost
//
// The cost of a query estimates how many values its answer holds, and what else it
// takes to find them. A field costs its rows times one more than the fields within it
// cost. A field that takes first, last or limit is paged: its page size is the largest
// of them that is given, or the schema's default, or 20. It is the number of rows of the
// field itself where that is a list, else of each list directly below it (edges and nodes
// of a connection). Where a field takes maxLength, too, the lists within those rows have
// one row more than that: the nodes of a path. A list asked by ids has as many rows as it
// is given ids, any other list five, anything else one. By @cost the schema says what
// this does not tell: how much it takes to count or to walk, however little is shown of
// it, and of which lists a page has several rows for each of its own.
//
// A filter, which is an argument of an input type, counts where it is used, so once for
// each row that its field is resolved for: each value in a list within it counts one, and
// each member what @cost says, which is 500 for a text. A facet counts the filter of its
// list once more where it is counted without the filter's own condition (excludeOwn). So a
// dashboard of one text, five such facets of twenty buckets with two fields each and a
// page of twenty incidents with five costs 5,922: 500 for the text, 5 × (500 + 500 + 20 × 3)
// for the facets, 20 × 6 for the page, and two for the list and its count.
//
// The name of a field in the answer counts one more for each 64 bytes.
//
// A page size outside 0 to 1,000, or one that is no whole number, counts as 1,000;
// null counts as left out and 0 as 1. What @skip and @include leave out is counted,
// and so is each of several equal fields. Sums and products saturate.
//
// # HTTP
//
// A [Server] is the HTTP side: CORS, the check of the Host header, security headers,
// time limits, the access log, a graceful stop, and these paths:
//
//   - /graphql by POST (application/json) and GET. What a browser may send across
//     sites without asking first (forms, multipart, text/plain) is refused, and
//     WebSocket, SSE, batches, persisted queries and @defer do not exist.
//   - / is the query page of package explorer where Accept names text/html, and else a
//     JSON object of the paths that a program may want. The page's files are below
//     /assets/, the saved questions at /questions.json.
//   - /schema.graphql is the schema (403 where introspection is off) and
//     /schema/case.json the JSON Schema of a case.
//   - /healthz says that the process answers, /readyz that the store does, too.
//
// Pages and contracts come with an ETag and are asked for anew each time; a browser
// that has them gets 304.
//
// The answer to a query depends on nothing but the request and the stored graph: it
// holds no request id, time or host name. Errors are in order of their paths.
package server
