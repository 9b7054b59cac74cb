"""Locate rulesets, their variants and the shared mechanisms: from names to files."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable
from pathlib import Path

from ..base.diagnostics import RulesetError, Span, mistake
from ..base.similar import suggest
from ..base.unsaved import is_file

RULESET = "ruleset.yaml"
VARIANTS = "variants"
MECHANISMS = "mechanisms"
SCENARIOS = ".scenarios.yaml"
SCENARIO_FILE = "scenarios.yaml"
WORDS = re.compile(r"(.+\.)?words\.\w+\.yaml")
TARGETS = ".targets.yaml"
_TITLE = re.compile(r"^game[ \t]*:[ \t]*(.+?)[ \t]*(?:[ \t]#.*)?$", re.MULTILINE)


def shipped_folder(folder: str) -> Path:
    """The folder `rulesets` or `schemas`: inside an installed package, beside `interpreter/` in a checkout."""
    package = Path(__file__).resolve().parents[1]
    installed = package / folder
    return installed if installed.is_dir() else package.parent / folder


def root() -> Path:
    """The folder of the rulesets that come with Stammtisch."""
    return shipped_folder("rulesets")


def rulesets() -> list[str]:
    """The ids of the shipped rulesets, in alphabetical order."""
    return _ids(root())


def variants(name: str) -> list[str]:
    """The names of the variants of a shipped ruleset, in alphabetical order; [] if unknown."""
    return _stems(root() / name / VARIANTS) if name in rulesets() else []


def mechanisms() -> list[str]:
    """The names of the shipped mechanism libraries, in alphabetical order."""
    return _stems(root() / MECHANISMS)


def is_shipped(path: Path) -> bool:
    """Whether a file comes with Stammtisch."""
    return path.resolve().is_relative_to(root().resolve())


def is_shipped_library(path: Path) -> bool:
    """Whether a file is a library that comes with Stammtisch."""
    return path.resolve().is_relative_to((root() / MECHANISMS).resolve())


def is_scenario_file(path: Path) -> bool:
    """Whether a file holds scenarios, by its name: `scenarios.yaml` or `NAME.scenarios.yaml`."""
    return path.name == SCENARIO_FILE or path.name.endswith(SCENARIOS)


def identity(path: Path) -> str:
    """The id of a ruleset file: the folder's name for `ruleset.yaml`, else the file's name without its ending.

    A variant beside a ruleset has both: `munchhausen+two-players`.
    """
    folder = path.resolve().parent
    if path.name == RULESET:
        return folder.name
    return f"{folder.parent.name}+{path.stem}" if folder.name == VARIANTS else path.stem


def display_path(file: str) -> str:
    """A file's name for people: short for what comes with Stammtisch or lies below the working folder."""
    for folder in (str(root()), os.getcwd()):
        if file.startswith(folder + os.sep):
            return file[len(folder) + 1 :]
    return file


def title_in(text: str) -> str:
    """The title of a game as the text of its file says it; "" if it says none."""
    found = _TITLE.search(text)
    return found[1].strip("'\"") if found else ""


def find(name: str, beside: Path | None = None, span: Span | None = None) -> Path:
    """The file of a ruleset.

    name is an id (`balvin`), a variant (`munchhausen/two-players`), a file, or a folder that holds `ruleset.yaml`.
    beside is the file that names it: files and ids are then looked for near that file first. span is the place to
    report. Raises RulesetError, with the nearest name and the list of all, if there is no such ruleset.
    """
    if beside is None:
        found = _find_shipped(root(), name) or _file(name, Path())
    else:
        collection = _collection(beside)
        near = _file(name, beside.parent) or _file(f"{name}.yaml", beside.parent)
        found = near or (collection and _find_shipped(collection, name)) or _find_shipped(root(), name)
    if found:
        return found
    ids = rulesets()
    base, _, variant = name.partition("/")
    if variant and base in ids:
        raise _report_unknown("variant", variant, variants(base), f"{base}/", span)
    known = [*ids, *(f"{i}/{v}" for i in ids for v in variants(i))] if "/" in name else ids
    raise _report_unknown(
        "ruleset", name, known, "", span, _lying_in(beside.parent if beside is not None else Path(), name)
    )


def layers(name: str | Path, variants: Iterable[str | Path] = ()) -> tuple[Path, list[Path]]:
    """The file of a ruleset, and the files of the variants over it, in their order.

    name is a ruleset as for `find`, with variants behind a + each: `balvin+four-gates`, `game.yaml+more.yaml`.
    They come before those of `variants`. A file or folder that has a + in its own name is found as well.
    Raises RulesetError, with the nearest name, for the first part that is not there.
    """
    parts = str(name).split("+")
    base = _longest(parts, lambda text: _find_shipped(root(), text) or _existing(text))
    path = find(base)
    over = []
    while parts:
        over.append(find_variant(path, _longest(parts, lambda text: _variant(path, text))))
    return path, [*over, *(find_variant(path, str(variant)) for variant in variants)]


def short_names(path: Path, variants: Iterable[Path] = (), lasting: bool = False) -> list[str]:
    """The shortest names by which `layers` finds a ruleset and its variants again.

    lasting: from any folder, not only from the working folder.
    """
    names = [identity(path) if is_shipped(path) else _path_name(path, lasting)]
    for variant in variants:
        near = _variant(path, variant.stem)
        own = near is not None and near.resolve() == variant.resolve()
        names.append(variant.stem if own else _path_name(variant, lasting))
    return names


def find_variant(ruleset: Path, name: str) -> Path:
    """The file of a variant of the ruleset file: its name in the folder `variants` beside it, or a file's path.

    Raises RulesetError, with the nearest name and the list of all, if there is no such variant.
    """
    found = _variant(ruleset, name)
    if found:
        return found
    raise _report_unknown("variant", name, variants_of(ruleset), "", None)


def find_other(variant: Path, name: str, span: Span) -> Path:
    """The file of another variant that a variant names: one beside it, or a file's path.

    Raises RulesetError, with the nearest name and the list of all, if there is no such variant.
    """
    try:
        return find(name, variant, span)
    except RulesetError:
        raise _report_unknown("variant", name, variants_of(variant), "", span) from None


def variants_of(ruleset: Path) -> list[str]:
    """The names of the variants beside the file of a ruleset or variant, in alphabetical order."""
    return sorted({name for folder in _shelves(ruleset) for name in _stems(folder)})


def find_mechanism(name: str, beside: Path, span: Span | None = None) -> Path:
    """The file of a mechanism library: `<name>.yaml` beside the file that uses it, else one that is shipped.

    Raises RulesetError, with the nearest name and the list of all, if there is no such library.
    """
    for folder in (beside.parent, root() / MECHANISMS):
        for candidate in (folder / f"{name}.yaml", folder / name):
            if name and is_file(candidate) and candidate.resolve() != beside.resolve():
                return candidate
    raise _report_unknown("mechanism", name, mechanisms(), "", span)


def meant_file(path: Path) -> str:
    """The hint for a missing file: the YAML file beside it with the most similar name."""
    near = suggest(path.name, [entry.name for entry in _entries(path.parent) if entry.suffix in (".yaml", ".yml")])
    return f"Did you mean {path.parent / near}?" if near else "Check the name and the folder."


def _entries(folder: Path) -> list[Path]:
    """The entries of a folder; [] if it cannot be read."""
    try:
        return sorted(folder.iterdir())
    except (OSError, ValueError):
        return []


def _ids(folder: Path) -> list[str]:
    """The ids of the rulesets in a folder."""
    return [entry.name for entry in _entries(folder) if is_file(entry / RULESET)]


def _stems(folder: Path) -> list[str]:
    """The names of the YAML files in a folder, without their endings."""
    files = [entry for entry in _entries(folder) if entry.suffix == ".yaml" and is_file(entry)]
    return sorted(
        entry.stem
        for entry in files
        if not entry.name.endswith((SCENARIOS, TARGETS)) and not WORDS.fullmatch(entry.name)
    )


def _find_shipped(collection: Path, name: str) -> Path | None:
    """The file of an id or `id/variant` in a folder of rulesets."""
    base, _, variant = name.partition("/")
    if base not in _ids(collection):
        return None
    if not variant:
        return collection / base / RULESET
    folder = collection / base / VARIANTS
    return folder / f"{variant}.yaml" if variant in _stems(folder) else None


def _collection(file: Path) -> Path | None:
    """The folder of rulesets that contains a ruleset's or variant's file."""
    folder = file.parent
    if Path(os.path.abspath(folder)).name == VARIANTS:
        folder = Path(os.path.normpath(folder / ".."))
    return Path(os.path.normpath(folder / "..")) if is_file(folder / RULESET) else None


def _file(name: str, folder: Path) -> Path | None:
    """The named file, or the ruleset in the named folder."""
    path = Path(os.path.normpath(folder / name))
    if not name or is_file(path):
        return path if name else None
    return path / RULESET if is_file(path / RULESET) else None


def _existing(name: str) -> Path | None:
    """The named file or folder, if it is there."""
    return Path(name) if name and (os.path.exists(name) or is_file(name)) else None


def _shelves(ruleset: Path) -> list[Path]:
    """The folders that may hold variants of a ruleset or variant."""
    return [ruleset.parent / VARIANTS, *([ruleset.parent] if ruleset.parent.name == VARIANTS else [])]


def _variant(ruleset: Path, name: str) -> Path | None:
    """The file of a variant, if it is there."""
    for folder in _shelves(ruleset):
        if name in _stems(folder):
            return folder / f"{name}.yaml"
    return _file(name, Path()) or _find_shipped(root(), name)


def _longest(parts: list[str], found: Callable[[str], Path | None]) -> str:
    """Remove the longest front of a name's parts that names something, or one part; return what it names."""
    count = next((n for n in range(len(parts), 1, -1) if found("+".join(parts[:n]))), 1)
    text = "+".join(parts[:count])
    del parts[:count]
    return text


def _path_name(path: Path, lasting: bool) -> str:
    """The name of a file by its path."""
    return str(path.resolve()) if lasting else display_path(str(path))


def _lying_in(folder: Path, name: str) -> dict[str, str]:
    """The files and folders of rulesets near the place a name leads to: without their endings, and as named."""
    way = name.rpartition("/")[0] + "/" if "/" in name else ""
    files = {f"{way}{stem}": f"{way}{stem}.yaml" for stem in _stems(folder / way)}
    return files | {f"{way}{own}": f"{way}{own}" for own in _ids(folder / way)}


def _report_unknown(
    what: str, name: str, known: Iterable[str], prefix: str, span: Span | None, lying: dict[str, str] | None = None
) -> RulesetError:
    """The mistake of an unknown name. lying: what else may be meant, and how it is named then."""
    if not prefix and name.endswith((".yaml", ".yml")):
        hint = meant_file(Path(name)) if span is None else "Check the name and the folder."
        message = f"there is no such file: `{name}`"
        return mistake(f"unknown-{what}", message, span or Span.whole(name), hint)
    names = [prefix + entry for entry in known]
    hint = f"The folder {name} holds no {RULESET}. " if name and os.path.isdir(name) else ""
    others = lying or {}
    guess = name if name in others else suggest(prefix + name, [*names, *others])
    hint += f"Did you mean {others.get(guess, guess)}? " if guess else ""
    hint += f"There are: {', '.join(names)}; or give the path of a file." if names else "Give the path of a file."
    message = f"there is no {what} called `{prefix}{name}`"
    return mistake(f"unknown-{what}", message, span or Span.whole(prefix + name), hint)
