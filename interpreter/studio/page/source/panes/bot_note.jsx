// What the games of thinking bots are worth where none has learned the game, and the button that lets one learn it.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { call } from '../transport.js';
import { players, rulesOnDisk } from '../game/facts.js';
import { ruleset } from '../game/folder.js';
import { notify } from '../game/notices.js';
import { useRun } from '../game/running.js';
import { Icon } from '../parts/icons.jsx';

// milliseconds between two looks at what takes minutes
const PAUSE = 1000;

export function BotNote() {
  const known = useSignal(null);
  // what came of learning, until the rules change
  const outcome = useSignal('');
  const { state, running, start, stop } = useRun({ portion: 0, pause: PAUSE });
  const isCurrent = rulesOnDisk.value !== null;
  const ask = () =>
    call('strongest', { ...ruleset.value, players: players.value }).then(
      (found) => (known.value = found),
      () => (known.value = null),
    );
  useEffect(() => {
    outcome.value = '';
    if (isCurrent && players.value) ask();
  }, [isCurrent, ruleset.value, players.value]);
  const learn = async () => {
    if (!(await start('learn', { ...ruleset.value, players: players.value }))) return;
    if (!state.value.stopped) {
      outcome.value = state.value.result.said;
      notify(outcome.value, { kind: 'plain', seconds: 20 });
    }
    ask();
  };
  if (running.value) {
    return (
      <p class="strip" aria-live="polite">
        A bot learns the game, which takes some minutes. You may go on meanwhile.{' '}
        <button type="button" onClick={stop}>
          <Icon name="stop" size={15} /> Stop
        </button>
        <small>{state.value?.result?.said}</small>
      </p>
    );
  }
  if (!known.value?.said && !outcome.value) return null;
  return (
    <p class="strip">
      {outcome.value && <span>{outcome.value}</span>}
      {known.value?.said}{' '}
      {known.value?.can_learn && (
        <button type="button" onClick={learn}>
          Let a bot learn the game
        </button>
      )}
    </p>
  );
}
