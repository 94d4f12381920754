package loader

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/incidentgraph/incidentgraph/graph"
)

// sampleLine is a case of about 2.5 KB in both languages.
func sampleLine(tb testing.TB, number int) []byte {
	tb.Helper()
	both := func(n int) graph.Text {
		return graph.Text{
			EN: strings.Repeat("The balancer slowed down and orders waited. ", n),
			KO: strings.Repeat("로드 밸런서가 느려져 주문이 밀렸다. ", n),
		}
	}
	minutes := 26
	date, err := graph.ParseDate("2024-03-04")
	if err != nil {
		tb.Fatal(err)
	}
	line, err := graph.EncodeCase(&graph.Case{
		ID: fmt.Sprintf("EX-%07d", number), Title: both(1), Summary: both(8), Organisation: "Example Shop",
		Date: date, DateKind: graph.Occurred, Tags: []string{"database", "aws"}, Severity: "sev2",
		ImpactScope: graph.Text{EN: "Checkout in all regions"}, Regions: []string{"eu-west-1"},
		TimeToDetect: &minutes, TimeToRecover: &minutes,
		Symptoms:   graph.Symptoms{Text: both(5), Terms: []string{"high-latency", "intermittent-timeout"}},
		Trigger:    graph.Trigger{Kind: "deploy", Text: both(1)},
		RootCauses: []string{"software-bug"}, Components: []string{"load-balancer", "in-memory-cache", "service-discovery"},
		Factors: []string{"retry-storm"}, Detection: both(1), Remediation: []graph.Text{both(1), both(1)},
		ActionItems: []graph.Text{both(1), both(1)}, Lessons: both(2),
		Sources: []graph.Source{{Title: "Report", URL: "https://example.com/report"}},
	})
	if err != nil {
		tb.Fatal(err)
	}
	return line
}

// BenchmarkDecodeNDJSON decodes one line into a case, without checking it.
func BenchmarkDecodeNDJSON(b *testing.B) {
	line := sampleLine(b, 1)
	r := newSpoolReader()
	b.SetBytes(int64(len(line)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := r.cases([][]byte{line}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkCheckNDJSON decodes, normalises, checks and encodes one line: the work of the
// first pass for one record.
func BenchmarkCheckNDJSON(b *testing.B) {
	line := sampleLine(b, 1)
	k := newChecker(libraryVocabulary(b), false)
	b.SetBytes(int64(len(line)))
	b.ReportAllocs()
	for b.Loop() {
		if got := k.chunk(chunk{file: "x", format: NDJSON, line: 1, data: line}); len(got[0].Problems) > 0 {
			b.Fatal(got[0].Problems)
		}
	}
}

// BenchmarkTwoPasses reads 20,000 cases from NDJSON and gives them out again in batches.
func BenchmarkTwoPasses(b *testing.B) {
	const n = 20_000
	var text bytes.Buffer
	for i := range n {
		text.Write(sampleLine(b, i))
		text.WriteByte('\n')
	}
	voc := libraryVocabulary(b)
	in := Input{Name: "many.ndjson", Format: NDJSON, Open: func(context.Context) (Body, error) {
		return Body{ReadCloser: io.NopCloser(bytes.NewReader(text.Bytes()))}, nil
	}}
	b.SetBytes(int64(text.Len()))
	for b.Loop() {
		l, err := Read(context.Background(), Found{Inputs: []Input{in}}, Options{Vocabulary: voc})
		if err != nil {
			b.Fatal(err)
		}
		got := 0
		for batch, err := range l.Batches() {
			if err != nil {
				b.Fatal(err)
			}
			got += len(batch.Cases)
		}
		if err := l.Close(); err != nil || got != n {
			b.Fatalf("%d cases, %v", got, err)
		}
	}
	b.ReportMetric(float64(n*b.N)/b.Elapsed().Seconds(), "cases/s")
}
