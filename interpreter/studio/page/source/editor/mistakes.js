// Mistakes as the editor marks them; each is mended by a click on what the program offers.
import { fixesFor, problemsHere } from '../game/checks.js';
import { applyChanges } from '../game/documents.js';
import { attempt, notify } from '../game/notices.js';

export function lintedOf(list, doc, offsetOf) {
  return list.map((one) => {
    const from = offsetOf(doc, one.from);
    const to = Math.max(from, offsetOf(doc, one.to));
    return { from, to, severity: one.severity, message: one.message, renderMessage: () => toldOf(one) };
  });
}

// What is said where the mouse rests on a mistake; what can be done about it is asked for when it is shown.
function toldOf(one) {
  const element = document.createElement('div');
  element.append(paragraph(one.message, 'message'));
  if (one.hint) element.append(paragraph(one.hint, 'hint'));
  const fixes = element.appendChild(document.createElement('div'));
  fixes.className = 'fixes';
  fixesFor(one).then(
    (found) => {
      for (const fix of found.slice(0, 4)) {
        const button = fixes.appendChild(document.createElement('button'));
        button.type = 'button';
        button.textContent = titleOf(fix);
        button.addEventListener('click', () => mend(fix));
      }
    },
    () => {},
  );
  return element;
}

function paragraph(text, name) {
  const element = document.createElement('p');
  element.className = name;
  element.textContent = text;
  return element;
}

export const titleOf = (fix) => fix.title.replaceAll('`', '');
export const mend = (fix) => attempt(() => applyChanges(fix.changes, `${titleOf(fix)}: done.`));

// Mends the mistake in the line of the cursor in the likeliest way.
export const mendHere = (view) => {
  const line = view.state.doc.lineAt(view.state.selection.main.head).number;
  attempt(async () => {
    const here = problemsHere.value.filter((one) => one.from.line <= line && line <= one.to.line);
    for (const one of here) {
      const [fix] = await fixesFor(one);
      if (fix) {
        await mend(fix);
        return;
      }
    }
    notify('Nothing in this line can be corrected by itself.', { kind: 'plain' });
  });
  return true;
};
