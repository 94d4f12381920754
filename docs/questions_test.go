package docs

import (
	"path/filepath"
	"strings"
	"testing"
)

func TestQuestions(t *testing.T) {
	questions, err := Questions()
	if err != nil {
		t.Fatal(err)
	}
	saved, err := filepath.Glob("questions/*.graphql")
	if err != nil || len(questions) != len(saved) {
		t.Fatalf("%d questions, %d are saved (%v)", len(questions), len(saved), err)
	}
	flagship := questions[0]
	if flagship.Name != "01-shares-coordination-store-with-il-0587" ||
		flagship.Title.English != "Which cases share a coordination key-value store with IL-0587?" ||
		flagship.Title.Korean != "코디네이션 키-값 저장소를 IL-0587 과 함께 쓰는 사례는?" ||
		!strings.Contains(flagship.Query, `incident(id: "IL-0587")`) {
		t.Errorf("the first question is %+v", flagship)
	}
	titles := map[string]string{}
	for i, q := range questions {
		if want := strings.TrimSuffix(filepath.Base(saved[i]), ".graphql"); q.Name != want {
			t.Errorf("question %d is %s, want %s", i, q.Name, want)
		}
		for _, title := range []string{q.Title.English, q.Title.Korean} {
			if other, taken := titles[title]; taken {
				t.Errorf("%s and %s are both called %q", q.Name, other, title)
			}
			titles[title] = q.Name
		}
	}
}
