package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Whatever form it goes through, an export that is loaded gives the same export and the
// same answers.
func TestExportsLoadAgain(t *testing.T) {
	p := newProgram(t)
	p.write("odd.yaml", `id: ODD
title: {en: "NO", ko: 아니오}
summary: "two lines\n\nand: #more"
organisation: "0123"
date: 2019-01
severity: "off"
timeline: [{at: "14:30", text: "- not a list"}, {at: "'", text: '" \ & < > {}'}]
symptoms: {text: {ko: "이모지 🙂, 𠮷"}}
time_to_recover: 90
related: [{id: null, same_cause: true}, {id: IL-0587, shared_components: [dns, my own thing]}]
`)
	p.run("load", "--db", "a.db", "--library", "odd.yaml")
	want := p.run("export", "--db", "a.db")
	if !strings.Contains(want, `{"id":"ODD","title":{"en":"NO","ko":"아니오"},"summary":"two lines\n\nand: #more","organisation":"0123","date":"2019-01","severity":"off"`) {
		t.Fatalf("the odd case is not what was written: %s", want[strings.Index(want, `{"id":"ODD"`):])
	}
	const ask = `{ stats { incidents stubs terms { kind count } edges { kind evidence count } } }`
	answer := p.run("query", "--db", "a.db", ask)
	for _, format := range []string{"ndjson", "json", "yaml"} {
		text := p.run("export", "--db", "a.db", "--format", format)
		name := p.write("all."+format, text)
		p.run("export", "--db", "a.db", "--format", format, "--dir", "dir-"+format)
		for i, from := range []string{name, "dir-" + format} {
			db := fmt.Sprintf("%s-%d.db", format, i)
			p.run("load", "--db", db, from)
			if p.run("export", "--db", db) != want || p.run("query", "--db", db, ask) != answer {
				t.Errorf("%s: another graph comes of it", from)
			}
			if again := p.run("export", "--db", db, "--format", format); again != text {
				t.Errorf("%s: another export comes of it", from)
			}
		}
	}
	if _, err := os.Stat(filepath.Join(p.home, "dir-yaml", "cases", "IL-0587.yaml")); err != nil {
		t.Error(err)
	}
	for _, args := range [][]string{{"--format", "page"}, {"--format", "vocab"}, {"--dir", "dir-yaml"}, {"--dir", "x", "--vocab"}, {"--salvage", "--dir", "x"}} {
		if r := p.runWith("", append([]string{"export", "--db", "a.db"}, args...)...); r.code != 1 || r.out != "" {
			t.Errorf("export %v ended with %d: %s%s", args, r.code, r.err, r.out)
		}
	}
}
