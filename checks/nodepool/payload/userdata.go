package payload

import (
	"crypto/subtle"
	"encoding/base64"
	"encoding/json"
	"strings"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// Bearer says which token new machines would send.
type Bearer string

// The outcomes of comparing the bearer token with the token secret.
const (
	// BearerCurrent is the token that the server accepts until after its next
	// rotation.
	BearerCurrent Bearer = "current"
	// BearerPrevious is one rotation behind: still accepted.
	BearerPrevious Bearer = "previous"
	// BearerStale is neither; the server answers 511.
	BearerStale Bearer = "stale"
	// BearerUnknown could not be compared.
	BearerUnknown Bearer = "unknown"
)

// UserData is what a user-data secret would make a machine do. It holds no
// value of the secret.
type UserData struct {
	// Bearer compares the authorization header with the token secret.
	Bearer Bearer
	// TargetHash is the header TargetConfigVersionHash, which names a payload;
	// empty when it is absent or no hash.
	TargetHash string
	// Pool reports whether the NodePool header is the one expected; false as
	// well when it is absent.
	Pool bool
	// Proxy reports whether the ignition config has an HTTP or HTTPS proxy.
	Proxy bool
}

type ignition struct {
	Ignition struct {
		Config struct {
			Merge []struct {
				HTTPHeaders []struct{ Name, Value string } `json:"httpHeaders"`
			} `json:"merge"`
		} `json:"config"`
		Proxy struct {
			HTTPProxy  string `json:"httpProxy"`
			HTTPSProxy string `json:"httpsProxy"`
		} `json:"proxy"`
	} `json:"ignition"`
}

// InspectUserData compares a user-data secret with the token secret of the same
// hash (nil when there is none) and the pool's "namespace/name".
func InspectUserData(userData, token *checks.Object, pool string) (UserData, State) {
	raw, state := Field(userData, "value")
	if state != Readable {
		return UserData{}, state
	}
	var config ignition
	if err := json.Unmarshal(raw, &config); err != nil || len(config.Ignition.Config.Merge) == 0 {
		return UserData{}, Malformed
	}
	headers := map[string]string{}
	for _, h := range config.Ignition.Config.Merge[0].HTTPHeaders {
		headers[strings.ToLower(h.Name)] = h.Value
	}
	out := UserData{
		Bearer: compareBearer(headers["authorization"], token),
		Pool:   headers["nodepool"] == pool,
		Proxy:  config.Ignition.Proxy.HTTPProxy != "" || config.Ignition.Proxy.HTTPSProxy != "",
	}
	if h := headers["targetconfigversionhash"]; hashText.MatchString(h) {
		out.TargetHash = h
	}
	return out, Readable
}

func compareBearer(header string, token *checks.Object) Bearer {
	if token == nil {
		return BearerUnknown
	}
	current, state := Field(token, "token")
	if state != Readable {
		return BearerUnknown
	}
	sent, ok := strings.CutPrefix(header, "Bearer ")
	if ok && carries(sent, current) {
		return BearerCurrent
	}
	previous, state := Field(token, "old_token")
	switch {
	case state == Readable && ok && carries(sent, previous):
		return BearerPrevious
	case state == Readable, state == Absent, token.Get("data", "old_token").Text() == "":
		return BearerStale
	}
	return BearerUnknown
}

func carries(sent string, token []byte) bool {
	want := base64.StdEncoding.EncodeToString(token)
	return subtle.ConstantTimeCompare([]byte(sent), []byte(want)) == 1
}
