// The bar above a game: which it is, whether all is saved, undo, and ways in and out.
import { useSignal } from '@preact/signals';
import { isSaved, saveAll } from '../game/documents.js';
import { currentGame, screen } from '../game/folder.js';
import { attempt } from '../game/notices.js';
import { steps } from '../game/steps.js';
import { startTour } from '../game/tour.js';
import { Icon } from '../parts/icons.jsx';

export function TopBar() {
  const isOpen = useSignal(false);
  const leave = () =>
    attempt(async () => {
      await saveAll();
      screen.value = 'start';
    });
  return (
    <header class="top">
      <button
        type="button"
        class="brand"
        onClick={leave}
        title="All games, templates and examples"
        aria-label="Stammtisch: all games, templates and examples"
      >
        <Icon name="home" size={17} /> <span>Stammtisch</span>
      </button>
      <h1>{currentGame.value?.name}</h1>
      <p class="saved" aria-live="polite">
        {isSaved.value ? 'Saved' : 'Saving…'}
      </p>
      <div class="row push">
        <Does icon="undo" words="Undo" keys="Ctrl+Z" disabled={!steps.value} onClick={() => steps.value.undo()} />
        <Does icon="redo" words="Redo" keys="Ctrl+Y" disabled={!steps.value} onClick={() => steps.value.redo()} />
        <button
          type="button"
          class="icon unfold"
          aria-expanded={isOpen.value}
          aria-label="More"
          onClick={() => (isOpen.value = !isOpen.value)}
        >
          <Icon name="more" />
        </button>
        <div class={`later ${isOpen.value ? 'open' : ''}`} onClick={() => (isOpen.value = false)}>
          <Does icon="tour" words="Tour" isLabelled onClick={startTour} />
        </div>
      </div>
    </header>
  );
}

// A button of the bar.
function Does({ icon, words, keys, isLabelled = false, disabled, onClick }) {
  return (
    <button
      type="button"
      class={isLabelled ? '' : 'icon brief'}
      title={keys ? `${words} (${keys})` : words}
      aria-label={words}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon name={icon} size={17} />
      <span>{words}</span>
    </button>
  );
}
