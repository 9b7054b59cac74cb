// Finds the program `stammtisch` with what an editor needs, or installs it in an environment of its own.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

const isWindows = process.platform === 'win32';
const scripts = isWindows ? 'Scripts' : 'bin';
const ending = isWindows ? '.exe' : '';

/** Where a virtual environment keeps a program. */
export const inEnvironment = (folder, name) => path.join(folder, scripts, name + ending);

/** Run a program to its end: { code, text } with all that it prints; code -1 if it cannot be started. */
export function run(command, args, options = {}, take = () => {}) {
  return new Promise((resolve) => {
    let text = '';
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8');
      stream.on('data', (piece) => {
        text += piece;
        take(piece);
      });
    }
    child.on('error', (error) => resolve({ code: -1, text: String(error) }));
    child.on('close', (code) => resolve({ code: code ?? -1, text }));
  });
}

/** The forms in which the program may be there, the likeliest first: each a command with its first arguments. */
export function candidates({ setting, folders, storage, writer }) {
  if (setting) return [[setting]];
  const found = folders.flatMap((folder) => ['.venv', 'venv'].map((name) => [inEnvironment(path.join(folder, name), 'stammtisch')]));
  found.push([inEnvironment(path.join(storage, 'environment'), 'stammtisch')]);
  if (writer.length) found.push(writer);
  return [...found.filter(([command]) => existsSync(command)), ['stammtisch']];
}

/** Whether a program is there and can help an editor: without questions its language server ends by itself. */
export async function isUsable([command, ...args]) {
  return (await run(command, [...args, 'lsp'])).code === 0;
}

/** The first candidate that can be used; undefined if there is none. */
export async function findProgram(where) {
  for (const candidate of candidates(where)) if (await isUsable(candidate)) return candidate;
  return undefined;
}

/** A Python from 3.11, as a command with its first arguments; undefined if there is none. */
export async function findPython() {
  const check = ['-c', 'import sys; sys.exit(sys.version_info < (3, 11))'];
  for (const [command, ...args] of [['python3'], ['python'], ['py', '-3']])
    if ((await run(command, [...args, ...check])).code === 0) return [command, ...args];
  return undefined;
}

/** Make the extension's own environment with the program in it; returns what went wrong, '' if nothing. */
export async function install(storage, source, take) {
  const python = await findPython();
  if (!python) return 'Python 3.11 or newer is needed, and was not found.';
  const folder = path.join(storage, 'environment');
  const made = await run(python[0], [...python.slice(1), '-m', 'venv', folder], {}, take);
  if (made.code !== 0) return `The environment could not be made: ${made.text.trim().split('\n').pop()}`;
  const got = await run(inEnvironment(folder, 'python'), ['-m', 'pip', 'install', '--upgrade', source], {}, take);
  return got.code === 0 ? '' : `pip could not install ${source}: ${got.text.trim().split('\n').pop()}`;
}
