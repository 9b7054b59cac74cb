"""A game as a folder for any web server: page, Python, the game, all with relative addresses."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from importlib.metadata import distribution
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from markupsafe import Markup

from ..base.languages.catalogues import LANGUAGES, mark, say_in
from ..base.templates import environment
from ..front.api import Ruleset
from ..table.pages.icons import icons
from ..table.pages.render import script, style_sheet
from .compilation import STANDARD_LIBRARY, program_archive, standard_library
from .web_game import pack, web_game

HERE = Path(__file__).parent
PROGRAM = HERE.parent
# what plays and shows a game; commands and learning stay at home
LEFT_OUT = ("cli", "adapters", "learning", "editor/vscode", "standalone/page", "standalone/site_page", "studio")
# packages that the table needs, by the names of their distributions
LIBRARIES = {
    "anyio": "anyio",
    "idna": "idna",
    "jinja2": "jinja2",
    "lark": "lark",
    "markupsafe": "markupsafe",
    "starlette": "starlette",
    "typing_extensions": "typing_extensions",
    "yaml": "pyyaml",
}
ENDINGS = (
    ".py",
    ".html",
    ".css",
    ".csv",
    ".js",
    ".json",
    ".lark",
    ".yaml",
    ".wat",
    ".mo",
    ".svg",
    ".png",
    ".txt",
    ".webmanifest",
)
WORDS = {
    "python": mark("Loading Python: about 9 MB, the first time only."),
    "rules": mark("Setting up the table."),
    "beginning": mark("The game begins."),
    "failed": mark("This game cannot be played here:"),
    "old": mark("This browser is too old for this game. Update it, or open this page in another one."),
    "record": mark("Save a recording"),
    "again": mark("New game"),
    "script": mark("This game needs JavaScript."),
    "file": mark(
        "Browsers do not run this page from a file. Upload the folder to itch.io, GitHub Pages or any web server. On "
        "your own computer: type python -m http.server in this folder, then open http://localhost:8000."
    ),
}


def web_files(ruleset: Ruleset, options: Mapping[str, Any], pyodide: Mapping[str, Path]) -> dict[str, bytes]:
    """The files of a page that plays a game, by their names. Raises UsageError or RulesetError."""
    game, code = pack(web_game(ruleset, options)), program_archive("game", program_files(), pyodide)
    library = standard_library(pyodide)
    names = {"code": name_by_content("program", "tar.xz", code), "data": name_by_content("game", "bin", game)}
    names["library"] = name_by_content("python", "zip", library)
    found = {
        names["code"]: code,
        names["data"]: game,
        names["library"]: library,
        "licenses.txt": licenses(LIBRARIES.values()),
    }
    found |= {f"pyodide/{name}": place.read_bytes() for name, place in pyodide.items() if name != STANDARD_LIBRARY}
    found |= {file.name: file.read_bytes() for file in sorted((HERE / "page").iterdir()) if file.is_file()}
    found |= dict([style_sheet(), *(script(live) for live in (True, False)), *icons().values()])
    found |= {f"pictures/{name}": picture.content for name, picture in ruleset.looks.pictures.items()}
    return found | {"index.html": _index(ruleset.name, names)}


def _index(game: str, names: Mapping[str, str]) -> bytes:
    """The page itself."""
    template = environment(HERE / "templates").get_template("index.html")
    files = {"style": style_sheet()[0], "icon": icons()["icon"][0]}
    words: dict[str, Any] = {"words": WORDS, "say": say_in, "each": _in_each_language}
    return template.render(game=game, languages=LANGUAGES, **names, **files, **words).encode()


def _in_each_language(sentence: str) -> Markup:
    """A sentence in every language, of which the page shows one."""
    one = Markup('<span data-in="{}" lang="{}"{}>{}</span>')
    hidden = {language: Markup(" hidden") if language != LANGUAGES[0] else "" for language in LANGUAGES}
    return Markup().join(one.format(tag, tag, hidden[tag], say_in(tag, sentence)) for tag in LANGUAGES)


def name_by_content(name: str, ending: str, content: bytes) -> str:
    """A name that changes with its content, so that no browser takes an old file for a new one."""
    return f"{name}-{hashlib.sha256(content).hexdigest()[:12]}.{ending}"


def program_files(libraries: Iterable[str] = LIBRARIES, left_out: tuple[str, ...] = LEFT_OUT) -> dict[str, bytes]:
    """Stammtisch, without some of its parts, and the packages that it needs."""
    found = dict(_sources("stammtisch", PROGRAM, left_out))
    for module in libraries:
        spec = find_spec(module)
        assert spec is not None and spec.origin is not None
        if spec.submodule_search_locations:
            found |= dict(_sources(module, Path(spec.origin).parent, ()))
        else:
            found[f"{module}.py"] = Path(spec.origin).read_bytes()
    return found


def _sources(name: str, folder: Path, left_out: tuple[str, ...]) -> Iterator[tuple[str, bytes]]:
    """The files of a package that are read while it runs, by their names in the archive."""
    for file in sorted(folder.rglob("*")):
        inside = file.relative_to(folder)
        skipped = any(inside.is_relative_to(part) for part in left_out)
        if file.suffix in ENDINGS and not skipped and "__pycache__" not in inside.parts:
            yield f"{name}/{inside.as_posix()}", file.read_bytes()


def licenses(packages: Iterable[str]) -> bytes:
    """The licenses of all that is in the folder besides the game: of Pyodide and these packages."""
    parts = ["Pyodide (pyodide/): Mozilla Public License 2.0, https://mozilla.org/MPL/2.0/; Python: PSF License 2."]
    for name in sorted({"stammtisch", *packages}):
        found = distribution(name)
        texts = [file for file in found.files or () if "licen" in file.name.lower() and "dist-info" in str(file)]
        parts += [f"{name} {found.version}", *(file.read_text() for file in texts)]
    return "\n\n".join(parts).encode()
