package payload

import (
	"fmt"
	"hash/fnv"
	"regexp"
	"strconv"
	"strings"
)

// Hash is a 32 bit FNV-1a sum, and at the same time the state from which more
// text can be added: the algorithm has no finishing step.
type Hash uint32

const (
	prime = 0x01000193
	// inverse undoes a multiplication by prime modulo 2^32.
	inverse = 0x359c449b
)

var hashText = regexp.MustCompile(`^[0-9a-f]{8}$`)

// Sum hashes text the way the operator names secrets.
func Sum(text string) Hash {
	h := fnv.New32a()
	h.Write([]byte(text)) //nolint:errcheck // a hash never fails
	return Hash(h.Sum32())
}

// SumList hashes a byte slice the way the operator does where it prints the
// slice instead of the text: as decimal numbers in brackets. It concerns
// pull-secret-hash and the suffix of machine templates.
func SumList(b []byte) Hash {
	var text strings.Builder
	text.WriteByte('[')
	for i, c := range b {
		if i > 0 {
			text.WriteByte(' ')
		}
		text.WriteString(strconv.Itoa(int(c)))
	}
	text.WriteByte(']')
	return Sum(text.String())
}

// ParseHash reads 8 lower-case hexadecimal digits.
func ParseHash(text string) (Hash, bool) {
	if !hashText.MatchString(text) {
		return 0, false
	}
	n, err := strconv.ParseUint(text, 16, 32)
	return Hash(n), err == nil
}

// String prints 8 lower-case hexadecimal digits, as in secret names.
func (h Hash) String() string { return fmt.Sprintf("%08x", uint32(h)) }

// Append is the hash of the text so far followed by more text.
func (h Hash) Append(text string) Hash {
	s := uint32(h)
	for i := range len(text) {
		s = (s ^ uint32(text[i])) * prime
	}
	return Hash(s)
}

// Strip is the hash of the text without a suffix it is known to end in.
// FNV-1a can be walked backwards because its prime is odd; nothing but the
// suffix has to be known. The result is meaningless when the text did not end
// in that suffix.
func (h Hash) Strip(suffix string) Hash {
	s := uint32(h)
	for i := len(suffix) - 1; i >= 0; i-- {
		s = (s * inverse) ^ uint32(suffix[i])
	}
	return Hash(s)
}
