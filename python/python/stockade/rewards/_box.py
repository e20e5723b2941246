"""What the sandboxes for inspect_ai and NeMo Gym share: files, and commands that run Python on them."""

from __future__ import annotations

import posixpath
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from stockade import Policy, Result, Session
from stockade.rewards._core import fuel_of

#: Where programs start and relative paths begin.
HOME = "/home/user"
#: The folders that a session has from its start.
FOLDERS = ("/", "/home", HOME, "/tmp")
#: Options of the interpreter without a meaning here, by how many words each takes.
OPTIONS = {"-u": 1, "-B": 1, "-I": 1, "-E": 1, "-s": 1, "-S": 1, "-P": 1, "-O": 1, "-q": 1, "-W": 2, "-X": 2}
#: What stands between commands of a shell, or changes where they read and write.
OPERATORS = set("|&;<>()`$")


@dataclass(frozen=True)
class Ended:
    """How a command ended: its exit status, what it printed, and ``limit``, the name of the limit that ended it."""

    status: int
    stdout: str
    stderr: str
    limit: str | None = None


class Box:
    """Files that stay, and commands that run Python in a new session each. Nothing of this machine is in it.

    >>> box = Box()
    >>> box.write("in.txt", b"7")
    >>> box.run(["python3", "-c", "open('out.txt', 'w').write(str(int(open('in.txt').read()) * 6))"]).status, box.read("out.txt")
    (0, b'42')
    >>> box.run(["bash", "-c", "python3 -"], stdin="import sys\\nsys.exit(3)").status, box.run(["ls"]).status
    (3, 127)
    """

    def __init__(self, policy: str | Policy = "permissive", limits: Mapping[str, Any] | None = None) -> None:
        self._policy = policy
        self._limits = dict(limits or {})
        self._files: dict[str, bytes] = {}

    def path(self, name: str, cwd: str | None = None) -> str:
        """The path from ``/`` of a name."""
        return posixpath.normpath(posixpath.join(HOME, cwd or "", name))

    def is_folder(self, name: str) -> bool:
        """True if there are files below it, or it is there from the start."""
        folder = self.path(name).rstrip("/")
        return (folder or "/") in FOLDERS or any(path.startswith(folder + "/") for path in self._files)

    def read(self, name: str) -> bytes:
        """The bytes of a file; ``FileNotFoundError`` or ``IsADirectoryError`` if there is none."""
        found = self._files.get(self.path(name))
        if found is None:
            raise (IsADirectoryError if self.is_folder(name) else FileNotFoundError)(name)
        return found

    def write(self, name: str, data: bytes) -> None:
        """Makes a file, and the folders above it; ``IsADirectoryError`` if it is a folder."""
        if name.endswith("/") or self.is_folder(name):
            raise IsADirectoryError(name)
        self._files[self.path(name)] = data

    def run(
        self,
        command: Sequence[str],
        *,
        stdin: str | bytes | None = None,
        cwd: str | None = None,
        env: Mapping[str, str] | None = None,
        timeout: float | None = None,
        output: int | None = None,
    ) -> Ended:
        """Runs a command. ``timeout`` in seconds sets the fuel, ``output`` is a limit in bytes."""
        words = list(command)
        if words and posixpath.basename(words[0]) in ("bash", "sh"):
            inner = _of_shell(words)
            if inner is None:
                return Ended(2, "", f"{words[0]}: there is no shell here; one command that runs python is allowed: {shlex.join(words)}\n")
            words = inner
        name = posixpath.basename(words[0]) if words else ""
        if not (name.startswith("python") and name.removeprefix("python").replace(".", "").isdigit() or name == "python"):
            return Ended(127, "", f"{name}: command not found; this sandbox runs python and nothing else\n")
        return self._python(words[1:], stdin, cwd, env or {}, timeout, output)

    def _python(
        self, words: list[str], stdin: str | bytes | None, cwd: str | None, env: Mapping[str, str], timeout: float | None, output: int | None
    ) -> Ended:
        while words and words[0] in OPTIONS:
            words = words[OPTIONS[words[0]] :]
        if words[:1] == ["--version"] or words[:1] == ["-V"]:
            return Ended(0, "Python 3.13 (Stockade)\n", "")
        argv, folder = words[1:], self.path("", cwd)
        if words[:1] == ["-c"] and len(words) > 1:
            code, filename, argv = words[1], "<string>", words[2:]
        elif not words or words[0] == "-":
            code, filename, stdin = stdin.decode("utf-8", "replace") if isinstance(stdin, bytes) else stdin or "", "<stdin>", None
        elif words[0].startswith("-"):
            return Ended(2, "", f"python: the option {words[0]} is not supported; allowed are -c CODE, a file, and - for the input\n")
        else:
            filename, path = words[0], self.path(words[0], cwd)
            if path not in self._files:
                return Ended(2, "", f"python: can't open file '{path}': [Errno 2] No such file or directory\n")
            code, folder = self._files[path].decode("utf-8", "replace"), posixpath.dirname(path)
        limits: dict[str, Any] = {"fuel": fuel_of(timeout), "memory": "512MiB", "timeout": 3600, **self._limits}
        if output is not None:
            limits["output"] = output
        session = Session(self._policy, mount=dict(self._files), stdin=stdin or "", argv=argv, limits=limits)
        session.run(_ready(self.path("", cwd), folder, env))
        result = session.run(code, filename=filename)
        if result.outcome != "syntax":
            last = session.finish()
            printed = (result.output + last.output, result.stderr + last.stderr) if last is not None else (result.output, result.stderr)
        else:
            printed = (result.output, result.stderr)
        self._keep(session)
        return _ended(result, *printed)

    def _keep(self, session: Session) -> None:
        entries = session.files.list()
        self._files = {one.path: session.files.read(one.path) if one.is_written else self._files[one.path] for one in entries}


def _of_shell(words: list[str]) -> list[str] | None:
    """The command in ``bash -c COMMAND``, if it is one command."""
    at = next((at for at, word in enumerate(words) if word.startswith("-") and not word.startswith("--") and "c" in word), None)
    if at is None or at + 1 >= len(words) or any(word not in ("--login", "-l") for word in words[1:at]):
        return None
    return one_command(words[at + 1])


def one_command(text: str) -> list[str] | None:
    """The words of a shell's command, or ``None`` if it is more than one command.

    >>> one_command("python -c 'print(1); print(2)' a"), one_command("python a.py | tee b")
    (['python', '-c', 'print(1); print(2)', 'a'], None)
    """
    lexer = shlex.shlex(text.strip(), posix=True, punctuation_chars=True)
    lexer.commenters = ""
    try:
        words = list(lexer)
    except ValueError:
        return None
    unquoted = shlex.split(text.strip(), posix=False)
    has_operator = any(not word.startswith(("'", '"')) and set(word) & OPERATORS for word in unquoted)
    return None if has_operator or not words else shlex.split(text.strip())


def _ready(cwd: str, folder: str, env: Mapping[str, str]) -> str:
    """What happens before a program: its folder, its environment, and where it finds modules. No name stays."""
    return (
        f"(lambda os, sys: (os.makedirs({cwd!r}, exist_ok=True), os.chdir({cwd!r}), os.environ.update({dict(env)!r}), "
        f"sys.path.insert(0, {folder!r})))(__import__('os'), __import__('sys'))"
    )


def _ended(result: Result, stdout: str, stderr: str) -> Ended:
    if result.ok:
        return Ended(0, stdout, stderr)
    if result.outcome == "exited":
        # What `sys.exit` was given, if it is no number, is the traceback.
        return Ended(result.exit_code or 0, stdout, stderr + (result.traceback or ""))
    limit = result.outcome.removeprefix("limit:") if result.outcome.startswith("limit:") else None
    said = result.traceback or f"{result.error}\n"
    return Ended(137 if limit else 1, stdout, stderr + said, limit)
