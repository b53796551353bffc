package render

import (
	"regexp"
	"strings"
)

// secretWords are parts of keys, letters and digits only, whose values are not
// shown. Too many masked values are a nuisance; one shown secret is a leak.
var secretWords = []string{
	"token", "password", "passwd", "passphrase", "secret", "privatekey", "clientkey", "apikey", "accesskey",
	"credential", "bearer", "authorization", "certdata", "certificatedata", "keydata", "kubeconfig",
	"dockerconfig", "encryptionkey", "signingkey", "sshkey", "htpasswd", "pskey", "presharedkey",
}

// referenceEnds are ends of keys that name a secret rather than hold one.
var referenceEnds = []string{"name", "names", "namespace", "ref", "reference", "keyref", "path", "file", "seconds", "type", "kind"}

// secretText finds secrets inside a larger text under a harmless key.
var secretText = regexp.MustCompile(`(?i)(-----BEGIN [A-Z ]*PRIVATE KEY-----|\b[\w.-]*(token|passw(or)?d|passphrase|secret|api[_-]?key|bearer|authorization)[\w.-]*["']?\s*[:= ]\s*["']?\S)`)

// mask marks entries whose values must not be shown: those of Secret objects, at
// the configured paths, under keys that look like secrets, and texts that hold
// such keys.
func mask(entries []Entry, secretObject bool, paths Globs) {
	for i := range entries {
		e := &entries[i]
		if e.Kind == Map || e.Kind == List || e.Kind == Null || e.Kind == Bool {
			continue
		}
		e.Masked = paths.Match(e.Path) || (secretObject && !identityPath(e.Path)) ||
			secretPath(e.Path) || (e.Kind == String && secretText.MatchString(e.Value))
	}
}

// identityPath reports whether the path names the object rather than holding
// its content.
func identityPath(path string) bool {
	switch path {
	case "/apiVersion", "/kind", "/type", "/immutable", "/metadata/name", "/metadata/namespace":
		return true
	}
	return strings.HasPrefix(path, "/metadata/labels/")
}

func secretPath(path string) bool {
	tokens := strings.Split(path, "/")[1:]
	for len(tokens) > 0 && isIndex(tokens[len(tokens)-1]) {
		tokens = tokens[:len(tokens)-1]
	}
	if len(tokens) == 0 {
		return false
	}
	leaf := plain(tokens[len(tokens)-1])
	for _, end := range referenceEnds {
		if strings.HasSuffix(leaf, end) {
			return false
		}
	}
	raw := strings.ToLower(unescape(tokens[len(tokens)-1]))
	if strings.HasSuffix(raw, ".key") || strings.HasSuffix(raw, ".pem") {
		return true
	}
	for _, token := range tokens {
		if secretKey(plain(token)) {
			return true
		}
	}
	return false
}

func secretKey(key string) bool {
	for _, word := range secretWords {
		if strings.Contains(key, word) {
			return true
		}
	}
	return false
}

// plain keeps the letters and digits of a key, in lower case.
func plain(key string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, strings.ToLower(key))
}

func isIndex(token string) bool {
	for _, r := range token {
		if r < '0' || r > '9' {
			return false
		}
	}
	return token != ""
}
