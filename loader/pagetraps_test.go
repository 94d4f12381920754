package loader

import (
	"strings"
	"testing"

	"github.com/incidentgraph/incidentgraph/graph"
)

// TestPageTraps holds one test for each way in which reading these pages is known to go
// wrong.
func TestPageTraps(t *testing.T) {
	dashed, bare := onlyCase(t, dashedPage), onlyCase(t, barePage)
	list, _ := ParsePage("page.txt", listPage, pageVocabulary(t))
	parse := func(t *testing.T, old, new string) *graph.Case {
		t.Helper()
		if !strings.Contains(dashedPage, old) {
			t.Fatalf("the page has no %q", old)
		}
		return onlyCase(t, strings.Replace(dashedPage, old, new, 1))
	}

	t.Run("1 tags glued to the date", func(t *testing.T) {
		same(t, "occurred", dashed.Tags, []string{"database", "aws", "networking"})
		same(t, "published", bare.Tags, []string{"networking", "aws"})
		same(t, "no tags", parse(t, "databaseawsnetworking", "").Tags, nil)
		same(t, "longest first", parse(t, "databaseawsnetworking", "cdnaidnscloud").Tags, []string{"cdn", "ai", "dns", "cloud"})
		same(t, "no partial cut", parse(t, "databaseawsnetworking", "databaseteapots").Tags, []string{"databaseteapots"})
		same(t, "date", dashed.Date.String(), "2031-04-09")
		same(t, "title with a digit after the id", dashed.Related[3].Title.KO, "7시간 동안 결제가 되지 않았다")
	})
	t.Run("2 dashes mark labels, values and items alike", func(t *testing.T) {
		same(t, "value", dashed.Regions, []string{"north-1 (Harbour)"})
		same(t, "trigger", dashed.Trigger.Text.KO, "새 설정을 올렸다.")
		without := onlyCase(t, strings.ReplaceAll(dashedPage, "\n- ", "\n"))
		same(t, "without any", without, dashed)
	})
	t.Run("3 term lines begin with their section's name", func(t *testing.T) {
		same(t, "causes", dashed.RootCauses, []string{"설정 실수"})
		same(t, "symptoms", bare.Symptoms.Terms, []string{"느린 응답", "끊긴 접속"})
		same(t, "a sentence is none", strings.HasPrefix(dashed.Symptoms.Text.KO, "증상 보고가"), true)
		same(t, "longest first", parse(t, "원인 설정 실수", "원인 설정 실수 반복코드 실수").RootCauses, []string{"설정 실수 반복", "코드 실수"})
		same(t, "kept whole", parse(t, "원인 설정 실수", "원인 설정 실수밤의 실수").RootCauses, []string{"설정 실수밤의 실수"})
	})
	t.Run("4 none given is not lost", func(t *testing.T) {
		same(t, "a dash", dashed.State(graph.FieldLessons), graph.None)
		same(t, "an empty label", bare.State(graph.FieldActionItems), graph.Lost)
		same(t, "no label", dashed.State(graph.FieldReferences), graph.Unknown)
		for _, dash := range []string{"—", "-", "−", "- –"} {
			same(t, dash, parse(t, "교훈\n–", "교훈\n"+dash).State(graph.FieldLessons), graph.None)
		}
	})
	t.Run("5 a bare annotation is a card of its own", func(t *testing.T) {
		same(t, "cards", len(dashed.Related), 5)
		same(t, "the named one keeps its own", dashed.Related[3].SharedComponents, []string{"주문 대기열"})
		same(t, "the bare one has no name", dashed.Related[2].ID, "")
	})
	t.Run("6 an annotation ends its card", func(t *testing.T) {
		same(t, "components", dashed.Related[1].SharedComponents, []string{"주문 대기열", "세션 창고"})
		same(t, "severity", dashed.Related[1].Severity, "sev1")
	})
	t.Run("7 addresses are no related cases", func(t *testing.T) {
		for _, card := range dashed.Related {
			if card.ID == "IL-9001" || card.ID == "IL-9777" {
				t.Errorf("card of %s", card.ID)
			}
		}
	})
	t.Run("8 a case begins in the middle of a line", func(t *testing.T) {
		same(t, "cases", len(list), 2)
		same(t, "lessons end before it", list[0].Case.Lessons.KO, "한 곳에 몰리면 위험하다.")
		same(t, "the page's last line is no lesson", list[1].Case.Lessons.KO, "잠금이 없으면 지워진다.")
		for _, r := range list {
			same(t, "components of the list belong to no case", r.Case.Components, nil)
		}
	})
	t.Run("9 the advertisement names a component", func(t *testing.T) {
		same(t, "components", bare.Components, []string{"메모리 와 디스크 창고"})
		same(t, "and the list is lost all the same", bare.State(graph.FieldComponents), graph.PartlyKnown)
	})
	t.Run("10 names hold spaces, dots and hyphens", func(t *testing.T) {
		c := parse(t, "같은 원인 · 공통 세션 창고\n", "같은 원인 · 공통 로그·지표 수집기, 키-값 보관소, 메모리 와 디스크 창고\n")
		same(t, "components", c.Related[2].SharedComponents, []string{"로그·지표 수집기", "키-값 보관소", "메모리 와 디스크 창고"})
	})
	t.Run("11 dates keep their kind and precision", func(t *testing.T) {
		same(t, "published", bare.DateKind, graph.Published)
		same(t, "occurred", dashed.DateKind, graph.Occurred)
		same(t, "a year", list[1].Case.Date.String(), "2030")
		same(t, "of no kind", list[1].Case.DateKind, graph.DateKind(""))
		same(t, "a card's year", dashed.Related[1].Date.String(), "2030")
	})
	t.Run("12 nothing is guessed from prose", func(t *testing.T) {
		same(t, "components", dashed.Components, nil)
		same(t, "company", list[0].Case.Organisation, "")
		same(t, "causes", list[1].Case.RootCauses, nil)
		same(t, "trigger kind", dashed.Trigger.Kind, "")
	})
	t.Run("13 cards without names stay apart", func(t *testing.T) {
		bareCards := 0
		for _, card := range dashed.Related {
			if card.ID == "" {
				bareCards++
			}
		}
		same(t, "bare cards", bareCards, 3)
	})
}
