import { sharedLink } from '../game/sharing.js';
import { Dialog } from '../parts/dialog.jsx';

export function ShareDialog() {
  return sharedLink.value && <Shown {...sharedLink.value} />;
}

function Shown({ link, isCopied }) {
  return (
    <Dialog title="Share by link" onClose={() => (sharedLink.value = null)}>
      <div class="named">
        <label>
          {isCopied ? 'The link, copied already' : 'The link, to be copied'}
          <input readOnly value={link} />
        </label>
        <p class="hint">Whoever opens it gets a copy of this game as it is now. The game itself is in the link.</p>
      </div>
    </Dialog>
  );
}
