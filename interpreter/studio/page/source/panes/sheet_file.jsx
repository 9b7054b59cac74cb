// A sheet of cards as a table one can edit: cells, rows and columns, with undo, pasted cells, and marks for mistakes.
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { call } from '../transport.js';
import { checkSoon, problemsHere } from '../game/checks.js';
import { folder } from '../game/folder.js';
import { attempt, notify } from '../game/notices.js';
import { edits, unsaved } from '../game/documents.js';
import { steps } from '../game/steps.js';
import {
  cellOf,
  changed,
  keyMove,
  pasted,
  withColumn,
  withoutColumn,
  withoutRow,
  withRow,
} from '../game/sheet_changes.js';
import { reach } from '../game/tour.js';
import { Icon } from '../parts/icons.jsx';

const QUIET = 600;
// file -> what can be taken back in it, while its text is the one with this digest
const histories = new Map();

export function SheetFile({ file }) {
  const sheet = useSheet(file);
  const table = useRef(null);
  const { columns, rows } = sheet.shown.value ?? {};
  if (!columns) return <div class="sheet" />;
  const marks = new Map(problemsHere.value.map((one) => [cellOf(one, columns, sheet.shown.value.text), one]));
  const focus = (row, column) => table.current.querySelector(`[data-cell="${row} ${column}"]`)?.focus();
  const onKeyDown = (event) => {
    const at = event.target.dataset.cell?.split(' ').map(Number);
    if ((event.ctrlKey || event.metaKey) && /^[zy]$/i.test(event.key)) {
      event.preventDefault();
      if (event.key.toLowerCase() === 'y' || event.shiftKey) sheet.redo();
      else sheet.undo();
    } else if (at && keyMove(event)) {
      event.preventDefault();
      setTimeout(() => focus(at[0] + keyMove(event), at[1]));
    }
  };
  const onPaste = (event) => {
    const at = event.target.dataset.cell?.split(' ').map(Number);
    const text = event.clipboardData.getData('text/plain');
    if (!at || at[0] < 0 || !/[\t\n]/.test(text.trimEnd())) return;
    event.preventDefault();
    sheet.change((now) => pasted(now, at, text));
  };
  return (
    <div class="sheet" onKeyDown={onKeyDown} onPaste={onPaste}>
      <table ref={table}>
        <thead>
          <tr>
            <th scope="col">
              <span class="said">Row</span>
            </th>
            {columns.map((name, column) => (
              <th key={column} scope="col" style={{ minWidth: widthOf(column, columns, rows) }}>
                <div>
                  <Cell
                    at={[-1, column]}
                    text={name}
                    label={`Heading of column ${column + 1}`}
                    mark={marks.get(`-1 ${column}`)}
                    sheet={sheet}
                  />
                  <button
                    type="button"
                    class="bare icon"
                    aria-label={`Delete the column ${name || column + 1}`}
                    title="Delete the column"
                    onClick={() => sheet.change((now) => withoutColumn(now, column))}
                  >
                    <Icon name="close" size={13} />
                  </button>
                </div>
              </th>
            ))}
            <th>
              <button
                type="button"
                class="bare icon"
                aria-label="Add a column"
                title="Add a column"
                onClick={() => sheet.change(withColumn)}
              >
                <Icon name="plus" size={15} />
              </button>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, number) => (
            <tr key={number}>
              <th scope="row">{number + 2}</th>
              {row.map((text, column) => (
                <td key={column}>
                  <Cell
                    at={[number, column]}
                    text={text}
                    label={`${columns[column]}, row ${number + 2}`}
                    mark={marks.get(`${number} ${column}`)}
                    sheet={sheet}
                  />
                </td>
              ))}
              <td>
                <button
                  type="button"
                  class="bare icon"
                  aria-label={`Delete row ${number + 2}`}
                  title="Delete the row"
                  onClick={() => sheet.change((now) => withoutRow(now, number))}
                >
                  <Icon name="close" size={13} />
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="row below">
        <button type="button" onClick={() => sheet.change((now) => withRow(now, rows.length))}>
          <Icon name="plus" size={15} /> Add a row
        </button>
        <span class="keys">
          {rows.length === 1 ? '1 row' : `${rows.length} rows`} · Enter goes down · cells from a spreadsheet can be
          pasted
        </span>
      </p>
    </div>
  );
}

// As wide as its longest cell, within limits.
function widthOf(column, columns, rows) {
  const longest = Math.max(columns[column].length + 5, ...rows.map((row) => row[column].length));
  return `${Math.min(34, Math.max(5, longest)) + 3}ch`;
}

function Cell({ at, text, label, mark, sheet }) {
  return (
    <input
      data-cell={at.join(' ')}
      value={text}
      aria-label={label}
      aria-invalid={mark ? 'true' : undefined}
      title={mark?.message}
      readOnly={sheet.shown.value.read_only}
      autocomplete="off"
      spellcheck={false}
      onInput={(event) => sheet.change((now) => changed(now, at, event.target.value), at.join(' '))}
    />
  );
}

// The sheet with its history; it is saved a moment after each change, and then checked.
function useSheet(file) {
  const shown = useSignal(null);
  const held = useRef({ past: [], future: [], timer: 0, last: '', isDirty: false });
  const load = async () => {
    const [sheet, { text }] = await Promise.all([call('sheet', { file }), call('read', { file })]);
    const kept = histories.get(file);
    if (kept?.digest === sheet.digest) Object.assign(held.current, { past: kept.past, future: kept.future });
    shown.value = { ...sheet, text };
  };
  const mark = (isDirty) => {
    held.current.isDirty = isDirty;
    const left = new Set(unsaved.value);
    if (isDirty) left.add(file);
    else left.delete(file);
    unsaved.value = left;
  };
  const save = async (force = false) => {
    clearTimeout(held.current.timer);
    if (!held.current.isDirty) return;
    const { columns, rows, digest } = shown.value;
    try {
      const written = await call('write_sheet', { file, columns, rows, digest, force });
      const { text } = await call('read', { file });
      const isLatest = shown.value.rows === rows && shown.value.columns === columns;
      shown.value = { ...shown.value, digest: written.digest, text };
      if (isLatest) mark(false);
      histories.set(file, { past: held.current.past, future: held.current.future, digest: written.digest });
      checkSoon(file);
    } catch (mistake) {
      const again = { words: 'Save mine', do: () => save(true) };
      const other = {
        words: 'Take the other',
        do: async () => {
          mark(false);
          await load();
        },
      };
      const isOther = mistake.kind === 'changed-outside';
      notify(isOther ? `Another program has changed ${file}.` : mistake.message, {
        kind: 'error',
        action: isOther ? again : null,
        other: isOther ? other : null,
      });
    }
  };
  const put = (next) => {
    shown.value = { ...shown.value, ...next };
    mark(true);
    edits.value += 1;
    clearTimeout(held.current.timer);
    held.current.timer = setTimeout(save, QUIET);
  };
  const step = (from, to) => {
    const before = held.current[from].pop();
    if (!before) return;
    held.current[to].push({ columns: shown.value.columns, rows: shown.value.rows });
    held.current.last = '';
    put(before);
  };
  const sheet = {
    shown,
    // changes of one cell after another letter are one step
    change: (make, place = '') => {
      if (shown.value.read_only) return;
      const { columns, rows } = shown.value;
      if (!place || place !== held.current.last) held.current.past.push({ columns, rows });
      Object.assign(held.current, { last: place, future: [] });
      reach('changed');
      put(make({ columns, rows }));
    },
    undo: () => step('past', 'future'),
    redo: () => step('future', 'past'),
  };
  useEffect(() => {
    attempt(load);
    steps.value = { undo: sheet.undo, redo: sheet.redo };
    return () => {
      save();
      steps.value = null;
    };
  }, []);
  const digest = folder.value?.files.find((one) => one.file === file)?.digest;
  useEffect(() => {
    if (shown.value && digest && digest !== shown.value.digest && !held.current.isDirty) attempt(load);
  }, [digest]);
  return sheet;
}
