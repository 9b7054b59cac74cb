// The bar above a game: which it is, whether all is saved, undo, and ways in and out.
import { useSignal } from '@preact/signals';
import { isSaved, saveAll } from '../game/documents.js';
import { exportZip } from '../game/exchange.js';
import { currentGame, openFile, screen } from '../game/folder.js';
import { attempt, notify } from '../game/notices.js';
import { browserHome, NO_LINK, shareGame } from '../game/sharing.js';
import { steps } from '../game/steps.js';
import { startTour } from '../game/tour.js';
import { Icon } from '../parts/icons.jsx';
import { isHistoryOpen } from './history.jsx';

export function TopBar() {
  const isOpen = useSignal(false);
  const where = openFile.value.slice(openFile.value.lastIndexOf('/') + 1);
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
        <Does
          icon="undo"
          words={`Undo in ${where}`}
          keys="Ctrl+Z"
          disabled={!steps.value}
          onClick={() => steps.value.undo()}
        />
        <Does
          icon="redo"
          words={`Redo in ${where}`}
          keys="Ctrl+Y"
          disabled={!steps.value}
          onClick={() => steps.value.redo()}
        />
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
          <Does icon="clock" words="Earlier states" onClick={() => (isHistoryOpen.value = true)} />
          <Does icon="tour" words="Tour" isLabelled onClick={startTour} />
          <Does
            icon="share"
            words="Share"
            isLabelled
            reason={browserHome ? '' : NO_LINK}
            onClick={() => attempt(shareGame)}
          />
          <Does icon="save" words="Export" isLabelled onClick={() => attempt(exportZip)} />
        </div>
      </div>
    </header>
  );
}

// A button of the bar; with a reason it cannot be used, and says why when it is pressed.
function Does({ icon, words, keys, isLabelled = false, reason, disabled, onClick }) {
  const press = reason ? () => notify(reason, { kind: 'plain', seconds: 10 }) : onClick;
  return (
    <button
      type="button"
      class={isLabelled ? '' : 'icon brief'}
      title={reason || (keys ? `${words} (${keys})` : words)}
      aria-label={words}
      disabled={disabled}
      aria-disabled={reason ? 'true' : undefined}
      onClick={press}
    >
      <Icon name={icon} size={17} />
      <span>{words}</span>
    </button>
  );
}
