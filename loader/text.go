package loader

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"
	"golang.org/x/text/transform"
)

// What gzip may unpack to. Text seldom shrinks to less than a fiftieth; a bomb is a
// thousand times larger than its file.
const (
	maxUnpackedFree  = 64 << 20 // is not looked at
	maxUnpackedRatio = 250
)

// textOf gives an input as UTF-8 without a byte order mark: unpacked, where it is gzip, and
// decoded from the encoding that a byte order mark tells of, else from the one declared,
// a name that encodingNamed knows or "". Errors of reading say what is wrong and where.
func textOf(in io.Reader, declared string) (*bufio.Reader, error) {
	text := bufio.NewReaderSize(in, 64<<10)
	if head, _ := text.Peek(2); bytes.Equal(head, []byte{0x1f, 0x8b}) {
		unpacked, err := unpack(text)
		if err != nil {
			return nil, err
		}
		text = bufio.NewReaderSize(unpacked, 64<<10)
	}
	head, err := text.Peek(4)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	for _, mark := range byteOrderMarks {
		if !bytes.HasPrefix(head, mark.bytes) {
			continue
		}
		_, err := text.Discard(len(mark.bytes))
		if mark.of == nil || err != nil {
			return text, err
		}
		return decoded(text, mark.of, mark.name), nil
	}
	from, name, err := encodingNamed(declared)
	if from == nil || err != nil {
		return text, err
	}
	return decoded(text, from, name), nil
}

// byteOrderMarks, the longer ones first: that of UTF-16 begins one of UTF-32.
var byteOrderMarks = []struct {
	bytes []byte
	name  string
	of    encoding.Encoding // nil: UTF-8
}{
	{[]byte{0xff, 0xfe, 0, 0}, "UTF-32", utf32.UTF32(utf32.LittleEndian, utf32.IgnoreBOM)},
	{[]byte{0, 0, 0xfe, 0xff}, "UTF-32", utf32.UTF32(utf32.BigEndian, utf32.IgnoreBOM)},
	{[]byte{0xff, 0xfe}, "UTF-16", unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)},
	{[]byte{0xfe, 0xff}, "UTF-16", unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)},
	{utf8BOM, "UTF-8", nil},
}

// decoded reads a text in another encoding. Where it is not in that encoding, reading
// fails; nothing is ever replaced.
func decoded(in io.Reader, from encoding.Encoding, name string) *bufio.Reader {
	return bufio.NewReaderSize(transform.NewReader(in, transform.Chain(from.NewDecoder(), &noReplacement{name: name})), 64<<10)
}

// noReplacement passes text on and stops at the mark with which decoders replace what they
// cannot read.
type noReplacement struct {
	name string
	line int // ends of lines passed
}

func (n *noReplacement) Reset() { n.line = 0 }

func (n *noReplacement) Transform(dst, src []byte, atEOF bool) (int, int, error) {
	mark := []byte("\ufffd")
	end, err := len(src), error(nil)
	if i := bytes.Index(src, mark); i >= 0 {
		end, err = i, fmt.Errorf("line %d is not %s", n.line+bytes.Count(src[:i], []byte("\n"))+1, n.name)
	} else if !atEOF {
		for cut := 1; cut <= 2 && cut <= len(src); cut++ {
			if bytes.HasSuffix(src, mark[:cut]) {
				end, err = len(src)-cut, transform.ErrShortSrc
			}
		}
	}
	if end > len(dst) {
		end, err = len(dst), transform.ErrShortDst
	}
	copy(dst, src[:end])
	n.line += bytes.Count(src[:end], []byte("\n"))
	return end, end, err
}

// unpack reads gzip, within bounds.
func unpack(in io.Reader) (io.Reader, error) {
	packed := &countingReader{r: in}
	out, err := gzip.NewReader(bufio.NewReader(packed))
	if err != nil {
		return nil, fmt.Errorf("the gzip data is damaged: %w", err)
	}
	return &boundedGzip{out: out, packed: packed}, nil
}

type boundedGzip struct {
	out      io.Reader
	packed   *countingReader
	unpacked int64
}

func (b *boundedGzip) Read(p []byte) (int, error) {
	n, err := b.out.Read(p)
	b.unpacked += int64(n)
	switch {
	case b.unpacked > maxUnpackedFree && b.unpacked > maxUnpackedRatio*b.packed.n:
		return 0, fmt.Errorf("it unpacks to more than %d times its size, which no text does: unpack it yourself if it is meant", maxUnpackedRatio)
	case errors.Is(err, io.ErrUnexpectedEOF):
		err = errors.New("the gzip data ends too early")
	case err != nil && !errors.Is(err, io.EOF):
		err = fmt.Errorf("the gzip data is damaged: %w", err)
	}
	return n, err
}

// countingReader counts what is read through it.
type countingReader struct {
	r io.Reader
	n int64
}

func (c *countingReader) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}
