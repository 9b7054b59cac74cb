"""The program under trial: finds the modules of Stammtisch by what they are called, wherever they lie.

Before the rooms there were flat modules (`stammtisch.streams`), and names differed a little; both are found here. To
hunt in another checkout, put its `.dev` first on sys.path before anything of this package is imported.
"""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any

# commands are called like the modules that they use
OUTSIDE = {"adapters", "commands", "templates"}


@cache
def modules() -> dict[str, str]:
    """Every module of the package by the last part of its name, and by its whole name without the package's."""
    package = import_module("stammtisch")
    names = (info.name for info in pkgutil.walk_packages(package.__path__, "stammtisch."))
    inside = [name for name in sorted(names, reverse=True) if not OUTSIDE & set(name.split("."))]
    return {key: name for name in inside for key in (name.split(".", 1)[1], name.rsplit(".", 1)[1])}


@cache
def found(*names: str) -> ModuleType:
    """The first module of these names that there is."""
    for name in names:
        if name in modules():
            return import_module(modules()[name])
    raise ImportError(f"no module of Stammtisch is called {' or '.join(names)}")


@cache
def part(attribute: str, *names: str) -> Any:
    """The function or class of that name from the first module that has it."""
    for name in names:
        if name in modules() and hasattr(found(name), attribute):
            return getattr(found(name), attribute)
    raise ImportError(f"nothing in {' or '.join(names)} is called {attribute}")


@cache
def evaluator() -> Any:
    """The class of the plain evaluator, Machine: of the program itself or of its tests."""
    own = found("evaluate") if "evaluate" in modules() else None  # there may be another module of that name
    return own.Machine if own is not None and hasattr(own, "Machine") else import_module("oracle.evaluate").Machine
