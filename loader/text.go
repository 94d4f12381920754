package loader

import (
	"bufio"
	"bytes"
	"compress/flate"
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

// textSize is how much of a text is looked at to tell what it is.
const textSize = 64 << 10

// textOf gives an input as UTF-8 without a byte order mark: unpacked, where it is gzip, and
// decoded from the encoding that a byte order mark tells of, else from the one declared,
// a name that encodingNamed knows or "". What is declared is for files that are not UTF-8:
// one that can be nothing else is read as UTF-8. Errors of reading say what is wrong and where.
func textOf(in io.Reader, declared string) (*bufio.Reader, error) {
	text := bufio.NewReaderSize(&endingReader{r: in}, textSize)
	if head, _ := text.Peek(2); bytes.Equal(head, []byte{0x1f, 0x8b}) {
		unpacked, err := unpack(text)
		if err != nil {
			return nil, err
		}
		text = bufio.NewReaderSize(unpacked, textSize)
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
		return bufio.NewReaderSize(decoded(text, mark.of, mark.name, 0), textSize), nil
	}
	from, name, err := encodingNamed(declared)
	if from == nil || err != nil {
		return text, err
	}
	if holdsASCII(from) {
		return bufio.NewReaderSize(&undecidedReader{in: text, from: from, name: name}, textSize), nil
	}
	if head, err = text.Peek(textSize); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if isUTF8(head, false) || strings.HasPrefix(name, "UTF-16") && isASCII(head) {
		return text, nil
	}
	return bufio.NewReaderSize(decoded(text, from, name, 0), textSize), nil
}

// endingReader reads through. Once there is no more to read there never is: a terminal that
// is asked again would wait for more.
type endingReader struct {
	r   io.Reader
	err error
}

func (e *endingReader) Read(p []byte) (int, error) {
	if e.err != nil {
		return 0, e.err
	}
	n, err := e.r.Read(p)
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = errors.New("it breaks off in the middle: the connection was cut, or the file is not whole")
	}
	e.err = err
	return n, err
}

// undecidedReader reads a text that is said to be in an encoding and may be UTF-8 for all
// that. ASCII is the same in both; the first bytes that are none tell.
type undecidedReader struct {
	in    *bufio.Reader
	from  encoding.Encoding
	name  string
	lines int       // ends of lines passed
	rest  io.Reader // once it is told
}

func (u *undecidedReader) Read(p []byte) (int, error) {
	if u.rest != nil {
		return u.rest.Read(p)
	}
	head, err := u.in.Peek(textSize)
	if len(head) == 0 {
		return 0, err
	}
	n := asciiIn(head[:min(len(head), len(p))])
	if n > 0 || len(p) == 0 {
		u.lines += bytes.Count(p[:copy(p, head[:n])], []byte("\n"))
		_, err = u.in.Discard(n)
		return n, err
	}
	if u.rest = u.in; !isUTF8(head, isSingleByte(u.from)) {
		u.rest = decoded(u.in, u.from, u.name, u.lines)
	}
	return u.rest.Read(p)
}

// isUTF8 reports whether the beginning of a text that is called something else is UTF-8
// all the same: it is valid, and has a character of three bytes or more, or so many of two
// that they cannot be letters of another encoding that happen to stand like that. Where
// each byte is a letter in that encoding, one is enough. ASCII alone says nothing.
func isUTF8(head []byte, singleByte bool) bool {
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
	return more > 0 || two >= several || two > 0 && singleByte
}

// isASCII reports whether a text is ASCII and has no zero bytes.
func isASCII(text []byte) bool { return asciiIn(text) == len(text) && bytes.IndexByte(text, 0) < 0 }

// asciiIn tells how many bytes of ASCII a text begins with.
func asciiIn(text []byte) int {
	if i := bytes.IndexFunc(text, func(r rune) bool { return r >= utf8.RuneSelf }); i >= 0 {
		return i
	}
	return len(text)
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
// fails; nothing is ever replaced. lines is how many ends of lines were read before.
func decoded(in io.Reader, from encoding.Encoding, name string, lines int) io.Reader {
	return transform.NewReader(in, transform.Chain(from.NewDecoder(), &noReplacement{name: name, before: lines}))
}

// noReplacement passes text on and stops at the mark with which decoders replace what they
// cannot read.
type noReplacement struct {
	name   string
	before int // ends of lines before the text
	line   int // ends of lines passed
}

func (n *noReplacement) Reset() { n.line = n.before }

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
		return nil, gzipFault(err)
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
	if b.unpacked > maxUnpackedFree && b.unpacked > maxUnpackedRatio*b.packed.n {
		return 0, fmt.Errorf("it unpacks to more than %d times its size, which no text does: unpack it yourself if it is meant", maxUnpackedRatio)
	}
	return n, gzipFault(err)
}

// gzipFault says what an error of unpacking means; those of reading are left as they are.
func gzipFault(err error) error {
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("the gzip data ends too early")
	case errors.Is(err, gzip.ErrHeader), errors.Is(err, gzip.ErrChecksum), errors.As(err, new(flate.CorruptInputError)):
		return fmt.Errorf("the gzip data is damaged: %w", err)
	}
	return err
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
