package render

import (
	"errors"
	"fmt"
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"strconv"
	"strings"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// Version is a render version and where it was read.
type Version struct {
	Number int64
	checks.Position
}

// GoConst reads the integer constant or variable of a Go source file at package
// level. It fails, and says why, when there is none, more than one, or its value
// is no plain integer: an iota would renumber itself when lines move.
func GoConst(file string, src []byte, name string) (Version, error) {
	fset := token.NewFileSet()
	tree, err := parser.ParseFile(fset, file, src, parser.SkipObjectResolution)
	if err != nil {
		return Version{}, fmt.Errorf("%s: not valid Go source: %w", file, err)
	}
	found := declarations(tree, name)
	switch len(found) {
	case 0:
		return Version{}, fmt.Errorf("%s: no constant or variable %s at package level", file, name)
	case 1:
	default:
		return Version{}, fmt.Errorf("%s: %s is declared %d times: it must be clear which one counts", at(fset, found[1].name), name, len(found))
	}
	d := found[0]
	place := at(fset, d.name)
	if d.value == nil {
		return Version{}, fmt.Errorf("%s: %s has no value", place, name)
	}
	number, err := evaluate(d.value)
	if err != nil {
		return Version{}, fmt.Errorf("%s: %s: %w", place, name, err)
	}
	p := fset.Position(d.name.Pos())
	return Version{Number: number, Position: checks.Position{File: file, Line: p.Line, Column: p.Column}}, nil
}

func at(fset *token.FileSet, n ast.Node) string {
	p := fset.Position(n.Pos())
	return fmt.Sprintf("%s:%d:%d", p.Filename, p.Line, p.Column)
}

type declaration struct {
	name  *ast.Ident
	value ast.Expr
}

// declarations finds every package-level constant and variable of the name. A
// constant without a value repeats the expression before it.
func declarations(tree *ast.File, name string) []declaration {
	var out []declaration
	for _, decl := range tree.Decls {
		gen, ok := decl.(*ast.GenDecl)
		if !ok || (gen.Tok != token.CONST && gen.Tok != token.VAR) {
			continue
		}
		var previous []ast.Expr
		for _, spec := range gen.Specs {
			values := spec.(*ast.ValueSpec)
			if len(values.Values) > 0 || gen.Tok == token.VAR {
				previous = values.Values
			}
			for i, ident := range values.Names {
				if ident.Name != name {
					continue
				}
				d := declaration{name: ident}
				if i < len(previous) {
					d.value = previous[i]
				}
				out = append(out, d)
			}
		}
	}
	return out
}

var (
	errIota       = errors.New("its value depends on iota, which changes when lines move: write the number")
	errNoInteger  = errors.New("its value is no integer")
	errExpression = errors.New("its value is no plain integer: write the number")
)

// evaluate computes an expression of integer literals.
func evaluate(e ast.Expr) (int64, error) {
	v, err := fold(e)
	if err != nil {
		return 0, err
	}
	number, exact := constant.Int64Val(constant.ToInt(v))
	if v.Kind() != constant.Int || !exact {
		return 0, errNoInteger
	}
	return number, nil
}

func fold(e ast.Expr) (constant.Value, error) {
	switch e := e.(type) {
	case *ast.BasicLit:
		if e.Kind != token.INT {
			return nil, errNoInteger
		}
		return constant.MakeFromLiteral(e.Value, e.Kind, 0), nil
	case *ast.ParenExpr:
		return fold(e.X)
	case *ast.UnaryExpr:
		return foldUnary(e)
	case *ast.BinaryExpr:
		return foldBinary(e)
	case *ast.CallExpr: // a conversion such as int32(7)
		if _, named := e.Fun.(*ast.Ident); named && len(e.Args) == 1 {
			return fold(e.Args[0])
		}
	case *ast.Ident:
		if e.Name == "iota" {
			return nil, errIota
		}
	}
	return nil, errExpression
}

func foldUnary(e *ast.UnaryExpr) (constant.Value, error) {
	x, err := fold(e.X)
	if err != nil {
		return nil, err
	}
	if e.Op != token.SUB && e.Op != token.ADD {
		return nil, errExpression
	}
	return constant.UnaryOp(e.Op, x, 0), nil
}

func foldBinary(e *ast.BinaryExpr) (constant.Value, error) {
	x, err := fold(e.X)
	if err != nil {
		return nil, err
	}
	y, err := fold(e.Y)
	if err != nil {
		return nil, err
	}
	switch e.Op {
	case token.ADD, token.SUB, token.MUL:
		return constant.BinaryOp(x, e.Op, y), nil
	}
	return nil, errExpression
}

// Integer reads a version from a scalar: an integer, or a string of digits as
// annotations and ConfigMaps hold them.
func Integer(v checks.Value) (int64, error) {
	if !v.Exists() {
		return 0, errors.New("it is not there")
	}
	if !v.IsScalar() {
		return 0, errNoInteger
	}
	text := strings.TrimSpace(v.Text())
	number, err := strconv.ParseInt(text, 10, 64)
	if err != nil || strings.HasPrefix(text, "+") {
		return 0, errNoInteger
	}
	return number, nil
}
