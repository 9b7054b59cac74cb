"""Files of tables that are damaged: whatever can be read goes on, nothing goes back in silence, the damaged file stays."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import stat
from contextlib import closing
from functools import cache, partial
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner
from helpers.tiers import full, many

from stammtisch.base.errors import UsageError
from stammtisch.base.streams import BOTS, Stream, seed_stream
from stammtisch.cli.commandline import group
from stammtisch.front.api import Ruleset, load_ruleset
from stammtisch.records.recording_reader import RecordedChoice
from stammtisch.table.play.setup import begin_table
from stammtisch.table.play.tables import open_tables
from stammtisch.table.storage.store import FILE, Store
from stammtisch.table.storage.table_record import SeatNote, StoredTable, Undone

PAGE = 4096
TABLES = 13


@cache
def ruleset(name: str) -> Ruleset:
    """A ruleset, read once."""
    return load_ruleset(name)


def fill(folder: Path) -> Store:
    """Tables with choices, notes and things that were taken back, still open."""
    tables = open_tables(folder)
    for number in range(TABLES):
        rules = ruleset(("munchhausen", "tictactoe")[number % 2])
        players = 3 - number % 2
        table = begin_table(tables, rules, rules.game(players).start(number), ["human"] * players)
        for first in range(1, 15 + 10 * number, 5):
            made = [RecordedChoice(at % len(table.seats), at % 4, 4, at % 4) for at in range(5)]
            tables.store.add_choices(table.id, first, made)
        tables.store.add_note(table.id, 0, SeatNote(0, 3, "a note " * (1 + 40 * (number % 5))))
        gone = Undone(5, 0, "own", [[0, 1]], {0: ["a line " * 30] * (number % 9)})
        tables.store.take_back(table.id, 10 + 9 * number, [], [1] * len(table.seats), gone)
    return tables.store


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, dict[str, StoredTable]]:
    """A file of tables, and what is in it."""
    folder = tmp_path_factory.mktemp("whole")
    fill(folder).close()
    return (folder / FILE).read_bytes(), stored(folder)


def stored(folder: Path) -> dict[str, StoredTable]:
    """The tables of a folder that can be read, by id."""
    store = Store(folder)
    found = {}
    for table in store.ids():
        try:
            found[table] = store.read_table(table)
        except UsageError:
            continue
    store.close()
    return found


def same(one: StoredTable, other: StoredTable) -> bool:
    """Whether two tables are the same, wherever their files lie."""
    rows = [(kept.id, kept.seats, kept.notes, kept.undone, kept.vote, kept.host, kept.lobby) for kept in (one, other)]
    return rows[0] == rows[1] and one.game.header == other.game.header and one.game.choices == other.game.choices


def rescued(folder: Path, content: bytes) -> tuple[dict[str, StoredTable], str]:
    """The tables that go on in a folder whose file holds this, and what is said."""
    folder.mkdir()
    (folder / FILE).write_bytes(content)
    store = Store(folder)
    said = "\n".join(store.notices)
    store.close()
    found = stored(folder)
    aside = folder / f"{FILE}.damaged-1"
    assert aside.exists() == ("was damaged" in said), said
    if aside.exists():
        assert aside.read_bytes() == content and str(aside) in said
        assert stat.S_IMODE(aside.stat().st_mode) == 0o600
    return found, said


def pages_with(content: bytes, word: str) -> set[int]:
    return {hit.start() // PAGE for hit in re.finditer(word.encode(), content)}


def damage(content: bytes, stream: Stream) -> tuple[bytes, set[int], str]:
    """A damaged file, the pages that are damaged (from 0), and how."""
    pages, changed = len(content) // PAGE, bytearray(content)
    how = ("flipped", "zeroed", "noise", "cut")[stream.draw(4)]
    if how == "cut":
        length = PAGE + stream.draw(len(content) - PAGE)
        return content[:length], {*range(length // PAGE, pages)}, how
    hit = {stream.draw(pages) for _ in range(1 + stream.draw(2))}
    for page in hit:
        at = page * PAGE
        if how == "flipped":
            for _ in range(1 + stream.draw(8)):
                changed[at + stream.draw(PAGE)] ^= 1 + stream.draw(255)
        else:
            changed[at : at + PAGE] = bytes(stream.draw(256) if how == "noise" else 0 for _ in range(PAGE))
    return bytes(changed), hit, how


@full
def test_whatever_is_damaged_all_tables_that_can_be_read_go_on(
    whole: tuple[bytes, dict[str, StoredTable]], tmp_path: Path
) -> None:
    content, before = whole
    for number in range(many(30, 200)):
        changed, hit, how = damage(content, Stream(seed_stream(number, BOTS)))
        try:
            found, said = rescued(tmp_path / str(number), changed)
        except UsageError as error:
            # too little is left for a single table; it stays as it is
            assert "is damaged, or does not hold tables" in str(error) and len(changed) < 20 * PAGE, (
                number,
                how,
                error,
            )
            assert (tmp_path / str(number) / FILE).read_bytes() == changed
            continue
        touched = {table for table in before if pages_with(content, table) & hit}
        # of what lies in pages that name no table, each belongs to one at most
        others = sum(not any(page in pages_with(content, table) for table in before) for page in hit)
        gone = before.keys() - found.keys()
        assert len(gone - touched) <= others, (number, how, hit, said)
        assert all(table in said for table in gone) or how == "flipped", (number, how, said)
        for table, kept in found.items():
            if (table not in said and how != "flipped") or (table not in touched and not others):
                assert same(kept, before[table]), (number, how, table, said)
        shutil.rmtree(tmp_path / str(number))


@full
def test_where_no_note_at_all_can_be_read_each_table_is_named(
    whole: tuple[bytes, dict[str, StoredTable]], tmp_path: Path
) -> None:
    content, before = whole
    changed = bytearray(content)
    for page in pages_with(content, "a note ") | pages_with(content, "a line "):
        changed[page * PAGE : (page + 1) * PAGE] = bytes(PAGE)
    found, said = rescued(tmp_path / "it", bytes(changed))
    assert found and not any(kept.notes for kept in found.values())
    assert all(table in said for table, kept in found.items() if not same(kept, before[table]))


@pytest.mark.parametrize("page", [1, 2, 3, 4, 5])
def test_no_root_is_needed_to_read_what_lies_below_it(
    whole: tuple[bytes, dict[str, StoredTable]], tmp_path: Path, page: int
) -> None:
    content, before = whole
    changed = content[: (page - 1) * PAGE] + bytes(PAGE) + content[page * PAGE :]
    found, said = rescued(tmp_path / "it", changed)
    # but for the choices that lie in the root itself
    most = sum(page - 1 in pages_with(content, table) for table in before) if page == 5 else 0
    assert len(found) >= TABLES - most and most < 8, said
    assert all(same(kept, before[table]) for table, kept in found.items() if table not in said)


def test_a_cut_file_of_thirteen_tables_loses_what_lay_in_its_last_pages_alone(
    whole: tuple[bytes, dict[str, StoredTable]], tmp_path: Path
) -> None:
    content, before = whole
    for pages in (1, 2, 3):
        found, said = rescued(tmp_path / str(pages), content[: -pages * PAGE])
        assert len(found) >= TABLES - 4 * pages, said
        words = f"{len(found)} of {TABLES}" if len(found) < TABLES else f"all {TABLES}"
        assert f"{words} tables were saved" in said
        assert all(same(kept, before[table]) for table, kept in found.items() if table not in said)


def test_seats_that_cannot_be_read_get_new_links_and_the_game_goes_on(
    whole: tuple[bytes, dict[str, StoredTable]], tmp_path: Path
) -> None:
    content, before = whole
    tokens = {seat.token for kept in before.values() for seat in kept.seats}
    seats = {page for token in tokens for page in pages_with(content, token)}
    changed = b"".join(
        bytes(PAGE) if page in seats else content[page * PAGE : (page + 1) * PAGE]
        for page in range(len(content) // PAGE)
    )
    found, said = rescued(tmp_path / "it", changed)
    assert found.keys() == before.keys() and "need new links, which their hosts can make" in said
    for table, kept in found.items():
        assert [seat.token for seat in kept.seats] == [""] * len(kept.seats) and kept.host == before[table].host
        assert kept.game.choices == before[table].game.choices
        assert [seat.kind for seat in kept.seats] == [seat.kind for seat in before[table].seats]


@full
def test_what_was_taken_back_does_not_come_back(tmp_path: Path) -> None:
    store = fill(tmp_path / "a")
    table = store.ids()[-1]
    store.database.execute("PRAGMA secure_delete = OFF")
    made = len(store.read_table(table).game.choices)
    store.add_choices(table, made + 1, [RecordedChoice(0, 0, 1, 0)] * 900)
    gone = Undone(5, 0, "all", [], {})
    store.take_back(table, 5, [], [1] * 3, gone)
    store.close()
    content = (tmp_path / "a" / FILE).read_bytes()
    # nothing tells which pages are in use no more
    assert int.from_bytes(content[36:40], "big")
    found, said = rescued(tmp_path / "b", content[:32] + bytes(8) + content[40:])
    assert len(found) == TABLES and len(found[table].game.choices) == 5, said


@full
def test_a_log_that_is_damaged_in_the_middle_is_not_left_out_in_silence(tmp_path: Path) -> None:
    store = fill(tmp_path / "a")
    before = {table: store.read_table(table) for table in store.ids()}
    copies = {ending: (tmp_path / "a" / f"{FILE}{ending}").read_bytes() for ending in ("", "-wal")}
    store.close()
    log = copies["-wal"]
    frames = (len(log) - 32) // (24 + PAGE)
    assert frames > 40
    for number, at in enumerate((8, 32 + 5, 32 + 3 * (24 + PAGE) + 900, 32 + frames // 2 * (24 + PAGE) + 2000)):
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / FILE).write_bytes(copies[""])
        damaged = bytearray(log)
        damaged[at] ^= 0x55
        (folder / f"{FILE}-wal").write_bytes(damaged)
        store = Store(folder)
        said = "\n".join(store.notices)
        store.close()
        assert "was damaged" in said and (folder / f"{FILE}.damaged-1-wal").read_bytes() == bytes(damaged), number
        found = stored(folder)
        # what lay in the damaged part itself may be one table's last words: it is named, all others are whole
        assert len(found) == TABLES or (len(found) == TABLES - 1 and f"{len(found)} of {TABLES} tables" in said), said
        assert all(same(kept, before[table]) for table, kept in found.items() if table not in said), (number, said)
    # a last part that was never finished is none that was damaged
    folder = tmp_path / "torn"
    folder.mkdir()
    (folder / FILE).write_bytes(copies[""])
    (folder / f"{FILE}-wal").write_bytes(log + log[32 : 32 + 500])
    store = Store(folder)
    assert not any("was damaged" in line for line in store.notices)
    store.close()
    assert all(same(kept, before[table]) for table, kept in stored(folder).items())


@full
def test_a_rescue_that_is_killed_at_any_moment_is_done_again_or_finished(
    whole: tuple[bytes, dict[str, StoredTable]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    content, _ = whole
    changed = content[: 4 * PAGE] + bytes(PAGE) + content[5 * PAGE :]
    expected = rescued(tmp_path / "whole", changed)[0]
    real, steps = os.replace, 0

    class Killed(BaseException):
        pass

    def replace(*paths: Path) -> None:
        nonlocal steps
        if not steps:
            raise Killed
        steps -= 1
        real(*paths)

    for stop in range(4):
        folder = tmp_path / str(stop)
        folder.mkdir()
        (folder / FILE).write_bytes(changed)
        (folder / f"{FILE}-wal").write_bytes(b"")
        steps = stop
        monkeypatch.setattr("stammtisch.table.storage.rescue.os.replace", replace)
        with pytest.raises(Killed):
            Store(folder)
        monkeypatch.setattr("stammtisch.table.storage.rescue.os.replace", real)
        store = Store(folder)
        assert any("was damaged" in line for line in store.notices)
        store.close()
        found = stored(folder)
        assert found.keys() == expected.keys() and all(same(kept, expected[table]) for table, kept in found.items())
        kept = {path.name for path in folder.iterdir() if path.is_file() and "damaged" in path.name}
        assert f"{FILE}.damaged-1" in kept and (folder / f"{FILE}.damaged-1").read_bytes() == changed


def test_a_file_is_not_taken_for_damaged_because_another_program_holds_it(
    whole: tuple[bytes, dict[str, StoredTable]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / FILE).write_bytes(whole[0])
    monkeypatch.setattr("stammtisch.table.storage.store.sqlite3.connect", partial(sqlite3.connect, timeout=0.1))
    with closing(sqlite3.connect(tmp_path / FILE, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(UsageError, match="cannot be used: database is locked"):
            Store(tmp_path)
    assert len(stored(tmp_path)) == TABLES and not [*tmp_path.glob("*.damaged-*")]


def test_two_folders_with_one_file_are_not_served_at_once_and_a_folder_is_no_file(tmp_path: Path) -> None:
    store = Store(tmp_path / "a")
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / FILE).symlink_to(tmp_path / "a" / FILE)
    with pytest.raises(UsageError, match="being served already"):
        Store(tmp_path / "b")
    store.close()
    (tmp_path / "c" / FILE).mkdir(parents=True)
    with pytest.raises(UsageError, match="is not a file"):
        Store(tmp_path / "c")
    (tmp_path / "d").mkdir()
    (tmp_path / "d" / FILE).symlink_to(tmp_path / "d" / FILE)
    with pytest.raises(UsageError, match="d cannot be written"):
        Store(tmp_path / "d")


def modes(folder: Path) -> dict[str, int]:
    """What may be done with a folder and with each of its files."""
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in (folder, *folder.iterdir())}


@full
@pytest.mark.skipif(os.name == "nt", reason="there are no such modes")
def test_only_their_owner_may_read_tables_whatever_the_system_gives_new_files(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        folder = tmp_path / "tables"
        store = fill(folder)
        assert {f"{FILE}-wal", f"{FILE}-shm"} <= modes(folder).keys() and not store.notices
        assert {name: mode for name, mode in modes(folder).items() if mode != 0o600} == {"tables": 0o700}
        store.close()
        # found otherwise, it is mended and said
        for path in (folder, *folder.iterdir()):
            path.chmod(0o755 if path.is_dir() else 0o644)
        (folder / f"{FILE}.damaged-1").write_bytes(b"")
        store = Store(folder)
        assert store.notices == [f"{folder} could be read by others; now only you can"]
        assert {name: mode for name, mode in modes(folder).items() if mode != 0o600} == {"tables": 0o700}
        store.close()
        # where something else lies too, the folder is somebody's own
        (folder / "notes.txt").write_text("mine")
        folder.chmod(0o755)
        (folder / FILE).chmod(0o644)
        store = Store(folder)
        assert len(store.notices) == 1 and "others can list" in store.notices[0]
        store.close()
        found = modes(folder)
        assert found["tables"] == 0o755 and found[FILE] == 0o600 and found["notes.txt"] == 0o666
    finally:
        os.umask(before)


@full
@pytest.mark.parametrize("new", [False, True])
def test_a_full_disk_is_named_when_tables_cannot_be_kept_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, new: bool
) -> None:
    """`new`: the file can be opened, but a new table does not fit."""
    folder = tmp_path / "tables"
    fill(folder).close()
    monkeypatch.setattr("stammtisch.table.storage.store.disk_usage", lambda _: SimpleNamespace(free=4096))

    def refused(*_: object, **__: object) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr(
        f"stammtisch.table.storage.{'group_commit.DatabaseWriter.write' if new else 'store.Store._check'}", refused
    )
    said = CliRunner().invoke(group, ["serve", "tictactoe", "--port", "0", "--new", "--save", str(folder)])
    assert said.exit_code == 2
    assert said.stderr.endswith("the disk is full. Make room there, or use another --save\n")
