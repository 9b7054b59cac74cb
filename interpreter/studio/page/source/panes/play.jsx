// The table in a frame: against bots or for all seats, from the start or from the end of a test.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { call } from '../transport.js';
import { saveAll } from '../game/documents.js';
import { errand, takeErrand } from '../game/errands.js';
import { errorsInGame, facts, mendFirst, players } from '../game/facts.js';
import { currentGame, game, isLarge, laidOver, lookAtFolder, ruleset, testsOnDisk } from '../game/folder.js';
import { attempt, notify } from '../game/notices.js';
import { goTo } from '../editor/navigation.js';
import { reach } from '../game/tour.js';
import { Dialog, NameForm } from '../parts/dialog.jsx';
import { Choice, PlayersChoice, VariantChoice } from '../parts/fields.jsx';
import { Icon } from '../parts/icons.jsx';

const ALL_MINE = 'all';
const LOOK = 2000;

export function Play({ isShown }) {
  const table = useSignal(null);
  const seen = useSignal('');
  // the last that was there to be seen
  const laid = useSignal('');
  const seat = useSignal('0');
  const wished = useSignal('');
  const start = useSignal('');
  const scenarios = useSignal([]);
  const state = useSignal({});
  const names = useSignal(false);
  // the first of the list plays best
  const bot = wished.value || facts.value?.bots[0]?.name;

  const begin = () =>
    attempt(async () => {
      await saveAll();
      const [file, words] = start.value ? JSON.parse(start.value) : [];
      const seats = Array.from({ length: players.value }, (_, number) =>
        seat.value === ALL_MINE || String(number) === seat.value ? 'human' : bot,
      );
      const begun = await (words
        ? call('play_from', { file, words })
        : call('play', { ...ruleset.value, players: players.value, seats }));
      const own = begun.kinds.indexOf('human');
      table.value = { ...begun, variants: words ? null : ruleset.value.variants };
      seen.value =
        begun.kinds.filter((kind) => kind === 'human').length > 1
          ? begun.paths.device
          : (begun.paths.seats[own] ?? begun.paths.watch);
      state.value = {};
    });

  useEffect(() => {
    if (takeErrandHere(start, scenarios)) begin();
  }, [errand.value]);
  useEffect(() => {
    if (isShown)
      call('scenarios', { game: game.value }).then(
        (found) => {
          scenarios.value = found.scenarios;
        },
        () => {},
      );
  }, [isShown, testsOnDisk.value]);
  useEffect(() => {
    if (!table.value || !isShown) return undefined;
    const take = (found) => {
      if (found.decisions > table.value.decisions) reach('played');
      state.value = found;
    };
    const timer = setInterval(() => call('table', { table: table.value.table }).then(take, () => {}), LOOK);
    return () => clearInterval(timer);
  }, [table.value, isShown]);

  const carryOver = async () => {
    await saveAll();
    const next = await call('carry_over', { table: table.value.table });
    seen.value = sameView(table.value.paths, next.paths, seen.value);
    table.value = { ...next, variants: table.value.variants };
    state.value = {};
    notify('The same game goes on by the new rules.');
  };
  // the table as it is by the rules of now
  const currentTable = async () => {
    await saveAll();
    if ((await call('table', { table: table.value.table })).changed) await carryOver();
    return table.value.table;
  };

  const { variants } = table.value ?? {};
  // a table that goes on from a test has the variants of that test
  const hasOtherVariants = Boolean(variants) && variants.join() !== laidOver.value.join();
  const isOld = hasOtherVariants || state.value.changed;

  if (!table.value) return <Begin {...{ begin, seat, bot, wished, start, scenarios }} />;
  return (
    <>
      <div class="toolbar at-table">
        <Choice
          label="See"
          value={seen.value}
          options={viewsOf(table.value)}
          onChange={(path) => {
            seen.value = path;
          }}
        />
        <button
          type="button"
          class="make"
          onClick={() => {
            names.value = true;
          }}
        >
          <Icon name="test" size={16} /> Make a test
        </button>
        <button
          type="button"
          class="push"
          onClick={() => {
            table.value = null;
          }}
        >
          New game
        </button>
        <button
          type="button"
          class="icon larger"
          aria-pressed={isLarge.value}
          title={isLarge.value ? 'Beside the text again' : 'Over the whole width'}
          aria-label="Over the whole width"
          onClick={() => (isLarge.value = !isLarge.value)}
        >
          <Icon name="large" size={16} />
        </button>
      </div>
      {isOld && (
        <p class="strip">
          This table still plays by the old rules.{' '}
          {errorsInGame.value > 0 && mendFirst(errorsInGame.value)}
          {!hasOtherVariants && (
            <button type="button" class="main" disabled={errorsInGame.value > 0} onClick={() => attempt(carryOver)}>
              Go on by the new rules
            </button>
          )}
          <button type="button" disabled={errorsInGame.value > 0} onClick={begin}>
            New table
          </button>
        </p>
      )}
      {laid.value !== seen.value && <p class="strip">The table is being laid…</p>}
      <iframe class="whole" src={seen.value} title="The table" onLoad={() => (laid.value = seen.value)} />
      {names.value && (
        <MakeTest
          currentTable={currentTable}
          onClose={() => {
            names.value = false;
          }}
        />
      )}
    </>
  );
}

function takeErrandHere(start, scenarios) {
  const asked = takeErrand('play');
  if (!asked) return false;
  start.value = JSON.stringify([asked.file, asked.words]);
  if (!scenarios.value.some((one) => one.words === asked.words)) scenarios.value = [...scenarios.value, asked];
  return true;
}

// The path of a view of a table in a table that follows it.
function sameView(before, after, path) {
  const seat = before.seats.indexOf(path);
  const kind = ['device', 'designer', 'watch'].find((one) => before[one] === path);
  return seat >= 0 ? after.seats[seat] : after[kind];
}

function viewsOf({ paths, names }) {
  const seats = paths.seats.map((path, number) => [path, names[number]]).filter(([path]) => path);
  return [
    ...seats,
    [paths.device, 'whoever is asked'],
    [paths.designer, 'everything open'],
    [paths.watch, 'as a spectator'],
  ].filter(([path]) => path);
}

function Begin({ begin, seat, bot, wished, start, scenarios }) {
  const errors = errorsInGame.value;
  const known = facts.value;
  const count = players.value;
  const seats = Array.from({ length: count }, (_, number) => [String(number), `seat ${number + 1}`]);
  const starts = [
    ['', 'the start'],
    ...scenarios.value.map((one) => [JSON.stringify([one.file, one.words]), `the end of: ${one.words}`]),
  ];
  return (
    <div class="begin">
      <div class="felt">
        <h2>{currentGame.value?.name}</h2>
        {known && (
          <p>
            {known.players.length > 1
              ? `For ${known.players[0]} to ${known.players.at(-1)} players`
              : `For ${known.players[0]} player${known.players[0] === 1 ? '' : 's'}`}
          </p>
        )}
        <form
          onSubmit={(event) => {
            event.preventDefault();
            begin();
          }}
        >
          <PlayersChoice />
          <VariantChoice />
          <Choice
            label="You take"
            value={seat.value}
            options={[...seats, [ALL_MINE, 'every seat, in turn'], ['none', 'no seat: watch the bots']]}
            onChange={(each) => {
              seat.value = each;
            }}
          />
          {seat.value !== ALL_MINE && known?.bots.length > 1 && (
            <Choice
              label="Against"
              value={bot}
              options={known.bots.map((each) => [each.name, each.words || each.name])}
              onChange={(each) => {
                wished.value = each;
              }}
            />
          )}
          {starts.length > 1 && (
            <Choice
              label="From"
              value={start.value}
              options={starts}
              onChange={(each) => {
                start.value = each;
              }}
            />
          )}
          <button type="submit" class="main" disabled={!known || errors > 0}>
            <Icon name="play" /> Play
          </button>
        </form>
        {errors > 0 && <p class="note">{mendFirst(errors)}</p>}
        {known?.slowness && <p class="note">{known.slowness}</p>}
        {laidOver.value.length > 0 && (
          <p class="note">With the variant {laidOver.value.join(' + ').replaceAll('-', ' ')}</p>
        )}
      </div>
    </div>
  );
}

function MakeTest({ currentTable, onClose }) {
  const wrong = useSignal('');
  const make = (words) =>
    currentTable()
      .then((table) => call('test_from', { table, words, save: true }))
      .then(async ({ file, line }) => {
        onClose();
        reach('tested');
        await lookAtFolder();
        await goTo({ file, from: { line, column: 0 } });
        notify(`“${words}” stands among the tests now. It passes; change it to say what you want to be sure of.`);
      })
      .catch((error) => {
        wrong.value = error.message;
      });
  return (
    <Dialog title="Make this moment a test" onClose={onClose}>
      <NameForm
        label="What should happen here?"
        submit="Add the test"
        wrong={wrong.value}
        hint="The position at the table becomes a test that passes. Change it to say what you want to be sure of."
        onSubmit={make}
      />
    </Dialog>
  );
}
