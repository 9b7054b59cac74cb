// Every place where a name of the game stands, to go there.
import { openUses } from '../editor/uses.js';
import { goTo } from '../editor/navigation.js';
import { attempt } from '../game/notices.js';
import { Dialog } from '../parts/dialog.jsx';

export function UsesDialog() {
  if (!openUses.value) return null;
  const { name, places } = openUses.value;
  const close = () => {
    openUses.value = null;
  };
  const go = (place) => {
    close();
    attempt(() => goTo(place));
  };
  return (
    <Dialog title={`“${name}” stands in ${places.length === 1 ? '1 place' : `${places.length} places`}`} onClose={close} wide>
      <ol class="uses">
        {places.map((one) => (
          <li key={`${one.file} ${one.from.line} ${one.from.column}`}>
            <button type="button" class="bare" onClick={() => go(one)}>
              <small>
                {one.file.slice(one.file.lastIndexOf('/') + 1)}, line {one.from.line}
              </small>
              <code>
                {one.text.slice(0, one.from.column).trimStart()}
                <b>{one.text.slice(one.from.column, one.to.column)}</b>
                {one.text.slice(one.to.column)}
              </code>
            </button>
          </li>
        ))}
      </ol>
    </Dialog>
  );
}
