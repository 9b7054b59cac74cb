"""Build the declarations of a merged tree: settings, things, components, tables, definitions, places."""

from __future__ import annotations

import re

from ..base.diagnostics import Span
from ..base.keywords import PLAYERS
from ..base.limits import MOST_POSITIONS
from ..reading.nodes import Mapping, Node, Scalar, Sequence
from ..reading.player_counts import MOST_PLAYERS
from . import model as m
from . import syntax as s
from .audience import WORDS
from .reader import Reader, entries, rule_and_about, text

TEXT = "text"  # the type of attributes that rules cannot ask for
OPEN = re.compile(r"(\d+) ?(?:\+|(?:or|and) (?:more|up|above|over))")


class Declarations:
    """Builds declarations of a tree with the right shape; those without a valid name are reported and left out.

    players: the numbers of players the game is for. base: the file of the first ruleset; numbered: that which says how
    many play.
    """

    def __init__(self, reader: Reader, players: tuple[int, ...], base: str, numbered: str) -> None:
        self.reader, self.players, self.base, self.numbered = reader, players, base, numbered
        self.parse = reader.parse
        self.texts: dict[str, set[str]] = {}  # the attributes of type `text` of each component

    def is_beyond(self, low: int, high: int, file: str) -> bool:
        """Whether a case in a file is for numbers of players that the game did not have when it was written."""
        # a base's values for more players than a variant allows are no slip
        own = file == self.numbered or self.numbered == self.base
        return own and not any(low <= count <= high for count in self.players)

    def setting(self, key: Scalar, node: Node) -> m.Setting | None:
        rule, about = rule_and_about(node)
        out = m.Setting(key.text, key.span, None, [], rule, about)
        cases = entries(node) if isinstance(node, Mapping) else [(Scalar(key.span, "value", "value"), node)]
        for case, value in cases:
            match = PLAYERS.fullmatch(case.text)
            found = self.reader.value(value) if match or case.text == "value" else None
            if match and found is not None:
                low = int(match[1])
                high = MOST_PLAYERS if match[3] else int(match[2] or low)
                out.by_players.append((low, high, found))
                if self.is_beyond(low, high, case.span.file):
                    out.beyond.append((case.text, case.span))
            elif found is not None:
                out.value = found
        return out if out.value is not None or out.by_players else None

    def thing(self, key: Scalar, node: Node) -> m.Thing:
        out = m.Thing(key.text, key.span, key.text + "s")
        if isinstance(node, Mapping):
            out.plural, out.about = text(node.get("plural")) or out.plural, text(node.get("about"))
            if "more" in node.entries:
                message = f"`more` adds names to a kind of thing of the base, but the base has no {key.text}"
                self.reader.error("misplaced-key", message, node.entries["more"].key.span, "write members: [...]")
            out.hexes, out.lettered = node.get("hexes") is not None, node.get("names") is not None
            size = node.get("count") or node.get("grid") or node.get("hexes")
            node = node.get("members") or size or node
        if isinstance(node, Sequence):
            for item in node.items:
                if isinstance(item, Scalar) and self.reader.identifier(item.text, item.span):
                    out.members.append((item.text, item.span))
        elif match := re.fullmatch(r"(\d+) ?x ?(\d+)|(.+) x (.+)", text(node)):
            sides = [self.parse("expr", Scalar(node.span, side, side)) for side in match.groups() if side is not None]
            out.grid = (sides[0], sides[1])
        elif isinstance(node, Scalar):
            out.count = self.parse("expr", node)
        return out

    def component(self, key: Scalar, node: Node) -> m.Component:
        if not isinstance(node, Mapping):
            return m.Component(key.text, key.span, [], self.parse("expr", node), "")
        out = m.Component(key.text, key.span, [], self.parse("expr", node.get("supply")), text(node.get("about")))
        for face in ("front", "back"):
            for name, value in entries(node.get(face)):
                kind, said = self.parse("type", value), self.parse("signature", name)
                if kind is not None and said is not None and self.reader.identifier(said.name, name.span):
                    index = said.params[0] if said.params else None
                    is_text = isinstance(kind.expr, s.Name) and kind.expr.name == TEXT
                    if is_text and index is not None:
                        message = f"a text is printed once on a card, not for each {index.type or index.name}"
                        self.reader.error("wrong-type", message, value.span, f"write {said.name}: text")
                        continue
                    out.attributes.append(m.Attribute(said.name, name.span, kind, face, index, is_text=is_text))
        self.texts[key.text] = {attribute.name for attribute in out.attributes if attribute.is_text}
        return out

    def table(self, key: Scalar, node: Node) -> m.LookupTable | None:
        signature = self.parse("signature", key)
        if signature is None or not self.reader.identifier(signature.name, key.span):
            return None
        rule, about = rule_and_about(node)
        own = [(k, value) for k, value in entries(node) if k.text not in ("rule", "about", "else")]
        others = node.get("else") if isinstance(node, Mapping) else None
        if isinstance(others, Mapping):
            message = "`else` is one value, or a list, for all cases that have no row"
            self.reader.error("wrong-shape", message, others.span, "write the cases as rows of the table")
            return None
        default = self.reader.value(others) if others is not None else None
        return m.LookupTable(signature.name, key.span, signature.params, self.rows(own), rule, about, default)

    def rows(self, written: list[tuple[Scalar, Node]]) -> list[m.Row]:
        found = []
        for key, node in written:
            if match := OPEN.fullmatch(key.text):
                message = f"a row of a table needs its last number: '{key.text}' is for numbers of players only"
                hint = f"write {match[1]}..99, or up to the greatest number that is looked up"
                self.reader.error("expression-syntax", message, key.span, hint)
                continue
            at = self.parse("expr", key)
            value = self.rows(entries(node)) if isinstance(node, Mapping) else self.reader.value(node)
            if at is not None and value is not None:
                found.append(m.Row(at, value))
        return found

    def definition(self, key: Scalar, node: Node) -> m.Definition | None:
        signature = self.parse("signature", key)
        about = ""
        if isinstance(node, Mapping):
            about, inner = text(node.get("about")), node.get("value")
            if inner is None:
                self.reader.error("missing-key", "a definition needs `value`", key.span)
                return None
            node = inner
        value = self.reader.value(node)
        if signature is None or value is None or not self.reader.identifier(signature.name, key.span):
            return None
        return m.Definition(signature.name, key.span, signature.params, value, about)

    def belonging(self, owner: str, at: Span, key: Scalar, node: Node) -> m.Zone | m.Variable | None:
        """A place for cards, or a number or value of the game. at: where its owner is named."""
        signature = self.parse("signature", key)
        if signature is None or not self.reader.identifier(signature.name, key.span):
            return None
        if isinstance(node, Mapping) and (node.get("holds") or node.get("pile of")):
            zone = self.zone(owner, signature, key.span, node)
            zone.owner_span = at
            return zone
        variable = self.variable(owner, signature, key.span, node)
        variable.owner_span = at
        return variable

    def variable(self, owner: str, signature: s.Signature, span: Span, node: Node) -> m.Variable:
        out = m.Variable(signature.name, span, owner, signature.params, None, None, "", {}, [], "")
        if not isinstance(node, Mapping):
            out.initial = self.parse("initial", node)
            return out
        for name in ("in", "starts with"):
            if name in node.entries:
                message = f"a value has no part called '{name}'"
                self.reader.error(
                    "unknown-key", message, node.entries[name].key.span, "it belongs to a place for cards"
                )
        out.initial = self.parse("initial", node.get("start"))
        out.range = self.parse("expr", node.get("range"))
        out.see, out.show = self.see(node.get("see")), text(node.get("show as"))
        token = node.get("of")
        out.token, out.token_span = text(token), token.span if token is not None else None
        out.rule, out.about = rule_and_about(node)
        position = node.get("times seen")
        if isinstance(position, Sequence):
            out.times_seen = [item for item in position.items if isinstance(item, Scalar)]
            bounds = f"0..{MOST_POSITIONS}"
            out.range = self.parse("expr", Scalar(position.span, bounds, bounds))
        if out.initial is None and out.range is None and not out.token:
            hint = (
                f"write {signature.name}: 0..9 with its smallest and greatest number, or start: and what it begins with"
            )
            self.reader.error(
                "missing-key", f"{signature.name} needs `start`, `range`, `of` or `times seen`", span, hint
            )
        return out

    def zone(self, owner: str, signature: s.Signature, span: Span, node: Mapping) -> m.Zone:
        held = node.get("pile of") or node.get("holds")
        rule, about = rule_and_about(node)
        return m.Zone(
            name=signature.name,
            span=span,
            owner=owner,
            params=signature.params,
            component=text(held),
            ordered="pile of" in node.entries,
            groups=text(node.get("in")) == "groups",
            see=self.see(node.get("see")),
            rows=self.card_rows(node.get("starts with"), self.texts.get(text(held), set())),
            rule=rule,
            about=about,
            show=text(node.get("show as")),
            component_span=held.span if held is not None else None,
        )

    def see(self, node: Node | None) -> dict[str, m.Seen]:
        """The audiences: {"": audience} for a single one, else by front, back, top.front, top.back, top, size."""
        written = dict[str, Node]() if node is None else {"": node}
        if isinstance(node, Mapping):
            written = {key.text: value for key, value in entries(node)}
        return {key: found for key, value in written.items() if (found := self.audience(value)) is not None}

    def audience(self, node: Node) -> m.Seen | None:
        """A word for an audience, or players; None if it cannot be read."""
        word = node.text if isinstance(node, Scalar) else ""
        if word in WORDS or not word.isidentifier() or not isinstance(node, Scalar):
            return word if word in WORDS else self.reader.value(node)
        return s.Name(s.Pos(node, 0, len(word)), word)  # whatever it is: `all` and `none` may be meant for audiences

    def card_rows(self, node: Node | None, texts: set[str]) -> list[m.CardRow]:
        """The rows of cards of a place. texts: the attributes whose values are no expressions but texts."""
        rows = []
        for item in node.items if isinstance(node, Sequence) else [node] if node else []:
            values: dict[str, list[s.Expr]] = {}
            headings: dict[str, Span] = {}
            said: dict[str, Scalar] = {}
            for key, value in entries(item):
                if key.text in texts:
                    said |= self.text_of(key, value)
                    continue
                of_members = [(f"{key.text}_{k.text}", k, v) for k, v in entries(value)]
                for name, at, one in of_members or [(key.text, key, value)]:
                    values[name], headings[name] = self.reader.several("expr", one), at.span
            copies = values.pop("copies", [])
            rows.append(m.CardRow(item.span, values, copies[0] if copies else None, headings, said))
        return rows

    def text_of(self, key: Scalar, node: Node) -> dict[str, Scalar]:
        """The text of a `text` attribute in a row of cards; nothing for an empty one."""
        if not isinstance(node, Scalar):
            self.reader.error("wrong-shape", f"{key.text} is one text", node.span, "write a row for each text")
            return {}
        return {key.text: node} if node.value is not None else {}
