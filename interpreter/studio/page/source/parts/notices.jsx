import { attempt, dismiss, notices } from '../game/notices.js';
import { Icon } from './icons.jsx';
import { Words } from './words.jsx';

export function Notices() {
  return (
    <div class="notices" role="status" aria-live="polite">
      {notices.value.map(({ id, words, kind, action, other }) => (
        <div key={id} class={`notice ${kind}`}>
          {kind !== 'plain' && <Icon name={kind} />}
          <p>
            <Words text={words} />
          </p>
          {[action, other].filter(Boolean).map((one) => (
            <button
              key={one.words}
              type="button"
              onClick={() => {
                dismiss(id);
                attempt(one.do);
              }}
            >
              {one.words}
            </button>
          ))}
          <button type="button" class="bare icon" aria-label="Close this message" onClick={() => dismiss(id)}>
            <Icon name="close" size={15} />
          </button>
        </div>
      ))}
    </div>
  );
}
