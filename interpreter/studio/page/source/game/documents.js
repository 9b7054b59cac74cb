// The texts that are open: what each holds, whether it is saved, and the view that shows one of them.
import { computed, signal } from '@preact/signals';
import { call } from '../transport.js';
import { folder, lookAtFolder, openFile } from './folder.js';
import { notify } from './notices.js';

// file -> {state, digest, readOnly, kind, isSaved}; state is CodeMirror's, with its own history
export const documents = new Map();
export const unsaved = signal(new Set());
export const isSaved = computed(() => unsaved.value.size === 0);
export const shownDocument = signal(null);
// counts the edits of all files
export const edits = signal(0);

const QUIET = 700;
const timers = new Map();
// two parts of the page may ask for the same file at once
const loading = new Map();
let makeState = null;
let shownView = null;
let whenEdited = () => {};

export function connectEditor(make, edited) {
  makeState = make;
  whenEdited = edited;
}

export function connectView(view) {
  shownView = view;
}

export const editorView = () => shownView;
export const textOf = (file) => documents.get(file)?.state.doc.toString();

export async function loadDocument(file) {
  if (documents.has(file)) return documents.get(file);
  if (!loading.has(file))
    loading.set(
      file,
      readDocument(file).finally(() => loading.delete(file)),
    );
  return loading.get(file);
}

async function readDocument(file) {
  const { text, digest, kind, read_only: readOnly } = await call('read', { file });
  const loaded = { file, digest, kind, readOnly, state: makeState(file, text, readOnly) };
  documents.set(file, loaded);
  return loaded;
}

export async function showDocument(file) {
  const loaded = await loadDocument(file);
  if (openFile.value === file) shownDocument.value = loaded;
  return loaded;
}

// Called by the view with each transaction, and below for texts that are not shown.
export function takeState(file, state, isEdit) {
  const held = documents.get(file);
  held.state = state;
  if (!isEdit) return;
  edits.value += 1;
  unsaved.value = new Set(unsaved.value).add(file);
  clearTimeout(timers.get(file));
  timers.set(
    file,
    setTimeout(() => save(file), QUIET),
  );
  whenEdited(file);
}

function dispatch(file, spec) {
  const held = documents.get(file);
  if (shownView && shownDocument.value === held) shownView.dispatch(spec);
  else takeState(file, held.state.update(spec).state, Boolean(spec.changes));
}

// Puts another text in, changing only the stretch that differs, so that the cursor and what is undone stay.
export function replaceText(file, text) {
  const before = textOf(file);
  if (before === undefined || before === text) return;
  let from = 0,
    end = 0;
  const shorter = Math.min(before.length, text.length);
  while (from < shorter && before[from] === text[from]) from += 1;
  while (end < shorter - from && before[before.length - 1 - end] === text[text.length - 1 - end]) end += 1;
  dispatch(file, { changes: { from, to: before.length - end, insert: text.slice(from, text.length - end) } });
}

function markSaved(file, digest) {
  documents.get(file).digest = digest;
  const left = new Set(unsaved.value);
  left.delete(file);
  unsaved.value = left;
}

export async function save(file, force = false) {
  clearTimeout(timers.get(file));
  const held = documents.get(file);
  if (!held || !unsaved.value.has(file)) return;
  const text = held.state.doc.toString();
  try {
    const { digest } = await call('write', { file, text, digest: held.digest, force });
    held.digest = digest;
    if (textOf(file) === text) markSaved(file, digest);
  } catch (mistake) {
    if (mistake.kind === 'changed-outside') askWhichStays(file, mistake);
    else notify(mistake.message, { kind: 'error', action: { words: 'Save again', do: () => save(file) } });
  }
}

function askWhichStays(file, { text, digest }) {
  if (text === textOf(file)) {
    documents.get(file).digest = digest;
    markSaved(file, digest);
    return;
  }
  if (text === null) {
    save(file, true);
    return;
  }
  notify(`Another program has changed ${file}. Your text here is different, and not saved.`, {
    kind: 'error',
    action: { words: 'Save mine', do: () => save(file, true) },
    other: { words: 'Take the other', do: () => takeFromDisk(file, text, digest) },
  });
}

function takeFromDisk(file, text, digest) {
  replaceText(file, text);
  clearTimeout(timers.get(file));
  markSaved(file, digest);
  return call('close', { file });
}

export async function saveAll() {
  await Promise.all([...unsaved.value].map((file) => save(file)));
}

// Takes over what another program has written; a text that is changed here, too, is asked about when it is saved.
export async function followDisk() {
  const digests = new Map(folder.value.files.map((one) => [one.file, one.digest]));
  for (const [file, held] of documents) {
    if (held.readOnly || unsaved.value.has(file) || digests.get(file) === held.digest) continue;
    if (!digests.has(file)) {
      drop(file);
      continue;
    }
    const { text, digest } = await call('read', { file });
    if (!unsaved.value.has(file)) await takeFromDisk(file, text, digest);
  }
}

export function drop(file) {
  clearTimeout(timers.get(file));
  documents.delete(file);
  if (shownDocument.value?.file === file) shownDocument.value = null;
  call('close', { file }).catch(() => {});
}

// Makes changes of several files as one, which can be taken back as one.
export async function applyChanges(changes, words) {
  const before = new Map();
  for (const { file, is_new: isNew } of changes)
    before.set(file, isNew ? null : (await loadDocument(file)).state.doc.toString());
  await saveAll();
  take(await call('apply', { changes }));
  await lookAtFolder();
  const others = changes.length > 1 || changes[0]?.file !== openFile.value;
  if (others) notify(words, { action: { words: 'Undo', do: () => takeBack(before) } });
}

function take({ files }) {
  for (const { file, text, digest } of files) {
    if (!documents.has(file)) continue;
    replaceText(file, text);
    clearTimeout(timers.get(file));
    markSaved(file, digest);
  }
}

async function takeBack(before) {
  for (const [file, text] of before) {
    if (text !== null) {
      replaceText(file, text);
      continue;
    }
    const { digest } = await call('read', { file });
    drop(file);
    await call('delete_file', { file, digest });
  }
  await saveAll();
  await lookAtFolder();
}
