// What the program knows of the game in front: numbers of players, settings, bots; asked again when the rules change.
import { computed, effect, signal } from '@preact/signals';
import { call } from '../transport.js';
import { problems } from './checks.js';
import { isSaved } from './documents.js';
import { currentGame, game, kindOf, laidOver, ruleset } from './folder.js';

const BESIDE_RULES = ['sheet', 'library', 'clauses', 'picture'];
export const facts = signal(null);
export const wishedPlayers = signal(0);
export const players = computed(() => {
  const counts = facts.value?.players ?? [];
  return counts.includes(wishedPlayers.value) ? wishedPlayers.value : preferred(counts);
});
// mistakes without which no game can begin: of the rules and what they read, with the variants laid over them
export const errorsInGame = computed(() => problems.value.filter(stopsPlay).length);

const preferred = (counts) => (counts.includes(3) ? 3 : (counts[0] ?? 0));
function stopsPlay({ severity, file }) {
  if (severity !== 'error') return false;
  if (file === game.value) return true;
  const variant = currentGame.value?.variants.find((one) => one.file === file);
  return variant ? laidOver.value.includes(variant.name) : BESIDE_RULES.includes(kindOf(file));
}

let asked = 0;

effect(() => {
  const args = ruleset.value;
  if (!args.game) {
    facts.value = null;
    return;
  }
  if (!isSaved.value || errorsInGame.value) return;
  const mine = (asked += 1);
  call('game', args).then(
    (found) => {
      if (mine === asked && game.peek() === args.game) facts.value = { ...found, game: args.game };
    },
    () => {},
  );
});
