"""The files of a session: in the machine's own memory, read and written by the host between steps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Union

if TYPE_CHECKING:
    from ._stockade import Core

#: What a file is made of: its bytes, its text, or a file of this machine whose bytes are copied.
Content = Union[bytes, str, "PathLike[str]"]


#: The type, where a method has its name.
list_ = list


class FileEntry(NamedTuple):
    """A file that a session holds: its ``path`` from ``/``, its ``size`` in bytes, and ``is_written``, True if the program made the file
    or wrote to it, False if it is as the host gave it."""

    path: str
    size: int
    is_written: bool


class Files:
    """The files of a session, by path. A path without ``/`` at its start is below the folder in which the program starts.

    Nothing here is a file of this machine. The bytes count as memory of the session, and are in its snapshots and forks. The policy must
    grant the builtin ``open``.

    >>> from stockade import Session
    >>> session = Session("permissive", mount={"/data/in.txt": "abc"})
    >>> _ = session.run("open('out.txt', 'w').write(open('/data/in.txt').read().upper())")
    >>> session.files["out.txt"]
    b'ABC'
    >>> session.files.list(), session.files.written()
    ([FileEntry(path='/data/in.txt', size=3, is_written=False), FileEntry(path='/home/user/out.txt', size=3, is_written=True)], ['/home/user/out.txt'])
    """

    def __init__(self, core: Core) -> None:
        self._core = core

    def read(self, path: str) -> bytes:
        """The bytes of a file. There is none: ``FileNotFoundError``."""
        return self._core.read_file(path)

    def write(self, path: str, content: Content) -> None:
        """Puts a file into the session, or replaces it: bytes, a text, or the bytes of a file of this machine. Its folders are made.

        Another content is a ``TypeError``, a policy without ``open`` a ``PermissionError``, and no memory left for it a ``ValueError``."""
        if isinstance(content, str):
            data = content.encode()
        elif isinstance(content, (bytes, bytearray, memoryview)):
            data = bytes(content)
        elif isinstance(content, PathLike):
            data = Path(fspath(content)).read_bytes()
        else:
            raise TypeError(f"the content of {path!r} is bytes, a text or a path, not {type(content).__qualname__}")
        self._core.write_file(path, data)

    def remove(self, path: str) -> None:
        """Removes a file. There is none: ``FileNotFoundError``."""
        self._core.remove_file(path)

    def list(self, folder: str = "/") -> list_[FileEntry]:
        """The files below a folder, sorted by path. There is no such folder: ``FileNotFoundError``."""
        return [FileEntry(*row) for row in self._core.list_files(folder)]

    def written(self, folder: str = "/") -> list_[str]:
        """The paths of the files that the program made or wrote to."""
        return [entry.path for entry in self.list(folder) if entry.is_written]

    __getitem__ = read
    __setitem__ = write
    __delitem__ = remove

    def __iter__(self) -> Iterator[str]:
        return iter([entry.path for entry in self.list()])

    def __contains__(self, path: object) -> bool:
        return path in set(self) or f"/home/user/{path}" in set(self)

    def __len__(self) -> int:
        return len(self.list())

    def __repr__(self) -> str:
        try:
            return f"<files of a session: {', '.join(self) or 'none'}>"
        except PermissionError:
            return "<files of a session: the policy grants none>"


class Artifacts(Mapping[str, bytes]):
    """The files that the program of a session made or wrote to, by path. Each is read when it is asked for, as it is then.

    >>> from stockade import Session
    >>> session = Session("permissive")
    >>> artifacts = session.run("open('plot.svg', 'w').write('<svg/>')").artifacts
    >>> artifacts, artifacts["/home/user/plot.svg"]
    (<artifacts: /home/user/plot.svg>, b'<svg/>')
    """

    def __init__(self, files: Files) -> None:
        self._files = files

    def _paths(self) -> list_[str]:
        try:
            return self._files.written()
        except PermissionError:
            # A policy without files.
            return []

    def __getitem__(self, path: str) -> bytes:
        if path not in self._paths():
            raise KeyError(path)
        return self._files.read(path)

    def __iter__(self) -> Iterator[str]:
        return iter(self._paths())

    def __len__(self) -> int:
        return len(self._paths())

    def __contains__(self, path: object) -> bool:
        return path in self._paths()

    def __repr__(self) -> str:
        return f"<artifacts: {', '.join(self) or 'none'}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return dict, (dict(self),)
