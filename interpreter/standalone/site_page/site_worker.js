// Python with the studio in it. The page asks {id, ask, with}, and is answered {id, answer} or {id, error}; what a
// connection sends comes as {socket, what, value}.
import { loadPyodide } from "./pyodide/pyodide.mjs";

// requests that change files, and those after which pictures of games are needed
const WRITES = ["write", "write_sheet", "sheet_from_workbook", "apply", "rename_file", "delete_file", "begin", "import_zip", "new_variant", "test_from", "keep", "restore"];
const PLAYS = ["play", "play_from", "table", "carry_over"];
const PICTURES = "stammtisch-pictures";
const KINDS = { svg: "image/svg+xml", png: "image/png", webp: "image/webp" };
const FOLDER = "/games";
// without these Pyodide waits for ever
const NEEDED = ["WebAssembly", "BigInt64Array"];
const sockets = new Map(), shown = new Set();
let python = null, studio = null, kept = false, onDisk = false;
// requests that read or write what is kept wait for each other, so that none undoes another's changes
let last = Promise.resolve();

const here = (path) => new URL(path, self.location.href).href;

async function bytes(address) {
  const answer = await fetch(here(address));
  if (!answer.ok) { throw new Error(`${address}: ${answer.status}`); }
  return answer.arrayBuffer();
}

// files between Python and the browser's own storage, or a folder on disk
function synchronize(fromStorage) {
  return new Promise((resolve, reject) => python.FS.syncfs(fromStorage, (error) => (error ? reject(error) : resolve())));
}

function inTurn(work) {
  last = last.then(work, work);
  return last;
}

// a dictionary of Python as an object
function plain(proxy) {
  const found = proxy.toJs({ dict_converter: Object.fromEntries });
  proxy.destroy();
  return found;
}

// frames ask the page, and pictures come from a cache that the service worker answers from
async function asFrames(text) {
  const answer = JSON.parse(text), paths = answer.result && answer.result.paths;
  if (!paths) { return text; }
  const framed = (path) => (path ? `frame.html#${path}` : "");
  for (const name of Object.keys(paths)) { paths[name] = Array.isArray(paths[name]) ? paths[name].map(framed) : framed(paths[name]); }
  if (self.caches) {
    const cache = await caches.open(PICTURES);
    for (const [name, content] of Object.entries(plain(studio.pictures()))) {
      if (shown.has(name)) { continue; }
      shown.add(name);
      const headers = { "content-type": KINDS[name.split(".").pop()], "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox" };
      await cache.put(here(`pictures/${name}`), new Response(content, { headers }));
    }
  }
  return JSON.stringify(answer);
}

async function askAndKeep(text) {
  const answer = studio.ask(text);
  try {
    await synchronize(false);
  } catch (error) {
    const message = `Your files cannot be saved: ${error.message || error}. Reload this page to open them again.`;
    return JSON.stringify({ mistake: { kind: "not-possible", message } });
  }
  return answer;
}

const answers = {
  async load({ keeps, folder, root, program, library, assembler }) {
    const missing = NEEDED.find((name) => !(name in self));
    if (missing) { throw new Error(`it lacks ${missing}. A newer one can do more.`); }
    const code = bytes(program);
    python = await loadPyodide({ indexURL: here("pyodide/"), stdLibURL: here(library) });
    python.unpackArchive(await code, "xztar", { extractDir: "/program" });
    python.FS.mkdirTree(FOLDER);
    kept = keeps;
    onDisk = Boolean(folder);
    if (onDisk) {
      await python.mountNativeFS(FOLDER, folder);
    } else if (kept) {
      python.FS.mount(python.FS.filesystems.IDBFS, {}, FOLDER);
      await synchronize(true);
    }
    const { default: loadAssembler } = await import(here(assembler));
    const wabt = await loadAssembler();
    const features = { tail_call: true, simd: true, bulk_memory: true, multi_value: true, mutable_globals: true, sat_float_to_int: true, sign_extension: true };
    const assemble = (text) => {
      const parsed = wabt.parseWat("module.wat", text, features);
      try { return parsed.toBinary({}).buffer; } finally { parsed.destroy(); }
    };
    const begin = python.runPython(`
import sys
sys.path.insert(0, "/program")
from pathlib import Path
from stammtisch.backend.native.browser_host import ASSEMBLERS
from stammtisch.standalone.site_studio import SiteStudio
def begin(root, assemble):
    ASSEMBLERS.append(lambda text: assemble(text).to_bytes())
    return SiteStudio(Path("${FOLDER}"), Path("/tables"), root)
begin`);
    studio = begin(root, assemble);
  },
  async door({ name, text }) {
    if (kept && WRITES.includes(name)) { return inTurn(() => askAndKeep(text)); }
    // what other programs have written into the folder is taken over
    if (onDisk && name === "changes") { return inTurn(() => synchronize(true).then(() => studio.ask(text))); }
    const answer = studio.ask(text);
    return PLAYS.includes(name) ? asFrames(answer) : answer;
  },
  files() { return plain(studio.files()); },
  take({ files }) {
    const given = python.toPy(files);
    studio.take_files(given);
    given.destroy();
  },
  async request({ method, path, form, language, live }) {
    const answer = await studio.answer(method, path, form, language, live);
    const found = { status: answer.status, path: answer.path, text: answer.text };
    answer.destroy();
    return found;
  },
  follow({ socket, path, language }) {
    sockets.set(socket, studio.follow(path, language, (what, value) => postMessage({ socket, what, value })));
  },
  leave({ socket }) {
    const end = sockets.get(socket);
    sockets.delete(socket);
    if (end) { end(); end.destroy(); }
  },
};

self.onmessage = async (event) => {
  const { id, ask, with: given } = event.data;
  try {
    postMessage({ id, answer: await answers[ask](given) });
  } catch (error) {
    const lines = String(error.message || error).trim().split("\n");
    console.error(error.message || error);
    postMessage({ id, error: lines[lines.length - 1] });
  }
};
