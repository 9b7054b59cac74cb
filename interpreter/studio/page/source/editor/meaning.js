// What the program knows of a text, shown in it: kinds of words, counted notes, and what can be done there.
import { StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView, ViewPlugin, WidgetType } from '@codemirror/view';
import { call } from '../transport.js';
import { doHere } from '../game/errands.js';
import { offsetOf } from './places.js';

const QUIET = 500;
const TITLES = {
  run: 'Run this test',
  play: 'Play on from its end',
  simulate: 'Simulate games',
  rules: 'In the rulebook',
};
const take = StateEffect.define();

const shown = StateField.define({
  create: () => Decoration.none,
  update(before, transaction) {
    const news = transaction.effects.find((effect) => effect.is(take));
    return news ? news.value : before.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

class Note extends WidgetType {
  constructor(text) {
    super();
    this.text = text;
  }
  eq(other) {
    return other.text === this.text;
  }
  toDOM() {
    const element = document.createElement('span');
    element.className = 'noted';
    element.textContent = this.text;
    return element;
  }
}

class Lenses extends WidgetType {
  constructor(file, lenses, indent) {
    super();
    Object.assign(this, { file, lenses, indent });
  }
  get words() {
    return this.lenses.map((one) => `${one.kind} ${one.words}`).join('|');
  }
  eq(other) {
    return other.words === this.words && other.indent === this.indent;
  }
  toDOM() {
    const element = document.createElement('div');
    element.className = 'lenses';
    element.style.paddingLeft = `${this.indent}ch`;
    for (const lens of this.lenses) {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = TITLES[lens.kind];
      button.addEventListener('click', () => doHere(this.file, lens));
      element.append(button);
    }
    return element;
  }
  ignoreEvent() {
    return true;
  }
}

function decorations(file, doc, { words, notes, lenses }) {
  const found = words.map((one) =>
    Decoration.mark({ class: `word-${one.kind}` }).range(offsetOf(doc, one.from), offsetOf(doc, one.to)),
  );
  for (const note of notes)
    found.push(Decoration.widget({ widget: new Note(note.text), side: 1 }).range(offsetOf(doc, note.at)));
  const lines = new Map();
  for (const lens of lenses) lines.set(lens.from.line, [...(lines.get(lens.from.line) ?? []), lens]);
  for (const [line, here] of lines) {
    const widget = new Lenses(file, here, here[0].from.column);
    found.push(Decoration.widget({ widget, side: -1, block: true }).range(doc.line(Math.min(line, doc.lines)).from));
  }
  return Decoration.set(
    found.filter((one) => one.from < one.to || one.value.spec.widget),
    true,
  );
}

export const meaning = (file) => [
  shown,
  ViewPlugin.define((view) => {
    let timer = 0;
    const ask = async () => {
      const { doc } = view.state;
      const args = { file, text: doc.toString() };
      try {
        const [{ words }, { notes }, { lenses }] = await Promise.all(
          ['words', 'notes', 'lenses'].map((name) => call(name, args)),
        );
        if (view.state.doc === doc)
          view.dispatch({ effects: take.of(decorations(file, doc, { words, notes, lenses })) });
      } catch {
        /* the text is shown without */
      }
    };
    const soon = (after) => {
      clearTimeout(timer);
      timer = setTimeout(ask, after);
    };
    soon(0);
    return {
      update: (update) => {
        if (update.docChanged) soon(QUIET);
      },
      destroy: () => clearTimeout(timer),
    };
  }),
];
