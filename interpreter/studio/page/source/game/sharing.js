// A link to the open game, where the studio runs in the browser alone; on the own computer nobody answers it.
import { signal } from '@preact/signals';
import { saveAll } from './documents.js';
import { currentGame } from './folder.js';

export const browserHome = window.stammtisch ?? null;
export const NO_LINK =
  'Sharing by link is not possible from this address, which only your computer can open. ' +
  'Export the game instead and send the file: “Import a zip file” opens it.';
// a folder on disk: {name, open, leave}; name is "" while games are kept in the browser, open null where it has none
export const disk = () => browserHome?.disk ?? { name: '', open: null };
export const keptWhere = () =>
  disk().name
    ? `Your games are saved in the folder ${disk().name} on this computer.`
    : 'Your games are kept in this browser alone. Save a copy now and then.';

// {link, isCopied} while the link is shown
export const sharedLink = signal(null);

export async function shareGame() {
  await saveAll();
  const link = await browserHome.shareLink(currentGame.value.folder);
  const copied = navigator.clipboard?.writeText(link).then(
    () => true,
    () => false,
  );
  sharedLink.value = { link, isCopied: Boolean(await copied) };
}
