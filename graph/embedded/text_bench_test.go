package embedded_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/incidentgraph/incidentgraph/graph"
)

// prose writes texts whose words are as many as those of real ones: the more is written,
// the more new words come (Zipf), and Korean nouns bear particles.
type prose struct {
	rng  *rand.Rand
	zipf *rand.Zipf
}

func newProse(seed uint64) *prose {
	rng := rand.New(rand.NewPCG(seed, 7))
	return &prose{rng, rand.NewZipf(rng, 1.1, 8, 1<<22)}
}

// koreanWord gives a noun by its rank: two to four syllables.
func koreanWord(rank uint64) string {
	syllables := []rune{}
	for n := rank*2654435761 + 977; len(syllables) < 2+int(rank%3); n = n*6364136223846793005 + 1442695040888963407 {
		syllables = append(syllables, '가'+rune(n>>33%2350)*4)
	}
	return string(syllables)
}

func englishWord(rank uint64) string { return "w" + strconv.FormatUint(rank*7919+30, 36) }

func (p *prose) text(words int) graph.Text {
	var ko, en []string
	for range words {
		ko = append(ko, koreanWord(p.zipf.Uint64())+[]string{"", "이", "를", "에서", "의", "로"}[p.rng.IntN(6)])
		en = append(en, englishWord(p.zipf.Uint64()))
	}
	return graph.Text{KO: strings.Join(ko, " "), EN: strings.Join(en, " ")}
}

// BenchmarkText loads cases of some 400 words each, and searches them: 10,000, or as many as
// INCIDENTGRAPH_BENCH_CASES says ("10000,100000").
func BenchmarkText(b *testing.B) {
	list := "10000"
	if given := os.Getenv("INCIDENTGRAPH_BENCH_CASES"); given != "" {
		list = given
	}
	for text := range strings.SplitSeq(list, ",") {
		size, err := strconv.Atoi(text)
		if err != nil {
			b.Fatalf("INCIDENTGRAPH_BENCH_CASES is %q: it has to be a list of whole numbers", list)
		}
		b.Run("cases="+text, func(b *testing.B) { benchmarkText(b, size) })
	}
}

func benchmarkText(b *testing.B, size int) {
	path := filepath.Join(b.TempDir(), "graph.db")
	b.Run("load", func(b *testing.B) {
		var applying time.Duration
		for b.Loop() {
			if err := os.RemoveAll(path); err != nil {
				b.Fatal(err)
			}
			s := open(b, path)
			applying += loadProse(b, s, size)
			s.Close()
		}
		b.ReportMetric(float64(size*b.N)/applying.Seconds(), "cases/s")
		info, err := os.Stat(path)
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(info.Size())/1e6, "file-MB")
	})
	s := open(b, path)
	for name, typed := range map[string]string{
		"common Korean": koreanWord(0) + "에서", "rare Korean": koreanWord(5000), "no such": "뷁뷁뷁",
		"one syllable": koreanWord(3)[:3], "common English": englishWord(1), "rare English": englishWord(20000),
		"three words": koreanWord(1) + " " + koreanWord(2) + " " + englishWord(3), "key": fmt.Sprintf("t%d", size/2), "compound": "T-" + strconv.Itoa(size/3),
	} {
		q, err := graph.ParseTextQuery(typed)
		if err != nil {
			b.Fatal(err)
		}
		b.Run("search "+name, func(b *testing.B) {
			for b.Loop() {
				if _, err := s.Find(b.Context(), []graph.FindRequest{{Text: q, Page: graph.Page{Size: 20}}}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// loadProse loads cases and gives the time that Apply took.
func loadProse(b *testing.B, s graph.Store, size int) (took time.Duration) {
	p := newProse(1)
	for from := 0; from < size; from += graph.MaxBatch {
		var batch graph.Batch
		for i := from; i < min(from+graph.MaxBatch, size); i++ {
			c := &graph.Case{ID: fmt.Sprintf("T-%d", i), Title: p.text(8), Summary: p.text(50), Lessons: p.text(40), Detection: p.text(100)}
			c.Normalise()
			batch.Cases = append(batch.Cases, c)
		}
		start := time.Now()
		apply(b, s, batch)
		took += time.Since(start)
	}
	return took
}
