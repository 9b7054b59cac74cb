"""Old names of moved modules: importable for one more version, with a warning."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType


class MovedModules(MetaPathFinder, Loader):
    """Finds modules of a package by their old names. now: old name -> new name, both below the package."""

    def __init__(self, package: str, now: Mapping[str, str]) -> None:
        self.now = {f"{package}.{old}": f"{package}.{new}" for old, new in now.items()}

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return a spec for an old name, None for any other."""
        return ModuleSpec(fullname, self) if fullname in self.now else None

    def exec_module(self, module: ModuleType) -> None:
        """Replace the requested module by the moved one, and warn."""
        name = module.__name__
        warnings.warn(f"{name} is {self.now[name]} now", DeprecationWarning, stacklevel=2)
        sys.modules[name] = import_module(self.now[name])


def keep_old_names(package: str, now: Mapping[str, str]) -> None:
    """Let modules of a package be imported by their old names."""
    sys.meta_path.append(MovedModules(package, now))
