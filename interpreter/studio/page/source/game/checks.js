// What is wrong in the game: at once after an edit from names and types, a little later from games that are tried.
import { computed, signal } from '@preact/signals';
import { call, runJob } from '../transport.js';
import { textOf } from './documents.js';
import { currentGame, kindOf, openFile } from './folder.js';

const SOON = 30,
  LATER = 900;
// the file that was checked -> what was found, in it or in files that it is made of
const found = signal(new Map());
export const isChecking = signal(false);

let soon = 0,
  later = 0,
  running = null;

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
  const text = textOf(file);
  const { diagnostics } = await call('check', text === undefined ? { file } : { file, text });
  if (textOf(file) === text) keep(file, diagnostics);
}

// Files whose mistakes an edit of this one may change: itself, and the rules that it is part of.
function touched(file) {
  const one = currentGame.value;
  if (!one || file === one.game) return [file];
  return kindOf(file) === 'sheet' ? [one.game] : [file, one.game];
}

export function checkSoon(file) {
  clearTimeout(soon);
  clearTimeout(later);
  running?.abort();
  soon = setTimeout(() => checkNow(file), SOON);
}

export async function checkNow(file) {
  try {
    for (const each of touched(file)) await check(each);
  } catch {
    return; /* the next edit checks again; a program that is away is told when the text is saved */
  }
  later = setTimeout(() => checkFurther(file), LATER);
}

async function checkFurther(file) {
  running?.abort();
  const mine = (running = new AbortController());
  isChecking.value = true;
  try {
    const tests = currentGame.value?.scenarios ?? [];
    for (const each of new Set([...touched(file), ...tests])) {
      if (mine.signal.aborted) break;
      if (!['ruleset', 'scenarios'].includes(kindOf(each))) continue;
      // a piece at a time, so that the next key waits for one at most
      const done = await runJob('check_further', { file: each }, { portion: 0, signal: mine.signal });
      if (done && !mine.signal.aborted) keep(each, done.result.diagnostics);
    }
  } catch {
    /* as above */
  } finally {
    if (running === mine) isChecking.value = false;
  }
}

// All files of a game when it is opened, so that the list of files shows which have mistakes.
export async function checkGame(one) {
  found.value = new Map();
  const files = [one.game, ...one.variants.map((each) => each.file), ...one.scenarios];
  for (const file of files) {
    if (currentGame.value?.game !== one.game) return;
    await check(file).catch(() => {});
  }
  if (currentGame.value?.game === one.game) checkFurther(one.game);
}

export async function fixesFor(one) {
  const text = textOf(one.file);
  const args = { file: one.file, start: one.from, end: one.to };
  const { fixes } = await call('quick_fixes', text === undefined ? args : { ...args, text });
  return fixes;
}
