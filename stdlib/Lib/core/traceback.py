"""Where an exception came from, as text.

Frames come from `_stockade.traceback_entries(x)`, for an exception or a traceback object a list of
`(file, line number, function, source line, text, last line, column, end column)`, the outermost first;
the text is what the VM itself prints for the frame, carets included. `_stockade.suggestion(exc)` is
". Did you mean: ...?" or ''.
"""
import sys
from _stockade import source_line, stack_entries, suggestion, traceback_entries, unexpected_keyword as _unexpected_keyword

__all__ = ['extract_stack', 'extract_tb', 'format_exception', 'format_exception_only', 'format_list',
           'format_stack', 'format_tb', 'print_exc', 'format_exc', 'print_exception', 'print_last',
           'print_stack', 'print_tb', 'clear_frames', 'FrameSummary', 'StackSummary',
           'TracebackException', 'walk_stack', 'walk_tb']

_CAUSE = '\nThe above exception was the direct cause of the following exception:\n\n'
_CONTEXT = '\nDuring handling of the above exception, another exception occurred:\n\n'
# A frame that repeats is shown this many times.
_SHOWN_REPEATS = 3
class _Missing:
    def __repr__(self):
        return '<implicit>'


_MISSING = _Missing()


def _entries(tb):
    if tb is None:
        return []
    return traceback_entries(tb)


def _summary(entry):
    filename, lineno, name, line, text, end_lineno, colno, end_colno = entry
    frame = FrameSummary(filename, lineno, name, line=line, end_lineno=end_lineno, colno=colno, end_colno=end_colno)
    frame._text = text
    return frame


class FrameSummary:
    """One frame: file, line, function, source line."""
    __slots__ = ('filename', 'lineno', 'end_lineno', 'colno', 'end_colno', 'name', '_line', '_text', 'locals')

    def __init__(self, filename, lineno, name, *, lookup_line=True, locals=None, line=None,
                 end_lineno=None, colno=None, end_colno=None, **kwargs):
        for key in kwargs:
            if not key.startswith('_'):
                names = 'lookup_line', 'locals', 'line', 'end_lineno', 'colno', 'end_colno', 'filename', 'lineno', 'name'
                _unexpected_keyword('FrameSummary.__init__()', key, names)
        self.filename = filename
        self.lineno = lineno
        self.end_lineno = lineno if end_lineno is None else end_lineno
        self.colno = colno
        self.end_colno = end_colno
        self.name = name
        self._line = line
        self._text = None
        if lookup_line:
            self.line
        self.locals = None if locals is None else {k: repr(v) for k, v in locals.items()}

    @property
    def line(self):
        """The source line without its indentation."""
        if self._line is None:
            if self.lineno is None:
                return None
            from linecache import getline
            self._line = getline(self.filename, self.lineno)
        return self._line.strip()

    def __eq__(self, other):
        if isinstance(other, FrameSummary):
            return (self.filename, self.lineno, self.name, self.locals) == (
                other.filename, other.lineno, other.name, other.locals)
        if isinstance(other, tuple):
            return (self.filename, self.lineno, self.name, self.line) == other
        return NotImplemented

    def __getitem__(self, pos):
        return (self.filename, self.lineno, self.name, self.line)[pos]

    def __iter__(self):
        return iter([self.filename, self.lineno, self.name, self.line])

    def __len__(self):
        return 4

    def __repr__(self):
        return f'<FrameSummary file {self.filename}, line {self.lineno} in {self.name}>'


class StackSummary(list):
    """Frames, the outermost first."""

    @classmethod
    def extract(cls, frame_gen, *, limit=None, lookup_lines=True, capture_locals=False):
        return cls._limited([FrameSummary(f.f_code.co_filename, lineno, f.f_code.co_name,
                                          line=source_line(f, lineno), locals=f.f_locals if capture_locals else None)
                             for f, lineno in frame_gen], limit)

    @classmethod
    def _of(cls, tb, limit=None):
        return cls._limited([_summary(entry) for entry in _entries(tb)], limit)

    @classmethod
    def _limited(cls, frames, limit):
        if limit is None:
            limit = getattr(sys, 'tracebacklimit', None)
            if limit is not None and limit < 0:
                limit = 0
        if limit is not None:
            frames = frames[:limit] if limit >= 0 else frames[limit:]
        return cls(frames)

    @classmethod
    def from_list(cls, a_list):
        """From frames or from tuples of file, line, function, source line."""
        result = cls()
        for frame in a_list:
            if not isinstance(frame, FrameSummary):
                filename, lineno, name, line = frame
                frame = FrameSummary(filename, lineno, name, line=line)
            result.append(frame)
        return result

    def format_frame_summary(self, frame_summary, **kwargs):
        """The text of one frame."""
        frame = frame_summary
        if frame._text is not None:
            text = frame._text
        else:
            text = f'  File "{frame.filename}", line {frame.lineno}, in {frame.name}\n'
            if frame.line:
                text += f'    {frame.line}\n'
        for name, value in sorted((frame.locals or {}).items()):
            text += f'    {name} = {value}\n'
        return text

    def format(self, **kwargs):
        """The texts of all frames; what repeats is counted."""
        result, last, count = [], None, 0
        for frame in self:
            text = self.format_frame_summary(frame)
            if text is None:
                continue
            key = (frame.filename, frame.lineno, frame.name)
            if key != last:
                self._repeated(result, count)
                last, count = key, 0
            count += 1
            if count <= _SHOWN_REPEATS:
                result.append(text)
        self._repeated(result, count)
        return result

    @staticmethod
    def _repeated(result, count):
        more = count - _SHOWN_REPEATS
        if more > 0:
            result.append(f'  [Previous line repeated {more} more time{"s" if more > 1 else ""}]\n')


def _safe_string(value, what, func=str):
    try:
        return func(value)
    except BaseException:
        return f'<{what} {func.__name__}() failed>'


class TracebackException:
    """All that is needed to show an exception, without keeping what it refers to alive."""

    def __init__(self, exc_type, exc_value, exc_traceback, *, limit=None, lookup_lines=True,
                 capture_locals=False, compact=False, max_group_width=15, max_group_depth=10,
                 save_exc_type=True, _seen=None):
        seen = set() if _seen is None else _seen
        seen.add(id(exc_value))
        self.max_group_width = max_group_width
        self.max_group_depth = max_group_depth
        self.stack = StackSummary._of(exc_traceback, limit)
        self._exc_type = exc_type if save_exc_type else None
        self._has_exc_type = exc_type is not None
        self._str = _safe_string(exc_value, 'exception')
        try:
            self.__notes__ = getattr(exc_value, '__notes__', None)
        except Exception as e:
            self.__notes__ = [f'Ignored error getting __notes__: {_safe_string(e, "__notes__", repr)}']
        self.exc_type_qualname = exc_type_module = None
        if exc_type is not None:
            self.exc_type_qualname = exc_type.__qualname__
            exc_type_module = exc_type.__module__
        self.exc_type_module = exc_type_module
        if exc_type and issubclass(exc_type, SyntaxError):
            self._take_syntax_error(exc_value)
        elif exc_value is not None:
            self._str += suggestion(exc_value, exc_traceback is not None)
        self.__suppress_context__ = exc_value.__suppress_context__ if exc_value is not None else False
        # A loop instead of recursion, because chains of causes and contexts may be long.
        self.__cause__ = self.__context__ = self.exceptions = None
        if _seen is None:
            todo = [(self, exc_value)]
            options = dict(limit=limit, max_group_width=max_group_width, max_group_depth=max_group_depth)
            while todo:
                shown, value = todo.pop()
                if value is None:
                    continue

                def summary(e):
                    made = TracebackException(type(e), e, e.__traceback__, _seen=seen, **options)
                    todo.append((made, e))
                    return made

                if value.__cause__ is not None and id(value.__cause__) not in seen:
                    shown.__cause__ = summary(value.__cause__)
                needs_context = not compact or (shown.__cause__ is None and not value.__suppress_context__)
                if value.__context__ is not None and needs_context and id(value.__context__) not in seen:
                    shown.__context__ = summary(value.__context__)
                if isinstance(value, BaseExceptionGroup):
                    shown.exceptions = [summary(e) for e in value.exceptions]

    def _take_syntax_error(self, e):
        self.filename = e.filename
        self.lineno = None if e.lineno is None else str(e.lineno)
        self.end_lineno = None if e.end_lineno is None else str(e.end_lineno)
        self.text = e.text
        self.offset = e.offset
        self.end_offset = e.end_offset
        self.msg = e.msg

    @classmethod
    def from_exception(cls, exc, *args, **kwargs):
        """From an exception alone."""
        return cls(type(exc), exc, exc.__traceback__, *args, **kwargs)

    @property
    def exc_type(self):
        import warnings
        warnings.warn('Deprecated in 3.13. Use exc_type_str instead.', DeprecationWarning, 2)
        return self._exc_type

    @property
    def exc_type_str(self):
        if not self._has_exc_type:
            return None
        if self.exc_type_module in ('__main__', 'builtins'):
            return self.exc_type_qualname
        return f'{self.exc_type_module if isinstance(self.exc_type_module, str) else "<unknown>"}.{self.exc_type_qualname}'

    def __eq__(self, other):
        return self.__dict__ == other.__dict__ if isinstance(other, TracebackException) else NotImplemented

    def __str__(self):
        return self._str

    def format_exception_only(self, *, show_group=False, _depth=0, **kwargs):
        """The lines behind the frames: type, message, notes."""
        indent = 3 * _depth * ' '
        if not self._has_exc_type:
            yield indent + _final_line(None, self._str)
            return
        if hasattr(self, 'msg'):
            for line in self._syntax_error_lines():
                yield indent + line
        else:
            text = _final_line(self.exc_type_str, self._str)
            if _depth:
                for line in text.removesuffix('\n').split('\n'):
                    yield indent + line + '\n'
            else:
                yield text
        notes = self.__notes__
        if isinstance(notes, (list, tuple)):
            for note in notes:
                for line in _safe_string(note, 'note').split('\n'):
                    yield indent + line + '\n'
        elif notes is not None:
            yield indent + _safe_string(notes, '__notes__', func=repr) + '\n'
        if self.exceptions and show_group:
            for e in self.exceptions:
                yield from e.format_exception_only(show_group=show_group, _depth=_depth + 1)

    def _syntax_error_lines(self):
        where = ''
        if self.lineno is not None:
            yield f'  File "{self.filename or "<string>"}", line {self.lineno}\n'
        elif self.filename is not None:
            where = f' ({self.filename})'
        if self.text is not None:
            line = self.text.rstrip('\n')
            shown = line.lstrip(' \n\f')
            yield f'    {shown}\n'
            if self.offset is not None:
                indent, past = len(line) - len(shown), len(line) + 1
                first = self.offset
                if self.lineno == self.end_lineno:
                    last = first if self.end_offset in (None, 0) else self.end_offset
                else:
                    last = past
                if self.text:
                    first = past if first > len(self.text) else first
                    last = past if last > len(self.text) else last
                if first >= last or last < 0:
                    last = first + 1
                # Columns count from 1, and here from the end of the indentation.
                before = first - 1 - indent
                if before >= 0:
                    spaces = ''.join(c if c.isspace() else ' ' for c in shown[:before])
                    yield f'    {spaces}{"^" * (last - first)}\n'
        yield f'{self.exc_type_str}: {self.msg or "<no detail available>"}{where}\n'

    def format(self, *, chain=True, _context=None, **kwargs):
        """All lines, those of causes and contexts first."""
        writer = _Indented() if _context is None else _context
        chained, shown = [], self
        if chain:
            while shown is not None:
                if shown.__cause__ is not None:
                    message, before = _CAUSE, shown.__cause__
                elif shown.__context__ is not None and not shown.__suppress_context__:
                    message, before = _CONTEXT, shown.__context__
                else:
                    message = before = None
                chained.append((message, shown))
                shown = before
        else:
            chained.append((None, shown))
        for message, exc in reversed(chained):
            if message is not None:
                yield from writer.emit(message)
            if exc.exceptions is None:
                if exc.stack:
                    yield from writer.emit('Traceback (most recent call last):\n')
                    yield from writer.emit_all(exc.stack.format())
                yield from writer.emit_all(exc.format_exception_only())
            elif writer.depth > self.max_group_depth:
                yield from writer.emit(f'... (max_group_depth is {self.max_group_depth})\n')
            else:
                yield from self._group(exc, writer, chain)

    def _group(self, exc, writer, chain):
        outermost = writer.depth == 0
        if outermost:
            writer.depth = 1
        if exc.stack:
            yield from writer.emit('Exception Group Traceback (most recent call last):\n', '+' if outermost else None)
            yield from writer.emit_all(exc.stack.format())
        yield from writer.emit_all(exc.format_exception_only())
        count = len(exc.exceptions)
        shown = count if count <= self.max_group_width else self.max_group_width + 1
        writer.need_close = False
        for i in range(shown):
            last = i == shown - 1
            if last:
                # The innermost group draws the closing line.
                writer.need_close = True
            cut = i >= self.max_group_width
            title = '...' if cut else f'{i + 1}'
            corner = '+-' if i == 0 else '  '
            yield f'{writer.indent()}{corner}+---------------- {title} ----------------\n'
            writer.depth += 1
            if cut:
                left = count - self.max_group_width
                yield from writer.emit(f'and {left} more exception{"s" if left > 1 else ""}\n')
            else:
                yield from exc.exceptions[i].format(chain=chain, _context=writer)
            if last and writer.need_close:
                yield f'{writer.indent()}+------------------------------------\n'
                writer.need_close = False
            writer.depth -= 1
        if outermost:
            writer.depth = 0

    def print(self, *, file=None, chain=True, **kwargs):
        """Print all lines."""
        for line in self.format(chain=chain):
            _write(line, file)


class _Indented:
    """Puts the frame of nested groups before lines."""

    def __init__(self):
        self.depth = 0
        self.need_close = False

    def indent(self):
        return ' ' * (2 * self.depth)

    def emit(self, text, margin=None):
        if not self.depth:
            yield text
            return
        prefix = self.indent() + (margin or '|') + ' '
        # The pieces of one text stay one piece of output.
        yield ''.join(prefix + line for line in text.splitlines(True))

    def emit_all(self, texts):
        for text in texts:
            yield from self.emit(text)


def _final_line(kind, value):
    if not value or value == 'None' and kind is None:
        return f'{kind}\n' if kind is not None else 'NoneType: None\n'
    return f'{kind}: {value}\n'


def _write(text, file=None):
    (sys.stderr if file is None else file).write(text)


def _parse(exc, value, tb):
    if value is _MISSING and tb is _MISSING:
        if exc is None:
            return None, None
        if isinstance(exc, BaseException):
            return exc, exc.__traceback__
        raise TypeError(f'Exception expected for value, {type(exc).__name__} found')
    if value is _MISSING or tb is _MISSING:
        raise ValueError('Both or neither of value and tb must be given')
    return value, tb


def format_exception(exc, /, value=_MISSING, tb=_MISSING, limit=None, chain=True, **kwargs):
    """The lines of an exception and what it came from."""
    value, tb = _parse(exc, value, tb)
    te = TracebackException(type(value) if value is not None else None, value, tb, limit=limit, compact=True)
    return list(te.format(chain=chain))


def print_exception(exc, /, value=_MISSING, tb=_MISSING, limit=None, file=None, chain=True, **kwargs):
    """Print an exception and what it came from."""
    for line in format_exception(exc, value, tb, limit, chain):
        _write(line, file)


def format_exception_only(exc, /, value=_MISSING, *, show_group=False, **kwargs):
    """The lines of an exception without its frames."""
    if value is _MISSING:
        value = exc
    te = TracebackException(type(value) if value is not None else None, value, None, compact=True)
    return list(te.format_exception_only(show_group=show_group))


def format_exc(limit=None, chain=True):
    """The text of the exception being handled."""
    return ''.join(format_exception(sys.exception(), limit=limit, chain=chain))


def print_exc(limit=None, file=None, chain=True):
    """Print the exception being handled."""
    print_exception(sys.exception(), limit=limit, file=file, chain=chain)


def print_last(limit=None, file=None, chain=True):
    """There is no last exception of an interactive session."""
    if not hasattr(sys, 'last_exc') and not hasattr(sys, 'last_type'):
        raise ValueError('no last exception')
    print_exception(sys.last_exc, limit=limit, file=file, chain=chain)


def extract_tb(tb, limit=None):
    """The frames of a traceback."""
    return StackSummary._of(tb, limit)


def format_tb(tb, limit=None):
    """The frames of a traceback as texts."""
    return extract_tb(tb, limit).format()


def print_tb(tb, limit=None, file=None):
    """Print the frames of a traceback."""
    print_list(extract_tb(tb, limit), file=file)


def format_list(extracted_list):
    """Frames as texts."""
    return StackSummary.from_list(extracted_list).format()


def print_list(extracted_list, file=None):
    """Print frames."""
    for text in StackSummary.from_list(extracted_list).format():
        _write(text, file)


def extract_stack(f=None, limit=None):
    """The frames of the caller, or those down to a frame."""
    if f is not None:
        found = StackSummary.extract(walk_stack(f), limit=limit)
        found.reverse()
        return found
    return StackSummary._limited([_summary(entry) for entry in stack_entries()], None if limit is None else -limit)


def format_stack(f=None, limit=None):
    """The frames of the caller as texts."""
    return extract_stack(f, limit).format()


def print_stack(f=None, limit=None, file=None):
    """Print the frames of the caller."""
    print_list(extract_stack(f, limit), file=file)


def clear_frames(tb):
    """Frames hold nothing that could be let go here."""


def walk_tb(tb):
    """(frame, line number) of each traceback of a chain."""
    while tb is not None:
        yield tb.tb_frame, tb.tb_lineno
        tb = tb.tb_next


def walk_stack(f):
    """(frame, line number) of a frame and those that called it; without one, of the caller."""
    if f is None:
        f = sys._getframe(0)
    return _callers(f)


def _callers(frame):
    while frame is not None:
        yield frame, frame.f_lineno
        frame = frame.f_back
