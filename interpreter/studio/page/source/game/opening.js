// Opening the folder, a game and its files, and following what other programs do to them.
import { effect } from '@preact/signals';
import { call } from '../transport.js';
import { checkAgain, checkGame, forget } from './checks.js';
import { drop, followDisk, saveAll, unsaved } from './documents.js';
import {
  currentGame,
  folder,
  game,
  games,
  lookAtFolder,
  lookForChanges,
  openFile,
  remembered,
  screen,
  showFile,
  showGame,
  view,
} from './folder.js';
import { notify } from './notices.js';

const LOOK = 1500;
// the folder as it was when its changes were last taken over
let taken = null;

export async function openStudio() {
  taken = await lookAtFolder();
  const before = remembered();
  const found =
    games.value.find((one) => one.game === before.game) ?? (games.value.length === 1 ? games.value[0] : null);
  if (before.view) view.value = before.view;
  if (found) openGame(found.game, before.file);
  else screen.value = 'start';
  setInterval(follow, LOOK);
  addEventListener('beforeunload', (event) => {
    if (!unsaved.value.size) return;
    saveAll();
    event.preventDefault();
  });
  addEventListener('keydown', (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.key !== 's') return;
    event.preventDefault();
    saveAll().then(() => notify('Everything is saved by itself. Export saves a copy elsewhere.'));
  });
  effect(() => {
    const name = screen.value === 'game' && currentGame.value?.name;
    document.title = name ? `${name} · Stammtisch` : 'Stammtisch Studio';
  });
}

let isFollowing = false;
async function follow() {
  if (isFollowing || document.hidden) return;
  isFollowing = true;
  try {
    await lookForChanges();
    // this page may have looked at the folder meanwhile, after a change of its own
    if (folder.value.digest !== taken.digest) await takeOver(folder.value);
  } catch {
    /* away: said when something is saved */
  } finally {
    isFollowing = false;
  }
}

async function takeOver(now) {
  await followDisk();
  if (game.value && !currentGame.value) screen.value = 'start';
  else if (openFile.value && !now.files.some((one) => one.file === openFile.value)) showFile(game.value);
  const before = new Map(taken.files.map(({ file, digest }) => [file, digest]));
  checkAgain(now.files.filter(({ file, digest }) => before.get(file) !== digest).map(({ file }) => file));
  taken = now;
}

export function openGame(file, first) {
  const there = folder.value.files.some((one) => one.file === first);
  showGame(file, there ? first : file);
  checkGame(currentGame.value);
}

export async function beginGame(args) {
  await saveAll();
  const begun = await call('begin', args);
  await lookAtFolder();
  openGame(begun.game);
}

export async function deleteFile(file) {
  await saveAll();
  const { text, base64, digest } = await call('read', { file });
  drop(file);
  forget(file);
  await call('delete_file', { file, digest });
  await lookAtFolder();
  if (openFile.value === file) showFile(game.value);
  const putBack = async () => {
    await call('write', base64 === undefined ? { file, text, digest: '' } : { file, base64, digest: '' });
    await lookAtFolder();
    showFile(file);
  };
  notify(`Deleted ${file}.`, { action: { words: 'Undo', do: putBack } });
}

export async function renameFile(file, to) {
  await saveAll();
  const { digest } = await call('read', { file });
  await call('rename_file', { file, to, digest });
  drop(file);
  forget(file);
  await lookAtFolder();
  if (openFile.value === file) showFile(to);
}

// A new file of a kind, with what it needs to begin with.
export async function createFile(file, text) {
  await call('write', { file, text, digest: '' });
  await lookAtFolder();
  showFile(file);
}

// The name of a folder or file for what is called so.
export const fileNameFor = (words) =>
  words
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');

export async function createVariant(title) {
  const { file } = await call('new_variant', { game: game.value, name: fileNameFor(title), title });
  await lookAtFolder();
  showFile(file);
  return file;
}

export async function addPicture(name, base64) {
  const inside = currentGame.value.folder ? `${currentGame.value.folder}/` : '';
  const file = `${inside}${name}`;
  await call('write', { file, base64, digest: '' });
  await lookAtFolder();
  showFile(file);
}
