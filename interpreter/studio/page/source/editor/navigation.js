// Ways to places: of a declaration, of a mistake, of a test.
import { EditorView } from '@codemirror/view';
import { call } from '../transport.js';
import { editorView, showDocument, shownDocument } from '../game/documents.js';
import { showFile } from '../game/folder.js';
import { attempt, notify } from '../game/notices.js';
import { offsetOf, question } from './places.js';
import { showUses } from './uses.js';

// The editor as soon as it shows a file; where a sheet was open, it has to be put in first.
async function viewOf(file) {
  for (let tries = 0; tries < 80; tries += 1) {
    const view = editorView();
    if (view && shownDocument.value?.file === file && view.state === shownDocument.value.state) return view;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  return null;
}

export async function goTo({ file, from, to = from }) {
  showFile(file);
  await showDocument(file);
  const view = await viewOf(file);
  if (!view) return;
  const doc = view.state.doc;
  const anchor = offsetOf(doc, from);
  view.dispatch({
    selection: { anchor, head: offsetOf(doc, to) },
    effects: EditorView.scrollIntoView(anchor, { y: 'center' }),
  });
  view.focus();
}

const holds = (place, file, doc, at) =>
  place.file === file && offsetOf(doc, place.from) <= at && at <= offsetOf(doc, place.to);

export const goToDeclaration =
  (file, offset = null) =>
  (view) => {
    const at = offset ?? view.state.selection.main.head;
    attempt(async () => {
      const { places } = await call('definition', question(file, view.state, at));
      // at the declaration itself one wants to know where the name is used
      if (places.some((one) => holds(one, file, view.state.doc, at))) showUses(file)(view);
      else if (places.length) await goTo(places[0]);
      else notify('Nothing is declared for this word.', { kind: 'plain' });
    });
    return true;
  };
