"""The lines of several files, or of `sys.stdin`, as one sequence."""
import io
import os
import sys
from types import GenericAlias

__all__ = ['input', 'close', 'nextfile', 'filename', 'lineno', 'filelineno', 'fileno', 'isfirstline', 'isstdin', 'FileInput',
           'hook_compressed', 'hook_encoded']

#: What the functions of the module ask.
_state = None


def input(files=None, inplace=False, backup='', *, mode='r', openhook=None, encoding=None, errors=None):
    """An instance of FileInput, which the other functions of the module then ask."""
    global _state
    if _state and _state._file:
        raise RuntimeError('input() already active')
    _state = FileInput(files, inplace, backup, mode=mode, openhook=openhook, encoding=encoding, errors=errors)
    return _state


def close():
    """Ends the sequence."""
    global _state
    ended, _state = _state, None
    if ended:
        ended.close()


def _active():
    if not _state:
        raise RuntimeError('no active input()')
    return _state


def nextfile():
    """Leaves out the rest of the current file."""
    return _active().nextfile()


def filename():
    """The name of the file that is being read; None before the first line."""
    return _active().filename()


def lineno():
    """The number of the line that was read last, over all files."""
    return _active().lineno()


def filelineno():
    """The number of that line in its file."""
    return _active().filelineno()


def fileno():
    """The file descriptor of the current file; -1 where none is open."""
    return _active().fileno()


def isfirstline():
    """Whether the line that was read last is the first of its file."""
    return _active().isfirstline()


def isstdin():
    """Whether that line came from sys.stdin."""
    return _active().isstdin()


class FileInput:
    """The lines of several files as one sequence. Without files, those that `sys.argv` names; `-` stands for sys.stdin."""

    def __init__(self, files=None, inplace=False, backup='', *, mode='r', openhook=None, encoding=None, errors=None):
        # First, because what fails below is closed as well.
        self._files = ()
        self._backup = backup
        self._file = None
        self._output = None
        self._stdout = None
        self._original = None
        self._filename = None
        self._startlineno = self._filelineno = 0
        self._isstdin = False
        if isinstance(files, str):
            files = (files,)
        elif isinstance(files, os.PathLike):
            files = (os.fspath(files),)
        else:
            files = tuple(sys.argv[1:] if files is None else files)
            if not files:
                files = ('-',)
        if mode not in ('r', 'rb'):
            raise ValueError("FileInput opening mode must be 'r' or 'rb'")
        if openhook:
            if inplace:
                raise ValueError('FileInput cannot use an opening hook in inplace mode')
            if not callable(openhook):
                raise ValueError('FileInput openhook must be callable')
        self._files = files
        self._inplace = inplace
        self._mode = mode
        self._openhook = openhook
        self._encoding = encoding
        self._errors = errors

    def close(self):
        try:
            self.nextfile()
        finally:
            self._files = ()

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        self.close()

    def __del__(self):
        self.close()

    def __iter__(self):
        return self

    def __next__(self):
        line = self._next_line()
        if not line:
            raise StopIteration
        return line

    def readline(self):
        return self._next_line()

    def _next_line(self):
        while True:
            if self._file is None:
                if not self._files:
                    return b'' if 'b' in self._mode else ''
                self._open_next()
            line = self._file.readline()
            if line:
                self._filelineno += 1
                return line
            self.nextfile()

    def nextfile(self):
        output, self._output = self._output, None
        stdout, self._stdout = self._stdout, None
        file, self._file = self._file, None
        original, self._original = self._original, None
        try:
            if stdout is not None:
                sys.stdout = stdout
            if output is not None:
                output.close()
        finally:
            try:
                if file is not None and not self._isstdin:
                    file.close()
            finally:
                if original is not None and not self._backup:
                    os.unlink(original)
                self._isstdin = False

    def _open_next(self):
        self._filename, self._files = self._files[0], self._files[1:]
        self._startlineno += self._filelineno
        self._filelineno = 0
        self._isstdin = False
        encoding = None if 'b' in self._mode else self._encoding
        if self._filename == '-':
            self._filename = '<stdin>'
            self._file = getattr(sys.stdin, 'buffer', sys.stdin) if 'b' in self._mode else sys.stdin
            self._isstdin = True
        elif self._inplace:
            self._original = os.fspath(self._filename) + (self._backup or '.bak')
            if os.path.exists(self._original):
                os.unlink(self._original)
            os.rename(self._filename, self._original)
            self._file = open(self._original, self._mode, encoding=encoding, errors=self._errors)
            self._output = open(self._filename, self._mode.replace('r', 'w'), encoding=encoding, errors=self._errors)
            self._stdout = sys.stdout
            sys.stdout = self._output
        elif self._openhook:
            # A hook of two arguments is an old one, and still fine where no encoding is asked for.
            if self._encoding is None:
                self._file = self._openhook(self._filename, self._mode)
            else:
                self._file = self._openhook(self._filename, self._mode, encoding=self._encoding, errors=self._errors)
        else:
            self._file = open(self._filename, self._mode, encoding=encoding, errors=self._errors)

    def filename(self):
        return self._filename

    def lineno(self):
        return self._startlineno + self._filelineno

    def filelineno(self):
        return self._filelineno

    def fileno(self):
        try:
            return self._file.fileno() if self._file else -1
        except ValueError:
            return -1

    def isfirstline(self):
        return self._filelineno == 1

    def isstdin(self):
        return self._isstdin

    __class_getitem__ = classmethod(GenericAlias)


def hook_compressed(filename, mode, *, encoding=None, errors=None):
    """Opens files that end with .gz or .bz2 through gzip and bz2, and others as `open` does."""
    if encoding is None and 'b' not in mode:
        encoding = 'locale'
    ending = os.path.splitext(filename)[1]
    if ending == '.gz':
        import gzip
        stream = gzip.open(filename, mode)
    elif ending == '.bz2':
        import bz2
        stream = bz2.BZ2File(filename, mode)
    else:
        return open(filename, mode, encoding=encoding, errors=errors)
    return stream if 'b' in mode else io.TextIOWrapper(stream, encoding=encoding, errors=errors)


def hook_encoded(encoding, errors=None):
    """A hook that opens files in an encoding."""
    def openhook(filename, mode):
        return open(filename, mode, encoding=encoding, errors=errors)
    return openhook
