package model

// IncidentFilter says which incidents are meant, with names as a client writes them. A
// nil member was absent or null; an empty list was given as such.
type IncidentFilter struct {
	Company       *TermFilter
	Components    *TermFilter
	Causes        *TermFilter
	Triggers      *TermFilter
	Symptoms      *TermFilter
	Factors       *TermFilter
	Domain        []string
	Severity      []string
	Regions       []string
	Tags          []string
	Date          *DateRange
	TimeToDetect  *MinutesRange
	TimeToRecover *MinutesRange
	Text          *string
	IsStub        *bool
	And           []*IncidentFilter
	Or            []*IncidentFilter
	Not           *IncidentFilter
}

// TermFilter asks about an incident's terms of one kind.
type TermFilter struct {
	Any      []string
	All      []string
	None     []string
	Known    *bool
	Narrower *bool
}

// DateRange is a range of days.
type DateRange struct {
	From, To *Date
}

// MinutesRange is a range of minutes.
type MinutesRange struct {
	Min, Max *int
}
