// Variants: what each changes, playing with one or several, a new one, and two compared by what games come to.
import { useSignal } from '@preact/signals';
import { call, runJob } from '../transport.js';
import { saveAll } from '../game/documents.js';
import { errorsInGame, players } from '../game/facts.js';
import { currentGame, game, laidOver, openFile, showFile } from '../game/folder.js';
import { attempt } from '../game/notices.js';
import { createVariant } from '../game/opening.js';
import { Dialog, NameForm } from '../parts/dialog.jsx';
import { Comparison } from '../parts/comparison.jsx';
import { PlayersChoice } from '../parts/fields.jsx';
import { Icon } from '../parts/icons.jsx';

const GAMES = 2000;

export function Variants() {
  const asked = useSignal(false);
  const wrong = useSignal('');
  const variants = currentGame.value?.variants ?? [];
  const create = (name) =>
    createVariant(name).then(
      () => {
        asked.value = false;
      },
      (error) => {
        wrong.value = error.message;
      },
    );
  return (
    <>
      <div class="toolbar">
        <button
          type="button"
          class="main"
          onClick={() => {
            wrong.value = '';
            asked.value = true;
          }}
        >
          <Icon name="plus" size={15} /> New variant
        </button>
        <PlayersChoice />
        <p class="outcome">
          {laidOver.value.length ? `You play with ${laidOver.value.join(' + ').replaceAll('-', ' ')}.` : ''}
        </p>
      </div>
      <div class="variants">
        {!variants.length && (
          <p class="empty">
            A variant changes a few lines of the rules and leaves the rest. Try one: another number of cards, a rule
            less.
          </p>
        )}
        <ul>
          {variants.map((one) => (
            <Variant key={one.file} one={one} />
          ))}
        </ul>
      </div>
      {asked.value && (
        <Dialog
          title="A new variant"
          onClose={() => {
            asked.value = false;
          }}
        >
          <NameForm
            label="Name of the variant"
            value="my-variant"
            submit="Create"
            wrong={wrong.value}
            hint="It contains only what differs from the rules."
            onSubmit={create}
          />
        </Dialog>
      )}
    </>
  );
}

function Variant({ one }) {
  const changes = useSignal(null);
  const compared = useSignal(null);
  const running = useSignal(null);
  const isLaid = laidOver.value.includes(one.name);
  const base = { game: game.value, variants: [] };
  const own = { game: game.value, variants: [one.name] };
  const lay = () => {
    laidOver.value = isLaid ? laidOver.value.filter((name) => name !== one.name) : [...laidOver.value, one.name];
  };
  const show = () =>
    attempt(async () => {
      if (changes.value) {
        changes.value = null;
        return;
      }
      await saveAll();
      changes.value = (await call('differences', { first: base, second: own })).lines.slice(1);
    });
  const compare = () =>
    attempt(async () => {
      if (running.value) {
        running.value.abort();
        return;
      }
      const mine = (running.value = new AbortController());
      try {
        await saveAll();
        compared.value = { progress: { done: 0, total: 1 } };
        const args = { first: base, second: own, players: players.value, games: GAMES, seed: 0 };
        const done = await runJob('compare', args, {
          signal: mine.signal,
          onProgress: (now) => {
            compared.value = now;
          },
        });
        compared.value = done;
      } finally {
        running.value = null;
      }
    });
  const { done = 0, total = 1 } = compared.value?.progress ?? {};
  return (
    <li class={isLaid ? 'laid' : ''}>
      <header>
        <h3>{one.name.replaceAll('-', ' ')}</h3>
        <label class="lay">
          <input type="checkbox" checked={isLaid} onChange={lay} /> Play with it
        </label>
      </header>
      <p class="row">
        <button
          type="button"
          aria-current={openFile.value === one.file ? 'true' : undefined}
          onClick={() => showFile(one.file)}
        >
          Open
        </button>
        <button type="button" aria-expanded={Boolean(changes.value)} onClick={show}>
          What changes
        </button>
        <button type="button" disabled={errorsInGame.value > 0} onClick={compare}>
          {running.value ? 'Stop' : 'Compare in games'}
        </button>
      </p>
      {running.value && <progress value={done} max={total} aria-label="Games played" />}
      {changes.value && (
        <ul class="changes">
          {changes.value.length ? changes.value.map((line) => <li key={line}>{line}</li>) : <li>Nothing yet.</li>}
        </ul>
      )}
      {compared.value?.done && (
        <Comparison
          figures={compared.value.result.figures}
          first="the rules"
          second={one.name.replaceAll('-', ' ')}
        />
      )}
    </li>
  );
}
