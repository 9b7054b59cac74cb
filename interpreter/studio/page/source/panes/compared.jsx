// Two forms of a game compared by many games: the button that begins or stops it, and what comes of it.
import { errorsWith, mendFirst, players } from '../game/facts.js';
import { Comparison } from '../parts/comparison.jsx';

const GAMES = 2000;

export function CompareButton({ run, words, first, second, disabled = false }) {
  const args = { first, second, players: players.value, games: GAMES, seed: 0 };
  const errors = errorsWith([...first.variants, ...second.variants]);
  return (
    <>
      <button
        type="button"
        disabled={disabled || errors > 0}
        onClick={() => (run.running.value ? run.stop() : run.start('compare', args))}
      >
        {run.running.value ? 'Stop' : words}
      </button>
      {errors > 0 && <small>{mendFirst(errors)}</small>}
    </>
  );
}

export function Compared({ run, first, second }) {
  const { done = 0, total = 1 } = run.state.value?.progress ?? {};
  if (run.running.value) return <progress value={done} max={total || 1} aria-label="Games played" />;
  const figures = run.state.value?.result?.figures;
  return figures ? <Comparison figures={figures} first={first} second={second} /> : null;
}
