"""What is said about the word at a place: what it is, its type and values, what the ruleset says about it."""

from __future__ import annotations

from pathlib import Path

from ..base.keywords import SLOTS, VERBS
from ..reading import library
from ..reading.source import Source
from .answers import Hover, Place
from .clause_texts import clause_sentences
from .completion.schema_keys import key_about
from .completion.slots import slot_of
from .known.initial_values import value_lines
from .known.symbols import Symbol, Use
from .known.text_places import place_at
from .known.workspace import Workspace
from .rule_sentences import rule_sentence
from .variant_changes import form_lines, other_forms

KIND_WORDS = {
    "name": "a name known here",
    "function": "a word of the language",
    "definition": "worked out by the game",
    "table": "a table",
    "setting": "a setting",
    "attribute": "printed on each {of}",
    "member": "a {of}",
    "step": "a step",
    "action": "an action",
    "thing": "a kind of thing",
}


def hover(workspace: Workspace, path: Path, place: Place) -> Hover | None:
    """What is said about the word at a place; None where there is nothing to say."""
    text, kind = workspace.text(path), workspace.kind(path)
    source = Source(str(path), text)
    offset = source.starts[min(place[0], len(source.starts)) - 1] + place[1] - 1
    game = workspace.game_of(path)
    if game is not None:
        use = use_at(workspace, path, place)
        if use is not None:
            table = workspace.table(game)
            symbol = table.symbols.get(use.key)
            if symbol is not None:
                values = "  \n".join(value_lines(workspace.analysis(game), symbol))
                more = [*filter(None, [values]), *more_about(workspace, path, game, place, use)]
                return Hover("\n\n".join([symbol_text(symbol, path), *more]), use.span)
    at = place_at(text, offset)
    if at.start == at.end:
        return None
    span = source.span(at.start, at.end)
    written = text[at.start : at.end]
    if at.is_key and not at.path and written.startswith("each "):
        return Hover(f"**{written}**\n\nPlaces and numbers that each {written[5:]} has.", span)
    if at.is_key and (about := key_about(kind, (*at.path, written))):
        forms = "".join(f"\n\n{line}" for line in form_lines(other_forms(workspace, path, place)))
        return Hover(f"**{written}**\n\n{about}{_examples(written)}{forms}", span)
    if others := list(form_lines(other_forms(workspace, path, place))):
        return Hover("\n\n".join([f"**{written}**", *others]), span)
    if kind in ("ruleset", "scenarios") and slot_of(at.path, False) == "clause" and not at.is_key:
        sentence = clause_sentences(game or path).get(written, "")
        return Hover(f"**{written}**: a clause of the rulebook\n\n{sentence}", span) if sentence else None
    return None


def more_about(workspace: Workspace, path: Path, game: Path, place: Place, use: Use) -> list[str]:
    """How the rulebook says a step or action, and its other forms in variants, as Markdown."""
    found = []
    if use.key[0] in ("step", "action") and (said := rule_sentence(workspace.analysis(game), use.key[2])):
        found.append(f"> {said}")
    if use.declares or use.key[0] == "step":
        found += form_lines(other_forms(workspace, path, place))
    return found


def use_at(workspace: Workspace, path: Path, place: Place) -> Use | None:
    """The symbol that stands at a place of a file, the shortest of several."""
    here = [use for use in workspace.uses(path, place[0]) if use.holds(*place)]
    return min(here, key=lambda use: use.span.end_column - use.span.column, default=None)


def _examples(word: str) -> str:
    """An example of a slot of a step."""
    verb = VERBS.get(word)
    if verb is None or word not in SLOTS:
        return ""
    shown = [one for one in verb.examples if isinstance(one, str | int)][:2]
    return "".join(f"\n\n`{word}: {one}`" for one in shown)


def symbol_text(symbol: Symbol, path: Path) -> str:
    """What is said about a symbol, as Markdown."""
    of = symbol.key[1]
    name = f"{of}.{symbol.name}" if symbol.kind in ("place", "attribute") and of else symbol.name
    if symbol.kind == "place":
        words = f"{symbol.type or 'a value'}{f', one for each {of}' if of else ''}"
    elif symbol.kind in ("thing", "component"):
        words = symbol.type
    else:
        words = KIND_WORDS.get(symbol.kind, symbol.kind).format(of=of)
        words += f": {symbol.type}" if symbol.type and symbol.kind not in ("member",) else ""
    lines = [f"**{name}** · {words}"]
    lines += ["  \n".join(symbol.facts)] if symbol.facts else []
    lines += [symbol.about] if symbol.about else []
    sentences = clause_sentences(path) if symbol.rule else {}
    lines += [f"*{clause}*: {sentences[clause]}" for clause in symbol.rule if clause in sentences]
    if symbol.span is not None and symbol.span.file != str(path):
        lines.append(f"declared in {library.display_path(symbol.span.file)}, line {symbol.span.line}")
    return "\n\n".join(lines)
