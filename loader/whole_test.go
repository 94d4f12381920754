package loader

import (
	"testing"

	"github.com/incidentgraph/incidentgraph/graph"
)

const wholeYAML = `# A case with every field.
id: EX-1
title: {en: Orders stopped, ko: 주문이 멈췄다}
summary: |
  First paragraph.

  Second paragraph.
organisation: NO
date: 2024-03
date_kind: occurred
domain: retail
tags: [a, 0123, 14:30]
severity: 2
impact_scope: {en: Checkout}
affected_users: all
regions:
  - eu-west-1
time_to_detect: 26
time_to_recover: 3h 54m
started_at: 2024-03-04T09:00:00+09:00
detected_at: 2024-03-04T00:26Z
ended_at: 2024-03-04
symptoms: {text: slow, terms: [high-latency]}
trigger: {kind: deploy, text: {ko: 배포}}
root_causes: [software-bug]
components: [load-balancer]
contributing_factors: [retry-storm]
timeline:
  - {at: "09:00", text: it began}
detection: an alert
remediation: [rolled back]
action_items:
  - {en: a test, ko: 시험}
lessons: small steps
sources: [{title: Report, url: "https://example.com/r", archive_url: "https://example.com/a"}]
references: [{url: "https://example.com/x"}]
related:
  - {id: EX-2, title: {ko: 다른 일}, organisation: Acme, date: 2020, severity: sev1, same_cause: true, shared_components: [load-balancer]}
  - {id: null, same_cause: true}
replaces: [X-0123456789ab]
updated_at: 2024-04-01
lost: [regions]
none_given: []
inferred: [root_causes]
`

const wholeJSON = `{"id": "EX-1", "title": {"en": "Orders stopped", "ko": "주문이 멈췄다"},
"summary": "First paragraph.\n\nSecond paragraph.", "organisation": "NO", "date": "2024-03", "date_kind": "occurred",
"domain": "retail", "tags": ["a", "0123", "14:30"], "severity": "2", "impact_scope": {"en": "Checkout", "ko": null},
"affected_users": "all", "regions": ["eu-west-1"], "time_to_detect": 26, "time_to_recover": "PT3H54M",
"started_at": "2024-03-04T09:00:00+09:00", "detected_at": "2024-03-04T00:26Z", "ended_at": "2024-03-04",
"symptoms": {"text": "slow", "terms": ["high-latency", null]}, "trigger": {"kind": "deploy", "text": {"ko": "\ubc30포"}},
"root_causes": ["software-bug"], "components": ["load-balancer"], "contributing_factors": ["retry-storm"],
"timeline": [{"at": "09:00", "text": "it began"}], "detection": "an alert", "remediation": ["rolled back"],
"action_items": [{"en": "a test", "ko": "시험"}], "lessons": "small steps",
"sources": [{"title": "Report", "url": "https://example.com/r", "archive_url": "https://example.com/a"}],
"references": [{"url": "https://example.com/x"}],
"related": [{"id": "EX-2", "title": {"ko": "다른 일"}, "organisation": "Acme", "date": "2020", "severity": "sev1", "same_cause": true, "shared_components": ["load-balancer"]},
{"id": null, "same_cause": true}],
"replaces": ["X-0123456789ab"], "updated_at": "2024-04-01", "lost": ["regions"], "none_given": null, "inferred": ["root_causes"]}`

func wholeCase(t *testing.T) *graph.Case {
	t.Helper()
	month, err := graph.ParseDate("2024-03")
	if err != nil {
		t.Fatal(err)
	}
	year, err := graph.ParseDate("2020")
	if err != nil {
		t.Fatal(err)
	}
	plain := graph.PlainText
	detect, recover := 26, 234
	return &graph.Case{
		ID: "EX-1", Title: graph.Text{EN: "Orders stopped", KO: "주문이 멈췄다"},
		Summary: plain("First paragraph.\n\nSecond paragraph."), Organisation: "NO",
		Date: month, DateKind: graph.Occurred, Domain: "retail", Tags: []string{"a", "0123", "14:30"}, Severity: "2",
		ImpactScope: graph.Text{EN: "Checkout"}, AffectedUsers: plain("all"), Regions: []string{"eu-west-1"},
		TimeToDetect: &detect, TimeToRecover: &recover,
		StartedAt: "2024-03-04T09:00:00+09:00", DetectedAt: "2024-03-04T00:26Z", EndedAt: "2024-03-04",
		Symptoms:   graph.Symptoms{Text: plain("slow"), Terms: []string{"high-latency"}},
		Trigger:    graph.Trigger{Kind: "deploy", Text: graph.Text{KO: "배포"}},
		RootCauses: []string{"software-bug"}, Components: []string{"load-balancer"}, Factors: []string{"retry-storm"},
		Timeline: []graph.Moment{{At: "09:00", Text: plain("it began")}}, Detection: plain("an alert"),
		Remediation: []graph.Text{plain("rolled back")}, ActionItems: []graph.Text{{EN: "a test", KO: "시험"}}, Lessons: plain("small steps"),
		Sources:    []graph.Source{{Title: "Report", URL: "https://example.com/r", ArchiveURL: "https://example.com/a"}},
		References: []graph.Source{{URL: "https://example.com/x"}},
		Related: []graph.Card{
			{ID: "EX-2", Title: graph.Text{KO: "다른 일"}, Organisation: "Acme", Date: year, Severity: "sev1", SameCause: true, SharedComponents: []string{"load-balancer"}},
			{SameCause: true},
		},
		Replaces: []string{"X-0123456789ab"}, UpdatedAt: "2024-04-01",
		Lost: []graph.Field{"regions"}, Inferred: []graph.Field{"root_causes"},
	}
}
