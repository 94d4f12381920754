package loader

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/incidentgraph/incidentgraph/graph"
)

// preview gives what a load would change, and its report's last line.
func previewOf(t *testing.T, store graph.Store, files texts) ([]string, string) {
	t.Helper()
	voc, err := store.Vocabulary(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	l := read(t, files, Options{Vocabulary: voc})
	var changes []string
	err = l.Preview(t.Context(), store, func(c Change) error {
		changes = append(changes, c.String())
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return changes, l.Report.String()
}

func TestPreview(t *testing.T) {
	store := openStore(t)
	load := func(files texts) {
		t.Helper()
		voc, err := store.Vocabulary(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := loadAll(t.Context(), store, files.found(), Options{Vocabulary: voc}); err != nil {
			t.Fatal(err)
		}
	}
	const headless = "X-0000000000a1"
	load(texts{
		{"components.yaml", "- {slug: kv, en: KV}\n- {slug: cache}\n"},
		{"a.yaml", strings.Join([]string{
			"{id: A, title: a, related: [{id: S1}, {id: S2}, {id: B}]}",
			"{id: B, title: b, related: [{id: S2}]}",
			"{id: C, title: c, updated_at: 2024-01-01}",
			"{id: " + headless + ", title: lost}",
		}, "\n---\n")},
	})
	before, err := store.Version(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	next := texts{
		{"components.yaml", "- {slug: coordination-kv, formerly: [kv]}\n- {slug: cache, en: Cache}\n"},
		{"b.yaml", strings.Join([]string{
			"{id: A, title: A!, severity: sev1, related: [{id: D}, {id: s3}]}", // S1 goes, S2 stays for B, S3 comes
			"{id: B, title: b, related: [{id: S2}]}",
			"{id: C, title: older, updated_at: 2023-01-01}",
			"{id: c, title: in another case}",
			"{id: D, title: d, replaces: [" + headless + "]}",
		}, "\n---\n")},
	}
	// C and c clash among themselves before the store is asked.
	next[1][1] = strings.Replace(next[1][1], "id: c,", "id: b-2,", 1)
	changes, report := previewOf(t, store, next)
	same(t, "changes", changes, []string{
		"change component:cache",
		"add component:coordination-kv",
		"remove component:kv",
		"change incident:A related, severity, title",
		"add incident:b-2",
		"add incident:D",
		"add stub incident:s3",
		"remove stub incident:S1",
		"remove incident:" + headless,
	})
	same(t, "report", report, "read: 5, to be added: 2, to be replaced: 1, unchanged: 1, older than what is stored: 1, vocabulary terms: 2, stubs to be added: 1, incidents to be removed: 2")
	if now, err := store.Version(t.Context()); err != nil || now != before {
		t.Errorf("version %d, before %d, %v", now, before, err)
	}
	// What was foretold comes true.
	keys := func() []string {
		result, err := store.Find(context.Background(), []graph.FindRequest{{Page: graph.Page{Size: 100}}})
		if err != nil {
			t.Fatal(err)
		}
		return slices.Sorted(slices.Values(result[0].Keys))
	}
	same(t, "before", keys(), []string{"A", "B", "C", "S1", "S2", headless})
	load(next)
	same(t, "after", keys(), []string{"A", "B", "C", "D", "S2", "b-2", "s3"})
	changes, report = previewOf(t, store, texts{
		{"c.yaml", "id: b\n---\nid: " + headless + "\ntitle: lost\n---\nid: " + headless[:len(headless)-1] + "2\n"},
	})
	same(t, "changes", changes, []string{"add incident:X-0000000000a2"})
	same(t, "report", report, "read: 3, to be added: 1, unchanged: 1, rejected: 1")
}

// A card that names a provisional key brings no stub where a record of the load takes the
// key's place, and a stub that goes for it goes once.
func TestPreviewOfProvisionalKeysThatAreReplaced(t *testing.T) {
	store := openStore(t)
	const x, y = "X-0123456789ab", "X-0123456789ac"
	files := texts{{"a.yaml", "{id: IL-8, related: [{id: " + x + "}, {id: " + y + "}]}\n---\n{id: IL-9, replaces: [" + x + "]}\n"}}
	changes, report := previewOf(t, store, files)
	same(t, "changes", changes, []string{"add incident:IL-8", "add incident:IL-9", "add stub incident:" + y})
	same(t, "report", report, "read: 2, to be added: 2, stubs to be added: 1")

	voc, err := store.Vocabulary(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := loadAll(t.Context(), store, files.found(), Options{Vocabulary: voc}); err != nil {
		t.Fatal(err)
	}
	changes, report = previewOf(t, store, texts{{"b.yaml", "{id: IL-8, title: t, related: [{id: " + x + "}]}\n---\n{id: IL-10, replaces: [" + y + "]}\n"}})
	same(t, "changes", changes, []string{"change incident:IL-8 related, title", "add incident:IL-10", "remove stub incident:" + y})
	same(t, "report", report, "read: 2, to be added: 1, to be replaced: 1, incidents to be removed: 1")
}

// contradictionsOf gives what a dry run and then the load itself tell of contradictions.
func contradictionsOf(t *testing.T, store graph.Store, files texts) (foretold, found []graph.Warning) {
	t.Helper()
	voc, err := store.Vocabulary(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	l := read(t, files, Options{Vocabulary: voc})
	if err := l.Preview(t.Context(), store, func(Change) error { return nil }); err != nil {
		t.Fatal(err)
	}
	report, err := loadAll(t.Context(), store, files.found(), Options{Vocabulary: voc})
	if err != nil {
		t.Fatal(err)
	}
	return l.Report.Against.Items, report.Against.Items
}

// A dry run tells of the contradictions that the load will find: between records, with
// stored cases on either end of a card, and with records that take the place of others.
func TestPreviewForetellsContradictions(t *testing.T) {
	store := openStore(t)
	const headless = "X-0000000000a1"
	lists := func(key, field string) graph.Warning {
		return graph.Warning{Key: key, Field: graph.FieldComponents, Message: field}
	}
	for _, step := range []struct {
		name string
		text []string
		want []graph.Warning // what the dry run tells, and the load
		old  []graph.Warning // what the load tells besides
	}{
		{"between records", []string{
			"{id: A, components: [x], related: [{id: B, shared_components: [y]}]}",
			"{id: B, components: [y]}",
			"{id: C, components: [x], related: [{id: S, shared_components: [x]}, {id: D, title: d}]}",
			"{id: " + headless + ", title: lost, components: [x]}",
		}, []graph.Warning{
			lists("A", "its card gives A component y, which that case does not list; the case is followed"),
			lists("A", "its card pairs it with B as SHARES_COMPONENT, and the two share none; the cases are followed"),
		}, nil},
		{"a stub's own case", []string{"{id: S, components: [z]}"}, []graph.Warning{
			lists("C", "its card gives S component x, which that case does not list; the case is followed"),
			lists("C", "its card pairs it with S as SHARES_COMPONENT, and the two share none; the cases are followed"),
		}, nil},
		{"a record and a stored case, and one that is older", []string{
			"{id: D, components: [z], updated_at: 2024-01-02, related: [{id: c, same_cause: true, shared_components: [z]}]}",
			"{id: E, related: [{shared_components: [q]}]}",
		}, []graph.Warning{
			lists("D", "its card gives C component z, which that case does not list; the case is followed"),
			lists("D", "its card pairs it with C as SHARES_COMPONENT, and the two share none; the cases are followed"),
		}, []graph.Warning{
			lists("C", "its card pairs it with S as SHARES_COMPONENT, and the two share none; the cases are followed"),
		}},
		{"the stored case stays, being newer", []string{
			"{id: D, components: [x], updated_at: 2024-01-01}",
			"{id: F, components: [z], related: [{id: D, shared_components: [z]}, {id: " + headless + ", shared_components: [z]}]}",
			"{id: G, components: [z], replaces: [" + headless + "]}",
		}, nil, []graph.Warning{
			lists("D", "its card gives C component z, which that case does not list; the case is followed"),
			lists("C", "its card pairs it with S as SHARES_COMPONENT, and the two share none; the cases are followed"),
			lists("D", "its card pairs it with C as SHARES_COMPONENT, and the two share none; the cases are followed"),
		}},
	} {
		foretold, found := contradictionsOf(t, store, texts{{"a.yaml", strings.Join(step.text, "\n---\n")}})
		all := slices.Concat(step.want, step.old)
		for _, list := range [][]graph.Warning{foretold, found, step.want, all} {
			slices.SortFunc(list, func(a, b graph.Warning) int { return strings.Compare(a.Key+a.Message, b.Key+b.Message) })
		}
		same(t, step.name+", foretold", foretold, step.want)
		same(t, step.name+", found", found, all)
	}
}
