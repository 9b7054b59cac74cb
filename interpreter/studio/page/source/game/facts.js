// What the program knows of the game in front: numbers of players, settings, bots; asked again when the rules change.
import { computed, effect, signal } from '@preact/signals';
import { call } from '../transport.js';
import { problems } from './checks.js';
import { isSaved } from './documents.js';
import { currentGame, folder, game, kindOf, laidOver, ruleset } from './folder.js';

const BESIDE_RULES = ['sheet', 'library', 'clauses', 'picture'];
export const facts = signal(null);
export const wishedPlayers = signal(0);
export const players = computed(() => {
  const counts = facts.value?.players ?? [];
  return counts.includes(wishedPlayers.value) ? wishedPlayers.value : preferred(counts);
});
// mistakes without which no game with these variants can begin: of the rules, of what they read, and of the variants
export const errorsWith = (variants) => problems.value.filter((one) => stopsPlay(one, variants)).length;
export const errorsInGame = computed(() => errorsWith(laidOver.value));
export const mendFirst = (errors) => `Mend the ${errors === 1 ? 'mistake' : `${errors} mistakes`} below the text first.`;

// changes with the files that the game is made of; null while they hold a mistake, or not yet what was typed
export const rulesOnDisk = computed(() => (isSaved.value && !errorsInGame.value ? folder.value?.digest : null));

const preferred = (counts) => (counts.includes(3) ? 3 : (counts[0] ?? 0));
function stopsPlay({ severity, file }, variants) {
  if (severity !== 'error') return false;
  if (file === game.value) return true;
  const variant = currentGame.value?.variants.find((one) => one.file === file);
  return variant ? variants.includes(variant.name) : BESIDE_RULES.includes(kindOf(file));
}

let asked = 0;

effect(() => {
  const args = ruleset.value;
  if (!args.game) {
    facts.value = null;
    return;
  }
  if (!rulesOnDisk.value) return;
  const mine = (asked += 1);
  call('game', args).then(
    (found) => {
      if (mine === asked && game.peek() === args.game) facts.value = { ...found, game: args.game };
    },
    () => {},
  );
});
