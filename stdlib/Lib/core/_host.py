"""Objects of the host's own modules. Each use of one asks the host, which judges it and answers with a value, another object,
an exception, or a call of a function that it was given.
"""
import builtins
from _services import host_call
from _stockade import make_class as _make_class

Plain = (bool, int, float, str, bytes, type(None))
#: The classes of proxies, by the dotted names of the host types.
classes = {}
#: Exception classes of the host, by dotted name.
exceptions = {}
#: Functions of the program that the host holds, by number.
functions = []
CHUNK = 256


def ask(operation, target, args=(), keywords=None, /):
    """One use. The optimistic way first: mostly everything crosses as it is."""
    try:
        reply = host_call('', (), 0, (), (operation, target, args, keywords, False), None)
    except (TypeError, ValueError) as error:
        if not str(error).startswith("a value can't leave the sandbox: "):
            raise
        parts = (encode(args), encode(keywords))
        try:
            reply = host_call('', (), 0, (), (operation, target, *parts, True), None)
        except TypeError as error:
            raise TypeError(str(error)) from None
    while True:
        kind, value = reply
        if kind == 0:
            return value
        if kind == 1:
            raise exception(*value)
        if kind == 2:
            return exception_class(value)
        if kind == 4:
            print(value, end='')
            return None
        number, given, named = value
        try:
            result = functions[number](*given, **named)
        except Exception as error:
            reply = host_call('', (), 0, (), ('raised', None, (type(error).__name__, str(error)), None, False), None)
            continue
        try:
            reply = host_call('', (), 0, (), ('returned', None, (result,), None, False), None)
        except (TypeError, ValueError):
            reply = host_call('', (), 0, (), ('returned', None, encode((result,)), None, True), None)


def encode(value, depth=0):
    """A value whose parts don't all cross as they are: containers and what else has no plain form are tagged tuples."""
    if depth > 30:
        raise ValueError('a value for the host is nested too deeply, or contains itself')
    kind = type(value)
    if kind in Plain or isinstance(value, Handle):
        return value
    depth += 1
    if isinstance(value, (list, tuple, set, frozenset)):
        name = next(base.__name__ for base in (list, tuple, set, frozenset) if isinstance(value, base))
        return name, [encode(item, depth) for item in value]
    if isinstance(value, dict):
        return 'dict', [(encode(key, depth), encode(item, depth)) for key, item in value.items()]
    if kind is slice:
        return 'slice', [encode(part, depth) for part in (value.start, value.stop, value.step)]
    if kind is range:
        return 'range', [value.start, value.stop, value.step]
    if kind is complex:
        return 'complex', [value.real, value.imag]
    if value is ...:
        return 'ellipsis', []
    if isinstance(value, type) and value.__module__ == 'builtins':
        return 'type', [value.__name__]
    module, name = kind.__module__, kind.__qualname__
    if module == 'datetime' and name in ('datetime', 'date', 'time'):
        return name, [value.isoformat()]
    if module == 'datetime' and name == 'timedelta':
        return name, [value.days, value.seconds, value.microseconds]
    if module in ('decimal', 'fractions') and name in ('Decimal', 'Fraction'):
        return name, [str(value)]
    if name == 'StringIO':
        return name, [value.getvalue()[value.tell():]]
    if name in ('dict_keys', 'dict_values', 'dict_items', 'generator', 'map', 'filter', 'zip', 'enumerate', 'reversed', 'list_iterator',
                'range_iterator', 'deque'):
        return 'list', [encode(item, depth) for item in value]
    if isinstance(value, Plain):
        return next(base for base in (bool, int, float, str, bytes) if isinstance(value, base))(value)
    if callable(value):
        if value not in functions:
            functions.append(value)
        return 'function', [functions.index(value)]
    raise TypeError(f"'{kind.__name__}' object can't be given to a module of the host")


def exception(spec, message):
    return exception_class(spec)(*message)


def exception_class(spec):
    """The class of an exception of the host's: pairs of dotted name and bases, the most basic first; names without a dot are
    builtin."""
    made = Exception
    for name, bases in spec:
        made = exceptions.get(name)
        if made is None and '.' not in name:
            made = getattr(builtins, name, None)
            if not (isinstance(made, type) and issubclass(made, Exception)):
                made = Exception
        if made is None:
            module, _, short = name.rpartition('.')
            known = tuple(dict.fromkeys(exception_class([(base, ())]) for base in bases))
            try:
                made = _make_class(short, known or (Exception,), {'__module__': module})
            except TypeError:
                made = _make_class(short, known[:1], {'__module__': module})
            exceptions[name] = made
    return made


def import_module(name):
    ask('import', None, (name,))


def module_attribute(home, name):
    return ask('dir' if name is None else 'attribute', None, (home,) if name is None else (home, name))


class HostObject(Handle):
    """An object of a module that the host lends."""
    __slots__ = ()

    def __getattr__(self, name):
        return ask('getattr', self, (name,))

    def __setattr__(self, name, value):
        ask('setattr', self, (name, value))

    def __delattr__(self, name):
        ask('delattr', self, (name,))

    def __dir__(self):
        return ask('dir', self)

    def __call__(self, /, *args, **keywords):
        return ask('call', self, args, keywords)

    def __getitem__(self, key):
        return ask('getitem', self, (key,))

    def __setitem__(self, key, value):
        ask('setitem', self, (key, value))

    def __delitem__(self, key):
        ask('delitem', self, (key,))

    def __iter__(self):
        source = ask('iter', self)
        while True:
            items, more = ask('next', source, (CHUNK,))
            yield from items
            if not more:
                return

    def __next__(self):
        items, more = ask('next', self, (1,))
        if not items:
            raise StopIteration
        return items[0]

    def __reversed__(self):
        return iter(ask('reversed', self))

    def __instancecheck__(self, value):
        return ask('isinstance', self, (value,))

    def __subclasscheck__(self, value):
        return ask('issubclass', self, (value,))

    def __enter__(self):
        return ask('enter', self)

    def __exit__(self, kind, value, trace):
        return ask('exit', self, (kind is not None,))

    def __round__(self, digits=None):
        return ask('round', self, () if digits is None else (digits,))

    def __pow__(self, other, modulo=None):
        return ask('pow', self, (other,) if modulo is None else (other, modulo))

    def __rpow__(self, other, modulo=None):
        return ask('rpow', self, (other,))


def one(name):
    def method(self):
        return ask(name, self)
    return method


def two(name):
    def method(self, other):
        return ask(name, self, (other,))
    return method


for name in 'repr str len bool hash int float index complex abs neg pos invert trunc floor ceil bytes'.split():
    setattr(HostObject, f'__{name}__', one(name))
for name in ('add sub mul truediv floordiv mod matmul and or xor lshift rshift divmod radd rsub rmul rtruediv rfloordiv rmod rmatmul rand '
             'ror rxor rlshift rrshift rdivmod iadd isub imul itruediv ifloordiv imod imatmul iand ior ixor ilshift irshift ipow '
             'eq ne lt le gt ge contains format').split():
    setattr(HostObject, f'__{name}__', two(name))
del name, one, two
