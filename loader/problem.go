package loader

import (
	"strconv"
	"strings"

	"github.com/incidentgraph/incidentgraph/graph"
)

// Place is where something stands: a file and a line of it, from 1. Line is 0 where the
// whole file is meant.
type Place struct {
	File string
	Line int
}

// String writes "cases/a.yaml:12", or the file alone.
func (p Place) String() string {
	if p.Line == 0 {
		return pathShown(p.File)
	}
	return pathShown(p.File) + ":" + strconv.Itoa(p.Line)
}

// Problem is something that is wrong, or odd, at a place of the input.
type Problem struct {
	Place
	Key    string      // of the case, "" where it is not known
	Field  graph.Field // dotted, as in the record (related[2].id); "" where no field is meant
	Reason string      // what is wrong and what to do
}

// Error writes all of it in one line: "a.yaml:12: IL-0001: date: … is not a date". Whatever
// the input holds, it may stand on a terminal, and it is not long.
func (p Problem) Error() string {
	var parts []string
	for _, s := range []string{p.Place.String(), nameShown(p.Key), nameShown(string(p.Field)), reasonShown(p.Reason)} {
		if s != "" {
			parts = append(parts, s)
		}
	}
	return strings.Join(parts, ": ")
}
