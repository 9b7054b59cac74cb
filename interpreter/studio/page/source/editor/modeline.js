// The first line of a file that only other editors need (where they find the schema) is not shown.
import { EditorState, StateField } from '@codemirror/state';
import { Decoration, EditorView } from '@codemirror/view';

const MODELINE = /^# yaml-language-server:/;
const hidden = Decoration.replace({ block: true });

// where it ends, 0 if there is none
function endOf(state) {
  const first = state.doc.line(1);
  return MODELINE.test(first.text) && state.doc.lines > 1 ? first.to : 0;
}

const decorations = (end) => (end ? Decoration.set(hidden.range(0, end)) : Decoration.none);
const field = StateField.define({
  create: (state) => decorations(endOf(state)),
  update: (before, transaction) => (transaction.docChanged ? decorations(endOf(transaction.state)) : before),
  provide: (own) => [
    EditorView.decorations.from(own),
    EditorView.atomicRanges.of((view) => view.state.field(own)),
  ],
});

// Keys do not reach into it; what another program has changed there is taken over.
const guarded = EditorState.changeFilter.of((transaction) => {
  const end = endOf(transaction.startState);
  return !end || !transaction.isUserEvent('delete') || [0, end + 1];
});

export const withoutModeline = [field, guarded];
