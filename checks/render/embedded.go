package render

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"io"
	"net/url"
	"strings"

	"go.yaml.in/yaml/v3"
)

const (
	// maxOpened bounds how deep documents inside documents are opened.
	maxOpened = 4
	// maxUnpacked bounds one unpacked value, in bytes.
	maxUnpacked = 16 << 20
	// minPacked is the shortest text tried as base64: short words decode by accident.
	minPacked = 16
)

// open returns the documents that a string holds: YAML or JSON whose root is a
// map or a list, as text, base64, gzip in base64, or a data: URL. Anything else
// gives nil and stays a string.
func open(text string) []*yaml.Node {
	if docs := parseEmbedded([]byte(text)); docs != nil {
		return docs
	}
	if data, ok := dataURL(text); ok {
		return parseEmbedded(unzip(data))
	}
	if len(text) >= minPacked {
		if data, err := base64.StdEncoding.DecodeString(strings.TrimSpace(text)); err == nil {
			return parseEmbedded(unzip(data))
		}
	}
	return nil
}

func parseEmbedded(data []byte) []*yaml.Node {
	trimmed := bytes.TrimSpace(data)
	if len(trimmed) == 0 || !bytes.ContainsAny(trimmed, "\n{[") {
		return nil
	}
	parsed, err := ParseRender("", data)
	if err != nil || len(parsed) == 0 {
		return nil
	}
	var out []*yaml.Node
	for _, doc := range parsed {
		if k := doc.Node.Kind; k != yaml.MappingNode && k != yaml.SequenceNode {
			return nil
		}
		out = append(out, doc.Node)
	}
	return out
}

// dataURL returns the content of a data: URL as Ignition writes them.
func dataURL(text string) ([]byte, bool) {
	rest, ok := strings.CutPrefix(text, "data:")
	if !ok {
		return nil, false
	}
	head, body, ok := strings.Cut(rest, ",")
	if !ok {
		return nil, false
	}
	if strings.HasSuffix(head, ";base64") {
		data, err := base64.StdEncoding.DecodeString(body)
		return data, err == nil
	}
	plain, err := url.PathUnescape(body)
	return []byte(plain), err == nil
}

// unzip unpacks gzip data and returns anything else as it is; what is too large
// or broken gives nil.
func unzip(data []byte) []byte {
	if !bytes.HasPrefix(data, []byte{0x1f, 0x8b}) {
		return data
	}
	r, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil
	}
	out, err := io.ReadAll(io.LimitReader(r, maxUnpacked+1))
	if err != nil || len(out) > maxUnpacked {
		return nil
	}
	return out
}
