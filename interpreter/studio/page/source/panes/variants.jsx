// Variants: what each changes, playing with one or several, a new one, and the rules compared with one by games.
import { useSignal } from '@preact/signals';
import { call } from '../transport.js';
import { saveAll } from '../game/documents.js';
import { currentGame, game, laidOver, openFile, showFile } from '../game/folder.js';
import { attempt } from '../game/notices.js';
import { createVariant } from '../game/opening.js';
import { useRun } from '../game/running.js';
import { Dialog, NameForm } from '../parts/dialog.jsx';
import { PlayersChoice } from '../parts/fields.jsx';
import { Icon } from '../parts/icons.jsx';
import { CompareButton, Compared } from './compared.jsx';

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
  const compared = useRun();
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
      changes.value = (await call('differences', { first: base, second: own })).lines;
    });
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
        <CompareButton run={compared} words="Compare in games" first={base} second={own} />
      </p>
      {changes.value && (
        <ul class="changes">
          {changes.value.length ? changes.value.map((line) => <li key={line}>{line}</li>) : <li>Nothing yet.</li>}
        </ul>
      )}
      <Compared run={compared} first="the rules" second={one.name.replaceAll('-', ' ')} />
    </li>
  );
}
