// Compiles Python's modules with the Python of Pyodide: node compile.mjs PYODIDE_FOLDER SOURCES.zip COMPILED.zip
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

// Node.js would show the line of Pyodide's code, which is the whole file
process.on("uncaughtException", (error) => {
  console.error(String(error.message));
  process.exit(1);
});
const [folder, sources, compiled] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
// without the columns of each instruction, which are a quarter of all
const env = { PYTHONHASHSEED: "0", PYTHONNODEBUGRANGES: "1", HOME: "/home/pyodide" };
const python = await loadPyodide({ indexURL: `${folder}/`, env });
python.FS.writeFile("/sources.zip", new Uint8Array(readFileSync(sources)));
python.runPython(`
import importlib.util, zipfile
from importlib._bootstrap_external import _code_to_hash_pyc

with zipfile.ZipFile("/sources.zip") as given, zipfile.ZipFile("/compiled.zip", "w") as made:
    for name in given.namelist():
        source = given.read(name)
        code = compile(source, name, "exec", dont_inherit=True)
        # never compared with a source, which is not there
        content = _code_to_hash_pyc(code, importlib.util.source_hash(source), False)
        made.writestr(f"{name}c", bytes(content))
`);
writeFileSync(compiled, python.FS.readFile("/compiled.zip"));
