package payload

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// MaxText bounds the decompressed payload. Payloads are 10 to 100 kB; an object
// of 1 MiB that grows beyond this is no payload.
const MaxText = 16 << 20

// ErrTooLarge says that a payload grows beyond MaxText.
var ErrTooLarge = errors.New("larger than any payload when decompressed")

// ErrFormat says that a value is neither gzip nor base64 of gzip.
var ErrFormat = errors.New("neither gzip nor base64 of gzip")

// Payload is the decoded MachineConfig text of a token secret. The text never
// leaves the package; it holds whatever users put on their nodes.
type Payload struct{ text string }

// Read decodes the config key of a token secret.
func Read(secret *checks.Object) (*Payload, State) {
	raw, state := Field(secret, "config")
	if state != Readable {
		return nil, state
	}
	text, err := Decode(raw)
	if err != nil {
		return nil, Malformed
	}
	return &Payload{text}, Readable
}

// Decode reads the two forms of a payload: gzip, and base64 text of gzip, which
// newer operators write. Errors hold nothing of the input.
func Decode(raw []byte) (string, error) {
	if !isGzip(raw) {
		decoded, err := base64.StdEncoding.DecodeString(strings.TrimSpace(string(raw)))
		if err != nil || !isGzip(decoded) {
			return "", ErrFormat
		}
		raw = decoded
	}
	return gunzip(raw, MaxText)
}

func isGzip(b []byte) bool { return len(b) > 2 && b[0] == 0x1f && b[1] == 0x8b }

func gunzip(raw []byte, limit int64) (string, error) {
	r, err := gzip.NewReader(bytes.NewReader(raw))
	if err != nil {
		return "", fmt.Errorf("gzip header: %w", ErrFormat)
	}
	var out bytes.Buffer
	n, err := io.Copy(&out, io.LimitReader(r, limit+1))
	if err != nil {
		return "", fmt.Errorf("gzip content: %w", ErrFormat)
	}
	if n > limit {
		return "", ErrTooLarge
	}
	return out.String(), nil
}

// Hash is the state after the MachineConfig text.
func (p *Payload) Hash() Hash { return Sum(p.text) }

// HashWithoutProxy is the same without the API server proxy's document, the
// part that rollout hashes start from.
func (p *Payload) HashWithoutProxy() Hash {
	var keep []string
	for _, d := range split(p.text) {
		if d.key != proxyKey {
			keep = append(keep, d.text)
		}
	}
	return Sum(strings.Join(keep, separator))
}

// Runc reports whether the payload selects the runc container runtime, which
// changes the default RHEL stream.
func (p *Payload) Runc() bool {
	for _, d := range split(p.text) {
		if strings.HasPrefix(d.key, "ContainerRuntimeConfig/") &&
			d.value.Get("spec", "containerRuntimeConfig", "defaultRuntime").Text() == "runc" {
			return true
		}
	}
	return false
}
