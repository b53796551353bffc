package flow

import (
	"strconv"
	"strings"
)

func splitPath(path string) []string { return strings.Split(path, ".") }

func keyOfPosition(n int) string { return strconv.Itoa(n) }

// argument is the effective taint of an argument of the table; "*" is all.
func (n *Node) argument(path string) Taint { return argumentIn(n.effective(), path) }

func argumentIn(v *Value, path string) Taint {
	if path == "*" {
		return v.total()
	}
	return v.at(strings.Split(path, ".")...).total()
}
