"""Merged YAML -> model.Ruleset: every expression parsed, every sentence's slots filled, all errors collected."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from ..base.diagnostics import Diagnostic, Note, RulesetError, Span
from ..base.keywords import BRANCHES, DECISIONS, LOOPS, PLAYERS, PREPOSITIONS, SLOT_NAMES, SLOTS, VERBS
from ..base.similar import certain, suggest
from ..reading.load import Mapping, Node, Scalar, Sequence, plain
from . import model as m
from . import syntax as s
from .parse import parse

MOST_PLAYERS = 12
# words of the expressions, and names that always mean the same
WORDS = frozenset(
    (
        *("none", "true", "false", "and", "or", "not", "in", "if", "then", "else"),
        *("where", "with", "from", "after", "by", "mod", "rounded", "for"),
    )
)
TAKEN = WORDS | {"player", "players", "box", "all", "int", "bool", "text"}
ACTING = (*DECISIONS, *VERBS, *BRANCHES, "remember", "whenever")
SHOWS = ("row", "stack", "track", "grid", "count", "hand", "hidden")


def is_words(text: str) -> bool:
    """True for a designer's words: a space, a capital at the start or a letter that is not ASCII."""
    return bool(text) and (" " in text or text[0].isupper() or not text.isascii())


# what was parsed before, by its place in the grammar and the identity of the text, each time it was asked for
Trees = dict[tuple[str, int], list[tuple[Node, Any]]]


class Builder:
    def __init__(self, trees: Trees | None = None) -> None:
        self.problems: list[Diagnostic] = []
        self.trees: Trees = {} if trees is None else trees
        self.asked: dict[tuple[str, int], int] = {}
        self.numbers = (1, MOST_PLAYERS)
        self.base = self.numbered = ""  # the file of the first ruleset, and the one that says how many play

    # -- small helpers

    def error(
        self, code: str, message: str, span: Span, hint: str = "", notes: tuple[Note, ...] = (), instead: str = ""
    ) -> None:
        self.problems.append(Diagnostic(code, message, span, hint=hint, notes=notes, instead=instead))

    def parse(self, start: str, node: Node | None) -> Any:
        """The parsed text of a scalar; None where it is missing or wrong (then reported)."""
        if node is None:
            return None
        if not isinstance(node, Scalar):
            self.error("wrong-shape", "an expression is expected here, not a list or a mapping", node.span)
            return None
        key = start, id(node)
        known = self.trees.setdefault(key, [])
        number = self.asked[key] = self.asked.get(key, -1) + 1
        try:
            if number == len(known):
                known.append((node, parse(start, node)))  # with the node, so that its identity stays its own
            return known[number][1]
        except RulesetError as error:
            self.asked[key] = number - 1
            self.problems += error.diagnostics
            return None

    def mapping(self, node: Node | None, what: str) -> Mapping | None:
        if node is None or isinstance(node, Mapping):
            return node
        if isinstance(node, Scalar) and node.value is None:
            return None
        self.error("wrong-shape", f"{what} must be a mapping, `name: ...` line by line", node.span)
        return None

    def texts(self, node: Node | None) -> list[str]:
        """One text or a list of texts."""
        if node is None:
            return []
        nodes = node.items if isinstance(node, Sequence) else [node]
        good = [n.text for n in nodes if isinstance(n, Scalar)]
        if len(good) < len(nodes):
            self.error("wrong-shape", "a text or a list of texts is expected here", node.span)
        return good

    def text(self, node: Node | None) -> str:
        return " ".join(self.texts(node))

    def unknown_keys(self, node: Mapping, known: tuple[str, ...], what: str) -> None:
        for key, entry in node.entries.items():
            if key not in known:
                guess = suggest(key, known)
                hint = f"Did you mean `{guess}`?" if guess else f"known here: {', '.join(known)}"
                message = f"{what} has no key '{key}'"
                self.error("unknown-key", message, entry.key.span, hint, instead=certain(key, guess))

    # -- sentences

    def conditions(self, node: Node | None) -> list[m.Condition]:
        if node is None:
            return []
        if not isinstance(node, Mapping):
            expr = self.parse("expr", node)
            return [m.Condition("", node.span, expr)] if expr is not None else []
        found = []
        for words, entry in node.entries.items():
            self.words(words, entry.key.span, "a condition")
            value, judge = entry.value, False
            if isinstance(value, Mapping):
                self.unknown_keys(value, ("judge",), "a condition")
                value, judge = value.get("judge") or Scalar(value.span, "", ""), True
            expr = self.parse("expr", value)
            if expr is not None:
                found.append(m.Condition(words, entry.key.span, expr, judge))
        return found

    def words(self, words: str, span: Span, what: str) -> None:
        if not is_words(words):
            guess = suggest(words, SLOTS)
            hint = (
                f"Did you mean `{guess}`?" if guess else f"write more than one word, or a capital: {words.capitalize()}"
            )
            self.error(
                "reserved-word",
                f"'{words}' cannot name {what}: single lower-case words belong to the language",
                span,
                hint,
            )

    def steps(self, node: Node | None) -> m.Steps:
        if node is None:
            return []
        if isinstance(node, Scalar):
            if node.text == "nothing":
                return []
            if node.value is None:
                self.error("missing-steps", "steps are missing here", node.span, "write nothing where nothing happens")
                return []
            effect = m.Effect("run", node.span, action=node.text)
            return [m.Sentence(node.span, effect=effect)]
        if isinstance(node, Sequence):
            found = [step for item in node.items for step in self.steps(item)]
            self.once([(step.words, step.span) for step in found if step.words], "step")
            return found
        if any(key in SLOTS for key in node.entries):
            return [self.sentence(node)]
        return [self.named(entry.key, entry.value) for entry in node.entries.values()]

    def once(self, named: list[tuple[str, Span]], what: str) -> None:
        """Words that stand twice in one list would name two things."""
        seen: dict[str, Span] = {}
        for words, span in named:
            if words in seen:
                note = Note(seen[words], "first written here")
                self.error("defined-twice", f"the {what} '{words}' stands twice in this list", span, notes=(note,))
            seen.setdefault(words, span)

    def named(self, key: Scalar, value: Node, what: str = "a step") -> m.Sentence:
        self.words(key.text, key.span, what)
        steps = self.steps(value)
        one = len(steps) == 1 and not steps[0].words
        sentence = steps[0] if one else m.Sentence(key.span, do=steps)
        sentence.words, sentence.span = key.text, key.span
        return sentence

    def sentence(self, node: Mapping) -> m.Sentence:
        self.slot_order(node)
        out = m.Sentence(node.span)
        self.unknown_keys(node, tuple(SLOTS), "a step")
        get = node.get
        out.remember = self.remembered(get("remember"))
        out.when = self.conditions(get("when"))
        out.until = self.conditions(get("until"))
        out.loop = self.loop(node)
        out.by = self.parse("expr", get("by"))
        out.decision, out.menu = self.decision(node)
        out.where = self.conditions(get("where"))
        out.effect = self.effect(node)
        out.do = self.steps(get("do"))
        out.otherwise = self.branch(get("otherwise"))
        out.impossible = self.branch(get("if impossible"))
        out.declined = self.branch(get("if declined"))
        out.whenever = self.events(get("whenever"))
        out.rule, out.about, out.was = self.texts(get("rule")), self.text(get("about")), self.texts(get("was"))
        self.companions(node, out)
        if out.loop is not None and not any(key in node.entries for key in ACTING):
            hint = "Write what happens, as `move` or `choose`, or with further steps under `do`; else `do: nothing`."
            self.error("missing-steps", "nothing ever happens in this step", node.span, hint)
        return out

    def branch(self, node: Node | None) -> m.Steps | None:
        return None if node is None else self.steps(node)

    def companions(self, node: Mapping, out: m.Sentence) -> None:
        """Slots that make no sense without another one."""
        # what is written there counts, even if it could not be read
        kind = next((key for key in DECISIONS if key != "one of" and node.get(key) is not None), "")
        rules = (
            ("otherwise", bool(out.when), "`otherwise` says what happens when `when` fails: there is no `when` here"),
            ("if declined", kind == "may choose", "`if declined` belongs to `may choose`"),
            ("if impossible", bool(kind or out.menu), "`if impossible` belongs to a decision"),
            ("where", kind in ("choose", "may choose", "random"), "`where` belongs to choose, may choose or random"),
            ("count", bool(kind), "`count` belongs to choose, may choose or random"),
            ("secret", bool(kind), "`secret` belongs to a decision"),
            (
                "by",
                bool(kind or out.menu) or (out.effect is not None and out.effect.kind == "run"),
                "`by` names who decides: there is no decision here",
            ),
            ("next", out.loop is not None and out.loop.kind == "turns", "`next` belongs to turns"),
        )
        for key, good, message in rules:
            if node.get(key) is not None and not good:
                self.error("misplaced-key", message, node.entries[key].key.span)
        verb = out.effect.kind if out.effect else ""
        for key, verbs in PREPOSITIONS.items():
            if node.get(key) is not None and verb not in verbs:
                self.error("misplaced-key", f"`{key}` belongs to {' or '.join(verbs)}", node.entries[key].key.span)

    def slot_order(self, node: Mapping) -> None:
        last: dict[str, tuple[int, str]] = {}
        for key, entry in node.entries.items():
            rank = SLOTS.get(key, 0)
            file = entry.key.span.file
            if rank and rank < last.get(file, (0, ""))[0]:
                message = f"`{key}` must stand before `{last[file][1]}`: a step is written in the order it happens"
                order = ", ".join(SLOT_NAMES.values())
                self.error("slot-order", message, entry.key.span, f"the order is {order}")
            elif rank:
                last[file] = (rank, key)

    def remembered(self, node: Node | None) -> list[m.Remembered]:
        mapping = self.mapping(node, "remember")
        found = []
        for name, entry in mapping.entries.items() if mapping else ():
            initial = self.parse("initial", entry.value)
            if initial is not None and self.identifier(name, entry.key.span, WORDS):
                found.append(m.Remembered(name, entry.key.span, initial))
        return found

    def identifier(self, name: str, span: Span, taken: frozenset[str] = TAKEN) -> bool:
        if name in taken:
            message = f"'{name}' cannot be a name: it is a word of the language"
            self.error("reserved-word", message, span, f"write for example the_{name}")
            return False
        if name.isidentifier():
            return True
        self.error(
            "bad-name",
            f"'{name}' cannot be used in expressions: a name has no spaces or signs",
            span,
            "join its words with _",
        )
        return False

    def loop(self, node: Mapping) -> m.Loop | None:
        present = [key for key in node.entries if key in LOOPS and node.get(key) is not None]
        if len(present) > 1:
            self.error(
                "two-loops",
                f"a step has one loop, not {' and '.join(present)}",
                node.entries[present[1]].key.span,
                "put the inner one into do",
            )
        if not present:
            until = node.entries.get("until")
            return m.Loop("until", until.key.span) if until else None
        key, span = present[0], node.entries[present[0]].key.span
        value = node.entries[key].value
        if key == "repeat":
            if isinstance(value, Scalar) and value.text == "forever":
                return m.Loop("forever", span)
            times = self.parse("expr", value)
            return m.Loop("repeat", span, times=times) if times is not None else None
        choice = self.parse("choice", value)
        following = self.parse("expr", node.get("next"))
        kind = "each" if key == "for each" else key
        return m.Loop(kind, span, choice, following=following) if choice is not None else None

    def decision(self, node: Mapping) -> tuple[m.Decision | None, list[m.MenuItem]]:
        present = [key for key in node.entries if key in DECISIONS and node.get(key) is not None]
        if len(present) > 1:
            self.error(
                "two-decisions",
                f"a step has one decision, not {' and '.join(present)}",
                node.entries[present[1]].key.span,
                "put the second one into do",
            )
        if not present:
            return None, []
        key, span = present[0], node.entries[present[0]].key.span
        value = node.entries[key].value
        if key == "one of":
            return None, self.menu(value)
        nodes = value.items if isinstance(value, Sequence) else [value]
        choices = [choice for n in nodes if (choice := self.parse("choice", n)) is not None]
        count = self.parse("expr", node.get("count"))
        secret = node.get("secret")
        if not choices:
            return None, []
        return m.Decision(key, span, choices, count, isinstance(secret, Scalar) and secret.value is True), []

    def menu(self, node: Node) -> list[m.MenuItem]:
        if isinstance(node, Sequence):
            listed = [m.MenuItem(n.text, n.span, None) for n in node.items if isinstance(n, Scalar)]
            self.once([(item.words, item.span) for item in listed], "option")
            return listed
        mapping = self.mapping(node, "one of")
        items = []
        for words, entry in mapping.entries.items() if mapping else ():
            self.words(words, entry.key.span, "an option")
            if isinstance(entry.value, Scalar) and entry.value.text == words:
                items.append(m.MenuItem(words, entry.key.span, None))  # the action of that name, as in a list
                continue
            items.append(m.MenuItem(words, entry.key.span, self.named(entry.key, entry.value, "an option")))
        return items

    def effect(self, node: Mapping) -> m.Effect | None:
        present = [key for key in node.entries if key in VERBS and node.get(key) is not None]
        if len(present) > 1:
            self.error(
                "two-effects",
                f"a step has one effect, not {' and '.join(present)}",
                node.entries[present[1]].key.span,
                "put the second one into do",
            )
        if not present:
            return None
        verb = present[0]
        value = node.entries[verb].value
        out = m.Effect(verb, node.entries[verb].key.span, target_span=value.span)
        out.source, out.to = self.parse("expr", node.get("from")), self.parse("expr", node.get("to"))
        out.at, out.named = self.parse("position", node.get("at")), self.text(node.get("as"))
        if verb in ("move", "pay", "deal", "reveal"):
            out.amount = self.parse("amount", value)
        elif verb in ("shuffle", "say"):
            out.source = self.parse("expr", value)
        elif verb in ("add", "set"):
            out.targets = self.targets(value, verb)
        elif verb == "run":
            out.action = self.text(value)
            out.arguments = self.arguments(node.get("with"))
            out.gives = self.gives(node.get("gives"))
        else:
            out.target = self.text(value)
            out.winner = self.parse("expr", node.get("winner"))
        needed = {"move": ("to",), "pay": ("from", "to"), "deal": ("from", "to")}.get(verb, ())
        for key in needed:
            if node.get(key) is None:
                self.error("missing-key", f"`{verb}` needs `{key}`", out.span)
        return out

    def targets(self, node: Node, verb: str) -> list[tuple[s.Expr, s.Expr]]:
        mapping = self.mapping(node, verb)
        pairs = []
        for entry in mapping.entries.values() if mapping else ():
            target, value = self.parse("expr", entry.key), self.parse("expr", entry.value)
            if target is not None and value is not None:
                pairs.append((target, value))
        return pairs

    def arguments(self, node: Node | None) -> list[m.Argument]:
        mapping = self.mapping(node, "with")
        found = []
        for entry in mapping.entries.values() if mapping else ():
            signature = self.parse("signature", entry.key)
            value = self.parse("expr", entry.value)
            if signature is not None and value is not None:
                names = [p.name for p in signature.params]
                found.append(m.Argument(signature.name, names, entry.key.span, value))
        return found

    def gives(self, node: Node | None) -> list[tuple[str, str, Span]]:
        mapping = self.mapping(node, "gives")
        return [(name, self.text(e.value), e.key.span) for name, e in mapping.entries.items()] if mapping else []

    def events(self, node: Node | None) -> list[m.Event]:
        mapping = self.mapping(node, "whenever")
        found = []
        for words, entry in mapping.entries.items() if mapping else ():
            event = self.event(words, entry.key, entry.value)
            if event:
                found.append(event)
        return found

    def event(self, words: str, key: Scalar, node: Node) -> m.Event | None:
        body = self.mapping(node, "an event")
        if body is None:
            return None
        kinds = [kind for kind in ("before", "after", "enters") if body.get(kind) is not None]
        if len(kinds) != 1:
            self.error("wrong-shape", "an event has one of before, after, enters", key.span)
            return None
        kind = kinds[0]
        rest = Mapping(body.span, {k: e for k, e in body.entries.items() if k != kind})
        sentence = self.named(key, rest if rest.entries else Scalar(body.span, "nothing", "nothing"), "an event")
        zone = self.parse("expr", body.get("enters"))
        target = self.text(body.get(kind)) if kind != "enters" else ""
        return m.Event(words, key.span, kind, target, zone, sentence, body.entries[kind].value.span)

    # -- sections

    def ruleset(self, root: Mapping, identity: str) -> m.Ruleset:
        get = root.get
        first = root.entries.get("game") or next(iter(root.entries.values()))
        self.numbers, self.base = self.players(root), root.span.file
        self.numbered = root.entries["players"].value.span.file if "players" in root.entries else ""
        out = m.Ruleset(
            identity,
            first.key.span,
            self.text(get("game")),
            self.numbers,
            self.text(get("about")),
            self.texts(get("notes")),
            files=frozenset(e.key.span.file for name, e in root.entries.items() if name not in ("actions", "define")),
        )
        each: list[tuple[str, Callable[[str, Scalar, Node], Any], dict[str, Any]]] = [
            ("settings", self.setting, out.settings),
            ("things", self.thing, out.things),
            ("components", self.component, out.components),
            ("tables", self.table, out.tables),
            ("define", self.definition, out.definitions),
            ("actions", self.action, out.actions),
        ]
        for section, build, store in each:
            mapping = self.mapping(get(section), section)
            for key, entry in mapping.entries.items() if mapping else ():
                item = build(key, entry.key, entry.value)
                if item is not None:
                    self.keep(store, item, section)
        for section, entry in root.entries.items():
            owner = (
                "" if section == "shared" else section.removeprefix("each ") if section.startswith("each ") else None
            )
            if owner is not None:
                self.belongings(owner, entry.key.span, entry.value, out)
        out.setup, out.phases = self.steps(get("setup")), self.steps(get("phases"))
        out.whenever = self.events(get("whenever"))
        out.score, out.payoff = (self.parse("expr", get(key)) for key in ("score", "payoff"))
        winner = get("winner")
        nodes = winner.items if isinstance(winner, Sequence) else [winner] if winner else []
        out.winner = [r for n in nodes if (r := self.parse("ranking", n)) is not None]
        for ranking in out.winner:
            if out.score is not None and _is_score(ranking.value):
                ranking.value = out.score
        self.always(get("always"), out)
        self.rulings(get("rulings"), out)
        return out

    def keep(self, store: dict[str, Any], item: Any, section: str) -> None:
        name = item.words if isinstance(item, m.Action) else item.name
        if name in store and isinstance(item, m.Zone | m.Variable) and item.owner != store[name].owner and item.owner:
            name = f"{item.owner}.{name}"  # each tent may have a `closed`, and each gate
        if name in store:
            note = Note(store[name].span, "first defined here")
            self.error("defined-twice", f"'{name}' is defined twice in {section}", item.span, notes=(note,))
        else:
            store[name] = item

    def players(self, root: Mapping) -> tuple[int, int]:
        node = root.get("players")
        match = re.fullmatch(r"(\d+)(?:\.\.(\d+))?", node.text) if isinstance(node, Scalar) else None
        if match is None:
            span = node.span if node else Span.whole(root.span.file)
            self.error("bad-players", "players must be a number or a range, for example players: 3..5", span)
            return 1, 1
        low, high = int(match[1]), int(match[2] or match[1])
        if not 1 <= low <= high <= MOST_PLAYERS:
            assert node is not None
            turned = f"{high}..{low}" if 1 <= high < low <= MOST_PLAYERS else ""
            message = f"players must be from 1 to {MOST_PLAYERS}, the smaller number first"
            self.error("bad-players", message, node.span, instead=turned)
            return 1, 1
        return low, high

    def is_beyond(self, low: int, high: int, file: str) -> bool:
        """Whether a case in a file is for numbers of players that the game had not when it was written."""
        least, most = self.numbers
        # what the base has for more players than a variant allows is no slip
        return (high < least or low > most) and (file == self.numbered or self.numbered == self.base)

    def documented(self, node: Node) -> tuple[list[str], str]:
        if isinstance(node, Mapping):
            return self.texts(node.get("rule")), self.text(node.get("about"))
        return [], ""

    def setting(self, name: str, key: Scalar, node: Node) -> m.Setting | None:
        if not self.identifier(name, key.span):
            return None
        rule, about = self.documented(node)
        out = m.Setting(name, key.span, None, [], rule, about)
        if isinstance(node, Mapping):
            for case, entry in node.entries.items():
                match = PLAYERS.fullmatch(case)
                value = self.parse("expr", self.listed(entry.value)) if match or case == "value" else None
                if match and value is not None:
                    low = int(match[1])
                    high = MOST_PLAYERS if match[3] else int(match[2] or low)
                    out.by_players.append((low, high, value))
                    if self.is_beyond(low, high, entry.key.span.file):
                        out.beyond.append((case, entry.key.span))
                elif case == "value":
                    out.value = value
                elif case not in ("rule", "about"):
                    self.error(
                        "unknown-key",
                        f"a setting has no key '{case}'",
                        entry.key.span,
                        "write value, or 3 players, 4..5 players, 6+ players",
                    )
        else:
            out.value = self.parse("expr", self.listed(node))
        return out if out.value is not None or out.by_players else None

    def listed(self, node: Node) -> Node:
        """A YAML list [a, b] of texts as the expression [a, b]."""
        if isinstance(node, Sequence) and all(isinstance(n, Scalar) for n in node.items):
            text = "[" + ", ".join(n.text for n in node.items if isinstance(n, Scalar)) + "]"
            return Scalar(node.span, text, text)
        return node

    def thing(self, name: str, key: Scalar, node: Node) -> m.Thing | None:
        if not self.identifier(name, key.span):
            return None
        out = m.Thing(name, key.span, name + "s")
        if isinstance(node, Mapping):
            self.unknown_keys(node, ("count", "members", "plural", "about", "grid"), "a thing")
            out.plural, out.about = self.text(node.get("plural")) or out.plural, self.text(node.get("about"))
            node = node.get("members") or node.get("count") or node.get("grid") or node
        if isinstance(node, Sequence):
            for item in node.items:
                if isinstance(item, Scalar) and self.identifier(item.text, item.span):
                    out.members.append((item.text, item.span))
        elif isinstance(node, Scalar) and (match := re.fullmatch(r"(\d+) ?x ?(\d+)|(.+) x (.+)", node.text)):
            sides = [self.parse("expr", Scalar(node.span, side, side)) for side in match.groups() if side is not None]
            out.grid = (sides[0], sides[1])
        else:
            out.count = self.parse("expr", node)
        return out

    def component(self, name: str, key: Scalar, node: Node) -> m.Component | None:
        if not self.identifier(name, key.span):
            return None
        if isinstance(node, Scalar):
            return m.Component(name, key.span, [], self.parse("expr", node), "")
        mapping = self.mapping(node, "a component")
        if mapping is None:
            return None
        self.unknown_keys(mapping, ("front", "back", "about", "supply"), "a component")
        out = m.Component(
            name, key.span, [], self.parse("expr", mapping.get("supply")), self.text(mapping.get("about"))
        )
        for face in ("front", "back"):
            attributes = self.mapping(mapping.get(face), face)
            for attribute, entry in attributes.entries.items() if attributes else ():
                kind = self.parse("type", entry.value)
                if kind is not None and self.identifier(attribute, entry.key.span):
                    out.attributes.append(m.Attribute(attribute, entry.key.span, kind, face))
        return out

    def table(self, name: str, key: Scalar, node: Node) -> m.Table | None:
        signature = self.parse("signature", key)
        mapping = self.mapping(node, "a table")
        if signature is None or mapping is None or not self.identifier(signature.name, key.span):
            return None
        rule, about = self.documented(mapping)
        rows = Mapping(mapping.span, {k: e for k, e in mapping.entries.items() if k not in ("rule", "about")})
        return m.Table(signature.name, key.span, signature.params, rows, rule, about)

    def definition(self, name: str, key: Scalar, node: Node) -> m.Definition | None:
        signature = self.parse("signature", key)
        about = ""
        if isinstance(node, Mapping):
            self.unknown_keys(node, ("value", "about", "rule"), "a definition")
            about, inner = self.text(node.get("about")), node.get("value")
            if inner is None:
                self.error("missing-key", "a definition needs `value`", key.span)
                return None
            node = inner
        value = self.parse("expr", self.listed(node))
        if signature is None or value is None or not self.identifier(signature.name, key.span):
            return None
        return m.Definition(signature.name, key.span, signature.params, value, about)

    def action(self, words: str, key: Scalar, node: Node) -> m.Action:
        self.words(words, key.span, "an action")
        params: list[m.Parameter] = []
        gives: list[tuple[str, str, Span]] = []
        family = ""
        if isinstance(node, Mapping) and not isinstance(node.get("run"), Scalar):
            own = Mapping(node.span, dict(node.entries))
            params = self.parameters(own.get("with"))
            gives = self.gives(own.get("gives"))
            family = self.text(own.get("family"))
            for taken in ("with", "gives", "family"):
                own.entries.pop(taken, None)
            node = own if own.entries else Scalar(node.span, "nothing", "nothing")
        return m.Action(words, key.span, params, gives, family, "", self.named(key, node, "an action"))

    def parameters(self, node: Node | None) -> list[m.Parameter]:
        mapping = self.mapping(node, "with")
        found = []
        for entry in mapping.entries.values() if mapping else ():
            signature, kind = self.parse("signature", entry.key), self.parse("type", entry.value)
            if signature is not None and kind is not None:
                found.append(m.Parameter(signature.name, signature.params, entry.key.span, kind))
        return found

    def belongings(self, owner: str, at: Span, node: Node, out: m.Ruleset) -> None:
        mapping = self.mapping(node, f"each {owner}" if owner else "shared")
        for entry in mapping.entries.values() if mapping else ():
            signature = self.parse("signature", entry.key)
            if signature is None or not self.identifier(signature.name, entry.key.span):
                continue
            value = entry.value
            if isinstance(value, Mapping) and (value.get("holds") or value.get("pile of")):
                zone = self.zone(owner, signature, entry.key.span, value)
                zone.owner_span = at
                self.keep(out.zones, zone, "zones")
            else:
                variable = self.variable(owner, signature, entry.key.span, value)
                variable.owner_span = at
                self.keep(out.variables, variable, "variables")

    def variable(self, owner: str, signature: s.Signature, span: Span, node: Node) -> m.Variable:
        out = m.Variable(signature.name, span, owner, signature.params, None, None, "", {}, [], "")
        if isinstance(node, Mapping):
            self.unknown_keys(node, ("start", "range", "of", "see", "rule", "about", "show as"), "a variable")
            out.initial = self.parse("initial", node.get("start"))
            out.range = self.parse("expr", node.get("range"))
            out.token, out.see = self.text(node.get("of")), self.see(node.get("see"))
            token = node.get("of")
            out.token_span = token.span if token is not None else None
            out.show = self.text(node.get("show as"))
            out.rule, out.about = self.documented(node)
            if out.initial is None and out.range is None and not out.token:
                self.error("missing-key", "a variable needs `start`, `range` or `of`", span)
        else:
            out.initial = self.parse("initial", node)
        return out

    def zone(self, owner: str, signature: s.Signature, span: Span, node: Mapping) -> m.Zone:
        known = ("holds", "pile of", "in", "see", "starts with", "rule", "about", "show as")
        self.unknown_keys(node, known, "a zone")
        ordered = node.get("pile of") is not None
        held = node.get("pile of") or node.get("holds")
        component = self.text(held)
        rule, about = self.documented(node)
        groups = self.text(node.get("in")) == "groups"
        rows = self.card_rows(node.get("starts with"))
        see, show = self.see(node.get("see")), self.text(node.get("show as"))
        out = m.Zone(
            signature.name, span, owner, signature.params, component, ordered, groups, see, rows, rule, about, show
        )
        out.component_span = held.span if held is not None else None
        return out

    def see(self, node: Node | None) -> dict[str, str]:
        """{"": audience} for a single word, else one for each of front, back, top.front, top.back, top, size."""
        if isinstance(node, Mapping):
            allowed = ("front", "back", "top", "top.front", "top.back", "size")
            self.unknown_keys(node, allowed, "see")
            pairs = {key: self.text(e.value) for key, e in node.entries.items()}
        else:
            pairs = {"": self.text(node)} if node else {}
        for audience in pairs.values():
            if audience not in ("everyone", "owner", "others", "nobody") and node is not None:
                self.error(
                    "unknown-audience",
                    f"'{audience}' is not an audience",
                    node.span,
                    "write everyone, owner, others or nobody",
                )
        return pairs

    def card_rows(self, node: Node | None) -> list[m.CardRow]:
        if node is None:
            return []
        rows = []
        for item in node.items if isinstance(node, Sequence) else [node]:
            mapping = self.mapping(item, "starts with")
            if mapping is None:
                continue
            values: dict[str, list[s.Expr]] = {}
            for name, entry in mapping.entries.items():
                nodes = entry.value.items if isinstance(entry.value, Sequence) else [entry.value]
                values[name] = [e for n in nodes if (e := self.parse("expr", n)) is not None]
            copies = values.pop("copies", [])
            rows.append(m.CardRow(item.span, values, copies[0] if copies else None))
        return rows

    def always(self, node: Node | None, out: m.Ruleset) -> None:
        mapping = self.mapping(node, "always")
        for words, entry in mapping.entries.items() if mapping else ():
            self.words(words, entry.key.span, "an invariant")
            value, at = entry.value, "every decision"
            if isinstance(value, Mapping):
                self.unknown_keys(value, ("holds", "at"), "an invariant")
                at = self.text(value.get("at")) or at
                value = value.get("holds") or Scalar(value.span, "", "")
            expr = self.parse("expr", value)
            if expr is not None:
                out.always.append(m.Always(words, entry.key.span, expr, at))

    def rulings(self, node: Node | None, out: m.Ruleset) -> None:
        mapping = self.mapping(node, "rulings")
        for words, entry in mapping.entries.items() if mapping else ():
            body = self.mapping(entry.value, "a ruling")
            if body is not None:
                self.unknown_keys(body, ("rule", "change"), "a ruling")
                change = body.get("change")
                where = change.span if change is not None else None
                out.rulings.append(
                    m.Ruling(words, entry.key.span, self.texts(body.get("rule")), self.text(change), where)
                )


def build(root: Mapping, identity: str, trees: Trees | None = None) -> m.Ruleset:
    """The ruleset of a merged tree. Raises RulesetError with everything that is wrong in it.

    trees: what was parsed for a tree with the same texts, and is not parsed again; what is parsed now is added.
    """
    builder = Builder(trees)
    ruleset = builder.ruleset(root, identity)
    if builder.problems:
        raise RulesetError(builder.problems)
    return ruleset


def as_data(node: Node) -> Any:
    """The tree as ordinary dict, list and scalars (for printing a merged ruleset)."""
    return plain(node)


def _is_score(value: s.Expr) -> bool:
    """Whether an expression of `winner` is `score` or `player.score`: what the section `score` says."""
    if isinstance(value, s.Field) and isinstance(value.target, s.Name) and value.target.name == "player":
        return value.name == "score" and not value.args
    return isinstance(value, s.Name) and value.name == "score"
