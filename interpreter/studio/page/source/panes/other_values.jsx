// Other values for the settings of a game, and what games come to with them, beside what they come to now.
import { useSignal } from '@preact/signals';
import { facts } from '../game/facts.js';
import { ruleset } from '../game/folder.js';
import { useRun } from '../game/running.js';
import { CompareButton, Compared } from './compared.jsx';

export function OtherValues() {
  const wished = useSignal({});
  const compared = useRun();
  const settings = facts.value?.settings ?? [];
  if (!settings.length) return null;
  const chosen = Object.fromEntries(Object.entries(wished.value).filter(([, value]) => value !== ''));
  const isChanged = Object.keys(chosen).length > 0;
  return (
    <details class="values">
      <summary>Try other values of the settings</summary>
      <ul>
        {settings.map((one) => (
          <Setting key={one.name} one={one} value={wished.value[one.name] ?? ''} wished={wished} />
        ))}
      </ul>
      <p class="row">
        <CompareButton
          run={compared}
          words="Compare before and after"
          first={ruleset.value}
          second={{ ...ruleset.value, settings: chosen }}
          disabled={!isChanged}
        />
        <button type="button" class="bare" disabled={!isChanged} onClick={() => (wished.value = {})}>
          As in the rules
        </button>
      </p>
      <Compared run={compared} first="before" second="after" />
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
