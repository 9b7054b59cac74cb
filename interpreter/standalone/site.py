"""The studio as a folder for any web server: what `stammtisch studio` does, in the browser alone."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path

from ..reading.library import shipped_folder
from ..studio.server import PAGE
from ..table.pages.icons import icons
from ..table.pages.render import script, style_sheet
from .compilation import STANDARD_LIBRARY, program_archive, standard_library
from .export import HERE, LIBRARIES, licenses, name_by_content, program_files

# packages that only writing and checking rules needs, by the names of their distributions
MORE_LIBRARIES = {
    "attr": "attrs",
    "attrs": "attrs",
    "jsonschema": "jsonschema",
    "jsonschema_specifications": "jsonschema-specifications",
    "referencing": "referencing",
}
# the page of the studio makes style elements; Python and games are WebAssembly
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; connect-src 'self'; "
    "img-src 'self' data: blob:; font-src 'self'; frame-src 'self' blob:; worker-src 'self'; form-action 'none'; "
    "base-uri 'none'"
)
SHIPPED = ("rulesets", "schemas")
LEFT_OUT = ("cli", "adapters", "learning", "editor/vscode", "standalone/page", "standalone/site_page", "studio/page")


def site_files(pyodide: Mapping[str, Path], wabt: Mapping[str, Path]) -> dict[str, bytes]:
    """The files of the site by name; pyodide, wabt: those of npm's packages."""
    libraries = LIBRARIES | MORE_LIBRARIES
    program = program_files(libraries, LEFT_OUT)
    for folder in SHIPPED:
        root = shipped_folder(folder)
        program |= {
            f"stammtisch/{folder}/{path.relative_to(root).as_posix()}": path.read_bytes()
            for path in sorted(root.rglob("*"))
            if path.is_file() and "__pycache__" not in path.parts and path.suffix != ".py"
        }
    named = {
        "program": ("program", "tar.xz", program_archive("studio", program, pyodide)),
        "library": ("python", "zip", standard_library(pyodide)),
        "assembler": ("wabt", "js", wabt["index.js"].read_bytes() + b"\nexport default WabtModule;\n"),
        "worker": ("worker", "js", (HERE / "site_page" / "site_worker.js").read_bytes()),
    }
    names = {role: name_by_content(*one) for role, one in named.items()}
    found = {names[role]: content for role, (_, _, content) in named.items()}
    found |= {f"pyodide/{name}": place.read_bytes() for name, place in pyodide.items() if name != STANDARD_LIBRARY}
    found |= dict([style_sheet(), *(script(live) for live in (True, False)), *icons().values()])
    found |= {name: (HERE / "page" / name).read_bytes() for name in ("frame.html", "frame.js")}
    page = studio_page(names)
    found |= page | {"licenses.txt": licenses(libraries.values()) + b"\n\nwabt\n\n" + wabt["LICENSE"].read_bytes()}
    return found | {"sw.js": service_worker(found)}


def studio_page(names: Mapping[str, str]) -> dict[str, bytes]:
    """The studio's page, which loads the site's own script first; names: of the files that this needs."""
    files = {path.name: path.read_bytes() for path in sorted(PAGE.iterdir()) if path.is_file()}
    own = {name: (HERE / "site_page" / name).read_bytes() for name in ("site.js", "site.css")}
    text = files.pop("index.html").decode()
    found: dict[str, bytes] = {}
    hashed: dict[str, str] = {}
    for name, content in (files | own).items():
        stem, _, ending = name.partition(".")
        hashed[name] = name_by_content(stem, ending, content)
        found[hashed[name]] = content
        text = text.replace(f'"{name}"', f'"{hashed[name]}"')
    data = " ".join(f'data-{role}="{name}"' for role, name in sorted(names.items()))
    head = (
        f'<meta http-equiv="content-security-policy" content="{POLICY}">\n'
        f'<link rel="stylesheet" href="{hashed["site.css"]}">\n<script src="{hashed["site.js"]}" {data}></script>\n'
    )
    return found | {"index.html": text.replace("<title>", f"{head}<title>", 1).encode()}


def service_worker(files: Mapping[str, bytes]) -> bytes:
    """The service worker with the names of all files, and a version that changes with any of them."""
    version = hashlib.sha256()
    for name, content in sorted(files.items()):
        version.update(f"\0{name}\0".encode() + content)
    kept = {"version": version.hexdigest()[:16], "files": sorted(files)}
    return f"var KEPT = {json.dumps(kept)};\n".encode() + (HERE / "site_page" / "sw.js").read_bytes()
