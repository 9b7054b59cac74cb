"""Bots at a table where Python has no threads, as in a browser: they choose between other events."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from helpers.browsers import begun

from stammtisch.table.play import background
from stammtisch.table.play.moves import let_bots_play
from stammtisch.table.play.tables import open_tables


def test_without_threads_bots_play_while_somebody_waits_and_then_between_events(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(background, "HAS_THREADS", False)
    tables = open_tables(tmp_path)
    waited, unwaited = (begun(tables, "munchhausen", 3, ["random"] * 3) for _ in range(2))

    async def play() -> None:
        let_bots_play(tables, waited, 60)
        assert waited.state.over and waited.thinking is None
        let_bots_play(tables, unwaited, 0)
        decisions = 0
        while not unwaited.state.over:
            assert unwaited.state.decisions - decisions <= 1
            decisions = unwaited.state.decisions
            await asyncio.sleep(0)
        called: list[int] = []
        background.call_later(0, called.append, 1)
        assert not called and await background.run_aside(len, called) == 0
        await asyncio.sleep(0.01)
        assert called == [1]

    asyncio.run(play())
    tables.store.close()
