"""The pictures of an installed table, drawn by Chromium from `icon.svg`: phones take no SVG for them."""

from __future__ import annotations

from base64 import b64encode

from stammtisch.table.pages.icons import ICONS, SIZES

CHROMIUM = "/usr/bin/chromium"

if __name__ == "__main__":
    from playwright.sync_api import sync_playwright

    source = b64encode((ICONS / "icon.svg").read_bytes()).decode()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for size in SIZES:
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(
                f"<style>body {{ margin: 0 }} img {{ display: block; width: {size}px }}</style>"
                f'<img src="data:image/svg+xml;base64,{source}">'
            )
            page.screenshot(path=str(ICONS / f"icon-{size}.png"))
        browser.close()
