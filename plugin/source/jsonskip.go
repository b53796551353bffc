package source

// skippable looks at the object at the current place without parsing it. It
// reports where the object ends if its apiVersion and kind are plain to see and
// say that nobody wants it.
func (r *jsonReader) skippable() (end int, ok bool) {
	if r.drop == nil || r.pos >= len(r.data) || r.data[r.pos] != '{' {
		return 0, false
	}
	var s jsonSkimmer
	end = s.skim(r.data, r.pos)
	return end, end > 0 && s.apiVersion != "" && s.kind != "" && r.drop(s.apiVersion, s.kind, r.data[r.pos:end])
}

// jsonSkimmer finds the end of an object, and its apiVersion and kind where
// each stands there once, without escapes.
type jsonSkimmer struct{ apiVersion, kind string }

// skim returns the offset after the object that begins at start, 0 if it has no
// end or something in it leaves a doubt.
func (s *jsonSkimmer) skim(data []byte, start int) int {
	depth := 0
	for i := start; i < len(data); {
		switch data[i] {
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return i + 1
			}
		case '"':
			end, plain := stringEnd(data, i)
			if end == 0 || depth == 1 && !plain {
				return 0
			}
			if depth == 1 {
				var ok bool
				if end, ok = s.key(data, i, end); !ok {
					return 0
				}
			}
			i = end
			continue
		}
		i++
	}
	return 0
}

// stringEnd returns the offset after the string that begins at start, 0 if it
// has none, and whether it is free of escapes.
func stringEnd(data []byte, start int) (end int, plain bool) {
	plain = true
	for i := start + 1; i < len(data); i++ {
		switch data[i] {
		case '"':
			return i + 1, plain
		case '\\':
			plain = false
			i++
		}
	}
	return 0, false
}

// key looks at a string of the object itself. After a key that matters it takes
// the value too; a second such key, or a value that is no plain string, is a
// doubt.
func (s *jsonSkimmer) key(data []byte, start, end int) (next int, ok bool) {
	var field *string
	switch string(data[start:end]) {
	case `"apiVersion"`:
		field = &s.apiVersion
	case `"kind"`:
		field = &s.kind
	default:
		return end, true
	}
	i := blanks(data, end)
	if i >= len(data) || data[i] != ':' {
		// A value of that text: the key came before.
		return end, true
	}
	i = blanks(data, i+1)
	if *field != "" || i >= len(data) || data[i] != '"' {
		return 0, false
	}
	after, plain := stringEnd(data, i)
	if after == 0 || !plain {
		return 0, false
	}
	*field = string(data[i+1 : after-1])
	return after, true
}

func blanks(data []byte, i int) int {
	for i < len(data) && (data[i] == ' ' || data[i] == '\n' || data[i] == '\t' || data[i] == '\r') {
		i++
	}
	return i
}
