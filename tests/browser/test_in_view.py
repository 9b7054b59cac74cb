"""What a phone has in view when its seat has to choose; `cd tests; python -m helpers.in_view` plays whole games."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.chromium import CHROMIUM, chromium
from helpers.in_view import GAMES, listening, look_at

pytest.importorskip("playwright")
pytestmark = [pytest.mark.full, pytest.mark.skipif(not CHROMIUM.exists(), reason="Chromium is not installed")]

# the most of a phone's height that the rail takes
MOST = 0.4


def test_question_options_and_object_are_in_view_together_on_a_phone(tmp_path: Path) -> None:
    with listening(tmp_path) as (tables, address), chromium() as browser:
        for game in GAMES:
            seen = look_at(browser, tables, address, game, most=5, every=3)
            assert seen.decisions == 5 and not seen.faults, (str(seen), seen.faults)
            assert max(seen.rails) <= MOST and not seen.scrolled, str(seen)
