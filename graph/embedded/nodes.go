package embedded

import (
	"cmp"
	"context"
	"slices"

	"github.com/incidentgraph/incidentgraph/graph"
)

// Nodes gives nodes by id, as graph.Store has it.
func (s *Store) Nodes(ctx context.Context, ids []graph.ID) ([]*graph.Node, error) {
	return answer(ctx, s, ids, (*moment).node)
}

func (m *memory) node(id graph.ID) (found *graph.Node, err error) {
	switch kind, name, ok := id.Split(); {
	case !ok:
	case kind == graph.KindIncident:
		if n, there := m.incident(name); there {
			found, err = m.incidentNode(n)
		}
	default:
		if n, there := m.term(graph.TermRef{Kind: kind, Slug: name}); there {
			found = m.termNode(n)
		}
	}
	return found, err
}

func (m *memory) incidentNode(n uint32) (*graph.Node, error) {
	f, ok := unpack(m.facts[n], m)
	if !ok {
		return nil, errFact(m.key(n))
	}
	return &graph.Node{ID: f.incident.ID(), Incident: f.incident}, nil
}

func (m *memory) termNode(n uint32) *graph.Node {
	t := &m.terms[n]
	info := &graph.TermInfo{
		TermNode: t.node, Narrower: slices.Clone(m.vocabulary.Narrower(t.node.Ref())), Incidents: t.members.len(),
	}
	info.Aliases = slices.Clone(info.Aliases)
	return &graph.Node{ID: t.node.Ref().ID(), Term: info}
}

func errFact(key string) error {
	return graph.Errorf(graph.CodeCorrupt, "what is stored of the incident %s cannot be read", key)
}

// Lookup gives the ids of the nodes that names mean, as graph.Store has it.
func (s *Store) Lookup(ctx context.Context, names []graph.Name) ([]graph.ID, error) {
	return answer(ctx, s, names, (*moment).lookup)
}

func (m *memory) lookup(name graph.Name) (graph.ID, error) {
	if name.Kind != graph.KindIncident {
		ref := graph.TermRef{Kind: name.Kind, Slug: m.vocabulary.Resolve(name.Kind, name.Text)}
		if _, ok := m.term(ref); !ok {
			return "", nil
		}
		return ref.ID(), nil
	}
	key := graph.Fold(name.Text)
	if kind, rest, ok := graph.ID(key).Split(); ok && kind == graph.KindIncident {
		key = rest
	}
	n, ok := m.incident(key)
	if !ok {
		return "", nil
	}
	return m.nodeID(n), nil
}

// nodeID gives the id of an incident.
func (m *memory) nodeID(n uint32) graph.ID { return graph.NewID(graph.KindIncident, m.key(n)) }

// Neighbors gives the links of incidents, as graph.Store has it.
func (s *Store) Neighbors(ctx context.Context, ids []graph.ID) ([][]graph.Link, error) {
	return answer(ctx, s, ids, (*moment).neighbors)
}

func (m *memory) neighbors(id graph.ID) ([]graph.Link, error) {
	kind, name, ok := id.Split()
	if !ok || kind != graph.KindIncident {
		return nil, nil
	}
	n, ok := m.incident(name)
	if !ok {
		return nil, nil
	}
	links, err := m.linksFrom(nil, n, nil)
	if err != nil {
		return nil, err
	}
	for _, from := range m.citations.of(n) {
		if links, err = m.linksFrom(links, from, &n); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(links, func(a, b graph.Link) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	})
	return links, nil
}

// linksFrom appends the edges that leave an incident: all, or those that cite another.
func (m *memory) linksFrom(links []graph.Link, n uint32, cited *uint32) ([]graph.Link, error) {
	var o outline
	if !o.read(n, m.facts[n], len(m.facts), len(m.terms)) {
		return nil, errFact(m.key(n))
	}
	from := m.nodeID(n)
	for kind, edges := range o.edges {
		kind := graph.EdgeKind(kind)
		for _, e := range edges {
			if cited != nil && (kind != graph.Cites || e.to != *cited) {
				continue
			}
			link := graph.Link{Kind: kind, From: from, Evidence: e.evidence}
			if kind == graph.Cites {
				link.To = m.nodeID(e.to)
			} else {
				link.To = m.terms[e.to].node.Ref().ID()
			}
			if e.own {
				link.AssertedBy = []string{o.key}
			}
			e.by.each(func(by uint32) { link.AssertedBy = append(link.AssertedBy, m.key(by)) })
			links = append(links, link)
		}
	}
	return links, nil
}
