package schema_test

import (
	"reflect"
	"regexp"
	"testing"

	"github.com/incidentgraph/incidentgraph/graph"
)

// wholeJSON is a record with every property.
const wholeJSON = `{"id": "EX-1", "title": {"en": "Mail stopped", "ko": "메일이 멈췄다"}, "summary": {"en": "First.\n\nSecond.", "ko": "요약"},
"organisation": "Example Mail", "date": "2024-03-04", "date_kind": "occurred", "domain": "mail", "tags": ["queue", "deploy"],
"severity": "sev1", "impact_scope": {"en": "Outgoing mail", "ko": "보내는 메일"}, "affected_users": {"en": "all", "ko": "모두"}, "regions": ["eu-west-1"],
"time_to_detect": 26, "time_to_recover": "3h 54m", "started_at": "2024-03-04T09:00:00Z", "detected_at": "2024-03-04T18:26+09:00",
"ended_at": "2024-03-04", "symptoms": {"text": {"en": "slow", "ko": "느림"}, "terms": ["high-latency", "오류율 증가"]},
"trigger": {"kind": "deploy", "text": {"en": "a deploy", "ko": "배포"}}, "root_causes": ["software-bug"], "components": ["message-queue"],
"contributing_factors": ["retry-storm"], "timeline": [{"at": "09:00", "text": {"en": "It began."}}], "detection": {"en": "an alert", "ko": "알림"},
"remediation": [{"en": "rolled back"}], "action_items": [{"en": "a test", "ko": "시험"}], "lessons": {"en": "small steps", "ko": "조금씩"},
"sources": [{"title": "Report", "url": "https://example.com/r", "archive_url": "https://example.com/a"}],
"references": [{"title": "Post", "url": "https://example.com/p", "archive_url": "https://example.com/q"}],
"related": [{"id": "EX-2", "title": {"en": "Another", "ko": "다른 일"}, "organisation": "Example Shop", "date": "2020", "severity": "sev2",
"same_cause": true, "shared_components": ["message-queue"]}, {"id": null, "same_cause": true}],
"replaces": ["X-0123456789ab"], "updated_at": "2024-04-01", "lost": ["regions"], "none_given": [], "inferred": ["root_causes"]}`

// goodRecords are taken by the loader and by the JSON Schema.
var goodRecords = []struct{ name, text string }{
	{"everything", wholeJSON},
	{"nothing", `{}`},
	{"nothing but null", `{"id": null, "title": null, "summary": null, "organisation": null, "date": null, "date_kind": null,
		"domain": null, "tags": null, "severity": null, "impact_scope": null, "affected_users": null, "regions": null,
		"time_to_detect": null, "time_to_recover": null, "started_at": null, "detected_at": null, "ended_at": null, "symptoms": null,
		"trigger": null, "root_causes": null, "components": null, "contributing_factors": null, "timeline": null, "detection": null,
		"remediation": null, "action_items": null, "lessons": null, "sources": null, "references": null, "related": null,
		"replaces": null, "updated_at": null, "lost": null, "none_given": null, "inferred": null}`},
	{"null inside", `{"title": {"en": null, "ko": null}, "tags": [null], "symptoms": {"text": null, "terms": null},
		"trigger": {"kind": null, "text": null}, "timeline": [null, {"at": null, "text": null}], "remediation": [null],
		"sources": [null, {"title": null, "url": null, "archive_url": null}], "lost": [null],
		"related": [null, {"id": null, "title": null, "organisation": null, "date": null, "severity": null, "same_cause": null,
		"shared_components": [null]}]}`},
	{"blank", `{"id": "", "title": "", "organisation": " ", "date": "\t", "date_kind": "", "tags": ["", " "], "time_to_detect": "",
		"time_to_recover": " ", "started_at": "\u00a0", "symptoms": {"terms": [""]}, "trigger": {"kind": "\ufeff"},
		"replaces": [""], "related": [{"id": "", "date": "", "shared_components": ["\u3000"]}]}`},
	{"empty objects and lists", `{"title": {}, "symptoms": {}, "trigger": {}, "timeline": [{}], "sources": [{}], "related": [{}], "tags": []}`},
	{"spaces outside", `{"id": " EX-1 ", "date": "\n2024-03-04", "date_kind": " published", "time_to_detect": "\t26 ",
		"time_to_recover": "\u00a03h\u00a054m ", "started_at": "2024-03-04 ", "replaces": [" X-0123456789ab "]}`},
	{"keys", `{"id": "a", "related": [{"id": "9.x_Y-z"}, {"id": "X-0123456789ab"}]}`},
	{"the longest key", `{"id": "A234567890123456789012345678901234567890123456789012345678901234"}`},
	{"a provisional key", `{"id": "x-0123456789AB"}`},
	{"keys that gave way", `{"id": "EX-1", "replaces": ["X-aaaaaaaaaaaa", "X-aaaaaaaaaaaa"]}`},
	{"a month", `{"date": "2019-01"}`},
	{"a year", `{"date": "9999", "related": [{"date": "1000"}]}`},
	{"29 February in leap years", `{"date": "2024-02-29", "related": [{"date": "2000-02-29"}, {"date": "1204-02-29"}, {"date": "1600-02-29"}]}`},
	{"last days of months", `{"related": [{"date": "2023-01-31"}, {"date": "2023-02-28"}, {"date": "2023-04-30"}, {"date": "2023-12-31"}]}`},
	{"times", `{"started_at": "2024-02-29T23:59:59Z", "detected_at": "2024-03-04t00:00:00.123456789-12:00", "ended_at": "2024-03-04T9:05+14:00"}`},
	{"a time of which little is asked", `{"started_at": "0000-02-29", "ended_at": "2024-03-04T09:00:00,5+24:60", "updated_at": "2024-03-04T00:00z"}`},
	{"minutes", `{"time_to_detect": 0, "time_to_recover": 2147483647}`},
	{"minutes as text", `{"time_to_detect": "0", "time_to_recover": "2147483647"}`},
	{"durations in words", `{"time_to_detect": "1w 2d 3h 4m 5s", "time_to_recover": "1 week 2 days 3 hours 4 minutes 5 seconds"}`},
	{"durations in other words", `{"time_to_detect": "2Hrs 5 MINS 7Sec", "time_to_recover": "1주 2일 3시간 4분 5초"}`},
	{"durations without spaces", `{"time_to_detect": "2d", "time_to_recover": "3h54min"}`},
	{"durations in ISO 8601", `{"time_to_detect": "PT3H54M", "time_to_recover": "p1w2dt3h4m5.5s"}`},
	{"more durations in ISO 8601", `{"time_to_detect": "P1DT", "time_to_recover": "PT30S"}`},
	{"texts as one string", `{"title": "a", "impact_scope": "b", "affected_users": "c", "symptoms": {"text": "d"},
		"trigger": {"text": "e"}, "timeline": [{"text": "f"}], "detection": "g", "remediation": ["h"], "action_items": ["i"],
		"lessons": "j", "related": [{"title": "k"}]}`},
	{"texts in one language", `{"title": {"en": "a"}, "summary": {"ko": "나"}, "remediation": [{"ko": "다"}, "e"]}`},
	{"names in any script", `{"organisation": "카카오", "components": ["キャッシュ", "Кэш", "C++", "5G"], "trigger": {"kind": "ª"}}`},
	{"lists that repeat", `{"tags": ["a", "a"], "components": ["x", "X"], "lost": ["tags", "tags"], "inferred": ["title"]}`},
	{"sources without form", `{"sources": [{"url": "see the wiki"}], "references": [{"title": "only"}]}`},
	{"lost with a value", `{"components": ["x"], "lost": ["components"], "inferred": ["components"]}`},
	{"lost parts", `{"symptoms": {"text": "slow"}, "lost": ["symptoms", "symptoms.terms", "trigger.kind"]}`},
	{"none given", `{"none_given": ["title", "date", "time_to_detect", "symptoms.terms", "trigger", "timeline", "related"], "symptoms": {"text": "slow"}}`},
	{"none given beside what is no value", `{"none_given": ["title", "date", "tags", "time_to_detect", "symptoms", "timeline", "sources", "remediation"],
		"title": {"en": " "}, "date": "", "tags": ["", null], "time_to_detect": "", "symptoms": {"text": {}, "terms": []},
		"timeline": [{"at": "", "text": {"ko": ""}}, null], "sources": [{"url": " "}], "remediation": ["", {}]}`},
	{"no id beside a provisional key", `{"id": "X-0123456789ab", "none_given": ["id"]}`},
	{"one part lost, the other none", `{"lost": ["symptoms.text"], "none_given": ["symptoms.terms"], "trigger": {"text": "a deploy"}}`},
}

// badRecords are refused by both: by the loader with a problem of that field.
var badRecords = []struct{ name, text, field string }{
	{"null", `null`, ""},
	{"a number", `7`, ""},
	{"a text", `"EX-1"`, ""},
	{"an unknown key", `{"componets": ["x"]}`, "componets"},
	{"a key in capitals", `{"ID": "EX-1"}`, "ID"},
	{"a key with a dot", `{"symptoms.terms": ["x"]}`, "symptoms.terms"},
	{"$schema", `{"$schema": "case.schema.json"}`, "$schema"},
	{"id as a number", `{"id": 7}`, "id"},
	{"id with a space", `{"id": "EX 1"}`, "id"},
	{"id that begins with a dash", `{"id": "-EX"}`, "id"},
	{"id that is too long", `{"id": "A2345678901234567890123456789012345678901234567890123456789012345"}`, "id"},
	{"id in Korean", `{"id": "장애-1"}`, "id"},
	{"title as a list", `{"title": ["a"]}`, "title"},
	{"title in a third language", `{"title": {"en": "a", "fr": "b"}}`, "title.fr"},
	{"title.en as a number", `{"title": {"en": 5}}`, "title.en"},
	{"title.ko as an object", `{"title": {"ko": {}}}`, "title.ko"},
	{"summary as a number", `{"summary": 5}`, "summary"},
	{"summary.en", `{"summary": {"en": []}}`, "summary.en"},
	{"summary.ko", `{"summary": {"ko": true}}`, "summary.ko"},
	{"organisation as an object", `{"organisation": {"en": "Example"}}`, "organisation"},
	{"organisation of signs", `{"organisation": "!?"}`, "organisation"},
	{"date as a number", `{"date": 2019}`, "date"},
	{"date of a 13th month", `{"date": "2019-13"}`, "date"},
	{"date of month 00", `{"date": "2019-00-10"}`, "date"},
	{"date of 31 April", `{"date": "2019-04-31"}`, "date"},
	{"date of 30 February", `{"date": "2024-02-30"}`, "date"},
	{"date of 29 February 2023", `{"date": "2023-02-29"}`, "date"},
	{"date of 29 February 1900", `{"date": "1900-02-29"}`, "date"},
	{"date of day 0", `{"date": "2019-01-00"}`, "date"},
	{"date before 1000", `{"date": "0999"}`, "date"},
	{"date that is not padded", `{"date": "2019-1-8"}`, "date"},
	{"date with a time", `{"date": "2019-01-18T09:00:00Z"}`, "date"},
	{"date in words", `{"date": "18 January 2019"}`, "date"},
	{"date_kind of another kind", `{"date_kind": "reported"}`, "date_kind"},
	{"date_kind in capitals", `{"date_kind": "Occurred"}`, "date_kind"},
	{"date_kind as a flag", `{"date_kind": true}`, "date_kind"},
	{"domain as a list", `{"domain": ["mail"]}`, "domain"},
	{"tags as a text", `{"tags": "queue"}`, "tags"},
	{"tags as numbers", `{"tags": [1]}`, "tags[0]"},
	{"severity as a number", `{"severity": 1}`, "severity"},
	{"impact_scope as a list", `{"impact_scope": []}`, "impact_scope"},
	{"impact_scope.en", `{"impact_scope": {"en": 1}}`, "impact_scope.en"},
	{"impact_scope.ko", `{"impact_scope": {"ko": 1}}`, "impact_scope.ko"},
	{"affected_users as a number", `{"affected_users": 40000}`, "affected_users"},
	{"affected_users.en", `{"affected_users": {"en": 40000}}`, "affected_users.en"},
	{"affected_users.ko", `{"affected_users": {"ko": ["a"]}}`, "affected_users.ko"},
	{"regions as an object", `{"regions": {"eu": "west"}}`, "regions"},
	{"regions in lists", `{"regions": [["eu-west-1"]]}`, "regions[0]"},
	{"time_to_detect below 0", `{"time_to_detect": -1}`, "time_to_detect"},
	{"time_to_detect of half a minute", `{"time_to_detect": 0.5}`, "time_to_detect"},
	{"time_to_detect that is too long", `{"time_to_detect": 2147483648}`, "time_to_detect"},
	{"time_to_detect as a list", `{"time_to_detect": [26]}`, "time_to_detect"},
	{"time_to_detect below 0, as text", `{"time_to_detect": "-5m"}`, "time_to_detect"},
	{"time_to_recover in months", `{"time_to_recover": "P1M"}`, "time_to_recover"},
	{"time_to_recover without a number", `{"time_to_recover": "PT"}`, "time_to_recover"},
	{"time_to_recover smallest unit first", `{"time_to_recover": "54m 3h"}`, "time_to_recover"},
	{"time_to_recover by the clock", `{"time_to_recover": "3:54"}`, "time_to_recover"},
	{"time_to_recover in words alone", `{"time_to_recover": "about an hour"}`, "time_to_recover"},
	{"time_to_recover with half an hour", `{"time_to_recover": "1.5h"}`, "time_to_recover"},
	{"time_to_recover as a flag", `{"time_to_recover": false}`, "time_to_recover"},
	{"started_at without a zone", `{"started_at": "2024-03-04T09:00:00"}`, "started_at"},
	{"started_at without a day", `{"started_at": "09:00"}`, "started_at"},
	{"started_at at 24:00", `{"started_at": "2024-03-04T24:00:00Z"}`, "started_at"},
	{"started_at in minute 60", `{"started_at": "2024-03-04T09:60Z"}`, "started_at"},
	{"started_at of a month", `{"started_at": "2024-03"}`, "started_at"},
	{"detected_at with a space", `{"detected_at": "2024-03-04 09:26:00Z"}`, "detected_at"},
	{"detected_at with a zone of four digits", `{"detected_at": "2024-03-04T09:26:00+0900"}`, "detected_at"},
	{"ended_at on 31 June", `{"ended_at": "2024-06-31T09:00:00Z"}`, "ended_at"},
	{"ended_at as a number", `{"ended_at": 1709546400}`, "ended_at"},
	{"symptoms as a list", `{"symptoms": ["high-latency"]}`, "symptoms"},
	{"symptoms with another key", `{"symptoms": {"kind": "x"}}`, "symptoms.kind"},
	{"symptoms.text as a number", `{"symptoms": {"text": 5}}`, "symptoms.text"},
	{"symptoms.text.en", `{"symptoms": {"text": {"en": 5}}}`, "symptoms.text.en"},
	{"symptoms.text.ko", `{"symptoms": {"text": {"ko": 5}}}`, "symptoms.text.ko"},
	{"symptoms.terms as a text", `{"symptoms": {"terms": "high-latency"}}`, "symptoms.terms"},
	{"symptoms.terms of signs", `{"symptoms": {"terms": ["..."]}}`, "symptoms.terms"},
	{"trigger as a text", `{"trigger": "deploy"}`, "trigger"},
	{"trigger.kind as a list", `{"trigger": {"kind": ["deploy"]}}`, "trigger.kind"},
	{"trigger.kind of signs", `{"trigger": {"kind": "--"}}`, "trigger.kind"},
	{"trigger.text as a list", `{"trigger": {"text": ["a deploy"]}}`, "trigger.text"},
	{"trigger.text.en", `{"trigger": {"text": {"en": false}}}`, "trigger.text.en"},
	{"trigger.text.ko", `{"trigger": {"text": {"ko": false}}}`, "trigger.text.ko"},
	{"root_causes as a text", `{"root_causes": "software-bug"}`, "root_causes"},
	{"root_causes of signs", `{"root_causes": ["?"]}`, "root_causes"},
	{"components with an object", `{"components": [{"slug": "x"}]}`, "components[0]"},
	{"components as an object", `{"components": {"0": "x"}}`, "components"},
	{"contributing_factors as a flag", `{"contributing_factors": true}`, "contributing_factors"},
	{"contributing_factors of signs", `{"contributing_factors": ["ok", "&"]}`, "contributing_factors"},
	{"timeline as an object", `{"timeline": {"at": "09:00"}}`, "timeline"},
	{"timeline of texts", `{"timeline": ["09:00 it began"]}`, "timeline[0]"},
	{"timeline with another key", `{"timeline": [{"time": "09:00"}]}`, "timeline[0].time"},
	{"timeline.at as a number", `{"timeline": [{}, {"at": 9}]}`, "timeline[1].at"},
	{"timeline.text as a number", `{"timeline": [{"text": 9}]}`, "timeline[0].text"},
	{"timeline.text.en", `{"timeline": [{"text": {"en": 9}}]}`, "timeline[0].text.en"},
	{"timeline.text.ko", `{"timeline": [{"text": {"ko": 9}}]}`, "timeline[0].text.ko"},
	{"detection as a flag", `{"detection": true}`, "detection"},
	{"detection.en", `{"detection": {"en": 1}}`, "detection.en"},
	{"detection.ko", `{"detection": {"ko": 1}}`, "detection.ko"},
	{"remediation as a text", `{"remediation": "rolled back"}`, "remediation"},
	{"remediation.en", `{"remediation": [{"en": 1}]}`, "remediation[0].en"},
	{"remediation.ko", `{"remediation": [{"ko": 1}]}`, "remediation[0].ko"},
	{"action_items with a number", `{"action_items": ["a", 5]}`, "action_items[1]"},
	{"action_items as a text", `{"action_items": "test"}`, "action_items"},
	{"action_items.en", `{"action_items": [{"en": []}]}`, "action_items[0].en"},
	{"action_items.ko", `{"action_items": [{"ko": []}]}`, "action_items[0].ko"},
	{"lessons as a list", `{"lessons": ["a", "b"]}`, "lessons"},
	{"lessons.en", `{"lessons": {"en": 1}}`, "lessons.en"},
	{"lessons.ko", `{"lessons": {"ko": 1}}`, "lessons.ko"},
	{"sources as an object", `{"sources": {"url": "https://example.com"}}`, "sources"},
	{"sources of texts", `{"sources": ["https://example.com"]}`, "sources[0]"},
	{"sources with another key", `{"sources": [{"link": "https://example.com"}]}`, "sources[0].link"},
	{"sources.title in two languages", `{"sources": [{"title": {"en": "Report"}}]}`, "sources[0].title"},
	{"sources.url as a number", `{"sources": [{"url": 5}]}`, "sources[0].url"},
	{"sources.archive_url as a list", `{"sources": [{"archive_url": []}]}`, "sources[0].archive_url"},
	{"references as a text", `{"references": "https://example.com"}`, "references"},
	{"references.title", `{"references": [{"title": 5}]}`, "references[0].title"},
	{"references.url", `{"references": [{"url": true}]}`, "references[0].url"},
	{"references.archive_url", `{"references": [{"archive_url": {}}]}`, "references[0].archive_url"},
	{"related as an object", `{"related": {"id": "EX-2"}}`, "related"},
	{"related of keys", `{"related": ["EX-2"]}`, "related[0]"},
	{"related with another key", `{"related": [{"key": "EX-2"}]}`, "related[0].key"},
	{"related.id that is no key", `{"related": [{"id": "EX-2"}, {"id": "EX 3"}]}`, "related[1].id"},
	{"related.title as a list", `{"related": [{"title": []}]}`, "related[0].title"},
	{"related.title.en", `{"related": [{"title": {"en": 5}}]}`, "related[0].title.en"},
	{"related.title.ko", `{"related": [{"title": {"ko": 5}}]}`, "related[0].title.ko"},
	{"related.organisation as a list", `{"related": [{"organisation": ["Example"]}]}`, "related[0].organisation"},
	{"related.organisation of signs", `{"related": [{"organisation": "."}]}`, "related"},
	{"related.date on 31 November", `{"related": [{"date": "2019-11-31"}]}`, "related[0].date"},
	{"related.severity as a number", `{"related": [{"severity": 1}]}`, "related[0].severity"},
	{"related.same_cause as a text", `{"related": [{"same_cause": "true"}]}`, "related[0].same_cause"},
	{"related.same_cause as a number", `{"related": [{"same_cause": 1}]}`, "related[0].same_cause"},
	{"related.shared_components as a text", `{"related": [{"shared_components": "x"}]}`, "related[0].shared_components"},
	{"replaces as a text", `{"id": "EX-1", "replaces": "X-0123456789ab"}`, "replaces"},
	{"replaces of a key", `{"id": "EX-2", "replaces": ["EX-1"]}`, "replaces[0]"},
	{"replaces of 11 digits", `{"id": "EX-1", "replaces": ["X-0123456789a"]}`, "replaces[0]"},
	{"replaces without an id", `{"replaces": ["X-0123456789ab"]}`, "replaces"},
	{"replaces beside a provisional key", `{"id": "X-0123456789ab", "replaces": ["X-aaaaaaaaaaaa"]}`, "replaces"},
	{"replaces of letters beyond f", `{"id": "EX-1", "replaces": ["X-0123456789ag"]}`, "replaces[0]"},
	{"updated_at in words", `{"updated_at": "yesterday"}`, "updated_at"},
	{"updated_at as a flag", `{"updated_at": true}`, "updated_at"},
	{"lost as a text", `{"lost": "title"}`, "lost"},
	{"lost of no field", `{"lost": ["titel"]}`, "lost[0]"},
	{"lost of a field that cannot be lost", `{"lost": ["updated_at"]}`, "lost[0]"},
	{"lost of an element", `{"lost": ["related[0].id"]}`, "lost[0]"},
	{"lost of nothing", `{"lost": [""]}`, "lost[0]"},
	{"none_given of no field", `{"none_given": ["title.en"]}`, "none_given[0]"},
	{"none_given as an object", `{"none_given": {"title": true}}`, "none_given"},
	{"inferred of no field", `{"inferred": ["Title"]}`, "inferred[0]"},
	{"inferred of numbers", `{"inferred": [1]}`, "inferred[0]"},
	{"a value and none given", `{"lessons": "x", "none_given": ["lessons"]}`, "lessons"},
	{"a value in one language and none given", `{"title": {"ko": "일"}, "none_given": ["title"]}`, "title"},
	{"a date and none given", `{"date": "2019", "none_given": ["date"]}`, "date"},
	{"no minutes and none given", `{"time_to_detect": 0, "none_given": ["time_to_detect"]}`, "time_to_detect"},
	{"a key and none given", `{"id": "EX-1", "none_given": ["id"]}`, "id"},
	{"an empty card and none given", `{"related": [{}], "none_given": ["related"]}`, "related"},
	{"a source without URL and none given", `{"sources": [{"title": "x"}], "none_given": ["sources"]}`, "sources"},
	{"a part's value and the whole none given", `{"symptoms": {"terms": ["x"]}, "none_given": ["symptoms"]}`, "symptoms.terms"},
	{"a part's value and it none given", `{"trigger": {"kind": "x"}, "none_given": ["trigger.kind"]}`, "trigger.kind"},
	{"lost and none given", `{"lost": ["sources"], "none_given": ["sources"]}`, "sources"},
	{"a part lost and the whole none given", `{"lost": ["symptoms.text"], "none_given": ["symptoms"]}`, "symptoms.text"},
	{"the whole lost and a part none given", `{"lost": ["trigger"], "none_given": ["trigger.text"]}`, "trigger.text"},
}

// partingRecords show the rules on which the loader and the JSON Schema part; good is the
// loader's verdict.
var partingRecords = []struct {
	rule, text string
	good       bool
}{
	{"a key twice", `{"severity": "low", "severity": "high"}`, false},
	{"a key twice", `{"title": {"en": "a", "en": "a"}}`, false},
	{"half a character", `{"title": "\ud83d"}`, false},
	{"a number's digits", `{"time_to_detect": 26.0}`, false},
	{"a number's digits", `{"time_to_detect": 2.6e1}`, false},
	{"a number's digits", `{"time_to_recover": -0}`, false},
	{"too long", `{"time_to_detect": "2147483648"}`, false},
	{"too long", `{"time_to_recover": "99999999999999999999h"}`, false},
	{"too long", `{"time_to_recover": "P9999999W"}`, false},
	{"too long", `{"time_to_detect": "0000000000000000000000000000000000000000000000000000000000026"}`, false},
	{"no letter", `{"components": ["—"]}`, false},
	{"no letter", `{"organisation": "※"}`, false},
	{"no letter", `{"related": [{"shared_components": ["\u00b7\u200b\u00b7"]}]}`, false},
	{"spaces", `{"lost": [" title"]}`, true},
	{"spaces", `{"none_given": ["title "], "inferred": ["\u00a0summary"], "summary": "x"}`, true},
	{"Unicode form", `{"id": "\u212a1"}`, true},
	{"Unicode form", `{"time_to_detect": "1\u1109\u1175\u1100\u1161\u11ab"}`, true},
	{"no width", `{"id": "EX-1\u200b"}`, true},
	{"no width", `{"date": "\u200b2024-03-04"}`, true},
	{"a repeat", `{"id": "EX-1", "replaces": ["X-0123456789ab", "X-01234\u200b56789ab"]}`, true},
}

var index = regexp.MustCompile(`\[\d+\]`)

// TestRecordsCoverEveryProperty asks for a good and a bad value of each.
func TestRecordsCoverEveryProperty(t *testing.T) {
	good, bad := map[string]bool{}, map[string]bool{}
	for _, tt := range goodRecords {
		collect(good, "", parse(t, []byte(tt.text)))
	}
	for _, tt := range badRecords {
		bad[index.ReplaceAllString(tt.field, "")] = true
	}
	for _, path := range properties("", reflect.TypeFor[graph.Case]()) {
		if !good[path] {
			t.Errorf("no good record has %s", path)
		}
		if !bad[path] {
			t.Errorf("no bad record has a bad %s", path)
		}
	}
}

// collect notes the dotted names of what a record has.
func collect(into map[string]bool, path string, v any) {
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			collect(into, path, e)
		}
	case object:
		for k, e := range v {
			into[join(path, k)] = true
			collect(into, join(path, k), e)
		}
	}
}
