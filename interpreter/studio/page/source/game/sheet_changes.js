// Changes of a sheet: each takes {columns, rows} and gives new ones. A cell is [row, column]; row -1 is the headings.
export function changed({ columns, rows }, [row, column], text) {
  const put = (list) => list.map((one, number) => (number === column ? text : one));
  return row < 0
    ? { columns: put(columns), rows }
    : { columns, rows: rows.map((one, number) => (number === row ? put(one) : one)) };
}

export const withRow = ({ columns, rows }, at) => ({
  columns,
  rows: rows.toSpliced(
    at,
    0,
    columns.map(() => ''),
  ),
});
export const withoutRow = ({ columns, rows }, at) => ({ columns, rows: rows.toSpliced(at, 1) });
export const withColumn = ({ columns, rows }) => ({
  columns: [...columns, ''],
  rows: rows.map((row) => [...row, '']),
});
export const withoutColumn = ({ columns, rows }, at) => ({
  columns: columns.toSpliced(at, 1),
  rows: rows.map((row) => row.toSpliced(at, 1)),
});

// Cells as spreadsheets put them on the clipboard, from a cell on; rows that are missing are added.
export function pasted(sheet, [row, column], text) {
  let now = sheet;
  for (const [down, line] of text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .entries()) {
    if (row + down === now.rows.length) now = withRow(now, now.rows.length);
    for (const [right, cell] of line.split('\t').entries()) {
      if (column + right < now.columns.length) now = changed(now, [row + down, column + right], cell);
    }
  }
  return now;
}

// One row down or up, or nothing.
export function keyMove({ key, shiftKey }) {
  if (key === 'Enter') return shiftKey ? -1 : 1;
  return { ArrowDown: 1, ArrowUp: -1 }[key];
}

// The cell that a mistake in the text of the sheet lies in, as "row column".
export function cellOf({ from }, columns, text) {
  const lines = text.split(/\r?\n/);
  const separator = [',', ';', '\t'].find((sign) => splits(lines[0], sign) === columns.length) ?? ',';
  const before = (lines[from.line - 1] ?? '').slice(0, from.column);
  return `${from.line - 2} ${splits(before, separator) - 1}`;
}

function splits(line, separator) {
  let quoted = false,
    count = 1;
  for (const sign of line) {
    if (sign === '"') quoted = !quoted;
    else if (sign === separator && !quoted) count += 1;
  }
  return count;
}
