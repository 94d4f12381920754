package main

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/incidentgraph/incidentgraph/graph"
)

func TestWrite(t *testing.T) {
	var out bytes.Buffer
	if err := write(&out, 40, 1, true); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	if len(lines) != 40 {
		t.Fatalf("%d lines, want 40", len(lines))
	}
	hub := 0
	for i, line := range lines {
		c, err := graph.DecodeCase([]byte(line))
		if err != nil {
			t.Fatalf("line %d: %v", i+1, err)
		}
		if strings.Contains(line, `"hub-10"`) && len(c.Components) > 0 {
			hub++
		}
	}
	if hub < 10 { // its ten cases, and cards that say so
		t.Errorf("%d cases of the hub of 10", hub)
	}
}

type full struct{}

var errFull = errors.New("full")

func (full) Write([]byte) (int, error) { return 0, errFull }

func TestWriteFails(t *testing.T) {
	if err := write(full{}, 1, 1, false); !errors.Is(err, errFull) {
		t.Errorf("error %v, want %v", err, errFull)
	}
}
