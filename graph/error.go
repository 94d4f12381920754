package graph

import (
	"errors"
	"fmt"
)

// Code says what kind of thing went wrong. Codes are part of the public
// contract: clients find them in extensions.code of a GraphQL error.
type Code string

// The codes of every error that may be shown to a client.
const (
	CodeInvalid       Code = "INVALID_ARGUMENT" // the request cannot mean anything as it stands
	CodeInvalidCursor Code = "INVALID_CURSOR"   // malformed, forged, or of another filter or order
	CodeNotFound      Code = "NOT_FOUND"        // a thing that had to be there is not
	CodeUnknownTerm   Code = "UNKNOWN_TERM"     // a name that no term has, outside a filter
	CodeAmbiguous     Code = "AMBIGUOUS_NAME"   // a name that means two terms of one kind
	CodeConflict      Code = "CONFLICT"         // the stored graph does not allow the change
	CodeUnavailable   Code = "UNAVAILABLE"      // the engine cannot be reached or is locked; try again
	CodeTimeout       Code = "TIMEOUT"          // the deadline passed before the work was done
	CodeCorrupt       Code = "CORRUPT"          // stored data cannot be read as written
	CodeInternal      Code = "INTERNAL"         // anything else; its message is not shown
)

// Error is an error whose code and message may be shown to a client: the message
// names what is wrong and what to do, and holds no engine text, host or path
// unless the client gave it. Err, if any, is the cause, for logs.
type Error struct {
	Code    Code
	Message string
	Err     error
}

func (e *Error) Error() string { return e.Message }

func (e *Error) Unwrap() error { return e.Err }

// ErrTooLarge is a cause of an error of Store.Apply where the batch, which changed nothing,
// takes more memory than the engine gives it: parts of the batch may do.
var ErrTooLarge = errors.New("the batch takes more memory than the engine gives it")

// ErrUncertain is a cause of an error of Store.Apply where the batch may have been applied,
// whole, or not at all. Applying it again does no harm.
var ErrUncertain = errors.New("it is not known whether the batch was applied")

// ErrNoGraph is a cause of an error of opening a store that is to be read only, where no
// graph was made yet.
var ErrNoGraph = errors.New("there is no graph")

// Errorf makes an Error; a %w verb sets its cause.
func Errorf(code Code, format string, args ...any) *Error {
	err := fmt.Errorf(format, args...)
	return &Error{Code: code, Message: err.Error(), Err: errors.Unwrap(err)}
}

// CodeOf gives the code of the first Error in err's chain, else CodeInternal.
func CodeOf(err error) Code {
	var e *Error
	if errors.As(err, &e) {
		return e.Code
	}
	return CodeInternal
}
