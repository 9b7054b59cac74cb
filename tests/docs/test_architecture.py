"""docs/architecture.md: what it names is there, and every room has its line."""

from __future__ import annotations

import re
from importlib import import_module

from helpers.paths import ROOT

PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
FILE = re.compile(r"`((?:[\w.-]+/)*[\w.-]+\.(?:py|md|json|yaml|lark|toml)|(?:[\w-]+/)+)`")
DOOR = re.compile(r"^\| .+? \| ((?:`[\w.]+`(?:, )?)+) \|", re.M)
ROOM = re.compile(r"^\| `(\w+)` \| .+? \| (.*?) ?\|$", re.M)
ROOMS = {path.name for path in (ROOT / "interpreter").iterdir() if (path / "__init__.py").exists()}


def test_the_files_that_it_names_are_there() -> None:
    named = set(FILE.findall(PAGE))
    places = [ROOT, ROOT / "docs", ROOT / "interpreter", *(ROOT / "interpreter" / room for room in ROOMS)]
    assert [name for name in sorted(named) if not any((place / name).exists() for place in places)] == []
    assert len(named) > 50


def test_the_files_that_other_pages_name_are_there() -> None:
    named = re.compile(r"\b(?:interpreter|tests|docs)/[\w/-]+\.(?:py|md|json|yaml|tables)\b")
    pages = [ROOT / "README.md", ROOT / "tests" / "README.md", *(ROOT / "docs").rglob("*.md")]
    found = {(page.name, file) for page in pages for file in named.findall(page.read_text(encoding="utf-8"))}
    assert [pair for pair in sorted(found) if pair[1] != "docs/PAGE.md" and not (ROOT / pair[1]).exists()] == []
    assert len(found) > 20


def test_every_room_has_its_line_and_its_first_files() -> None:
    rooms = {room: FILE.findall(files) for room, files in ROOM.findall(PAGE)}
    assert set(rooms) == ROOMS
    assert [f"{room}/{file}" for room, files in rooms.items() for file in files if not lies_in(room, file)] == []


def lies_in(room: str, file: str) -> bool:
    return (ROOT / "interpreter" / room / file).exists()


def test_the_functions_at_the_doors_can_be_called() -> None:
    doors = [name for names in DOOR.findall(PAGE) for name in re.findall(r"`([\w.]+)`", names) if "." in name]
    found = [name for name in doors if name.split(".")[0] in ROOMS and name[-3:] != ".py"]
    assert [name for name in found if not there(name)] == []
    assert len(found) > 10


def there(name: str) -> bool:
    """Whether a dotted name below `stammtisch` is a module or something in one."""
    parts = ["stammtisch", *name.split(".")]
    for count in range(len(parts), 0, -1):
        try:
            thing = import_module(".".join(parts[:count]))
        except ModuleNotFoundError:
            continue
        for part in parts[count:]:
            if not hasattr(thing, part):
                return False
            thing = getattr(thing, part)
        return True
    return False
