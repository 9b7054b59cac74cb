"""`python cli.py ...` in a checkout: the same as the command `stammtisch`, with this checkout's code."""

from __future__ import annotations

import sys

NEEDED = {
    "anyio": "anyio",
    "click": "click",
    "jinja2": "jinja2",
    "jsonschema": "jsonschema",
    "lark": "lark",
    "yaml": "pyyaml",
    "segno": "segno",
    "starlette": "starlette",
    "uvicorn": "uvicorn",
    "watchfiles": "watchfiles",
    "websockets": "websockets",
}


def load() -> None:
    """Make interpreter/ known as the package `stammtisch`. Leaves with 2 if a package that it needs is missing."""
    import importlib.util
    from pathlib import Path

    checkout = Path(__file__).resolve().parent
    missing = [name for module, name in NEEDED.items() if importlib.util.find_spec(module) is None]
    if missing:
        command = "python3 -m venv .venv && .venv/bin/pip install -q . && .venv/bin/python cli.py"
        print(f"Not installed: {', '.join(missing)}. In the folder {checkout} type: {command}", file=sys.stderr)
        sys.exit(2)
    folder = checkout / "interpreter"
    start = folder / "__init__.py"
    spec = importlib.util.spec_from_file_location("stammtisch", start, submodule_search_locations=[str(folder)])
    if spec is None or spec.loader is None:
        raise ImportError(f"cannot read {start}")
    package = sys.modules["stammtisch"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(package)


try:
    # not below, as a process started by this one (`simulate --jobs`) runs only this far
    load()

    if __name__ == "__main__":
        from stammtisch.main import main

        sys.exit(main())
except KeyboardInterrupt:
    sys.exit(130)
