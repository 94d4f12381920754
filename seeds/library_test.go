package seeds_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// times are the fields of a case file that tell when and where from.
type times struct {
	Date          string `yaml:"date"`
	DateKind      string `yaml:"date_kind"`
	StartedAt     string `yaml:"started_at"`
	DetectedAt    string `yaml:"detected_at"`
	EndedAt       string `yaml:"ended_at"`
	TimeToDetect  string `yaml:"time_to_detect"`
	TimeToRecover string `yaml:"time_to_recover"`
	Sources       []struct {
		Title string `yaml:"title"`
		URL   string `yaml:"url"`
	} `yaml:"sources"`
}

func TestEveryCaseHasASource(t *testing.T) {
	for _, file := range caseFiles(t) {
		var c times
		read(t, file, &c)
		if len(c.Sources) == 0 {
			t.Errorf("%s: no source", file)
		}
		for _, s := range c.Sources {
			if s.Title == "" || !strings.HasPrefix(s.URL, "https://") && !strings.HasPrefix(s.URL, "http://") {
				t.Errorf("%s: a source is %q at %q", file, s.Title, s.URL)
			}
		}
	}
}

// unequal are the cases whose time to recover is not that between start and end, for a
// reason that docs/library-review.md gives.
var unequal = []string{"cases/2020/PM-0145.yaml"}

func TestDatesAndTimesAreSane(t *testing.T) {
	for _, file := range caseFiles(t) {
		var c times
		read(t, file, &c)
		if c.Date == "" || c.Date > "2027" || c.DateKind != "occurred" && c.DateKind != "published" {
			t.Errorf("%s: date %q, %q", file, c.Date, c.DateKind)
		}
		start, detected, end := moment(t, file, c.StartedAt), moment(t, file, c.DetectedAt), moment(t, file, c.EndedAt)
		for _, pair := range [][2]time.Time{{start, detected}, {start, end}, {detected, end}} {
			if !pair[0].IsZero() && !pair[1].IsZero() && pair[0].After(pair[1]) {
				t.Errorf("%s: %s is after %s", file, pair[0], pair[1])
			}
		}
		// Dates are the source's, in its own zone; moments are in UTC.
		if day, err := time.Parse(time.DateOnly, c.Date); err == nil && c.DateKind == "occurred" && !start.IsZero() {
			if apart := start.Sub(day); apart < -24*time.Hour || apart >= 48*time.Hour {
				t.Errorf("%s: it occurred on %s and started at %s", file, c.Date, start)
			}
		}
		detect, recover := minutes(t, file, c.TimeToDetect), minutes(t, file, c.TimeToRecover)
		if detect >= 0 && recover >= 0 && detect > recover {
			t.Errorf("%s: detected after %d minutes, recovered after %d", file, detect, recover)
		}
		for _, span := range []struct {
			to     time.Time
			stated int
		}{{detected, detect}, {end, recover}} {
			if start.IsZero() || span.to.IsZero() || span.stated < 0 || len(c.StartedAt) == len(time.DateOnly) || slices.Contains(unequal, file) {
				continue
			}
			stated := time.Duration(span.stated) * time.Minute
			if between := span.to.Sub(start); (between - stated).Abs() >= time.Minute { // a source may round
				t.Errorf("%s: %s is stated, and from %s to %s it is %s", file, stated, start, span.to, between)
			}
		}
	}
}

// moment reads a day or a time with a zone; the zero time where there is none.
func moment(t *testing.T, file, s string) time.Time {
	t.Helper()
	for _, layout := range []string{time.RFC3339, time.DateOnly} {
		if at, err := time.Parse(layout, s); err == nil {
			return at
		}
	}
	if s != "" {
		t.Errorf("%s: %q is no time", file, s)
	}
	return time.Time{}
}

// minutes reads what the library writes: `3h 54m`, `2d`, or a number; -1 where there is
// none.
func minutes(t *testing.T, file, s string) int {
	t.Helper()
	if s == "" {
		return -1
	}
	sum := 0
	for _, part := range strings.Fields(s) {
		m := regexp.MustCompile(`^(\d+)([dhm]?)$`).FindStringSubmatch(part)
		if m == nil {
			t.Fatalf("%s: %q is no duration", file, s)
		}
		n := 0
		for _, digit := range m[1] {
			n = 10*n + int(digit-'0')
		}
		sum += n * map[string]int{"d": 1440, "h": 60, "m": 1, "": 1}[m[2]]
	}
	return sum
}

// A sentence that stands in two places was copied, or says of one case what belongs to
// another.
func TestNoSentenceTwice(t *testing.T) {
	const short = 15 // shorter ones are phrases that cases may have in common
	ends := regexp.MustCompile(`[.!?]\s+`)
	places := map[string]string{}
	for _, file := range caseFiles(t) {
		var c map[string]any
		read(t, file, &c)
		for _, field := range []string{
			"title", "summary", "impact_scope", "affected_users", "symptoms", "trigger",
			"timeline", "detection", "remediation", "action_items", "lessons",
		} {
			for _, s := range texts(c[field]) {
				for _, sentence := range ends.Split(s, -1) {
					sentence = strings.TrimRight(sentence, ".!?")
					if len([]rune(sentence)) < short || !strings.Contains(sentence, " ") { // the name of a term
						continue
					}
					if other, twice := places[sentence]; twice {
						t.Errorf("%s and %s: %q", other, file, sentence)
					}
					places[sentence] = file
				}
			}
		}
	}
}

// A term of the vocabulary has a case, or stands in the review's list of those that have
// none. Companies come with their cases.
func TestTermsWithoutACaseAreListed(t *testing.T) {
	used := map[string]map[string]bool{}
	for _, kind := range kinds {
		used[kind] = map[string]bool{}
	}
	for _, file := range caseFiles(t) {
		var r record
		read(t, file, &r)
		for kind, named := range r.terms() {
			for _, name := range named {
				used[kind][fold(name)] = true
			}
		}
	}
	review, err := os.ReadFile("../docs/library-review.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, found := strings.Cut(string(review), "\n## Terms without a case\n")
	section, _, closed := strings.Cut(section, "\n## ")
	if !found || !closed {
		t.Fatal("docs/library-review.md has no section on terms without a case")
	}
	var listed []string
	for _, m := range regexp.MustCompile("`([a-z0-9-]+)`").FindAllStringSubmatch(section, -1) {
		listed = append(listed, m[1])
	}
	var unused []string
	for _, kind := range kinds {
		for _, tm := range vocabulary(t, kind) {
			names := append([]string{tm.Slug, tm.EN, tm.KO}, tm.Aliases...)
			if !slices.ContainsFunc(names, func(n string) bool { return n != "" && used[kind][fold(n)] }) {
				unused = append(unused, tm.Slug)
			}
		}
	}
	slices.Sort(unused)
	if slices.Sort(listed); !slices.Equal(listed, unused) {
		t.Errorf("no case has %v; docs/library-review.md lists %v", unused, listed)
	}
}
