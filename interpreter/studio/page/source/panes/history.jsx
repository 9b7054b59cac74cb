// The states that the studio has kept, each with what changed in words; any of them can be had back.
import { signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { call } from '../transport.js';
import { followDisk, saveAll } from '../game/documents.js';
import { checkGame } from '../game/checks.js';
import { currentGame, lookAtFolder } from '../game/folder.js';
import { attempt, notify } from '../game/notices.js';
import { Dialog } from '../parts/dialog.jsx';

const LINES = 6;
export const isHistoryOpen = signal(false);

export function History() {
  return isHistoryOpen.value && <Kept />;
}

function Kept() {
  const states = useSignal(null);
  const close = () => {
    isHistoryOpen.value = false;
  };
  useEffect(() => {
    attempt(async () => {
      await saveAll();
      await call('keep');
      states.value = (await call('history')).states;
    });
  }, []);
  const restore = (one) =>
    attempt(async () => {
      await call('restore', { id: one.id });
      await lookAtFolder();
      await followDisk();
      checkGame(currentGame.value);
      close();
      notify('Your files are as they were then. The state before is kept, too.');
    });
  return (
    <Dialog title="Earlier states" onClose={close} wide>
      <div class="history">
        {states.value?.length === 0 && (
          <p>Nothing is kept yet. The studio keeps a state every minute in which something changes.</p>
        )}
        <ol>
          {states.value?.map((one, number) => (
            <li key={one.id}>
              <time dateTime={one.when}>
                {new Date(one.when).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })}
              </time>
              <div>
                {one.lines.slice(0, LINES).map((line) => (
                  <p key={line}>{line}</p>
                ))}
              </div>
              <button type="button" disabled={number === 0} onClick={() => restore(one)}>
                {number === 0 ? 'Now' : 'Go back to this'}
              </button>
            </li>
          ))}
        </ol>
      </div>
    </Dialog>
  );
}
