package bench

import (
	"math/rand/v2"
	"strings"
)

// Words are drawn with the first ones far more often than the last, as in any text.
var englishWords = strings.Fields(`the of to and a in was for that on were with it as by from at had not which
an after its until this when all or while because no one more than traffic service requests cluster region database
nodes errors servers customers data load network hour minutes deploy rollback primary replica queue cache restart
memory disk latency failed failure started stopped returned recovered slow retry timeout client connection engineers
alert config change release version traffic capacity limit zone router gateway token certificate backup restore job
worker scheduler storage volume cpu thread pool lock leader election quorum partition shard index write read stale
health check probe monitor dashboard metric log trace script operator manual automatic partial total outage degraded
normal later earlier during before second third half most few many every other another same new old large small
growing stuck healthy broken wrong missing unexpected hidden shared internal public regional global single double
began spread filled blocked drained moved added removed raised lowered noticed found fixed tested shipped`)

var koreanWords = strings.Fields(`장애가 서버가 요청이 때문에 동안 서비스가 고객이 데이터베이스 노드가 트래픽이 다시 모두 일부 오류가 설정을
배포가 시간이 리전의 연결이 클러스터 캐시가 메모리가 디스크가 늘어 줄어 멈췄다 돌아왔다 느려졌다 실패했다 시작했다 바꿨다
되돌렸다 막혔다 끊겼다 쌓였다 넘쳤다 기다렸다 재시도가 시간초과 인증서가 만료되어 복제가 지연되어 주 서버 예비 서버 전환이
부하가 몰려 한도에 닿아 대기열이 길어져 경보가 늦어 엔지니어가 찾아냈다 원인은 점검이 도구가 스크립트가 잘못 지워
백업에서 복구했다 저장소가 볼륨이 색인이 어긋나 잠금이 풀리지 않아 리더가 정족수를 잃어 분할된 네트워크 경로가 라우터가
게이트웨이가 토큰을 거절했다 작업이 밀려 스케줄러가 건강 검사가 잘못된 값을 보내 새 버전이 옛 버전과 맞지 않아 이웃한
시스템까지 번졌다 부분적으로 전체가 정상으로 몇 분 뒤 한 시간 넘게 이어졌다 조금씩 한꺼번에 뜻밖의 숨은 결함이 드러났다`)

// write appends words to a text until it has about so many runes. The first words of the
// list are taken most.
func write(b []byte, rng *rand.Rand, words []string, runes int) []byte {
	start := len(b)
	for length := 0; length < runes-3; { // half a word more or less
		draw := rng.Uint64()
		least := min(uint32(draw), uint32(draw>>32))
		word := words[int(uint64(least)*uint64(len(words))>>32)]
		if len(b) > start {
			b = append(b, ' ')
			length++
		}
		b = append(b, word...)
		length += runeCount(word)
	}
	return b
}

// runeCount counts runes of which each has one byte, or three.
func runeCount(word string) int {
	if word[0] < 0x80 {
		return len(word)
	}
	return len(word) / 3
}
