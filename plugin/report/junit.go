package report

import (
	"encoding/xml"
	"io"
	"strings"

	"github.com/jstemmer/go-junit-report/v2/junit"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// writeJUnit writes one suite: a test case for the run itself, so that a clean
// run is no empty suite, and one for each finding and each piece of missing
// evidence. What fails the run is a failure; findings below the threshold pass
// with their text; what is suppressed or not evaluated is skipped.
func writeJUnit(w io.Writer, doc Document, c Context) error {
	suite := junit.Testsuite{Name: "rollout-pin " + doc.Command(), Time: "0.000"}
	suite.AddTestcase(junitRun(doc))
	for _, f := range doc.Findings() {
		suite.AddTestcase(junitFinding(f, c))
	}
	for _, n := range doc.NotEvaluated() {
		suite.AddTestcase(junitMissing(n))
	}
	var suites junit.Testsuites
	suites.AddSuite(suite)
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	return suites.WriteXML(w)
}

// junitRun tells whether the run was able to judge at all.
func junitRun(doc Document) junit.Testcase {
	tc := junit.Testcase{Classname: "rollout-pin", Name: doc.Command() + " ran", Time: "0.000"}
	for _, n := range doc.NotEvaluated() {
		if n.ID == checks.InternalError {
			tc.Error = &junit.Result{Message: Clean(n.Because), Type: n.ID}
		}
	}
	return tc
}

func junitFinding(f *checks.Finding, c Context) junit.Testcase {
	tc := junit.Testcase{Classname: junitClass(f.Object, f.File), Name: Clean(f.Rule), Time: "0.000"}
	if f.Subject != "" {
		tc.Name += " " + Clean(f.Subject)
	}
	result := &junit.Result{Message: Clean(f.Message), Type: string(f.Severity), Data: junitText(f)}
	switch {
	case f.Suppressed != nil:
		tc.Skipped = &junit.Result{Message: Clean("suppressed " + suppressedText(f.Suppressed)), Data: result.Data}
	case c.Fails(f):
		tc.Failure = result
	default:
		tc.SystemOut = &junit.Output{Data: result.Data}
	}
	return tc
}

func junitMissing(n checks.NotEvaluated) junit.Testcase {
	return junit.Testcase{
		Classname: junitClass(n.Object, ""),
		Name:      "not evaluated: " + Clean(n.ID),
		Time:      "0.000",
		Skipped:   &junit.Result{Message: Clean(n.Because), Data: Clean(n.How)},
	}
}

// junitClass groups test cases: by object, else by file.
func junitClass(o *checks.ObjectRef, file string) string {
	switch {
	case o != nil:
		return About(o, "")
	case file != "":
		return Clean(file)
	}
	return "rollout-pin"
}

// junitText is what the page for people says about the finding.
func junitText(f *checks.Finding) string {
	p := &page{Style: Style{Wide: true}}
	p.finding(f)
	return strings.TrimSuffix(p.String(), "\n")
}
