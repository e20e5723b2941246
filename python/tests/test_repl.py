"""`stockade repl` at a terminal. The Rust tests try it with lines of a pipe."""

import os
import select
import subprocess
import sys
import time

import pytest

pty = pytest.importorskip("pty")


def test_lines_typed_while_a_statement_runs_are_kept():
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "stockade", "repl"]
    environment = {**os.environ, "TERM": "xterm"}
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment) as process:
        os.close(theirs)
        shown, deadline = b"", time.monotonic() + 60

        def wait_for(text):
            """Reads on to a text behind the last one."""
            nonlocal shown
            while text not in shown:
                if not select.select([ours], [], [], max(0, deadline - time.monotonic()))[0]:
                    pytest.fail(f"no {text!r} in {shown!r}")
                shown += os.read(ours, 4096)
            shown = shown[shown.index(text) + len(text) :]

        try:
            wait_for(b">>> ")
            # The first statement reads its line from the terminal. The others come while it runs.
            os.write(ours, b"print('name', len(input()))\r")
            wait_for(b"\x1b[?2004l")
            os.write(ours, b"four\nprint('second', 2 * 21)\nx = 5\nprint('third', x + 1)\n")
            for text in (b"name 4", b"second 42", b"third 6", b">>> "):
                wait_for(text)
            # Between two prompts the terminal would take the key for itself.
            wait_for(b"\x1b[?2026l")
            os.write(ours, b"\x04")
            assert process.wait(timeout=60) == 0
        finally:
            process.kill()
    os.close(ours)
