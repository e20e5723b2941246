"""Shallow and deep copies of any object, from its `__copy__`, its reduction, or its state."""
from _stockade import guest_setattr as _guest_setattr

__all__ = ['Error', 'copy', 'deepcopy', 'replace']


class Error(Exception):
    pass


error = Error
_function = type(lambda: 0)
_ATOMS = frozenset({type(None), bool, int, float, complex, str, bytes, type, range, property,
                    type(Ellipsis), type(NotImplemented), _function, type(len)})
_SHALLOW_ATOMS = _ATOMS | {tuple, frozenset, slice}
_absent = object()


class _Probe:
    def bound(self):
        pass


_method = type(_Probe().bound)


def _is_atom(cls, atoms):
    if cls in atoms or issubclass(cls, type):
        return True
    return cls.__name__ in ('weakref', 'ReferenceType', 'code') and cls.__module__ in ('weakref', 'builtins')


def copy(x):
    cls = type(x)
    if _is_atom(cls, _SHALLOW_ATOMS):
        return x
    if cls is list or cls is dict or cls is set or cls is bytearray:
        return x.copy()
    copier = getattr(cls, '__copy__', None)
    if copier is not None:
        return copier(x)
    reduced = _reduction(x, cls, 'un(shallow)copyable')
    return x if isinstance(reduced, str) else _rebuild(x, None, *reduced)


def deepcopy(x, memo=None, _nil=[]):
    cls = type(x)
    if cls in _ATOMS and (memo is None or type(memo) is dict):
        return x
    if memo is None:
        memo = {}
    else:
        known = memo.get(id(x), _nil)
        if known is not _nil:
            return known
    if cls is list:
        made = memo[id(x)] = []
        for item in x:
            made.append(deepcopy(item, memo))
    elif cls is dict:
        made = memo[id(x)] = {}
        for key, value in x.items():
            made[deepcopy(key, memo)] = deepcopy(value, memo)
    elif cls is tuple:
        made = _deep_tuple(x, memo)
    elif _is_atom(cls, _ATOMS):
        return x
    elif cls is _method:
        made = _method(x.__func__, deepcopy(x.__self__, memo))
    else:
        copier = getattr(x, '__deepcopy__', None)
        if copier is not None:
            made = copier(memo)
        else:
            reduced = _reduction(x, cls, 'un(deep)copyable')
            made = x if isinstance(reduced, str) else _rebuild(x, memo, *reduced)
    if made is not x:
        memo[id(x)] = made
        memo.setdefault(id(memo), []).append(x)  # keep x alive, so that no other object gets its id
    return made


def _deep_tuple(x, memo):
    items = [deepcopy(item, memo) for item in x]
    known = memo.get(id(x), _absent)
    if known is not _absent:
        return known
    for old, new in zip(x, items):
        if old is not new:
            return tuple(items)
    return x


def _reduction(x, cls, problem):
    """What `__reduce_ex__(4)` gives: a constructor, its arguments, and what to set afterwards."""
    special = _dispatch(cls)
    if special is not None:
        return special(x)
    if cls.__getattribute__ is not object.__getattribute__:
        return _asked_reduction(x, cls, problem)
    whole = getattr(cls, '__reduce_ex__', None)
    plain = getattr(cls, '__reduce__', None)
    if whole is None and plain is not None:
        return x.__reduce__()
    if whole is not getattr(object, '__reduce_ex__', None):
        return x.__reduce_ex__(4)
    if '__getattribute__' in dir(cls) and cls.__getattribute__ is not object.__getattribute__:
        # Its `__getattribute__` may hide these methods.
        if not hasattr(x, '__reduce_ex__') and not hasattr(x, '__reduce__'):
            raise Error(f'{problem} object of type {cls}')
    if plain is not getattr(object, '__reduce__', None):
        return x.__reduce__()
    from _reduction import reduce_ex
    return reduce_ex(x, 4, by_copy=True)


def _asked_reduction(x, cls, problem):
    """The same of an object that decides about its attributes itself."""
    whole = getattr(x, '__reduce_ex__', None)
    if whole is not None:
        return whole(4)
    plain = getattr(x, '__reduce__', None)
    if plain is None:
        raise Error(f'{problem} object of type {cls}')
    return plain()


def _dispatch(cls):
    import sys
    registry = getattr(sys, 'modules', {}).get('copyreg')
    if registry is None:
        if cls is not type(int | str):
            return None
        import copyreg as registry
    return registry.dispatch_table.get(cls)


def _rebuild(x, memo, func, args=(), state=None, items=None, pairs=None):
    deep = memo is not None
    if deep and args:
        args = [deepcopy(arg, memo) for arg in args]
    made = func(*args)
    if deep:
        memo[id(x)] = made
    if state is not None:
        if deep:
            state = deepcopy(state, memo)
        if hasattr(made, '__setstate__'):
            made.__setstate__(state)
        else:
            slots = None
            if isinstance(state, tuple) and len(state) == 2:
                state, slots = state
            if state is not None:
                made.__dict__.update(state)
            if slots is not None:
                for name, value in slots.items():
                    _guest_setattr(made, name, value)
    if items is not None:
        for item in items:
            made.append(deepcopy(item, memo) if deep else item)
    if pairs is not None:
        for key, value in pairs:
            if deep:
                key, value = deepcopy(key, memo), deepcopy(value, memo)
            made[key] = value
    return made


def replace(obj, /, **changes):
    cls = type(obj)
    func = getattr(cls, '__replace__', None)
    if func is None:
        raise TypeError(f'replace() does not support {cls.__name__} objects')
    return func(obj, **changes)
