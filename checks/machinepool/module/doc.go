// Package module reads Terraform and OpenTofu module directories as the
// runtimes do: file selection, native and JSON syntax, override files, nested
// local modules. It works on bytes in memory and never evaluates a provider,
// fetches a module or leaves the module directory.
//
// Both syntaxes end up as hclsyntax trees, so that everything above this
// package knows one kind of expression. Where JSON cannot tell a nested block
// from an argument (inside resources), it stays an argument with an object or a
// list of objects as its value; Blocks reads both.
package module
