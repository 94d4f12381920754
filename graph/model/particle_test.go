package model

import (
	"strings"
	"testing"
)

func TestParticles(t *testing.T) {
	forms := map[sound]string{
		consonant: "%은 %이 %을 %과",
		vowel:     "%는 %가 %를 %와",
		unsure:    "%은(는) %이(가) %을(를) %과(와)",
	}
	for _, tt := range []struct {
		ends  sound
		words []string
	}{
		// Hangul, by the final letter of the last syllable.
		{vowel, []string{"코디네이션 키-값 저장소", "서비스 디스커버리", "인메모리 캐시", "가", "히", "개", "의"}},
		{consonant, []string{"소프트웨어 결함", "온프레미스 로드 밸런서 둘", "각", "간", "갈", "감", "갑", "값", "강", "닭", "힣"}},

		// Digits: 영 일 이 삼 사 오 육 칠 팔 구, and 십 백 천 만 억.
		{consonant, []string{"0", "1", "3", "6", "7", "8", "IL-0587", "IL-0271", "10", "100", "1000", "IL-2010"}},
		{consonant, []string{"S3", "IPv6", "Level 3", "TLS 1.3", "20"}},
		{vowel, []string{"v2", "Quad9", "99.9%", "100%", "‘50%’"}}, // 퍼센트
		{vowel, []string{"2", "4", "5", "9", "IL-0492", "IL-0115", "IL-0279", "IL-0274"}},

		// Latin letters by name: 에이 비 씨 디 … 엘 엠 엔 … 알 … 와이 제트.
		{vowel, []string{"A", "b", "C", "D", "E", "F", "G", "H", "I", "J", "K", "O", "P", "Q", "S", "T", "U", "V", "W", "X", "Y", "Z"}},
		{consonant, []string{"L", "m", "N", "R"}},
		{vowel, []string{"DNS", "HTTP", "TLS", "CPU", "클러스터 DNS", "OpenAI", "X-0c1f2e3d4a5b", "S3 API"}},
		{consonant, []string{"CDN", "VPN", "PostgreSQL", "URL", "RAM", "WAN", "MySQL"}},
		{vowel, []string{"tcp", "dns", "nfs"}}, // no vowel: spelt, too
		{consonant, []string{"ssl", "vm", "cdn"}},

		// Latin words, as they are written in Hangul: 카프카, 레디스, 오픈서치 …
		{vowel, []string{"Kafka", "Redis", "OpenSearch", "Elasticsearch 와 OpenSearch", "Discord", "Kubernetes", "Cloudflare",
			"Azure", "Graphite", "Docker", "GitHub", "Heroku", "Netflix", "Fastly", "cache", "node", "disk", "network", "Splunk",
			"host", "root", "float", "queue", "Apache", "Stripe", "log", "bug", "Etsy", "etcd", "MongoDB", "gRPC", "database", "Basecamp", "Dropbox", "CircleCI"}},
		{consonant, []string{"Google", "Apple", "Oracle", "module", "Grafana Mimir Ruler tool", "system", "token", "Amazon",
			"Wikimedia Foundation", "Chrome", "timeline", "logging", "ping", "Slack", "rack", "Elastic", "app", "backup", "web",
			"Grab", "bot", "HubSpot", "packet", "Reddit", "Facebook", "Datadog", "timeout", "Honeycomb", "GitLab", "Git", "Tarsnap", "Heal"}},

		// What is not read does not count.
		{vowel, []string{"‘서비스 디스커버리’", "“인메모리 캐시”", "컨테이너 네트워크(CNI)", "캐시!", "저장소 (etcd, ZooKeeper)", "Kafka."}},
		{consonant, []string{"‘소프트웨어 결함’", "결함 (버그)", "Elastic»"}},

		// Other scripts, and nothing at all, are not read.
		{unsure, []string{"キャッシュ", "кэш", "", "…", "٣", "ㄱ"}},
	} {
		for _, word := range tt.words {
			want := strings.ReplaceAll(forms[tt.ends], "%", word)
			got := strings.Join([]string{topic.after(word), subject.after(word), object.after(word), and.after(word)}, " ")
			if got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		}
	}
}

func FuzzParticle(f *testing.F) {
	for _, word := range []string{"", "저장소", "IL-0587", "etcd", "a)(", "()", "))", "(a(b)c)", "\xff"} {
		f.Add(word)
	}
	f.Fuzz(func(t *testing.T, word string) {
		if got := and.after(word); !strings.HasPrefix(got, word) || len(got) <= len(word) {
			t.Errorf("%q became %q", word, got)
		}
	})
}
