"""Kills the server of tables with SIGKILL at random moments under load, and looks for choices that are lost or doubled.

    python tests/benchmarks/table_kills.py [--kills 100] [--tables 8] [--seed 1]

At each table somebody chooses as fast as answers come, now and then twice at once as an impatient hand does. After each
kill the file is compared with what was answered: each choice that was taken is there once and in its place, all before
stands as it stood, and there is at most one more, whose answer did not come. The server is started again on the same
folder, and the choice without an answer is sent once more: it is taken just if it was not kept. Exits with 1 where
anything is wrong.
"""

from __future__ import annotations

import argparse
import asyncio
import shutil
import signal
import sqlite3
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from table_clients import TAKEN, Http, Place, Server, forms, prepared
from table_pages import FIVE

from stammtisch.base.streams import Stream
from stammtisch.table.storage.store import FILE

Row = tuple[int, ...]


@dataclass
class Played:
    """What is known of a table: the seats whose choices were taken, in order, the rows that were kept when it was last
    looked at, and the move that is under way: its seat, and what was sent.
    """

    place: Place
    taken: list[int] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    sent: tuple[int, bytes] | None = None
    over: bool = False


@dataclass
class Drill:
    """Counts of all kills so far, and what went wrong."""

    taken: int = 0
    unanswered: int = 0
    kept: int = 0
    wrong: list[str] = field(default_factory=list)


async def pressed(http: Http, other: Http, played: Played, twice: bool) -> None:
    """Sends the move that is under way, and notes whether it was taken. Raises OSError or EOFError without an answer."""
    assert played.sent is not None
    seat, body = played.sent
    asked = [one.ask("POST", played.place.links[seat], body) for one in ((http, other) if twice else (http,))]
    answers = await asyncio.gather(*asked, return_exceptions=True)
    lost = [answer for answer in answers if isinstance(answer, BaseException)]
    statuses = [answer[0] for answer in answers if not isinstance(answer, BaseException)]
    times = sum(status in TAKEN for status in statuses)
    if times > 1 or any(status not in (*TAKEN, 409) for status in statuses):
        raise AssertionError(f"{played.place.game}: a move was answered {statuses}")
    if times:
        played.taken.append(seat)
        played.sent = None
    elif lost:
        raise OSError("no answer")
    else:
        raise AssertionError(f"{played.place.game}: a move was refused")


async def choosing(at: str, played: Played, stream: Stream) -> None:
    """Chooses at a table until the server is gone or the game is over."""
    http, other = Http(at), Http(at)
    try:
        while not played.over:
            asked = []
            for seat in (seat for seat in played.place.links if seat >= 0):
                _, _, content = await http.ask("GET", played.place.links[seat])
                if found := forms(content.decode()):
                    asked.append((seat, found))
            if not asked:
                played.over = True
                return
            seat, found = asked[stream.draw(len(asked))]
            played.sent = seat, found[stream.draw(len(found))].encode()
            await pressed(http, other, played, stream.draw(4) == 0)
    except (OSError, EOFError):
        pass
    finally:
        http.close()
        other.close()


def kept(folder: Path) -> dict[str, list[Row]]:
    """The choices in the file, by table. A copy is read, so that nothing is mended before the server comes again."""
    with tempfile.TemporaryDirectory() as copy:
        for name in (FILE, f"{FILE}-wal"):
            if (folder / name).exists():
                shutil.copy(folder / name, copy)
        database = sqlite3.connect(Path(copy) / FILE)
        rows = database.execute("SELECT id, number, seat, position, count, choice FROM choices ORDER BY id, number")
        found: dict[str, list[Row]] = {}
        for table, *row in rows:
            found.setdefault(table, []).append((*row,))
        database.close()
    return found


def compared(played: Played, rows: list[Row], drill: Drill) -> None:
    """Compares what is kept of a table with what was answered; the move without an answer may be kept or not."""
    name = f"{played.place.game} {played.place.id}"
    seats = [row[1] for row in rows]
    if [row[0] for row in rows] != [*range(1, len(rows) + 1)]:
        drill.wrong.append(f"{name}: the choices are not numbered in order")
    if rows[: len(played.rows)] != played.rows:
        drill.wrong.append(f"{name}: choices are others than before")
    may = [played.taken, *([[*played.taken, played.sent[0]]] if played.sent else [])]
    if seats not in may:
        drill.wrong.append(f"{name}: {len(played.taken)} choices were taken, {len(seats)} are kept")
    played.rows = rows


async def pressed_again(at: str, played: Played, drill: Drill) -> None:
    """Sends a move that had no answer once more: it counts once in all."""
    if played.sent is None:
        return
    drill.unanswered += 1
    seat, body = played.sent
    http = Http(at)
    status, _, _ = await http.ask("POST", played.place.links[seat], body)
    http.close()
    there = len(played.rows) > len(played.taken)
    drill.kept += there
    if (status in TAKEN) == there:
        drill.wrong.append(f"{played.place.game}: a move that was {'' if there else 'not '}kept was answered {status}")
    played.taken.append(seat)
    played.sent = None


async def killed(server: Server, tables: list[Played], stream: Stream, drill: Drill) -> Server:
    """One kill under load, what is found then, and the server that came after it."""
    before = sum(len(played.taken) for played in tables)
    work = [asyncio.create_task(choosing(server.at, played, stream)) for played in tables if not played.over]
    while not all(done.done() for done in work) and sum(len(played.taken) for played in tables) == before:
        await asyncio.sleep(0.01)
    await asyncio.sleep(stream.draw(1500) / 1000)
    server.end(signal.SIGKILL)
    for done in await asyncio.gather(*work, return_exceptions=True):
        if isinstance(done, BaseException):
            drill.wrong.append(str(done))
    rows = kept(server.folder)
    for played in tables:
        compared(played, rows.get(played.place.id, []), drill)
    server = Server(server.folder, server.port)
    await asyncio.gather(*(pressed_again(server.at, played, drill) for played in tables))
    return server


async def drilled(folder: Path, kills: int, tables: int, seed: int, names: Sequence[str]) -> Drill:
    """So many kills; when all games are over, others are begun."""
    drill, stream, done = Drill(), Stream(2 * seed + 1), 0
    while done < kills:
        begun = folder / f"tables-{done}"
        playing = [Played(place) for place in prepared(begun, names, tables, seed + done)]
        server = Server(begun)
        while done < kills and not all(played.over for played in playing) and not drill.wrong:
            server = await killed(server, playing, stream, drill)
            done += 1
            if done % 10 == 0:
                print(f"{done} kills", file=sys.stderr, flush=True)
        server.end()
        rows = kept(begun)
        for played in playing:
            compared(played, rows.get(played.place.id, []), drill)
        drill.taken += sum(len(played.taken) for played in playing)
        drill.wrong += [said] if (said := server.complaints()) else []
        if drill.wrong:
            break
    return drill


def main(arguments: Sequence[str] | None = None) -> int:
    """Kills, and prints what was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--tables", type=int, default=8)
    parser.add_argument("--games", default=FIVE, help="rulesets between commas")
    parser.add_argument("--seed", type=int, default=1)
    told = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        drill = asyncio.run(drilled(Path(folder), told.kills, told.tables, told.seed, told.games.split(",")))
    print(f"{told.kills} kills, {drill.taken} choices taken, {drill.unanswered} without an answer, of them")
    print(f"{drill.kept} were kept; wrong: {len(drill.wrong)}")
    for wrong in drill.wrong[:10]:
        print(wrong, file=sys.stderr)
    return int(bool(drill.wrong))


if __name__ == "__main__":
    sys.exit(main())
