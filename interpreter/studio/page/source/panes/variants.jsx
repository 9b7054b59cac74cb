// Variants: what each changes, playing with one or several, a new one, and the rules compared with one by games.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { call } from '../transport.js';
import { isSaved } from '../game/documents.js';
import { currentGame, folder, game, laidOver, openFile, showFile } from '../game/folder.js';
import { useRun } from '../game/running.js';
import { PlayersChoice } from '../parts/fields.jsx';
import { Icon } from '../parts/icons.jsx';
import { CompareButton, Compared } from './compared.jsx';
import { askName } from './name_dialog.jsx';

export function Variants() {
  const variants = currentGame.value?.variants ?? [];
  return (
    <>
      <div class="toolbar">
        <button type="button" class="main" onClick={() => askName('variant')}>
          <Icon name="plus" size={15} /> New variant
        </button>
        {variants.length > 0 && <PlayersChoice />}
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
    </>
  );
}

function Variant({ one }) {
  const isOpen = useSignal(false);
  const changes = useSignal([]);
  const compared = useRun();
  const isLaid = laidOver.value.includes(one.name);
  const base = { game: game.value, variants: [] };
  const own = { game: game.value, variants: [one.name] };
  const lay = () => {
    laidOver.value = isLaid ? laidOver.value.filter((name) => name !== one.name) : [...laidOver.value, one.name];
  };
  useEffect(() => {
    if (!isOpen.value || !isSaved.value) return;
    call('differences', { first: base, second: own }).then(
      ({ lines }) => (changes.value = lines.length ? lines : ['Nothing yet.']),
      (mistake) => (changes.value = [mistake.message]),
    );
  }, [isOpen.value, isSaved.value, folder.value?.digest]);
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
        <button type="button" aria-expanded={isOpen.value} onClick={() => (isOpen.value = !isOpen.value)}>
          What changes
        </button>
        <CompareButton run={compared} words="Compare in games" first={base} second={own} />
      </p>
      {isOpen.value && (
        <ul class="changes">
          {changes.value.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      <Compared run={compared} first="the rules" second={one.name.replaceAll('-', ' ')} />
    </li>
  );
}
