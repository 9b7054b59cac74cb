"""The arguments of a request, checked by the types that its function declares; and these types in words."""

from __future__ import annotations

import inspect
import types
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, TypedDict, Union, get_args, get_origin, get_type_hints, is_typeddict

from ..base.similar import ask_if_meant
from .refusals import bad_request


class Spot(TypedDict):
    """A place in a text: a line from 1, a column from 0 in UTF-16 units."""

    line: int
    column: int


_WORDS = {str: "a text", int: "a whole number", float: "a number", bool: "true or false", type(None): "null"}


@cache
def declarations(function: Callable[..., Any]) -> dict[str, tuple[Any, bool]]:
    """The arguments of a request's function behind the studio: the type of each, and whether it has to be given."""
    hints = get_type_hints(function)
    parameters = list(inspect.signature(function).parameters.values())[1:]
    return {one.name: (hints[one.name], one.default is one.empty) for one in parameters}


def checked_arguments(function: Callable[..., Any], given: object) -> dict[str, Any]:
    """The arguments for a request's function. Raises Refusal with what is wrong."""
    known = declarations(function)
    if not isinstance(given, Mapping):
        raise bad_request("`arguments` has to be an object")
    for name in given:
        if name not in known:
            others = ask_if_meant(str(name), known, f"there are: {', '.join(known) or 'none'}", "did you mean {}?")
            raise bad_request(f"{function.__name__} has no argument '{name}'; {others}")
    for name, (kind, is_needed) in known.items():
        if name in given:
            _check(given[name], kind, f"{function.__name__}: {name}")
        elif is_needed:
            raise bad_request(f"{function.__name__}: {name} is missing; it is {type_words(kind)}")
    return dict(given)


def type_words(kind: Any) -> str:
    """A type in words."""
    if kind in _WORDS:
        return _WORDS[kind]
    if kind is Any:
        return "anything"
    inner = get_args(kind)
    if get_origin(kind) in (Union, types.UnionType):
        return " or ".join(type_words(one) for one in inner)
    if get_origin(kind) is list:
        return f"a list of {type_words(inner[0]).removeprefix('a ')}s"
    if is_typeddict(kind):
        return f"an object with {', '.join(get_type_hints(kind))}"
    return "an object"


def _check(value: object, kind: Any, where: str) -> None:
    """Raise Refusal if a value is not of a type."""
    if not _fits(value, kind):
        raise bad_request(f"{where} has to be {type_words(kind)}")


def _fits(value: object, kind: Any) -> bool:
    if kind is Any:
        return True
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        return any(_fits(value, one) for one in inner)
    if origin is list:
        return isinstance(value, list) and all(_fits(one, inner[0]) for one in value)
    if origin is dict:
        return isinstance(value, dict) and all(_fits(one, inner[1]) for one in value.values())
    if is_typeddict(kind):
        hints = get_type_hints(kind)
        if not isinstance(value, dict) or not set(value) <= set(hints):
            return False
        return all(_fits(value[name], hints[name]) for name in value) and kind.__required_keys__ <= set(value)
    if kind is float:
        return isinstance(value, int | float) and not isinstance(value, bool)
    if kind is int:
        return isinstance(value, int) and not isinstance(value, bool) and abs(value) < 1 << 63
    return isinstance(value, kind)
