package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/incidentgraph/incidentgraph/loader"
)

// progress tells how far a load is: on a terminal in a line that is written over, else in
// plain lines, seconds apart.
type progress struct {
	w        io.Writer
	terminal bool
	dry      bool // nothing is loaded
	now      func() time.Time

	last    time.Time // when something was written
	called  time.Time // when at was called last
	begun   time.Time // when the pass began
	applied bool      // it is the second pass
	shown   int       // length of the line on the terminal
}

const (
	everyOnTerminal = 200 * time.Millisecond
	everyInLines    = 10 * time.Second
)

func newProgress(w io.Writer) *progress {
	p := &progress{w: w, now: time.Now}
	if f, ok := w.(*os.File); ok {
		info, err := f.Stat()
		p.terminal = err == nil && info.Mode()&os.ModeCharDevice != 0
	}
	p.last = p.now()
	p.called, p.begun = p.last, p.last
	return p
}

// at takes how far the load is.
func (p *progress) at(at loader.Progress) {
	now := p.now()
	if at.Applied > 0 && !p.applied { // the second pass has a rate of its own; its first batch is done
		p.applied, p.begun = true, p.called
	}
	p.called = now
	every := everyInLines
	if p.terminal {
		every = everyOnTerminal
	}
	if now.Sub(p.last) < every {
		return
	}
	p.last = now
	line := progressLine(at, now.Sub(p.begun), p.dry)
	if !p.terminal {
		fmt.Fprintln(p.w, line)
		return
	}
	fmt.Fprintf(p.w, "\r%-*s", p.shown, line)
	p.shown = len(line)
}

// progressLine writes what is done, how fast, and how long the rest of the pass may take.
func progressLine(at loader.Progress, since time.Duration, dry bool) string {
	n, verb := at.Read, "read"
	switch {
	case at.Applied > 0 && dry:
		n, verb = at.Applied, "compared"
	case at.Applied > 0:
		n, verb = at.Applied, "loaded"
	}
	line := fmt.Sprintf("%d records %s, %.0f a second", n, verb, float64(n)/max(since.Seconds(), 1e-3))
	if at.Share > 0 {
		left := time.Duration(float64(since) * (1 - at.Share) / at.Share)
		line += fmt.Sprintf(", %.0f%%, %v left", 100*at.Share, left.Round(time.Second))
	}
	return line
}

// end takes the line off the terminal.
func (p *progress) end() {
	if p.shown > 0 {
		fmt.Fprintf(p.w, "\r%-*s\r", p.shown, "")
	}
	p.shown = 0
}
