"""A headless Chromium, driven over WebDriver (W3C), for tests of pages: open, run a script, press keys, resize.

Needs `chromium` and `chromedriver` on the path; tests skip without them. Nothing is loaded from a network: name lookups
of the browser all fail.
"""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
import tempfile
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ARROW_LEFT, ARROW_UP, ARROW_RIGHT, ARROW_DOWN, END, HOME, TAB, ENTER = (
    "\ue012", "\ue013", "\ue014", "\ue015", "\ue010", "\ue011", "\ue004", "\ue007",
)  # fmt: skip
_FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
)


def missing() -> str | None:
    """Why there is no browser; None: there is one."""
    for name in ("chromium", "chromedriver"):
        if shutil.which(name) is None:
            return f"{name} is not installed (Debian: apt-get install chromium chromium-driver)"
    return None


class Browser:
    """One window. `logs` has what the page wrote to the console, errors and refusals of its policy among it."""

    def __init__(self, session: str) -> None:
        self._session = session

    def open(self, path: Path) -> None:
        self._post("url", {"url": path.resolve().as_uri()})

    def run(self, script: str) -> Any:
        """The value of a JavaScript expression."""
        return self._post("execute/sync", {"script": f"return ({script});", "args": []})

    def press(self, *keys: str) -> None:
        """Presses keys, one after another, wherever the focus is."""
        actions = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self._post("actions", {"actions": [{"type": "key", "id": "keys", "actions": actions}]})

    def resize(self, width: int, height: int) -> None:
        """The size of what the page sees, whatever the window's least width is."""
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self._tell("Emulation.setDeviceMetricsOverride", metrics)

    def prefer(self, scheme: str) -> None:
        """What `prefers-color-scheme` says: "dark" or "light"."""
        self._tell("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})

    def scripts(self, on: bool) -> None:
        """Switches the scripts of pages off, or on again, from the next `open`."""
        self._tell("Emulation.setScriptExecutionDisabled", {"value": not on})

    def logs(self) -> list[str]:
        return [entry["message"] for entry in self._post("se/log", {"type": "browser"})]

    def screenshot(self, path: Path) -> None:
        path.write_bytes(base64.b64decode(self._ask("GET", "screenshot", None)))

    def close(self) -> None:
        self._ask("DELETE", "", None)

    def _tell(self, command: str, parameters: dict[str, Any]) -> None:
        self._post("goog/cdp/execute", {"cmd": command, "params": parameters})

    def _post(self, what: str, data: Any) -> Any:
        return self._ask("POST", what, data)

    def _ask(self, method: str, what: str, data: Any) -> Any:
        return _ask(method, f"{self._session}/{what}".rstrip("/"), data)


def _ask(method: str, url: str, data: Any) -> Any:
    body = None if data is None else json.dumps(data).encode()
    request = urllib.request.Request(url, body, {"Content-Type": "application/json"}, method=method)
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request, timeout=60) as answer:
        return json.load(answer)["value"]


@contextmanager
def browser() -> Iterator[Browser]:
    """A browser with a profile of its own, closed at the end."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        driver = subprocess.Popen(
            ["chromedriver", "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        try:
            assert driver.stdout is not None
            port = next(
                line.rstrip(".\n").rsplit(" ", 1)[1] for line in driver.stdout if "successfully on port" in line
            )
            options = {"args": [*_FLAGS, f"--user-data-dir={folder}"]}
            wanted = {"goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}
            session = _ask("POST", f"http://127.0.0.1:{port}/session", {"capabilities": {"alwaysMatch": wanted}})
            page = Browser(f"http://127.0.0.1:{port}/session/{session['sessionId']}")
            try:
                yield page
            finally:
                page.close()
        finally:
            driver.terminate()
            driver.wait(20)
            if driver.stdout is not None:
                driver.stdout.close()
