package main

import (
	"strings"
	"testing"
)

func TestVocab(t *testing.T) {
	p := newProgram(t)
	p.newGraph("v.db")
	for _, tt := range []struct {
		args []string
		want string // beginning of the output
	}{
		{[]string{"소프트웨어 결함"}, "cause\tsoftware-bug\tSoftware bug\t소프트웨어 결함\t0\n"},
		{[]string{"--kind", "component", "Coordination", "KV", "store"}, "component\tcoordination-kv-store\t"},
		{[]string{"--kind", "company", "hosted graph"}, "company\thosted-graphite\tHosted Graphite\t\t0\n"},
	} {
		if got := p.run(append([]string{"vocab", "--db", "v.db"}, tt.args...)...); !strings.HasPrefix(got, tt.want) {
			t.Errorf("vocab %v: %.120q, want %q first", tt.args, got, tt.want)
		}
	}
	if got := strings.Count(p.run("vocab", "--db", "v.db", "--limit", "0", "--kind", "trigger"), "\n"); got != 25 {
		t.Errorf("%d triggers, want the 25 of the vocabulary", got)
	}
	for _, args := range [][]string{{"--kind", "nonsense"}, {"@@@@"}} {
		if r := p.runWith("", append([]string{"vocab", "--db", "v.db"}, args...)...); r.code != 1 || r.out != "" {
			t.Errorf("vocab %v ended with %d: %s", args, r.code, r.out)
		}
	}
}

// A name that would steer a terminal is shown with escapes.
func TestVocabOfOddNames(t *testing.T) {
	p := newProgram(t)
	p.write("t.yaml", "kind: component\nslug: odd-one\nen: \"Odd\\x1b[31m one\"\n")
	p.run("load", "--db", "v.db", "t.yaml")
	if got := p.run("vocab", "--db", "v.db", "odd-one"); !strings.HasPrefix(got, "component\todd-one\tOdd\\x1b[31m one\t\t0\n") {
		t.Errorf("it shows %q", got)
	}
}
