// Where one begins: own games, templates, examples to look into or to copy, and a zip file to import.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { call } from '../transport.js';
import { importZip } from '../game/exchange.js';
import { folder, games } from '../game/folder.js';
import { attempt } from '../game/notices.js';
import { beginGame, fileNameFor, openGame } from '../game/opening.js';
import { browserHome, disk, keptWhere } from '../game/sharing.js';
import { startTour } from '../game/tour.js';
import { Dialog, NameForm } from '../parts/dialog.jsx';
import { FileButton } from '../parts/file_button.jsx';
import { Icon } from '../parts/icons.jsx';

const titled = (name) => name.replaceAll('-', ' ').replace(/^./, (sign) => sign.toUpperCase());

// The tour begins in a game of its own, the next that is not there yet.
async function tryTour() {
  const taken = new Set(games.value.map((one) => one.folder));
  const folder = Array.from({ length: 99 }, (_, number) => `first-game${number ? `-${number + 1}` : ''}`).find(
    (one) => !taken.has(one),
  );
  await beginGame({ folder, template: 'card-game' });
  startTour();
}

export function StartScreen() {
  const starts = useSignal({ templates: [], examples: [] });
  // {title, args}: what is begun, while its folder's name is asked for
  const asked = useSignal(null);
  useEffect(() => {
    attempt(async () => {
      starts.value = await call('starts');
    });
  }, []);
  const take = (file) => {
    asked.value = { title: 'Import a game', value: titled(fileNameFor(file.name.replace(/\.zip$/, ''))), file };
  };
  return (
    <main class="start">
      <header class="felt">
        <h1>Stammtisch</h1>
        <p>
          Write the rules of a game. Play it at once, against bots or with friends, and see what a thousand games come
          to.
        </p>
        <p class="row">
          <button type="button" class="main" onClick={() => attempt(tryTour)}>
            <Icon name="tour" /> Take the five-minute tour
          </button>
        </p>
      </header>
      <div class="shelves">
        {games.value.length > 0 && (
          <section>
            <h2>Your games</h2>
            <p class="about">{browserHome ? keptWhere() : `In the folder ${folder.value.folder}`}</p>
            <ul class="shelf">
              {games.value.map((one) => (
                <Card
                  key={one.game}
                  title={one.name}
                  kind="own"
                  onClick={() => openGame(one.game)}
                  about={[
                    one.folder,
                    one.variants.length && `${one.variants.length} variant${one.variants.length === 1 ? '' : 's'}`,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                />
              ))}
            </ul>
          </section>
        )}
        <section>
          <h2>Begin a new game</h2>
          <p class="about">
            Each is a whole game that works, with tests. Change one line after the other until it is yours.
          </p>
          <ul class="shelf">
            {starts.value.templates.map(({ name, about }) => (
              <Card
                key={name}
                title={titled(name)}
                about={about}
                kind="template"
                onClick={() => {
                  asked.value = {
                    title: `Begin from “${titled(name)}”`,
                    value: titled(`my-${name}`),
                    args: { template: name },
                  };
                }}
              />
            ))}
          </ul>
          <p class="row import-row">
            <FileButton class="import" accept=".zip,application/zip" onFile={take}>
              <Icon name="open" /> Import a zip file
            </FileButton>
            {disk().open && !disk().name && (
              <button type="button" class="import" onClick={() => attempt(disk().open)}>
                <Icon name="open" /> Open a folder of this computer
              </button>
            )}
            {disk().name && (
              <button type="button" class="import" onClick={() => attempt(disk().leave)}>
                <Icon name="home" size={17} /> Back to the games in this browser
              </button>
            )}
          </p>
          {browserHome && <p class="about">{keptWhere()}</p>}
        </section>
        <section>
          <h2>Look into a finished game</h2>
          <p class="about">A copy of it is yours: play it, change it, take from it what you like.</p>
          <ul class="shelf">
            {starts.value.examples.map(({ game, name, about, players }) => (
              <Card
                key={game}
                title={name}
                about={about.split('\n')[0]}
                kind="example"
                players={players}
                onClick={() => {
                  const value = `My ${name}`;
                  asked.value = { title: `Copy “${name}”`, value, args: { copy_of: game } };
                }}
              />
            ))}
          </ul>
        </section>
      </div>
      {asked.value && <Ask asked={asked} />}
    </main>
  );
}

function Card({ title, about, kind, players = [], onClick }) {
  const counts =
    players.length > 1
      ? `${players[0]}–${players.at(-1)} players`
      : players.length
        ? `${players[0]} player${players[0] === 1 ? '' : 's'}`
        : '';
  return (
    <li>
      <button type="button" class={`game-card ${kind}`} onClick={onClick}>
        <strong>{title}</strong>
        <span>{about}</span>
        {counts && <small>{counts}</small>}
      </button>
    </li>
  );
}

function Ask({ asked }) {
  const wrong = useSignal('');
  const { title, value, args, file } = asked.value;
  const begin = async (name) => {
    const folderName = fileNameFor(name);
    try {
      if (args) await beginGame({ folder: folderName, title: name, ...args });
      else {
        await importZip(file, folderName);
        const [found] = games.value.filter(
          (one) => one.folder === folderName || one.folder.startsWith(`${folderName}/`),
        );
        if (found) openGame(found.game);
      }
      asked.value = null;
    } catch (error) {
      wrong.value = error.message;
    }
  };
  return (
    <Dialog
      title={title}
      onClose={() => {
        asked.value = null;
      }}
    >
      <NameForm
        label="Name of your game"
        value={value}
        submit="Begin"
        wrong={wrong.value}
        hint="Its folder is called after it. You can change both later."
        onSubmit={begin}
      />
    </Dialog>
  );
}
