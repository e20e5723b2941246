"""`repr` of bounded size, and a guard against objects that contain themselves."""
import builtins
from itertools import islice

__all__ = ['Repr', 'repr', 'recursive_repr']

# The attributes that `functools.wraps` would copy. `functools` imports this module, so it cannot be used here.
_COPIED = ('__module__', '__name__', '__qualname__', '__doc__')

# The types that methods exist for. A class with the same name in another module does not count.
_MODULES = {'array': 'array', 'deque': 'collections'}
_MODULES.update(dict.fromkeys(('tuple', 'list', 'set', 'frozenset', 'dict', 'str', 'int'), 'builtins'))


def recursive_repr(fillvalue='...'):
    """Makes a `__repr__` give `fillvalue` when it is called again for the same object."""
    def decorate(method):
        active = set()

        def guarded(self):
            me = id(self)
            if me in active:
                return fillvalue
            active.add(me)
            try:
                return method(self)
            finally:
                active.discard(me)

        for name in _COPIED:
            setattr(guarded, name, getattr(method, name))
        guarded.__type_params__ = getattr(method, '__type_params__', ())
        if hasattr(method, '__annotations__'):
            guarded.__annotations__ = method.__annotations__
        guarded.__wrapped__ = method
        return guarded
    return decorate


class Repr:
    """How much is shown of each type. The attributes are the limits, and can be set."""

    def __init__(self, *, maxlevel=6, maxtuple=6, maxlist=6, maxarray=5, maxdict=4, maxset=6,
                 maxfrozenset=6, maxdeque=6, maxstring=30, maxlong=40, maxother=30, fillvalue='...',
                 indent=None):
        self.maxlevel, self.maxstring, self.maxlong, self.maxother = maxlevel, maxstring, maxlong, maxother
        self.maxtuple, self.maxlist, self.maxarray, self.maxdeque = maxtuple, maxlist, maxarray, maxdeque
        self.maxdict, self.maxset, self.maxfrozenset = maxdict, maxset, maxfrozenset
        self.fillvalue, self.indent = fillvalue, indent

    def repr(self, x):
        """The short text of an object."""
        return self.repr1(x, self.maxlevel)

    def repr1(self, x, level):
        """The short text of an object inside others; `level` says how deep it may still go."""
        kind = type(x)
        name = kind.__name__.replace(' ', '_')
        method = getattr(self, f'repr_{name}', None)
        if not method or _MODULES.get(name, kind.__module__) != kind.__module__:
            method = self.repr_instance
        return method(x, level)

    # ---- containers

    def _lines(self, pieces, level):
        """The pieces of a container, on lines of their own if there is an indentation."""
        indent = self.indent
        if indent is None:
            return ', '.join(pieces)
        if not pieces:
            return ''
        if isinstance(indent, int):
            if indent < 0:
                raise ValueError(f'Repr.indent cannot be negative int (was {indent!r})')
            indent = ' ' * indent
        try:
            start = '\n' + indent * (self.maxlevel - level + 1)
        except TypeError as cause:
            raise TypeError(f'Repr.indent must be a str, int or None, not {type(indent)}') from cause
        # The closing bracket is on its own line too, one level less indented.
        end = start[:-len(indent)] if indent else start
        return ''.join([start + piece + ',' for piece in pieces]) + end

    def _items(self, items, level, most, before, after, after_one=None):
        """Some of the items between brackets; `after_one` closes what has one item."""
        count = len(items)
        if count and level <= 0:
            return before + self.fillvalue + after
        shown = [self.repr1(item, level - 1) for item in islice(items, most)]
        if count > most:
            shown.append(self.fillvalue)
        if count == 1 and after_one and self.indent is None:
            after = after_one
        return before + self._lines(shown, level) + after

    def repr_tuple(self, x, level):
        return self._items(x, level, self.maxtuple, '(', ')', ',)')

    def repr_list(self, x, level):
        return self._items(x, level, self.maxlist, '[', ']')

    def repr_deque(self, x, level):
        return self._items(x, level, self.maxdeque, 'deque([', '])')

    def repr_array(self, x, level):
        if len(x):
            return self._items(x, level, self.maxarray, f"array('{x.typecode}', [", '])')
        return f"array('{x.typecode}')"

    def repr_set(self, x, level):
        return self._items(_in_order(x), level, self.maxset, '{', '}') if x else 'set()'

    def repr_frozenset(self, x, level):
        return self._items(_in_order(x), level, self.maxfrozenset, 'frozenset({', '})') if x else 'frozenset()'

    def repr_dict(self, x, level):
        if not x:
            return '{}'
        if level <= 0:
            return f'{{{self.fillvalue}}}'
        inside = level - 1
        shown = [self.repr1(key, inside) + ': ' + self.repr1(x[key], inside)
                 for key in islice(_in_order(x), self.maxdict)]
        if len(x) > self.maxdict:
            shown.append(self.fillvalue)
        return f'{{{self._lines(shown, level)}}}'

    # ---- texts

    def _ends(self, limit):
        """How many characters are left at the front and at the back of a text that is too long."""
        front = max((limit - 3) // 2, 0)
        return front, max(limit - 3 - front, 0)

    def _cut(self, text, limit):
        """A text without its middle if it is too long."""
        if len(text) <= limit:
            return text
        front, back = self._ends(limit)
        return text[:front] + self.fillvalue + text[len(text) - back:]

    def repr_str(self, x, level):
        limit = self.maxstring
        whole = builtins.repr(x[:limit])
        if len(whole) <= limit:
            return whole
        # Only the two ends are converted, so that a long text costs no more than a short one.
        front, back = self._ends(limit)
        text = builtins.repr(x[:front] + x[len(x) - back:])
        return text[:front] + self.fillvalue + text[len(text) - back:]

    def repr_int(self, x, level):
        return self._cut(builtins.repr(x), self.maxlong)

    def repr_instance(self, x, level):
        try:
            text = builtins.repr(x)
        except Exception:
            return f'<{x.__class__.__name__} instance at {id(x):#x}>'
        return self._cut(text, self.maxother)


def _in_order(items):
    """The items sorted, or as they come if they cannot be sorted."""
    try:
        return sorted(items)
    except Exception:
        return list(items)


aRepr = Repr()
repr = aRepr.repr
