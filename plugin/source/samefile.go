package source

import (
	"io/fs"
	"os"
)

// identified is implemented by files of a git revision: os.SameFile knows only
// those of the system.
type identified interface{ identity() string }

func sameFile(a, b fs.FileInfo) bool {
	x, ok := a.(identified)
	y, both := b.(identified)
	if ok && both {
		return x.identity() == y.identity()
	}
	return os.SameFile(a, b)
}
