// A game as a zip file, out of the studio and into it.
import { call } from '../transport.js';
import { saveAll } from './documents.js';
import { currentGame, lookAtFolder } from './folder.js';
import { notify } from './notices.js';
import { reach } from './tour.js';

export async function exportZip() {
  await saveAll();
  const { name, base64 } = await call('export_zip', { folder: currentGame.value.folder });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([bytesOf(base64)], { type: 'application/zip' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  reach('exported');
  notify(`Saved a copy as ${name}. “Import” on the start screen opens it again.`);
}

export async function importZip(file, folder) {
  const { files } = await call('import_zip', { base64: await base64Of(file), folder });
  await lookAtFolder();
  return files;
}

export async function base64Of(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}

function bytesOf(base64) {
  return Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
}
