"""Functions that make functions. `reduce` and `partial` are native, and so is the inside of `lru_cache`."""
from abc import get_cache_token

from _functools import _cached, partial, reduce
from _stockade import guest_getattr as _guest_getattr, guest_setattr as _guest_setattr

__all__ = ['update_wrapper', 'wraps', 'WRAPPER_ASSIGNMENTS', 'WRAPPER_UPDATES', 'total_ordering', 'cache', 'cmp_to_key',
           'lru_cache', 'reduce', 'partial', 'partialmethod', 'singledispatch', 'singledispatchmethod', 'cached_property']

WRAPPER_ASSIGNMENTS = ('__module__', '__name__', '__qualname__', '__doc__', '__annotations__', '__type_params__')
WRAPPER_UPDATES = ('__dict__',)


def update_wrapper(wrapper, wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=WRAPPER_UPDATES):
    """Makes a wrapper function look like the function it wraps."""
    for name in assigned:
        own = name in WRAPPER_ASSIGNMENTS and assigned is WRAPPER_ASSIGNMENTS
        try:
            value = getattr(wrapped, name) if own else _guest_getattr(wrapped, name)
        except AttributeError:
            continue
        (setattr if own else _guest_setattr)(wrapper, name, value)
    for name in updated:
        if updated is WRAPPER_UPDATES:
            getattr(wrapper, name).update(getattr(wrapped, name, {}))
            continue
        target = _guest_getattr(wrapper, name)
        try:
            found = _guest_getattr(wrapped, name)
        except AttributeError:
            found = {}
        target.update(found)
    # Set last: `__dict__` may contain the `__wrapped__` of the wrapped function.
    wrapper.__wrapped__ = wrapped
    return wrapper


def wraps(wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=WRAPPER_UPDATES):
    """A decorator that applies update_wrapper()."""
    return partial(update_wrapper, wrapped=wrapped, assigned=assigned, updated=updated)


# --- ordering

def _negated(root, also_equal):
    """`not root`, and unequal where the pair of operators both take or leave equality."""
    def method(self, other):
        result = getattr(type(self), root)(self, other)
        if result is NotImplemented:
            return result
        return not result and self != other if also_equal else not result
    return method


def _widened(root):
    """`root`, or equal."""
    def method(self, other):
        result = getattr(type(self), root)(self, other)
        if result is NotImplemented:
            return result
        return result or self == other
    return method


def _narrowed(root):
    """`root`, but not equal."""
    def method(self, other):
        result = getattr(type(self), root)(self, other)
        if result is NotImplemented:
            return result
        return result and self != other
    return method


def _opposite_or_equal(root):
    """The opposite of a strict `root`'s opposite: not root, or equal."""
    def method(self, other):
        result = getattr(type(self), root)(self, other)
        if result is NotImplemented:
            return result
        return not result or self == other
    return method


# For each comparison that a class may have, how the others are derived. The preferred one comes first.
_PLANS = {
    '__lt__': {'__gt__': (_negated, True), '__le__': (_widened,), '__ge__': (_negated, False)},
    '__le__': {'__ge__': (_opposite_or_equal,), '__lt__': (_narrowed,), '__gt__': (_negated, False)},
    '__gt__': {'__lt__': (_negated, True), '__ge__': (_widened,), '__le__': (_negated, False)},
    '__ge__': {'__le__': (_opposite_or_equal,), '__gt__': (_narrowed,), '__lt__': (_negated, False)},
}
_comparisons = {}


def _comparison(name, root):
    """The method of that name, made of another: one for all classes, which pickle finds by its qualified name."""
    known = f"_{name.strip('_')}_from_{root.strip('_')}"
    if known not in _comparisons:
        make, *choice = _PLANS[root][name]
        method = _comparisons[known] = make(root, *choice)
        method.__name__ = name
        method.__doc__ = _ordering_words(name, root)
        method.__qualname__ = known
    return _comparisons[known]


def __getattr__(asked):
    name, _, root = asked.removeprefix('_').partition('_from_')
    name, root = f'__{name}__', f'__{root}__'
    if name not in _PLANS.get(root, ()):
        raise AttributeError(f"module 'functools' has no attribute {asked!r}")
    return _comparison(name, root)


def total_ordering(cls):
    """Fills in the ordering methods a class has not, from one it has."""
    own = [name for name in _PLANS if getattr(cls, name, None) is not getattr(object, name, None)]
    if not own and issubclass(cls, (dict, complex)):
        # dict and complex have all four operators, which return NotImplemented.
        return cls
    if not own:
        raise ValueError('must define at least one ordering operation: < > <= >=')
    for name in _PLANS[own[0]]:
        if name not in own:
            setattr(cls, name, _comparison(name, own[0]))
    return cls


_SIGNS = {'__lt__': '<', '__le__': '<=', '__gt__': '>', '__ge__': '>='}


def _ordering_words(name, known):
    """Makes a comparison out of another one."""
    strict, given = _SIGNS[name], _SIGNS[known]
    same_side = strict[0] == given[0]
    words = f'(a {given} b)' if same_side else f'(not a {given} b)'
    holds_equal = (len(given) == 2) == same_side
    if holds_equal != (len(strict) == 2):
        words += ' and (a != b)' if holds_equal else ' or (a == b)'
    return f'Return a {strict} b.  Computed by @total_ordering from {words}.'


class KeyWrapper:
    """What `cmp_to_key` gives: called with an object, the same around it, compared by the function."""
    __slots__ = ('_cmp', 'obj')
    __hash__ = None

    def __init__(self, cmp):
        self._cmp = cmp

    def __call__(self, obj):
        made = object.__new__(KeyWrapper)
        made._cmp = self._cmp
        made.obj = obj
        return made

    def __lt__(self, other):
        if type(other) is not KeyWrapper:
            raise TypeError('other argument must be K instance')
        try:
            return self._cmp(self.obj, other.obj) < 0
        except AttributeError as error:
            if error.obj is self or error.obj is other:
                raise AttributeError('object') from None
            raise

    def __gt__(self, other):
        return _compared(self, other) > 0

    def __eq__(self, other):
        return _compared(self, other) == 0

    def __le__(self, other):
        return _compared(self, other) <= 0

    def __ge__(self, other):
        return _compared(self, other) >= 0

    def __ne__(self, other):
        return _compared(self, other) != 0


def _compared(one, other):
    if type(other) is not KeyWrapper:
        raise TypeError('other argument must be K instance')
    try:
        return one._cmp(one.obj, other.obj)
    except AttributeError as error:
        if error.obj is one or error.obj is other:
            raise AttributeError('object') from None
        raise


def cmp_to_key(mycmp):
    """Turns a comparison function into a key function."""
    return KeyWrapper(mycmp)


# --- caching

_CacheInfo = None


def _cache_info(hits, misses, maxsize, currsize):
    global _CacheInfo
    if _CacheInfo is None:
        from collections import namedtuple
        _CacheInfo = namedtuple('CacheInfo', ['hits', 'misses', 'maxsize', 'currsize'], module='functools')
    return _CacheInfo(hits, misses, maxsize, currsize)


def lru_cache(maxsize=128, typed=False):
    """Keeps the results of the last calls; the least recently used goes first when there are too many."""
    if isinstance(maxsize, int):
        if maxsize < 0:
            maxsize = 0
    elif callable(maxsize) and isinstance(typed, bool):
        return _make_cache(maxsize, 128, typed)
    elif maxsize is not None:
        raise TypeError('Expected first argument to be an integer, a callable, or None')

    def decorating_function(user_function):
        return _make_cache(user_function, maxsize, typed)

    return decorating_function


def _make_cache(function, maxsize, typed):
    if not callable(function):
        raise TypeError('the first argument must be callable')
    size = None if maxsize is None else int.__index__(maxsize)
    wrapper, cache_info, cache_clear = _cached(function, size, typed, _cache_info)
    wrapper.cache_info = cache_info
    wrapper.cache_clear = cache_clear
    wrapper.cache_parameters = lambda: {'maxsize': maxsize, 'typed': typed}
    return update_wrapper(wrapper, function)


def cache(user_function, /):
    """Keeps the result of every call."""
    return lru_cache(maxsize=None)(user_function)


class cached_property:
    """A property computed once; its value is then an ordinary attribute."""

    def __init__(self, func):
        self.func = func
        self.attrname = None
        self.__doc__ = func.__doc__
        self.__module__ = func.__module__

    def __set_name__(self, owner, name):
        if self.attrname is None:
            self.attrname = name
        elif name != self.attrname:
            raise TypeError('Cannot assign the same cached_property to two different names '
                            f'({self.attrname!r} and {name!r}).')

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        name = self.attrname
        if name is None:
            raise TypeError('Cannot use cached_property instance without calling __set_name__ on it.')
        try:
            attributes = instance.__dict__
        except AttributeError:
            raise TypeError(f"No '__dict__' attribute on {type(instance).__name__!r} instance to cache "
                            f'{name!r} property.') from None
        missing = attributes
        value = attributes.get(name, missing)
        if value is missing:
            value = self.func(instance)
            try:
                attributes[name] = value
            except TypeError:
                raise TypeError(f"The '__dict__' attribute on {type(instance).__name__!r} instance does not support "
                                f'item assignment for caching {name!r} property.') from None
        return value

    @classmethod
    def __class_getitem__(cls, item):
        from types import GenericAlias
        return GenericAlias(cls, item)


# --- partial methods

class partialmethod:
    """A method with some of its arguments given."""

    def __init__(self, func, /, *args, **keywords):
        if not callable(func) and getattr(func, '__get__', None) is None:
            raise TypeError(f'{func!r} is not callable or a descriptor')
        if isinstance(func, partialmethod):
            self.func = func.func
            self.args = func.args + args
            self.keywords = {**func.keywords, **keywords}
        else:
            self.func = func
            self.args = args
            self.keywords = keywords

    def __repr__(self):
        parts = [repr(self.func)]
        parts.extend([repr(value) for value in self.args])
        parts.extend([f'{name}={value!r}' for name, value in self.keywords.items()])
        return f'functools.partialmethod({", ".join(parts)})'

    def _as_method(self):
        def _method(cls_or_self, /, *args, **keywords):
            return self.func(cls_or_self, *self.args, *args, **{**self.keywords, **keywords})
        _method.__isabstractmethod__ = self.__isabstractmethod__
        _method.__partialmethod__ = self
        return _method

    def __get__(self, obj, cls=None):
        get = getattr(self.func, '__get__', None)
        if get is not None and not isinstance(self.func, partial):
            bound = get(obj, cls)
            if bound is not self.func:
                # A descriptor of another kind: its result is called with the arguments.
                result = partial(bound, *self.args, **self.keywords)
                try:
                    result.__self__ = bound.__self__
                except AttributeError:
                    pass
                return result
        return self._as_method().__get__(obj, cls)

    @property
    def __isabstractmethod__(self):
        return getattr(self.func, '__isabstractmethod__', False)


# --- dispatch on the type of the first argument

def _merge(orders):
    """One order of classes that keeps each of several (C3)."""
    merged = []
    orders = [list(order) for order in orders if order]
    while orders:
        later = [cls for order in orders for cls in order[1:]]
        for order in orders:
            if order[0] not in later:
                head = order[0]
                break
        else:
            raise RuntimeError('Inconsistent hierarchy')
        merged.append(head)
        for order in orders:
            if order[0] is head:
                del order[0]
        orders = [order for order in orders if order]
    return merged


def _c3_mro(cls, abcs=None):
    """The MRO of a class with abstract classes put in where they come closest to what they cover."""
    abcs = list(abcs or ())
    bases = cls.__bases__
    # Abstract classes of the class itself are inserted after its last base with abstract parents.
    boundary = 0
    for at, base in enumerate(bases, 1):
        if hasattr(base, '__abstractmethods__'):
            boundary = at
    own = [abc for abc in abcs if issubclass(cls, abc) and not any(issubclass(base, abc) for base in bases)]
    passed_on = [abc for abc in abcs if abc not in own]
    before, after = list(bases[:boundary]), list(bases[boundary:])
    orders = [_c3_mro(base, passed_on) for group in (before, own, after) for base in group]
    return _merge([[cls], *orders, before, own, after])


def _compose_mro(cls, types):
    """The MRO of a class with those of `types` that it is a virtual subclass of."""
    known = set(cls.__mro__)
    types = [kind for kind in types if kind not in known and isinstance(kind, type) and hasattr(kind, '__mro__')
             and issubclass(cls, kind)]
    types = [kind for kind in types if not any(kind is not other and kind in other.__mro__ for other in types)]
    abcs = []
    for kind in types:
        # Subclasses that also cover the class, with their own registered bases. Those with the most bases come first.
        paths = [[base for base in below.__mro__ if base in types] for below in kind.__subclasses__()
                 if below not in known and issubclass(cls, below)]
        for path in sorted(paths, key=len, reverse=True) or [[kind]]:
            abcs.extend([base for base in path if base not in abcs])
    return _c3_mro(cls, abcs)


def _best(cls, registry):
    """The registered type that fits a class best."""
    match = None
    for kind in _compose_mro(cls, registry):
        if match is not None:
            # Two abstract classes without an order are ambiguous.
            if kind in registry and kind not in cls.__mro__ and match not in cls.__mro__ and not issubclass(match, kind):
                raise RuntimeError(f'Ambiguous dispatch: {match} or {kind}')
            break
        if kind in registry:
            match = kind
    return match


def _is_dispatch_type(value):
    if isinstance(value, type):
        return True
    from types import UnionType
    args = getattr(value, '__args__', None)
    origin = getattr(value, '__origin__', None)
    if not isinstance(value, UnionType) and getattr(origin, '_name', None) != 'Union':
        return False
    return all(isinstance(arg, type) for arg in args)


def singledispatch(func):
    """Turns a function into a generic one: the type of the first argument chooses the implementation."""
    registry = {}
    chosen = {}
    token = None
    shown = getattr(func, '__name__', 'singledispatch function')

    def dispatch(cls):
        nonlocal token
        if token is not None and token != get_cache_token():
            # A class was registered with an abstract class.
            token = get_cache_token()
            chosen.clear()
        if not hasattr(cls, '__mro__') and isinstance(cls, (int, float, complex, str, bytes, tuple, list, dict, type(None))):
            raise TypeError(f"cannot create weak reference to '{type(cls).__name__}' object")
        try:
            return chosen[cls]
        except KeyError:
            pass
        best = _best(cls, registry)
        found = registry[best] if best is not None else func
        chosen[cls] = found
        return found

    def register(cls, func=None):
        nonlocal token
        if _is_dispatch_type(cls):
            if func is None:
                return lambda function: register(cls, function)
        else:
            if func is not None:
                raise TypeError(f'Invalid first argument to `register()`. {cls!r} is not a class or union type.')
            notes = getattr(cls, '__annotations__', {})
            if not notes:
                raise TypeError(f'Invalid first argument to `register()`: {cls!r}. '
                                'Use either `@register(some_class)` or plain `@register` on an annotated function.')
            func = cls
            from types import UnionType
            from typing import get_type_hints
            name, cls = next(iter(get_type_hints(func).items()))
            if not _is_dispatch_type(cls):
                if isinstance(cls, UnionType) or getattr(getattr(cls, '__origin__', None), '_name', None) == 'Union':
                    raise TypeError(f'Invalid annotation for {name!r}. {cls!r} not all arguments are classes.')
                raise TypeError(f'Invalid annotation for {name!r}. {cls!r} is not a class.')
        if isinstance(cls, type):
            registry[cls] = func
            if token is None and hasattr(cls, '__abstractmethods__'):
                token = get_cache_token()
        else:
            for member in cls.__args__:
                registry[member] = func
        chosen.clear()
        return func

    def wrapper(*args, **kw):
        if not args:
            raise TypeError(f'{shown} requires at least 1 positional argument')
        return dispatch(args[0].__class__)(*args, **kw)

    from types import MappingProxyType
    registry[object] = func
    wrapper.register = register
    wrapper.dispatch = dispatch
    wrapper.registry = MappingProxyType(registry)
    wrapper._clear_cache = chosen.clear
    update_wrapper(wrapper, func)
    return wrapper


class singledispatchmethod:
    """A method that dispatches on the type of its first argument after the object."""

    def __init__(self, func):
        if not callable(func) and not hasattr(func, '__get__'):
            raise TypeError(f'{func!r} is not callable or a descriptor')
        self.dispatcher = singledispatch(func)
        self.func = func

    def register(self, cls, method=None):
        return self.dispatcher.register(cls, func=method)

    def __get__(self, obj, cls=None):
        dispatch = self.dispatcher.dispatch
        shown = getattr(self.func, '__name__', 'singledispatchmethod method')

        def _method(*args, **kwargs):
            if not args:
                raise TypeError(f'{shown} requires at least 1 positional argument')
            return dispatch(args[0].__class__).__get__(obj, cls)(*args, **kwargs)

        _method.__isabstractmethod__ = self.__isabstractmethod__
        _method.register = self.register
        update_wrapper(_method, self.func)
        return _method

    @property
    def __isabstractmethod__(self):
        return getattr(self.func, '__isabstractmethod__', False)
