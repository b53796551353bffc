package checks

import "github.com/agext/levenshtein"

// Nearest returns the known word that a misspelt one most likely means, false
// when none is close.
func Nearest(word string, known []string) (string, bool) {
	best, distance := "", len(word)/3+2
	for _, k := range known {
		if d := levenshtein.Distance(word, k, nil); d < distance {
			best, distance = k, d
		}
	}
	return best, best != ""
}
