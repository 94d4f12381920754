package graphtest

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/incidentgraph/incidentgraph/graph"
)

// Dump writes the whole graph of a store as text, one fact a line, in an order of its
// own: two stores hold equal graphs exactly if their dumps are equal. It asks for
// everything through the Store interface, by pages. The version is not part of it, nor
// are the records (see Store.Scan).
//
//	incident IL-1 title="Fell over" date=2019 unnamed=cause+kv
//	  INVOLVES kv DERIVED IL-1
//	  CITES IL-2 STATED IL-1
//	  ~SHARES_COMPONENT IL-2 [kv] [] STATED IL-1
//	incident IL-2 stub
//	  INVOLVES kv DERIVED IL-1
//	component:kv "KV" incidents=2
//
// A relation stands under both its ends as [components] [causes]; where both ends tell
// it alike it is written under the first by key only.
func Dump(ctx context.Context, s graph.Store) (string, error) {
	var d dumper
	keys, err := allKeys(ctx, s)
	if err != nil {
		return "", err
	}
	ids := make([]graph.ID, len(keys))
	for i, key := range keys {
		ids[i] = graph.NewID(graph.KindIncident, key)
	}
	nodes, err := s.Nodes(ctx, ids)
	if err != nil {
		return "", err
	}
	links, err := s.Neighbors(ctx, ids)
	if err != nil {
		return "", err
	}
	if len(nodes) != len(ids) || len(links) != len(ids) {
		return "", fmt.Errorf("%d ids gave %d nodes and %d lists of links", len(ids), len(nodes), len(links))
	}
	for i, n := range nodes {
		if n == nil || n.Incident == nil {
			return "", fmt.Errorf("Find lists %s and Nodes does not know it", keys[i])
		}
		d.incident(n.Incident)
		for _, link := range links[i] {
			d.link(link)
		}
	}
	var requests []graph.RelatedRequest
	for _, key := range keys {
		requests = append(requests, graph.RelatedRequest{Key: key, Kind: graph.SameCause},
			graph.RelatedRequest{Key: key, Kind: graph.SharesComponent})
	}
	relations, err := walk(ctx, relatedLists(s, requests), graph.MaxPageSize, false)
	if err != nil {
		return "", err
	}
	for i, rows := range relations {
		for _, row := range rows {
			d.relation(requests[i].Kind, requests[i].Key, row.Key, row.Relation)
		}
	}
	refs, err := walk(ctx, termLists(s, []graph.TermsRequest{{}}), graph.MaxPageSize, false)
	if err != nil {
		return "", err
	}
	ids = ids[:0]
	for _, row := range refs[0] {
		ids = append(ids, row.ref.ID())
	}
	if nodes, err = s.Nodes(ctx, ids); err != nil {
		return "", err
	}
	for i, n := range nodes {
		if n == nil || n.Term == nil {
			return "", fmt.Errorf("Terms lists %s and Nodes does not know it", ids[i])
		}
		d.term(n.Term)
	}
	return d.String(), nil
}

// DumpGraph writes what Dump writes of a store that holds the graph.
func DumpGraph(g *graph.Graph) string {
	a := &answers{graph: g}
	var d dumper
	for _, i := range g.Incidents {
		d.incident(i)
		for _, link := range a.neighbors(i.ID()) {
			d.link(link)
		}
		for _, kind := range []graph.EdgeKind{graph.SameCause, graph.SharesComponent} {
			for _, row := range a.related(graph.RelatedRequest{Key: i.Key, Kind: kind}) {
				d.relation(kind, i.Key, row.Key, row.Relation)
			}
		}
	}
	for ref := range g.Terms {
		d.term(a.node(ref.ID()).Term)
	}
	return d.String()
}

func allKeys(ctx context.Context, s graph.Store) ([]string, error) {
	lists, err := walk(ctx, findLists(s, []graph.FindRequest{{}}), graph.MaxPageSize, false)
	if err != nil {
		return nil, err
	}
	keys := make([]string, len(lists[0]))
	for i, row := range lists[0] {
		keys[i] = row.key
	}
	return keys, nil
}

// dumper collects lines, each under the incident or term that it is of.
type dumper struct {
	heads map[string]string              // key of an incident → its line
	under map[string]map[string]struct{} // key of an incident → the lines below
	terms []string
}

func (d *dumper) incident(i *graph.Incident) {
	if d.heads == nil {
		d.heads, d.under = map[string]string{}, map[string]map[string]struct{}{}
	}
	d.heads[i.Key] = incidentLine(i)
}

func (d *dumper) below(key, line string) {
	if d.under[key] == nil {
		d.under[key] = map[string]struct{}{}
	}
	d.under[key][line] = struct{}{}
}

// link writes a link under the incident that it leaves; both ends tell of a Cites.
func (d *dumper) link(l graph.Link) {
	_, from, _ := l.From.Split()
	_, to, _ := l.To.Split()
	d.below(from, fmt.Sprintf("  %s %s %s %s", l.Kind, to, l.Evidence, strings.Join(l.AssertedBy, ",")))
}

func (d *dumper) relation(kind graph.EdgeKind, key, other string, r graph.Relation) {
	d.below(key, fmt.Sprintf("  ~%s %s %v %v %s %s", kind, other, r.SharedComponents, r.SharedCauses, r.Evidence, strings.Join(r.AssertedBy, ",")))
}

func (d *dumper) term(t *graph.TermInfo) {
	line := string(t.Ref().ID()) + textPart(" ", t.Name)
	if t.Controlled {
		line += " controlled"
	}
	if len(t.Aliases) > 0 {
		line += " aliases=" + strings.Join(t.Aliases, "|")
	}
	line += textPart(" definition=", t.Definition)
	if t.Broader != "" {
		line += " broader=" + t.Broader
	}
	if len(t.Narrower) > 0 {
		line += " narrower=" + strings.Join(t.Narrower, ",")
	}
	d.terms = append(d.terms, fmt.Sprintf("%s incidents=%d", line, t.Incidents))
}

// String writes the lines; of two relation lines that tell one thing from both ends the
// second is left out.
func (d *dumper) String() string {
	var b strings.Builder
	for _, key := range slices.Sorted(maps.Keys(d.heads)) {
		b.WriteString(d.heads[key] + "\n")
		for _, line := range slices.Sorted(maps.Keys(d.under[key])) {
			if !d.toldBefore(key, line) {
				b.WriteString(line + "\n")
			}
		}
	}
	slices.Sort(d.terms)
	for _, line := range d.terms {
		b.WriteString(line + "\n")
	}
	return b.String()
}

// toldBefore reports whether a relation line of key stands alike under the other end,
// which comes first.
func (d *dumper) toldBefore(key, line string) bool {
	parts := strings.SplitN(strings.TrimSpace(line), " ", 3)
	if len(parts) != 3 || !strings.HasPrefix(parts[0], "~") || parts[1] >= key {
		return false
	}
	_, told := d.under[parts[1]][fmt.Sprintf("  %s %s %s", parts[0], key, parts[2])]
	return told
}

// incidentLine writes an incident's own fields, those that are known.
func incidentLine(i *graph.Incident) string {
	var b strings.Builder
	b.WriteString("incident " + i.Key)
	if i.Stub {
		b.WriteString(" stub")
	}
	if i.Provisional {
		b.WriteString(" provisional")
	}
	b.WriteString(textPart(" title=", i.Title))
	for _, part := range []struct{ name, value string }{
		{"date", i.Date.String()},
		{"date_kind", string(i.DateKind)},
		{"domain", i.Domain},
		{"severity", i.Severity},
		{"regions", strings.Join(i.Regions, "|")},
		{"tags", strings.Join(i.Tags, "|")},
		{"detect", minutes(i.TimeToDetect)},
		{"recover", minutes(i.TimeToRecover)},
		{"lost", fieldList(i.Lost)},
		{"none", fieldList(i.NoneGiven)},
		{"inferred", fieldList(i.Inferred)},
		{"unnamed", unnamedList(i.Unnamed)},
	} {
		if part.value != "" {
			b.WriteString(" " + part.name + "=" + part.value)
		}
	}
	return b.String()
}

// incidentText writes all that an incident holds, its edges and stated pairs too.
func incidentText(i *graph.Incident) string {
	lines := []string{incidentLine(i)}
	for _, field := range graph.Fields() {
		if i.Known.Has(field) {
			lines = append(lines, "  known "+string(field))
		}
	}
	for _, e := range i.Edges {
		lines = append(lines, fmt.Sprintf("  %s %s %s %s", e.Kind, e.To, e.Evidence, strings.Join(e.AssertedBy, ",")))
	}
	for _, p := range i.Pairs {
		lines = append(lines, fmt.Sprintf("  stated %s %s %s", p.Kind, p.Other, strings.Join(p.AssertedBy, ",")))
	}
	return strings.Join(lines, "\n")
}

// nodeText writes all that a node holds.
func nodeText(n *graph.Node) string {
	switch {
	case n == nil:
		return "none"
	case n.Incident != nil && n.Term == nil:
		return string(n.ID) + ": " + incidentText(n.Incident)
	case n.Term != nil && n.Incident == nil:
		var d dumper
		d.term(n.Term)
		return fmt.Sprintf("%s: %s formerly=%v", n.ID, d.terms[0], n.Term.Formerly)
	}
	return string(n.ID) + ": a node is an incident or a term"
}

func textPart(name string, t graph.Text) string {
	switch {
	case t.IsZero():
		return ""
	case t.EN == t.KO:
		return fmt.Sprintf("%s%q", name, t.EN)
	}
	return fmt.Sprintf("%s%q/%q", name, t.EN, t.KO)
}

func minutes(n *int) string {
	if n == nil {
		return ""
	}
	return fmt.Sprint(*n)
}

func fieldList(fields []graph.Field) string {
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = string(f)
	}
	return strings.Join(names, ",")
}

func unnamedList(cards []graph.UnnamedCard) string {
	all := make([]string, len(cards))
	for i, c := range cards {
		parts := slices.Clone(c.Components)
		if c.SameCause {
			parts = append([]string{"cause"}, parts...)
		}
		all[i] = cmp.Or(strings.Join(parts, "+"), "nothing")
	}
	return strings.Join(all, "|")
}
