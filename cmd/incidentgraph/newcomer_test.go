package main

import (
	"strings"
	"testing"
)

// newcomersCase is a post-mortem as somebody writes it who has read the document on loading
// once, with three mistakes: a time without its unit's word, a text where a list belongs,
// and a name for the company that the record calls otherwise.
const newcomersCase = `# Our outage of last week
id: BOOKS-2024-09
title: 목요일 아침에 주문이 38분 동안 실패했다
company: 책방 예시
date: "2024-09-12"
date_kind: occurred
summary: |
  인증서가 만료되어 주문 서버가 결제 서버에 연결하지 못했다.
  알림이 꺼져 있어 손님의 전화로 알게 되었다.
time_to_detect: a quarter
time_to_recover: 38m
trigger:
  text: 인증서 갱신 작업이 실패한 채로 두 주가 지났다.
root_causes: certificate-expiry
components: [결제 서버]
timeline:
  - at: "09:02"
    text: 첫 주문이 실패한다.
  - at: "09:40"
    text: 새 인증서를 올리고 주문이 다시 들어온다.
lessons: 인증서 만료 알림을 따로 둔다.
none_given: [regions]
`

// What the messages say is enough to mend it.
func TestNewcomersCase(t *testing.T) {
	p := newProgram(t)
	p.write("books.yaml", newcomersCase)
	r := p.runWith("", "load", "--db", "n.db", "books.yaml")
	said := []string{
		`rejected: books.yaml:4: BOOKS-2024-09: company: unknown key: did you mean `,
		`rejected: books.yaml:10: BOOKS-2024-09: time_to_detect: "a quarter" is not a duration`,
		`rejected: books.yaml:14: BOOKS-2024-09: root_causes: "certificate-expiry" stands where a list belongs: write [certificate-expiry]`,
	}
	if r.code != 1 {
		t.Errorf("ended with %d", r.code)
	}
	for _, want := range said {
		if !strings.Contains(r.err, want) {
			t.Errorf("it does not say %q:\n%s", want, r.err)
		}
	}
	if n := strings.Count(r.err, "rejected: "); n != len(said)+1 { // and the count
		t.Errorf("%d messages for three mistakes:\n%s", n-1, r.err)
	}
	mended := strings.NewReplacer("company:", "organisation:", "a quarter", "15m", "root_causes: certificate-expiry", "root_causes: [certificate-expiry]").Replace(newcomersCase)
	p.write("books.yaml", mended)
	if r := p.runWith("", "load", "--db", "n.db", "books.yaml"); r.code != 0 || strings.Count(r.err, "warning:") != 1 {
		t.Errorf("mended, it ended with %d: %s", r.code, r.err)
	}
	sameJSON(t, "what was loaded", p.run("query", "--db", "n.db", `{ incident(id: "books-2024-09") { company { name } date timeToDetect timeToRecover causes { name(lang: KO) } components { name controlled } timeline { at } noneGiven } }`),
		`{"data": {"incident": {"company": {"name": "책방 예시"}, "date": "2024-09-12", "timeToDetect": 15, "timeToRecover": 38,
		  "causes": [{"name": "인증서 만료"}], "components": [{"name": "결제 서버", "controlled": false}], "timeline": [{"at": "09:02"}, {"at": "09:40"}], "noneGiven": ["regions"]}}}`)
}
