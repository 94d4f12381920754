package resolver

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/99designs/gqlgen/graphql"

	"github.com/incidentgraph/incidentgraph/graph"
)

const (
	maxWarnings = 20  // of one answer
	maxNearest  = 3   // terms offered for an unknown name
	maxLikeness = 256 // bytes of a name for which nearest terms are looked for
)

// nodeID reads the id of a node as people type it. ok is false where it has not the form
// of one.
func nodeID(typed string) (id graph.ID, ok bool) {
	kind, name, ok := graph.ID(graph.Fold(typed)).Split()
	if !ok {
		return "", false
	}
	return graph.NewID(kind, name), true
}

// unknownComponent is the error for a name that no component has, outside a filter.
func (r *request) unknownComponent(ctx context.Context, name graph.Name) error {
	voc, err := r.vocabulary.one(ctx, struct{}{})
	if err != nil {
		return err
	}
	return graph.Errorf(graph.CodeUnknownTerm, "%s", warningOf(name, voc).Message)
}

func slugOf(id graph.ID) string {
	_, slug, _ := id.Split()
	return slug
}

// unknownNames gathers the names in filters that no term has.
type unknownNames struct {
	mu    sync.Mutex
	names map[graph.Name]struct{}
}

// warning tells of an unknown name in extensions.warnings.
type warning struct {
	Message string   `json:"message"`
	Name    string   `json:"name"` // as typed
	Kind    string   `json:"kind"`
	Nearest []string `json:"nearest"` // slugs
}

func newUnknownNames() *unknownNames {
	return &unknownNames{names: map[graph.Name]struct{}{}}
}

func (u *unknownNames) add(name graph.Name) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.names[name] = struct{}{}
}

// register puts warnings into the response, in order of kind and name, so that it does
// not depend on which field was faster. It is called once no field is left.
func (u *unknownNames) register(ctx context.Context, store graph.Store) {
	if len(u.names) == 0 {
		return
	}
	names := make([]graph.Name, 0, len(u.names))
	for name := range u.names {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b graph.Name) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), strings.Compare(a.Text, b.Text))
	})
	voc, err := store.Vocabulary(ctx)
	if err != nil {
		voc = nil // the answer is whole without the nearest terms
	}
	var warnings []warning
	for _, name := range names[:min(len(names), maxWarnings)] {
		warnings = append(warnings, warningOf(name, voc))
	}
	graphql.RegisterExtension(ctx, "warnings", warnings)
}

// warningOf tells that no term has a name. voc may be nil.
func warningOf(name graph.Name, voc *graph.Vocabulary) warning {
	w := warning{Name: name.Text, Kind: strings.ToUpper(name.Kind.String()), Nearest: []string{}}
	w.Message = fmt.Sprintf("no %s is called %q", name.Kind.Prefix(), shown(name.Text))
	if voc != nil && len(name.Text) <= maxLikeness { // likeness to long names costs much and means little
		w.Nearest = append(w.Nearest, voc.Nearest(name.Kind, name.Text, maxNearest)...)
	}
	if len(w.Nearest) > 0 {
		w.Message += "; nearest: " + strings.Join(w.Nearest, ", ")
	}
	return w
}

// shown cuts a name to what a message can hold.
func shown(name string) string {
	const most = 64
	if runes := []rune(name); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return name
}
