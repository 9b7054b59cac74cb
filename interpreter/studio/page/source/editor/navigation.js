// Ways to places: of a declaration, of a mistake, of a test.
import { EditorView } from '@codemirror/view';
import { call } from '../transport.js';
import { editorView, showDocument } from '../game/documents.js';
import { showFile } from '../game/folder.js';
import { attempt, notify } from '../game/notices.js';
import { offsetOf, question } from './places.js';

export async function goTo({ file, from, to = from }) {
  showFile(file);
  await showDocument(file);
  await new Promise((resolve) => setTimeout(resolve));
  const view = editorView();
  if (!view) return;
  const doc = view.state.doc;
  const anchor = offsetOf(doc, from);
  view.dispatch({
    selection: { anchor, head: offsetOf(doc, to) },
    effects: EditorView.scrollIntoView(anchor, { y: 'center' }),
  });
  view.focus();
}

export const goToDeclaration =
  (file, offset = null) =>
  (view) => {
    const at = offset ?? view.state.selection.main.head;
    attempt(async () => {
      const { places } = await call('definition', question(file, view.state, at));
      if (places.length) await goTo(places[0]);
      else notify('Nothing is declared for this word.', { kind: 'plain' });
    });
    return true;
  };
