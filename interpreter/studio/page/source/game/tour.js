// The tour: real steps in the own game, each ticked off when it has been done.
import { effect, signal } from '@preact/signals';
import { errorsInGame } from './facts.js';
import { notify } from './notices.js';
import { currentGame, showFile, showView } from './folder.js';

const POINTED = 2600;

// Draws the eye to a part of the page for a moment.
function point(selector) {
  const part = document.querySelector(selector);
  part?.classList.add('pointed');
  setTimeout(() => part?.classList.remove('pointed'), POINTED);
}

function show(open, name, selector) {
  open(name);
  setTimeout(() => point(selector), 300);
}

export const STEPS = [
  {
    name: 'played',
    title: 'Play a turn',
    text: 'At the right, press Play. Then choose something at the table; the bots answer at once.',
    show: () => show(showView, 'play', '.begin .main, .at-table'),
  },
  {
    name: 'mistaken',
    title: 'Make a mistake',
    text:
      'In the rules, take a letter out of a green word: write “setings” for “settings”. ' +
      'It is underlined at once, and below the text you read what is wrong.',
    show: () => show(showFile, currentGame.value.game, '.text'),
  },
  {
    name: 'mended',
    title: 'Mend it with a click',
    text: 'Below the text stands a golden button that writes the right word. Press it. (Ctrl+Z takes back any change.)',
    show: () => show(showFile, currentGame.value.game, '.problems .main, .problems'),
  },
  {
    name: 'changed',
    title: 'Change the game',
    text: 'Change a number: what a card is worth in a sheet at the left, or how many there are under “settings”.',
    show: () => show(showFile, currentGame.value.sheets[0] ?? currentGame.value.game, '.sheet tbody, .text'),
  },
  {
    name: 'simulated',
    title: 'Play a thousand games',
    text: 'Under Numbers, let bots play. Do all seats win alike? How long is a game?',
    show: () => show(showView, 'numbers', '.shown:not([hidden]) .toolbar .main'),
  },
  {
    name: 'tested',
    title: 'Keep a moment as a test',
    text:
      'Back at the table, press “Make a test” and give it a name. ' +
      'From now on the studio says if a change of the rules breaks it.',
    show: () => show(showView, 'play', '.at-table .make, .begin .main'),
  },
  {
    name: 'exported',
    title: 'Take it with you',
    text: 'Export saves the whole game as one file. Send it to a friend, or keep it.',
    show: () => point('.top [aria-label=Export]'),
  },
];

// the number of the step, or null when no tour is under way
export const tour = signal(null);

export function startTour() {
  tour.value = 0;
  STEPS[0].show();
}

export function nextStep() {
  tour.value += 1;
  STEPS[tour.value]?.show();
}

export function reach(name) {
  if (tour.value === null || STEPS[tour.value]?.name !== name) return;
  notify(`${STEPS[tour.value].title}: done.`, { seconds: 3 });
  nextStep();
}

effect(() => {
  reach(errorsInGame.value > 0 ? 'mistaken' : 'mended');
});
