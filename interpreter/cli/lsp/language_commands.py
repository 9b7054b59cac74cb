"""What an editor can have done with a game: the lines above its parts, and the commands behind them."""

from __future__ import annotations

from pathlib import Path

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer

from ...base.files import write
from ...editor.lenses import Lens, lenses
from ...editor.rule_sentences import rule_sentence, rules_text
from .editor_session import EditorSession
from .protocol_forms import path_in

RUN, PLAY, SIMULATE, RULES = COMMANDS = (
    "stammtisch.runScenario",
    "stammtisch.playFromScenario",
    "stammtisch.simulateGames",
    "stammtisch.showRules",
)
# the same for extensions that show it in their own way: a file to resume, and the sentences of a step
POSITION, SENTENCE = "stammtisch.savePosition", "stammtisch.ruleSentence"
TITLES = {"play": "Play on from its end", "simulate": "Simulate 1,000 games", "rules": "In the rulebook"}


def add_commands(server: LanguageServer, session: EditorSession) -> None:
    """Offer what can be done above the parts of a file, and do it."""
    add_rules(server, session)

    @server.feature(lsp.TEXT_DOCUMENT_CODE_LENS)
    def show_lenses(params: lsp.CodeLensParams) -> list[lsp.CodeLens]:
        uri = params.text_document.uri
        path = path_in(uri)
        found = lenses(session.files, path) if path else []
        return [lsp.CodeLens(session.forms.range(lens.span), _command(session, path, uri, lens)) for lens in found]

    @server.command(RUN)
    async def run(uri: str, words: str) -> None:
        path = path_in(uri)
        outcome = await session.do("run", path, words) if path else None
        if path is not None and outcome is not None:
            session.tell(outcome.text, outcome.is_good)
            session.keep_outcome(path, outcome)

    @server.command(PLAY)
    async def play(uri: str, words: str) -> None:
        path = path_in(uri)
        if path is not None and (outcome := await session.do("play", path, words)):
            session.tell(outcome.text, outcome.is_good)

    @server.command(POSITION)
    async def save_position(uri: str, words: str) -> str | None:
        path = path_in(uri)
        outcome = await session.do("play", path, words) if path else None
        if outcome is not None and not outcome.file:
            session.tell(outcome.text, outcome.is_good)
        return outcome.file or None if outcome is not None else None

    @server.command(SIMULATE)
    async def simulate_games(uri: str, words: str) -> None:
        path = path_in(uri)
        if path is not None and (outcome := await session.do("simulate", path, words)):
            session.tell(outcome.text, outcome.is_good)
            if outcome.file:
                session.show_file(Path(outcome.file))


def add_rules(server: LanguageServer, session: EditorSession) -> None:
    """Show what the rulebook says about a step."""

    def game_in(uri: str) -> Path | None:
        path = path_in(uri)
        return session.files.game_of(path) if path else None

    @server.command(RULES)
    def show_rules(uri: str, words: str) -> None:
        game = game_in(uri)
        if game is None:
            return
        text, line = rules_text(session.files.analysis(game), words)
        if not text:
            session.tell("The rulebook is written when the ruleset has no mistakes.", False)
            return
        file = session.folder / "rulebook.md"
        write(file, text.encode())
        session.show_file(file, line)

    @server.command(SENTENCE)
    def say_rule(uri: str, words: str) -> str:
        game = game_in(uri)
        return rule_sentence(session.files.analysis(game), words) if game else ""


def _command(session: EditorSession, path: Path | None, uri: str, lens: Lens) -> lsp.Command:
    """The command of a lens; that of a scenario says how it came out last."""
    names = dict(zip(("run", "play", "simulate", "rules"), COMMANDS, strict=True))
    title = TITLES.get(lens.kind, "")
    if lens.kind == "run":
        outcome = session.outcomes.get((path, lens.words)) if path else None
        title = "Run" if outcome is None else "Passed: run again" if outcome.is_good else "Failed: run again"
    return lsp.Command(title, names[lens.kind], arguments=[uri, lens.words])
