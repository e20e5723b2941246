"""Values laid out over several lines when one is too short."""
import re
import sys
from _stockade import guest_getattr as _guest_getattr
from types import MappingProxyType, SimpleNamespace

__all__ = ['pprint', 'pformat', 'isreadable', 'isrecursive', 'saferepr', 'PrettyPrinter', 'pp']


def pprint(object, stream=None, indent=1, width=80, depth=None, *, compact=False, sort_dicts=True,
           underscore_numbers=False):
    """Print a value laid out."""
    PrettyPrinter(indent, width, depth, stream, compact=compact, sort_dicts=sort_dicts,
                  underscore_numbers=underscore_numbers).pprint(object)


def pp(object, *args, sort_dicts=False, **kwargs):
    """Print a value laid out, dicts in their own order."""
    pprint(object, *args, sort_dicts=sort_dicts, **kwargs)


def pformat(object, indent=1, width=80, depth=None, *, compact=False, sort_dicts=True,
            underscore_numbers=False):
    """A value laid out, as a string."""
    return PrettyPrinter(indent, width, depth, compact=compact, sort_dicts=sort_dicts,
                         underscore_numbers=underscore_numbers).pformat(object)


def saferepr(object):
    """`repr` that shows recursion instead of failing."""
    return PrettyPrinter()._safe_repr(object, {}, None, 0)[0]


def isreadable(object):
    """Whether the text could be read back."""
    return PrettyPrinter()._safe_repr(object, {}, None, 0)[1]


def isrecursive(object):
    """Whether a value contains itself."""
    return PrettyPrinter()._safe_repr(object, {}, None, 0)[2]


class _safe_key:
    """Orders what has no order: by type name, then by identity."""
    __slots__ = ('obj',)

    def __init__(self, obj):
        self.obj = obj

    def __lt__(self, other):
        try:
            return self.obj < other.obj
        except TypeError:
            return (str(type(self.obj)), id(self.obj)) < (str(type(other.obj)), id(other.obj))


def _safe_tuple(pair):
    return _safe_key(pair[0]), _safe_key(pair[1])


def _recursion(object):
    return f'<Recursion on {type(object).__name__} with id={id(object)}>'


class PrettyPrinter:
    def __init__(self, indent=1, width=80, depth=None, stream=None, *, compact=False, sort_dicts=True,
                 underscore_numbers=False):
        indent, width = int(indent), int(width)
        if indent < 0:
            raise ValueError('indent must be >= 0')
        if depth is not None and depth <= 0:
            raise ValueError('depth must be > 0')
        if not width:
            raise ValueError('width must be != 0')
        self._depth = depth
        self._indent_per_level = indent
        self._width = width
        self._stream = sys.stdout if stream is None else stream
        self._compact = bool(compact)
        self._sort_dicts = sort_dicts
        self._underscore_numbers = underscore_numbers

    def pprint(self, object):
        if self._stream is not None:
            self._format(object, self._stream.write, 0, 0, {}, 0)
            self._stream.write('\n')

    def pformat(self, object):
        pieces = []
        self._format(object, pieces.append, 0, 0, {}, 0)
        return ''.join(pieces)

    def isrecursive(self, object):
        return self.format(object, {}, 0, 0)[2]

    def isreadable(self, object):
        text, readable, recursive = self.format(object, {}, 0, 0)
        return readable and not recursive

    def format(self, object, context, maxlevels, level):
        """(text, whether it can be read back, whether it is recursive); to be overridden."""
        return self._safe_repr(object, context, maxlevels, level)

    def _repr(self, object, context, level):
        return self.format(object, context.copy(), self._depth, level)[0]

    # Each layout function gets the value, where to write, the column of its start, how many characters
    # must still fit after it, the ids around it, and its depth.

    def _format(self, object, write, indent, allowance, context, level):
        key = id(object)
        if key in context:
            write(_recursion(object))
            self._recursive, self._readable = True, False
            return
        text = self._repr(object, context, level)
        if len(text) > self._width - indent - allowance:
            layout = self._layout_of(object)
            if layout is not None:
                context[key] = 1
                layout(self, object, write, indent, allowance, context, level + 1)
                del context[key]
                return
        write(text)

    def _layout_of(self, object):
        kind = type(object)
        layout = self._dispatch.get(kind.__repr__)
        if layout is not None:
            return layout
        layout = _lazy_layout(kind)
        if layout is not None:
            return layout
        if hasattr(kind, '__dataclass_fields__') and _generated_repr(kind):
            return PrettyPrinter._dataclass
        return None

    def _dataclass(self, object, write, indent, allowance, context, level):
        from dataclasses import fields
        name = object.__class__.__name__
        items = [(f.name, _guest_getattr(object, f.name)) for f in fields(object) if f.repr]
        write(name + '(')
        self._namespace_items(items, write, indent + len(name) + 1, allowance, context, level)
        write(')')

    def _dict(self, object, write, indent, allowance, context, level):
        write('{')
        if self._indent_per_level > 1:
            write((self._indent_per_level - 1) * ' ')
        if len(object):
            items = sorted(object.items(), key=_safe_tuple) if self._sort_dicts else object.items()
            self._dict_items(items, write, indent, allowance + 1, context, level)
        write('}')

    def _ordered_dict(self, object, write, indent, allowance, context, level):
        if not len(object):
            write(repr(object))
            return
        name = object.__class__.__name__
        write(name + '(')
        self._format(list(object.items()), write, indent + len(name) + 1, allowance + 1, context, level)
        write(')')

    def _list(self, object, write, indent, allowance, context, level):
        write('[')
        self._items(object, write, indent, allowance + 1, context, level)
        write(']')

    def _tuple(self, object, write, indent, allowance, context, level):
        write('(')
        end = ',)' if len(object) == 1 else ')'
        self._items(object, write, indent, allowance + len(end), context, level)
        write(end)

    def _set(self, object, write, indent, allowance, context, level):
        if not len(object):
            write(repr(object))
            return
        kind = object.__class__
        if kind is set:
            write('{')
            end = '}'
        else:
            write(kind.__name__ + '({')
            end = '})'
            indent += len(kind.__name__) + 1
        self._items(sorted(object, key=_safe_key), write, indent, allowance + len(end), context, level)
        write(end)

    def _str(self, object, write, indent, allowance, context, level):
        if not len(object):
            write(repr(object))
            return
        chunks = []
        lines = object.splitlines(True)
        if level == 1:
            indent += 1
            allowance += 1
        max_width = whole = self._width - indent
        text = ''
        for i, line in enumerate(lines):
            text = repr(line)
            if i == len(lines) - 1:
                max_width -= allowance
            if len(text) <= max_width:
                chunks.append(text)
                continue
            # The line is too long, so it is filled with as many words as fit.
            parts = re.findall(r'\S*\s*', line)
            parts.pop()
            current, last_part = '', len(parts) - 1
            room = whole
            for j, part in enumerate(parts):
                candidate = current + part
                if j == last_part and i == len(lines) - 1:
                    room -= allowance
                if len(repr(candidate)) > room:
                    if current:
                        chunks.append(repr(current))
                    current = part
                else:
                    current = candidate
            if current:
                chunks.append(repr(current))
        if len(chunks) == 1:
            write(text)
            return
        if level == 1:
            write('(')
        for i, chunk in enumerate(chunks):
            if i > 0:
                write('\n' + ' ' * indent)
            write(chunk)
        if level == 1:
            write(')')

    def _bytes(self, object, write, indent, allowance, context, level):
        if len(object) <= 4:
            write(repr(object))
            return
        parens = level == 1
        if parens:
            indent += 1
            allowance += 1
            write('(')
        delim = ''
        for text in _wrap_bytes(object, self._width - indent, allowance):
            write(delim)
            write(text)
            if not delim:
                delim = '\n' + ' ' * indent
        if parens:
            write(')')

    def _bytearray(self, object, write, indent, allowance, context, level):
        write('bytearray(')
        self._bytes(bytes(object), write, indent + 10, allowance + 1, context, level + 1)
        write(')')

    def _mappingproxy(self, object, write, indent, allowance, context, level):
        write('mappingproxy(')
        self._format(object.copy(), write, indent + 13, allowance + 1, context, level)
        write(')')

    def _simplenamespace(self, object, write, indent, allowance, context, level):
        kind = type(object)
        name = 'namespace' if kind is SimpleNamespace else kind.__name__
        write(name + '(')
        self._namespace_items(object.__dict__.items(), write, indent + len(name) + 1, allowance, context, level)
        write(')')

    _dispatch = {dict.__repr__: _dict, list.__repr__: _list, tuple.__repr__: _tuple, set.__repr__: _set,
                 frozenset.__repr__: _set, str.__repr__: _str, bytes.__repr__: _bytes,
                 bytearray.__repr__: _bytearray, MappingProxyType.__repr__: _mappingproxy,
                 SimpleNamespace.__repr__: _simplenamespace}

    def _dict_items(self, items, write, indent, allowance, context, level):
        indent += self._indent_per_level
        last = len(items) - 1
        for i, (key, entry) in enumerate(items):
            text = self._repr(key, context, level)
            write(text)
            write(': ')
            self._format(entry, write, indent + len(text) + 2, allowance if i == last else 1, context, level)
            if i != last:
                write(',\n' + ' ' * indent)

    def _namespace_items(self, items, write, indent, allowance, context, level):
        last = len(items) - 1
        for i, (key, entry) in enumerate(items):
            write(key)
            write('=')
            if id(entry) in context:
                # Otherwise the text would be very long.
                write('...')
            else:
                self._format(entry, write, indent + len(key) + 1, allowance if i == last else 1, context, level)
            if i != last:
                write(',\n' + ' ' * indent)

    def _items(self, items, write, indent, allowance, context, level):
        indent += self._indent_per_level
        if self._indent_per_level > 1:
            write((self._indent_per_level - 1) * ' ')
        delim, newline = '', ',\n' + ' ' * indent
        items = list(items)
        room = width = self._width - indent + 1
        for i, item in enumerate(items):
            is_last = i == len(items) - 1
            if is_last:
                room -= allowance
                width -= allowance
            if self._compact:
                text = self._repr(item, context, level)
                needed = len(text) + 2
                if width < needed:
                    width = room
                    if delim:
                        delim = newline
                if width >= needed:
                    width -= needed
                    write(delim)
                    delim = ', '
                    write(text)
                    continue
            write(delim)
            delim = newline
            self._format(item, write, indent, allowance if is_last else 1, context, level)

    # Types of `collections`, found by name so that the module need not be loaded.

    def _default_dict(self, object, write, indent, allowance, context, level):
        if not len(object):
            write(repr(object))
            return
        factory = self._repr(object.default_factory, context, level)
        name = object.__class__.__name__
        indent += len(name) + 1
        write(f'{name}({factory},\n{" " * indent}')
        self._dict(object, write, indent, allowance + 1, context, level)
        write(')')

    def _counter(self, object, write, indent, allowance, context, level):
        if not len(object):
            write(repr(object))
            return
        name = object.__class__.__name__
        write(name + '({')
        if self._indent_per_level > 1:
            write((self._indent_per_level - 1) * ' ')
        self._dict_items(object.most_common(), write, indent + len(name) + 1, allowance + 2, context, level)
        write('})')

    def _chain_map(self, object, write, indent, allowance, context, level):
        if not len(object.maps):
            write(repr(object))
            return
        name = object.__class__.__name__
        write(name + '(')
        indent += len(name) + 1
        for i, m in enumerate(object.maps):
            if i == len(object.maps) - 1:
                self._format(m, write, indent, allowance + 1, context, level)
                write(')')
            else:
                self._format(m, write, indent, 1, context, level)
                write(',\n' + ' ' * indent)

    def _deque(self, object, write, indent, allowance, context, level):
        if not len(object):
            write(repr(object))
            return
        name = object.__class__.__name__
        write(name + '([')
        indent += len(name) + 1
        if object.maxlen is None:
            self._items(object, write, indent, allowance + 2, context, level)
            write('])')
        else:
            self._items(object, write, indent, 2, context, level)
            rest = self._repr(object.maxlen, context, level)
            write(f'],\n{" " * indent}maxlen={rest})')

    def _user(self, object, write, indent, allowance, context, level):
        self._format(object.data, write, indent, allowance, context, level - 1)

    def _safe_repr(self, object, context, maxlevels, level):
        kind = type(object)
        if kind in _scalars:
            return repr(object), True, False
        plain = kind.__repr__
        if issubclass(kind, int) and plain is int.__repr__:
            return (f'{object:_d}' if self._underscore_numbers else repr(object)), True, False
        is_dict = issubclass(kind, dict) and plain is dict.__repr__
        is_list = issubclass(kind, list) and plain is list.__repr__
        if not (is_dict or is_list or issubclass(kind, tuple) and plain is tuple.__repr__):
            text = repr(object)
            return text, bool(text) and not text.startswith('<'), False
        if not object:
            return ('{}' if is_dict else '[]' if is_list else '()'), True, False
        if is_dict:
            form = '{%s}'
        elif is_list:
            form = '[%s]'
        else:
            form = '(%s,)' if len(object) == 1 else '(%s)'
        key = id(object)
        if maxlevels and level >= maxlevels:
            return ('{...}' if is_dict else form % '...'), False, key in context
        if key in context:
            return _recursion(object), False, True
        context[key] = 1
        readable, recursive, pieces = True, False, []
        level += 1
        if is_dict:
            items = sorted(object.items(), key=_safe_tuple) if self._sort_dicts else object.items()
        else:
            items = object
        for item in items:
            texts = []
            for part in (item if is_dict else (item,)):
                text, part_readable, part_recursive = self.format(part, context, maxlevels, level)
                texts.append(text)
                readable = readable and part_readable
                recursive = recursive or part_recursive
            pieces.append(': '.join(texts))
        del context[key]
        return form % ', '.join(pieces), readable, recursive


_scalars = frozenset({str, bytes, bytearray, float, complex, bool, type(None)})


def _generated_repr(kind):
    """Whether the dataclass decorator wrote the `__repr__`."""
    return kind.__dataclass_params__.repr and getattr(kind.__repr__, '_generated', False)


def _lazy_layout(kind):
    collections = sys.modules.get('collections')
    if collections is None:
        return None
    P = PrettyPrinter
    for name, layout in (('OrderedDict', P._ordered_dict), ('defaultdict', P._default_dict),
                         ('Counter', P._counter), ('ChainMap', P._chain_map), ('deque', P._deque),
                         ('UserDict', P._user), ('UserList', P._user), ('UserString', P._user)):
        found = getattr(collections, name, None)
        if found is not None and kind.__repr__ is found.__repr__:
            P._dispatch[kind.__repr__] = layout
            return layout
    return None


def _wrap_bytes(data, width, allowance):
    current = b''
    last = len(data) // 4 * 4
    for i in range(0, len(data), 4):
        part = data[i:i + 4]
        candidate = current + part
        if i == last:
            width -= allowance
        if len(repr(candidate)) > width:
            if current:
                yield repr(current)
            current = part
        else:
            current = candidate
    if current:
        yield repr(current)
