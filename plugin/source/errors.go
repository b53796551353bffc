package source

import (
	"errors"
	"io"
	"io/fs"
	"strconv"
	"strings"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// stdin is how standard input is named on the command line.
const stdin = "-"

// ErrLimit is in the chain of every error about a limit of the options.
var ErrLimit = errors.New("limit exceeded")

// limitError is an error about a limit, in words of its own.
type limitError string

func (e limitError) Error() string { return string(e) }

// Unwrap makes it an ErrLimit.
func (e limitError) Unwrap() error { return ErrLimit }

func tooLong(limit int64) error {
	return limitError("more than " + strconv.FormatInt(limit, 10) + " bytes")
}

func tooDeep(limit int) error {
	return limitError("nested more than " + strconv.Itoa(limit) + " levels deep")
}

func tooMany(limit int, what string) error {
	return limitError("more than " + strconv.Itoa(limit) + " " + what + " in all")
}

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
	if e.File == stdin {
		b.WriteString("standard input")
	} else {
		b.WriteString(e.File)
	}
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
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		problem = "it ends too early"
	case errors.As(err, &path):
		problem = path.Err.Error()
	}
	return &Error{Position: checks.Position{File: name}, Problem: problem, Err: err}
}
