// Command gen writes the files that are made from the code:
//
//	go run ./cmd/gen docs    # docs/rules from the catalog of rules
//	go run ./cmd/gen rbac    # gitops/rbac from the table of what is read live
//
// Run it in the root of the repository. Tests tell when a file is out of date.
package main

import (
	"fmt"
	"os"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(2)
	}
}

func run(args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("usage: gen docs|rbac")
	}
	switch args[0] {
	case "docs":
		return docs("docs/rules")
	case "rbac":
		return rbac("gitops/rbac")
	}
	return fmt.Errorf("unknown target %q: use docs or rbac", args[0])
}
