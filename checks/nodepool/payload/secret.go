package payload

import (
	"encoding/base64"
	"regexp"
	"strings"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// State says what stands under a key of a Secret.
type State string

// The states. Only Readable comes with a value.
const (
	Absent State = "absent"
	// Elided values were replaced by their length (`oc adm inspect`).
	Elided State = "elided"
	// Redacted values were emptied or overwritten by another tool.
	Redacted State = "redacted"
	// Encrypted values belong to SOPS.
	Encrypted State = "encrypted"
	// Malformed values are no base64, no gzip or larger than any payload.
	Malformed State = "malformed"
	Readable  State = "readable"
)

// maxValue bounds one value of a Secret; the API server allows 1 MiB in all.
const maxValue = 4 << 20

var elided = regexp.MustCompile(`^\d+ bytes long$`)

// Field reads a key of a Secret; stringData wins over data, as on the API
// server. The value is for comparing only and must not be printed.
func Field(secret *checks.Object, key string) ([]byte, State) {
	if secret.Get("sops").Exists() {
		return nil, Encrypted
	}
	if v := secret.Get("stringData", key); v.Present() {
		return judge([]byte(v.Text()))
	}
	v := secret.Get("data", key)
	switch text := v.Text(); {
	case !v.Present():
		return nil, Absent
	case masked(text):
		return nil, Redacted
	case strings.HasPrefix(text, "ENC["):
		return nil, Encrypted
	case len(text) > maxValue/3*4:
		return nil, Malformed
	default:
		raw, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(text), ""))
		if err != nil {
			return nil, Malformed
		}
		return judge(raw)
	}
}

func judge(raw []byte) ([]byte, State) {
	switch text := string(raw); {
	case elided.MatchString(text):
		return nil, Elided
	case masked(text):
		return nil, Redacted
	case strings.HasPrefix(text, "ENC["):
		return nil, Encrypted
	case len(raw) > maxValue:
		return nil, Malformed
	}
	return raw, Readable
}

// masked recognizes what other redactors leave behind.
func masked(text string) bool {
	return strings.Trim(text, "*") == "" || strings.EqualFold(strings.Trim(text, "<>[]"), "redacted")
}

// Text is Field for values that are no secrets, such as release-version and
// reason.
func Text(secret *checks.Object, key string) (string, bool) {
	raw, state := Field(secret, key)
	return string(raw), state == Readable
}
