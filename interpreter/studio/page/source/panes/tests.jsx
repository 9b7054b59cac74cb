// The tests of the game: run all or one, see what differs, go where it stands.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { call, runJob } from '../transport.js';
import { edits, saveAll } from '../game/documents.js';
import { errand, takeErrand } from '../game/errands.js';
import { currentGame, game, testsOnDisk } from '../game/folder.js';
import { attempt } from '../game/notices.js';
import { goTo } from '../editor/navigation.js';
import { Words } from '../parts/words.jsx';
import { Icon } from '../parts/icons.jsx';

const keyOf = ({ file, words }) => `${file} ${words}`;

export function Tests({ isShown }) {
  const scenarios = useSignal([]);
  const results = useSignal(new Map());
  const running = useSignal('');

  const list = async () => {
    scenarios.value = (await call('scenarios', { game: game.value })).scenarios;
  };
  const run = (only = {}) =>
    attempt(async () => {
      if (running.value) return;
      running.value = only.words ?? 'all';
      try {
        await saveAll();
        await list();
        const take = ({ result }) => {
          const known = new Map(results.value);
          for (const test of result?.tests ?? []) known.set(keyOf(test), test);
          results.value = known;
        };
        take(await runJob('run_tests', { game: game.value, ...only }, { onProgress: take }));
      } finally {
        running.value = '';
      }
    });
  useEffect(() => {
    if (isShown) list().catch(() => {}); // a file that is half written: the list stays as it was
  }, [isShown, testsOnDisk.value]);
  useEffect(() => {
    if (!running.value) results.value = new Map(); // what has changed may come out differently
  }, [edits.value]);
  useEffect(() => {
    const asked = takeErrand('run');
    if (asked) run({ file: asked.file, words: asked.words });
  }, [errand.value]);

  const hasFiles = currentGame.value?.scenarios.length > 0;
  // a file that cannot be read has no tests in the list, but a failure of its own
  const listed = new Map([...scenarios.value, ...results.value.values()].map((one) => [keyOf(one), one]));
  const known = [...results.value.values()];
  const failed = known.filter((one) => !one.passed).length;
  return (
    <>
      <div class="toolbar">
        <button type="button" class="main" disabled={Boolean(running.value) || !hasFiles} onClick={() => run()}>
          <Icon name="play" size={15} /> {running.value === 'all' ? 'Tests run…' : 'Run all tests'}
        </button>
        <p class="outcome" aria-live="polite">
          {known.length > 0 && outcomeOf(known.length, failed)}
        </p>
      </div>
      <div class="tests">
        {!hasFiles && <p class="empty">No tests yet. Play, and at any moment press “Make a test”.</p>}
        <ul>
          {[...listed.values()].map((one) => (
            <Test
              key={keyOf(one)}
              one={one}
              result={results.value.get(keyOf(one))}
              isRunning={running.value === one.words}
              run={run}
            />
          ))}
        </ul>
      </div>
    </>
  );
}

function outcomeOf(all, failed) {
  if (failed) return `${failed} of ${all} failed`;
  return all === 1 ? 'The test passed' : `All ${all} passed`;
}

function Test({ one, result, isRunning, run }) {
  const state = result ? (result.passed ? 'good' : 'error') : 'none';
  const place = result?.span ?? { file: one.file, from: { line: one.line, column: 0 } };
  return (
    <li class={state}>
      <span class="sign">
        {result ? <Icon name={state} /> : <Icon name="circle" />}
        <span class="said">{result ? (result.passed ? 'passed' : 'failed') : 'not run yet'}</span>
      </span>
      <div>
        <button type="button" class="bare words" onClick={() => attempt(() => goTo(place))}>
          {one.words}
        </button>
        {result && !result.passed && <Failure result={result} />}
      </div>
      <button
        type="button"
        aria-label={`Run: ${one.words}`}
        disabled={isRunning}
        onClick={() => run({ file: one.file, words: one.words })}
      >
        {isRunning ? '…' : 'Run'}
      </button>
    </li>
  );
}

// What is wrong in a sentence; all that differs where one wants to read it.
function Failure({ result: { message, failure } }) {
  return (
    <div class="failure">
      <p>
        <Words text={message} />
      </p>
      {failure && failure !== message && (
        <details>
          <summary>All that differs</summary>
          <pre>{failure}</pre>
        </details>
      )}
    </div>
  );
}
