package main

import (
	"testing"

	"github.com/incidentgraph/incidentgraph/schema"
)

func TestSchemaOfACase(t *testing.T) {
	p := newProgram(t)
	if got := p.run("schema", "--case"); got != schema.Case() {
		t.Errorf("not the JSON Schema of a case: %.200s", got)
	}
}
