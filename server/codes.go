package server

import "github.com/incidentgraph/incidentgraph/graph"

// Codes of the errors that this package makes, beside those of package graph. They
// stand in extensions.code and are part of the public contract.
const (
	CodeParseFailed      graph.Code = "GRAPHQL_PARSE_FAILED"      // the document is not GraphQL
	CodeValidationFailed graph.Code = "GRAPHQL_VALIDATION_FAILED" // it does not fit the schema, or a variable does not fit its type
	CodeTooLarge         graph.Code = "DOCUMENT_TOO_LARGE"        // more bytes, tokens, fields, aliases … than Limits allows
	CodeTooDeep          graph.Code = "DOCUMENT_TOO_DEEP"         // fields or input values nested deeper than Limits allows
	CodeTooExpensive     graph.Code = "QUERY_TOO_EXPENSIVE"       // page sizes and filters come to more than Limits.Cost
	CodeAnswerTooLarge   graph.Code = "ANSWER_TOO_LARGE"          // the answer has more bytes, or more fields at once, than Limits allows
	CodeNoIntrospection  graph.Code = "INTROSPECTION_DISABLED"    // __schema or __type where introspection is off
	CodeOverloaded       graph.Code = "OVERLOADED"                // too many requests at once, or too dear ones; try again
	CodeCancelled        graph.Code = "CANCELLED"                 // the caller went away
	CodeBadRequest       graph.Code = "BAD_REQUEST"               // not a GraphQL request (HTTP 400)
	CodePayloadTooLarge  graph.Code = "PAYLOAD_TOO_LARGE"         // body over Options.MaxBody (HTTP 413)
	CodeMediaType        graph.Code = "UNSUPPORTED_MEDIA_TYPE"    // POST of something else than JSON (HTTP 415)
	CodeMethod           graph.Code = "METHOD_NOT_ALLOWED"        // neither POST nor GET (HTTP 405)
	CodeHost             graph.Code = "HOST_NOT_ALLOWED"          // a Host header that is not ours (HTTP 403)
)
