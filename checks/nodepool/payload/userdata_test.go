package payload_test

import (
	"encoding/base64"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/nodepool/payload"
)

func b64(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) }

func userData(token, extra string) string {
	return fmt.Sprintf(`{"ignition":{"config":{"merge":[{"source":"https://i.example/ignition","httpHeaders":[`+
		`{"name":"Authorization","value":"Bearer %s"},{"name":"NodePool","value":"clusters/workers"},`+
		`{"name":"TargetConfigVersionHash","value":"c3481e6f"}]}]}%s,"version":"3.2.0"}}`, b64(token), extra)
}

func TestInspectUserData(t *testing.T) {
	token := func(fields string) string { return "kind: Secret\ndata: {" + fields + "}\n" }
	both := token("token: " + b64("new") + ", old_token: " + b64("old"))
	for _, c := range []struct {
		name, sent, token string
		want              payload.Bearer
	}{
		{"current", "new", both, payload.BearerCurrent},
		{"previous", "old", both, payload.BearerPrevious},
		{"neither", "older", both, payload.BearerStale},
		{"neither, never rotated", "older", token("token: " + b64("new")), payload.BearerStale},
		{"empty old token", "older", token("token: " + b64("new") + `, old_token: ""`), payload.BearerStale},
		{"elided token", "new", token("token: " + b64("36 bytes long")), payload.BearerUnknown},
		{"elided old token", "old", token("token: " + b64("new") + ", old_token: " + b64("36 bytes long")), payload.BearerUnknown},
		{"no token", "new", token("x: eA=="), payload.BearerUnknown},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, state := payload.InspectUserData(secret(t, "value", userData(c.sent, "")), object(t, c.token), "clusters/workers")
			require.Equal(t, payload.Readable, state)
			assert.Equal(t, payload.UserData{Bearer: c.want, TargetHash: "c3481e6f", Pool: true}, got)
		})
	}
}

func TestInspectUserDataRest(t *testing.T) {
	got, state := payload.InspectUserData(secret(t, "value", userData("x", `,"proxy":{"httpsProxy":"http://p"}`)), nil, "clusters/other")
	require.Equal(t, payload.Readable, state)
	assert.Equal(t, payload.UserData{Bearer: payload.BearerUnknown, TargetHash: "c3481e6f", Proxy: true}, got)

	for name, value := range map[string]string{"no JSON": "planted", "no merge": `{"ignition":{}}`, "a list": "[]"} {
		_, state := payload.InspectUserData(secret(t, "value", value), nil, "clusters/workers")
		assert.Equal(t, payload.Malformed, state, name)
	}
	_, state = payload.InspectUserData(secret(t, "value", "812 bytes long"), nil, "clusters/workers")
	assert.Equal(t, payload.Elided, state)
}
