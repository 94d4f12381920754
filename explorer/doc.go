// Package explorer is what a browser sees: the query page, GraphiQL with the saved
// questions of the documentation beside it.
//
// The page is TypeScript (src/, test/) that Vite builds into dist/, which is committed
// and embedded, so that building the program takes no Node. File names in dist/ are
// fixed; `make explorer` builds it anew, and `make check-explorer` compares.
//
// Nothing of it comes from elsewhere: scripts, workers, styles and fonts are the
// program's own, and the page's policy lets a browser load nothing else. Below
// assets/licenses.txt are the licenses of the packages that the build contains.
package explorer
