// Another name for what stands at the cursor, wherever it is used; and the standard layout of a text.
import { signal } from '@preact/signals';
import { call } from '../transport.js';
import { applyChanges, replaceText, textOf } from '../game/documents.js';
import { attempt, notify } from '../game/notices.js';
import { question } from './places.js';

// {asked, name}: what is renamed, while a new name is asked for
export const renamed = signal(null);

export const askForName = (file) => (view) => {
  attempt(async () => {
    const asked = question(file, view.state, view.state.selection.main.head);
    const found = await call('renamable', asked);
    if (found) renamed.value = { asked, name: found.name };
    else notify('This word cannot be renamed. Put the cursor on a name of your game.', { kind: 'plain' });
  });
  return true;
};

export async function giveName(name) {
  const { asked, name: former } = renamed.value;
  const { changes } = await call('rename', { ...asked, name });
  await applyChanges(
    changes,
    `Renamed “${former}” to “${name}” in ${changes.length === 1 ? '1 file' : `${changes.length} files`}.`,
  );
  renamed.value = null;
}

export const tidy = (file) => () => {
  attempt(async () => {
    const { text } = await call('lay_out', { file, text: textOf(file) });
    if (text === textOf(file)) notify('The text is laid out as usual already, or has mistakes.', { kind: 'plain' });
    else replaceText(file, text);
  });
  return true;
};
