package main

import (
	"path/filepath"

	"github.com/rollout-pin/kubectl-rollout-pin/plugin/source"
)

// rbac writes the roles that permit what the commands read.
func rbac(dir string) error {
	roles, err := source.Roles()
	if err != nil {
		return err
	}
	for name, text := range roles {
		if err := writeChanged(filepath.Join(dir, name), text); err != nil {
			return err
		}
	}
	return nil
}
