"""How any object is taken apart: what `__reduce_ex__` gives, for `copy` and `pickle`."""
import builtins
import copyreg

_VALUES = (int, float, complex, str, bytes, tuple)  # made by their constructor from the plain value
_NEVER = frozenset('''generator coroutine async_generator module memoryview mappingproxy dict_keys dict_values dict_items frame
traceback code cell lock RLock Match staticmethod classmethod super Context Token Compress Decompress HASH HASHXOF blake2b blake2s async_generator_asend'''.split())
_ITERATORS = frozenset('''list_iterator tuple_iterator str_iterator str_ascii_iterator bytes_iterator bytearray_iterator set_iterator
dict_keyiterator dict_valueiterator dict_itemiterator dict_reversekeyiterator range_iterator longrange_iterator list_reverseiterator
reversed enumerate zip map filter callable_iterator iterator'''.split())
_absent = object()


def reduce_ex(x, protocol, by_copy=False):
    """A constructor, its arguments, and what is set afterwards; or the name of what cannot be taken apart."""
    cls = type(x)
    if isinstance(x, BaseException):
        args = BaseException.args.__get__(x)
        if isinstance(x, OSError) and len(args) == 2 and getattr(x, 'filename', None) is not None:
            args = (*args, x.filename)
            if x.filename2 is not None:
                args = (*args, None, x.filename2)
        state = dict(getattr(x, '__dict__', None) or ())
        if isinstance(x, ImportError):
            state |= {name: value for name in ('name', 'path', 'name_from') if (value := getattr(x, name)) is not None}
        elif isinstance(x, AttributeError):
            state |= {'name': x.name, 'args': args}
        return (cls, args, state) if state else (cls, args)
    name, module = cls.__name__, cls.__module__
    if any(base.__module__ == 'weakref' and base.__name__ == 'ReferenceType' for base in cls.__mro__):
        raise TypeError(f"cannot pickle '{'weakref.' if name == 'ReferenceType' else ''}{name}' object")
    if module in ('builtins', 'types', '_thread', 're', 'functools', 'itertools', '_contextvars', 'zlib', '_hashlib', '_blake2'):
        special = _builtin(x, cls, name, module, protocol, by_copy)
        if special is not None:
            return special
    if module == 'collections' and name in ('_deque_iterator', '_deque_reverse_iterator'):
        return x.__reduce__()
    return _by_layout(x, cls, protocol)


def _builtin(x, cls, name, module, protocol, by_copy):
    if cls is range or cls is slice:
        return cls, (x.start, x.stop, x.step)
    if name == 'GenericAlias':
        alias = cls(x.__origin__, x.__args__)
        return (copyreg._starred, (alias,)) if x.__unpacked__ else (cls, (x.__origin__, x.__args__))
    if name == 'UnionType':
        from functools import reduce
        from operator import or_
        return reduce, (or_, x.__args__)
    if name in ('builtin_function_or_method', 'method-wrapper', 'method', 'method_descriptor', 'wrapper_descriptor'):
        owner = getattr(x, '__self__', None)
        if owner is None or type(owner).__name__ == 'module':
            owner = getattr(x, '__objclass__', None)
            if owner is None:
                return x.__name__
        # The builtin of the program, and not the one with which this file reads attributes.
        return builtins.getattr, (owner, x.__name__)
    if name == 'function':
        return x.__qualname__
    if name == 'ellipsis':
        return 'Ellipsis'
    if name == 'NotImplementedType':
        return 'NotImplemented'
    if module == 're' and name == 'Pattern':
        from re import compile
        return compile, (x.pattern, x.flags)
    if module == 'itertools':
        from _reduction_itertools import taken_apart
        return taken_apart(x, name, protocol, by_copy)
    if name in _ITERATORS and module == 'builtins' and cls.__reduce__ is not object.__reduce__:
        return x.__reduce__()
    if name in _NEVER or name in _ITERATORS and module == 'builtins':
        if name == 'memoryview' and protocol >= 2:
            raise TypeError('cannot pickle memoryview objects')
        home = module + '.' if module in ('_thread', 'zlib', '_hashlib', '_blake2') else ''
        raise TypeError(f"cannot pickle '{home}{name}' object")
    return None


def _by_layout(x, cls, protocol):
    from collections import OrderedDict, defaultdict, deque
    if isinstance(x, deque):
        args = () if x.maxlen is None else ((), x.maxlen)
        return cls, args, x.__getstate__(), iter(x)
    if isinstance(x, defaultdict):
        return cls, () if x.default_factory is None else (x.default_factory,), None, None, iter(x.items())
    if isinstance(x, OrderedDict):
        return cls, (), x.__getstate__(), None, iter(x.items())
    if isinstance(x, (set, frozenset)):
        return cls, (list(x),), x.__getstate__()
    if isinstance(x, bytearray):
        held = bytes(memoryview(x))
        plain = (held.decode('latin-1'), 'latin-1') if protocol < 3 and held else (held,) if held else ()
        return cls, plain, x.__getstate__()
    if cls.__module__ == 'functools' and cls.__name__ == 'partial':
        return x.__reduce__()
    if protocol < 2:
        return _old(x, cls)
    extended = getattr(cls, '__getnewargs_ex__', None)
    if extended is not None:
        found = x.__getnewargs_ex__()
        if not isinstance(found, tuple):
            raise TypeError(f"__getnewargs_ex__ should return a tuple, not '{type(found).__name__}'")
        if len(found) != 2:
            raise ValueError(f'__getnewargs_ex__ should return a tuple of length 2, not {len(found)}')
        args, kwargs = found
        if not isinstance(args, tuple):
            raise TypeError('first item of the tuple returned by __getnewargs_ex__ must be a tuple, not '
                            f"'{type(args).__name__}'")
        if not isinstance(kwargs, dict):
            raise TypeError('second item of the tuple returned by __getnewargs_ex__ must be a dict, not '
                            f"'{type(kwargs).__name__}'")
        if kwargs:
            return copyreg.__newobj_ex__, (cls, args, kwargs), x.__getstate__(), *_contents(x)
        return copyreg.__newobj__, (cls, *args), x.__getstate__(), *_contents(x)
    args = ()
    if hasattr(cls, '__getnewargs__'):
        args = x.__getnewargs__()
        if not isinstance(args, tuple):
            raise TypeError(f"__getnewargs__ should return a tuple, not '{type(args).__name__}'")
    else:
        for kind in _VALUES:
            if isinstance(x, kind):
                args = (_plain(x, kind),)
                break
    return copyreg.__newobj__, (cls, *args), x.__getstate__(), *_contents(x)


def _contents(x):
    return iter(x) if isinstance(x, list) else None, iter(x.items()) if isinstance(x, dict) else None


def _plain(x, kind):
    if kind is tuple:
        return tuple(tuple.__iter__(x))
    if kind is str:
        return str.__str__(x)
    if kind is int:
        return int.__int__(x)
    if kind is float:
        return float.__float__(x)
    if kind is complex:
        return complex.__complex__(x)
    return bytes.__bytes__(x)


def _old(x, cls):
    """As protocols 0 and 1 have it."""
    base = object
    for kind in cls.__mro__:
        if kind in (*_VALUES, list, dict):
            base = kind
            break
    if base is not object and base is cls or cls in (type(None), bool, property):
        raise TypeError(f'cannot pickle {cls.__name__!r} object')
    state = None if base is object else base(x)
    args = (cls, base, state)
    getstate = x.__getstate__
    if cls.__getstate__ is object.__getstate__ and getattr(x, '__slots__', None):
        raise TypeError('a class that defines __slots__ without defining __getstate__ cannot be pickled')
    state = getstate()
    return (copyreg._reconstructor, args, state) if state else (copyreg._reconstructor, args)
