package source

import (
	"errors"
	"io/fs"
	"strconv"
	"strings"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// Error says which place of the input cannot be used and why. Its text never
// holds content of the file: that could be a secret.
type Error struct {
	checks.Position
	// Problem is what is wrong, in words of this program.
	Problem string
	// Err is the reason, if there is one; its text is left out on purpose.
	Err error
}

// Error is "file:line:column: problem", without the parts that are unknown.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(e.File)
	for _, n := range []int{e.Line, e.Column} {
		if n == 0 {
			break
		}
		b.WriteByte(':')
		b.WriteString(strconv.Itoa(n))
	}
	b.WriteString(": ")
	b.WriteString(e.Problem)
	return b.String()
}

// Unwrap returns the reason.
func (e *Error) Unwrap() error { return e.Err }

// fileError names the file once: errors of package fs name it as well, in the
// form the system knows it.
func fileError(name string, err error) error {
	var known *Error
	if errors.As(err, &known) {
		return err
	}
	problem := err.Error()
	var path *fs.PathError
	if errors.As(err, &path) {
		problem = path.Err.Error()
	}
	return &Error{Position: checks.Position{File: name}, Problem: problem, Err: err}
}
