// Python with the table in it. The page asks {id, ask, with}, and is answered {id, answer} or {id, error, refused};
// what a connection sends comes as {socket, what, value}.
import { loadPyodide } from "./pyodide/pyodide.mjs";

// without these Pyodide waits for ever
const NEEDED = ["WebAssembly", "BigInt64Array"], TOO_OLD = "TooOld";
let table = null;
const sockets = new Map();

async function bytes(address) {
  const answer = await fetch(address);
  if (!answer.ok) { throw new Error(`${address}: ${answer.status}`); }
  return answer.arrayBuffer();
}

const answers = {
  async load({ code, game, library, root, language }) {
    const missing = NEEDED.find((name) => !(name in self));
    if (missing) { throw Object.assign(new Error(`the browser lacks ${missing}`), { type: TOO_OLD }); }
    const files = Promise.all([bytes(code), bytes(game)]);
    const here = (path) => new URL(path, self.location.href).href;
    const python = await loadPyodide({ indexURL: here("pyodide/"), stdLibURL: here(library) });
    postMessage({ stage: "python" });
    const [program, data] = await files;
    python.unpackArchive(program, "xztar", { extractDir: "/program" });
    python.FS.writeFile("/game.bin", new Uint8Array(data));
    const begin = python.runPython(`
import sys
sys.path.insert(0, "/program")
from pathlib import Path
from stammtisch.standalone.page_table import PageTable
lambda root: PageTable(Path("/game.bin").read_bytes(), Path("/tables"), root)`);
    table = begin(root);
    return table.start_page(language);
  },
  start({ language }) { return table.start_page(language); },
  begin({ form }) { return table.begin(form); },
  async request({ method, path, form, language, live }) {
    const answer = await table.answer(method, path, form, language, live);
    const found = { status: answer.status, path: answer.path, text: answer.text };
    answer.destroy();
    return found;
  },
  follow({ socket, path, language }) {
    sockets.set(socket, table.follow(path, language, (what, value) => postMessage({ socket, what, value })));
  },
  leave({ socket }) {
    const end = sockets.get(socket);
    sockets.delete(socket);
    if (end) { end(); end.destroy(); }
  },
  recording() {
    const proxy = table.recording(), found = proxy.toJs();
    proxy.destroy();
    return found;
  },
};

self.onmessage = async (event) => {
  const { id, ask, with: given } = event.data;
  try {
    postMessage({ id, answer: await answers[ask](given) });
  } catch (error) {
    // a refusal is for people; anything else is a mistake, whose last line says most
    const lines = String(error.message || error).trim().split("\n"), last = lines[lines.length - 1];
    if (error.type !== "UsageError") { console.error(error.message || error); }
    postMessage({ id, error: last.replace(/^[\w.]+: /, ""), refused: error.type === "UsageError", old: error.type === TOO_OLD });
  }
};
