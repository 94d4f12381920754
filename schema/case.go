package schema

import _ "embed"

//go:embed case.schema.json
var caseSchema string

// Case gives the JSON Schema (draft 2020-12) of a case record, with which editors
// complete and check what is written. Its description names what the loader asks beyond
// it. Patterns are ECMA-262's.
func Case() string { return caseSchema }
