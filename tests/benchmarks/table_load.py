"""Many tables at once on a real server: how long a move takes until the last seat has its new view, and what is wrong.

    python tests/benchmarks/table_load.py [--tables 100] [--minutes 1] [--games balvin,...] [--every 4] [--seed 1]

Each table has four pages open, one a seat, and onlookers where a game is for fewer; each page is loaded once and kept up
to date over a connection of its own, and a table moves once in `--every` seconds, at times that are spread evenly. Server
and clients share the machine. A game that is over is not gone on with. At the end each page, as the pieces
that came have made it, is compared with the page made from the choices that are in the server's file. A time is from
sending a move until the last page that is sent something has it; `answer` until the move is answered. Exits with 1
where anything went wrong.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from table_clients import TAKEN, Client, Place, Server, prepared
from table_pages import FIVE

from stammtisch.base.streams import Stream
from stammtisch.table.opening import opened
from stammtisch.table.tables import Table
from stammtisch.table.templates import seat_pieces

PAGES = 4
PATIENCE = 20.0


@dataclass
class Numbers:
    """What is measured: seconds of moves and answers and by how much these came late, megabytes after each minute, how
    many moves came from pages that were old already, how much was sent, what went wrong.
    """

    moves: list[float] = field(default_factory=list)
    answers: list[float] = field(default_factory=list)
    late: list[float] = field(default_factory=list)
    memory: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    old: int = 0
    sent: int = 0


async def opened_pages(at: str, places: Sequence[Place]) -> list[list[Client]]:
    """The pages of each table, opened one table after another."""
    found = []
    for place in places:
        seats = [seat for seat in place.links if seat >= 0][:PAGES]
        seats += [-1] * (PAGES - len(seats))
        clients = [Client(at, place.links[seat], seat) for seat in seats]
        await asyncio.gather(*(client.open() for client in clients))
        found.append(clients)
    return found


async def moving(clients: list[Client], stream: Stream, first: float, end: float, every: float, told: Numbers) -> None:
    """Moves at one table, again and again."""
    at = first
    while at < end:
        await asyncio.sleep(max(0.0, at - time.perf_counter()))
        told.late.append(time.perf_counter() - at)
        at += every
        able = [client for client in clients if client.seat >= 0 and client.forms()]
        if not able:
            return
        client = able[stream.draw(len(able))]
        can, before = client.forms(), sum(client.messages for client in clients)
        begun = time.perf_counter()
        try:
            status = await client.choose(can[stream.draw(len(can))])
        except (OSError, EOFError) as error:
            told.wrong.append(f"move: {error!r}")
            continue
        told.answers.append(time.perf_counter() - begun)
        # the page of whoever moves is always another one then; of a move from an old page, the news are on their way
        while client.heard < begun and time.perf_counter() < begun + PATIENCE:
            await asyncio.sleep(0.02)
        if client.heard < begun or status not in (*TAKEN, 409):
            told.wrong.append(f"a move was answered {status}{' and no page sent' if client.heard < begun else ''}")
            continue
        if status == 409:
            told.old += 1
            continue
        # what else is sent because of a move is there long before the next one
        await asyncio.sleep(max(0.0, at - 0.05 - time.perf_counter()))
        told.sent += sum(client.messages for client in clients) - before
        told.moves.append(max(client.heard for client in clients) - begun)


def compared(table: Table, place: Place, clients: Sequence[Client]) -> list[str]:
    """What pages show that differs from what they should show."""
    found = []
    for client in clients:
        right = seat_pieces(table.state, client.seat, table.names, table.bots, place.links[client.seat])[1]
        # in the page that was loaded first, what stands between pieces follows them
        wrong = [name for name, text in right.items() if not client.pieces.get(name, "").startswith(str(text))]
        if wrong:
            found.append(f"{place.game} {place.id}, seat {client.seat + 1}: {', '.join(wrong)} is not as it should be")
    return found


async def loaded(server: Server, places: list[Place], minutes: float, every: float, seed: int) -> Numbers:
    """Opens all pages, moves for so long, and closes them."""
    told = Numbers()
    begun = time.perf_counter()
    tables = await opened_pages(server.at, places)
    print(f"pages opened in {time.perf_counter() - begun:.1f} s", file=sys.stderr, flush=True)
    told.memory.append(server.megabytes())
    start = time.perf_counter() + 1
    end = start + 60 * minutes

    async def watch() -> None:
        minute = 1
        while True:
            await asyncio.sleep(max(0.0, start + 60 * minute - time.perf_counter()))
            told.memory.append(server.megabytes())
            minute += 1

    watching = asyncio.create_task(watch())
    used = server.processor()
    firsts = [start + every * number / len(tables) for number in range(len(tables))]
    await asyncio.gather(
        *(
            moving(clients, Stream(2 * (seed + number) + 1), first, end, every, told)
            for number, (clients, first) in enumerate(zip(tables, firsts, strict=True))
        )
    )
    watching.cancel()
    print(f"processor: {(server.processor() - used) / (60 * minutes):.0%} of one core", file=sys.stderr, flush=True)
    await asyncio.sleep(1)
    await finish(server, places, tables, told)
    return told


async def finish(server: Server, places: list[Place], tables: list[list[Client]], told: Numbers) -> None:
    """Ends the server and compares all pages with its file."""
    told.wrong += [error for clients in tables for client in clients for error in client.errors]
    server.end()
    kept = opened(server.folder)
    told.wrong += kept.unread
    for place, clients in zip(places, tables, strict=True):
        told.wrong += compared(kept.tables[place.id], place, clients)
    kept.store.close()
    log = server.log.read_text(encoding="utf-8")
    told.wrong += ["the server said: " + log[:2000]] if log.strip() else []
    await asyncio.gather(*(client.close() for clients in tables for client in clients))


def share(times: Sequence[float], part: float) -> float:
    """Milliseconds below which that part of the times lies."""
    ordered = sorted(times)
    return 1000 * ordered[min(len(ordered) - 1, int(part * len(ordered)))]


def report(told: Numbers, count: int, every: float, minutes: float) -> str:
    """A row of the table."""
    cells = [f"{1000 * statistics.mean(told.moves):.0f}"]
    cells += [f"{share(told.moves, part):.0f}" for part in (0.5, 0.95, 0.99)]
    cells += [f"{share(told.answers, 0.95):.0f}", f"{share(told.late, 0.95):.0f}"]
    cells += [" ".join(f"{size:.0f}" for size in told.memory), str(told.old), str(len(told.wrong))]
    return f"| {count} | {minutes:g} | {len(told.moves)} | {told.sent} | {' | '.join(cells)} |"


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures, prints a table and what went wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", default="100", help="how many, or several numbers between commas")
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--every", type=float, default=4.0, help="seconds between the moves of a table")
    parser.add_argument("--games", default=FIVE, help="rulesets between commas")
    parser.add_argument("--seed", type=int, default=1)
    told = parser.parse_args(arguments)
    print(
        "| tables | minutes | moves | sent | mean, ms | 50 % | 95 % | 99 % | answer, 95 % | late | MB | old | wrong |"
    )
    print("| --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --- | --: | --: |")
    failed = False
    for count in map(int, told.tables.split(",")):
        with tempfile.TemporaryDirectory() as folder:
            places = prepared(Path(folder) / "tables", told.games.split(","), count, told.seed)
            server = Server(Path(folder) / "tables")
            print(f"{count} tables: ready in {server.seconds:.1f} s", file=sys.stderr, flush=True)
            try:
                numbers = asyncio.run(loaded(server, places, told.minutes, told.every, told.seed))
            finally:
                if server.process.poll() is None:
                    server.end()
        print(report(numbers, count, told.every, told.minutes), flush=True)
        for wrong in numbers.wrong[:10]:
            print(wrong, file=sys.stderr)
        failed = failed or bool(numbers.wrong)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
