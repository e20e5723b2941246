"""Types for those who check programs."""
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Protocol, TypeAlias

__all__ = ['StartResponse', 'WSGIEnvironment', 'WSGIApplication', 'InputStream', 'ErrorStream', 'FileWrapper']


class StartResponse(Protocol):
    def __call__(self, status, headers, exc_info=..., /): ...


WSGIEnvironment: TypeAlias = dict[str, Any]
WSGIApplication: TypeAlias = Callable[[WSGIEnvironment, StartResponse], Iterable[bytes]]


class InputStream(Protocol):
    def read(self, size=..., /): ...
    def readline(self, size=..., /): ...
    def readlines(self, hint=..., /): ...
    def __iter__(self): ...


class ErrorStream(Protocol):
    def flush(self): ...
    def write(self, s, /): ...
    def writelines(self, seq, /): ...


class _Readable(Protocol):
    def read(self, size=..., /): ...


class FileWrapper(Protocol):
    def __call__(self, file, block_size=..., /): ...
