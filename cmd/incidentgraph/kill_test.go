package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// kills is how often a load is killed: INCIDENTGRAPH_TEST_KILLS, else 20.
func kills() int {
	if n, err := strconv.Atoi(os.Getenv("INCIDENTGRAPH_TEST_KILLS")); err == nil {
		return n
	}
	return 20
}

// killTerms are slugs of the shipped vocabulary, of components and of symptoms. Many of
// them keep hubs small, so that a load is quick on Neo4j, too.
var killTerms = sync.OnceValues(func() (components, symptoms []string) {
	slug := regexp.MustCompile(`(?m)^- slug: (\S+)$`)
	for name, list := range map[string]*[]string{"components": &components, "symptoms": &symptoms} {
		text, err := os.ReadFile(filepath.Join("..", "..", "seeds", "vocab", name+".yaml"))
		if err != nil {
			panic(err)
		}
		for _, m := range slug.FindAllStringSubmatch(string(text), -1) {
			*list = append(*list, m[1])
		}
	}
	return components, symptoms
})

// killLine is one case of many, all of whose parts tell its version, as export writes it.
func killLine(version, i int) string {
	component, symptom := termsOf(version, i)
	return fmt.Sprintf(`{"id":"K-%05d","title":"case %d of v%d","date":"20%02d","symptoms":{"terms":["%s"]},"components":["%s"],"related":[{"id":"K-%05d","same_cause":true}]}`+"\n",
		i, i, version, version%30, symptom, component, i/10*10+(i+3)%10)
}

func termsOf(version, i int) (component, symptom string) {
	components, symptoms := killTerms()
	return components[(i+version)%len(components)], symptoms[(i+version)%len(symptoms)]
}

func killFile(version, n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(killLine(version, i))
	}
	return b.String()
}

// TestKill kills loads at random moments, each of a new version of the same cases, and
// completes them by running them again, while the service is read.
func TestKill(t *testing.T) {
	p := newProgram(t)
	p.env = []string{"INCIDENTGRAPH_DB=" + p.home + "/k.db"}
	killLoads(t, p, 2500)
}

func killLoads(t *testing.T, p *program, n int) {
	r := rand.New(rand.NewPCG(uint64(os.Getpid()), 2))
	p.write("cases.ndjson", killFile(0, n))
	begun := time.Now()
	p.run("load", "cases.ndjson")
	whole := time.Since(begun)

	s := p.serve()
	defer func() {
		if err := s.stop(); err != nil {
			t.Error(err)
		}
	}()
	reading, stop := context.WithCancel(t.Context())
	read := make(chan error, 1)
	go func() { read <- readWholeCases(reading, s, n) }()

	killed := 0
	for version := 1; version <= kills(); version++ {
		p.write("cases.ndjson", killFile(version, n))
		begun = time.Now()
		if killLoad(t, p, time.Duration(r.Int64N(int64(whole)+1))) {
			killed++
		} else if took := time.Since(begun); took < whole {
			whole = took // the next are to be killed within it
		}
		if loaded := versionsIn(t, p.run("export"), version); loaded%1000 != 0 && loaded != n {
			t.Fatalf("killed, it left %d cases of version %d: half a batch", loaded, version)
		}
		p.run("load", "cases.ndjson")
		if got := p.run("export"); got != killFile(version, n) {
			t.Fatalf("run again, version %d is not what was loaded", version)
		}
	}
	if killed == 0 {
		t.Error("every load was done before it was killed")
	}
	t.Logf("%d of %d loads were killed before their end", killed, kills())
	stop()
	if err := <-read; err != nil {
		t.Error(err)
	}
}

// killLoad begins a load and kills it after a while. It reports whether that came before
// its end.
func killLoad(t *testing.T, p *program, after time.Duration) bool {
	t.Helper()
	cmd := p.command("load", "cases.ndjson")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	select {
	case err := <-ended:
		if err != nil {
			t.Fatal(err)
		}
		return false
	case <-time.After(after):
		_ = cmd.Process.Kill()
		return <-ended != nil
	}
}

// versionsIn checks that every case is of one version, and counts those of the version.
func versionsIn(t *testing.T, exported string, version int) (loaded int) {
	t.Helper()
	for line := range strings.Lines(exported) {
		if i, err := strconv.Atoi(line[len(`{"id":"K-`):len(`{"id":"K-00000`)]); err != nil || line != killLine(version, i) && line != killLine(version-1, i) {
			t.Fatalf("half a case: %s", line)
		}
		if strings.Contains(line, fmt.Sprintf(` of v%d"`, version)) {
			loaded++
		}
	}
	return loaded
}

// readWholeCases reads cases without a pause: what one answer says of a case is of one
// version.
func readWholeCases(ctx context.Context, s serving, n int) error {
	answers := 0
	for i := 0; ctx.Err() == nil; i = (i + 7) % n {
		_, answer, err := s.ask(ctx, fmt.Sprintf(`{ incident(id: "K-%05d") { title components { slug } symptoms { slug } } }`, i))
		if ctx.Err() != nil {
			break
		}
		if err != nil {
			return err
		}
		if strings.Contains(answer, `"code":"TIMEOUT"`) || strings.Contains(answer, `"code":"UNAVAILABLE"`) {
			continue // honest: no part of a case was told
		}
		var version int
		if _, err := fmt.Sscanf(answer, fmt.Sprintf(`{"data":{"incident":{"title":"case %d of v%%d"`, i), &version); err != nil {
			return fmt.Errorf("reading K-%05d: %s: %w", i, answer, err)
		}
		component, symptom := termsOf(version, i)
		want := fmt.Sprintf(`{"data":{"incident":{"title":"case %d of v%d","components":[{"slug":"%s"}],"symptoms":[{"slug":"%s"}]}}}`, i, version, component, symptom)
		if answer != want {
			return fmt.Errorf("half a case:\n got %s\nwant %s", answer, want)
		}
		answers++
	}
	if answers == 0 {
		return errors.New("nothing was read")
	}
	return nil
}
