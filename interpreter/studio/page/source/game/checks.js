// What is wrong in the game: at once after an edit from names and types, a little later from games that are tried.
import { computed, signal } from '@preact/signals';
import { call, runJob } from '../transport.js';
import { textOf } from './documents.js';
import { currentGame, folder, game, kindOf, openFile } from './folder.js';

const SOON = 30,
  LATER = 900;
// the file that was checked -> what was found, in it or in files that it is made of
const found = signal(new Map());
export const isChecking = signal(false);

let soon = 0,
  later = 0,
  running = null,
  isBusy = false;
// files to check, and those of which games are to be tried after that
let due = new Set();
const dueInGames = new Set();

export const problems = computed(() => {
  const all = new Map();
  for (const list of found.value.values()) {
    for (const one of list)
      all.set(`${one.file} ${one.from.line} ${one.from.column} ${one.code} ${one.message}`, one);
  }
  const weight = (one) => (one.severity === 'error' ? 0 : 1);
  return [...all.values()].sort(
    (a, b) => weight(a) - weight(b) || a.file.localeCompare(b.file) || a.from.line - b.from.line,
  );
});
export const problemsHere = computed(() => problems.value.filter((one) => one.file === openFile.value));

function keep(file, list) {
  found.value = new Map(found.value).set(file, list);
}

export function forget(file) {
  const left = new Map(found.value);
  left.delete(file);
  found.value = left;
}

async function check(file) {
  const [text, inFront] = [textOf(file), game.value];
  const { diagnostics } = await call('check', text === undefined ? { file } : { file, text });
  if (textOf(file) === text && game.value === inFront) keep(file, diagnostics);
}

// Files whose mistakes an edit of this one may change: itself, and the rules that it is part of.
function touched(file) {
  const one = currentGame.value;
  if (!one || file === one.game) return [file];
  return kindOf(file) === 'sheet' ? [one.game] : [file, one.game];
}

const filesOf = (one) => [one.game, ...one.variants.map((each) => each.file), ...one.scenarios];

// All files of a game when it is opened, so that the list of files shows which have mistakes.
export function checkGame(one) {
  found.value = new Map();
  due = new Set();
  dueInGames.clear();
  checkAll(filesOf(one), [one.game]);
}

export function checkSoon(file) {
  checkAll(touched(file), touched(file));
}

// After changes on the disk: every file of the game, as one may be made of others; games are tried of what has changed,
// and of what had mistakes.
export function checkAgain(changed) {
  const one = currentGame.value;
  if (!one) return;
  const there = new Set(folder.value.files.map(({ file }) => file));
  found.value = new Map([...found.value].filter(([file]) => there.has(file)));
  const all = new Set([...filesOf(one), ...found.value.keys()]);
  const isWrong = (file) => found.value.get(file)?.length > 0;
  checkAll(all, [one.game, ...[...all].filter((file) => changed.includes(file) || isWrong(file))]);
}

function checkAll(files, inGames) {
  clearTimeout(soon);
  clearTimeout(later);
  running?.abort();
  // what is asked for last is wanted first
  due = new Set([...files, ...due]);
  for (const file of inGames) dueInGames.add(file);
  soon = setTimeout(checkNow, SOON);
}

async function checkNow() {
  if (isBusy) return; // what is under way goes on with all that is due
  isBusy = true;
  while (due.size) {
    const [file] = due;
    due.delete(file);
    // a file may be gone; a program that is away is told when the text is saved
    await check(file).catch(() => {});
  }
  isBusy = false;
  clearTimeout(later);
  later = setTimeout(checkFurther, LATER);
}

async function checkFurther() {
  running?.abort();
  const mine = (running = new AbortController());
  isChecking.value = true;
  try {
    for (const each of new Set([...dueInGames, ...(currentGame.value?.scenarios ?? [])])) {
      if (mine.signal.aborted) break;
      // a piece at a time, so that the next key waits for one at most
      const done = ['ruleset', 'scenarios'].includes(kindOf(each))
        ? await runJob('check_further', { file: each }, { portion: 0, signal: mine.signal })
        : null;
      if (mine.signal.aborted) break;
      if (done) keep(each, done.result.diagnostics);
      dueInGames.delete(each);
    }
  } catch {
    /* as above: what is due stays so */
  } finally {
    if (running === mine) isChecking.value = false;
  }
}

export async function fixesFor(one) {
  const text = textOf(one.file);
  const args = { file: one.file, start: one.from, end: one.to };
  const { fixes } = await call('quick_fixes', text === undefined ? args : { ...args, text });
  return fixes;
}
