"""Drives a Chromium over its debugging pipe: enough to open a page, press keys, look at what it says and take pictures of it."""

from __future__ import annotations

import base64
import fcntl
import json
import os
import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

NAMES = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]


def find() -> str | None:
    """The program of a browser, or `None` where there is none. `STOCKADE_BROWSER` names another."""
    return os.environ.get("STOCKADE_BROWSER") or next((path for name in NAMES if (path := shutil.which(name))), None)


class Browser:
    """A browser with one page. `events` has everything that it told."""

    def __init__(self, program: str) -> None:
        self._folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        ours_in, theirs_out = os.pipe()
        theirs_in, ours_out = os.pipe()
        # The browser reads from 3 and writes to 4. Above both, no copy goes over another.
        high = [fcntl.fcntl(number, fcntl.F_DUPFD, 20) for number in (theirs_in, theirs_out)]

        def place() -> None:
            os.dup2(high[0], 3)
            os.dup2(high[1], 4)

        flags = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-dev-shm-usage", "--hide-scrollbars"]
        self._process = subprocess.Popen(
            [program, *flags, f"--user-data-dir={self._folder.name}", "--remote-debugging-pipe", "about:blank"],
            preexec_fn=place, pass_fds=(3, 4), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        for number in (theirs_in, theirs_out, *high):
            os.close(number)
        self._reader, self._writer = os.fdopen(ours_in, "rb", buffering=0), os.fdopen(ours_out, "wb", buffering=0)
        self._rest, self._count, self._session = b"", 0, None
        self.events: list[dict[str, Any]] = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Runtime", "Log", "Network", "Page"):
            self.call(f"{domain}.enable")
        watch = "window.refused = []; document.addEventListener('securitypolicyviolation', e => refused.push(e.violatedDirective))"
        self.call("Page.addScriptToEvaluateOnNewDocument", source=watch)

    def __enter__(self) -> Browser:
        return self

    def __exit__(self, *_: object) -> None:
        self._writer.close()
        self._process.kill()
        self._process.wait()
        self._reader.close()
        self._folder.cleanup()

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            piece = os.read(self._reader.fileno(), 1 << 20)
            if not piece:
                raise RuntimeError("the browser has ended")
            self._rest += piece
        message, self._rest = self._rest.split(b"\0", 1)
        return json.loads(message)

    def call(self, method: str, **params: object) -> dict[str, Any]:
        """Asks the browser for something and waits for its answer."""
        self._count += 1
        asked = {"id": self._count, "method": method, "params": params}
        if self._session is not None:
            asked["sessionId"] = self._session
        self._writer.write(json.dumps(asked).encode() + b"\0")
        while True:
            message = self._next()
            if message.get("id") == self._count:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']}")
                return message["result"]
            self.events.append(message)

    def open(self, page: Path, width: int, height: int = 900, dark: bool = False) -> None:
        """Opens a file in a window of this size, and waits until it is loaded."""
        self.events.clear()
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", features=[scheme])
        self.call("Page.navigate", url=page.resolve().as_uri())
        while not any(event["method"] == "Page.loadEventFired" for event in self.events):
            self.events.append(self._next())

    def eval(self, script: str) -> Any:
        """The value of an expression in the page."""
        answer = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(f"{script}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def wait(self, script: str) -> None:
        """Waits until an expression in the page is true."""
        for _ in range(200):
            if self.eval(script):
                return
            time.sleep(0.05)
        raise AssertionError(f"never true: {script}")

    def press(self, key: str, code: int, text: str = "") -> None:
        """Presses a key."""
        more = {"text": text} if text else {}
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key, windowsVirtualKeyCode=code, **more)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key, windowsVirtualKeyCode=code)

    def type(self, text: str) -> None:
        """Puts a text where the focus is."""
        self.call("Input.insertText", text=text)

    def complaints(self) -> list[str]:
        """What the page has to complain about: messages on its console, exceptions, things that its policy refused."""
        found = []
        for event in self.events:
            if event["method"] in ("Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded"):
                found.append(json.dumps(event["params"]))
        return found + self.eval("window.refused")

    def requests(self) -> list[str]:
        """The addresses that the page asked for, itself among them."""
        return [event["params"]["request"]["url"] for event in self.events if event["method"] == "Network.requestWillBeSent"]

    def picture(self, whole: bool = False) -> bytes:
        """A PNG of the window, or of the whole page."""
        return base64.b64decode(self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)["data"])
