"""Makes a specimen small that shows a defect: takes parts away as long as the same find is left."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

from helpers.hunter.rulesets import Specimen
from helpers.hunter.trials import dumped

SIMPLE = ("1", "player", "players", "true", "nothing")


def smaller(
    specimen: Specimen, fails: Callable[[Specimen], bool], seconds: float, kept: Callable[[Specimen], None]
) -> Specimen:
    """The smallest specimen found in that processor time for which `fails` holds; `kept` hears of each that is smaller."""
    end = time.process_time() + seconds
    best, skipped, going = specimen, 0, True
    while going or skipped:
        # goes on where the last part was taken away, then once more from the start
        begun, going = skipped, False
        for number, candidate in enumerate(candidates(best)):
            if time.process_time() > end:
                return best
            if number >= begun and weight(candidate) < weight(best) and fails(candidate):
                best, skipped, going = candidate, number, True
                kept(best)
                break
        else:
            skipped, going = 0, begun > 0
    return best


def weight(specimen: Specimen) -> int:
    return len(dumped([specimen.tree, specimen.variant])) + 1000 * (specimen.variant is not None)


def candidates(specimen: Specimen) -> Iterator[Specimen]:
    """The specimen with one part taken away or made simpler; larger parts first."""
    if specimen.variant is not None:
        yield Specimen(deepcopy(specimen.tree), None, specimen.seed)
    for which in ("variant", "tree"):
        root = getattr(specimen, which)
        if root is None:
            continue
        found = sorted(paths(root, ()), key=lambda path: -len(str(at(root, path))))
        for path in found:
            for value in (GONE, *simpler(at(root, path))):
                changed = deepcopy(root)
                put(changed, path, value)
                trees = {"tree": deepcopy(specimen.tree), "variant": deepcopy(specimen.variant), which: changed}
                yield Specimen(**trees, seed=specimen.seed)


GONE = object()


def paths(value: Any, here: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    """Where every part stands."""
    if here:
        yield here
    if isinstance(value, dict):
        for key, part in value.items():
            yield from paths(part, (*here, key))
    elif isinstance(value, list):
        for number, part in enumerate(value):
            yield from paths(part, (*here, number))


def at(root: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        root = root[key]
    return root


def put(root: Any, path: tuple[Any, ...], value: Any) -> None:
    holder = at(root, path[:-1])
    if value is GONE:
        del holder[path[-1]]
    else:
        holder[path[-1]] = value


def simpler(value: Any) -> Iterator[Any]:
    """What could stand in place of a value: its own parts, or something short."""
    if isinstance(value, dict):
        for half in halves(list(value.items())):
            yield dict(half)
        yield from (part for part in value.values() if isinstance(part, dict))
        yield from (part for part in value.values() if isinstance(part, str))
    elif isinstance(value, list) and len(value) == 1:
        yield value[0]
    elif isinstance(value, list):
        yield from halves(value)
    elif isinstance(value, str):
        yield from (part for part in bracketed(value) if part != value)
        yield from (text for text in SIMPLE if len(text) < len(value))
        for part in sorted(bracketed(value), key=len, reverse=True):
            for short in ("1", "player", "players"):
                if len(short) < len(part):
                    yield value.replace(f"({part})", short, 1)
        yield re.sub(r" (where|with|by|from|after|or else) .*", "", value)


def halves(items: list[Any]) -> Iterator[list[Any]]:
    """The first and the second half of many."""
    if len(items) > 3:
        yield items[: len(items) // 2]
        yield items[len(items) // 2 :]


def bracketed(text: str) -> list[str]:
    """What stands in each pair of brackets, and between the commas there."""
    found, begun = [], []
    for position, sign in enumerate(text):
        if sign in "([":
            begun.append(position)
        elif sign in ")]" and begun:
            inside = text[begun.pop() + 1 : position]
            found += [inside, *re.split(r", | or else | and | or | [-+*=<>]+ ", inside)]
    return [part for part in dict.fromkeys(found) if part and part.count("(") == part.count(")")]
