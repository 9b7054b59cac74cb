// The question for the name of a new file, or for another name of one.
import { signal } from '@preact/signals';
import { facts } from '../game/facts.js';
import { currentGame } from '../game/folder.js';
import { createFile, createVariant, renameFile } from '../game/opening.js';
import { Dialog, NameForm } from '../parts/dialog.jsx';

const NAMES = ['Anna', 'Ben', 'Clara', 'David', 'Ella', 'Felix', 'Greta', 'Hugo', 'Ida', 'Jan', 'Karl', 'Lena'];
// {kind, file, wrong}: what is asked for a name
const asked = signal(null);
const nameOf = (file) => file.slice(file.lastIndexOf('/') + 1);

export function askName(kind, file) {
  asked.value = { kind, file };
}

const FORMS = {
  variant: {
    title: 'A new variant',
    label: 'Name of the variant',
    value: 'My variant',
    submit: 'Create',
    hint: 'It contains only what differs from the rules.',
  },
  scenarios: {
    title: 'A new file of tests',
    label: 'Name of the file',
    value: 'more.scenarios.yaml',
    submit: 'Create',
    hint: 'Each test plays some choices and says what must then be so.',
  },
  sheet: {
    title: 'A new sheet',
    label: 'Name of the sheet',
    value: 'cards.csv',
    submit: 'Create',
    hint: 'A table of cards. The rules read it with `from:`.',
  },
  rename: {
    title: 'Rename the file',
    label: 'New name',
    submit: 'Rename',
    hint: 'Rules that read this file by its name have to be changed, too.',
  },
};

export function NameDialog() {
  if (!asked.value) return null;
  const { kind, file, wrong = '' } = asked.value;
  const form = FORMS[kind];
  const done = (name) =>
    act(kind, name, file).then(
      () => {
        asked.value = null;
      },
      (error) => {
        asked.value = { ...asked.value, wrong: error.message };
      },
    );
  return (
    <Dialog
      title={form.title}
      onClose={() => {
        asked.value = null;
      }}
    >
      <NameForm {...form} value={form.value ?? nameOf(file)} wrong={wrong} onSubmit={done} />
    </Dialog>
  );
}

function act(kind, name, file) {
  const one = currentGame.value;
  const inside = one.folder ? `${one.folder}/` : '';
  if (kind === 'rename') return renameFile(file, `${file.slice(0, -nameOf(file).length)}${name}`);
  if (kind === 'variant') return createVariant(name);
  if (kind === 'sheet') return createFile(`${inside}${name}`, 'name,copies\n');
  return createFile(`${inside}${name}`, firstTest(nameOf(one.game)));
}

// A file of tests with one that passes, to be changed.
function firstTest(rules) {
  const names = NAMES.slice(0, facts.value?.players[0] ?? 2);
  return [
    'format: 1',
    `tests: ${rules}`,
    `players: [${names.join(', ')}]`,
    'scenarios:',
    '  the game begins:',
    `    then: [count(players) = ${names.length}]`,
    '',
  ].join('\n');
}
