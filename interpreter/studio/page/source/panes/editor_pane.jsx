// The middle: the open file as a text, a table or a picture, and below it what is wrong in it.
import { useEffect, useRef } from 'preact/hooks';
import { effect } from '@preact/signals';
import { setDiagnostics } from '@codemirror/lint';
import { redo, undo } from '@codemirror/commands';
import { EditorView } from '@codemirror/view';
import { checkSoon, problemsHere } from '../game/checks.js';
import { connectEditor, connectView, showDocument, shownDocument, takeState } from '../game/documents.js';
import { currentGame, kindOf, openFile } from '../game/folder.js';
import { cursor } from '../game/errands.js';
import { errorsInGame } from '../game/facts.js';
import { reach } from '../game/tour.js';
import { attempt } from '../game/notices.js';
import { stateFor } from '../editor/extensions.js';
import { offsetOf } from '../editor/places.js';
import { lintedOf } from '../editor/mistakes.js';
import { PictureFile } from './picture_file.jsx';
import { Problems } from './problems.jsx';
import { SheetFile } from './sheet_file.jsx';
import { WorkbookFile } from './workbook_file.jsx';
import { steps } from '../game/steps.js';

const TOP = { y: 'start', yMargin: 8 };

connectEditor(
  (file, text, readOnly) =>
    stateFor(file, text, readOnly, (update) => {
      takeState(file, update.state, update.docChanged);
      if (update.selectionSet || update.docChanged)
        cursor.value = { file, line: update.state.doc.lineAt(update.state.selection.main.head).number };
    }),
  (file) => {
    checkSoon(file);
    if (kindOf(file) === 'ruleset' && !errorsInGame.peek()) reach('changed');
  },
);

export function EditorPane() {
  const file = openFile.value;
  const kind = kindOf(file);
  const isTable = kind === 'sheet' && /\.(csv|tsv)$/i.test(file);
  const isWorkbook = kind === 'sheet' && /\.(xlsx|xlsm|ods)$/i.test(file);
  const isText = kind !== 'picture' && !isTable && !isWorkbook;
  const inside = currentGame.value?.folder;
  return (
    <section class="editor" aria-label="The open file">
      <Heading
        file={inside && file.startsWith(`${inside}/`) ? file.slice(inside.length + 1) : file}
        isText={isText}
      />
      {isText && <TextFile file={file} />}
      {isTable && <SheetFile key={file} file={file} />}
      {isWorkbook && <WorkbookFile key={file} file={file} />}
      {kind === 'picture' && <PictureFile key={file} file={file} />}
      <Problems />
    </section>
  );
}

function Heading({ file, isText }) {
  return (
    <p class="path">
      <span>{file}</span>
      {isText && (
        <span class="keys" id="editor-keys">
          <kbd>Ctrl</kbd>+<kbd>Space</kbd> what fits · <kbd>Ctrl</kbd>+<kbd>.</kbd> mend · <kbd>F12</kbd> where from ·{' '}
          <kbd>F2</kbd> rename
          <span class="said">
            ; Shift+F12 lists where a name is used; F8 goes to the next mistake; Shift+Alt+F lays the text out; Escape, then Tab, leaves the text
          </span>
        </span>
      )}
    </p>
  );
}

function TextFile({ file }) {
  const place = useRef(null);
  useEffect(() => mountEditor(place.current), []);
  useEffect(() => {
    if (file) attempt(() => showDocument(file));
  }, [file]);
  return <div ref={place} class="text" />;
}

// Puts an editor into an element, which shows the open document and its mistakes; what takes it out again.
function mountEditor(parent) {
  const view = new EditorView({ parent });
  const step = (command) => () => {
    command(view);
    view.focus();
  };
  steps.value = { undo: step(undo), redo: step(redo) };
  let before = null;
  const ends = [
    effect(() => {
      parent.hidden = !shownDocument.value;
      if (parent.hidden) return;
      connectView(null);
      if (before) before.scroll = view.scrollSnapshot();
      before = shownDocument.value;
      view.setState(before.state);
      view.dispatch({ effects: before.scroll ?? EditorView.scrollIntoView(before.state.selection.main.head, TOP) });
      connectView(view);
    }),
    effect(() => {
      const list = problemsHere.value;
      if (shownDocument.value) view.dispatch(setDiagnostics(view.state, lintedOf(list, view.state.doc, offsetOf)));
    }),
  ];
  // the list of mistakes below takes room, but not from the line that is being written
  const resized = new ResizeObserver(() => {
    if (view.hasFocus) view.dispatch({ effects: EditorView.scrollIntoView(view.state.selection.main.head) });
  });
  resized.observe(parent);
  return () => {
    resized.disconnect();
    for (const end of ends) end();
    if (before) before.scroll = view.scrollSnapshot();
    connectView(null);
    shownDocument.value = null;
    steps.value = null;
    view.destroy();
  };
}
