package graphtest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/incidentgraph/incidentgraph/graph"
	"golang.org/x/text/unicode/norm"
)

// spellings holds, for each kind of term, some concepts in several spellings. Before a
// vocabulary knows a concept, its spellings are terms of their own where their slugs
// differ. Some slugs sort one way by code points and the other way by UTF-16 units.
var spellings = map[graph.NodeKind][][]string{
	graph.KindCompany: {
		{"Northwind Search", "northwind-search", "NORTHWIND  SEARCH", "노스윈드", norm.NFD.String("노스윈드")},
		{"𠮷野 물류", "company:𠮷野-물류"},
		{"﨎 Bank", "﨎 bank"},
		{"Kestrel", "kestrel"},
	},
	graph.KindComponent: {
		{"Coordination store", "coordination-store", "Coordination–store", "조정 저장소", norm.NFD.String("조정 저장소"), "component:coordination-store"},
		{"In-memory cache", "in-memory-cache", "Ｉｎ-memory cache", "인메모리 캐시", "RAM cache"},
		{"𠮷 queue", "𠮷-queue"},
		{"﨎 queue", "﨎—queue"},
		{"Search index", "search_index", "색인"},
		{"DNS"},
	},
	graph.KindCause: {
		{"Software bug", "software-bug", "소프트웨어 결함", "cause:software-bug"},
		{"Capacity", "용량 부족", "capacity!"},
		{"Human error", "사람의 실수"},
	},
	graph.KindTrigger: {{"Deploy", "배포"}, {"Failover", "장애 조치", "fail-over"}},
	graph.KindSymptom: {{"Timeouts", "타임아웃", "TIMEOUTS"}, {"Data loss", "데이터 손실"}},
	graph.KindFactor:  {{"Retry storm", "재시도 폭주", "retry-storm"}, {"No alerting", "알림 부재"}},
}

// values in several spellings, which are one value each.
var (
	domains    = [][]string{{"kubernetes", "Kubernetes", "ＫＵＢＥＲＮＥＴＥＳ"}, {"검색", "검색 "}, {"𠮷野"}, {"﨎"}}
	severities = [][]string{{"sev1", "SEV1", "Sev1"}, {"sev2", "ｓｅｖ２"}, {"심각"}}
	regions    = [][]string{{"eu-west-1", "EU-West-1", "eu–west–1"}, {"서울", norm.NFD.String("서울")}, {"𠮷野"}, {"﨎"}, {"global"}}
	tags       = [][]string{{"database", "Database"}, {"aws", "AWS", "ＡＷＳ"}, {"dns"}, {"데이터  베이스", "데이터 베이스"}, {"c++"}}
)

// times are minutes, so few that they tie; nothing at all is a time, too.
var times = []int{0, 0, 1, 5, 5, 30, 60, 60, 60, 234, 1440, 2147483647}

var dates = []string{"2018", "2019", "2019-01", "2019-01-18", "2019-01-18", "2019-02-04", "2020-12", "2021-03-03"}

// keys are those of small worlds.
var keys = []string{
	"IL-0001", "IL-0002", "IL-0003", "IL-0004", "IL-0005", "IL-0006", "IL-0007",
	"IL-0008", "IL-0010", "il-0009", "A.1", "A_1", "A-1", "PM-3", "Z", "a2",
}

// world makes up cases and batches. What it makes depends on its seed alone.
type world struct {
	rng         *rand.Rand
	keys        []string // of the cases that it makes up
	most        int      // how many new cases a batch may have
	provisional []string // keys of headless cases, there or not
	made        []*graph.Case
}

func newWorld(seed uint64) *world {
	return &world{rng: rand.New(rand.NewPCG(seed, 0x9e3779b97f4a7c15)), keys: keys, most: 4, provisional: []string{"X-0000000000aa"}}
}

// newWideWorld makes up larger corpora.
func newWideWorld(seed uint64) *world {
	w := newWorld(seed)
	w.most = 12
	w.keys = slices.Clone(keys)
	for n := range 60 {
		w.keys = append(w.keys, fmt.Sprintf("W-%d", n))
	}
	return w
}

// name names some concept of a kind in some spelling.
func (w *world) name(kind graph.NodeKind) string { return pick(w.rng, pick(w.rng, spellings[kind])) }

func (w *world) namesOf(kind graph.NodeKind, most int) []string {
	var list []string
	for range w.rng.IntN(most + 1) {
		list = append(list, w.name(kind))
	}
	return list
}

func (w *world) date() graph.Date {
	if oneIn(w.rng, 4) {
		return graph.Date{}
	}
	d, err := graph.ParseDate(pick(w.rng, dates))
	if err != nil {
		panic(err) // the list above is wrong
	}
	return d
}

func (w *world) key() string {
	if oneIn(w.rng, 6) {
		return pick(w.rng, w.provisional)
	}
	return pick(w.rng, w.keys)
}

// newCase makes up a case.
func (w *world) newCase() *graph.Case {
	c := &graph.Case{ID: pick(w.rng, w.keys)}
	switch {
	case oneIn(w.rng, 8):
		c.ID = ""
	case oneIn(w.rng, 30):
		c.ID = pick(w.rng, w.provisional) // as an export writes it
	case oneIn(w.rng, 30):
		c.ID = strings.ToLower(c.ID)
	}
	w.texts(c)
	if oneIn(w.rng, 2) {
		c.Organisation = w.name(graph.KindCompany)
	}
	c.Date = w.date()
	if !c.Date.IsZero() && oneIn(w.rng, 2) {
		c.DateKind = pick(w.rng, []graph.DateKind{graph.Occurred, graph.Published})
	}
	w.values(c)
	c.Components = w.namesOf(graph.KindComponent, 2)
	c.RootCauses = w.namesOf(graph.KindCause, 2)
	c.Symptoms.Terms = w.namesOf(graph.KindSymptom, 2)
	c.Factors = w.namesOf(graph.KindFactor, 2)
	if oneIn(w.rng, 3) {
		c.Trigger.Kind = w.name(graph.KindTrigger)
	}
	if oneIn(w.rng, 3) {
		c.Components, c.RootCauses = nil, nil // what is left are the cards
	}
	for range w.rng.IntN(4) {
		c.Related = append(c.Related, w.card())
	}
	w.states(c)
	if c.ID != "" && !graph.IsProvisionalKey(c.ID) && oneIn(w.rng, 6) {
		c.Replaces = []string{pick(w.rng, w.provisional)}
	}
	if oneIn(w.rng, 3) {
		c.UpdatedAt = pick(w.rng, []string{"2026-01-01", "2026-01-02", "2026-01-01T12:00:00+09:00"})
	}
	return c
}

// values gives a case some of the values that lists are sifted, sorted and counted by.
func (w *world) values(c *graph.Case) {
	c.Severity, c.Domain = w.value(severities), w.value(domains)
	for range w.rng.IntN(3) {
		c.Regions = append(c.Regions, w.value(regions))
	}
	for range w.rng.IntN(4) {
		c.Tags = append(c.Tags, w.value(tags))
	}
	for _, t := range []**int{&c.TimeToDetect, &c.TimeToRecover} {
		if !oneIn(w.rng, 3) {
			n := pick(w.rng, times)
			*t = &n
		}
	}
}

// value gives a value in some spelling, or none.
func (w *world) value(of [][]string) string {
	if oneIn(w.rng, 4) {
		return ""
	}
	return pick(w.rng, pick(w.rng, of))
}

// texts gives a case a title and some of the texts that it may have.
func (w *world) texts(c *graph.Case) {
	c.Title = text(w.rng, 3)
	for _, t := range []*graph.Text{&c.Summary, &c.ImpactScope, &c.AffectedUsers, &c.Symptoms.Text, &c.Trigger.Text,
		&c.Detection, &c.Lessons} {
		if oneIn(w.rng, 4) {
			*t = text(w.rng, 5)
		}
	}
	for _, list := range []*[]graph.Text{&c.Remediation, &c.ActionItems} {
		for range w.rng.IntN(3) - 1 {
			*list = append(*list, text(w.rng, 3))
		}
	}
	if oneIn(w.rng, 5) {
		c.Timeline = []graph.Moment{{At: "09:00", Text: text(w.rng, 3)}, {Text: text(w.rng, 2)}}
	}
	if oneIn(w.rng, 5) { // of these nothing is found
		c.Sources = []graph.Source{{Title: sentence(w.rng, 2), URL: "https://example.org/" + pick(w.rng, latinWords)}}
		c.References = []graph.Source{{Title: sentence(w.rng, 2)}}
	}
}

func (w *world) card() graph.Card {
	card := graph.Card{SameCause: oneIn(w.rng, 2), SharedComponents: w.namesOf(graph.KindComponent, 2)}
	if oneIn(w.rng, 5) {
		return card // it lost its header
	}
	card.ID = w.key()
	if oneIn(w.rng, 5) {
		card.ID = strings.ToLower(card.ID)
	}
	if oneIn(w.rng, 2) {
		card.Title = text(w.rng, 2)
	}
	if oneIn(w.rng, 2) {
		card.Organisation = w.name(graph.KindCompany)
	}
	card.Date = w.date()
	card.Severity = w.value(severities)
	return card
}

// states says of some fields that they were lost, are none, or are a coder's reading.
func (w *world) states(c *graph.Case) {
	for _, field := range []graph.Field{
		graph.FieldComponents, graph.FieldRootCauses, graph.FieldSymptoms, graph.FieldTriggerKind,
		graph.FieldFactors, graph.FieldOrganisation, graph.FieldSeverity, graph.FieldTimeToDetect, graph.FieldLessons,
	} {
		known := c.State(field) == graph.Known
		switch {
		case oneIn(w.rng, 5):
			c.Lost = append(c.Lost, field)
		case oneIn(w.rng, 5) && known:
			c.Inferred = append(c.Inferred, field)
		case oneIn(w.rng, 4) && !known:
			c.NoneGiven = append(c.NoneGiven, field)
		}
	}
}

// batch makes up a batch: new cases, changed ones, repeats, deletions, terms.
func (w *world) batch(voc *graph.Vocabulary) graph.Batch {
	var b graph.Batch
	taken := map[string]bool{}
	put := func(c *graph.Case) {
		c.Normalise()
		key := c.ID
		if key == "" {
			var err error
			if key, err = graph.ProvisionalKey(c, voc); err != nil {
				panic(err) // a case that cannot be written
			}
			w.provisional = append(w.provisional, key)
		}
		if !taken[graph.FoldKey(key)] {
			taken[graph.FoldKey(key)] = true
			b.Cases = append(b.Cases, c)
			w.made = append(w.made, c)
		}
	}
	for range w.rng.IntN(w.most + 1) {
		put(w.newCase())
	}
	if len(w.made) > 0 && oneIn(w.rng, 3) {
		again := *pick(w.rng, w.made)
		put(&again)
	}
	if oneIn(w.rng, 3) {
		for range 1 + w.rng.IntN(3) {
			if key := w.key(); !taken[graph.FoldKey(key)] {
				b.Delete = append(b.Delete, key)
			}
		}
	}
	if oneIn(w.rng, 4) {
		b.Terms = append(b.Terms, w.term())
	}
	return b
}

// term makes up a controlled term over some of the spellings of a concept. It may take
// a name that another term has, and a vocabulary may not allow it.
func (w *world) term() graph.Term {
	kind := pick(w.rng, graph.TermKinds())
	variants := pick(w.rng, spellings[kind])
	t := graph.Term{Kind: kind, Name: graph.Text{EN: variants[0]}}
	for _, v := range variants[1:] {
		switch {
		case oneIn(w.rng, 3) && t.Name.KO == "":
			t.Name.KO = v
		case oneIn(w.rng, 2):
			t.Aliases = append(t.Aliases, v)
		}
	}
	if oneIn(w.rng, 6) {
		t.Slug = "own-slug"
	}
	if oneIn(w.rng, 6) {
		t.Aliases = append(t.Aliases, w.name(kind))
	}
	if oneIn(w.rng, 6) { // it was another term, perhaps one that cases name
		t.Formerly = []string{graph.Slug(w.name(kind))}
	}
	if oneIn(w.rng, 4) {
		t.Broader = graph.Slug(pick(w.rng, spellings[kind])[0])
	}
	if oneIn(w.rng, 4) {
		t.Definition = graph.Text{EN: "What it is.", KO: "무엇인가."}
	}
	return t
}
