package graphtest

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/incidentgraph/incidentgraph/graph"
)

// The slugs that the fixture is asked about.
const (
	Coordination = "coordination-kv-store"
	Discovery    = "service-discovery"
	MemoryCache  = "in-memory-cache"
	SearchIndex  = "elasticsearch-opensearch"
)

const (
	coordinationKO = "코디네이션 키-값 저장소"
	discoveryKO    = "서비스 디스커버리"
	memoryCacheKO  = "인메모리 캐시"
	searchIndexKO  = "Elasticsearch 와 OpenSearch"
)

// Terms gives the vocabulary of the fixture. Two of its components and one of its
// causes are named by no case.
func Terms() []graph.Term {
	return []graph.Term{
		{Kind: graph.KindComponent, Slug: Coordination, Name: graph.Text{EN: "Coordination key-value store", KO: coordinationKO},
			Aliases: []string{"ZooKeeper", "etcd", "조정 계층"}},
		{Kind: graph.KindComponent, Slug: Discovery, Name: graph.Text{EN: "Service discovery", KO: discoveryKO}},
		{Kind: graph.KindComponent, Slug: MemoryCache, Name: graph.Text{EN: "In-memory cache", KO: memoryCacheKO}},
		{Kind: graph.KindComponent, Slug: SearchIndex, Name: graph.Text{EN: "Elasticsearch and OpenSearch", KO: searchIndexKO}},
		{Kind: graph.KindComponent, Slug: "load-balancer", Name: graph.Text{EN: "Load balancer", KO: "로드 밸런서"}},
		{Kind: graph.KindComponent, Slug: "on-prem-load-balancer", Name: graph.Text{EN: "On-premises load balancer", KO: "온프레미스 로드 밸런서"},
			Broader: "load-balancer"},
		{Kind: graph.KindComponent, Slug: "ingress-controller", Name: graph.Text{EN: "Ingress controller", KO: "인그레스 컨트롤러"},
			Broader: "load-balancer"},
		{Kind: graph.KindCause, Slug: "software-bug", Name: graph.Text{EN: "Software bug", KO: "소프트웨어 결함"}},
		{Kind: graph.KindCause, Slug: "human-error", Name: graph.Text{EN: "Human error", KO: "사람의 실수"}},
		{Kind: graph.KindSymptom, Slug: "intermittent-timeout", Name: graph.Text{EN: "Intermittent timeouts", KO: "간헐적 타임아웃"}},
		{Kind: graph.KindSymptom, Slug: "intermittent-connection-failure",
			Name: graph.Text{EN: "Intermittent connection failures", KO: "간헐적 연결 실패"}},
	}
}

// Documents gives the cases of the fixture as four documents hold them: two with cards,
// one with neither cards nor a list of components, and a list of two cases, the first
// of which lost its key. The organisations and their stories are made up.
func Documents() [4][]*graph.Case {
	documents := [4][]*graph.Case{{searchCase()}, {almanacCase()}, {gaugeCase()}, {headlessCase(), modelCase()}}
	for _, cases := range documents {
		for _, c := range cases {
			c.Normalise()
		}
	}
	return documents
}

func searchCase() *graph.Case {
	detect, recover := 26, 234
	return &graph.Case{
		ID:           "IL-0587",
		Title:        graph.PlainText("조정 계층이 밀려 한 리전의 검색이 오후 내내 멈췄다"),
		Summary:      graph.PlainText("프록시가 다시 붙을 때마다 트리 전체를 읽었다.\n\n읽기가 쌓여 조정 계층이 느려졌고, 느려질수록 더 많이 읽었다."),
		Organisation: "Northwind Search", Date: day("2019-01-18"), DateKind: graph.Occurred,
		Tags: []string{"database", "aws", "networking"}, Regions: []string{"north-1 (Harbour)"},
		ImpactScope: graph.PlainText("Searches in one region failed."), AffectedUsers: graph.PlainText("Customers with indexes there."),
		TimeToDetect: &detect, TimeToRecover: &recover,
		Symptoms:    graph.Symptoms{Text: graph.PlainText("접속이 끊겼다 붙기를 되풀이했다.")},
		Trigger:     graph.Trigger{Text: graph.PlainText("리더의 CPU 가 한계에 닿았다.")},
		RootCauses:  []string{"소프트웨어 결함"},
		Detection:   graph.PlainText("경보가 당번을 깨웠다."),
		Remediation: []graph.Text{graph.PlainText("프록시를 늘렸다."), graph.PlainText("리더를 다시 뽑았다.")},
		ActionItems: []graph.Text{graph.PlainText("한 번에 읽는 양을 줄인다.")},
		Related: []graph.Card{
			{SameCause: true, SharedComponents: []string{coordinationKO, discoveryKO}},
			{ID: "IL-0271", Title: graph.PlainText("등록 정보가 깨져 대화가 한 시간 멎었다"), Organisation: "Parley", Date: day("2020"),
				Severity: "sev1", SameCause: true, SharedComponents: []string{coordinationKO, discoveryKO}},
			{SameCause: true, SharedComponents: []string{discoveryKO}},
			{ID: "IL-0277", Title: graph.PlainText("정족수를 잃어 색인에 닿지 못했다"), Organisation: "Northwind Search", Date: day("2019"),
				SameCause: true, SharedComponents: []string{coordinationKO}},
			{SameCause: true, SharedComponents: []string{coordinationKO}},
		},
		NoneGiven: []graph.Field{graph.FieldSeverity, graph.FieldLessons},
		Lost:      []graph.Field{graph.FieldSymptomTerms, graph.FieldComponents, graph.FieldFactors, graph.FieldSources},
	}
}

func almanacCase() *graph.Case {
	detect, recover := 6, 24
	named := func(id, title, company, year, component string) graph.Card {
		return graph.Card{ID: id, Title: graph.PlainText(title), Organisation: company, Date: day(year), SameCause: true,
			SharedComponents: []string{component}}
	}
	nameless := func(component string) graph.Card {
		return graph.Card{SameCause: true, SharedComponents: []string{component}}
	}
	return &graph.Case{
		ID:           "IL-0216",
		Title:        graph.PlainText("주 데이터센터를 옮기는 동안 글을 고칠 수 없었다"),
		Summary:      graph.PlainText("옮긴 쪽의 캐시가 비어 있었다."),
		Organisation: "Open Almanac", Date: day("2023-09-20"), DateKind: graph.Occurred,
		Tags: []string{"database"}, Regions: []string{"south datacenter"},
		ImpactScope: graph.PlainText("Edits failed; reading went on."), AffectedUsers: graph.PlainText("Editors."),
		TimeToDetect: &detect, TimeToRecover: &recover,
		Symptoms:    graph.Symptoms{Text: graph.PlainText("저장이 거절됐다.")},
		Trigger:     graph.Trigger{Text: graph.PlainText("계획된 전환이었다.")},
		Remediation: []graph.Text{graph.PlainText("캐시를 먼저 채웠다.")},
		Lessons:     graph.PlainText("빈 캐시로 옮기지 않는다."),
		Related: []graph.Card{
			nameless(memoryCacheKO), nameless(memoryCacheKO), nameless(memoryCacheKO), nameless(memoryCacheKO), nameless(searchIndexKO),
			named("IL-0279", "캐시 묶음이 갈라져 배차가 멈췄다", "Pillion", "2019", memoryCacheKO),
			named("IL-0277", "정족수를 잃어 색인에 닿지 못했다", "Northwind Search", "2019", searchIndexKO),
			named("IL-0388", "캐시 한 대가 느려져 목록이 비었다", "Parley", "2017", memoryCacheKO),
			named("IL-0274", "색인이 꼬여 찾기가 멈췄다", "Forgebase", "2013", searchIndexKO),
		},
		NoneGiven: []graph.Field{graph.FieldSeverity},
		Lost: []graph.Field{graph.FieldRootCauses, graph.FieldSymptomTerms, graph.FieldComponents, graph.FieldFactors,
			graph.FieldSources, graph.FieldReferences},
	}
}

func gaugeCase() *graph.Case {
	return &graph.Case{
		ID:           "IL-0492",
		Title:        graph.PlainText("바깥 회선이 느려져 연결 자리가 바닥났다"),
		Summary:      graph.PlainText("느린 연결이 자리를 놓지 않았다."),
		Organisation: "Gaugeworks", Date: day("2018-03-01"), DateKind: graph.Published,
		Tags: []string{"networking", "aws"}, Regions: []string{"global"},
		ImpactScope: graph.PlainText("Measurements came late."),
		Symptoms: graph.Symptoms{Text: graph.PlainText("그래프가 드문드문 비었다."),
			Terms: []string{"간헐적 타임아웃", "간헐적 연결 실패"}},
		Trigger:    graph.Trigger{Text: graph.PlainText("이웃한 구름의 회선 장애였다.")},
		Components: []string{"온프레미스 로드 밸런서"},
		Lessons:    graph.PlainText("자리마다 때를 정한다."),
		NoneGiven: []graph.Field{graph.FieldSeverity, graph.FieldAffectedUsers, graph.FieldTimeToDetect, graph.FieldTimeToRecover,
			graph.FieldRemediation},
		Lost: []graph.Field{graph.FieldRootCauses, graph.FieldComponents, graph.FieldFactors, graph.FieldActionItems,
			graph.FieldSources, graph.FieldRelated},
	}
}

func headlessCase() *graph.Case {
	return &graph.Case{
		Symptoms:    graph.Symptoms{Text: graph.PlainText("들어가려 해도 문이 열리지 않았다.")},
		Trigger:     graph.Trigger{Text: graph.PlainText("설정을 바꿨다.")},
		Remediation: []graph.Text{graph.PlainText("설정을 되돌렸다.")},
		Lessons:     graph.PlainText("건강 검사를 믿기 전에 검사한다."),
		Lost: []graph.Field{graph.FieldID, graph.FieldTitle, graph.FieldOrganisation, graph.FieldDate, graph.FieldRootCauses,
			graph.FieldComponents, graph.FieldFactors},
	}
}

func modelCase() *graph.Case {
	return &graph.Case{
		ID:           "IL-0115",
		Title:        graph.PlainText("쓰던 묶음을 지워 답이 끊겼다"),
		Organisation: "Lumen Models", Date: day("2022"),
		Symptoms: graph.Symptoms{Text: graph.PlainText("답이 오지 않았다.")},
		Trigger:  graph.Trigger{Text: graph.PlainText("운영 묶음에 지우라는 명령이 나갔다.")},
		Lost:     []graph.Field{graph.FieldRootCauses, graph.FieldComponents, graph.FieldFactors},
	}
}

// checkFixture counts what the four documents make.
func checkFixture(ctx context.Context, open opener) error {
	s, err := open()
	if err != nil {
		return err
	}
	documents := Documents()
	applied, err := s.Apply(ctx, graph.Batch{Cases: slices.Concat(documents[:]...), Terms: Terms()})
	if err != nil {
		return fmt.Errorf("Apply: %w", err)
	}
	if len(applied.Added) != 5 || len(applied.Warnings) != 0 {
		return fmt.Errorf("Apply: added %v and warned %v, want 5 cases and no warning", applied.Added, applied.Warnings)
	}
	stats, err := s.Stats(ctx)
	if err != nil {
		return fmt.Errorf("Stats: %w", err)
	}
	// Nine keys and the headless case; five of them stubs. Of the edges to components one
	// is stated, of those to causes one. Every key has a company, and IL-0492 two symptoms.
	const counts = "version=1 incidents=10 stubs=5 provisional=1 company=7 component=7 cause=2 symptom=2 " +
		"AT:STATED=9 INVOLVES:STATED=1 INVOLVES:DERIVED=11 CAUSED_BY:STATED=1 CAUSED_BY:DERIVED=2 SHOWED:STATED=2 CITES:STATED=6"
	if got := statsText(stats); got != counts {
		return fmt.Errorf("Stats%s", difference(got, counts))
	}
	if err := checkFixturePairs(ctx, s); err != nil {
		return err
	}
	return checkFlagship(ctx, s)
}

// checkFixturePairs lists every pair: the nine that share a component, and the seven of
// one cause, six of which only cards tell.
func checkFixturePairs(ctx context.Context, s graph.Store) error {
	keys, err := allKeys(ctx, s)
	if err != nil {
		return err
	}
	for kind, want := range map[graph.EdgeKind][]string{
		graph.SharesComponent: {
			"IL-0216 IL-0274 [elasticsearch-opensearch] STATED", "IL-0216 IL-0277 [elasticsearch-opensearch] STATED",
			"IL-0216 IL-0279 [in-memory-cache] STATED", "IL-0216 IL-0388 [in-memory-cache] STATED",
			"IL-0271 IL-0277 [coordination-kv-store] DERIVED",
			"IL-0271 IL-0587 [coordination-kv-store service-discovery] STATED",
			"IL-0274 IL-0277 [elasticsearch-opensearch] DERIVED",
			"IL-0277 IL-0587 [coordination-kv-store] STATED",
			"IL-0279 IL-0388 [in-memory-cache] DERIVED",
		},
		graph.SameCause: {
			"IL-0216 IL-0274 [] STATED", "IL-0216 IL-0277 [] STATED", "IL-0216 IL-0279 [] STATED", "IL-0216 IL-0388 [] STATED",
			"IL-0271 IL-0277 [software-bug] DERIVED",
			"IL-0271 IL-0587 [software-bug] STATED", "IL-0277 IL-0587 [software-bug] STATED",
		},
	} {
		var requests []graph.RelatedRequest
		for _, key := range keys {
			requests = append(requests, graph.RelatedRequest{Key: key, Kind: kind, Page: graph.Page{Size: graph.MaxPageSize}})
		}
		results, err := s.Related(ctx, requests)
		if err != nil {
			return fmt.Errorf("Related: %w", err)
		}
		var got []string
		for i, r := range results {
			for _, row := range r.Rows {
				terms := row.Relation.SharedComponents
				if kind == graph.SameCause {
					terms = row.Relation.SharedCauses
				}
				if keys[i] < row.Key {
					got = append(got, fmt.Sprintf("%s %s %v %s", keys[i], row.Key, terms, row.Relation.Evidence))
				}
			}
		}
		slices.Sort(got)
		if !slices.Equal(got, want) {
			return fmt.Errorf("%s\n got: %q\nwant: %q", kind, got, want)
		}
	}
	return nil
}

// checkFlagship asks which cases share the coordination store with IL-0587.
func checkFlagship(ctx context.Context, s graph.Store) error {
	ids, err := s.Lookup(ctx, []graph.Name{{Kind: graph.KindComponent, Text: coordinationKO}})
	if err != nil || len(ids) != 1 || ids[0] != "component:"+Coordination {
		return fmt.Errorf("Lookup: %v, error %s", ids, errText(err))
	}
	results, err := s.Related(ctx, []graph.RelatedRequest{{
		Key: "IL-0587", Kind: graph.SharesComponent, Component: Coordination, Page: graph.Page{Size: graph.DefaultPageSize},
	}})
	if err != nil {
		return fmt.Errorf("Related: %w", err)
	}
	want := graph.RelatedResult{
		Rows: []graph.RelatedRow{{
			Key: "IL-0271",
			Relation: graph.Relation{SharedComponents: []string{Coordination, Discovery}, SharedCauses: []string{"software-bug"},
				Count: 2, Evidence: graph.Stated, AssertedBy: []string{"IL-0587"}},
			Position: graph.Position{Shared: 2, Day: day("2020-01-01").First(), Name: "IL-0271"},
		}, {
			Key: "IL-0277",
			Relation: graph.Relation{SharedComponents: []string{Coordination}, SharedCauses: []string{"software-bug"},
				Count: 1, Evidence: graph.Stated, AssertedBy: []string{"IL-0587"}},
			Position: graph.Position{Shared: 1, Day: day("2019-01-01").First(), Name: "IL-0277"},
		}},
		Total: 2, Unnamed: 2,
	}
	return differ("Related", []string{"the flagship question"}, results, []graph.RelatedResult{want}, plain)
}

// checkOrders loads the four documents in each of their 24 orders, in one batch and in
// one batch each: the graphs and the records are always the same.
func checkOrders(ctx context.Context, open opener) error {
	s, err := open()
	if err != nil {
		return err
	}
	voc, err := graph.NewVocabulary(Terms())
	if err != nil {
		return err
	}
	if _, err := s.Apply(ctx, graph.Batch{Terms: Terms()}); err != nil {
		return fmt.Errorf("Apply: %w", err)
	}
	documents := Documents()
	key, err := graph.ProvisionalKey(documents[3][0], voc)
	if err != nil {
		return err
	}
	headless := *documents[3][0]
	headless.ID = key
	all := slices.Concat(documents[:]...)
	all[3] = &headless
	want := DumpGraph(graph.Build(all, voc))
	var records []string
	for _, id := range []string{"IL-0115", "IL-0216", "IL-0492", "IL-0587", key} {
		i := slices.IndexFunc(all, func(c *graph.Case) bool { return c.ID == id })
		records = append(records, caseText(all[i]))
	}
	var everything graph.Batch
	for _, c := range all {
		everything.Delete = append(everything.Delete, c.ID)
	}
	for _, order := range orders(len(documents)) {
		var whole graph.Batch
		var single []graph.Batch
		for _, i := range order {
			whole.Cases = append(whole.Cases, documents[i]...)
			single = append(single, graph.Batch{Cases: documents[i]})
		}
		for _, batches := range [][]graph.Batch{{whole}, single} {
			for _, b := range append(batches, graph.Batch{}) {
				if _, err := s.Apply(ctx, b); err != nil {
					return fmt.Errorf("order %v: Apply: %w", order, err)
				}
			}
			got, err := Dump(ctx, s)
			if err != nil {
				return fmt.Errorf("order %v: %w", order, err)
			}
			if got != want {
				return fmt.Errorf("order %v in %d batches%s", order, len(batches), difference(got, want))
			}
			var stored []string
			if err := s.Scan(ctx, func(c *graph.Case) error { stored = append(stored, caseText(c)); return nil }); err != nil {
				return fmt.Errorf("order %v: Scan: %w", order, err)
			}
			if !slices.Equal(stored, records) {
				return fmt.Errorf("order %v: Scan%s", order, difference(strings.Join(stored, "\n"), strings.Join(records, "\n")))
			}
			if _, err := s.Apply(ctx, everything); err != nil {
				return fmt.Errorf("order %v: deleting: %w", order, err)
			}
		}
	}
	return nil
}

// orders gives every order of n things.
func orders(n int) [][]int {
	if n == 0 {
		return [][]int{nil}
	}
	var all [][]int
	for _, rest := range orders(n - 1) {
		for at := range n {
			all = append(all, slices.Insert(slices.Clone(rest), at, n-1))
		}
	}
	return all
}
