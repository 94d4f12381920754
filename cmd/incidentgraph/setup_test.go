//go:build !embedded_only

package main

import (
	"fmt"
	"os"
	"testing"

	"github.com/incidentgraph/incidentgraph/internal/neo4jtest"
)

func TestMain(m *testing.M) {
	remove, err := buildBinary()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	defer remove()
	neo4jtest.Main(m)
}
