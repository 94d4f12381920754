// Package seeds holds the library that ships with the binary, as the files it is
// written in: the controlled vocabulary and the cases of real public incidents.
//
// vocab/ has one file a kind of term: components.yaml, causes.yaml, triggers.yaml,
// symptoms.yaml, factors.yaml and companies.yaml. Each is a list of terms with slug,
// en, ko, aliases, definition_en, definition_ko and broader; what a term does not
// have is left out. Within one kind a name or an alias means one term.
//
// cases/ has one file a case, cases/<year>/<key>.yaml, in the format that any case
// file has. The year is that of the case's date.
//
// The package knows nothing of what the files mean. Its tests hold them to the rules
// above.
package seeds
