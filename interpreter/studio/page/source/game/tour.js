// The tour: real steps in the own game, each ticked off when it has been done.
import { effect, signal } from '@preact/signals';
import { errorsInGame } from './facts.js';
import { currentGame, showFile, showView } from './folder.js';

export const STEPS = [
  {
    name: 'played',
    title: 'Play a turn',
    text: 'At the right, press Play. Then choose something at the table; the bots answer at once.',
    show: () => showView('play'),
  },
  {
    name: 'mistaken',
    title: 'Make a mistake',
    text:
      'In the rules, take a letter out of a green word: write “setings” for “settings”. ' +
      'It is underlined at once, and below the text you read what is wrong.',
    show: () => showFile(currentGame.value.game),
  },
  {
    name: 'mended',
    title: 'Mend it with a click',
    text: 'Below the text stands a golden button that writes the right word. Press it. (Ctrl+Z takes back any change.)',
    show: () => showFile(currentGame.value.game),
  },
  {
    name: 'changed',
    title: 'Change the game',
    text: 'Change a number: what a card is worth in a sheet at the left, or how many there are under “settings”.',
    show: () => showFile(currentGame.value.sheets[0] ?? currentGame.value.game),
  },
  {
    name: 'simulated',
    title: 'Play a thousand games',
    text: 'Under Numbers, let bots play. Do all seats win alike? How long is a game?',
    show: () => showView('numbers'),
  },
  {
    name: 'tested',
    title: 'Keep a moment as a test',
    text:
      'Back at the table, press “Make a test” and give it a name. ' +
      'From now on the studio says if a change of the rules breaks it.',
    show: () => showView('play'),
  },
  {
    name: 'exported',
    title: 'Take it with you',
    text: 'Export saves the whole game as one file. Send it to a friend, or keep it.',
    show: () => {},
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
  if (tour.value !== null && STEPS[tour.value]?.name === name) nextStep();
}

effect(() => {
  reach(errorsInGame.value > 0 ? 'mistaken' : 'mended');
});
