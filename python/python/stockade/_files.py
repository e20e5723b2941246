"""The files of a session: in the machine's own memory, read and written by the host between steps."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping
from os import PathLike, fspath
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any, NamedTuple, Union

if TYPE_CHECKING:
    from ._stockade import Core

#: What a file is made of: its bytes, its text, or a file of this machine whose bytes are copied.
Content = Union[bytes, str, "PathLike[str]"]


#: The type, where a method has its name.
list_ = list

#: What names a file of a session.
PathName = Union[str, "PathLike[str]"]
#: Files with their paths.
Mount = Union[Mapping[str, Content], "Mapping[PathLike[str], Content]"]
#: The folder in which a program starts.
HOME = "/home/user"


def at(path: PathName) -> str:
    """The path of a file of a session from ``/``. This is the one rule: a path that does not begin there begins in the folder in which the
    program starts, also after ``os.chdir``; ``.``, ``..`` and doubled slashes are resolved.

    >>> at("out.txt"), at("./a/../out.txt"), at("."), at("/data//x.csv"), at("../../tmp")
    ('/home/user/out.txt', '/home/user/out.txt', '/home/user', '/data/x.csv', '/tmp')
    """
    if not isinstance(path, (str, PathLike)):
        raise TypeError(f"the path of a file is a text or a path, not {type(path).__qualname__}")
    name = path.as_posix() if isinstance(path, PurePath) else fspath(path)
    if not isinstance(name, str):
        raise TypeError(f"the path of a file is a text, not {type(name).__qualname__}")
    if not name:
        raise ValueError("the path of a file is empty")
    if "\0" in name:
        raise ValueError(f"the path {name!r} has a null character")
    # POSIX keeps two slashes at the start.
    return "/" + posixpath.normpath(posixpath.join(HOME, name)).lstrip("/")


def bytes_of_content(path: PathName, content: Content) -> bytes:
    """What a file is made of, as bytes."""
    if isinstance(content, str):
        return content.encode()
    if isinstance(content, (bytes, bytearray, memoryview)):
        return bytes(content)
    if isinstance(content, PathLike):
        return Path(fspath(content)).read_bytes()
    raise TypeError(f"the content of {str(path)!r} is bytes, a text or a path, not {type(content).__qualname__}")


class FileEntry(NamedTuple):
    """A file that a session holds: its ``path`` from ``/``, its ``size`` in bytes, and ``is_written``, True if the program made the file
    or wrote to it, False if it is as the host gave it."""

    path: str
    size: int
    is_written: bool


class Files:
    """The files of a session, by path. A path without ``/`` at its start is below ``/home/user``, the folder in which the program starts:
    here, in ``mount`` and in :attr:`Result.artifacts`, and whatever folder the program has changed to. ``.`` and ``..`` mean what they
    mean elsewhere. What comes out are paths from ``/``.

    Nothing here is a file of this machine. The bytes count as memory of the session, and are in its snapshots and forks. The policy must
    grant the builtin ``open``.

    >>> from stockade import Session
    >>> session = Session("permissive", mount={"/data/in.txt": "abc"})
    >>> _ = session.run("open('out.txt', 'w').write(open('/data/in.txt').read().upper())")
    >>> session.files["out.txt"]
    b'ABC'
    >>> session.files.list(), session.files.written()
    ([FileEntry(path='/data/in.txt', size=3, is_written=False), FileEntry(path='/home/user/out.txt', size=3, is_written=True)], ['/home/user/out.txt'])
    >>> [entry.path for entry in session.files.list(".")], "./out.txt" in session.files
    (['/home/user/out.txt'], True)
    """

    def __init__(self, core: Core) -> None:
        self._core = core

    def read(self, path: PathName) -> bytes:
        """The bytes of a file, by its path from ``/`` or from ``/home/user``. There is none: ``FileNotFoundError``."""
        return self._core.read_file(at(path))

    def write(self, path: PathName, content: Content) -> None:
        """Puts a file into the session, or replaces it: bytes, a text, or the bytes of a file of this machine. Its folders are made. A
        relative path is below ``/home/user``, where the program starts.

        Another content is a ``TypeError``, a policy without ``open`` a ``PermissionError``, and no memory left for it a ``ValueError``."""
        self._core.write_file(at(path), bytes_of_content(path, content))

    def remove(self, path: PathName) -> None:
        """Removes a file, by its path from ``/`` or from ``/home/user``. There is none: ``FileNotFoundError``."""
        self._core.remove_file(at(path))

    def list(self, folder: PathName = "/") -> list_[FileEntry]:
        """The files below a folder and its folders, sorted by path; ``"."`` is ``/home/user``. There is no such folder: ``FileNotFoundError``."""
        return [FileEntry(*row) for row in self._core.list_files(at(folder))]

    def written(self, folder: PathName = "/") -> list_[str]:
        """The paths, from ``/``, of the files below a folder that the program made or wrote to."""
        return [entry.path for entry in self.list(folder) if entry.is_written]

    __getitem__ = read
    __setitem__ = write
    __delitem__ = remove

    def __iter__(self) -> Iterator[str]:
        return iter([entry.path for entry in self.list()])

    def __contains__(self, path: object) -> bool:
        return isinstance(path, (str, PathLike)) and str(path) != "" and at(path) in set(self)

    def __len__(self) -> int:
        return len(self.list())

    def __repr__(self) -> str:
        try:
            return f"<files of a session: {', '.join(self) or 'none'}>"
        except PermissionError:
            return "<files of a session: the policy grants none>"


class Artifacts(Mapping[str, bytes]):
    """The files that the program of a session made or wrote to, by path from ``/``. Where one is looked up, a path without ``/`` is below
    ``/home/user``, as for :class:`Files`. Those of a step are read when they are asked for, as they are then; those of a run are kept.

    >>> from stockade import Session
    >>> session = Session("permissive")
    >>> artifacts = session.run("open('plot.svg', 'w').write('<svg/>')").artifacts
    >>> artifacts, artifacts["plot.svg"], artifacts["/home/user/plot.svg"]
    (<artifacts: /home/user/plot.svg>, b'<svg/>', b'<svg/>')
    """

    def __init__(self, source: Files | Mapping[str, bytes]) -> None:
        self._source = source

    @property
    def is_live(self) -> bool:
        """Whether they are read when they are asked for."""
        return isinstance(self._source, Files)

    def kept(self) -> Artifacts:
        """The same files, as they are now."""
        return Artifacts(dict(self))

    def _paths(self) -> list_[str]:
        if not isinstance(self._source, Files):
            return list_(self._source)
        try:
            return self._source.written()
        except PermissionError:
            # A policy without files.
            return []

    def __getitem__(self, path: PathName) -> bytes:
        if path not in self:
            raise KeyError(path)
        return self._source[at(path)]

    def __iter__(self) -> Iterator[str]:
        return iter(self._paths())

    def __len__(self) -> int:
        return len(self._paths())

    def __contains__(self, path: object) -> bool:
        return isinstance(path, (str, PathLike)) and str(path) != "" and at(path) in self._paths()

    def __repr__(self) -> str:
        return f"<artifacts: {', '.join(self) or 'none'}>" if self.is_live else repr(self._source)

    def __reduce__(self) -> tuple[Any, ...]:
        return Artifacts, (dict(self),)
