// Other values for the settings of a game, and what games come to with them, beside what they come to now.
import { useSignal } from '@preact/signals';
import { runJob } from '../transport.js';
import { saveAll } from '../game/documents.js';
import { errorsInGame, facts, players } from '../game/facts.js';
import { ruleset } from '../game/folder.js';
import { attempt } from '../game/notices.js';
import { Comparison } from '../parts/comparison.jsx';

const GAMES = 2000;

export function OtherValues() {
  const wished = useSignal({});
  const state = useSignal(null);
  const running = useSignal(null);
  const settings = facts.value?.settings ?? [];
  if (!settings.length) return null;
  const chosen = Object.fromEntries(Object.entries(wished.value).filter(([, value]) => value !== ''));
  const isChanged = Object.keys(chosen).length > 0;
  const compare = () =>
    attempt(async () => {
      if (running.value) {
        running.value.abort();
        return;
      }
      const mine = (running.value = new AbortController());
      try {
        await saveAll();
        const second = { ...ruleset.value, settings: chosen };
        const args = { first: ruleset.value, second, players: players.value, games: GAMES, seed: 0 };
        const onProgress = (now) => (state.value = now);
        state.value = await runJob('compare', args, { signal: mine.signal, onProgress, keep: true });
      } finally {
        running.value = null;
      }
    });
  return (
    <details class="values">
      <summary>Try other values of the settings</summary>
      <ul>
        {settings.map((one) => (
          <Setting key={one.name} one={one} value={wished.value[one.name] ?? ''} wished={wished} />
        ))}
      </ul>
      <p class="row">
        <button type="button" disabled={!isChanged || errorsInGame.value > 0} onClick={compare}>
          {running.value ? 'Stop' : 'Compare before and after'}
        </button>
        <button type="button" class="bare" disabled={!isChanged} onClick={() => (wished.value = {})}>
          As in the rules
        </button>
      </p>
      {running.value && (
        <progress
          value={state.value?.progress.done ?? 0}
          max={state.value?.progress.total || 1}
          aria-label="Games played"
        />
      )}
      {!running.value && state.value?.result && (
        <Comparison figures={state.value.result.figures} first="before" second="after" />
      )}
    </details>
  );
}

function Setting({ one, value, wished }) {
  const isNumber = /^-?\d+$/.test(one.value);
  const put = (next) => (wished.value = { ...wished.value, [one.name]: next });
  const number = Number(value === '' ? one.value : value);
  return (
    <li>
      <label>
        <span>{one.name.replaceAll('_', ' ')}</span>
        {one.about && <small>{one.about}</small>}
        {isNumber && (
          <input
            type="range"
            aria-hidden="true"
            tabIndex={-1}
            min={Math.min(0, number)}
            max={Math.max(2 * Number(one.value), number, 5)}
            value={number}
            onInput={(event) => put(event.target.value)}
          />
        )}
        <input
          type={isNumber ? 'number' : 'text'}
          placeholder={one.value}
          value={value}
          onInput={(event) => put(event.target.value)}
        />
      </label>
    </li>
  );
}
