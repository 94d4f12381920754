package resolver

import (
	"slices"

	"github.com/incidentgraph/incidentgraph/graph"
	"github.com/incidentgraph/incidentgraph/graph/model"
)

// orderOf gives the order that is asked for, else the list's own. Orders that put every
// list alike are the same: what comes after the key decides nothing, and the key,
// ascending, is the last tie anyway.
func orderOf(asked []*model.IncidentOrder, own graph.Order) (graph.Order, error) {
	var order graph.Order
	for i, by := range asked {
		if by == nil || by.Field == graph.ByNothing || by.Direction == 0 {
			return order, graph.Errorf(graph.CodeInvalid, "orderBy: give a field and a direction")
		}
		if by.Field == graph.ByShared && own != graph.MostShared {
			return order, graph.Errorf(graph.CodeInvalid, "orderBy: SHARED is for sharesComponent and sameCause")
		}
		if slices.ContainsFunc(asked[:i], func(earlier *model.IncidentOrder) bool { return earlier.Field == by.Field }) {
			return order, graph.Errorf(graph.CodeInvalid, "orderBy: each field can be named once")
		}
		order[i] = graph.Sort{By: by.Field, Descending: by.Direction == model.Descending}
	}
	for i, key := range order {
		if key.By == graph.ByName {
			clear(order[i+1:])
			if i > 0 && !key.Descending {
				order[i] = graph.Sort{}
			}
		}
	}
	return order.Or(own), nil
}
