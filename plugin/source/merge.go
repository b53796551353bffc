package source

import (
	"errors"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// merger takes what the line yields, in the order of the input, and hands the
// documents on.
type merger struct {
	parser parser
	// document takes the prepared parts of one document: one, or the parts of
	// a list.
	document func(file string, index int, parts []tree) error
	// problem takes what is wrong with a tolerated file.
	problem func(*Error)

	documents int
	stats     checks.ReadStats
}

// take returns an error when the run has to end.
func (m *merger) take(j *job) error {
	f := j.file
	f.documents += j.dropped
	m.stats.Documents += j.dropped
	switch {
	case j.end && f.broken:
		m.stats.SkippedFiles++
	case j.end:
		m.stats.Files++
	case j.unread != nil:
		return m.failed(f, j.unread)
	case j.group != nil:
		return m.part(j)
	default:
		return m.text(j)
	}
	return nil
}

// text takes the outcome of one text.
func (m *merger) text(j *job) error {
	for _, t := range j.trees {
		if err := m.document(j.file.name, j.file.documents+t.index, []tree{t}); err != nil {
			if err := m.failed(j.file, err); err != nil {
				return err
			}
		}
	}
	m.stats.Documents += j.documents - len(j.trees)
	return m.count(j.file, j.documents, j.err)
}

// count adds documents, and ends the file or the run on an error.
func (m *merger) count(f *file, documents int, err error) error {
	f.documents += documents
	m.documents += documents
	if err == nil && m.documents > m.parser.limits.Documents {
		return fileError(f.name, tooMany(m.parser.limits.Documents, "documents"))
	}
	if err != nil {
		return m.failed(f, err)
	}
	return nil
}

// part takes a part of a list; with the last one the document is complete.
func (m *merger) part(j *job) error {
	g := j.group
	g.trees = append(g.trees, j.trees...)
	g.err = errors.Join(g.err, j.err)
	if g.missing--; g.missing > 0 {
		return nil
	}
	if g.err == nil {
		return m.count(j.file, 1, m.document(j.file.name, j.file.documents, g.trees))
	}
	j.trees, j.documents, j.err = m.parser.parse(g.whole, j.file.name)
	return m.text(j)
}

// failed records the first problem of a tolerated file; one of any other file
// ends the run.
func (m *merger) failed(f *file, err error) error {
	err = fileError(f.name, err)
	var e *Error
	if !f.tolerated || !errors.As(err, &e) {
		return err
	}
	if !f.broken {
		f.broken = true
		m.problem(e)
	}
	return nil
}
