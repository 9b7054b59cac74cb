"""The table within a page: its worker asks here, and JavaScript shows what comes back. Nothing else is asked."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import parse_qs

from ..backend.native import available
from ..base.diagnostics import RulesetError
from ..base.errors import UsageError
from ..base.languages.catalogues import say_in
from ..base.templates import environment
from ..bots.by_name import HUMAN, bot_in
from ..rulebook.excerpts.summary import summary_lines
from ..table.pages.links import seat_path, served_below, table_path
from ..table.pages.render import KINDS
from ..table.pages.rules_page import PrintedRules
from ..table.play.moves import let_bots_play
from ..table.play.recordings import recording_content
from ..table.play.seats import toggle_shared
from ..table.play.setup import MOST_SEED, begin_table
from ..table.play.table import Table
from ..table.play.tables import open_tables
from ..table.storage.table_record import TableSettings
from ..table.storage.tokens import new_seed
from ..table.web.server import application
from .page_server import PageServer
from .web_game import unpack

TEMPLATES = Path(__file__).parent / "templates"
# those who play without looking ahead
SIMPLE = (HUMAN, "random")
# whoever plays in a page sits at this device: there is nobody to write to
ALONE = TableSettings(chat=False)


class PageTable(PageServer):
    """One game, and the tables at which it is played.

    folder: where the tables are kept. root: the path of the folder of the page on its site, escaped, without a slash at
    its end: below it are style, script and pictures, and with it begin all paths that the page asks for.
    """

    def __init__(self, data: bytes, folder: Path, root: str = "") -> None:
        from ..backend.native.browser_host import PREPARED

        self.game = unpack(data)
        PREPARED.update(self.game.modules)
        self.tables = open_tables(folder)
        self.books = PrintedRules()
        super().__init__(application(self.tables, books=self.books, served=False), root)
        self.table: Table | None = None

    # -- before a game

    def start_page(self, language: str) -> str:
        """The part of the page where a game is begun: what it is, who plays."""
        ruleset = self.game.ruleset
        made = environment(TEMPLATES).overlay()
        made.globals = made.globals | {"_": lambda sentence, **holes: say_in(language, sentence, **holes)}
        return made.get_template("start.html").render(
            game=ruleset.name,
            about=summary_lines(self.game.rules[0, language].blocks, language),
            players=ruleset.players,
            kinds=KINDS,
            simple=SIMPLE,
            thinking=self.thinking(),
            capable=available(),
        )

    def thinking(self) -> tuple[int, ...]:
        """For which numbers of players bots that look ahead can play: there are modules, and this browser runs them."""
        return self.game.thinking if available() else ()

    def begin(self, form: str) -> str:
        """Begin a game from the answers of the form, which is url-encoded; return the path of the page to show.

        Raises UsageError for what will not do.
        """
        sent = {name: values[0] for name, values in parse_qs(form).items()}
        players, seed = int(sent["players"]), sent.get("seed", "")
        if seed and not (seed.isdigit() and int(seed) <= MOST_SEED):
            raise UsageError(f"a seed is a whole number from 0 to {MOST_SEED}")
        try:
            game = self.game.ruleset.game(players, {**self.game.options})
        except RulesetError as error:
            raise UsageError(str(error)) from None
        # its file is not here
        game.learned_net = self.game.nets.get(players)
        chosen = [sent[f"seat-{seat}"] for seat in range(1, players + 1)]
        if not {*chosen} <= {*SIMPLE} and players not in self.thinking():
            raise UsageError(f"bots that think cannot play this game with {players} players here: take random bots")
        kinds = [HUMAN if kind == HUMAN else bot_in(game, kind).name for kind in chosen]
        state = game.start(int(seed) if seed else new_seed())
        table = self.table = begin_table(self.tables, self.game.ruleset, state, kinds, settings=ALONE.to_json())
        for (count, language), rules in self.game.rules.items():
            if count == players:
                self.books.keep(table.header, language, rules)
        people = [seat for seat, kind in enumerate(kinds) if kind == HUMAN]
        if len(people) > 1:
            for seat in people:
                toggle_shared(self.tables, table, seat)
        let_bots_play(self.tables, table)
        with served_below(self.root):
            if len(people) == 1:
                return seat_path(table, people[0])
            return table_path(table, "device" if people else "watch")

    def recording(self) -> bytes:
        """The game at the last table begun, as a recording; b"" before there is one."""
        return recording_content(self.table) if self.table is not None else b""
