package graph

// FindPathsWithin is FindPaths with another limit of work.
var FindPathsWithin = findPaths
