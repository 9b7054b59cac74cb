"""The JSON form of the intermediate representation: what a backend outside Python reads."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

from stammtisch.program.ir import Program


def to_json(program: Program) -> dict[str, Any]:
    """The program as objects, lists, strings, whole numbers and booleans; every field by its name, tuples as lists."""
    return {field.name: _plain(getattr(program, field.name)) for field in fields(program)}


def from_json(data: Any) -> Program:
    """The program that `to_json` wrote. Raises ValueError that names the missing, unknown or wrong field."""
    program: Program = _build(Program, data, "the program")
    return program


def _plain(value: Any) -> Any:
    if is_dataclass(value):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    return value


def _build(kind: Any, data: Any, place: str) -> Any:
    """`data` as the type `kind`: a dataclass, dict, list, tuple, plain type or Any."""
    if kind is Any:
        return data
    if is_dataclass(kind):
        return _record(kind, data, place)
    origin, parts = get_origin(kind), get_args(kind)
    if origin is dict:
        _expect(data, dict, place)
        return {key: _build(parts[1], item, f"{place}: {key}") for key, item in data.items()}
    if origin is list:
        _expect(data, list, place)
        return [_build(parts[0], item, f"{place}: {number}") for number, item in enumerate(data)]
    if origin is tuple:
        _expect(data, list, place)
        if len(data) != len(parts):
            raise ValueError(f"{place}: must have {len(parts)} items, not {len(data)}")
        return tuple(_build(part, item, place) for part, item in zip(parts, data, strict=True))
    if origin is UnionType:
        return None if data is None else _build(parts[0], data, place)
    _expect(data, kind, place)
    return data


def _record(kind: Any, data: Any, place: str) -> Any:
    _expect(data, dict, place)
    hints = get_type_hints(kind)
    if missing := [name for name in hints if name not in data]:
        raise ValueError(f"{place}: {', '.join(missing)} is missing")
    if unknown := [name for name in data if name not in hints]:
        raise ValueError(f"{place}: {', '.join(unknown)} is unknown")
    return kind(**{name: _build(hint, data[name], f"{place}: {name}") for name, hint in hints.items()})


def _expect(data: Any, kind: type, place: str) -> None:
    if type(data) is not kind:
        raise ValueError(f"{place}: must be {_WORDS[kind]}, not {data!r:.60}")


_WORDS = {dict: "an object", list: "a list", str: "a text", int: "a whole number", bool: "true or false"}
