package nodepool

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
)

// Parameters are what an explanation needs beside the objects.
type Parameters struct {
	// Now is the time that ages and expiry are judged at.
	Now time.Time
	// Assume holds values that no object carries; the last one wins.
	Assume []Assumption
	// Generation overrides the judgement of the operator generation; empty
	// means that each pool's objects decide.
	Generation Generation
	// Payloads asks for the evaluation of payloads. Payloads of the input are
	// used in any case; without them rules about payloads stay silent.
	Payloads bool
}

// Key names an assumable value.
type Key string

// The keys of --assume.
const (
	KeyHash           Key = "hash"
	KeyRollout        Key = "rolloutHash"
	KeyRolloutWithout Key = "rolloutHashWithoutVersion"
	KeyVersion        Key = "version"
)

// Keys lists the assumable values.
func Keys() []Key { return []Key{KeyHash, KeyRollout, KeyRolloutWithout, KeyVersion} }

// Assumption is a value given by the user.
type Assumption struct {
	// Pool is a name, "namespace/name", or empty for every pool.
	Pool  string
	Key   Key
	Value string
}

var (
	hashPattern    = regexp.MustCompile(`^[0-9a-f]{8}$`)
	versionPattern = regexp.MustCompile(`^\d+\.\d+\.\d+([-+].+)?$`)
)

// ParseAssumption reads [POOL:]KEY=VALUE. Hashes are 8 lower-case hexadecimal
// digits, versions are semantic versions such as 4.18.5.
func ParseAssumption(text string) (Assumption, error) {
	left, value, ok := strings.Cut(text, "=")
	if !ok {
		return Assumption{}, fmt.Errorf("%q is not of the form [POOL:]KEY=VALUE", text)
	}
	var a Assumption
	a.Key, a.Value = Key(left), value
	if i := strings.LastIndexByte(left, ':'); i >= 0 {
		a.Pool, a.Key = left[:i], Key(left[i+1:])
		if a.Pool == "" {
			return Assumption{}, fmt.Errorf("%q names no pool before the colon", text)
		}
	}
	if !slices.Contains(Keys(), a.Key) {
		return Assumption{}, fmt.Errorf("unknown key %q: use one of hash, rolloutHash, rolloutHashWithoutVersion, version", a.Key)
	}
	return a, a.validate()
}

func (a Assumption) validate() error {
	if a.Key == KeyVersion {
		if !versionPattern.MatchString(a.Value) {
			return fmt.Errorf("%s %q is no release version such as 4.18.5", a.Key, a.Value)
		}
		return nil
	}
	if !hashPattern.MatchString(a.Value) {
		return fmt.Errorf("%s %q is no hash of 8 lower-case hexadecimal digits", a.Key, a.Value)
	}
	return nil
}

// about reports whether the assumption is about the pool.
func (a Assumption) about(namespace, name string) bool {
	return a.Pool == "" || a.Pool == name || a.Pool == namespace+"/"+name
}

// assumed finds the value that the user gave for a pool.
func (p Parameters) assumed(namespace, name string, key Key) (string, bool) {
	for _, a := range slices.Backward(p.Assume) {
		if a.Key == key && a.about(namespace, name) {
			return a.Value, true
		}
	}
	return "", false
}
