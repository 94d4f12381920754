package graph

import "testing"

func TestFilterValues(t *testing.T) {
	five, ten := 5, 10
	yes, no := true, false
	in := &Incident{Key: "A", Domain: "Kubernetes", Severity: "ＳEV1", Regions: []string{"서울", "eu-west-1"}, Tags: []string{"DNS"}, TimeToRecover: &ten}
	stub := &Incident{Key: "S", Stub: true}
	query, err := ParseTextQuery("dns")
	if err != nil {
		t.Fatal(err)
	}
	finds := func(q *TextQuery) bool { return q == query }
	values := func(field ValueField, wanted ...string) Filter {
		return Filter{Values: map[ValueField][]string{field: wanted}}
	}
	for _, tt := range []struct {
		name       string
		filter     Filter
		want, stub bool
	}{
		{"folded", values(Severity, "sev1"), true, false},
		{"one of several", values(Region, "busan", "서울"), true, false},
		{"none of them", values(Tag, "aws"), false, false},
		{"an empty list", values(Domain), false, false},
		{"two fields", Filter{Values: map[ValueField][]string{Domain: {"kubernetes"}, Tag: {"aws"}}}, false, false},
		{"both ends", Filter{TimeToRecover: &MinutesRange{&ten, &ten}}, true, false},
		{"too short", Filter{TimeToRecover: &MinutesRange{Max: &five}}, false, false},
		{"an unknown time", Filter{TimeToDetect: &MinutesRange{Min: &five}}, false, false},
		{"not an unknown time", Filter{Not: &Filter{TimeToDetect: &MinutesRange{Min: &five}}}, true, true},
		{"a range without ends", Filter{TimeToDetect: &MinutesRange{}}, true, true},
		{"stubs", Filter{Stub: &yes}, false, true},
		{"no stubs", Filter{Stub: &no}, true, false},
		{"text", Filter{Text: query}, true, true},
		{"other text", Filter{Text: &TextQuery{}}, false, false},
		{"below or", Filter{Or: &[]Filter{values(Tag, "aws"), {Text: query}}}, true, true},
	} {
		if got := tt.filter.Matches(in, finds); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
		if got := tt.filter.Matches(stub, finds); got != tt.stub {
			t.Errorf("%s, of a stub: %v, want %v", tt.name, got, tt.stub)
		}
	}
}
