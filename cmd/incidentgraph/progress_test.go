package main

import (
	"strings"
	"testing"
	"time"

	"github.com/incidentgraph/incidentgraph/loader"
)

func TestProgress(t *testing.T) {
	at := func(seconds float64) time.Time {
		return time.Unix(0, 0).Add(time.Duration(seconds * float64(time.Second)))
	}
	steps := []struct {
		now float64
		at  loader.Progress
	}{
		{1, loader.Progress{Read: 100, Share: 0.01}},
		{12, loader.Progress{Read: 2400, Share: 0.5}}, // as long again
		{13, loader.Progress{Read: 2600, Share: 0.6}},
		{15, loader.Progress{Read: 5000, Applied: 1000, Share: 0.2}},
		{22, loader.Progress{Read: 5000, Applied: 2000, Share: 0.4}}, // 10 s since the pass began
		{23, loader.Progress{Read: 5000, Applied: 3000, Share: 0.6}},
	}
	for _, tt := range []struct {
		name     string
		terminal bool
		want     string
	}{
		{"lines, ten seconds apart", false, "2400 records read, 200 a second, 50%, 12s left\n" +
			"2000 records loaded, 222 a second, 40%, 14s left\n"}, // of the 9 s since the first pass was heard of last
		{"a line written over", true, "\r100 records read, 100 a second, 1%, 1m39s left" +
			"\r2400 records read, 200 a second, 50%, 12s left" +
			"\r2600 records read, 200 a second, 60%, 9s left " + // over the longer one before
			"\r1000 records loaded, 500 a second, 20%, 8s left" +
			"\r2000 records loaded, 222 a second, 40%, 14s left" +
			"\r3000 records loaded, 300 a second, 60%, 7s left " +
			"\r" + strings.Repeat(" ", 47) + "\r"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var out strings.Builder
			now := at(0)
			p := newProgress(&out)
			p.now, p.terminal = func() time.Time { return now }, tt.terminal
			p.last, p.begun = now, now
			for _, s := range steps {
				now = at(s.now)
				p.at(s.at)
			}
			p.end()
			if got := out.String(); got != tt.want {
				t.Errorf("\n got %q\nwant %q", got, tt.want)
			}
		})
	}
	if got := progressLine(loader.Progress{Read: 10}, 2*time.Second, false); got != "10 records read, 5 a second" { // how much there is, is not known
		t.Errorf("got %q", got)
	}
}
