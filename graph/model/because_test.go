package model

import (
	"testing"

	"github.com/incidentgraph/incidentgraph/graph"
)

func TestBecause(t *testing.T) {
	type names = []string
	const (
		store, storeKO         = "Coordination key-value store", "코디네이션 키-값 저장소"
		discovery, discoveryKO = "Service discovery", "서비스 디스커버리"
		search, searchKO       = "Elasticsearch and OpenSearch", "Elasticsearch 와 OpenSearch"
		bug, bugKO             = "Software bug", "소프트웨어 결함"
		human, humanKO         = "Human error", "사람의 실수"
	)
	korean := map[string]string{store: storeKO, discovery: discoveryKO, search: searchKO, bug: bugKO, human: humanKO}
	inKorean := func(list []string) []string {
		var out []string
		for _, name := range list {
			out = append(out, korean[name])
		}
		return out
	}

	for _, tt := range []struct {
		name       string
		of, other  string
		kind       graph.EdgeKind
		components []string
		causes     []string
		en, ko     string
	}{
		{"components and a cause", "IL-0587", "IL-0271", graph.SharesComponent, names{store, discovery}, names{bug},
			"IL-0587 and IL-0271 share the components “Coordination key-value store” and “Service discovery” and the cause “Software bug”.",
			"IL-0587과 IL-0271은 구성 요소 ‘코디네이션 키-값 저장소’와 ‘서비스 디스커버리’를 함께 쓰고, ‘소프트웨어 결함’이 공통 원인이다."},
		{"one component", "IL-0279", "IL-0388", graph.SharesComponent, names{store}, nil,
			"IL-0279 and IL-0388 share the component “Coordination key-value store”.",
			"IL-0279와 IL-0388은 구성 요소 ‘코디네이션 키-값 저장소’를 함께 쓴다."},
		{"three components", "A", "B", graph.SharesComponent, names{store, search, discovery}, nil,
			"A and B share the components “Coordination key-value store”, “Elasticsearch and OpenSearch” and “Service discovery”.",
			"A와 B는 구성 요소 ‘코디네이션 키-값 저장소’, ‘Elasticsearch 와 OpenSearch’와 ‘서비스 디스커버리’를 함께 쓴다."},
		{"one cause", "IL-0271", "IL-0277", graph.SameCause, nil, names{bug},
			"IL-0271 and IL-0277 share the cause “Software bug”.",
			"IL-0271과 IL-0277은 ‘소프트웨어 결함’이 공통 원인이다."},
		{"two causes", "IL-0271", "IL-0274", graph.SameCause, nil, names{bug, human},
			"IL-0271 and IL-0274 share the causes “Software bug” and “Human error”.",
			"IL-0271과 IL-0274는 ‘소프트웨어 결함’과 ‘사람의 실수’가 공통 원인이다."},
		{"a card's word for a cause", "IL-0216", "IL-0274", graph.SameCause, nil, nil,
			"A case says that IL-0216 and IL-0274 have the same cause, though none is known of both.",
			"IL-0216과 IL-0274는 원인이 같다고 한 사례에 적혀 있으나 양쪽에 알려진 것은 없다."},
		{"a component and a card's word for a cause", "IL-0216", "IL-0274", graph.SameCause, names{search}, nil,
			"IL-0216 and IL-0274 share the component “Elasticsearch and OpenSearch”, and a case says that they have the same cause, though none is known of both.",
			"IL-0216과 IL-0274는 구성 요소 ‘Elasticsearch 와 OpenSearch’를 함께 쓰고, 원인이 같다고 한 사례에 적혀 있으나 양쪽에 알려진 것은 없다."},
		{"a card's word for a component", "A", "B", graph.SharesComponent, nil, nil,
			"A case says that A and B share a component, though none is known of both.",
			"A와 B는 구성 요소를 함께 쓴다고 한 사례에 적혀 있으나 양쪽에 알려진 것은 없다."},
		{"a card's word for a component, and a cause", "A", "B", graph.SharesComponent, nil, names{human},
			"A and B share the cause “Human error”, and a case says that they share a component, though none is known of both.",
			"A와 B는 구성 요소를 함께 쓴다고 한 사례에 적혀 있으나 양쪽에 알려진 것은 없고, ‘사람의 실수’가 공통 원인이다."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			english := Shared{graph.KindComponent: tt.components, graph.KindCause: tt.causes}
			if got := Because(graph.EN, tt.kind, tt.of, tt.other, english); got != tt.en {
				t.Errorf("got  %s\nwant %s", got, tt.en)
			}
			inKorean := Shared{graph.KindComponent: inKorean(tt.components), graph.KindCause: inKorean(tt.causes)}
			if got := Because(graph.KO, tt.kind, tt.of, tt.other, inKorean); got != tt.ko {
				t.Errorf("got  %s\nwant %s", got, tt.ko)
			}
		})
	}
}

func TestBecauseAlike(t *testing.T) {
	for _, tt := range []struct {
		name   string
		shared Shared
		en, ko string
	}{
		{"a component", Shared{graph.KindComponent: {"Kafka"}},
			"A and B share the component “Kafka”.",
			"A와 B는 구성 요소 ‘Kafka’를 함께 쓴다."},
		{"a factor", Shared{graph.KindFactor: {"휴일"}},
			"A and B share the factor “휴일”.",
			"A와 B는 ‘휴일’이 공통 기여 요인이다."},
		{"a component and triggers", Shared{graph.KindComponent: {"CDN"}, graph.KindTrigger: {"배포", "설정 변경"}},
			"A and B share the component “CDN” and the triggers “배포” and “설정 변경”.",
			"A와 B는 구성 요소 ‘CDN’을 함께 쓰고, ‘배포’와 ‘설정 변경’이 공통 계기이다."},
		{"one of each kind", Shared{graph.KindComponent: {"DNS"}, graph.KindCause: {"사람의 실수"}, graph.KindTrigger: {"배포"}, graph.KindSymptom: {"오류율 상승"}, graph.KindFactor: {"휴가"}},
			"A and B share the component “DNS”, the cause “사람의 실수”, the trigger “배포”, the symptom “오류율 상승” and the factor “휴가”.",
			"A와 B는 구성 요소 ‘DNS’를 함께 쓰고, ‘사람의 실수’가 공통 원인이고, ‘배포’가 공통 계기이고, ‘오류율 상승’이 공통 증상이고, ‘휴가’가 공통 기여 요인이다."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := BecauseAlike(graph.EN, "A", "B", tt.shared); got != tt.en {
				t.Errorf("got  %s\nwant %s", got, tt.en)
			}
			if got := BecauseAlike(graph.KO, "A", "B", tt.shared); got != tt.ko {
				t.Errorf("got  %s\nwant %s", got, tt.ko)
			}
		})
	}
}
