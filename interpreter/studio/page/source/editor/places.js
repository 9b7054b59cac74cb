// Places of the program (lines from 1, columns from 0 in UTF-16 units) and offsets in a text of CodeMirror.
export function offsetOf(doc, { line, column }) {
  if (line > doc.lines) return doc.length;
  const found = doc.line(Math.max(line, 1));
  return Math.min(found.from + column, found.to);
}

export function placeOf(doc, offset) {
  const line = doc.lineAt(offset);
  return { line: line.number, column: offset - line.from };
}

// What is asked about a place of a text.
export function question(file, state, offset) {
  return { file, text: state.doc.toString(), ...placeOf(state.doc, offset) };
}
