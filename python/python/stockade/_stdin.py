"""What a program reads from ``sys.stdin``: a text, bytes, or a source that is asked when the program reads."""

from __future__ import annotations

from collections.abc import AsyncIterable, Awaitable, Callable, Iterable
from typing import Any, Union

#: ``stdin`` of a session or a run: all of it, or a source. An iterable gives the next piece for each read, and a callable is given the
#: number of bytes that the program has room for. Nothing (``""``, ``b""``, ``None``, or the end of the iterable) is the end of the input.
StdinLike = Union[str, bytes, Iterable[Union[str, bytes]], AsyncIterable[Union[str, bytes]], Callable[[int], Any]]

#: The name under which the machine asks for input.
CALL = "<stdin>"


def bytes_of(piece: Any) -> bytes:
    """
    >>> bytes_of("é"), bytes_of(None)
    (b'\\xc3\\xa9', b'')
    """
    if piece is None:
        return b""
    if isinstance(piece, str):
        return piece.encode()
    if isinstance(piece, (bytes, bytearray, memoryview)):
        return bytes(piece)
    raise TypeError(f"stdin gave {type(piece).__qualname__}: give str or bytes")


def source_of(stdin: StdinLike) -> bytes | Callable[[int], bytes | Awaitable[bytes]]:
    """All bytes, or what answers a read."""
    if isinstance(stdin, (str, bytes, bytearray, memoryview)):
        return bytes_of(stdin)
    if isinstance(stdin, AsyncIterable):
        pieces = aiter_of(stdin)

        async def read(size: int) -> bytes:
            async for piece in pieces:
                data = bytes_of(piece)
                if data:
                    return data
            return b""

        return read
    if isinstance(stdin, Iterable):
        items = iter(stdin)
        # An empty piece is no end: only the end of the iterable is.
        return lambda size: next((data for data in map(bytes_of, items) if data), b"")
    if callable(stdin):
        return lambda size: answered(stdin(size))
    raise TypeError(f"stdin is str, bytes, an iterable of them or a callable, not {type(stdin).__qualname__}")


def aiter_of(stdin: AsyncIterable[Any]) -> Any:
    return stdin.__aiter__()


def answered(value: Any) -> Any:
    """The bytes of what a callable returned, which may be awaited first."""
    if not isinstance(value, Awaitable):
        return bytes_of(value)

    async def read() -> bytes:
        return bytes_of(await value)

    return read()
