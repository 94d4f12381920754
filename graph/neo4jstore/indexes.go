package neo4jstore

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/incidentgraph/incidentgraph/graph"
)

// index is an index as the database has it.
type index struct {
	name, state, kind string
	on, properties    []string
	constrains        bool // it is that of a constraint, and named as it is
}

// covers reports whether an index is over what that of an item is over, so that the
// database does not have both.
func (i index) covers(item schemaItem) bool {
	return i.kind == item.kind && slices.Equal(i.on, []string{item.on}) && slices.Equal(i.properties, item.properties)
}

// of gives an item's index among those of the database.
func (item schemaItem) of(there []index) (i index, found bool) {
	n := slices.IndexFunc(there, func(i index) bool {
		return i.name == item.name && i.constrains == item.constraint && i.covers(item)
	})
	if n < 0 {
		return index{}, false
	}
	return there[n], true
}

func (item schemaItem) String() string {
	if item.constraint {
		return "constraint " + item.name
	}
	return "index " + item.name
}

const existingIndexes = `
SHOW INDEXES YIELD name, state, type, labelsOrTypes, properties, owningConstraint
RETURN name, state, type, labelsOrTypes, properties, owningConstraint IS NOT NULL`

// indexes gives all indexes of the database.
func (s *Store) indexes(ctx context.Context) ([]index, error) {
	rows, err := s.look(ctx, existingIndexes, nil)
	there := make([]index, len(rows))
	for n, row := range rows {
		i := &there[n]
		i.name, _ = row[0].(string)
		i.state, _ = row[1].(string)
		i.kind, _ = row[2].(string)
		i.on, i.properties = texts(row[3]), texts(row[4])
		i.constrains, _ = row[5].(bool)
	}
	return there, err
}

// inTheWay names the constraint or index that keeps a missing item from being made; nil
// if there is none.
func inTheWay(item schemaItem, there []index) error {
	for _, i := range there {
		if i.name != item.name && !i.covers(item) {
			continue
		}
		code := graph.CodeCorrupt
		if i.name == item.name && i.covers(item) {
			code = graph.CodeUnavailable // for as long as it may be that of a constraint in the making
		}
		kind := "index"
		if i.constrains {
			kind = "constraint"
		}
		return graph.Errorf(code, "the Neo4j %s %s is in the way of the %v: DROP %s %s, and start again",
			kind, i.name, item, strings.ToUpper(kind), quoteName(i.name))
	}
	return nil
}

// plainName matches names that need no quotes.
var plainName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// quoteName gives a name as Cypher takes it.
func quoteName(name string) string {
	if plainName.MatchString(name) {
		return name
	}
	return "`" + strings.ReplaceAll(name, "`", "``") + "`"
}

// maxLookPause is the longest pause between two looks at what is being made.
const maxLookPause = 500 * time.Millisecond

// builtIndexes gives the database's indexes when none of ours is being built any more. It
// waits for ours alone, and not for longer than readLimit.
func (s *Store) builtIndexes(ctx context.Context) ([]index, error) {
	for start, pause := time.Now(), 10*time.Millisecond; ; pause = min(2*pause, maxLookPause) {
		there, err := s.indexes(ctx)
		if err != nil {
			return nil, err
		}
		var building *schemaItem
		for _, item := range schema() {
			switch i, _ := item.of(there); i.state {
			case "FAILED":
				return nil, corrupt("the Neo4j %v has failed: drop it and start again", item)
			case "POPULATING":
				building = &item
			}
		}
		if building == nil {
			return there, nil
		}
		if time.Since(start) > readLimit {
			return nil, graph.Errorf(graph.CodeUnavailable, "the Neo4j %v is not ready: try again", building)
		}
		if err := sleep(ctx, pause); err != nil {
			return nil, translate(ctx, err)
		}
	}
}
