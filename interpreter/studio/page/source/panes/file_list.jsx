// The files of the game in groups, each with its mistakes; what can be added, renamed and deleted.
import { problems } from '../game/checks.js';
import { currentGame, groupsOf, openFile, showFile } from '../game/folder.js';
import { attempt } from '../game/notices.js';
import { addPicture, deleteFile } from '../game/opening.js';
import { base64Of } from '../game/exchange.js';
import { FileButton } from '../parts/file_button.jsx';
import { Icon } from '../parts/icons.jsx';
import { askName } from './name_dialog.jsx';

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
    </nav>
  );
}

const short = (file, one) => (one.folder ? file.slice(one.folder.length + 1) : file).replace(/^variants\//, '');

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
            onClick={() => askName('rename', file)}
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
        onClick={() => askName(kind)}
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
