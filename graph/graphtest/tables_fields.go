package graphtest

import (
	"context"
	"fmt"
	"strings"

	"github.com/incidentgraph/incidentgraph/graph"
)

// checkFields counts what cases tell of their fields: of the fixture, and of cases that
// say it of a parent.
func checkFields(ctx context.Context, open opener) error {
	s, err := fixtureStore(ctx, open)
	if err != nil {
		return err
	}
	// Known, lost, none given, unknown, of the five full cases.
	if err := fieldsAre(ctx, s, `
id 4 1 0 0
title 4 1 0 0
summary 3 0 0 2
organisation 4 1 0 0
date 4 1 0 0
date_kind 3 0 0 2
domain 0 0 0 5
tags 3 0 0 2
severity 0 0 3 2
impact_scope 3 0 0 2
affected_users 2 0 1 2
regions 3 0 0 2
time_to_detect 2 0 1 2
time_to_recover 2 0 1 2
started_at 0 0 0 5
detected_at 0 0 0 5
ended_at 0 0 0 5
symptoms 5 0 0 0
symptoms.text 5 0 0 0
symptoms.terms 1 2 0 2
trigger 5 0 0 0
trigger.kind 0 0 0 5
trigger.text 5 0 0 0
root_causes 1 4 0 0
components 1 4 0 0
contributing_factors 0 5 0 0
timeline 0 0 0 5
detection 1 0 0 4
remediation 3 0 1 1
action_items 1 1 0 3
lessons 3 0 1 1
sources 0 3 0 2
references 0 1 0 4
related 2 1 0 2`); err != nil {
		return err
	}

	// A1 tells of some of its symptoms, A2 of no trigger. What A2 replaces and the stub
	// tell nothing, and zero minutes are a time.
	const replaced = "X-0000000000b1"
	s, err = withCases(ctx, open,
		record("A1", lost(graph.FieldSymptoms), func(c *graph.Case) { c.Symptoms.Text = graph.PlainText("Slow.") }, detected(0)),
		record("A2", none(graph.FieldTrigger), replaces(replaced), card("STUB", shares("kv"))),
		record(replaced, title("Old"), tagged("old"), trigger("deploy")),
	)
	if err != nil {
		return err
	}
	want := map[graph.Field]string{
		"id": "2 0 0 0", "symptoms": "1 0 0 1", "symptoms.text": "1 0 0 1", "symptoms.terms": "0 1 0 1",
		"trigger": "0 0 1 1", "trigger.kind": "0 0 1 1", "trigger.text": "0 0 1 1", "time_to_detect": "1 0 0 1", "related": "1 0 0 1",
	}
	var lines []string
	for _, field := range graph.Fields() {
		counts, said := want[field]
		if !said {
			counts = "0 0 0 2"
		}
		lines = append(lines, string(field)+" "+counts)
	}
	return fieldsAre(ctx, s, strings.Join(lines, "\n"))
}

func fieldsAre(ctx context.Context, s graph.Store, want string) error {
	stats, err := s.Stats(ctx)
	if err != nil {
		return fmt.Errorf("Stats: %w", err)
	}
	var lines []string
	for _, field := range graph.Fields() {
		n, counted := stats.Fields[field]
		if !counted {
			return fmt.Errorf("Stats.Fields does not hold %s", field)
		}
		lines = append(lines, fmt.Sprintf("%s %d %d %d %d", field, n.Known, n.Lost, n.NoneGiven, n.Unknown))
	}
	if got, want := strings.Join(lines, "\n"), strings.Trim(want, "\n"); got != want {
		return fmt.Errorf("Stats.Fields%s", difference(got, want))
	}
	return nil
}
