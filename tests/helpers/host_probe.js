// Asks host_probe.py in Pyodide, in Node.js or in a worker of a browser; what it finds, as JSON.
const FEATURES = { tail_call: true, simd: true, bulk_memory: true, multi_value: true, mutable_globals: true, sat_float_to_int: true, sign_extension: true };

export async function findings(python, loadAssembler, program, probe, name, games) {
  python.unpackArchive(program, "xztar", { extractDir: "/program" });
  python.FS.writeFile("/program/host_probe.py", probe);
  const wabt = await loadAssembler();
  const assemble = (text) => {
    const parsed = wabt.parseWat("module.wat", text, FEATURES);
    try { return parsed.toBinary({}).buffer; } finally { parsed.destroy(); }
  };
  const ask = python.runPython(`
import json, sys
sys.path.insert(0, "/program")
from stammtisch.backend.native.browser_host import ASSEMBLERS
from host_probe import findings
def ask(assemble, name, games):
    ASSEMBLERS.append(lambda text: assemble(text).to_bytes())
    return json.dumps(findings(name, games))
ask`);
  return ask(assemble, name, games);
}
