// A window of VS Code without VS Code: starts the extension against stand-ins, and prints what it did as JSON.
//   node vscode_stub.cjs EXTENSION FILE PROGRAM STORAGE COMMAND...
// The command `install` installs from INSTALL_FROM.
const Module = require('node:module');
const fs = require('node:fs');
const path = require('node:path');
const [extension, file, program, storage, ...commands] = process.argv.slice(2);
const did = { shown: [], tasks: [], pages: [], diagnostics: [], context: {} };
let published = false;
const disposable = () => ({ dispose() {} });
const event = disposable;

// whatever is not told below: a class that can be extended and called
const anything = (name) =>
  new Proxy(class { dispose() {} }, { get: (own, key) => (key in own || typeof key === 'symbol' ? own[key] : anything(key)), apply: () => disposable() });
const part = (known) => new Proxy(known, { get: (own, key) => (key in own ? own[key] : typeof key === 'symbol' ? undefined : event) });

class Uri {
  constructor(fsPath) {
    Object.assign(this, { scheme: 'file', fsPath, path: fsPath });
  }
  static file(name) { return new Uri(name); }
  static parse(text) { return new Uri(decodeURIComponent(text.replace('file://', ''))); }
  toString() { return `file://${this.fsPath}`; }
}
const plain = (...names) => class { constructor(...values) { names.forEach((name, at) => (this[name] = values[at])); } };
const text = fs.readFileSync(file, 'utf8');
const document = {
  uri: Uri.file(file), fileName: file, languageId: 'yaml', version: 1, isDirty: false, isClosed: false, lineCount: text.split('\n').length,
  getText: () => text, save: async () => true,
};
const kind = (value) => ({ value, append: (more) => kind(`${value}.${more}`) });
const settings = { players: 2, program, installFrom: process.env.INSTALL_FROM ?? 'stammtisch[editor]' };
const registered = new Map();
const log = part({ append() {}, appendLine() {}, logLevel: 2 });
const vscode = new Proxy({
  version: '1.100.0', Uri, Range: plain('start', 'end'), Position: plain('line', 'character'), EventEmitter: class { event = event; fire() {} dispose() {} },
  ViewColumn: { Beside: -2 }, TaskScope: { Workspace: 2 }, TaskPanelKind: { Dedicated: 2 }, ProgressLocation: { Window: 10, Notification: 15 },
  DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2, Hint: 3 }, LogLevel: { Info: 3 }, CodeActionTriggerKind: { Invoke: 1 },
  Diagnostic: plain('range', 'message', 'severity'), ProcessExecution: plain('process', 'args', 'options'), Task: plain('definition', 'scope', 'name', 'source', 'execution'),
  CodeActionKind: { ...kind(''), Empty: kind(''), QuickFix: kind('quickfix') },
  CancellationTokenSource: class { token = { isCancellationRequested: false, onCancellationRequested: event }; cancel() {} dispose() {} },
  env: part({ appName: 'stub', language: 'en' }), lm: part({}), notebooks: part({}),
  workspace: part({
    textDocuments: [document], workspaceFolders: [{ uri: Uri.file(path.dirname(file)), name: 'games', index: 0 }], notebookDocuments: [], isTrusted: true,
    getConfiguration: () => ({ get: (name, other) => settings[name] ?? other, has: () => false, inspect: () => undefined }),
    createFileSystemWatcher: () => part({}), fs: part({ createDirectory: async ({ fsPath }) => fs.mkdirSync(fsPath, { recursive: true }) }),
    getWorkspaceFolder: () => undefined,
  }),
  window: part({
    activeTextEditor: { document }, visibleTextEditors: [], terminals: [], tabGroups: { all: [], onDidChangeTabs: event, onDidChangeTabGroups: event }, createOutputChannel: () => log,
    showWarningMessage: async (said) => void did.shown.push(said), showErrorMessage: async (said) => void did.shown.push(said),
    showInformationMessage: async (said) => void did.shown.push(said), withProgress: async (_, act) => act({ report() {} }),
    createWebviewPanel: (kind, title) => {
      const page = { title, html: '' };
      did.pages.push(page);
      return part({ webview: page });
    },
  }),
  commands: part({
    registerCommand: (name, act) => (registered.set(name, act), disposable()),
    executeCommand: async (name, key, value) => void (name === 'setContext' && (did.context[key] = value)),
  }),
  languages: part({
    match: (selector, doc) => (doc.fileName.endsWith('.yaml') ? 10 : 0),
    createDiagnosticCollection: () => part({ set: (uri, found) => (published = true, did.diagnostics = found.map(({ message, code }) => ({ message, code }))) }),
  }),
  tasks: part({ executeTask: async ({ name, execution: { process: command, args } }) => void did.tasks.push({ name, command, args }) }),
}, { get: (own, key) => (key in own || typeof key === 'symbol' ? own[key] : (own[key] = anything(key))), has: () => true });

const load = Module._load;
Module._load = (name, ...rest) => (name === 'vscode' ? vscode : load(name, ...rest));

(async () => {
  const { activate, deactivate } = require(path.join(extension, 'extension.js'));
  const context = { subscriptions: [], extensionPath: extension, globalStorageUri: Uri.file(storage) };
  await activate(context);
  const settled = async () => {
    const until = Date.now() + 20_000;
    while (did.context['stammtisch.isRunning'] && !published && Date.now() < until) await new Promise((go) => setTimeout(go, 50));
  };
  await settled();
  for (const name of commands) {
    const [command, ...words] = name.split(':'); // a lens has the file and its words
    await registered.get(`stammtisch.${command}`)(...(words.length ? [`file://${file}`, words[0]] : []));
  }
  await settled();
  did.registered = [...registered.keys()].sort();
  await deactivate();
  console.log(JSON.stringify(did));
  process.exit(0);
})().catch((error) => {
  console.error(error);
  process.exit(1);
});
