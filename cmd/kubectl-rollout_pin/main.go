// Command kubectl-rollout_pin is the kubectl plugin `kubectl rollout-pin`.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/rollout-pin/kubectl-rollout-pin/plugin"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := plugin.Main(ctx, os.Args, os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}
