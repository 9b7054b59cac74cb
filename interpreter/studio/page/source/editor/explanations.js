// What a word is, when the mouse rests on it, or when a key asks.
import { hoverTooltip } from '@codemirror/view';
import { call } from '../transport.js';
import { markdown } from '../parts/markdown.js';
import { offsetOf, question } from './places.js';

export const explain = (file) =>
  hoverTooltip(
    async (view, offset) => {
      const found = await call('hover', question(file, view.state, offset)).catch(() => null);
      if (!found) return null;
      return {
        pos: offsetOf(view.state.doc, found.from),
        end: offsetOf(view.state.doc, found.to),
        above: true,
        create: () => ({ dom: markdown(found.markdown) }),
      };
    },
    { hoverTime: 350 },
  );
