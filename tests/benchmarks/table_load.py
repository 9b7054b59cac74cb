"""Many tables at once on a real server: how long a move takes until the last seat has its new view, and what is wrong.

    python tests/benchmarks/table_load.py [--tables 100] [--minutes 1] [--games balvin,...] [--every 4] [--seed 1]
    python tests/benchmarks/table_load.py --tables 100 --raise 50

Each table has four pages open, one a seat, and onlookers where a game is for fewer; each page is loaded once and kept
up to date over a connection of its own, and a table moves once in `--every` seconds, at times that are spread evenly.
The games stand at places that are spread evenly over their length when that begins; where one is over all go to the
next game and leave that page. Server and clients share the machine. At the end each page, as the pieces that came have
made it, is compared with the page made from the choices that are in the server's file, of games that were over too. A
time is from sending a move until the last page that is sent something has it; `answer` until the move is answered;
`late` is by how much moves were sent too late, by clients that are too slow themselves. `used` is the server's share of
one processor, or of several if it has processes that make pages, MB its memory at the start and after each tenth of the
time. With --raise there are so many more tables again and again, until 95 % of the times are no longer below 150 ms;
the last line says where that was. Exits with 1 where anything went wrong.
"""

from __future__ import annotations

import argparse
import asyncio
import math
import resource
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
from stammtisch.table.pages.render import seat_pieces
from stammtisch.table.pages.sidebar import sidebar_data
from stammtisch.table.play.table import Table
from stammtisch.table.play.tables import open_tables

PAGES = 4
PATIENCE = 20.0
SLOW = 150.0
COLUMNS = "tables|minutes|moves|games over|sent|mean, ms|50 %|95 %|99 %|answer, 95 %|late, 95 %|used|MB|old|wrong"


@dataclass
class Company:
    """A table and its open pages."""

    table: str
    game: str
    clients: list[Client]


@dataclass
class Numbers:
    """What is measured: seconds of moves and answers and by how much these came late, megabytes again and again, how
    many moves came from pages that were old already or had to wait, how much was sent, the share of a processor, what went wrong.

    `left` are the pages of games that are over, as they were when the next one had begun.
    """

    moves: list[float] = field(default_factory=list)
    answers: list[float] = field(default_factory=list)
    late: list[float] = field(default_factory=list)
    memory: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    left: list[Company] = field(default_factory=list)
    old: int = 0
    sent: int = 0
    used: float = 0.0


async def sat_down(at: str, places: Sequence[Place]) -> list[Company]:
    """The pages of each table, opened one table after another."""
    found = []
    for place in places:
        seats = [seat for seat in place.links if seat >= 0][:PAGES]
        seats += [-1] * (PAGES - len(seats))
        clients = [Client(at, place.links[seat], seat) for seat in seats]
        await asyncio.gather(*(client.open() for client in clients))
        found.append(Company(place.id, place.game, clients))
    return found


async def moving(company: Company, stream: Stream, first: float, end: float, every: float, told: Numbers) -> None:
    """Moves at one table, again and again, and at the next one when a game is over."""
    at = first
    while at < end:
        await asyncio.sleep(max(0.0, at - time.perf_counter()))
        told.late.append(time.perf_counter() - at)
        at += every
        able = [client for client in company.clients if client.seat >= 0 and client.forms()]
        try:
            if able:
                await moved(company.clients, able[stream.draw(len(able))], stream, at, told)
            elif any('value="again"' in client.pieces["ended"] for client in company.clients):
                await gone_on(company, told)
            else:
                # what was chosen last is not there yet
                told.old += 1
        except (OSError, EOFError, RuntimeError, TimeoutError) as error:
            told.wrong.append(f"{company.game}: {error!r}")
            if not able:
                return


async def moved(clients: list[Client], client: Client, stream: Stream, until: float, told: Numbers) -> None:
    """One move, and all that is sent because of it until shortly before the next one."""
    can, before = client.forms(), sum(client.messages for client in clients)
    begun = time.perf_counter()
    status = await client.choose(can[stream.draw(len(can))])
    told.answers.append(time.perf_counter() - begun)
    # the page of whoever moves is always another one then; of a move from an old page, the news are on their way
    while client.heard < begun and time.perf_counter() < begun + PATIENCE:
        await asyncio.sleep(0.02)
    if client.heard < begun or status not in (*TAKEN, 409):
        told.wrong.append(f"a move was answered {status}{' and no page sent' if client.heard < begun else ''}")
        return
    if status == 409:
        told.old += 1
        return
    # what else is sent because of a move is there long before the next one
    await asyncio.sleep(max(0.0, until - 0.05 - time.perf_counter()))
    told.sent += sum(client.messages for client in clients) - before
    told.moves.append(max(client.heard for client in clients) - begun)


async def gone_on(company: Company, told: Numbers) -> None:
    """Everybody goes to the next game."""
    before = company.clients
    status = await next(client for client in before if client.seat >= 0).again()
    if status not in TAKEN:
        raise RuntimeError(f"the next game was refused: {status}")
    async with asyncio.timeout(PATIENCE):
        while not all(client.next() for client in before):
            await asyncio.sleep(0.02)
    links = [client.next() for client in before]
    told.left.append(Company(company.table, company.game, before))
    for client in before:
        await client.close()
    company.table = links[0].split("/")[2]
    company.clients = [Client(before[0].at, link, _seat(link)) for link in links]
    await asyncio.gather(*(client.open() for client in company.clients))


def _seat(link: str) -> int:
    word = link.split("/")[3]
    return -1 if word == "watch" else int(word) - 1


async def loaded(server: Server, places: list[Place], minutes: float, every: float, seed: int) -> Numbers:
    """Opens all pages, moves for so long, and closes them."""
    told = Numbers()
    begun = time.perf_counter()
    tables = await sat_down(server.at, places)
    print(f"pages opened in {time.perf_counter() - begun:.1f} s", file=sys.stderr, flush=True)
    told.memory.append(server.megabytes())
    start = time.perf_counter() + 1
    end = start + 60 * minutes

    async def watch() -> None:
        for tenth in range(1, 11):
            await asyncio.sleep(max(0.0, start + 6 * minutes * tenth - time.perf_counter()))
            told.memory.append(server.megabytes())

    watching = asyncio.create_task(watch())
    used = server.processor()
    firsts = [start + every * number / len(tables) for number in range(len(tables))]
    await asyncio.gather(
        *(
            moving(company, Stream(2 * (seed + number) + 1), first, end, every, told)
            for number, (company, first) in enumerate(zip(tables, firsts, strict=True))
        )
    )
    await watching
    told.used = (server.processor() - used) / (60 * minutes)
    await asyncio.sleep(1)
    await finish(server, tables, told)
    return told


async def finish(server: Server, tables: list[Company], told: Numbers) -> None:
    """Ends the server and compares all pages with its file."""
    told.wrong += [error for company in tables for client in company.clients for error in client.errors]
    server.end()
    kept = open_tables(server.folder)
    told.wrong += kept.unread
    # else they would be compiled anew for each table
    games = set()
    for company in [*tables, *told.left]:
        table = kept.find(company.table)
        if table is None:
            told.wrong.append(f"{company.game} {company.table} is not in the file")
            continue
        games.add(table.state.game)
        told.wrong += compared(table, company)
        kept.rest(0, 0)
    kept.store.close()
    told.wrong += ["the server said: " + said[:2000]] if (said := server.complaints()) else []
    await asyncio.gather(*(client.close() for company in tables for client in company.clients))


def compared(table: Table, company: Company) -> list[str]:
    """What pages show that differs from what they should show."""
    found = []
    for client in company.clients:
        side = sidebar_data(table, client.seat, client.next())
        right = seat_pieces(table.state, client.seat, table.names, table.bots, client.link, side)[1]
        # in the page that was loaded first, what stands between pieces follows them
        wrong = [name for name, text in right.items() if not client.pieces.get(name, "").startswith(str(text))]
        if wrong:
            found.append(
                f"{company.game} {table.id}, seat {client.seat + 1}: {', '.join(wrong)} is not as it should be"
            )
    return found


def share(times: Sequence[float], part: float) -> float:
    """Milliseconds below which that part of the times lies."""
    ordered = sorted(times) or [math.inf]
    return 1000 * ordered[min(len(ordered) - 1, int(part * len(ordered)))]


def report(told: Numbers, count: int, minutes: float) -> str:
    """A row of the table."""
    cells = [f"{1000 * statistics.fmean(told.moves or [math.inf]):.0f}"]
    cells += [f"{share(told.moves, part):.0f}" for part in (0.5, 0.95, 0.99)]
    cells += [f"{share(told.answers, 0.95):.0f}", f"{share(told.late, 0.95):.0f}", f"{told.used:.0%}"]
    cells += [" ".join(f"{size:.0f}" for size in told.memory), str(told.old), str(len(told.wrong))]
    return f"| {count} | {minutes:g} | {len(told.moves)} | {len(told.left)} | {told.sent} | {' | '.join(cells)} |"


def measured(count: int, minutes: float, every: float, games: Sequence[str], seed: int) -> Numbers:
    """So many tables on a server of their own; prints a row."""
    with tempfile.TemporaryDirectory() as folder:
        places = prepared(Path(folder) / "tables", games, count, seed, under_way=True)
        server = Server(Path(folder) / "tables")
        print(f"{count} tables: ready in {server.seconds:.1f} s", file=sys.stderr, flush=True)
        try:
            numbers = asyncio.run(loaded(server, places, minutes, every, seed))
        finally:
            if server.process.poll() is None:
                server.end()
    print(report(numbers, count, minutes), flush=True)
    for wrong in numbers.wrong[:10]:
        print(wrong, file=sys.stderr)
    return numbers


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures, prints a table and what went wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", default="100", help="how many, or several numbers between commas")
    parser.add_argument("--raise", type=int, default=0, dest="more", help="so many more, until 150 ms are too few")
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--every", type=float, default=4.0, help="seconds between the moves of a table")
    parser.add_argument("--games", default=FIVE, help="rulesets between commas")
    parser.add_argument("--seed", type=int, default=1)
    told = parser.parse_args(arguments)
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    columns = COLUMNS.split("|")
    print(f"| {' | '.join(columns)} |\n|{' --: |' * len(columns)}")
    counts, carried = [*map(int, told.tables.split(","))], 0
    while counts:
        count = counts.pop(0)
        numbers = measured(count, told.minutes, told.every, told.games.split(","), told.seed)
        slow = share(numbers.moves, 0.95)
        if numbers.wrong or (told.more and slow >= SLOW):
            break
        carried = count
        if told.more and not counts:
            counts.append(count + told.more)
    if told.more:
        why = f"95 % took up to {slow:.0f} ms" + (
            f", and {len(numbers.wrong)} things were wrong" if numbers.wrong else ""
        )
        print(f"break-even: {carried} tables below {SLOW:.0f} ms; with {count} {why}")
    return int(bool(numbers.wrong))


if __name__ == "__main__":
    sys.exit(main())
