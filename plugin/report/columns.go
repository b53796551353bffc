package report

import (
	"io"
	"strings"
	"unicode/utf8"
)

// cell is text with the way to paint it.
type cell struct {
	text  string
	paint func(string) string
}

// column is a column of a table. Columns of a higher rank leave first when the
// terminal is too narrow; rank 0 stays.
type column struct {
	title string
	rank  int
	cells []cell
}

func (c *column) add(text string, paint func(string) string) {
	c.cells = append(c.cells, cell{Clean(text), paint})
}

func (c *column) width() int {
	w := utf8.RuneCountInString(c.title)
	for _, x := range c.cells {
		w = max(w, utf8.RuneCountInString(x.text))
	}
	return w
}

const columnGap = 3

// fit drops columns, those of the highest rank first, until the rest fits.
func fit(columns []*column, width int) []*column {
	for width > 0 && tableWidth(columns) > width {
		worst := -1
		for i, c := range columns {
			if c.rank > 0 && (worst < 0 || c.rank >= columns[worst].rank) {
				worst = i
			}
		}
		if worst < 0 {
			return columns
		}
		columns = append(columns[:worst:worst], columns[worst+1:]...)
	}
	return columns
}

func tableWidth(columns []*column) int {
	total := -columnGap
	for _, c := range columns {
		total += c.width() + columnGap
	}
	return total
}

// writeColumns writes an aligned table. Colours are added after padding, so
// that they do not disturb the alignment.
func writeColumns(w io.Writer, columns []*column, style Style) error {
	columns = fit(columns, style.Width)
	var b strings.Builder
	row := func(get func(*column) cell) {
		var line strings.Builder
		for i, c := range columns {
			x := get(c)
			pad := strings.Repeat(" ", c.width()-utf8.RuneCountInString(x.text)+columnGap)
			if i == len(columns)-1 {
				pad = ""
			}
			text := x.text
			if x.paint != nil {
				text = x.paint(text)
			}
			line.WriteString(text + pad)
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
	row(func(c *column) cell { return cell{c.title, style.Bold} })
	for i := range columns[0].cells {
		row(func(c *column) cell { return c.cells[i] })
	}
	_, err := io.WriteString(w, b.String())
	return err
}
