package embedded

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/incidentgraph/incidentgraph/graph"
)

// ledger gives numbers out in order, and the names back.
type ledger struct {
	keys  []string
	terms []graph.TermRef
}

func (l *ledger) keyNumber(key string) uint32 {
	for n, k := range l.keys {
		if graph.SameKey(k, key) {
			return uint32(n)
		}
	}
	l.keys = append(l.keys, key)
	return uint32(len(l.keys) - 1)
}

func (l *ledger) termNumber(ref graph.TermRef) uint32 {
	for n, t := range l.terms {
		if t == ref {
			return uint32(n)
		}
	}
	l.terms = append(l.terms, ref)
	return uint32(len(l.terms) - 1)
}

func (l *ledger) key(n uint32) string {
	if int(n) >= len(l.keys) {
		return ""
	}
	return l.keys[n]
}

func (l *ledger) slug(n uint32) string {
	if int(n) >= len(l.terms) {
		return ""
	}
	return l.terms[n].Slug
}

func packFact(f fact, names *ledger) string {
	p := factPacker{names: names}
	return p.pack(f)
}

// filler gives every exported part of a value some value of its type, none of them empty
// and few of them alike.
type filler struct{ r *rand.Rand }

func (f filler) fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(fmt.Sprintf("글 %d", f.r.IntN(1000)))
	case reflect.Int:
		v.SetInt(int64(f.r.IntN(1 << 30)))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		f.fill(v.Elem())
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1+f.r.IntN(3), 3))
		for i := range v.Len() {
			f.fill(v.Index(i))
		}
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[graph.Date]() {
			d, err := graph.ParseDate(fmt.Sprintf("%d-05-17", 1990+f.r.IntN(40)))
			if err != nil {
				panic(err)
			}
			v.Set(reflect.ValueOf(d))
			return
		}
		for i := range v.NumField() {
			f.fill(v.Field(i))
		}
	default:
		panic("a case holds a " + v.Kind().String() + ": teach filler and formCase about it")
	}
}

// Every part of a case comes back, those included that are added to graph.Case some day.
func TestCaseRoundTrip(t *testing.T) {
	f := filler{rand.New(rand.NewPCG(1, 1))}
	for range 50 {
		c := new(graph.Case)
		f.fill(reflect.ValueOf(c).Elem())
		got, err := unpackCase(7, new(casePacker).pack(7, c))
		if err != nil || !reflect.DeepEqual(got, c) {
			t.Fatalf("error %v\n got %+v\nwant %+v", err, got, c)
		}
	}
	empty := new(graph.Case)
	if got, err := unpackCase(7, new(casePacker).pack(7, empty)); err != nil || !reflect.DeepEqual(got, empty) {
		t.Errorf("the empty case came back as %+v, error %v", got, err)
	}
}

// A flipped bit anywhere in a stored case is found.
func TestCaseChecksum(t *testing.T) {
	sealed := new(casePacker).pack(7, &graph.Case{ID: "IL-1", Title: graph.PlainText("Disks filled up")})
	for i := range sealed {
		sealed[i] ^= 4
		if _, err := unpackCase(7, sealed); err == nil {
			t.Errorf("byte %d was changed, and nobody saw it", i)
		}
		sealed[i] ^= 4
	}
	if _, err := unpackCase(8, sealed); err == nil {
		t.Error("the case was read under another number")
	}
	if _, err := unpackCase(7, nil); err == nil {
		t.Error("a case of no bytes was read")
	}
}

func given(n int) *int { return &n }

func someFact() fact {
	date, _ := graph.ParseDate("2019-01")
	return fact{
		key: "IL-0001", hasCase: true, place: 300, replaces: []string{"X-0123456789ab"},
		incident: &graph.Incident{
			Key: "IL-0001", Provisional: true, Title: graph.Text{EN: "Quorum lost", KO: "쿼럼 상실"}, Date: date, DateKind: graph.Published,
			Domain: "cloud", Severity: "SEV1", Regions: []string{"us-east-1", "서울"}, Tags: []string{"dns"},
			TimeToDetect: given(0), TimeToRecover: given(300), Known: 1<<33 | 1<<6,
			Lost: []graph.Field{graph.FieldID}, NoneGiven: []graph.Field{graph.FieldFactors}, Inferred: []graph.Field{"a field of later days"},
			Edges: []graph.Edge{
				{Kind: graph.At, To: "카카오", AssertedBy: []string{"IL-0001"}},
				{Kind: graph.Involves, To: "dns", Evidence: graph.Derived, AssertedBy: []string{"IL-0001", "IL-0300"}},
				{Kind: graph.Involves, To: "load-balancer", AssertedBy: []string{"IL-0300"}},
				{Kind: graph.CausedBy, To: "software-bug", Evidence: graph.Inferred, AssertedBy: []string{"IL-0001"}},
				{Kind: graph.Cites, To: "il-0300", AssertedBy: []string{"IL-0001"}},
			},
			Pairs: []graph.StatedPair{
				{Kind: graph.SameCause, Other: "il-0300", AssertedBy: []string{"IL-0001"}},
				{Kind: graph.SharesComponent, Other: "il-0300", AssertedBy: []string{"IL-0001", "IL-0300"}},
			},
			Unnamed: []graph.UnnamedCard{{SameCause: true}, {Components: []string{"dns", "load-balancer"}}},
		},
	}
}

func TestFactRoundTrip(t *testing.T) {
	for name, f := range map[string]fact{
		"full":         someFact(),
		"stub":         {key: "IL-0002", incident: &graph.Incident{Key: "IL-0002", Stub: true, Title: graph.PlainText("Both")}},
		"only a case":  {key: "X-0123456789ab", hasCase: true},
		"korean alone": {key: "a", incident: &graph.Incident{Key: "a", Title: graph.Text{KO: "장애"}, Tags: []string{"published"}}},
	} {
		t.Run(name, func(t *testing.T) {
			names := new(ledger)
			got, ok := unpack(packFact(f, names), names)
			if !ok || !reflect.DeepEqual(got, f) {
				t.Errorf("ok %v\n got %+v\nwant %+v", ok, got, f)
			}
		})
	}
}

// The bits of a set of fields, as facts hold them, are places in words.
func TestFieldsAreWords(t *testing.T) {
	for i, field := range graph.Fields() {
		if got := words[2+i]; got != string(field) {
			t.Errorf("field %d is %s, and the word in its place %s: stored facts would be misread", i, field, got)
		}
	}
}

// Cut short, lengthened or made up, no bytes make unpack fail otherwise than by saying so.
func FuzzUnpackFact(f *testing.F) {
	names := new(ledger)
	packed := packFact(someFact(), names)
	f.Add(packed)
	f.Add(packed[:len(packed)/2])
	f.Add("")
	f.Add(strings.Repeat("\xff", 40))
	f.Fuzz(func(t *testing.T, packed string) {
		var o outline
		o.read(1, packed, 1000, 1000)
		got, ok := unpack(packed, names)
		if !ok {
			return
		}
		again, ok := unpack(packFact(got, names), names)
		if !ok || !reflect.DeepEqual(again, got) {
			t.Errorf("read twice, it is\n%+v\nand\n%+v", got, again)
		}
	})
}

func FuzzDecodeCase(f *testing.F) {
	var p packer
	c := &graph.Case{ID: "IL-1", Title: graph.PlainText("Disks filled up"), Tags: []string{"disk"}, TimeToDetect: given(3)}
	formCase(&p, c)
	f.Add(string(p.b))
	f.Add("\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff")
	f.Fuzz(func(t *testing.T, packed string) {
		got, ok := decodeCase(packed)
		if !ok {
			return
		}
		var p packer
		formCase(&p, got)
		if again, ok := decodeCase(string(p.b)); !ok || !reflect.DeepEqual(again, got) {
			t.Errorf("read twice, it is\n%+v\nand\n%+v", got, again)
		}
	})
}

func FuzzOpenPart(f *testing.F) {
	f.Add([]byte("\x00\x01\x05\x07\x03abc\x08\x00"))
	f.Add([]byte("\x00\x00\x05\xff"))
	f.Fuzz(func(t *testing.T, value []byte) {
		key := journalKey(3, 1)
		if p, err := openPart(key, seal(sealNumber(key), string(value))); err == nil {
			p.each(func(factChange) {})
		}
		if _, err := openPart(journalKey(3, 2), seal(sealNumber(key), string(value))); err == nil {
			t.Error("a part was read in the place of another")
		}
	})
}
