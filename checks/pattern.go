package checks

// Wildcard reports whether text matches a pattern in which * stands for any
// text, slashes included, and ? for one byte. The empty pattern matches all.
func Wildcard(pattern, text string) bool {
	if pattern == "" {
		return true
	}
	p, t := 0, 0
	star, resume := -1, 0
	for t < len(text) {
		switch {
		case p < len(pattern) && pattern[p] == '*':
			star, resume = p, t
			p++
		case p < len(pattern) && (pattern[p] == '?' || pattern[p] == text[t]):
			p++
			t++
		case star >= 0:
			resume++
			p, t = star+1, resume
		default:
			return false
		}
	}
	for p < len(pattern) && pattern[p] == '*' {
		p++
	}
	return p == len(pattern)
}
