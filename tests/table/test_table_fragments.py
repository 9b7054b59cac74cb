"""What is kept of pages: made once for equal data, made anew for other data, and no more of it than some."""

from __future__ import annotations

from typing import Any

from stammtisch.table.pages import fragments
from stammtisch.table.pages.fragments import Fragments


def test_equal_data_are_made_once_and_other_data_anew(monkeypatch: Any) -> None:
    made: list[Any] = []

    def make(*data: Any) -> str:
        made.append(data)
        return repr(data)

    def other(*data: Any) -> str:
        return "other" + repr(data)

    kept = Fragments()
    one = {"name": "".join(["An", "na"]), "cards": [1, None, True], "at": {(1, "x"): 2}}
    assert kept.make_once(make, one, 3) == kept.make_once(make, {**one, "name": "Anna"}, 3) == repr((one, 3))
    assert len(made) == 1
    assert kept.make_once(other, one, 3) == "other" + repr((one, 3))
    for less in ({**one, "cards": [1, None, 1]}, {**one, "name": "Ann"}, {**one, "at": {(1, "x"): 3}}):
        assert kept.make_once(make, less, 3) == repr((less, 3))
    assert kept.make_once(make, one, "3") == repr((one, "3")) and len(made) == 5
    monkeypatch.setattr(fragments, "MOST", 10)
    for number in range(100):
        kept.make_once(make, number)
        assert kept.make_once(make, one, 3) == repr((one, 3))
        assert len(kept.young) + len(kept.old) <= 21
    assert len(made) == 105
