"""Firefox, driven by WebDriver BiDi over its own websocket: windows as `helpers.other_engines` plays in them."""

from __future__ import annotations

import base64
import itertools
import json
import re
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from helpers.processes import heed
from websockets.sync.client import ClientConnection, connect

FIREFOX = Path("/usr/bin/firefox-esr")
NO_FIREFOX = pytest.mark.skipif(not FIREFOX.exists(), reason="Firefox is not installed")
PATIENCE = 60
# a finger that is laid on a page reaches it as touches, and nothing is asked of anybody's servers
PREFERENCES = {
    "dom.w3c_touch_events.enabled": 1,
    "app.normandy.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,",
    "ui.useOverlayScrollbars": 1,
}


class Firefox:
    """The browser: commands are sent one after the other, and what it tells meanwhile is kept."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection, self.numbers = connection, itertools.count(1)
        self.windows: dict[str, FirefoxWindow] = {}
        capabilities = self.send("session.new", capabilities={})["capabilities"]
        self.name = f"Firefox {capabilities['browserVersion']}"
        self.send("session.subscribe", events=["log.entryAdded"])

    def send(self, method: str, **parameters: Any) -> Any:
        """Sends a command; its result. Raises RuntimeError with what the browser says of a failure."""
        number = next(self.numbers)
        self.connection.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self.connection.recv(timeout=PATIENCE))
            if answer.get("id") == number:
                if answer["type"] == "error":
                    raise RuntimeError(f"{method}: {answer['error']}: {answer['message']}")
                return answer["result"]
            if answer.get("method") == "log.entryAdded":
                self._logged(answer["params"])

    def _logged(self, entry: dict[str, Any]) -> None:
        window = self.windows.get(entry["source"].get("context", ""))
        if window is not None and entry["level"] in ("error", "warn"):
            window.faults.append(f"{entry['level']}: {entry['text']}")

    def open(self, width: int, height: int) -> FirefoxWindow:
        """A new window with cookies of its own, and a finger where it is as narrow as a phone."""
        user = self.send("browser.createUserContext")["userContext"]
        context = self.send("browsingContext.create", type="window", userContext=user)["context"]
        self.send("browsingContext.setViewport", context=context, viewport={"width": width, "height": height})
        self.windows[context] = FirefoxWindow(self, context)
        return self.windows[context]


class FirefoxWindow:
    """One page; `faults`: errors and warnings of its scripts."""

    def __init__(self, browser: Firefox, context: str) -> None:
        self.browser, self.context = browser, context
        self.faults: list[str] = []

    def load(self, link: str) -> None:
        """Opens an address and waits until everything there is loaded."""
        self.browser.send("browsingContext.navigate", context=self.context, url=link, wait="complete")

    def run(self, expression: str) -> Any:
        """The value of an expression, or of what it promises: of text, numbers, lists and null."""
        answer = self.browser.send(
            "script.evaluate",
            expression=f"Promise.resolve({expression}).then(JSON.stringify)",
            target={"context": self.context},
            awaitPromise=True,
        )
        if answer["type"] == "exception":
            raise RuntimeError(answer["exceptionDetails"]["text"] + ": " + expression)
        return json.loads(answer["result"].get("value", "null"))

    def press(self, x: float, y: float) -> None:
        """Taps with a finger."""
        steps: list[dict[str, Any]] = [
            {"type": "pointerMove", "x": round(x), "y": round(y), "origin": "viewport"},
            {"type": "pointerDown", "button": 0},
            {"type": "pause", "duration": 60},
            {"type": "pointerUp", "button": 0},
        ]
        finger = {"type": "pointer", "id": "finger", "parameters": {"pointerType": "touch"}, "actions": steps}
        self.browser.send("input.performActions", context=self.context, actions=[finger])

    def keys(self, keys: str) -> None:
        """Presses one key after the other; those without a letter as WebDriver writes them."""
        steps = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        board = {"type": "key", "id": "board", "actions": steps}
        self.browser.send("input.performActions", context=self.context, actions=[board])

    def picture(self) -> bytes:
        """What it shows, as PNG."""
        return base64.b64decode(self.browser.send("browsingContext.captureScreenshot", context=self.context)["data"])


@contextmanager
def firefox() -> Iterator[Firefox]:
    """The browser, without a window on any screen."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in PREFERENCES.items()]
        (Path(profile) / "user.js").write_text("\n".join(lines))
        process = subprocess.Popen(
            [str(FIREFOX), "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"],
            stderr=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            text=True,
            preexec_fn=heed,
        )
        try:
            assert process.stderr is not None
            found = None
            while found is None:
                line = process.stderr.readline()
                assert line, "Firefox ended"
                found = re.search(r"BiDi listening on (ws://\S+)", line)
            with connect(found[1] + "/session", max_size=None, compression=None) as connection:
                yield Firefox(connection)
        finally:
            process.kill()
            process.wait(20)
