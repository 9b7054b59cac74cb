"""WebKit, driven by WebKitWebDriver over HTTP: windows as `helpers.other_engines` plays in them.

Needs Debian's webkit2gtk-driver, gir1.2-webkit2-4.1, python3-gi and xvfb.
"""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from helpers.processes import heed

DRIVER = Path("/usr/bin/WebKitWebDriver")
NO_WEBKIT = pytest.mark.skipif(not (DRIVER.exists() and shutil.which("Xvfb")), reason="WebKit is not installed")
SYSTEM_PYTHON = "/usr/bin/python3"
PATIENCE = 60
# MiniBrowser is never narrower than its toolbar, 447 pixels. This is a window with nothing but the page; what goes
# wrong in a page's scripts is kept in it.
BROWSER = Path(__file__).with_name("webkit_window.py")


class WebKit:
    """The browser."""

    def __init__(self, port: int, size: tuple[int, int]) -> None:
        self.port, self.size = port, size
        options = {"binary": SYSTEM_PYTHON, "args": [str(BROWSER), *map(str, size)]}
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
        answer = self.send("POST", "/session", capabilities=wanted)
        self.session, self.handles = f"/session/{answer['sessionId']}", 0
        self.name = f"WebKitGTK {answer['capabilities']['browserVersion']}"
        self.current = ""

    def send(self, method: str, path: str, **parameters: Any) -> Any:
        """Sends a command; its result. Raises RuntimeError with what the driver says of a failure."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        connection.request(method, path, json.dumps(parameters) if method == "POST" else None)
        value = json.loads(connection.getresponse().read())["value"]
        connection.close()
        if isinstance(value, dict) and "error" in value:
            raise RuntimeError(f"{path}: {value['error']}: {value['message']}")
        return value

    def open(self, width: int, height: int) -> WebKitWindow:
        """A new window; all have the size that the browser was started with."""
        assert (width, height) == self.size
        handles = self.send("GET", f"{self.session}/window/handles")
        handle = handles[0] if not self.handles else self.send("POST", f"{self.session}/window/new")["handle"]
        self.handles += 1
        return WebKitWindow(self, handle)


class WebKitWindow:
    """One page."""

    def __init__(self, browser: WebKit, handle: str) -> None:
        self.browser, self.handle, self.told = browser, handle, list[str]()

    def send(self, method: str, path: str, **parameters: Any) -> Any:
        """Sends a command about this window; its result."""
        browser = self.browser
        if browser.current != self.handle:
            browser.send("POST", f"{browser.session}/window", handle=self.handle)
            browser.current = self.handle
        return browser.send(method, browser.session + path, **parameters)

    @property
    def faults(self) -> list[str]:
        """Errors and warnings of its scripts, also of pages that were open before."""
        self.told += self.run("window.faults.splice(0)")
        return self.told

    def load(self, link: str) -> None:
        """Opens an address and waits until everything there is loaded."""
        if self.run("location.href") != "about:blank":
            self.told = self.faults
        self.send("POST", "/url", url=link)

    def run(self, expression: str) -> Any:
        """The value of an expression, or of what it promises: of text, numbers, lists and null."""
        script = f"const done = arguments[0]; Promise.resolve({expression}).then(value => done(value ?? null))"
        return self.send("POST", "/execute/async", script=script, args=[])

    def press(self, x: float, y: float) -> None:
        """Clicks."""
        steps: list[dict[str, Any]] = [
            {"type": "pointerMove", "x": round(x), "y": round(y), "duration": 0, "origin": "viewport"},
            {"type": "pointerDown", "button": 0},
            {"type": "pause", "duration": 60},
            {"type": "pointerUp", "button": 0},
        ]
        mouse = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": steps}
        self.send("POST", "/actions", actions=[mouse])

    def keys(self, keys: str) -> None:
        """Presses one key after the other; those without a letter as WebDriver writes them."""
        steps = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self.send("POST", "/actions", actions=[{"type": "key", "id": "board", "actions": steps}])

    def picture(self) -> bytes:
        """What it shows, as PNG."""
        return base64.b64decode(self.send("GET", "/screenshot"))


@contextmanager
def started(words: list[str], **more: Any) -> Iterator[subprocess.Popen[str]]:
    """A program that runs as long as it is needed."""
    process = subprocess.Popen(words, preexec_fn=heed, text=True, **more)
    try:
        yield process
    finally:
        process.kill()
        process.wait(20)


@contextmanager
def webkit(size: tuple[int, int] = (360, 740), **options: str) -> Iterator[WebKit]:
    """The browser, on a screen that nobody sees. options: of its JavaScript, such as useWasmTailCalls."""
    reading, writing = os.pipe()
    screen = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1600x1200x24"]
    with started(screen, pass_fds=[writing], stderr=subprocess.DEVNULL):
        os.close(writing)
        with os.fdopen(reading) as told:
            display = told.readline().strip()
        where = os.environ | {"DISPLAY": f":{display}", "LIBGL_ALWAYS_SOFTWARE": "1", "NO_AT_BRIDGE": "1"}
        where |= {f"JSC_{name}": value for name, value in options.items()}
        port = 9000 + os.getpid() % 1000
        with started([str(DRIVER), f"--port={port}"], env=where):
            wait_for(port)
            yield WebKit(port, size)


def wait_for(port: int) -> None:
    """Waits until something listens there."""
    for _ in range(200):
        try:
            HTTPConnection("127.0.0.1", port, timeout=5).request("GET", "/status")
            return
        except OSError:
            time.sleep(0.05)
    raise AssertionError(f"nothing listens at {port}")
