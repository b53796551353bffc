package render

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"hash"
	"io"
	"slices"
	"strings"
)

// secretMark stands for a value that differs between bundles. It is no JSON
// string, so no value can be mistaken for it.
const secretMark = "secret"

// Digests are the fingerprint of an output and of each of its documents.
type Digests struct {
	// Fingerprint is "sha256:" and 64 hexadecimal digits over all cases.
	Fingerprint string
	// Documents has a digest per case and document label.
	Documents map[string]map[string]string
}

// Digest fingerprints outputs. The canonical form is: cases by name, each led by
// its name; documents by identity, each led by it; one line a path of three JSON
// strings, path, kind and value, separated by a space; UTF-8 and LF.
func Digest(outputs []Output) Digests {
	outputs = slices.Clone(outputs)
	slices.SortFunc(outputs, func(a, b Output) int { return strings.Compare(a.Case, b.Case) })
	total := sha256.New()
	d := Digests{Documents: map[string]map[string]string{}}
	for _, out := range outputs {
		d.Documents[out.Case] = map[string]string{}
		writeLine(total, out.Case)
		for _, doc := range out.Documents {
			one := sha256.New()
			doc.canonical(io.MultiWriter(total, one))
			d.Documents[out.Case][doc.Label] = sum(one)
		}
	}
	d.Fingerprint = sum(total)
	return d
}

func (c Content) canonical(w io.Writer) {
	writeLine(w, c.identity)
	var buf bytes.Buffer
	for _, e := range c.Entries {
		buf.Reset()
		writeString(&buf, e.Path)
		buf.WriteByte(' ')
		writeString(&buf, string(e.Kind))
		buf.WriteByte(' ')
		if e.Secret {
			buf.WriteString(secretMark)
		} else {
			writeString(&buf, e.Value)
		}
		buf.WriteByte('\n')
		_, _ = w.Write(buf.Bytes()) // hashes never fail
	}
}

func writeLine(w io.Writer, text string) {
	var buf bytes.Buffer
	writeString(&buf, text)
	buf.WriteByte('\n')
	_, _ = w.Write(buf.Bytes())
}

func writeString(buf *bytes.Buffer, text string) {
	enc := json.NewEncoder(buf)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(text) // a string always encodes
	buf.Truncate(buf.Len() - 1)
}

func sum(h hash.Hash) string { return "sha256:" + hex.EncodeToString(h.Sum(nil)) }
