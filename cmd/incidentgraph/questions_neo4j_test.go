//go:build !embedded_only

package main

import "testing"

// The saved questions have the same answers on Neo4j, byte for byte.
func TestQuestionsOnNeo4j(t *testing.T) {
	neo4j, embedded := onNeo4j(t), newProgram(t)
	neo4j.run("load", "--library")
	for _, q := range savedQuestions(t) {
		got := neo4j.run("query", "-f", q.path)
		sameJSON(t, q.name, got, q.answer)
		if want := embedded.run("query", "-f", q.path); got != want {
			t.Errorf("%s, the bytes differ:\nNeo4j    %s\nembedded %s", q.name, got, want)
		}
	}
}
