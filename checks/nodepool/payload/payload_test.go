package payload_test

import (
	"bytes"
	"encoding/base64"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/nodepool/payload"
)

func TestDecodeReadsBothForms(t *testing.T) {
	raw := compressed(t, "some text\n")
	for name, input := range map[string][]byte{
		"gzip":             raw,
		"base64":           []byte(base64.StdEncoding.EncodeToString(raw)),
		"base64 with line": []byte(base64.StdEncoding.EncodeToString(raw) + "\n"),
	} {
		text, err := payload.Decode(input)
		require.NoError(t, err, name)
		assert.Equal(t, "some text\n", text, name)
	}
}

func TestDecodeRefuses(t *testing.T) {
	raw := compressed(t, "planted-text planted-text")
	for name, input := range map[string][]byte{
		"nothing":        nil,
		"text":           []byte("planted-text"),
		"base64 of text": []byte(base64.StdEncoding.EncodeToString([]byte("planted-text"))),
		"cut off":        raw[:len(raw)-6],
		"header only":    {0x1f, 0x8b, 8},
		"checksum":       append(bytes.Clone(raw[:len(raw)-8]), 1, 2, 3, 4, 5, 6, 7, 8),
	} {
		_, err := payload.Decode(input)
		require.ErrorIs(t, err, payload.ErrFormat, name)
		assert.NotContains(t, err.Error(), "planted", name)
	}
}

func TestDecodeIsBounded(t *testing.T) {
	bomb := compressed(t, strings.Repeat("0", payload.MaxText+1))
	require.Less(t, len(bomb), 1<<20)
	_, err := payload.Decode(bomb)
	require.ErrorIs(t, err, payload.ErrTooLarge)

	_, state := payload.Read(secret(t, "config", string(bomb)))
	assert.Equal(t, payload.Malformed, state)
}

func TestFieldStates(t *testing.T) {
	b64 := func(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) }
	for _, c := range []struct {
		name, manifest string
		want           payload.State
		value          string
	}{
		{"absent", "data: {other: eA==}", payload.Absent, ""},
		{"no data", "metadata: {name: x}", payload.Absent, ""},
		{"readable", "data: {k: " + b64("v") + "}", payload.Readable, "v"},
		{"folded base64", "data:\n  k: |\n    " + b64("a longer value")[:8] + "\n    " + b64("a longer value")[8:] + "\n", payload.Readable, "a longer value"},
		{"string data", "stringData: {k: v}", payload.Readable, "v"},
		{"string data wins", "stringData: {k: new}\ndata: {k: " + b64("old") + "}", payload.Readable, "new"},
		{"elided", "data: {k: " + b64("1042 bytes long") + "}", payload.Elided, ""},
		{"elided string data", "stringData: {k: 36 bytes long}", payload.Elided, ""},
		{"not elided", "data: {k: " + b64("it is 36 bytes long") + "}", payload.Readable, "it is 36 bytes long"},
		{"empty", `data: {k: ""}`, payload.Redacted, ""},
		{"null", "data: {k: null}", payload.Redacted, ""},
		{"redacted word", "data: {k: REDACTED}", payload.Redacted, ""},
		{"redacted word in marks", "data: {k: <REDACTED>}", payload.Redacted, ""},
		{"redacted inside", "data: {k: " + b64("<REDACTED>") + "}", payload.Redacted, ""},
		{"stars", `data: {k: "*****"}`, payload.Redacted, ""},
		{"sops", "sops: {mac: x}\ndata: {k: " + b64("v") + "}", payload.Encrypted, ""},
		{"sops value", "data: {k: 'ENC[AES256_GCM,data:x]'}", payload.Encrypted, ""},
		{"no base64", "data: {k: '%%%'}", payload.Malformed, ""},
		{"too large", "stringData: {k: " + strings.Repeat("x", 5<<20) + "}", payload.Malformed, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			value, state := payload.Field(object(t, "kind: Secret\n"+c.manifest+"\n"), "k")
			assert.Equal(t, c.want, state)
			assert.Equal(t, c.value, string(value))
		})
	}
}

func TestRunc(t *testing.T) {
	runtime := func(name string) string {
		return "kind: ContainerRuntimeConfig\nmetadata: {name: x}\nspec: {containerRuntimeConfig: {defaultRuntime: " + name + "}}\n"
	}
	assert.True(t, read(t, join(userDocument("a"), runtime("runc"))).Runc())
	assert.False(t, read(t, join(userDocument("a"), runtime("crun"))).Runc())
	assert.False(t, read(t, userDocument("a")).Runc())
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte("H4sIAAAAAAAA"))
	f.Add(compressed(f, "apiVersion: v1\n---\nkind: X\n"))
	f.Add([]byte(base64.StdEncoding.EncodeToString(compressed(f, join(proxyDocument(haproxy(1)), userDocument("a"))))))
	f.Fuzz(func(t *testing.T, raw []byte) {
		text, err := payload.Decode(raw)
		if err != nil {
			return
		}
		p := read(t, text)
		assert.Equal(t, payload.Sum(text), p.Hash())
		assert.Empty(t, payload.Difference(p, p))
		p.HashWithoutProxy()
		p.Runc()
	})
}

func FuzzField(f *testing.F) {
	f.Add("data: {config: SDRzSQ==}")
	f.Add("stringData: {config: x}\nsops: {}")
	f.Fuzz(func(t *testing.T, manifest string) {
		o, ok := parse(manifest)
		if !ok {
			return
		}
		value, state := payload.Field(o, "config")
		if state != payload.Readable {
			assert.Nil(t, value)
		}
		payload.Read(o)
		payload.InspectUserData(o, o, "ns/pool")
	})
}
