package plugin

import (
	"errors"
	"fmt"
	"time"

	"github.com/spf13/pflag"

	"github.com/rollout-pin/kubectl-rollout-pin/plugin/source"
)

// inputOptions are the flags that say where objects come from.
type inputOptions struct {
	*shared
	filenames []string
	kustomize string
	recursive bool
	ignore    []string
	now       string
	clock     time.Time

	allNamespaces bool
	selector      string
}

func (o *inputOptions) addFlags(fs *pflag.FlagSet) {
	fs.StringArrayVarP(&o.filenames, "filename", "f", nil, "file, directory, glob, archive or - (stdin) to read; repeatable")
	fs.StringVarP(&o.kustomize, "kustomize", "k", "", "kustomization directory to render and read")
	fs.BoolVar(&o.recursive, "recursive", true, "read directories with their subdirectories")
	fs.StringArrayVar(&o.ignore, "ignore", nil, "glob of paths below a directory that are not read; repeatable")
	fs.StringVar(&o.now, "now", "", "time used for ages and expiry, RFC 3339 (default: the current time; for a dump give its time)")
}

// addSelectionFlags adds the flags that say which objects are reported. Live,
// they also limit what is read.
func (o *inputOptions) addSelectionFlags(fs *pflag.FlagSet) {
	fs.BoolVarP(&o.allNamespaces, "all-namespaces", "A", false, "report objects of all namespaces; the default with files")
	fs.StringVarP(&o.selector, "selector", "l", "", "report only objects whose labels match this selector")
}

// selectedNamespace is the namespace that the report is limited to, "" for all:
// with files only -n limits it, live it is the namespace of the context.
func (o *inputOptions) selectedNamespace() string {
	switch {
	case o.allNamespaces:
		return ""
	case o.config.Namespace != nil && *o.config.Namespace != "":
		return *o.config.Namespace
	}
	return ""
}

// complete resolves the clock and checks that the flags fit together.
func (o *inputOptions) complete() error {
	if o.kustomize != "" && len(o.filenames) > 0 {
		return errors.New("--filename and --kustomize cannot be used together: pipe the rendered stream to -f - instead")
	}
	settings, err := o.settings()
	if err != nil {
		return err
	}
	o.ignore = append(o.ignore, settings.IgnorePaths...)
	o.clock = time.Now().UTC()
	if o.now == "" {
		return nil
	}
	t, err := time.Parse(time.RFC3339, o.now)
	if err != nil {
		return fmt.Errorf("--now %q is no RFC 3339 time such as 2026-09-20T10:30:00Z", o.now)
	}
	o.clock = t.UTC()
	return nil
}

// fromFiles reports whether the input is files rather than the live cluster.
func (o *inputOptions) fromFiles() bool { return len(o.filenames) > 0 || o.kustomize != "" }

// fileOptions are the options to read this input with; callers set Kinds and
// Tolerant.
func (o *inputOptions) fileOptions() source.Options {
	return source.Options{
		Filenames: o.filenames, Kustomize: o.kustomize, Recursive: o.recursive,
		Ignore: o.ignore, Namespace: o.namespace(), Stdin: o.In,
	}
}

// namespace is the one that objects without a namespace belong to.
func (o *inputOptions) namespace() string {
	if o.config.Namespace != nil && *o.config.Namespace != "" {
		return *o.config.Namespace
	}
	return "default"
}
