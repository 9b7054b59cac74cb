// Which game a file is about, and what the program is asked for it.
import { existsSync } from 'node:fs';
import path from 'node:path';

const BESIDE = /^(?:(.*)\.)?(?:scenarios|clauses|mutants|targets|words\.[a-z]+)\.yaml$/;
const OWN = /^(?:format[ \t]*:[ \t]*1[ \t]*$|(?:extends|library|tests|scenarios|mutants|clauses)[ \t]*:)|(?:ruleset|scenarios)\.schema\.json/m;

/** The ruleset or variant that a file is about: itself, or what lies beside a file of scenarios, words or cards. */
export function gameOf(file) {
  const folder = path.dirname(file);
  const match = BESIDE.exec(path.basename(file));
  const named = match?.[1] ? path.join(folder, `${match[1]}.yaml`) : '';
  if (named && existsSync(named)) return named;
  return match || !/\.ya?ml$/.test(file) ? path.join(folder, 'ruleset.yaml') : file;
}

/** Whether a text looks like a file of a game; other YAML files are none of our business. */
export const isOwn = (file, text) =>
  path.basename(file) === 'ruleset.yaml' || path.basename(path.dirname(file)) === 'variants' || OWN.test(text);

/** What the program is asked to do with a game for so many players (0: as it likes). */
export function argumentsFor(what, game, players, out = '') {
  const count = players ? ['--players', String(players)] : [];
  return {
    play: ['play', game, ...count],
    table: ['serve', game, '--open', ...count],
    simulate: ['simulate', game, ...count],
    report: ['report', game, ...count, '--out', out],
    rulebook: ['rulebook', game, ...count, '--format', 'html'],
  }[what];
}
