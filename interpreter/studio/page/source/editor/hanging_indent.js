// Lines that are too long go on below, indented a little more than they begin.
import { RangeSetBuilder } from '@codemirror/state';
import { Decoration, ViewPlugin } from '@codemirror/view';

const MORE = 2,
  MOST = 24;
const styles = Array.from({ length: MOST + 1 }, (_, columns) =>
  Decoration.line({
    attributes: { style: `padding-left: calc(${columns + MORE}ch + 6px); text-indent: -${columns + MORE}ch` },
  }),
);

function build(view) {
  const found = new RangeSetBuilder();
  for (const { from, to } of view.visibleRanges) {
    for (let at = from; at <= to;) {
      const line = view.state.doc.lineAt(at);
      found.add(line.from, line.from, styles[Math.min(MOST, line.text.search(/\S|$/))]);
      at = line.to + 1;
    }
  }
  return found.finish();
}

export const hangingIndent = ViewPlugin.define(
  (view) => ({
    decorations: build(view),
    update(update) {
      if (update.docChanged || update.viewportChanged) this.decorations = build(update.view);
    },
  }),
  { decorations: (plugin) => plugin.decorations },
);
