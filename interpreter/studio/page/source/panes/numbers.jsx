// Many games while one watches: who wins from which seat, how long games take, scores; then the report with pictures.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { call } from '../transport.js';
import { errand, takeErrand } from '../game/errands.js';
import { errorsInGame, facts, mendFirst, players } from '../game/facts.js';
import { ruleset } from '../game/folder.js';
import { attempt } from '../game/notices.js';
import { useRun } from '../game/running.js';
import { reach } from '../game/tour.js';
import { Choice, PlayersChoice, VariantChoice } from '../parts/fields.jsx';
import { Icon } from '../parts/icons.jsx';
import { PageFrame } from '../parts/page_frame.jsx';
import { BotNote } from './bot_note.jsx';
import { Figures } from './figures.jsx';
import { OtherValues } from './other_values.jsx';

const RANDOM = 'random';
// how many games, by whether the bots think
const GAMES = { true: [1000, 10_000, 100_000], false: [120, 600, 3000] };
// games before which figures say nothing, and seconds from which it is said how long it takes
const ENOUGH = 100;
const LONG = 8;
const counted = (number) => number.toLocaleString('en');

export function Numbers() {
  const games = useSignal(GAMES.true[0]);
  const bot = useSignal(RANDOM);
  const { state, running, start, stop } = useRun();
  const report = useSignal('');

  const simulate = async () => {
    if (running.value) return;
    report.value = '';
    const [name, args] = asked(players.value, games.value, bot.value);
    if (await start(name, args, games.value)) reach('simulated');
  };
  useEffect(() => {
    if (takeErrand('simulate')) simulate();
  }, [errand.value]);
  const showReport = () =>
    attempt(async () => {
      report.value = (await call('report', { job: state.value.job })).html;
    });
  const chooseBot = (name) => {
    bot.value = name;
    games.value = GAMES[name === RANDOM][0];
  };
  const bots = facts.value?.bots ?? [];
  const isReady = facts.value && errorsInGame.value === 0;
  return (
    <>
      <div class="toolbar">
        <PlayersChoice />
        <VariantChoice />
        <Choice
          label="Games"
          value={games.value}
          options={GAMES[bot.value === RANDOM].map((each) => [each, counted(each)])}
          onChange={(each) => (games.value = Number(each))}
        />
        {bots.length > 1 && (
          <Choice
            label="Played by"
            value={bot.value}
            options={bots.map((each) => [each.name, each.words])}
            onChange={chooseBot}
          />
        )}
        {running.value ? (
          <button type="button" class="danger" onClick={stop}>
            <Icon name="stop" size={15} /> Stop
          </button>
        ) : (
          <button type="button" class="main" disabled={!isReady} onClick={simulate}>
            <Icon name="play" size={15} /> Play {counted(games.value)} games
          </button>
        )}
      </div>
      {errorsInGame.value > 0 && <p class="strip">{mendFirst(errorsInGame.value)}</p>}
      {facts.value?.slowness && <p class="strip">{facts.value.slowness}</p>}
      {bot.value !== RANDOM && <BotNote />}
      {state.value && (
        <Progress state={state.value} isRunning={running.value} report={report} onReport={showReport} />
      )}
      {report.value ? <PageFrame html={report.value} title="Report" /> : <Results state={state.value} />}
    </>
  );
}

// The request for so many games: random ones, or of bots that change seats.
function asked(count, games, bot) {
  if (bot === RANDOM) return ['simulate', { ...ruleset.value, players: [count], games }];
  return ['simulate_bots', { ...ruleset.value, bots: Array(count).fill(bot), games }];
}

function Progress({ state, isRunning, report, onReport }) {
  const { done = 0, total = 1 } = state.progress ?? {};
  return (
    <p class="progress">
      <progress value={done} max={total} aria-label="Games played" />
      <span>
        {counted(done)} of {counted(total)} games{state.stopped ? ', stopped' : ''}
        {isRunning && remaining(state.began, done, total)}
      </span>
      {!isRunning && state.result && (
        <button type="button" onClick={report.value ? () => (report.value = '') : onReport}>
          <Icon name="numbers" size={16} /> {report.value ? 'Figures' : 'Report'}
        </button>
      )}
    </p>
  );
}

// How long it will take, where that is long.
function remaining(began, done, total) {
  const seconds = ((Date.now() - began) / 1000) * (total / done - 1);
  if (!done || seconds < LONG) return '';
  return seconds < 90
    ? `, about ${Math.round(seconds)} seconds more`
    : `, about ${Math.round(seconds / 60)} minutes more`;
}

function Results({ state }) {
  const { problems = [], figures } = state?.result ?? {};
  const all = figures?.results ?? [figures?.result].filter(Boolean);
  const results = state?.done ? all : all.filter((one) => one.finished >= ENOUGH);
  return (
    <div class="figures" role="region" aria-label="Figures" tabIndex={0}>
      {!state && (
        <p class="empty">
          Bots play the game many times. You see at once who wins from which seat, how long a game takes, and whether
          some games never end.
        </p>
      )}
      {problems.map((one) => (
        <p key={one.message} class="strip wrong">
          {one.message}
        </p>
      ))}
      {results.map((each) => (
        <Figures key={each.players} of={each} />
      ))}
      <OtherValues />
    </div>
  );
}
