package neo4jstore

import (
	"encoding/json"
	"slices"

	"github.com/incidentgraph/incidentgraph/graph"
)

// incidentRecord is an incident as its node's property `record` holds it, in JSON: all
// that graph derived, so that it is read back whole from one property.
type incidentRecord struct {
	Key           string                  `json:"key"`
	Stub          bool                    `json:"stub,omitempty"`
	Provisional   bool                    `json:"provisional,omitempty"`
	Title         graph.Text              `json:"title,omitzero"`
	Date          graph.Date              `json:"date,omitzero"`
	DateKind      graph.DateKind          `json:"date_kind,omitempty"`
	Domain        string                  `json:"domain,omitempty"`
	Severity      string                  `json:"severity,omitempty"`
	Regions       []string                `json:"regions,omitempty"`
	Tags          []string                `json:"tags,omitempty"`
	TimeToDetect  *int                    `json:"time_to_detect,omitempty"`
	TimeToRecover *int                    `json:"time_to_recover,omitempty"`
	Known         []graph.Field           `json:"known,omitempty"` // in the order of the record
	Lost          []graph.Field           `json:"lost,omitempty"`
	NoneGiven     []graph.Field           `json:"none_given,omitempty"`
	Inferred      []graph.Field           `json:"inferred,omitempty"`
	Edges         map[string][]edgeRecord `json:"edges,omitempty"` // by kind; in order of To
	Pairs         map[string][]edgeRecord `json:"pairs,omitempty"` // by kind; in order of To
	Unnamed       []unnamedRecord         `json:"unnamed,omitempty"`
}

// edgeRecord is an edge or a stated pair.
type edgeRecord struct {
	To         string   `json:"to"`
	Evidence   string   `json:"evidence,omitempty"`    // absent: STATED
	AssertedBy []string `json:"asserted_by,omitempty"` // absent: the incident's own key
}

type unnamedRecord struct {
	SameCause  bool     `json:"same_cause,omitempty"`
	Components []string `json:"components,omitempty"`
}

// encodeIncident writes the record of an incident. Equal incidents give equal records.
func encodeIncident(i *graph.Incident) (string, error) {
	r := incidentRecord{
		Key: i.Key, Stub: i.Stub, Provisional: i.Provisional, Title: i.Title, Date: i.Date, DateKind: i.DateKind,
		Domain: i.Domain, Severity: i.Severity, Regions: i.Regions, Tags: i.Tags,
		TimeToDetect: i.TimeToDetect, TimeToRecover: i.TimeToRecover,
		Known: fieldsIn(i.Known), Lost: i.Lost, NoneGiven: i.NoneGiven, Inferred: i.Inferred,
		Edges: map[string][]edgeRecord{}, Pairs: map[string][]edgeRecord{},
	}
	for _, e := range i.Edges {
		short := edgeRecord{To: e.To, AssertedBy: e.AssertedBy}
		if e.Evidence != graph.Stated {
			short.Evidence = e.Evidence.String()
		}
		if slices.Equal(e.AssertedBy, []string{i.Key}) {
			short.AssertedBy = nil
		}
		r.Edges[e.Kind.String()] = append(r.Edges[e.Kind.String()], short)
	}
	for _, p := range i.Pairs {
		r.Pairs[p.Kind.String()] = append(r.Pairs[p.Kind.String()], edgeRecord{To: p.Other, AssertedBy: p.AssertedBy})
	}
	for _, u := range i.Unnamed {
		r.Unnamed = append(r.Unnamed, unnamedRecord(u))
	}
	b, err := json.Marshal(r)
	if err != nil {
		return "", &graph.Error{Code: graph.CodeInternal, Message: "an incident cannot be written", Err: err}
	}
	return string(b), nil
}

// anew is what is left to do where something was changed by hand that no load puts right.
const anew = "restore the database, or load all cases into an empty one"

// incidentOf reads the record of the incident of a key.
func incidentOf(key, record string) (*graph.Incident, error) {
	i, err := decodeIncident(record)
	if err != nil {
		return nil, &graph.Error{Code: graph.CodeCorrupt, Message: "the stored incident " + key + " cannot be read: " + anew, Err: err}
	}
	return i, nil
}

// caseOf reads the record of the case of a key.
func caseOf(key, record string) (*graph.Case, error) {
	c, err := graph.DecodeCase([]byte(record))
	if err != nil {
		return nil, &graph.Error{
			Code: graph.CodeCorrupt, Err: err,
			Message: "the stored case " + key + " cannot be read: remove its Case node and load that case again, or restore the database",
		}
	}
	return c, nil
}

// decodeIncident reads what encodeIncident wrote.
func decodeIncident(record string) (*graph.Incident, error) {
	var r incidentRecord
	if err := json.Unmarshal([]byte(record), &r); err != nil {
		return nil, &graph.Error{Code: graph.CodeCorrupt, Message: "a stored incident cannot be read", Err: err}
	}
	i := &graph.Incident{
		Key: r.Key, Stub: r.Stub, Provisional: r.Provisional, Title: r.Title, Date: r.Date, DateKind: r.DateKind,
		Domain: r.Domain, Severity: r.Severity, Regions: r.Regions, Tags: r.Tags,
		TimeToDetect: r.TimeToDetect, TimeToRecover: r.TimeToRecover,
		Known: setOfFields(r.Known), Lost: r.Lost, NoneGiven: r.NoneGiven, Inferred: r.Inferred,
	}
	for _, kind := range graph.EdgeKinds() {
		for _, e := range r.Edges[kind.String()] {
			if e.AssertedBy == nil {
				e.AssertedBy = []string{r.Key}
			}
			i.Edges = append(i.Edges, graph.Edge{Kind: kind, To: e.To, Evidence: readEvidence(e.Evidence), AssertedBy: e.AssertedBy})
		}
		for _, p := range r.Pairs[kind.String()] {
			i.Pairs = append(i.Pairs, graph.StatedPair{Kind: kind, Other: p.To, AssertedBy: p.AssertedBy})
		}
	}
	for _, u := range r.Unnamed {
		i.Unnamed = append(i.Unnamed, graph.UnnamedCard(u))
	}
	return i, nil
}

func readEvidence(name string) graph.Evidence {
	for _, e := range []graph.Evidence{graph.Stated, graph.Derived, graph.Inferred} {
		if e.String() == name {
			return e
		}
	}
	return graph.Stated
}

// fieldsIn gives the fields of a set by name: names last, bits may move.
func fieldsIn(set graph.FieldSet) []graph.Field {
	return slices.DeleteFunc(graph.Fields(), func(f graph.Field) bool { return !set.Has(f) })
}

func setOfFields(names []graph.Field) graph.FieldSet {
	var set graph.FieldSet
	for bit, f := range graph.Fields() {
		if slices.Contains(names, f) {
			set |= 1 << bit
		}
	}
	return set
}
