// Command gen writes a made-up corpus to standard output, one case a line:
//
//	go run ./bench/gen -n 1000000 > cases.ndjson
package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/incidentgraph/incidentgraph/bench"
	"github.com/incidentgraph/incidentgraph/graph"
)

func main() {
	n := flag.Int("n", 10_000, "how many cases")
	seed := flag.Uint64("seed", 1, "another seed gives another corpus")
	hubs := flag.Bool("hubs", false, "plant hubs of 10, 100, 1,000 and 50,000 cases")
	flag.Parse()
	if *n < 0 || flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	if err := write(os.Stdout, *n, *seed, *hubs); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func write(to io.Writer, n int, seed uint64, hubs bool) error {
	cases := bench.Cases(n, seed)
	if hubs {
		cases = bench.HubCases(n, seed)
	}
	w := bufio.NewWriterSize(to, 1<<20)
	for c := range cases {
		line, err := graph.EncodeCase(c)
		if err != nil {
			return err
		}
		if _, err := w.Write(append(line, '\n')); err != nil {
			return err
		}
	}
	return w.Flush()
}
