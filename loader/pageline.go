package loader

import (
	"regexp"
	"strings"

	"github.com/incidentgraph/incidentgraph/graph"
)

// pageLabels are the labels and headings of a case's parts. A line is one if it equals
// it, with or without a dash before it: the same words begin other lines and stand in
// sentences.
var pageLabels = map[string]graph.Field{
	"심각도": graph.FieldSeverity, "영향 범위": graph.FieldImpactScope, "영향 사용자": graph.FieldAffectedUsers,
	"지역": graph.FieldRegions, "감지까지": graph.FieldTimeToDetect, "복구까지": graph.FieldTimeToRecover,
	"증상": graph.FieldSymptoms, "원인": graph.FieldRootCauses, "촉발": graph.FieldTrigger,
	"구성 요소": graph.FieldComponents, "기여 요인": graph.FieldFactors, "감지": graph.FieldDetection,
	"조치": graph.FieldRemediation, "후속 조치": graph.FieldActionItems, "교훈": graph.FieldLessons,
	"출처": graph.FieldSources, "참고 문서": graph.FieldReferences, "관련 사례": graph.FieldRelated,
}

// What pages print around their cases.
const (
	siteName       = "Incident Library"
	graphHeading   = "그래프"
	checkHeading   = "내 클러스터에도 있는지 확인하기"
	toolsHeading   = "AI 도구와 스크립트용"
	addressLabel   = "이 사례의 JSON:"
	advertisement  = "kubegap 은"
	published      = "(게시일)"
	sameCauseWords = "같은 원인"
	sharedWord     = "공통 "
)

// Digits are bounded by count, never by a word border: a letter may follow at once.
var (
	pageDate   = `\d{4}(?:-\d{2}(?:-\d{2})?)?`
	headerLine = regexp.MustCompile(`^(IL-\d{4})\s+(\S.*?)\s*·\s*(` + pageDate + `)\s*(\(게시일\))?\s*(.*)$`)
	listHeader = regexp.MustCompile(`^(IL-\d{4})\s*(.+?)\s*(?:·\s*)?(` + pageDate + `)\s*(?:- ?)?(증상|촉발|원인|구성 요소|기여 요인|감지|조치|후속 조치|교훈)?$`)
	cardLine   = regexp.MustCompile(`^(IL-\d{4})\s*(.+)\s*·\s*(` + pageDate + `)(.*)$`)

	listCount = regexp.MustCompile(`^사례\s*(\d+)건$`)
	listRange = regexp.MustCompile(`^(\d+)건 중 (\d+)~(\d+)번째$`)
	listTail  = regexp.MustCompile(`^이 \d+건에서`)

	ownAddress     = regexp.MustCompile(`/cases/(IL-\d{4})(?:\D|$)`)
	caseComponents = regexp.MustCompile(`이 사례의 구성 요소: (.+?)\.(?: |$)`)
	listComponents = regexp.MustCompile(`가장 많이 나오는 구성 요소: (.+?)\.(?: |$)`)
)

// pageLine is one line of a page that is not blank.
type pageLine struct {
	number int
	text   string // clean
}

func pageLines(text string, first int) (out []pageLine) {
	for line := range strings.Lines(text) {
		if clean := graph.Clean(decodeEntities(line)); clean != "" {
			out = append(out, pageLine{first, clean})
		}
		first++
	}
	return out
}

// item gives the line without the dash that marks labels, values and items alike.
func (l pageLine) item() string { return strings.TrimPrefix(l.text, "- ") }

// label gives the field whose label the line is.
func (l pageLine) label() (graph.Field, bool) {
	field, ok := pageLabels[l.item()]
	return field, ok
}

// isNone reports whether the line says that there is nothing: a dash alone, of
// whatever kind.
func (l pageLine) isNone() bool { return graph.Fold(l.item()) == "-" }

// looksLikePage reports whether a text is a page of the Incident Library, not YAML: which
// of the two shows its first line that only one of them has. Labels of pages stand in the
// texts of cases as well, below a key.
func looksLikePage(head string) bool {
	for line := range strings.Lines(head) {
		for _, l := range pageLines(line, 1) {
			_, isLabel := l.label()
			indented := strings.TrimLeft(line, " \t") != line
			switch {
			case isLabel && !indented, l.text == siteName, headerLine.MatchString(l.text), listCount.MatchString(l.text), listRange.MatchString(l.text):
				return true
			case isKeyLine(l):
				return false
			}
		}
	}
	return false
}

// isKeyLine reports whether a line is one of YAML: a border, or a key of a case or of a term.
func isKeyLine(l pageLine) bool {
	key, value, found := strings.Cut(l.item(), ":")
	key = strings.Trim(key, `"' `)
	_, ofCase := caseShape.index[key]
	_, ofTerm := termShape.index[key]
	return l.text == "---" || strings.HasPrefix(l.text, "--- ") ||
		found && (ofCase || ofTerm) && (value == "" || value[0] == ' ')
}

// isListPage reports whether a page shows several cases.
func isListPage(lines []pageLine) bool {
	for _, l := range lines {
		if listCount.MatchString(l.text) || listRange.MatchString(l.text) || listTail.MatchString(l.text) {
			return true
		}
		if m := listHeader.FindStringSubmatch(l.text); m != nil && m[4] != "" {
			return true
		}
	}
	return false
}

// names parts names that are joined by commas. Nothing else parts them: names hold
// spaces, middle dots and hyphens.
func names(list string) (out []string) {
	for name := range strings.SplitSeq(list, ", ") {
		if name = strings.TrimSpace(name); name != "" {
			out = append(out, name)
		}
	}
	return out
}
