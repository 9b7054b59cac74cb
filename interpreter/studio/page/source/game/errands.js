// What is asked in one part of the studio and done in another: run a test, play from its end, look into the rulebook.
import { signal } from '@preact/signals';
import { showView } from './folder.js';

// {kind, ...}: taken and cleared by the part of the studio that does it
export const errand = signal(null);
export const cursor = signal({ file: '', line: 1 });

const VIEWS = { run: 'tests', play: 'play', simulate: 'numbers', rules: 'rulebook' };

export function doHere(file, lens) {
  errand.value = { kind: lens.kind, file, words: lens.words, line: lens.from.line };
  showView(VIEWS[lens.kind]);
}

export function takeErrand(kind) {
  const asked = errand.value;
  if (asked?.kind !== kind) return null;
  errand.value = null;
  return asked;
}
