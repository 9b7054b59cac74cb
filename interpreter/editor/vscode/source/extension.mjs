// The extension: starts the language server when a file of a game is opened, and offers commands for games.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import vscode from 'vscode';
import { LanguageClient } from 'vscode-languageclient/node';
import { argumentsFor, gameOf, isOwn } from './games.mjs';
import { findProgram, install, run } from './program.mjs';

const TITLES = { play: 'Play', table: 'Table', simulate: 'Simulate' };
let client, program, output, context;
let starting = false;
const panels = new Map();

const setting = (name) => vscode.workspace.getConfiguration('stammtisch').get(name);
const writer = () => {
  try {
    return JSON.parse(readFileSync(path.join(context.extensionPath, 'program.json'), 'utf8'));
  } catch {
    return [];
  }
};
const places = () => ({
  setting: setting('program'),
  folders: (vscode.workspace.workspaceFolders ?? []).map((folder) => folder.uri.fsPath),
  storage: context.globalStorageUri.fsPath,
  writer: writer(),
});

async function start() {
  if (client || starting) return;
  starting = true;
  try {
    program = await findProgram(places());
    if (!program) return void offerInstall();
    const [command, ...args] = program;
    const files = vscode.workspace.createFileSystemWatcher('**/*.{yaml,yml,csv}');
    context.subscriptions.push(files);
    const one = new LanguageClient('stammtisch', 'Stammtisch', { command, args: [...args, 'lsp'] }, {
      documentSelector: ['yaml', 'yml', 'csv'].map((end) => ({ scheme: 'file', pattern: `**/*.${end}` })),
      synchronize: { fileEvents: files },
      outputChannel: output,
      middleware: { executeCommand: doCommand },
    });
    await one.start();
    client = one;
    vscode.commands.executeCommand('setContext', 'stammtisch.isRunning', true);
  } finally {
    starting = false;
  }
}

async function stop() {
  const old = client;
  client = undefined;
  vscode.commands.executeCommand('setContext', 'stammtisch.isRunning', false);
  await old?.stop();
}

async function offerInstall() {
  const said = 'The program stammtisch (with its extra "editor") was not found. Install it in an environment of its own?';
  if ((await vscode.window.showWarningMessage(said, 'Install', 'Not now')) === 'Install') await installProgram();
}

async function installProgram() {
  const storage = context.globalStorageUri.fsPath;
  await vscode.workspace.fs.createDirectory(context.globalStorageUri);
  const wrong = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: 'Installing Stammtisch' },
    () => install(storage, setting('installFrom'), (text) => output.append(text)),
  );
  if (wrong) return void vscode.window.showErrorMessage(wrong);
  await stop();
  await start();
}

/** The saved game of a file, else of that in the active editor; undefined where it or the program is missing. */
async function savedGame(uri) {
  const open = vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri);
  const document = open ?? vscode.window.activeTextEditor?.document;
  if (!document || document.uri.scheme !== 'file')
    return void vscode.window.showInformationMessage('Open a file of your game first.');
  if (!program) await start();
  if (!program) return undefined;
  if (document.isDirty) await document.save();
  return gameOf(document.uri.fsPath);
}

async function inTerminal(what, uri, ...more) {
  const game = await savedGame(uri);
  if (!game) return;
  const [command, ...args] = [...program, ...(more.length ? more : argumentsFor(what, game, setting('players')))];
  const execution = new vscode.ProcessExecution(command, args, { cwd: path.dirname(game) });
  const title = `${TITLES[what]} ${path.basename(path.dirname(game))}`;
  const task = new vscode.Task({ type: 'stammtisch', what }, vscode.TaskScope.Workspace, title, 'Stammtisch', execution);
  task.presentationOptions = { focus: true, panel: vscode.TaskPanelKind.Dedicated, clear: true };
  await vscode.tasks.executeTask(task);
}

/** What stands above scenarios, steps and games, in windows of VS Code instead of messages. */
async function doCommand(command, args, next) {
  const [uri] = args;
  if (command === 'stammtisch.simulateGames') return inTerminal('simulate', uri);
  if (command === 'stammtisch.showRules')
    return beside('rulebook', 'Rulebook', '', uri, await next('stammtisch.ruleSentence', args));
  if (command !== 'stammtisch.playFromScenario') return next(command, args);
  const file = await next('stammtisch.savePosition', args);
  if (file) await inTerminal('play', uri, 'play', '--resume', file);
}

const escaped = (text) => text.replace(/[&<]/g, (one) => (one === '&' ? '&amp;' : '&lt;'));

/** Run the program for a page, and return the page; what went wrong is a page too. */
async function pageOf(what, game, out) {
  const [command, ...args] = [...program, ...argumentsFor(what, game, setting('players'), out)];
  const { code, text } = await run(command, args, { cwd: path.dirname(game) });
  if (code !== 0) return `<!doctype html><meta charset="utf-8"><pre style="white-space:pre-wrap">${escaped(text)}</pre>`;
  return out ? readFileSync(out, 'utf8') : text;
}

// the colours of the editor would shine through pages that are written for paper
const onPaper = (page) => page.replace(/<\/head>|(?=<body)|$/, (end) => `<style>html, body { background: #fff; color: #111 }</style>${end}`);

// a page that opens at a sentence, by as much of it as stands in one piece
const openedAt = (page, sentence) => {
  const begin = JSON.stringify(sentence.slice(0, 60)).replaceAll('<', '\\u003c');
  return sentence ? page.replace(/<\/body>|$/, (end) => `<script>window.find(${begin})</script>${end}`) : page;
};

async function beside(what, title, out, uri, sentence = '') {
  const game = await savedGame(uri);
  if (!game) return;
  const name = `${what} ${game}`;
  const known = panels.get(name);
  const show = async (panel, at = '') => (panel.webview.html = openedAt(onPaper(await pageOf(what, game, out)), at));
  if (known) {
    known.panel.reveal(undefined, true);
    return show(known.panel, sentence);
  }
  const panel = vscode.window.createWebviewPanel(
    'stammtisch', `${title}: ${path.basename(path.dirname(game))}`,
    { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true }, { enableScripts: true, enableFindWidget: true },
  );
  panels.set(name, { panel, game, show, follows: what === 'rulebook' });
  panel.onDidDispose(() => panels.delete(name));
  await vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title }, () => show(panel, sentence));
}

const report = async () => {
  await vscode.workspace.fs.createDirectory(context.globalStorageUri);
  return beside('report', 'Report', path.join(context.globalStorageUri.fsPath, 'report.html'));
};

export async function activate(given) {
  context = given;
  output = vscode.window.createOutputChannel('Stammtisch', { log: true });
  const look = (document) => {
    if (document.languageId === 'yaml' && isOwn(document.uri.fsPath, document.getText())) return start();
  };
  const commands = {
    play: () => inTerminal('play'),
    table: () => inTerminal('table'),
    simulate: () => inTerminal('simulate'),
    report,
    rulebook: () => beside('rulebook', 'Rulebook', ''),
    install: installProgram,
    restart: async () => {
      await stop();
      await start();
    },
  };
  context.subscriptions.push(
    output,
    ...Object.entries(commands).map(([name, act]) => vscode.commands.registerCommand(`stammtisch.${name}`, act)),
    vscode.workspace.onDidOpenTextDocument(look),
    vscode.workspace.onDidSaveTextDocument(({ uri }) => {
      for (const { panel, game, show, follows } of panels.values())
        if (follows && uri.fsPath.startsWith(path.dirname(game))) show(panel);
    }),
  );
  await Promise.all(vscode.workspace.textDocuments.map(look));
}

export const deactivate = () => client?.stop();
