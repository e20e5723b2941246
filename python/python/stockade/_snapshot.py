"""Snapshots: bytes that know a little about themselves."""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._session import Session


class Snapshot(bytes):
    """The state of a session as bytes: what :meth:`Session.snapshot` gives.

    >>> from stockade import Session
    >>> session = Session()
    >>> _ = session.run("x = 20")
    >>> snapshot = session.snapshot()
    >>> snapshot.is_keyed, snapshot.restore().run("x + 1").value
    (False, 21)
    """

    @property
    def version(self) -> int:
        """The version of the format."""
        return int.from_bytes(self[8:10], "little")

    @property
    def is_keyed(self) -> bool:
        """Whether it opens only with the key that it was sealed with."""
        return self[10:11] == b"\1"

    def restore(self, *args: Any, **settings: Any) -> Session:
        """A session from it, with the arguments and errors of :meth:`Session.restore`: what does not fit is a ``ValueError``."""
        from ._session import Session

        return Session.restore(self, *args, **settings)

    def save(self, path: str | PathLike[str]) -> None:
        """Writes the bytes to a file of this machine, as they are."""
        Path(path).write_bytes(self)

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Snapshot:
        """Reads the bytes from a file of this machine. Whether they are a snapshot shows when they are restored."""
        return cls(Path(path).read_bytes())

    def __repr__(self) -> str:
        return f"<Snapshot of {len(self)} bytes, version {self.version}{', keyed' if self.is_keyed else ''}>"

    def _repr_html_(self) -> str:
        return f"<p><b>Snapshot</b> of {len(self):,} bytes, version {self.version}{', keyed' if self.is_keyed else ''}</p>"
