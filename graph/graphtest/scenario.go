package graphtest

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/incidentgraph/incidentgraph/graph"
)

// scenario is a small story about one rule.
type scenario struct {
	name  string
	steps []step
}

// step applies one batch and says what comes of it.
type step struct {
	put     []*graph.Case
	remove  []string
	terms   []graph.Term
	applied string     // what became of the batch, as appliedText writes it; "": not looked at
	fails   graph.Code // of the error that Apply gives; the graph is as before then
	want    string     // the whole graph, as Dump writes it
	same    bool       // the whole graph is as before
	lookups []lookup
}

// lookup is a name and the id that it means, "" where none.
type lookup struct {
	kind graph.NodeKind
	name string
	want graph.ID
}

func scenarios() []scenario {
	var all []scenario
	for _, some := range [][]scenario{authorityScenarios(), causeScenarios(), pairScenarios(), cardScenarios(),
		stubScenarios(), heirScenarios(), termScenarios(), renameScenarios(), batchScenarios()} {
		all = append(all, some...)
	}
	return all
}

// check plays the story on a store, beside a model.
func (s scenario) check(ctx context.Context, open opener) error {
	store, err := open()
	if err != nil {
		return err
	}
	beside := newPair(store)
	before := ""
	for i, st := range s.steps {
		want := strings.Trim(st.want, "\n")
		if st.same || st.fails != "" {
			want = before
		}
		if err := st.play(ctx, beside, want); err != nil {
			return fmt.Errorf("step %d: %w", i+1, err)
		}
		before = want
	}
	a, err := beside.model.at(ctx)
	if err != nil {
		return err
	}
	return compare(ctx, beside.store, a, everything(a))
}

func (st step) play(ctx context.Context, beside *pair, want string) error {
	batch := graph.Batch{Cases: st.put, Delete: st.remove, Terms: st.terms}
	if st.fails != "" || st.applied != "" {
		version, err := beside.store.Version(ctx)
		if err != nil {
			return err
		}
		applied, err := beside.store.Apply(ctx, batch)
		if code := codeOf(err); code != st.fails {
			return fmt.Errorf("Apply: error %s, want one of code %q", errText(err), st.fails)
		}
		if got := appliedText(applied, version); err == nil && got != strings.Trim(st.applied, "\n") {
			return fmt.Errorf("Apply: got\n%s\nwant\n%s", got, strings.Trim(st.applied, "\n"))
		}
		if _, err := beside.model.Apply(ctx, batch); codeOf(err) != st.fails {
			return fmt.Errorf("the model: error %s, want one of code %q", errText(err), st.fails)
		}
	} else if err := beside.apply(ctx, batch); err != nil {
		return err
	}
	got, err := Dump(ctx, beside.store)
	if err != nil {
		return err
	}
	if got = strings.Trim(got, "\n"); got != want {
		return fmt.Errorf("the graph\n got:\n%s\nwant:\n%s", got, want)
	}
	var names []graph.Name
	var ids []graph.ID
	for _, l := range st.lookups {
		names, ids = append(names, graph.Name{Kind: l.kind, Text: l.name}), append(ids, l.want)
	}
	if len(names) > 0 {
		found, err := beside.store.Lookup(ctx, names)
		if err != nil {
			return fmt.Errorf("Lookup: %w", err)
		}
		if err := differ("Lookup", names, found, ids, plain); err != nil {
			return err
		}
	}
	a, err := beside.model.at(ctx)
	if err != nil {
		return err
	}
	return compareWhole(ctx, beside.store, a, questions{})
}

// codeOf gives the code of an error, "" where there is none.
func codeOf(err error) graph.Code {
	if err == nil {
		return ""
	}
	return graph.CodeOf(err)
}

// errText writes an error for a message.
func errText(err error) string {
	if err == nil {
		return "none"
	}
	return err.Error()
}

// appliedText writes what became of a batch that met a graph of a version.
func appliedText(a graph.Applied, before int64) string {
	lines := []string{fmt.Sprintf("version +%d", a.Version-before)}
	for _, list := range []struct {
		name string
		keys []string
	}{
		{"added", a.Added}, {"replaced", a.Replaced}, {"unchanged", a.Unchanged}, {"older", a.Older},
		{"deleted", a.Deleted}, {"missing", a.Missing},
	} {
		if len(list.keys) > 0 {
			lines = append(lines, list.name+" "+strings.Join(slices.Sorted(slices.Values(list.keys)), ","))
		}
	}
	var rest []string
	for _, r := range a.Rejected {
		rest = append(rest, "rejected "+r.Key)
	}
	for _, w := range a.Warnings {
		rest = append(rest, fmt.Sprintf("warning %s %s", w.Key, w.Field))
	}
	slices.Sort(rest)
	return strings.Join(append(lines, rest...), "\n")
}
