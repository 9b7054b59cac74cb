// The files of the game in groups, each with its mistakes; what can be added, renamed and deleted.
import { signal } from '@preact/signals';
import { problems } from '../game/checks.js';
import { facts } from '../game/facts.js';
import { currentGame, groupsOf, openFile, showFile } from '../game/folder.js';
import { attempt } from '../game/notices.js';
import { addPicture, createFile, createVariant, deleteFile, renameFile } from '../game/opening.js';
import { base64Of } from '../game/exchange.js';
import { Dialog, NameForm } from '../parts/dialog.jsx';
import { FileButton } from '../parts/file_button.jsx';
import { Icon } from '../parts/icons.jsx';

const ICONS = {
  Rules: 'rules',
  Variants: 'variant',
  Tests: 'test',
  Sheets: 'sheet',
  Pictures: 'picture',
  More: 'file',
};
const ADDED = {
  variant: 'Add a variant',
  scenarios: 'Add a file of tests',
  sheet: 'Add a sheet',
  picture: 'Add a picture',
};
const NAMES = ['Anna', 'Ben', 'Clara', 'David', 'Ella', 'Felix', 'Greta', 'Hugo', 'Ida', 'Jan', 'Karl', 'Lena'];
// {kind, file, wrong}: what is asked for a name
const asked = signal(null);

export function FileList() {
  const one = currentGame.value;
  if (!one) return <nav class="files" aria-label="Files" />;
  return (
    <nav class="files" aria-label="Files of the game">
      {groupsOf(one)
        .filter((group) => group.files.length || group.add)
        .map((group) => (
          <section key={group.name}>
            <header>
              <h2>{group.name}</h2>
              {group.add && <Add kind={group.add} />}
            </header>
            <ul>
              {group.files.map(({ file }) => (
                <Row key={file} file={file} group={group.name} one={one} />
              ))}
            </ul>
          </section>
        ))}
      <AskedName />
    </nav>
  );
}

const short = (file, one) => (one.folder ? file.slice(one.folder.length + 1) : file).replace(/^variants\//, '');

const nameOf = (file) => file.slice(file.lastIndexOf('/') + 1);

function shownName(file, one, group) {
  if (file === one.game) return one.name;
  const name = short(file, one);
  return group === 'Variants' ? name.replace(/\.yaml$/, '').replaceAll('-', ' ') : name;
}

function Row({ file, group, one }) {
  const wrong = problems.value.filter((each) => each.file === file);
  const errors = wrong.filter((each) => each.severity === 'error').length;
  const count = errors || wrong.length;
  const words = count === 0 ? '' : `${count} ${errors ? 'mistake' : 'warning'}${count > 1 ? 's' : ''}`;
  const isOpen = openFile.value === file;
  return (
    <li class={isOpen ? 'open' : ''}>
      <button
        type="button"
        class="bare file"
        aria-current={isOpen ? 'true' : undefined}
        title={file}
        onClick={() => showFile(file)}
      >
        <Icon name={ICONS[group]} size={16} /> <span class="name">{shownName(file, one, group)}</span>
        {count > 0 && (
          <span class={`count ${errors ? 'error' : 'warn'}`}>
            {count}
            <span class="said"> {words}</span>
          </span>
        )}
      </button>
      {isOpen && file !== one.game && (
        <span class="does">
          <button
            type="button"
            class="bare icon"
            aria-label={`Rename ${file}`}
            title="Rename"
            onClick={() => {
              asked.value = { kind: 'rename', file };
            }}
          >
            <Icon name="more" size={16} />
          </button>
          <button
            type="button"
            class="bare icon"
            aria-label={`Delete ${file}`}
            title="Delete"
            onClick={() => attempt(() => deleteFile(file))}
          >
            <Icon name="trash" size={15} />
          </button>
        </span>
      )}
    </li>
  );
}

function Add({ kind }) {
  if (kind !== 'picture') {
    return (
      <button
        type="button"
        class="bare icon"
        aria-label={ADDED[kind]}
        title={ADDED[kind]}
        onClick={() => {
          asked.value = { kind };
        }}
      >
        <Icon name="plus" size={15} />
      </button>
    );
  }
  const add = (file) => attempt(async () => addPicture(file.name, await base64Of(file)));
  return (
    <FileButton
      class="bare icon"
      accept=".png,.jpg,.jpeg,.webp,.svg"
      aria-label={ADDED[kind]}
      title={ADDED[kind]}
      onFile={add}
    >
      <Icon name="plus" size={15} />
    </FileButton>
  );
}

const FORMS = {
  variant: {
    title: 'A new variant',
    label: 'Name of the variant',
    value: 'my-variant',
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

function AskedName() {
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
  return createFile(`${inside}${name}`, firstTest(short(one.game, one)));
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
