"""Jinja environments: all HTML and SVG is made from templates that lie beside the room that uses them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined


class ItemsFirst(Environment):
    """An environment in which `page.title` means an item of a dictionary before an attribute: faster."""

    def getattr(self, obj: Any, attribute: str) -> Any:
        """Return an item or attribute."""
        return obj[attribute] if type(obj) is dict and attribute in obj else super().getattr(obj, attribute)


@cache
def environment(folder: Path) -> Environment:
    """Return the environment of the templates in a folder: values are escaped, a missing one is an error."""
    return ItemsFirst(
        loader=FileSystemLoader(folder),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )


@cache
def macros(folder: Path, template: str) -> Any:
    """Return the macros of a template, as a module."""
    return environment(folder).get_template(template).module


def render(folder: Path, template: str, **values: Any) -> str:
    """Fill a template."""
    return environment(folder).get_template(template).render(**values)
