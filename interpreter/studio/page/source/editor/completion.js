// What can be written at a place, in the order in which the program offers it.
import {
  closeCompletion,
  completionStatus,
  selectedCompletion,
  selectedCompletionIndex,
  snippet,
} from '@codemirror/autocomplete';
import { insertNewlineAndIndent } from '@codemirror/commands';
import { call } from '../transport.js';
import { markdown } from '../parts/markdown.js';
import { offsetOf, question } from './places.js';

const TRIGGERS = /(?:[\p{L}_.([/]|: )$/u;
const LONGEST = 60;

export const complete = (file) => async (context) => {
  const before = context.state.sliceDoc(Math.max(0, context.pos - LONGEST), context.pos);
  if (!context.explicit && !TRIGGERS.test(before)) return null;
  const { items } = await call('complete', question(file, context.state, context.pos));
  if (context.aborted || !items.length) return null;
  const { doc } = context.state;
  const from = Math.min(...items.map((item) => offsetOf(doc, item.from)));
  return {
    from,
    validFor: /^[\p{L}\p{N}_]*$/u,
    options: items.map((item, number) => ({
      label: item.label,
      detail: item.detail,
      type: item.kind,
      boost: -number / 10,
      info: item.about ? () => markdown(item.about) : undefined,
      apply: applier(item, from, doc),
    })),
  };
};

// Enter ends the line where the list has nothing to add: no word is begun, or it is written out, and none was chosen.
export const endLine = (view) => {
  if (completionStatus(view.state) !== 'active' || selectedCompletionIndex(view.state)) return false;
  const { head } = view.state.selection.main;
  const { label } = selectedCompletion(view.state) ?? { label: '' };
  const isWhole = view.state.sliceDoc(head - label.length, head) === label;
  if (!isWhole && !/\s/.test(view.state.sliceDoc(head - 1, head))) return false;
  closeCompletion(view);
  return insertNewlineAndIndent(view);
};

function applier(item, from, doc) {
  const own = offsetOf(doc, item.from) - from;
  const behind = offsetOf(doc, item.to);
  const asked = doc.length;
  return (view, completion, start, end) => {
    // what was typed since the question lies before the end of what is replaced
    const typed = view.state.doc.length - asked;
    const to = Math.max(end, behind + typed);
    if (item.is_snippet) snippet(braced(item.text))(view, completion, start + own, to);
    else {
      const cursor = start + own + item.text.length;
      view.dispatch({
        changes: { from: start + own, to, insert: item.text },
        selection: { anchor: cursor },
        userEvent: 'input.complete',
      });
    }
  };
}

// Snippets of the program say $1 and ${1:word}; CodeMirror's say ${} and ${word}, and indent the lines by themselves.
function braced(text) {
  return text.replace(/\$(?:\d+|\{\d+:([^}]*)\})/g, (all, word) => `\${${word ?? ''}}`);
}
