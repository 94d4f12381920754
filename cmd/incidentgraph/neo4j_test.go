//go:build !embedded_only

package main

import (
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/incidentgraph/incidentgraph/internal/neo4jtest"
)

// onNeo4j gives the program with an empty Neo4j graph, which it uses by default.
func onNeo4j(t *testing.T) *program { return on(t, neo4jtest.Open(t)) }

// on gives the program with a Neo4j that it uses by default.
func on(t *testing.T, config neo4jtest.Config) *program {
	t.Helper()
	p := newProgram(t)
	p.write("password.txt", config.Password+"\n")
	p.env = []string{
		"INCIDENTGRAPH_NEO4J_URI=" + config.URI, "INCIDENTGRAPH_NEO4J_USER=" + config.User,
		"INCIDENTGRAPH_NEO4J_PASSWORD_FILE=password.txt",
	}
	return p
}

func TestBothStoresGiveTheSameBytes(t *testing.T) {
	neo4j, embedded := onNeo4j(t), newProgram(t)
	embedded.env = []string{"INCIDENTGRAPH_DB=e.db"}
	queries := []string{
		flagship,
		`{ stats { version incidents stubs provisional terms { kind count } edges { kind evidence count } } }`,
		`{ incidents(first: 3) { totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor } edges { cursor node { key } } } }`,
		`{ incidents(where: {components: {any: ["in-memory-cache", "없는 것"]}, not: {date: {from: "2020"}}}) { nodes { key } } }`,
		`{ incident(id: "il-0587") { summary lost noneGiven inferred timeline { at text } links { kind from { id } to { id } evidence assertedBy { key } text } sameCause { totalCount edges { because(lang: KO) node { key } } } } }`,
		`{ terms(query: "캐시") { totalCount nodes { id name incidentCount } } company: term(kind: COMPANY, name: "elastic") { incidents { nodes { key } } } }`,
		`{ incident(id: "IL-0587") { sharesComponent(component: "없는 것") { totalCount } } }`,
	}
	for _, p := range []*program{neo4j, embedded} {
		p.run("load", "--library")
	}
	for _, q := range queries {
		a, b := neo4j.runWith("", "query", q), embedded.runWith("", "query", q)
		if a.code != b.code || a.out != b.out || a.out == "" {
			t.Errorf("%s:\nNeo4j    %d %s\nembedded %d %s", q, a.code, a.out, b.code, b.out)
		}
	}
	if got := flagshipLines(t, neo4j.run("query", flagship)); got != libraryFlagship {
		t.Errorf("the flagship:\n%s", got)
	}
	exported := neo4j.run("export")
	if want := embedded.run("export"); exported != want {
		t.Error("the exports differ")
	}
	again := newProgram(t)
	if r := again.runWith(exported, "load", "--db", "again.db", "-"); r.code != 0 {
		t.Fatalf("Neo4j's export does not load: %s", r.err)
	}
	if got := again.run("export", "--db", "again.db"); got != exported {
		t.Error("from Neo4j to a file, the export changes")
	}
}

// A dry run, and commands that only look, write nothing to a Neo4j without a graph: the one
// tells what a load would do all the same, the others that there is none.
func TestLookingAtAnEmptyNeo4j(t *testing.T) {
	config := neo4jtest.Open(t)
	p := on(t, config)
	config.Query(t, "MATCH (n) DETACH DELETE n", nil)
	p.write("a.yaml", "id: A\ncomponents: [dns]\n")
	if r := p.runWith("", "load", "--dry-run", "--list", "a.yaml"); r.code != 0 || r.out != "add incident:A\n" || r.err != "read: 1, to be added: 1\n" {
		t.Errorf("a dry run ended with %d: %s%s", r.code, r.out, r.err)
	}
	for _, args := range [][]string{{"query", "{ stats { version } }"}, {"export"}, {"vocab", "dns"}} {
		if r := p.runWith("", args...); r.code != 1 || r.out != "" || !strings.Contains(r.err, "there is no graph of incidentgraph in this database") {
			t.Errorf("%v ended with %d: %s%s", args, r.code, r.out, r.err)
		}
	}
	for row := range config.Rows(t, "MATCH (n) RETURN count(n)", nil) {
		if row[0] != int64(0) {
			t.Errorf("%v nodes were made", row[0])
		}
	}
	p.run("load", "a.yaml")
	if got := p.run("export"); got != "{\"id\":\"A\",\"components\":[\"dns\"]}\n" {
		t.Errorf("the load left %s", got)
	}
}

// The commands of the READMEs for Neo4j, with the address of the server at hand.
func TestReadmeOnNeo4j(t *testing.T) {
	for _, name := range []string{"README.md", "README.ko.md"} {
		t.Run(name, func(t *testing.T) {
			p := onNeo4j(t)
			ran := 0
			for _, f := range fencesOf(t, root(t, name)) {
				if f.lang != "sh" || !strings.Contains(f.text, "NEO4J_URI") {
					continue
				}
				for _, line := range strings.Split(strings.TrimSpace(f.text), "\n") {
					if !strings.HasPrefix(line, "export INCIDENTGRAPH_NEO4J_URI=") {
						ran += p.readmeLine(t, line, nil)
					}
				}
			}
			if ran != 2 {
				t.Errorf("%d commands, want load and serve", ran)
			}
		})
	}
}

// A query costs the database the same number of calls whatever the number of results.
func TestCallsOnTheWire(t *testing.T) {
	p := onNeo4j(t)
	for i := range 120 {
		p.write(fmt.Sprintf("cases/%03d.yaml", i), wireCase(i))
	}
	p.run("load", "cases")
	proxy := startBoltProxy(t, os.Getenv("INCIDENTGRAPH_TEST_NEO4J_URI"))
	p.env = append(p.env, "INCIDENTGRAPH_NEO4J_URI=bolt://"+proxy.address)
	for _, q := range wireQueries {
		counts := map[int]int64{}
		for _, n := range []int{1, 10, 100} {
			text := strings.ReplaceAll(q, "$n", fmt.Sprint(n))
			p.run("query", text) // the server plans what it has not met; what it says of that is not counted
			before := proxy.runs.Load()
			p.run("query", text)
			counts[n] = proxy.runs.Load() - before
		}
		if counts[1] == 0 || counts[1] != counts[10] || counts[10] != counts[100] {
			t.Errorf("RUN messages by results: %v\n%s", counts, q)
		}
	}
}

// wireCase is one of many cases that all meet in a component and a cause, each citing
// the next.
func wireCase(i int) string {
	return fmt.Sprintf(`id: W-%03d
title: Made-up case %d
organisation: Company %d
date: "2020-01-%02d"
components: [in-memory-cache, load-balancer, "Part %d"]
root_causes: [software-bug]
trigger: {kind: deploy, text: a release}
symptoms: {terms: [high-latency]}
contributing_factors: [no-alerting]
timeline: [{at: "10:00", text: it began}]
related: [{id: W-%03d, same_cause: true, shared_components: [in-memory-cache]}, {id: S-%03d, title: known by a card}]
`, i, i, i%9, i%28+1, i%17, (i+1)%120, i)
}

var wireQueries = []string{
	`{ incidents(first: $n) { nodes { key } } }`,
	`{ incidents(first: $n) { totalCount nodes { key title company { name } } } }`,
	`{ incidents(first: $n) { nodes { components { name } causes { name } triggers { trigger { name } text } symptoms { name } factors { name } } } }`,
	`{ incidents(first: $n) { nodes { timeline { at text } lessons sources { url } } } }`,
	`{ incidents(first: $n) { nodes { links { kind from { id } to { id } assertedBy { key } } } } }`,
	`{ incidents(first: $n) { nodes { sharesComponent(first: 2) { totalCount nodes { key } } } } }`,
	`{ incidents(first: $n) { nodes { sharesComponent(first: 2, component: "in-memory-cache") { totalCount unnamedCount nodes { key } } } } }`,
	`{ incidents(first: $n) { nodes { sameCause(first: 2) { edges { node { key } because assertedBy { key } sharedCauses { name } } } } } }`,
	`{ incidents(first: $n) { nodes { a: sharesComponent(first: 1) { nodes { key } } b: sameCause(first: 2) { nodes { key } } } } }`,
	`{ incidents(first: $n) { nodes { components { incidentCount incidents(first: 1) { nodes { key } } } } } }`,
	`{ incidents(first: $n) { nodes { company { incidents(first: 2, where: {causes: {any: ["software-bug"]}}) { totalCount } } } } }`,
	`{ incidents(first: $n) { nodes { company { incidents(first: 2) { nodes { company { slug } } } } } } }`,
	`{ incidents(first: $n, where: {components: {any: ["in-memory-cache"]}}) { nodes { key } } }`,
	`{ incidents(first: $n, where: {or: [{components: {all: ["load-balancer"]}}, {not: {date: {to: "2020-01-05"}}}]}) { nodes { key } } }`,
	`{ term(kind: COMPONENT, name: "인메모리 캐시") { incidents(first: $n) { nodes { key company { name } } } } }`,
	`{ terms(first: $n) { nodes { name incidentCount broader { name } narrower { name } } } }`,
	`{ terms(query: "part", first: $n, kind: COMPONENT) { nodes { incidents(first: 1) { nodes { key } } } } }`,
	`{ incidents(first: $n) { nodes { sharesComponent(first: 1) { nodes { sharesComponent(first: 1) { nodes { key } } } } } } }`,
	`{ term(kind: CAUSE, name: "software-bug") { incidents(first: $n) { edges { cursor node { links { to { id } } } } pageInfo { hasNextPage } } } }`,
	`{ incidents(first: $n) { nodes { sharesComponent(first: 3) { edges { sharedComponents { name definition } node { title components { name } } } } } } }`,
}

// boltProxy stands between the program and Neo4j and counts the queries that pass.
type boltProxy struct {
	address string
	runs    atomic.Int64
}

func startBoltProxy(t *testing.T, uri string) *boltProxy {
	t.Helper()
	target, err := url.Parse(uri)
	if err != nil {
		t.Fatal(err)
	}
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = ln.Close() })
	p := &boltProxy{address: ln.Addr().String()}
	go func() {
		for {
			client, err := ln.Accept()
			if err != nil {
				return
			}
			go p.pass(client, target.Host)
		}
	}()
	return p
}

func (p *boltProxy) pass(client net.Conn, target string) {
	defer client.Close()
	server, err := net.Dial("tcp", target)
	if err != nil {
		return
	}
	defer server.Close()
	if err := shakeHands(client, server); err != nil {
		return
	}
	go func() {
		defer client.Close()
		_, _ = io.Copy(client, server)
	}()
	_ = p.count(client, server)
}

// shakeHands passes on a Bolt handshake: 20 bytes of the client, four of the server. Where
// these are 00 00 01 FF, the server goes on with the versions that it offers, and the client
// answers with one of them and its capabilities, of which there are none: five bytes. (Bolt
// protocol, "Handshake".)
func shakeHands(client, server net.Conn) error {
	if _, err := io.CopyN(server, client, 20); err != nil {
		return err
	}
	var chosen [4]byte
	if _, err := io.ReadFull(server, chosen[:]); err != nil {
		return err
	}
	if _, err := client.Write(chosen[:]); err != nil {
		return err
	}
	if chosen != [4]byte{0, 0, 1, 0xff} {
		return nil
	}
	var offers [256]byte
	n, err := server.Read(offers[:])
	if err != nil {
		return err
	}
	if _, err := client.Write(offers[:n]); err != nil {
		return err
	}
	_, err = io.CopyN(server, client, 5)
	return err
}

// count passes on what a Bolt client sends and counts RUN messages. Messages come in
// chunks of a two-byte length each, ended by a chunk of length 0; the second byte of a
// message is its tag, 0x10 for RUN. (Bolt protocol, "Chunking" and "Messages".)
func (p *boltProxy) count(client io.Reader, server io.Writer) error {
	begins := true
	for {
		var head [2]byte
		if _, err := io.ReadFull(client, head[:]); err != nil {
			return err
		}
		chunk := make([]byte, int(head[0])<<8|int(head[1]))
		if _, err := io.ReadFull(client, chunk); err != nil {
			return err
		}
		if begins && len(chunk) > 1 && chunk[1] == 0x10 {
			p.runs.Add(1)
		}
		begins = len(chunk) == 0
		if _, err := server.Write(append(head[:], chunk...)); err != nil {
			return err
		}
	}
}
