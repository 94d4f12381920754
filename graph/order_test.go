package graph

import (
	"slices"
	"strings"
	"testing"
)

// The rows of the tests on orders, by name: what is not known is left out.
func places() []Position {
	known := func(name string, day int32, company string, detect, recover, shared int) Position {
		return Position{Name: name, Day: day, Company: company, TimeToDetect: detect, TimeToRecover: recover, Shared: shared}
	}
	return []Position{
		known("A", 10, "b", 5, UnknownMinutes, 1),
		known("B", 20, "a", UnknownMinutes, 7, 2),
		known("C", 10, "b", 5, 7, 2),
		known("D", UnknownDay, "", UnknownMinutes, UnknownMinutes, 3),
		known("a", 20, "𠮷", 0, 0, 1), // beyond the plane that UTF-16 has in one unit
		known("b", UnknownDay, "﨎", 9, 100, 3),
	}
}

func TestOrders(t *testing.T) {
	for _, tt := range []struct {
		name  string
		order Order
		want  string
	}{
		{"by name alone", Order{}, "A B C D a b"},
		{"newest", Newest, "B a A C D b"},
		{"oldest: unknown last all the same", Order{{ByDay, false}}, "A C B a D b"},
		{"most shared", MostShared, "D b B C a A"},
		{"the count alone", Order{{ByShared, true}}, "D b B C A a"},
		{"name, falling", Order{{ByName, true}}, "b a D C B A"},
		{"company by code points", Order{{ByCompany, false}}, "B A C b a D"},
		{"company, falling", Order{{ByCompany, true}}, "a b A C B D"},
		{"time to detect", Order{{ByTimeToDetect, false}}, "a A C b B D"},
		{"time to recover, falling", Order{{ByTimeToRecover, true}}, "b B C a A D"},
		{"several keys", Order{{ByTimeToDetect, true}, {ByDay, true}, {ByName, true}}, "b C A a B D"},
	} {
		rows := places()
		slices.SortFunc(rows, tt.order.Compare)
		var got []string
		for _, p := range rows {
			got = append(got, p.Name)
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%s: %v, want %s", tt.name, got, tt.want)
		}
	}
}

// A place whose row has changed since is still that row's where a list goes by key.
func TestBehindTheNameNothingDecides(t *testing.T) {
	order := Order{{ByName, false}, {ByDay, false}}
	if c := order.Compare(Position{Name: "A", Day: 5}, Position{Name: "A", Day: UnknownDay}); c != 0 {
		t.Errorf("%d, want 0", c)
	}
}

// Whatever an order asks for is in its cursors, and nothing else.
func TestPositionsOfAnOrder(t *testing.T) {
	full := Position{Shared: 1, Tier: TierText, Day: 2, Company: "c", TimeToDetect: 3, TimeToRecover: 4, Kind: KindCause, Name: "n"}
	for _, tt := range []struct {
		order Order
		want  Position
	}{
		{Order{}, Position{Name: "n"}},
		{Newest, Position{Day: 2, Name: "n"}},
		{MostShared, Position{Shared: 1, Day: 2, Name: "n"}},
		{BestFound, Position{Tier: TierText, Day: 2, Name: "n"}},
		{ByTerm, Position{Kind: KindCause, Name: "n"}},
		{Order{{ByName, true}}, Position{Name: "n"}},
		{Order{{ByCompany, true}, {ByTimeToDetect, false}, {ByTimeToRecover, false}}, Position{Company: "c", TimeToDetect: 3, TimeToRecover: 4, Name: "n"}},
	} {
		got := full.For(tt.order)
		if got != tt.want {
			t.Errorf("%v: %+v, want %+v", tt.order, got, tt.want)
		}
		read, err := ParseCursor(Cursor(got, "list"), "list")
		if err != nil || read != got {
			t.Errorf("%v: the cursor gives %+v (%v), want %+v", tt.order, read, err, got)
		}
	}
}

func TestPositionOfAnIncident(t *testing.T) {
	five := 5
	i := &Incident{Key: "IL-1", Date: mustDate(t, "2019-01"), TimeToDetect: &five, Edges: []Edge{{Kind: At, To: "acme"}}}
	want := Position{Day: i.Date.First(), Company: "acme", TimeToDetect: 5, TimeToRecover: UnknownMinutes, Name: "IL-1"}
	if got := i.Position(); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if got := (&Incident{Key: "S"}).Position(); got != (Position{Day: UnknownDay, TimeToDetect: UnknownMinutes, TimeToRecover: UnknownMinutes, Name: "S"}) {
		t.Errorf("a stub: %+v", got)
	}
}

func mustDate(t *testing.T, s string) Date {
	t.Helper()
	d, err := ParseDate(s)
	if err != nil {
		t.Fatal(err)
	}
	return d
}
