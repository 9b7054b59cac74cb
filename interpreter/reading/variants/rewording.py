"""Reword a step, action, option or event: keep the old words under `was`, and update every mention."""

from __future__ import annotations

from ...base.diagnostics import Diagnostic
from ..handles import Handle, handles, matching, old_words, tidy
from ..nodes import Entry, Mapping, Node, Scalar, Sequence, entries_in
from .edits import PROSE, is_null, is_sentence, put, wrap_steps


def of_old_words(root: Mapping, change: Entry) -> Entry:
    """A change under new words with `was`, as one under the old words; any other as it is."""
    was = change.value.get("was") if isinstance(change.value, Mapping) else None
    if not isinstance(was, Scalar) or is_null(was) or matching(list(handles(root)), [tidy(change.key.text)]):
        return change
    assert isinstance(change.value, Mapping)
    rest = {key: entry for key, entry in change.value.entries.items() if key != "was"}
    return Entry(was, Mapping(change.value.span, rest))


def reword(root: Mapping, place: Handle, words: Scalar) -> list[Diagnostic]:
    """Give the part at a place other words, everywhere in the tree; return the mistakes if that is not possible."""
    old, new = tidy(place.key), tidy(words.text)
    if place.kind == "condition":
        message = f"`{old}` is a condition, and conditions cannot say what they were called before"
        hint = f"Remove it with `{old}: null`, and add the new one."
        return [Diagnostic("misplaced-key", message, words.span, hint=hint)]
    value = place.entry.value
    texts = [Scalar(words.span, text, text) for text in (old, *old_words(value))]
    sentence = isinstance(value, Mapping) and (is_sentence(value) or not value.entries or "was" in value.entries)
    body = value if isinstance(value, Mapping) and sentence else wrap_steps(value, Mapping(value.span, {}))
    body.entries.pop("was", None)
    was = texts[0] if len(texts) == 1 else Sequence(words.span, [*texts])
    put(body, Entry(Scalar(words.span, "was", "was"), was))
    place.container.entries = {
        words.text if key == place.key else key: Entry(words, body) if key == place.key else entry
        for key, entry in place.container.entries.items()
    }
    place.key = words.text
    _update_mentions(root, old, new)
    return []


def _update_mentions(root: Mapping, old: str, new: str) -> None:
    """Replace a part's old words by the new ones everywhere that names it."""

    def anew(node: Node) -> Node:
        if not isinstance(node, Scalar):
            return node
        text = tidy(node.text)
        if text in (old, f"after {old}"):
            text = text.replace(old, new)
        elif f"'{old}'" in node.text:  # possible('Sell a card')
            text = node.text.replace(f"'{old}'", f"'{new}'")
        else:
            return node
        return Scalar(node.span, text, text)

    for section, whole in root.entries.items():
        for entry in (whole, *entries_in(whole.value)) if section not in PROSE else ():
            if isinstance(entry.value, Sequence) and entry.key.text not in PROSE:
                entry.value.items = [anew(item) for item in entry.value.items]
            elif entry.key.text not in PROSE:
                entry.value = anew(entry.value)
