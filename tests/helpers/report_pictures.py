"""Takes the pictures of reports in docs/pictures: cd tests; python -m helpers.report_pictures PAGE.html ...

Needs `.[browser]` and Chromium. Of each page the first pictures, as report-PAGE.webp; of the first also as on a telephone.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Any

from helpers.chromium import chromium
from helpers.paths import ROOT
from PIL import Image

FOLDER = ROOT / "docs" / "pictures"
HIGH = 1100


def taken(browser: Any, path: Path, width: int, name: str) -> None:
    """A picture of the first pictures of a page, or what fits of them."""
    page = browser.new_page(viewport={"width": width, "height": 800})
    page.goto(path.absolute().as_uri())
    image = Image.open(io.BytesIO(page.locator("section").first.locator(".grid").screenshot())).convert("RGB")
    image.crop((0, 0, image.width, min(image.height, HIGH))).save(FOLDER / f"{name}.webp", quality=72, method=6)
    page.close()


def main() -> None:
    with chromium() as browser:
        for number, path in enumerate(map(Path, sys.argv[1:])):
            taken(browser, path, 1180, f"report-{path.stem}")
            if number == 0:
                taken(browser, path, 360, f"report-{path.stem}-phone")


if __name__ == "__main__":
    main()
