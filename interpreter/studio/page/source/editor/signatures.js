// What goes into the brackets that are open at the cursor, shown above the line while they are filled in.
import { EditorState, StateEffect, StateField } from '@codemirror/state';
import { keymap, showTooltip, ViewPlugin } from '@codemirror/view';
import { call } from '../transport.js';
import { question } from './places.js';

const QUIET = 150;
const LONGEST = 400;
const OPENED = /[\p{L}_]\w*\s*\((?:[^()]|\([^()]*\))*$/u;
const take = StateEffect.define();

// {pos, forms, current}, or null
const shown = StateField.define({
  create: () => null,
  update(before, transaction) {
    const news = transaction.effects.find((effect) => effect.is(take));
    if (news) return news.value;
    return before && { ...before, pos: transaction.changes.mapPos(before.pos) };
  },
  provide: (field) =>
    showTooltip.from(field, (value) => value && { pos: value.pos, above: true, create: () => ({ dom: drawn(value) }) }),
});

function part(parent, tag, text, name = '') {
  const element = parent.appendChild(document.createElement(tag));
  element.className = name;
  element.textContent = text;
  return element;
}

// Each form of the function, with the value that is being written marked.
function drawn({ forms, current }) {
  const dom = document.createElement('div');
  dom.className = 'signature';
  dom.setAttribute('role', 'status');
  for (const { text, values, about } of forms) {
    const line = part(dom, 'p', '', 'form');
    let rest = text;
    values.forEach((value, number) => {
      const at = rest.indexOf(value, number ? 0 : rest.indexOf('('));
      if (at < 0) return;
      line.append(rest.slice(0, at));
      part(line, number === current ? 'b' : 'span', value);
      rest = rest.slice(at + value.length);
    });
    line.append(rest);
    if (about) part(dom, 'p', about, 'about');
  }
  return dom;
}

export const signatures = (file) => [
  shown,
  keymap.of([
    {
      key: 'Escape',
      run: (view) => {
        if (!view.state.field(shown)) return false;
        view.dispatch({ effects: take.of(null) });
        return true;
      },
    },
  ]),
  ViewPlugin.define((view) => {
    let timer = 0;
    const clear = () => {
      if (view.state.field(shown)) view.dispatch({ effects: take.of(null) });
    };
    const ask = async () => {
      const { state } = view;
      const { head, empty } = state.selection.main;
      const opened = empty && OPENED.exec(state.sliceDoc(Math.max(0, head - LONGEST), head));
      if (!opened || state.facet(EditorState.readOnly)) {
        clear();
        return;
      }
      const found = await call('signature', question(file, state, head)).catch(() => null);
      if (view.state.doc !== state.doc || view.state.selection.main.head !== head) return;
      if (!found) clear();
      else view.dispatch({ effects: take.of({ pos: head - opened[0].length, ...found }) });
    };
    return {
      update: (update) => {
        if (!update.docChanged && !update.selectionSet) return;
        clearTimeout(timer);
        timer = setTimeout(ask, QUIET);
      },
      destroy: () => clearTimeout(timer),
    };
  }),
];
