// The folder that is open: its files and games, which game and which file are in front, what is laid over the game.
import { batch, computed, signal } from '@preact/signals';
import { call } from '../transport.js';

export const folder = signal(null);
export const game = signal('');
export const openFile = signal('');
export const laidOver = signal([]);
export const view = signal('play');
export const screen = signal('waiting');
export const pane = signal('text');
// whether what one looks at has the whole width
export const isLarge = signal(false);

export const games = computed(() => folder.value?.games ?? []);
export const currentGame = computed(() => games.value.find((one) => one.game === game.value) ?? null);
export const ruleset = computed(() => ({ game: game.value, variants: laidOver.value }));
export const kindOf = (file) => folder.value?.files.find((one) => one.file === file)?.kind ?? 'other';

// changes when a file of tests of the game in front has changed on the disk
export const testsOnDisk = computed(() => {
  const own = currentGame.value?.scenarios ?? [];
  const kept = folder.value?.files.filter((one) => own.includes(one.file)) ?? [];
  return kept.map(({ file, digest }) => `${file} ${digest}`).join();
});

const REMEMBERED = 'stammtisch studio';

export async function lookAtFolder() {
  folder.value = await call('files');
  return folder.value;
}

// The same where something has changed on the disk since.
export async function lookForChanges() {
  const now = await call('changes', { digest: folder.value.digest });
  if (now.files) folder.value = now;
}

// The files of a game, in groups that a person looks for.
export function groupsOf(one) {
  const all = folder.value?.files ?? [];
  const inside = all.filter((each) => one.folder === '' || each.file.startsWith(`${one.folder}/`));
  const names = (kinds, but = []) => inside.filter((each) => kinds.includes(each.kind) && !but.includes(each.file));
  const variants = one.variants.map((each) => each.file);
  return [
    { name: 'Rules', add: null, files: inside.filter((each) => each.file === one.game) },
    { name: 'Variants', add: 'variant', files: inside.filter((each) => variants.includes(each.file)) },
    { name: 'Tests', add: 'scenarios', files: names(['scenarios']) },
    { name: 'Sheets', add: 'sheet', files: names(['sheet']) },
    { name: 'Pictures', add: 'picture', files: names(['picture']) },
    {
      name: 'More',
      add: null,
      files: names(['library', 'clauses', 'mutants', 'targets', 'words', 'ruleset'], [one.game, ...variants]),
    },
  ];
}

export function remember() {
  try {
    localStorage.setItem(REMEMBERED, JSON.stringify({ game: game.value, file: openFile.value, view: view.value }));
  } catch {
    /* a browser that keeps nothing opens the start screen the next time */
  }
}

export function remembered() {
  try {
    return JSON.parse(localStorage.getItem(REMEMBERED)) ?? {};
  } catch {
    return {};
  }
}

export function showGame(file, first = file) {
  batch(() => {
    if (game.value !== file) laidOver.value = [];
    game.value = file;
    openFile.value = first;
    screen.value = 'game';
  });
  remember();
}

export function showFile(file) {
  batch(() => {
    openFile.value = file;
    pane.value = 'text';
    isLarge.value = false;
  });
  remember();
}

export function showView(name) {
  batch(() => {
    view.value = name;
    pane.value = 'view';
  });
  remember();
}
