package graphtest

import (
	"context"
	"fmt"
	"strings"

	"github.com/incidentgraph/incidentgraph/graph"
	"golang.org/x/text/unicode/norm"
)

// valued asks for values of a field, as people type them.
func valued(field graph.ValueField, typed ...string) graph.Filter {
	folded := []string{}
	for _, v := range typed {
		folded = append(folded, graph.Fold(v))
	}
	return graph.Filter{Values: map[graph.ValueField][]string{field: folded}}
}

// openEnd is an end of a range that is not there.
const openEnd = -1

func minutesRange(from, to int) *graph.MinutesRange {
	var r graph.MinutesRange
	if from != openEnd {
		r.Min = &from
	}
	if to != openEnd {
		r.Max = &to
	}
	return &r
}

func detecting(from, to int) graph.Filter { return graph.Filter{TimeToDetect: minutesRange(from, to)} }

func recovering(from, to int) graph.Filter {
	return graph.Filter{TimeToRecover: minutesRange(from, to)}
}

func stub(yes bool) graph.Filter { return graph.Filter{Stub: &yes} }

// checkValues asks for plain values, times and stubs, each with the keys that it holds:
//
//	V1  SEV1  Kubernetes  EU–West–1, 서울  AWS       0   10
//	V2  ｓｅｖ１                             aws, c++  10  -
//	V3  sev2              서울                        -   10
//	V4  (cites V5)
//	V5  sev1, a stub
func checkValues(ctx context.Context, open opener) error {
	s, err := withCases(ctx, open,
		record("V1", severity("SEV1"), domain("Kubernetes"), inRegions("EU–West–1", "서울"), tagged("AWS"), detected(0), recovered(10)),
		record("V2", severity("ｓｅｖ１"), tagged("aws", "c++"), detected(10)),
		record("V3", severity("sev2"), inRegions("서울"), recovered(10)),
		record("V4", card("V5", of("", "", "", "sev1"))),
	)
	if err != nil {
		return err
	}
	both := valued(graph.Severity, "sev1")
	both.Values[graph.Tag] = []string{"c++"}
	timed := detecting(0, openEnd)
	timed.TimeToRecover = minutesRange(10, 10)
	table := []struct {
		filter graph.Filter
		want   string
	}{
		{valued(graph.Severity, "sev1"), "V1 V2 V5"},
		{valued(graph.Severity, "Sev1"), "V1 V2 V5"},
		{valued(graph.Severity, "sev2", "ＳＥＶ１"), "V1 V2 V3 V5"},
		{valued(graph.Severity), ""},
		{valued(graph.Severity, "sev"), ""},
		{valued(graph.Domain, "kubernetes"), "V1"},
		{valued(graph.Region, "eu-west-1"), "V1"},
		{valued(graph.Region, norm.NFD.String("서울")), "V1 V3"},
		{valued(graph.Tag, "aws"), "V1 V2"},
		{valued(graph.Tag, "c++"), "V2"},
		{valued(graph.Tag, "c"), ""},
		{valued(graph.Tag, "sev1"), ""}, // it is no tag
		{both, "V2"},
		{not(valued(graph.Severity, "sev1")), "V3 V4"},
		{not(valued(graph.Severity)), "V1 V2 V3 V4 V5"},
		{and(valued(graph.Region, "서울"), not(valued(graph.Tag, "aws"))), "V3"},

		{detecting(0, 0), "V1"},
		{detecting(1, openEnd), "V2"},
		{detecting(openEnd, 9), "V1"},
		{detecting(0, 10), "V1 V2"},
		{detecting(11, openEnd), ""},
		{detecting(10, 0), ""},
		{detecting(openEnd, openEnd), "V1 V2 V3 V4 V5"}, // it asks nothing
		{recovering(10, 10), "V1 V3"},
		{timed, "V1"},
		// Logic has two values: the opposite of what is not known to match does.
		{not(detecting(0, openEnd)), "V3 V4 V5"},
		{not(detecting(5, openEnd)), "V1 V3 V4 V5"},
		{not(recovering(openEnd, openEnd)), ""},
		{or(detecting(10, openEnd), not(recovering(0, openEnd))), "V2 V4 V5"},

		{stub(true), "V5"},
		{stub(false), "V1 V2 V3 V4"},
		{not(stub(true)), "V1 V2 V3 V4"},
		{or(stub(true), detecting(10, 10)), "V2 V5"},
		{and(stub(false), stub(true)), ""},
	}
	var requests []graph.FindRequest
	for _, row := range table {
		requests = append(requests, graph.FindRequest{Filter: row.filter, Page: graph.Page{Size: graph.MaxPageSize}})
	}
	results, err := s.Find(ctx, requests)
	if err != nil {
		return fmt.Errorf("Find: %w", err)
	}
	for i, row := range table {
		if got := strings.Join(results[i].Keys, " "); got != row.want || results[i].Total != len(results[i].Keys) {
			return fmt.Errorf("Find %s: got %q of %d, want %q", describe(row.filter), got, results[i].Total, row.want)
		}
	}
	return nil
}
