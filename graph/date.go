package graph

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"time"
)

// Precision says how much of a date is known.
type Precision uint8

// The precisions of a date.
const (
	Day Precision = iota
	Month
	Year
)

var precisionNames = [...]string{Day: "DAY", Month: "MONTH", Year: "YEAR"}

func (p Precision) String() string { return precisionNames[p] }

// Date is a calendar date as precise as known: a day, a month or a year. It has
// no zone. The zero Date is unknown.
type Date struct {
	year       int16
	month, day uint8 // 0 where not known
}

// UnknownDay stands for the day of an unknown date. It is smaller than every day.
const UnknownDay int32 = math.MinInt32

// ParseDate reads "2019-01-18", "2019-01" or "2019" (ISO 8601, years 1000 to 9999).
// The precision is kept; nothing is padded.
func ParseDate(s string) (Date, error) {
	for _, layout := range []string{"2006-01-02", "2006-01", "2006"} {
		if len(s) != len(layout) {
			continue
		}
		t, err := time.Parse(layout, s)
		if err != nil || t.Year() < 1000 {
			break
		}
		d := Date{year: int16(t.Year())}
		if len(layout) >= 7 {
			d.month = uint8(t.Month())
		}
		if len(layout) == 10 {
			d.day = uint8(t.Day())
		}
		return d, nil
	}
	return Date{}, fmt.Errorf("%q is not a date: write 2019-01-18, 2019-01 or 2019", s)
}

// IsZero reports whether the date is unknown.
func (d Date) IsZero() bool { return d == Date{} }

// Precision says how much of the date is known. It is Year for an unknown date.
func (d Date) Precision() Precision {
	switch {
	case d.day != 0:
		return Day
	case d.month != 0:
		return Month
	}
	return Year
}

// String writes the date as ParseDate reads it, and "" for an unknown one.
func (d Date) String() string {
	switch {
	case d.IsZero():
		return ""
	case d.day != 0:
		return fmt.Sprintf("%04d-%02d-%02d", d.year, d.month, d.day)
	case d.month != 0:
		return fmt.Sprintf("%04d-%02d", d.year, d.month)
	}
	return fmt.Sprintf("%04d", d.year)
}

// First gives the first day of the date's interval, in days since 1970-01-01.
// An unknown date gives UnknownDay.
func (d Date) First() int32 {
	if d.IsZero() {
		return UnknownDay
	}
	return dayNumber(d.year, max(d.month, 1), max(d.day, 1))
}

// Last gives the last day of the date's interval, in days since 1970-01-01.
// An unknown date gives UnknownDay.
func (d Date) Last() int32 {
	switch {
	case d.IsZero():
		return UnknownDay
	case d.day != 0:
		return d.First()
	case d.month == 0 || d.month == 12:
		return dayNumber(d.year+1, 1, 1) - 1
	}
	return dayNumber(d.year, d.month+1, 1) - 1
}

func dayNumber(year int16, month, day uint8) int32 {
	t := time.Date(int(year), time.Month(month), int(day), 0, 0, 0, 0, time.UTC)
	return int32(t.Unix() / 86400)
}

// MarshalJSON writes the date as a string, null where unknown.
func (d Date) MarshalJSON() ([]byte, error) {
	if d.IsZero() {
		return []byte("null"), nil
	}
	return []byte(`"` + d.String() + `"`), nil
}

// UnmarshalJSON reads what MarshalJSON writes.
func (d *Date) UnmarshalJSON(b []byte) error {
	var s *string
	if err := json.Unmarshal(b, &s); err != nil {
		return err
	}
	*d = Date{}
	if s == nil || *s == "" {
		return nil
	}
	var err error
	*d, err = ParseDate(*s)
	return err
}

// CheckTime reports whether s is a moment as cases write it: a date, or a date and
// time with a zone (RFC 3339; seconds may be left out). It is kept as written, so
// that a zone never moves a day.
func CheckTime(s string) error {
	_, err := Instant(s)
	return err
}

// Instant gives the moment that s names; a date alone is its midnight in UTC.
func Instant(s string) (time.Time, error) {
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04Z07:00", "2006-01-02"} {
		if t, err := time.Parse(layout, strings.ToUpper(s)); err == nil {
			return t, nil
		}
	}
	return time.Time{}, fmt.Errorf("%q is not a time: write 2019-01-18T09:09:00Z, with Z or an offset such as +09:00, or a date", s)
}
