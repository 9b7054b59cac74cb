"""What makes a table an app of a phone: icons, a manifest for each page, a page without network, the service worker.

The worker keeps what is the same for everybody and never changes under its name: style, scripts, icons, the page
without network. No page of a table is kept by it.
"""

from __future__ import annotations

import json
from functools import cache

from ...base.languages.catalogues import ENGLISH, LANGUAGES
from .icons import SIZES, icon_names, name_file
from .links import served_below, site_path
from .render import FOLDER, render_page, script, style_sheet

WOOD = "#33241a"


def manifest(game: str, link: str, language: str) -> bytes:
    """The manifest of a page: installed, it opens at its own address."""
    pictures = [
        {
            "src": site_path(f"/{icon_names()[str(size)]}"),
            "sizes": f"{size}x{size}",
            "type": "image/png",
            "purpose": purpose,
        }
        for size in SIZES
        for purpose in ("any", "maskable")
    ]
    content = {
        "id": link,
        "name": f"{game} – Stammtisch",
        "short_name": game,
        "lang": language,
        "start_url": link,
        "scope": site_path("/"),
        "display": "standalone",
        "background_color": WOOD,
        "theme_color": WOOD,
        "icons": pictures,
    }
    return json.dumps(content, ensure_ascii=False).encode()


def offline_path(language: str) -> str:
    """The path of the page without network in a language, from the server's root."""
    return f"/offline/{language}"


def offline_page(language: str = ENGLISH) -> bytes:
    """The page that an installed table shows without network: it says so, and tries again."""
    return render_page("offline.html", language)


@cache
def worker() -> bytes:
    """The service worker, with the paths of all that it keeps, from where it lies itself."""
    names = [style_sheet()[0], *(script(live)[0] for live in (True, False)), *icon_names().values()]
    # a new page without network has a new name of its own
    pages = {language: offline_path(language)[1:] for language in LANGUAGES}
    with served_below(""):
        version = name_file("kept", "", b"".join(offline_page(language) for language in LANGUAGES))[0]
    kept = {
        "cache": version,
        "files": names,
        "pages": pages,
        "icon": icon_names()["192"],
    }
    return f"var KEPT = {json.dumps(kept)};\n".encode() + (FOLDER / "static" / "worker.js").read_bytes()
