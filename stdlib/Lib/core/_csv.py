"""The reader and writer of `csv`: a line becomes a row by a small state machine, a row a line.

Of the usual dialects `_csv_core` knows what most lines and rows become.
"""
from _csv_core import join as _join, split as _split
from _stockade import type_name as _type_name, unexpected_keyword as _unexpected_keyword

QUOTE_MINIMAL, QUOTE_ALL, QUOTE_NONNUMERIC, QUOTE_NONE, QUOTE_STRINGS, QUOTE_NOTNULL = range(6)
__version__ = '1.0'


class Error(Exception):
    __module__ = '_csv'


_dialects = {}
_limit = 131072
_UNSET = object()


def _character(name, value, optional):
    if value is None and optional:
        return None
    if not isinstance(value, str):
        kind = 'string or None' if optional else 'string'
        raise TypeError(f'"{name}" must be {kind}, not {_type_name(value)}')
    if len(value) != 1:
        raise TypeError(f'"{name}" must be a 1-character string')
    return value


class Dialect:
    """The settings of a reader or writer, checked."""
    __slots__ = ('delimiter', 'doublequote', 'escapechar', 'lineterminator', 'quotechar', 'quoting',
                 'skipinitialspace', 'strict')
    __module__ = '_csv'

    def __setattr__(self, name, value):
        # `__init__` sets every attribute once, and this one last. Later changes are refused.
        if hasattr(self, 'lineterminator'):
            self.__delattr__(name)
        object.__setattr__(self, name, value)

    def __delattr__(self, name):
        if name in ('doublequote', 'skipinitialspace', 'strict'):
            raise AttributeError('readonly attribute')
        if name in Dialect.__slots__:
            raise AttributeError(f"attribute '{name}' of '_csv.Dialect' objects is not writable")
        raise AttributeError(f"'_csv.Dialect' object has no attribute '{name}' and no __dict__ for setting new attributes")

    def __reduce_ex__(self, protocol):
        raise TypeError(f"cannot pickle '{_type_name(self)}' instances")

    def __init__(self, dialect=None, delimiter=_UNSET, doublequote=_UNSET, escapechar=_UNSET,
                 lineterminator=_UNSET, quotechar=_UNSET, quoting=_UNSET, skipinitialspace=_UNSET,
                 strict=_UNSET, **unknown):
        if unknown:
            _unexpected_keyword('this function', next(iter(unknown)), ('dialect', *Dialect.__slots__))
        if isinstance(dialect, str):
            dialect = get_dialect(dialect)

        def setting(name, given, default):
            return getattr(dialect, name, default) if given is _UNSET else given

        self.delimiter = _character('delimiter', setting('delimiter', delimiter, ','), False)
        self.doublequote = bool(setting('doublequote', doublequote, True))
        self.escapechar = _character('escapechar', setting('escapechar', escapechar, None), True)
        end = setting('lineterminator', lineterminator, '\r\n')
        if end is not None and not isinstance(end, str):
            raise TypeError('"lineterminator" must be a string')
        chosen_quote = setting('quotechar', quotechar, '"')
        self.quotechar = _character('quotechar', chosen_quote, True)
        how = setting('quoting', quoting, _UNSET)
        if how is _UNSET:
            how = QUOTE_MINIMAL
            if quotechar is None:
                how = QUOTE_NONE
        if type(how) is not int:
            raise TypeError('"quoting" must be an integer')
        if not 0 <= how <= 5:
            raise TypeError('bad "quoting" value')
        self.quoting = how
        self.skipinitialspace = bool(setting('skipinitialspace', skipinitialspace, False))
        self.strict = bool(setting('strict', strict, False))
        if how != QUOTE_NONE and self.quotechar is None:
            raise TypeError('quotechar must be set if quoting enabled')
        if end is None:
            raise TypeError('lineterminator must be set')
        self.lineterminator = end
        self._check_characters()

    def _check_characters(self):
        spaced = self.skipinitialspace
        for name, allow_space in (('delimiter', True), ('escapechar', not spaced), ('quotechar', not spaced)):
            c = getattr(self, name)
            if c is not None and (c in '\r\n' or c == ' ' and not allow_space):
                raise ValueError(f'bad {name} value')
        pairs = (('delimiter', 'escapechar'), ('delimiter', 'quotechar'), ('escapechar', 'quotechar'))
        for a, b in pairs:
            one = getattr(self, a)
            if one is not None and one == getattr(self, b):
                raise ValueError(f'bad {a} or {b} value')
        for name in ('delimiter', 'escapechar', 'quotechar'):
            c = getattr(self, name)
            if c is not None and c in self.lineterminator:
                raise ValueError(f'bad {name} or lineterminator value')


def _dialect(given):
    dialect, settings = given
    if 'dialect' in settings:
        settings = dict(settings)
        dialect = settings.pop('dialect')
    if not settings:
        if type(dialect) is Dialect:
            return dialect
        if isinstance(dialect, str):
            return get_dialect(dialect)
        if dialect is None:
            return _DEFAULT
    return Dialect(dialect, **settings)


def register_dialect(*args, **settings):
    """Give a dialect a name."""
    if not 1 <= len(args) <= 2:
        few = not args
        raise TypeError(f' expected at {"least 1 argument" if few else "most 2 arguments"}, '
                        f'got {len(args)}')
    if not isinstance(args[0], str):
        raise TypeError('dialect name must be a string')
    _dialects[args[0]] = _dialect((args[1] if len(args) > 1 else None, settings))


def unregister_dialect(name):
    """Forget a name."""
    try:
        del _dialects[name]
    except KeyError:
        raise Error('unknown dialect') from None


def get_dialect(name):
    """The dialect that has a name."""
    try:
        return _dialects[name]
    except KeyError:
        raise Error('unknown dialect') from None


def list_dialects():
    """The names of all dialects."""
    return list(_dialects)


def field_size_limit(limit=_UNSET):
    """The longest field that a reader accepts; sets it when one is given."""
    global _limit
    old = _limit
    if limit is not _UNSET:
        if type(limit) is not int:
            raise TypeError('limit must be an integer')
        if not -1 << 63 <= limit < 1 << 63:
            raise OverflowError('Python int too large to convert to C long')
        _limit = limit
    return old


def _is_usual(d):
    """Are quotes doubled, and is nothing else special? Then `_csv_core` may know."""
    return (d.quoting in (QUOTE_MINIMAL, QUOTE_ALL) and not d.escapechar and not d.skipinitialspace and d.doublequote
            and d.quotechar is not None)


_DEFAULT = Dialect()


# The states of the reader.
_ROW, _FIELD, _PLAIN, _ESCAPE, _QUOTED, _QUOTED_ESCAPE, _QUOTE_SEEN, _LINE_END, _ESCAPED_END = range(9)


class reader:
    """Iterates over rows of strings."""
    __module__ = '_csv'

    def __init__(self, *args, **settings):
        if not 1 <= len(args) <= 2:
            raise TypeError(f' expected at {"least 1 argument" if not args else "most 2 arguments"}, '
                            f'got {len(args)}')
        self._lines = iter(args[0])
        self._settings = _dialect((args[1] if len(args) > 1 else None, settings))
        self.line_num = 0
        self._is_usual = _is_usual(self._settings)

    @property
    def dialect(self):
        return self._settings

    def __iter__(self):
        return self

    def __next__(self):
        line = next(self._lines)
        if self._is_usual and type(line) is str:
            d = self._settings
            fields = _split(line, d.delimiter, d.quotechar, _limit)
            if fields is not None:
                self.line_num += 1
                return fields
        return self._row(self._checked(line))

    def _line(self):
        return self._checked(next(self._lines))

    def _checked(self, line):
        if not isinstance(line, str):
            raise Error(f'iterator should return strings, not {_type_name(line)} '
                        '(the file should be opened in text mode)')
        self.line_num += 1
        return line

    def _row(self, line):
        self._fields, self._text, self._was_quoted, self._length = [], [], False, 0
        state = self._feed(_ROW, line)
        while state != _ROW:
            try:
                line = self._line()
            except StopIteration:
                if self._text or state in (_QUOTED, _QUOTED_ESCAPE, _ESCAPED_END, _ESCAPE):
                    if self._settings.strict:
                        raise Error('unexpected end of data') from None
                    self._save(self._was_quoted)
                    return self._fields
                raise
            state = self._feed(state, line)
        return self._fields

    def _add(self, text):
        self._length += len(text)
        if self._length > _limit:
            raise Error(f'field larger than field limit ({_limit})')
        self._text.append(text)

    def _save(self, quoted):
        text = ''.join(self._text)
        quoting = self._settings.quoting
        if not quoted and quoting in (QUOTE_NONNUMERIC, QUOTE_STRINGS, QUOTE_NOTNULL):
            if not text and quoting != QUOTE_NONNUMERIC:
                text = None
            elif quoting != QUOTE_NOTNULL:
                text = float(text) if text else text
        self._fields.append(text)
        self._text, self._length, self._was_quoted = [], 0, False

    def _feed(self, state, line):
        d = self._settings
        delimiter, quote, escape = d.delimiter, d.quotechar, d.escapechar
        if d.quoting == QUOTE_NONE:
            quote = None
        add, save = self._add, self._save
        # After the last character, an empty string represents the end of the line.
        at, size = 0, len(line)
        while at <= size:
            c = line[at] if at < size else ''
            at += 1
            ends = c in '\r\n'
            if state == _ROW:
                if not c:
                    break
                if ends:
                    state = _LINE_END
                    continue
                state = _FIELD
            if state == _FIELD:
                if ends:
                    save(False)
                    state = _LINE_END if c else _ROW
                elif c == quote:
                    self._was_quoted = True
                    state = _QUOTED
                elif c == escape:
                    state = _ESCAPE
                elif c == ' ' and d.skipinitialspace:
                    pass
                elif c == delimiter:
                    save(False)
                else:
                    add(c)
                    state = _PLAIN
            elif state == _PLAIN or state == _ESCAPED_END and c:
                if ends:
                    save(self._was_quoted)
                    state = _LINE_END if c else _ROW
                elif c == escape:
                    state = _ESCAPE
                elif c == delimiter:
                    save(self._was_quoted)
                    state = _FIELD
                else:
                    # Adds all characters up to the next special one together.
                    end = at
                    while end < size and (n := line[end]) != delimiter and n != escape and n not in '\r\n':
                        end += 1
                    add(line[at - 1:end])
                    at = end
                    state = _PLAIN
            elif state == _ESCAPED_END:
                pass
            elif state == _QUOTED:
                if not c:
                    pass
                elif c == escape:
                    state = _QUOTED_ESCAPE
                elif c == quote:
                    state = _QUOTE_SEEN if d.doublequote else _PLAIN
                else:
                    end = at
                    while end < size and (n := line[end]) != quote and n != escape:
                        end += 1
                    add(line[at - 1:end])
                    at = end
            elif state == _QUOTE_SEEN:
                if c == quote:
                    add(c)
                    state = _QUOTED
                elif c == delimiter:
                    save(True)
                    state = _FIELD
                elif ends:
                    save(True)
                    state = _LINE_END if c else _ROW
                elif not d.strict:
                    add(c)
                    state = _PLAIN
                else:
                    raise Error(f"'{delimiter}' expected after '{quote}'")
            elif state == _ESCAPE:
                if c and ends:
                    add(c)
                    state = _ESCAPED_END
                else:
                    add(c or '\n')
                    state = _PLAIN
            elif state == _QUOTED_ESCAPE:
                add(c or '\n')
                state = _QUOTED
            elif state == _LINE_END:
                if not c:
                    state = _ROW
                elif not ends:
                    raise Error("new-line character seen in unquoted field - "
                                "do you need to open the file with newline=''?")
        return state


class writer:
    """Writes rows to whatever has a `write` method."""
    __module__ = '_csv'

    def __init__(self, *args, **settings):
        if not 1 <= len(args) <= 2:
            raise TypeError(f' expected at {"least 1 argument" if not args else "most 2 arguments"}, '
                            f'got {len(args)}')
        self._write = getattr(args[0], 'write', None)
        if not callable(self._write):
            raise TypeError('argument 1 must have a "write" method')
        self._settings = _dialect((args[1] if len(args) > 1 else None, settings))
        self._is_usual = _is_usual(self._settings)

    @property
    def dialect(self):
        return self._settings

    def writerow(self, row, /):
        """Write one row."""
        if self._is_usual:
            d = self._settings
            line = _join(row, d.delimiter, d.quotechar, d.lineterminator, d.quoting == QUOTE_ALL)
            if line is not None:
                return self._write(line)
        try:
            items = iter(row)
        except TypeError:
            raise Error(f'iterable expected, not {_type_name(row)}') from None
        d = self._settings
        fields = []
        last_is_empty = False
        for item in items:
            if item is None:
                text = ''
            elif isinstance(item, str):
                text = item
            else:
                text = str(item)
            last_is_empty = not text
            fields.append(self._field(item, text))
        if len(fields) == 1 and last_is_empty and not fields[0]:
            if d.quoting == QUOTE_NONE or item is None and d.quoting in (QUOTE_STRINGS, QUOTE_NOTNULL):
                raise Error('single empty field record must be quoted')
            fields[0] = d.quotechar * 2
        return self._write(d.delimiter.join(fields) + d.lineterminator)

    def _field(self, item, text):
        """One field, quoted and escaped as needed."""
        d = self._settings
        quoting, quote = d.quoting, d.quotechar
        if quoting == QUOTE_ALL:
            quoted = True
        elif quoting == QUOTE_NONNUMERIC:
            quoted = item is None or not hasattr(item, '__float__')
        elif quoting == QUOTE_STRINGS:
            quoted = isinstance(item, str)
        elif quoting == QUOTE_NOTNULL:
            quoted = item is not None
        else:
            quoted = False
        special = {d.delimiter, d.escapechar, quote, '\r', '\n', *d.lineterminator}
        if special.isdisjoint(text):
            if text or quoted or d.delimiter != ' ' or not d.skipinitialspace:
                return quote + text + quote if quoted else text
        escape, out = d.escapechar, []
        for c in text:
            if c in special:
                escaping = False
                if quoting == QUOTE_NONE:
                    escaping = True
                elif c == quote:
                    if d.doublequote:
                        out.append(c)
                    else:
                        escaping = True
                elif c == escape:
                    escaping = True
                if not escaping:
                    quoted = True
                else:
                    if escape is None:
                        raise Error('need to escape, but no escapechar set')
                    out.append(escape)
            out.append(c)
        if not text and d.delimiter == ' ' and d.skipinitialspace and not quoted:
            if quoting == QUOTE_NONE or item is None and quoting in (QUOTE_STRINGS, QUOTE_NOTNULL):
                raise Error('empty field must be quoted if delimiter is a space and skipinitialspace is true')
            quoted = True
        text = ''.join(out)
        return quote + text + quote if quoted else text

    def writerows(self, rows, /):
        """Write several rows."""
        for row in rows:
            self.writerow(row)
