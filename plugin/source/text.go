package source

import "bytes"

// isMarker reports whether a line is a document marker made of the byte.
func isMarker(line []byte, mark byte) bool {
	if len(line) < 3 || line[0] != mark || line[1] != mark || line[2] != mark {
		return false
	}
	return len(line) == 3 || line[3] == ' ' || line[3] == '\t' || line[3] == '\n' || line[3] == '\r'
}

// isBlank reports whether a line holds nothing but spaces or a comment. Of a
// line that goes on after the read buffer only a comment is known to be blank.
func isBlank(line []byte) bool {
	text := bytes.TrimLeft(line, " \t\r\n")
	if len(text) == 0 {
		return complete(line)
	}
	return text[0] == '#'
}

func complete(line []byte) bool { return len(line) > 0 && line[len(line)-1] == '\n' }

// lastByte is the last one that is no white space, 0 if there is none.
func lastByte(text []byte) byte {
	for i := len(text) - 1; i >= 0; i-- {
		if b := text[i]; b != ' ' && b != '\t' && b != '\r' && b != '\n' {
			return b
		}
	}
	return 0
}

// indentation counts the spaces before the text of a line; blank lines and
// comments have none, -1.
func indentation(line []byte) int {
	for i, b := range line {
		switch b {
		case ' ':
		case '#', '\n', '\r':
			return -1
		default:
			return i
		}
	}
	return -1
}

func isLetter(b byte) bool { return 'a' <= b|0x20 && b|0x20 <= 'z' }

// isKeyByte reports whether a key goes on with the text.
func isKeyByte(text []byte) bool {
	return len(text) > 0 && (isLetter(text[0]) || isDigit(text[0]) || text[0] == '_' || text[0] == '-' || text[0] == '.' || text[0] == '/')
}

// isWord reports whether a value is made of the characters of versions and
// kinds only, and begins with a letter.
func isWord(value []byte) bool {
	if len(value) == 0 || !isLetter(value[0]) {
		return false
	}
	for i := range value {
		if !isKeyByte(value[i:]) {
			return false
		}
	}
	return true
}
