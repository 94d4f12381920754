package loader

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/incidentgraph/incidentgraph/graph"
	"github.com/incidentgraph/incidentgraph/graph/embedded"
)

func openStore(t *testing.T) *embedded.Store {
	t.Helper()
	store, err := embedded.Open(context.Background(), filepath.Join(t.TempDir(), "graph.db"), embedded.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	return store
}

// TestApply loads into a store, again, and with changes.
func TestApply(t *testing.T) {
	ctx := context.Background()
	store := openStore(t)
	run := func(files texts) Report {
		t.Helper()
		voc, err := store.Vocabulary(ctx)
		if err != nil {
			t.Fatal(err)
		}
		report, err := loadAll(ctx, store, files.found(), Options{Vocabulary: voc})
		if err != nil {
			t.Fatal(err)
		}
		return report
	}
	files := texts{
		{"components.yaml", "- {slug: cache, en: Cache}\n"},
		{"a.yaml", "id: A\nupdated_at: 2024-05-05\ncomponents: [cache]\n"},
		{"b.yaml", "id: B\n"},
		{"c.yaml", "title: without a key\n"},
	}
	first := run(files)
	same(t, "first", first.String(), "read: 3, added: 3, vocabulary terms: 1")
	again := run(files)
	same(t, "again", again.String(), "read: 3, unchanged: 3, vocabulary terms: 1")
	same(t, "version", again.Version, first.Version)
	changed := run(texts{
		{"a.yaml", "id: A\nupdated_at: 2024-04-04\n"},
		{"b.yaml", "id: B\ntitle: new\n---\n\nid: a\n"},
		{"d.yaml", "id: D\n---\nid: b\n"},
	})
	same(t, "changed", changed.String(), "read: 5, added: 1, rejected: 4")
	same(t, "exit code", changed.ExitCode(), 2)
	mixed := run(texts{
		{"b.yaml", "id: B\ntitle: new\n"},
		{"a.yaml", "id: A\nupdated_at: 2024-04-04\n"},
		{"d.yaml", "\nid: d\n"},
	})
	same(t, "mixed", mixed.String(), "read: 3, replaced: 1, older than what is stored: 1, rejected: 1")
	same(t, "problems", lines(mixed.Problems), []string{
		"d.yaml:2: d: id: the graph holds D, which differs in the case of letters only: one key names one case",
	})
	older := run(texts{{"a.yaml", "id: A\nupdated_at: 2024-04-04\n"}})
	same(t, "older alone", older.ExitCode(), 0)

	var stored []string
	if err := store.Scan(ctx, func(c *graph.Case) error {
		stored = append(stored, strings.TrimPrefix(c.ID, "X-")[:1])
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	same(t, "stored", len(stored), 4)
	same(t, "stored first", slices.IsSorted(stored[:3]), true)
}

func TestApplyIsCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	store := openStore(t)
	var b strings.Builder
	for i := range 2*graph.MaxBatch + 1 {
		fmt.Fprintf(&b, "{\"id\": \"K%d\"}\n", i)
	}
	l := read(t, texts{{"many.ndjson", b.String()}}, Options{
		Progress: func(at Progress) {
			if at.Applied == graph.MaxBatch {
				cancel()
			}
		},
	})
	err := l.Apply(ctx, store)
	same(t, "error", err.Error(), context.Canceled.Error())
	same(t, "applied", l.Report.Added, graph.MaxBatch)
}

// narrowStore is a store whose engine has memory for few cases at a time.
type narrowStore struct {
	Applier
	most      int
	wideAfter int   // after so many batches it has memory for any; 0: never
	sizes     []int // of the batches that were applied
}

func (s *narrowStore) Apply(ctx context.Context, batch graph.Batch) (graph.Applied, error) {
	if wide := s.wideAfter > 0 && len(s.sizes) >= s.wideAfter; len(batch.Cases) > s.most && !wide {
		return graph.Applied{}, &graph.Error{Code: graph.CodeUnavailable, Message: "too much", Err: graph.ErrTooLarge}
	}
	s.sizes = append(s.sizes, len(batch.Cases))
	return s.Applier.Apply(ctx, batch)
}

// TestApplyHalves loads into a store that cannot take a batch whole: all comes to it, the
// vocabulary first.
func TestApplyHalves(t *testing.T) {
	var b strings.Builder
	for i := range 11 {
		fmt.Fprintf(&b, "{\"id\": \"K%d\", \"components\": [\"cache\"]}\n", i)
	}
	files := texts{{"components.yaml", "- {slug: cache, en: Cache}\n"}, {"many.ndjson", b.String()}}
	l := read(t, files, Options{})
	store := &narrowStore{Applier: openStore(t), most: 3}
	if err := l.Apply(context.Background(), store); err != nil {
		t.Fatal(err)
	}
	same(t, "sizes", store.sizes, []int{0, 2, 2, 2, 2, 2, 1}) // the terms, then 11, 5 and 2 at a time
	same(t, "report", l.Report.String(), "read: 11, added: 11, vocabulary terms: 1")

	l = read(t, files, Options{})
	err := l.Apply(context.Background(), &narrowStore{Applier: openStore(t)})
	same(t, "error", err.Error(), "after 0 of 11 records, at many.ndjson:1: K0: too much")
}

// A store that had too little memory for a while is given larger batches again.
func TestApplyGrowsAgain(t *testing.T) {
	var b strings.Builder
	for i := range 60 {
		fmt.Fprintf(&b, "{\"id\": \"K%d\"}\n", i)
	}
	l := read(t, texts{{"many.ndjson", b.String()}}, Options{})
	store := &narrowStore{Applier: openStore(t), most: 3, wideAfter: 4}
	if err := l.Apply(context.Background(), store); err != nil {
		t.Fatal(err)
	}
	same(t, "sizes", store.sizes, []int{3, 3, 3, 3, 3, 3, 3, 3, 6, 6, 6, 6, 6, 6}) // 60, 30, 15 and 7 are too many at first
}

// A batch holds few records where they are large.
func TestBatchesAreBoundedInBytes(t *testing.T) {
	var b strings.Builder
	for i := range 3 {
		fmt.Fprintf(&b, "{\"id\": \"K%d\", \"lessons\": \"%s\"}\n", i, strings.Repeat("x", maxBatchBytes*2/5))
	}
	l := read(t, texts{{"large.ndjson", b.String()}}, Options{})
	var sizes []int
	for batch, err := range l.Batches() {
		if err != nil {
			t.Fatal(err)
		}
		sizes = append(sizes, len(batch.Cases))
	}
	same(t, "sizes", sizes, []int{2, 1})
}

// keptKeys is an Applier that takes everything and keeps the keys.
type keptKeys []string

func (k *keptKeys) Apply(_ context.Context, batch graph.Batch) (graph.Applied, error) {
	for _, c := range batch.Cases {
		*k = append(*k, c.ID)
	}
	return graph.Applied{}, nil
}

// Cases are applied in order of the first day that their date may mean, those without a
// date first, and otherwise as they stand in the input.
func TestApplyOldestFirst(t *testing.T) {
	files := texts{{"a.yaml", "id: D\ndate: 2020-01-01\n---\nid: B\ndate: 2019-05\n---\nid: E\ndate: 2019-05-01\n---\nid: A\n"}, {"b.yaml", "id: C\ndate: \"2019\"\n---\nid: F\n"}}
	l, err := Read(t.Context(), files.found(), Options{Vocabulary: pageVocabulary(t)})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	var read []string
	for batch, err := range l.Batches() {
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range batch.Cases {
			read = append(read, c.ID)
		}
	}
	same(t, "as read", strings.Join(read, ""), "DBEACF")
	var applied keptKeys
	if err := l.Apply(t.Context(), &applied); err != nil {
		t.Fatal(err)
	}
	same(t, "as applied", strings.Join(applied, ""), "AFCBED")
}
