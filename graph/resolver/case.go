package resolver

import (
	"context"

	"github.com/incidentgraph/incidentgraph/graph"
	"github.com/incidentgraph/incidentgraph/graph/model"
)

// caseOf reads the case of an incident. A stub has none: it gives an empty one, and so
// does an error. Where incident and case do not go together, the answer is torn.
func (r *request) caseOf(ctx context.Context, of *model.Incident) (graph.Case, error) {
	if of.IsStub() {
		return graph.Case{}, nil
	}
	told, err := r.caseByKey(ctx, of.Key())
	if err == nil && !of.IsOf(&told) {
		r.torn.Store(true)
	}
	return told, err
}

func (r *request) caseByKey(ctx context.Context, key string) (graph.Case, error) {
	told, err := r.cases.one(ctx, key)
	if err != nil || told == nil {
		return graph.Case{}, err
	}
	return *told, nil
}

// Summary says what happened.
func (r incidents) Summary(ctx context.Context, of *model.Incident, lang *graph.Lang) (*string, error) {
	told, err := r.caseOf(ctx, of)
	return r.text(told.Summary, lang), err
}

// ImpactScope says how far the impact reached.
func (r incidents) ImpactScope(ctx context.Context, of *model.Incident, lang *graph.Lang) (*string, error) {
	told, err := r.caseOf(ctx, of)
	return r.text(told.ImpactScope, lang), err
}

// AffectedUsers says who was affected.
func (r incidents) AffectedUsers(ctx context.Context, of *model.Incident, lang *graph.Lang) (*string, error) {
	told, err := r.caseOf(ctx, of)
	return r.text(told.AffectedUsers, lang), err
}

// SymptomText says what users saw.
func (r incidents) SymptomText(ctx context.Context, of *model.Incident, lang *graph.Lang) (*string, error) {
	told, err := r.caseOf(ctx, of)
	return r.text(told.Symptoms.Text, lang), err
}

// Detection says how it was noticed.
func (r incidents) Detection(ctx context.Context, of *model.Incident, lang *graph.Lang) (*string, error) {
	told, err := r.caseOf(ctx, of)
	return r.text(told.Detection, lang), err
}

// Lessons says what was learnt.
func (r incidents) Lessons(ctx context.Context, of *model.Incident, lang *graph.Lang) (*string, error) {
	told, err := r.caseOf(ctx, of)
	return r.text(told.Lessons, lang), err
}

// Remediation says what was done to end it.
func (r incidents) Remediation(ctx context.Context, of *model.Incident, lang *graph.Lang) ([]string, error) {
	told, err := r.caseOf(ctx, of)
	return r.texts(told.Remediation, lang), err
}

// ActionItems says what was decided to do afterwards.
func (r incidents) ActionItems(ctx context.Context, of *model.Incident, lang *graph.Lang) ([]string, error) {
	told, err := r.caseOf(ctx, of)
	return r.texts(told.ActionItems, lang), err
}

// Timeline says what happened when.
func (r incidents) Timeline(ctx context.Context, of *model.Incident) ([]*model.TimelineEntry, error) {
	told, err := r.caseOf(ctx, of)
	return model.NewTimeline(told.Timeline, r.lang), err
}

// Sources gives the pages that the case stands on.
func (r incidents) Sources(ctx context.Context, of *model.Incident) ([]*model.Source, error) {
	told, err := r.caseOf(ctx, of)
	return model.NewSources(told.Sources), err
}

// References gives the pages that the case points to.
func (r incidents) References(ctx context.Context, of *model.Incident) ([]*model.Source, error) {
	told, err := r.caseOf(ctx, of)
	return model.NewSources(told.References), err
}

// StartedAt gives when it began.
func (r incidents) StartedAt(ctx context.Context, of *model.Incident) (*string, error) {
	told, err := r.caseOf(ctx, of)
	return model.Known(told.StartedAt), err
}

// DetectedAt gives when it was noticed.
func (r incidents) DetectedAt(ctx context.Context, of *model.Incident) (*string, error) {
	told, err := r.caseOf(ctx, of)
	return model.Known(told.DetectedAt), err
}

// EndedAt gives when it was over.
func (r incidents) EndedAt(ctx context.Context, of *model.Incident) (*string, error) {
	told, err := r.caseOf(ctx, of)
	return model.Known(told.EndedAt), err
}

// texts gives texts in the language asked for, else in the request's.
func (r *request) texts(list []graph.Text, lang *graph.Lang) []string {
	texts := []string{}
	for _, t := range list {
		if s := r.text(t, lang); s != nil {
			texts = append(texts, *s)
		}
	}
	return texts
}
