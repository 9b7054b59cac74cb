// What is wrong, in words, each with its place and what mends it.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { fixesFor, isChecking, problems } from '../game/checks.js';
import { openFile } from '../game/folder.js';
import { attempt } from '../game/notices.js';
import { mend, titleOf } from '../editor/mistakes.js';
import { goTo } from '../editor/navigation.js';
import { Icon } from '../parts/icons.jsx';
import { Words } from '../parts/words.jsx';

const counted = (number, word) => `${number} ${word}${number === 1 ? '' : 's'}`;

export function Problems() {
  const isOpen = useSignal(true);
  const all = problems.value;
  const errors = all.filter((one) => one.severity === 'error').length;
  const warnings = all.length - errors;
  const words = [errors && counted(errors, 'mistake'), warnings && counted(warnings, 'warning')]
    .filter(Boolean)
    .join(', ');
  const state = errors ? 'error' : warnings ? 'warning' : 'good';
  return (
    <section class={`problems ${state}`} aria-label="Mistakes">
      <button
        type="button"
        class="bare summary"
        aria-expanded={isOpen.value}
        onClick={() => {
          isOpen.value = !isOpen.value;
        }}
      >
        <Icon name={state} size={17} />
        <span aria-live="polite">
          {words || (isChecking.value ? 'No mistakes so far; trial games are played…' : 'No mistakes')}
        </span>
        {all.length > 0 && <Icon name="down" size={15} />}
      </button>
      {isOpen.value && all.length > 0 && (
        <ul>
          {all.slice(0, 40).map((one) => (
            <Problem key={`${one.file} ${one.from.line} ${one.code} ${one.message}`} one={one} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Problem({ one }) {
  const fixes = useSignal([]);
  useEffect(() => {
    let isCurrent = true;
    fixesFor(one).then(
      (found) => {
        if (isCurrent) fixes.value = found.filter((fix) => !fix.rewrites).slice(0, 3);
      },
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [one]);
  const where =
    one.file === openFile.value
      ? `Line ${one.from.line}`
      : `${one.file.slice(one.file.lastIndexOf('/') + 1)}, line ${one.from.line}`;
  return (
    <li class={one.severity}>
      <button type="button" class="bare where" onClick={() => attempt(() => goTo(one))}>
        {where}
      </button>
      <div>
        <p class="message">
          <Words text={one.message} />
        </p>
        {one.hint && (
          <p class="hint">
            <Words text={one.hint} />
          </p>
        )}
        {fixes.value.length > 0 && (
          <p class="row fixes">
            {fixes.value.map((fix) => (
              <button key={fix.title} type="button" class={fix.certain ? 'main' : ''} onClick={() => mend(fix)}>
                <Icon name="lamp" size={15} /> {titleOf(fix)}
              </button>
            ))}
          </p>
        )}
      </div>
    </li>
  );
}
