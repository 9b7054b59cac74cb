// The card of the tour, beside the work and never over a question.
import { nextStep, STEPS, tour } from '../game/tour.js';
import { Icon } from '../parts/icons.jsx';

export function Tour() {
  const at = tour.value;
  if (at === null) return null;
  const step = STEPS[at];
  const end = () => {
    tour.value = null;
  };
  return (
    <aside class="tour" aria-label="Tour" aria-live="polite">
      <ol class="ticks" aria-hidden="true">
        {STEPS.map((one, number) => (
          <li key={one.name} class={number < at ? 'done' : number === at ? 'now' : ''} />
        ))}
      </ol>
      {step ? (
        <>
          <h2>
            <small>
              Step {at + 1} of {STEPS.length}
            </small>{' '}
            {step.title}
          </h2>
          <p>{step.text}</p>
          <p class="row">
            <button type="button" onClick={step.show}>
              Show me where
            </button>
            <button type="button" class="bare" onClick={nextStep}>
              Skip
            </button>
            <button type="button" class="bare push" onClick={end}>
              End the tour
            </button>
          </p>
        </>
      ) : (
        <>
          <h2>
            <Icon name="good" /> That was the whole loop
          </h2>
          <p>Write, play, count, keep. The game is yours now: change one line after the other.</p>
          <p class="row">
            <button type="button" class="main" onClick={end}>
              Go on alone
            </button>
          </p>
        </>
      )}
    </aside>
  );
}
