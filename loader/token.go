package loader

// tokenKind tells the tokens of a document apart.
type tokenKind byte

const (
	objectStart tokenKind = '{'
	objectEnd   tokenKind = '}'
	listStart   tokenKind = '['
	listEnd     tokenKind = ']'
	keyToken    tokenKind = ':' // the key of an object's member; its value follows
	textToken   tokenKind = '"' // a string in quotes, or a block of text
	plainToken  tokenKind = 'p' // a YAML scalar without quotes: what it is depends on where it stands
	numberToken tokenKind = '0'
	boolToken   tokenKind = 'b'
	nullToken   tokenKind = 'n'
	broken      tokenKind = '!' // the document cannot be read on: text is the reason
)

// token is one step through a document. Its text is valid until the next step.
type token struct {
	kind tokenKind
	text []byte
	at   int // where it stands; see stream.line
}

// stream is a document, JSON or YAML, as a run of tokens. After a broken token only
// broken tokens follow. Keys that repeat are given as often as they stand there.
type stream interface {
	next() token
	line(at int) int // the line of the file, from 1, that a token stands on
}
