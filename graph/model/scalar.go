package model

import (
	"fmt"
	"io"
	"strconv"
)

// Date is a calendar date as precise as known, as graph.ParseDate reads it. What a
// client sends is kept as it is, for the resolver to read and to judge.
type Date string

// MarshalGQL writes the date as a JSON string.
func (d Date) MarshalGQL(w io.Writer) {
	_, _ = io.WriteString(w, strconv.Quote(string(d))) // a date is plain ASCII
}

// UnmarshalGQL takes any value of a document or variable. It never fails.
func (d *Date) UnmarshalGQL(v any) error {
	*d = Date(fmt.Sprint(v))
	return nil
}
