"""The documentation: every block of YAML is checked and played, every command is run. docs/writing.md says how."""

from __future__ import annotations

import json
import re
import sys
from dataclasses import replace
from pathlib import Path

import pytest
import yaml
from helpers.pages import FENCE, Block, blocks, check_commands, check_read, check_yaml, put_into, put_sheet
from helpers.paths import DOCS, ROOT
from helpers.tiers import full, tiered

from stammtisch.scenarios.run import run_file

# the blocks of these are checked by tests of their own: test_reference, test_docs_api, the test of the error index
ELSEWHERE = {"language.md": "yaml", "api.md": "python", "errors.md": "yaml"}
PAGES = sorted(DOCS.rglob("*.md"))
# the commands of the README that are not in its two marked blocks are only read here; .ci/run runs those
README = ROOT / "README.md"

# pages with many blocks, each of which is checked and played
LONG = (
    "comparing.md",
    "tricks.md",
    "variants.md",
    "simulating.md",
    "first-variant.md",
    "new-game.md",
    "checking.md",
    "wishes.md",
)

LANGUAGES = ("yaml", "csv", "sh", "console", "json", "python", "text", "c")


@pytest.mark.parametrize(
    "page", tiered(PAGES, lambda page: page.name not in LONG), ids=lambda page: str(page.relative_to(DOCS))
)
def test_every_block_works(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setattr(sys, "argv", ["stammtisch"])
    monkeypatch.setenv("COLUMNS", "100")
    for block in blocks(page):
        assert block.language in LANGUAGES, f"{block.place}: this block does not say what it is"
        if ELSEWHERE.get(page.name) == block.language:
            assert page.name != "language.md" or block.kind in ("game", "fragment"), block.place
        elif block.language == "yaml":
            check_yaml(block, folder)
        elif block.language == "csv":
            put_sheet(block, folder)
        elif block.language == "json":
            json.loads(block.text)
        elif block.kind == "not run":
            check_read(block)
        elif block.language in ("sh", "console"):
            check_commands(block, folder)
        else:
            assert block.language != "python", f"{block.place}: nothing runs this block"


@full
def test_lines_of_scenarios_in_running_text_can_be_played(tmp_path: Path) -> None:
    """What the page on scenarios writes between words as a line of `when` fits the page's own game."""
    page = DOCS / "how-to" / "scenarios.md"
    game = next(block.text for block in blocks(page) if block.mark == "market/ruleset.yaml")
    (tmp_path / "ruleset.yaml").write_text(game, encoding="utf-8")
    head = "format: 1\ntests: ruleset.yaml\nplayers: [Anna, Ben]\nscenarios:\n  x:\n    given: {starter: Anna, "
    head += "Anna.hand: [1, 5], deck: [4, 5, 2], sold: [5]}\n"
    lines = re.findall(r"`((?:Anna|Ben)(?: may| may not| sees)?: [^`]+)`", FENCE.sub("", page.read_text("utf-8")))
    choices = [line for line in lines if re.match(r"Anna: ", line)]
    assert len(lines) >= 5 and len(choices) >= 3
    for line in lines:
        if "..." not in line:
            file = tmp_path / "scenarios.yaml"
            seat = "Ben" if line.endswith(": []") else "Anna"
            file.write_text(
                f"{head}    when: [{{{line.replace('Anna', seat)}}}]\n    then: [Anna.coins < 20]\n", encoding="utf-8"
            )
            assert [outcome.failure for outcome in run_file(file) if not outcome.is_passed] == [], line


def test_the_commands_of_the_readme_exist() -> None:
    found = [block for block in blocks(README) if block.language == "sh"]
    assert [block.mark for block in found if block.kind == "run"] == ["play", "test", "extras"]
    for block in blocks(README):
        assert block.language == "sh", block.place
        if block.kind != "run":
            check_read(block)


def test_links_lead_somewhere() -> None:
    for page in [*PAGES, README]:
        text = FENCE.sub("", page.read_text(encoding="utf-8"))
        for target, anchor in re.findall(r"\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)", text):
            there = (page.parent / target).resolve() if target else page
            assert there.exists(), f"{page.name}: {target}"
            assert page == README or there.is_relative_to(DOCS), f"{page.name}: {target} is not part of the site"
            headings = re.findall(r"^#+ (.+)$", there.read_text(encoding="utf-8"), re.M) if anchor else []
            slugs = {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
            assert not anchor or anchor in slugs, f"{page.name}: {target}#{anchor}"


def test_every_page_is_in_the_menu_of_the_site_and_on_one_of_its_two_lists() -> None:
    """The first page lists what designers read, `engineers.md` the group of that name in the menu."""
    site = yaml.safe_load((ROOT / ".mkdocs.yml").read_text(encoding="utf-8"))
    listed: list[str] = []
    entries = list(site["nav"])
    (engineers,) = (group["For engineers"] for group in entries if "For engineers" in group)
    while entries:
        (target,) = entries.pop().values()
        entries += target if isinstance(target, list) else []
        listed += [target] if isinstance(target, str) else []
    pages = sorted(str(page.relative_to(DOCS)) for page in PAGES)
    assert sorted(listed) == pages
    ours = {page for entry in engineers for page in entry.values()}
    assert links("index.md") == set(pages) - ours - {"index.md"} | {"engineers.md"}
    assert links("engineers.md") == ours - {"engineers.md"}


def links(page: str) -> set[str]:
    """Return the targets of all links of a page."""
    return set(re.findall(r"\]\(([^)]+)\)", (DOCS / page).read_text(encoding="utf-8")))


@full
def test_a_wrong_block_would_be_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    good = Block("yaml", "in", "munchhausen", "settings: {highest_offer: 7}\n", "page:1", 0, 0)
    check_yaml(good, tmp_path)
    for wrong in (
        replace(good, text="settings: {highest_ofer: 7}\n"),
        replace(good, kind=""),
        replace(good, kind="", text="format: 1\nextends: munchhausen\nsettings: {no_such: 7}\n"),
        replace(good, kind="wrong", mark="unknown-name in munchhausen"),
        replace(good, kind="file", mark="x.yaml", text="format: 1\ngame: X\n"),
    ):
        with pytest.raises(AssertionError):
            check_yaml(wrong, tmp_path)
    shell = Block("console", "", "", "$ echo a\na\n$ echo b && false\nb\n", "page:1", 0, 0)
    check_commands(shell, tmp_path)
    for bad in (
        replace(shell, text="$ echo a\nb\n"),
        replace(shell, text="$ echo a && false\n…\n"),
        replace(shell, language="sh", text="false\n"),
    ):
        with pytest.raises(AssertionError):
            check_commands(bad, tmp_path)
    unknown = replace(shell, language="sh", text="stammtisch play munchhausen --sead 1\n")
    with pytest.raises(AssertionError):
        check_read(unknown)


def test_sections_are_put_into_a_file(tmp_path: Path) -> None:
    file = tmp_path / "x.yaml"
    file.write_text("a: 1\n\nb:\n  c: 2\n\n  # d\n  e: 3\n\nf: 4\n")
    assert put_into(file, "b:\n  new: 5\ng: 6\n") == "a: 1\n\nb:\n  new: 5\n\nf: 4\n\ng: 6\n"
