package checks

import (
	"strconv"
	"strings"
)

// Follow is the inverse of Path: it follows a path such as
// spec.list[0]["a.b/c"].version. A path that leads nowhere, or is none, gives
// an absent Value.
func (v Value) Follow(path string) Value {
	for path != "" {
		var ok bool
		if v, path, ok = v.step(path); !ok || !v.Present() {
			return Value{}
		}
	}
	return v
}

// step follows the first step of a path and returns the rest of it.
func (v Value) step(path string) (next Value, rest string, ok bool) {
	path = strings.TrimPrefix(path, ".")
	if inner, found := strings.CutPrefix(path, "["); found {
		if quoted, err := strconv.QuotedPrefix(inner); err == nil {
			key, err := strconv.Unquote(quoted)
			rest, closed := strings.CutPrefix(inner[len(quoted):], "]")
			return v.Get(key), rest, err == nil && closed
		}
		digits, rest, closed := strings.Cut(inner, "]")
		i, err := strconv.Atoi(digits)
		items := v.Items()
		if !closed || err != nil || i < 0 || i >= len(items) {
			return Value{}, "", false
		}
		return items[i], rest, true
	}
	end := strings.IndexAny(path, ".[")
	if end < 0 {
		end = len(path)
	}
	return v.Get(path[:end]), path[end:], end > 0
}
