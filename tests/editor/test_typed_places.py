"""An editor types at recorded places, key by key: what is wanted is among the first completions, and known by hover."""

from __future__ import annotations

import pytest
from helpers.tiers import many
from helpers.typed_places import type_places, typed_places


def test_there_are_places_of_all_kinds() -> None:
    places = list(typed_places())
    assert len(places) >= 400
    assert {place.group for place in places} == {"Balvin", "variants", "scenarios", "a new game"}


@pytest.mark.full
def test_what_is_wanted_is_among_the_first_five() -> None:
    places = list(typed_places())
    found = type_places(places[:: len(places) // many(4, 40)], 120)
    assert found.share("completion") >= 0.95, found.wrong
    assert (found.share("hover"), found.share("definition")) == (1, 1), found.wrong
