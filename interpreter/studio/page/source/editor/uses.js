// Where a name stands in all files of the game.
import { signal } from '@preact/signals';
import { call } from '../transport.js';
import { saveAll } from '../game/documents.js';
import { attempt, notify } from '../game/notices.js';
import { question } from './places.js';

// {name, places} while they are shown
export const openUses = signal(null);

export const showUses = (file) => (view) => {
  attempt(async () => {
    const asked = question(file, view.state, view.state.selection.main.head);
    await saveAll();
    const { places } = await call('references', asked);
    if (!places.length) {
      notify('Put the cursor on a name of your game to see where it is used.', { kind: 'plain' });
      return;
    }
    const [{ text, from, to }] = places;
    openUses.value = { name: text.slice(from.column, to.column), places };
  });
  return true;
};
