"""Inline actions that only one step runs, with its arguments: `from 1 to 8`, not `from the lowest to the limit`."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..language import model as m
from ..language import syntax as s


def inline_action(action: m.Action, runs: Sequence[m.Run]) -> m.Sentence | None:
    """The sentence of an action with the arguments of its only step; None if they must be passed.

    Names that the step bound itself stay what they are there, so an action that binds one of them anew is left alone.
    """
    if len(runs) != 1 or len(runs[0].actions) != 1 or not runs[0].arguments:
        return None
    arguments = {argument.name: argument for argument in runs[0].arguments}
    if outer_names(runs[0]) & set(_bound_names(action.sentence)):
        return None
    return _substitute(action.sentence, arguments)  # type: ignore[no-any-return]


def outer_names(run: m.Run) -> set[str]:
    """The names that the arguments of a run mention from outside."""
    return {
        part.name
        for argument in run.arguments
        for part in _parts(argument.value)
        if isinstance(part, s.Name) and part.name not in argument.params
    }


def _substitute(node: Any, arguments: Mapping[str, m.Argument]) -> Any:
    """A copy of a part of the rules with the parameters replaced."""
    if isinstance(node, s.Name) and node.name in arguments:
        return arguments[node.name].value
    if isinstance(node, s.Call) and node.name in arguments:
        argument = arguments[node.name]
        given = [_substitute(one, arguments) for one in node.args]
        inner = [m.Argument(n, [], argument.span, value) for n, value in zip(argument.params, given, strict=True)]
        return _substitute(argument.value, {one.name: one for one in inner})
    if isinstance(node, list):
        return [_substitute(one, arguments) for one in node]
    if isinstance(node, tuple):
        return tuple(_substitute(one, arguments) for one in node)
    if not dataclasses.is_dataclass(node) or isinstance(node, type | s.Pos):
        return node
    changed = {f.name: _substitute(getattr(node, f.name), arguments) for f in dataclasses.fields(node)}
    return dataclasses.replace(node, **changed)


def _parts(node: Any) -> Iterator[Any]:
    """The values in a part of the rules."""
    if isinstance(node, list | tuple):
        for one in node:
            yield from _parts(one)
    elif dataclasses.is_dataclass(node) and not isinstance(node, s.Pos):
        yield node
        for field in dataclasses.fields(node):
            yield from _parts(getattr(node, field.name))


def _bound_names(sentence: m.Sentence) -> Iterator[str]:
    """The names that the steps of an action bind."""
    for part in _parts(sentence):
        if isinstance(part, s.Binder | m.Remembered):
            yield part.name
        elif isinstance(part, m.Move | m.Gather | m.Run):
            yield from m.named_by(part)
