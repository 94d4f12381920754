package loader

import (
	"testing"

	"github.com/incidentgraph/incidentgraph/graph"
)

// pageVocabulary has the names that the pages of these tests print.
func pageVocabulary(tb testing.TB) *graph.Vocabulary {
	tb.Helper()
	var terms []graph.Term
	add := func(kind graph.NodeKind, names ...string) {
		for _, name := range names {
			terms = append(terms, graph.Term{Kind: kind, Name: graph.Text{KO: name}})
		}
	}
	add(graph.KindComponent, "주문 대기열", "세션 창고", "키-값 보관소", "로그·지표 수집기", "메모리 와 디스크 창고", "데이터베이스", "데이터베이스 복제")
	add(graph.KindCause, "코드 실수", "설정 실수", "설정 실수 반복")
	add(graph.KindSymptom, "느린 응답", "끊긴 접속", "느린 응답 폭증")
	add(graph.KindFactor, "경보 없음", "긴 복구 절차")
	add(graph.KindCompany, "Acme", "Acme Foods", "다온다상회")
	voc, err := graph.NewVocabulary(terms)
	if err != nil {
		tb.Fatal(err)
	}
	return voc
}

// dashedPage is a case page without blank lines whose labels, values and items all
// begin with a dash.
const dashedPage = `IL-9001 Acme Foods · 2031-04-09databaseawsnetworking
주문 창이 반나절 동안 열리지 않았다
주문을 받는 창은 세 층으로 되어 있다.
저녁에 원인 모를 지연이 나타났다.
- 심각도
- –
- 영향 범위
- Order window: slow for 2 hours; closed for 10 minutes
- 영향 사용자
- all buyers
- 지역
- north-1 (Harbour)
- 감지까지
- 26m
- 복구까지
- 3h 54m
증상
증상 보고가 저녁에 들어왔다.
주문이 쌓였다.
원인
원인 설정 실수
- 촉발
- 새 설정을 올렸다.
감지
당번이 알림을 받았다.
조치
- 설정을 되돌렸다.
- 대기열을 비웠다.
후속 조치
- 감지 규칙을 고친다.
교훈
–
출처
관련 사례
같은 원인 · 공통 주문 대기열, 세션 창고
IL-9002Acme 의 창고가 넘쳐 배송이 멈췄다다온다상회 · 2030 · sev1같은 원인 · 공통 주문 대기열, 세션 창고
같은 원인 · 공통 세션 창고
IL-90037시간 동안 결제가 되지 않았다Acme · 2029같은 원인 · 공통 주문 대기열
같은 원인 · 공통 주문 대기열
내 클러스터에도 있는지 확인하기
AI 도구와 스크립트용
- 이 사례의 JSON: https://library.example/cases/IL-9001
- 가장 비슷한 사례들: https://library.example/cases/IL-9001/similar
다른 주소는 https://library.example/cases/IL-9777 이다.`

// barePage is a case page with blank lines and without dashes.
const barePage = `Incident Library

IL-9010 Acme · 2030-11-02 (게시일)networkingaws

문의 창이 밤새 열리지 않았다

문의 창은 두 곳에서 돈다.

심각도
–
영향 범위
Help desk; web and phone
영향 사용자
–
지역
global
감지까지
–
복구까지
–

증상

창이 비어 보였다.

증상 느린 응답끊긴 접속

원인

촉발
회선이 느려졌다.

감지

점검이 먼저 알렸다.

조치

–

후속 조치

교훈

느린 회선은 끊긴 회선보다 찾기 어렵다.

출처

관련 사례

내 클러스터에도 있는지 확인하기

kubegap 은 무언가를 점검한다. 이 사례의 구성 요소: 메모리 와 디스크 창고. 근거는 공개된 글이다.

AI 도구와 스크립트용

도구 이야기.`

// listPage shows two cases, the first without its header.
const listPage = `그래프
사례2건
2건 중 1~2번째
- 증상
아침에 접속이 되지 않았다.
- 촉발
구성 요소 하나를 바꾸었다.
- 원인
- 구성 요소
- 기여 요인
- 감지
당번이 보았다.
- 조치
- 서버를 늘렸다.
- 후속 조치
- 점검을 고쳤다.
- 경보를 더했다.
- 교훈
한 곳에 몰리면 위험하다.
IL-9021Acme 의 창고가 사람 손에 지워졌다다온다상회2030- 증상
모델이 사라졌다.
- 촉발
지우는 명령을 잘못 내렸다.
- 원인
- 구성 요소
- 기여 요인
- 조치
- 다시 만들었다.
- 후속 조치
- 잠금을 건다.
- 교훈
잠금이 없으면 지워진다.
이 2건에서 가장 많이 나오는 구성 요소: 세션 창고, 로그·지표 수집기. kubegap 은 무언가를 점검한다.`
