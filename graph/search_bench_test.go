package graph

import (
	"strings"
	"testing"
)

// BenchmarkWords cuts a text in Korean and English into words.
func BenchmarkWords(b *testing.B) {
	text := strings.Repeat("조정 계층의 리더가 바뀌는 동안 etcd가 쓰기를 받지 못했다. The fail-over took 12 minutes; no replica was left. ", 20)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		Words(text)
	}
}
