"""Create new games: a folder with a working ruleset and tests for it, to be changed step by step."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections import abc
from collections.abc import Iterator
from pathlib import Path

import yaml

from ..base.errors import UsageError
from ..reading import library
from ..reading.load import load, load_text
from ..reading.nodes import Mapping, Node, Scalar, Sequence
from ..reading.player_counts import counts_of
from ..reading.schema_files import schema_path
from ..reading.sheets.row_insertion import sheets_of
from ..reading.variants.merge import merge_files
from .api import file_of

TEMPLATES = {
    "card-game": "all choose a card at the same time and pass their hands on",
    "trick-taking": "say how many tricks you will take, and follow suit",
    "board-game": "players place stones on a board",
    "auction": "treasures are auctioned one by one",
    "deck-building": "buy cards for a deck of your own",
    "worker-placement": "send out workers, fetch goods and build",
    "hidden-roles": "keepers and wreckers do not know each other",
}
DEFAULT = "card-game"
# what two of them were called
OLD_NAMES = {"card": "card-game", "board": "board-game"}
SCHEMAS = ("ruleset", "scenarios")
MODELINE = "# yaml-language-server: $schema=schemas/{}.schema.json\n"
NAMES = ("Anna", "Ben", "Clara", "David", "Ella", "Felix", "Greta", "Hugo", "Ida", "Jan", "Karl", "Lena")
LONGEST_NAME = 60

_NAME = re.compile(r"[^\W\d_][\w-]*")
_MODELINE = re.compile(rb"\A# yaml-language-server:[^\n]*\n")


HERE = Path()


def from_template(name: str, template: str, within: Path = HERE, title: str = "", schemas: bool = True) -> list[Path]:
    """Create a new game in the folder `name`, from one of TEMPLATES; return the files written.

    within: where the folder is made, title: what the game is called if not as its folder, schemas: whether other
    editors than ours get what tells them of the words; as for all of these. Raises UsageError for a name that cannot
    be used.
    """
    folder = Path(__file__).resolve().parent / "templates" / template
    files: dict[str, str | bytes] = {path.name: path.read_bytes() for path in sorted(folder.iterdir())}
    rules = (folder / library.RULESET).read_text(encoding="utf-8")
    rules = _with_value(rules, "game", _yaml_text(title or _title(name)))
    return _create(name, files | {library.RULESET: rules}, within, schemas)


def copy_game(name: str, game: str, within: Path = HERE, title: str = "", schemas: bool = True) -> list[Path]:
    """Create a copy of a game in the folder `name`: its ruleset, its scenarios, own libraries and sheets.

    game is an id, a file or a folder. The files written. Raises UsageError for a name that cannot be used or a game
    that is a variant, and RulesetError if there is no such game or its file cannot be read.
    """
    path = _file(game)
    root = load(path)
    if "extends" in root.entries:
        raise UsageError(f"{game} is a variant: write --variant-of {game}, or --from and the game that it changes")
    remark = f"# A copy of {game}, to be changed as you like.\n"
    rules = _with_value(_without_modeline(path), "game", _yaml_text(title or _title(name)))
    files: dict[str, str | bytes] = {library.RULESET: MODELINE.format("ruleset") + remark + rules}
    beside = path.parent / library.SCENARIO_FILE
    if path.name == library.RULESET and beside.is_file():
        scenarios = _with_value(_without_modeline(beside), "tests", library.RULESET)
        files[library.SCENARIO_FILE] = MODELINE.format("scenarios") + scenarios
    for used in _texts(root.get("use")):
        if (path.parent / f"{used}.yaml").is_file():
            files[f"{used}.yaml"] = (path.parent / f"{used}.yaml").read_text(encoding="utf-8")
    for sheet in sheets_of(root, path):
        name_there = os.path.relpath(sheet, path.parent)
        if sheet.is_file() and not name_there.startswith(os.pardir):
            files[name_there] = sheet.read_bytes()
    return _create(name, files, within, schemas)


def create_variant(name: str, game: str, within: Path = HERE, title: str = "", schemas: bool = True) -> list[Path]:
    """Create a variant in the folder `name` that changes nothing yet and shows what can be changed.

    game is the base: an id, a file or a folder. The files written. Raises UsageError for a name that cannot be used,
    and RulesetError if there is no such game or its file cannot be read.
    """
    path = _file(game)
    root = merge_files(path)
    # seen from the new folder
    base = (
        library.identity(path).replace("+", "/") if library.is_shipped(path) else os.path.relpath(path, within / name)
    )
    fewest = (counts_of(root.get("players")) or (1,))[0]
    names = ", ".join(NAMES[:fewest])
    scenarios = (
        MODELINE.format("scenarios")
        + "# Small tests of the rules: what is given, what the players do, what must be so afterwards.\n"
        + f"format: 1\ntests: {library.RULESET}\nplayers: [{names}]\n\nscenarios:\n\n"
        + f"  the game can begin:\n    then: [count(players) = {fewest}]\n"
    )
    rules = "\n".join(_variant_lines(root, base, game, title or _title(name))) + "\n"
    rules += f"# All of them with what they say: stammtisch show {game}\n"
    files = {library.RULESET: MODELINE.format("ruleset") + rules, library.SCENARIO_FILE: scenarios}
    return _create(name, files, within, schemas)


def variant_text(path: Path, base: str, name: str, title: str = "") -> str:
    """The text of a variant that changes nothing yet and shows what can be changed; base: as it names its base."""
    root = merge_files(path)
    return "\n".join(_variant_lines(root, base, library.identity(path), title or _title(name))) + "\n"


def _file(game: str) -> Path:
    """The file of a game. Raises UsageError for a combination of variants, which has none."""
    path = file_of(game)
    if path is None:
        raise UsageError(f"{game} combines variants: name one of them, and write the changes of the others anew")
    return path


def _variant_lines(root: Mapping, base: str, game: str, title: str) -> Iterator[str]:
    """The lines of a variant that changes nothing: the settings and words of the base as comments."""
    changed = root.get("game")
    yield f"# A variant of {changed.text if isinstance(changed, Scalar) else game}: only what differs stands here."
    yield from ("format: 1", f"extends: {base}", f"game: {_yaml_text(title)}")
    settings = root.get("settings")
    if isinstance(settings, Mapping) and settings.entries:
        yield from ("", "# To change a setting, delete the # before `settings:` and before its line:", "#settings:")
        yield from (f"#  {key}: {_setting(one.value)}" for key, one in settings.entries.items())
    words = [key for section in ("setup", "phases", "actions") for key in _names(root.get(section))]
    example = words[0] if words else "words of a step"
    yield from ("", "# Steps, actions and conditions are changed by their words:")
    yield from (
        "# what happens instead, or null to leave one out, for example",
        "#   change:",
        f"#     {example}: null",
    )
    if words:
        yield "# These words and those inside them can be changed:"
        yield from (f"#   {one}" for one in words)


def _names(node: Node | None) -> list[str]:
    """The words of the steps of a section; [] if it is a single sentence or a name."""
    names = list(node.entries) if isinstance(node, Mapping) else []
    return [key for key in names if " " in key or not key.islower()]


def _setting(node: Node) -> str:
    """The value of a setting on one line, without its clause and explanation."""
    if isinstance(node, Scalar):
        return f"'{node.text}'" if node.style else node.text
    if isinstance(node, Sequence):
        return f"[{', '.join(_setting(item) for item in node.items)}]"
    values = {key: entry.value for key, entry in node.entries.items() if key not in ("rule", "about", "was")}
    if list(values) == ["value"]:
        return _setting(values["value"])
    return f"{{{', '.join(f'{key}: {_setting(value)}' for key, value in values.items())}}}"


def _texts(node: Node | None) -> list[str]:
    """The texts of a list, or of a single value."""
    if isinstance(node, Scalar):
        return [node.text]
    return [item.text for item in node.items if isinstance(item, Scalar)] if isinstance(node, Sequence) else []


def _without_modeline(path: Path) -> str:
    """The text of a file without the line for editors."""
    return _MODELINE.sub(b"", path.read_text(encoding="utf-8").encode()).decode()


def _with_value(text: str, key: str, value: str) -> str:
    """The text of a file with another value for a top-level key."""
    node = load_text(text, key).get(key)
    if not isinstance(node, Scalar) or node.source is None:
        return text
    return node.source.text[: node.start] + value + node.source.text[node.end :]


def _title(name: str) -> str:
    """The title for a folder's name: my-first_game -> My first game."""
    words = " ".join(re.split(r"[-_]+", name)).strip()
    return words[:1].upper() + words[1:]


def _yaml_text(title: str) -> str:
    """A title as YAML has it, in quotes where it would mean something else."""
    return str(yaml.safe_dump(" ".join(title.split()), allow_unicode=True, width=10_000)).split("\n")[0]


def _create(name: str, files: abc.Mapping[str, str | bytes], within: Path, schemas: bool) -> list[Path]:
    """Write the folder with its files, perhaps with the schemas for editors, completely or not at all."""
    check_name(name)
    target = within / name
    if os.path.lexists(target):
        raise UsageError(f"there is already something called {name} in this folder; nothing was changed")
    try:
        folder = Path(tempfile.mkdtemp(prefix=f".{name}.", dir=within))
    except OSError as error:
        raise UsageError(f"{name} cannot be made in this folder: {(error.strerror or str(error)).lower()}") from None
    try:
        folder.chmod(0o755)
        if schemas:
            (folder / "schemas").mkdir()
        for kind in SCHEMAS if schemas else ():
            shutil.copyfile(schema_path(kind), folder / "schemas" / schema_path(kind).name)
        for file, text in files.items():
            (folder / file).parent.mkdir(exist_ok=True, parents=True)
            content = text if isinstance(text, bytes) else text.encode()
            (folder / file).write_bytes(content if schemas else _MODELINE.sub(b"", content))
        folder.rename(target)
    except BaseException as failure:
        shutil.rmtree(folder, ignore_errors=True)
        if isinstance(failure, OSError):
            why = (failure.strerror or str(failure)).lower()
            raise UsageError(f"{name} cannot be written: {why}; nothing was changed") from None
        raise
    return [target / file for file in files]


def check_name(name: str) -> None:
    """Raise UsageError, with a valid name, if a game cannot be named so."""
    if not _NAME.fullmatch(name):
        guess = re.sub(r"[^\w]+", "-", name).strip("-_").lstrip("0123456789-_")
        hint = f", for example {guess}" if _NAME.fullmatch(guess) else ""
        raise UsageError(f"'{name}' cannot be the name of a game: use letters, digits, - and _, a letter first{hint}")
    if len(name) > LONGEST_NAME:
        raise UsageError(f"the name of a game has at most {LONGEST_NAME} characters, this one has {len(name)}")
    if name in (*library.rulesets(), library.MECHANISMS):
        raise UsageError(
            f"{name} comes with Stammtisch and would hide your game; choose another name, such as my-{name}"
        )
