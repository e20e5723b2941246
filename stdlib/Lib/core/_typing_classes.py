"""`NamedTuple`, `TypedDict`, `NewType` and the file classes of `typing`."""
from _stockade import guest_define as _guest_define, set_bases as _set_bases
from typing import _lookup, _type_check, _type_convert, _union

__name__ = 'typing'


def _module_of_caller():
    from _typing_params import _caller
    return _caller() or '__main__'


class NewType:
    def __init__(self, name, tp):
        self.__qualname__ = name
        if '.' in name:
            name = name.rpartition('.')[2]
        self.__name__ = name
        self.__supertype__ = tp
        module = _module_of_caller()
        if module != 'typing':
            self.__module__ = module

    def __call__(self, arg, /):
        return arg

    def __mro_entries__(self, bases):
        outer = self.__name__

        class Dummy:
            def __init_subclass__(cls):
                raise TypeError(f'Cannot subclass an instance of NewType. Perhaps you were looking for: '
                                f'`{cls.__name__} = NewType({cls.__name__!r}, {outer})`')
        return (Dummy,)

    def __repr__(self):
        return f'{self.__module__}.{self.__qualname__}'

    def __reduce__(self):
        return self.__qualname__

    def __or__(self, other):
        return _union((self, other))

    def __ror__(self, other):
        return _union((other, self))


# ---- named tuples

_PROHIBITED = frozenset({'__new__', '__init__', '__slots__', '__getnewargs__', '_fields',
                         '_field_defaults', '_field_types', '_make', '_replace', '_asdict', '_source'})
_SPECIAL = frozenset({'__module__', '__name__', '__annotations__'})


def _make_nmtuple(name, types, module, defaults=()):
    from collections import namedtuple
    types = [(key, _type_check(kind, f'field {key} annotation must be a type')) for key, kind in types]
    fields, types = [key for key, _ in types], dict(types)
    made = namedtuple(name, fields, defaults=defaults, module=module)
    made.__annotations__ = made.__new__.__annotations__ = types
    return made


class NamedTupleMeta(type):
    def __new__(cls, typename, bases, ns):
        for base in bases:
            if base is not _NamedTuple and base is not _lookup('Generic'):
                raise TypeError('can only inherit from a NamedTuple type and Generic')
        bases = tuple([tuple if base is _NamedTuple else base for base in bases])
        types = ns.get('__annotations__', {})
        defaults = []
        for key in types:
            if key in ns:
                defaults.append(key)
            elif defaults:
                raise TypeError(f'Non-default namedtuple field {key} cannot follow default field'
                                f'{"s" if len(defaults) > 1 else ""} {", ".join(defaults)}')
        made = _make_nmtuple(typename, types.items(), ns['__module__'], [ns[key] for key in defaults])
        if bases != (tuple,):
            _set_bases(made, bases)
        if _lookup('Generic') in bases:
            made.__class_getitem__ = classmethod(_lookup('Generic').__class_getitem__.__func__)
        for key, value in ns.items():
            if key in _PROHIBITED:
                raise AttributeError('Cannot overwrite NamedTuple attribute ' + key)
            if key in _SPECIAL:
                continue
            if key not in made._fields:
                _guest_define(made, key, value)
            hook = getattr(type(value), '__set_name__', None)
            if hook is not None:
                try:
                    hook(value, made, key)
                except BaseException as problem:
                    problem.add_note(f'Error calling __set_name__ on {type(value).__name__!r} '
                                     f'instance {key!r} in {typename!r}')
                    raise
        if _lookup('Generic') in bases:
            made.__init_subclass__()
        return made


_absent = object()


def NamedTuple(typename, fields=_absent, /, **kwargs):
    if fields is _absent:
        if kwargs:
            how = 'Creating NamedTuple classes using keyword arguments'
            advice = 'Use the class-based or functional syntax instead.'
        else:
            how = "Failing to pass a value for the 'fields' parameter"
            advice = ('To create a NamedTuple class with 0 fields using the functional syntax, pass an '
                      f'empty list, e.g. `{typename} = NamedTuple({typename!r}, [])`.')
        fields = kwargs.items()
    elif fields is None:
        if kwargs:
            raise TypeError("Cannot pass `None` as the 'fields' parameter "
                            'and also specify fields using keyword arguments')
        how = "Passing `None` as the 'fields' parameter"
        advice = ('To create a NamedTuple class with 0 fields using the functional syntax, pass an '
                  f'empty list, e.g. `{typename} = NamedTuple({typename!r}, [])`.')
        fields = ()
    elif kwargs:
        raise TypeError('Either list of fields or keywords can be provided to NamedTuple, not both')
    else:
        how = None
    if how:
        from warnings import warn
        warn(f'{how} is deprecated and will be disallowed in Python 3.15. {advice}', DeprecationWarning, 2)
    made = _make_nmtuple(typename, fields, _module_of_caller())
    made.__orig_bases__ = (NamedTuple,)
    return made


_NamedTuple = type.__new__(NamedTupleMeta, 'NamedTuple', (), {})


def _namedtuple_mro_entries(bases):
    assert NamedTuple in bases
    return (_NamedTuple,)


NamedTuple.__mro_entries__ = _namedtuple_mro_entries


# ---- typed dicts

def _qualifiers(annotation):
    """The names of `Required`, `NotRequired`, `ReadOnly` around a type."""
    while True:
        home = getattr(annotation, '__origin__', None)
        name = getattr(home, '_name', None)
        if type(annotation).__name__ == '_AnnotatedAlias':
            annotation = home
        elif name in ('Required', 'NotRequired', 'ReadOnly') and type(home).__name__ == '_SpecialForm':
            yield name
            annotation = annotation.__args__[0]
        else:
            return


class _TypedDictMeta(type):
    def __new__(cls, name, bases, ns, total=True):
        for base in bases:
            if type(base) is not _TypedDictMeta and base is not _lookup('Generic'):
                raise TypeError('cannot inherit from both a TypedDict type and a non-TypedDict base class')
        generic = any([issubclass(base, _lookup('Generic')) for base in bases])
        made = type.__new__(cls, name, (*((_lookup('Generic'),) if generic else ()), dict), ns)
        if not hasattr(made, '__orig_bases__'):
            made.__orig_bases__ = bases
        msg = "TypedDict('Name', {f0: t0, f1: t1, ...}); each t must be a type"
        own = {key: _type_check(kind, msg, module=made.__module__)
               for key, kind in ns.get('__annotations__', {}).items()}
        notes = {}
        required, optional, readonly, mutable = set(), set(), set(), set()
        for base in bases:
            inherited = base.__dict__
            notes.update(inherited.get('__annotations__', {}))
            base_required = inherited.get('__required_keys__', set())
            required |= base_required
            optional -= base_required
            base_optional = inherited.get('__optional_keys__', set())
            required -= base_optional
            optional |= base_optional
            readonly.update(inherited.get('__readonly_keys__', ()))
            mutable.update(inherited.get('__mutable_keys__', ()))
        notes.update(own)
        for key, kind in own.items():
            marks = set(_qualifiers(kind))
            needed = True if 'Required' in marks else False if 'NotRequired' in marks else total
            (required if needed else optional).add(key)
            (optional if needed else required).discard(key)
            if 'ReadOnly' in marks:
                if key in mutable:
                    raise TypeError(f'Cannot override mutable key {key!r} with read-only key')
                readonly.add(key)
            else:
                mutable.add(key)
                readonly.discard(key)
        made.__annotations__ = notes
        made.__required_keys__ = frozenset(required)
        made.__optional_keys__ = frozenset(optional)
        made.__readonly_keys__ = frozenset(readonly)
        made.__mutable_keys__ = frozenset(mutable)
        made.__total__ = total
        return made

    __call__ = dict

    def __subclasscheck__(cls, other):
        raise TypeError('TypedDict does not support instance and class checks')

    __instancecheck__ = __subclasscheck__


def TypedDict(typename, fields=_absent, /, *, total=True):
    if fields is _absent or fields is None:
        if fields is _absent:
            how = "Failing to pass a value for the 'fields' parameter"
        else:
            how = "Passing `None` as the 'fields' parameter"
        from warnings import warn
        warn(f'{how} is deprecated and will be disallowed in Python 3.15. To create a TypedDict class '
             'with 0 fields using the functional syntax, pass an empty dictionary, e.g. '
             f'`{typename} = TypedDict({typename!r}, {{}})`.', DeprecationWarning, 2)
        fields = {}
    ns = {'__annotations__': dict(fields), '__module__': _module_of_caller()}
    made = _TypedDictMeta(typename, (), ns, total=total)
    made.__orig_bases__ = (TypedDict,)
    return made


_TypedDict = type.__new__(_TypedDictMeta, 'TypedDict', (), {})
TypedDict.__mro_entries__ = lambda bases: (_TypedDict,)


def is_typeddict(tp):
    return tp is not TypedDict and isinstance(tp, _TypedDictMeta)


# ---- files

def __getattr__(name):
    if name not in ('IO', 'TextIO', 'BinaryIO'):
        raise AttributeError(f"module 'typing' has no attribute {name!r}")
    from abc import abstractmethod
    AnyStr = _lookup('AnyStr')

    def names(owner, *words):
        def fill(body):
            body['__module__'] = 'typing'
            body['__slots__'] = ()
            for word in words:
                as_property = word in ('mode', 'name', 'closed', 'buffer', 'encoding', 'errors',
                                       'line_buffering', 'newlines')

                def method(self, *args):
                    pass
                method.__name__ = word
                method.__qualname__ = f'{owner}.{word}'
                method = abstractmethod(method)
                body[word] = property(method) if as_property else method
        return fill
    import types
    IO = types.new_class('IO', (_lookup('Generic')[AnyStr],), {}, names(
        'IO', 'mode', 'name', 'close', 'closed', 'fileno', 'flush', 'isatty', 'read', 'readable',
        'readline', 'readlines', 'seek', 'seekable', 'tell', 'truncate', 'writable', 'write',
        'writelines', '__enter__', '__exit__'))
    globals().update(
        IO=IO,
        BinaryIO=types.new_class('BinaryIO', (IO[bytes],), {}, names('BinaryIO', 'write', '__enter__')),
        TextIO=types.new_class('TextIO', (IO[str],), {}, names(
            'TextIO', 'buffer', 'encoding', 'errors', 'line_buffering', 'newlines', '__enter__')))
    return globals()[name]
