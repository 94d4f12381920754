package loader

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

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
// a name that encodingNamed knows or "". What is declared is for files that are not UTF-8:
// one whose beginning can be nothing else is read as UTF-8. Errors of reading say what is wrong and where.
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
	if head, err = text.Peek(64 << 10); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if isUTF8(head, strings.HasPrefix(name, "UTF-16")) {
		return text, nil
	}
	return decoded(text, from, name), nil
}

// isUTF8 reports whether the beginning of a text that is called something else is UTF-8
// all the same: it is valid, and has a character of three bytes or more, or so many of two
// that they cannot be letters of another encoding that happen to stand like that. ASCII
// alone says nothing, but that it is not UTF-16.
func isUTF8(head []byte, notUTF16 bool) bool {
	const several = 8
	two, more := 0, 0
	for rest := head; utf8.FullRune(rest); { // a character that the end cuts is left out
		r, n := utf8.DecodeRune(rest)
		switch {
		case r == utf8.RuneError && n == 1, r == 0:
			return false
		case n == 2:
			two++
		case n > 2:
			more++
		}
		rest = rest[n:]
	}
	return more > 0 || two >= several || two == 0 && notUTF16
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
