// The editor for texts: YAML in the studio's colours, keys, and what the program knows of a place.
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import {
  bracketMatching,
  codeFolding,
  foldGutter,
  foldKeymap,
  indentService,
  indentUnit,
  syntaxHighlighting,
  HighlightStyle,
} from '@codemirror/language';
import { lintGutter, nextDiagnostic, previousDiagnostic } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { EditorState, Prec } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { complete, endLine } from './completion.js';
import { explain } from './explanations.js';
import { mendHere } from './mistakes.js';
import { goToDeclaration } from './navigation.js';
import { askForName, tidy } from './renaming.js';
import { hangingIndent } from './hanging_indent.js';
import { meaning } from './meaning.js';
import { withoutModeline } from './modeline.js';
import { signatures } from './signatures.js';
import { showUses } from './uses.js';

const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--key)', fontWeight: '600' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--string)' },
  { tag: tags.lineComment, color: 'var(--comment)', fontStyle: 'italic' },
  { tag: [tags.labelName, tags.typeName, tags.meta, tags.keyword], color: 'var(--atom)' },
  { tag: [tags.separator, tags.punctuation, tags.squareBracket, tags.brace], color: 'var(--quiet)' },
]);

// A new line begins below the one before, or deeper where that one ends with a colon.
const indented = indentService.of((context, position) => {
  const { text } = context.lineAt(position, -1);
  const own = text.search(/\S|$/);
  return /:\s*(#.*)?$/.test(text) ? own + 2 : own;
});

const theme = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'var(--sheet)', color: 'var(--ink)', fontSize: '.875rem' },
  '.cm-scroller': { fontFamily: 'var(--code)', lineHeight: '1.6' },
  '.cm-content': { padding: '.6rem 0 40vh', caretColor: 'var(--ink)' },
  '.cm-gutters': { backgroundColor: 'var(--sheet)', color: 'var(--comment)', border: '0' },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '2.2rem', padding: '0 .3rem 0 .4rem' },
  '.cm-activeLineGutter': { color: 'var(--ink)' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--gold-soft)' },
  '&:not(.cm-focused) :is(.cm-activeLine, .cm-activeLineGutter)': { backgroundColor: 'transparent' },
  '.cm-cursor': { borderLeft: '2px solid var(--ink)' },
  '&.cm-focused': { outline: 'none' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--gold-soft)',
  },
});

export function stateFor(file, text, readOnly, listener) {
  const begin = Math.max(0, text.search(/^game:/m));
  return EditorState.create({
    doc: text,
    selection: { anchor: begin },
    extensions: [
      lineNumbers(),
      foldGutter(),
      codeFolding(),
      lintGutter(),
      highlightSpecialChars(),
      history(),
      drawSelection(),
      indented,
      indentUnit.of('  '),
      EditorState.tabSize.of(2),
      bracketMatching(),
      closeBrackets(),
      highlightActiveLine(),
      highlightActiveLineGutter(),
      highlightSelectionMatches(),
      search({ top: true }),
      EditorState.readOnly.of(Boolean(readOnly)),
      EditorView.lineWrapping,
      hangingIndent,
      withoutModeline,
      yaml(),
      syntaxHighlighting(colours),
      theme,
      autocompletion({ override: [complete(file)], icons: false, maxRenderedOptions: 60 }),
      explain(file),
      meaning(file),
      signatures(file),
      Prec.highest(keymap.of([{ key: 'Enter', run: endLine }])),
      keymap.of([
        { key: 'F12', run: goToDeclaration(file), shift: showUses(file) },
        { key: 'F2', run: askForName(file) },
        { key: 'F8', run: nextDiagnostic, shift: previousDiagnostic },
        { key: 'Mod-.', run: mendHere },
        { key: 'Shift-Alt-f', run: tidy(file) },
        ...closeBracketsKeymap,
        ...completionKeymap,
        ...searchKeymap,
        ...historyKeymap,
        ...foldKeymap,
        ...defaultKeymap,
        indentWithTab,
      ]),
      EditorView.contentAttributes.of({
        'aria-label': `Text of ${file}`,
        'aria-describedby': 'editor-keys',
        tabindex: '0',
      }),
      EditorView.domEventHandlers({
        mousedown: (event, view) =>
          (event.ctrlKey || event.metaKey) &&
          event.button === 0 &&
          goToDeclaration(file, view.posAtCoords({ x: event.clientX, y: event.clientY }))(view),
      }),
      EditorView.updateListener.of(listener),
    ],
  });
}
