package graphtest

import (
	"testing"

	"github.com/incidentgraph/incidentgraph/graph"
)

// The model passes its own suite: what the tables say by hand is what it answers.
func TestModel(t *testing.T) {
	Run(t, func(testing.TB) graph.Store { return NewModel() })
}

func TestQuestionsToModel(t *testing.T) {
	RunQuestions(t, 100, func(testing.TB) graph.Store { return NewModel() })
}

// One model serves all who open it, and outlives its being closed, as a graph on disk does.
func TestModelIsDurable(t *testing.T) {
	var kept *Model
	RunDurable(t, func(testing.TB) graph.Store { kept = NewModel(); return kept }, func(testing.TB) graph.Store { return kept })
}
