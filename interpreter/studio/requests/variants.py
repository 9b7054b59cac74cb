"""Requests about variants: a new one, what differs between two forms of a game in words and in numbers, targets."""

from __future__ import annotations

from typing import Any, TypedDict

from ...front import starter
from ...reading import library
from ...study.comparisons.sides import Side, is_same_game
from ...study.counts.targets import read_targets, targets_file
from ...table.play.setup import MOST_SEED
from ..change_words import rule_words
from ..comparison import play_sides
from ..jobs import Job
from ..refusals import impossible
from ..studio import Studio, options_of

MOST_GAMES = 1_000_000


class _Optional(TypedDict, total=False):
    variants: list[str]
    settings: dict[str, str]


class Form(_Optional):
    """A form of a game: its file, perhaps variants and settings."""

    game: str


def new_variant(studio: Studio, game: str, name: str, title: str = "") -> dict[str, Any]:
    """Begin a variant beside a game: a file `name` in its folder `variants` that changes nothing yet."""
    starter.check_name(name)
    path = studio.folder.own_path(game)
    if path.name != library.RULESET:
        raise impossible(f"Variants lie beside a file {library.RULESET}.")
    file = studio.folder.name(path.parent / library.VARIANTS / f"{name}.yaml")
    studio.folder.check_unchanged(file, "")
    with studio.files.reading():
        text = starter.variant_text(path, f"../{library.RULESET}", name, title)
    digest = studio.folder.write({file: text.encode()})[file]
    return {"file": file, "digest": digest}


def differences(studio: Studio, first: Form, second: Form) -> dict[str, Any]:
    """What changes in the rules from one form of a game to another, in words."""
    with studio.files.reading():
        one, other = (studio.ruleset(form["game"], form.get("variants")) for form in (first, second))
        return {"lines": rule_words(one.root, other.root)}


def compare(
    studio: Studio, first: Form, second: Form, players: int, games: int = 10_000, seed: int = 0
) -> dict[str, Any]:
    """Begin a job that plays two forms of a game with the same seeds, and shows which measures differ."""
    if not 1 <= games <= MOST_GAMES:
        raise impossible(f"The number of games is from 1 to {MOST_GAMES:,}.")
    if not 0 <= seed <= MOST_SEED:
        raise impossible(f"A seed is a whole number from 0 to {MOST_SEED}.")
    with studio.files.reading():
        sides = [
            Side(_form_name(one), studio.own_ruleset(one["game"], one.get("variants")), options_of(one.get("settings")))
            for one in (first, second)
        ]
        played = [side.ruleset.ready(players, dict(side.options)) for side in sides]
        if is_same_game(*sides):
            raise impossible("The two do not differ in their rules: there is nothing to compare.")
        return studio.jobs.begin(Job(play_sides(studio.folder, sides, played, games, seed), is_apart=True))


def _form_name(form: Form) -> str:
    """A form of a game in a few words."""
    name = form["game"].rpartition(":")[2].removesuffix(f"/{library.RULESET}").removesuffix(".yaml")
    settings = [f"{key}={value}" for key, value in form.get("settings", {}).items()]
    return ", ".join(["+".join([name, *form.get("variants", [])]), *settings])


def targets(studio: Studio, game: str, variants: list[str] | None = None) -> dict[str, Any]:
    """What is wanted of a game's numbers, and the file in which more can be written."""
    path, over = studio.layers(game, variants)
    with studio.files.reading():
        found = read_targets((path, *over))
    return {
        "file": studio.folder.name(targets_file([path, *over][-1])),
        "targets": [
            {
                "measure": one.measure.name,
                "about": one.measure.sentence,
                "of": one.of,
                "wanted": one.text,
                "players": [*one.players],
            }
            for one in found
        ],
    }


REQUESTS = (new_variant, differences, compare, targets)
