"""Data classes: fields are read from annotations, methods are written from fields."""
import sys
from _namespace import define as _define
from _stockade import (ask_attribute as _ask_attribute, guest_define as _guest_define, guest_getattr as _guest_getattr,
                       make_class as _make_class)

__all__ = ['dataclass', 'field', 'Field', 'FrozenInstanceError', 'InitVar', 'KW_ONLY',
           'MISSING', 'fields', 'asdict', 'astuple', 'make_dataclass', 'replace', 'is_dataclass']

_FIELDS = '__dataclass_fields__'
_PARAMS = '__dataclass_params__'
_POST_INIT = '__post_init__'
_mappingproxy = type(type.__dict__)
_busy = set()  # ids of objects whose repr is being computed
_NO_METADATA = _mappingproxy({})
_FLAGS = ('init', 'repr', 'eq', 'order', 'unsafe_hash', 'frozen',
          'match_args', 'kw_only', 'slots', 'weakref_slot')


class FrozenInstanceError(AttributeError):
    pass


class _Named:
    """A marker that prints as its own text."""
    __slots__ = ('name',)

    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return self.name


class _MISSING_TYPE:
    pass


class _KW_ONLY_TYPE:
    pass


MISSING = _MISSING_TYPE()
KW_ONLY = _KW_ONLY_TYPE()
_FACTORY = _Named('<factory>')
_FIELD = _Named('_FIELD')
_FIELD_CLASSVAR = _Named('_FIELD_CLASSVAR')
_FIELD_INITVAR = _Named('_FIELD_INITVAR')


class InitVar:
    __slots__ = ('type',)

    def __init__(self, type):
        self.type = type

    def __repr__(self):
        inner = self.type
        if isinstance(inner, type) and not hasattr(inner, '__args__'):
            return f'dataclasses.InitVar[{inner.__name__}]'
        return f'dataclasses.InitVar[{inner!r}]'

    def __class_getitem__(cls, type):
        return InitVar(type)


class Field:
    __slots__ = ('name', 'type', 'default', 'default_factory', 'repr', 'hash', 'init',
                 'compare', 'metadata', 'kw_only', '_field_type')

    def __init__(self, default, default_factory, init, repr, hash, compare, metadata, kw_only):
        self.name = None
        self.type = None
        self.default = default
        self.default_factory = default_factory
        self.init = init
        self.repr = repr
        self.hash = hash
        self.compare = compare
        self.metadata = _NO_METADATA if metadata is None else _mappingproxy(metadata)
        self.kw_only = kw_only
        self._field_type = None

    def __repr__(self):
        mark = id(self)
        if mark in _busy:
            return '...'
        _busy.add(mark)
        try:
            shown = ','.join([f'{key}={getattr(self, key)!r}' for key in (
                'name', 'type', 'default', 'default_factory', 'init', 'repr', 'hash',
                'compare', 'metadata', 'kw_only', '_field_type')])
            return f'Field({shown})'
        finally:
            _busy.discard(mark)

    def __set_name__(self, owner, name):
        hook = getattr(type(self.default), '__set_name__', None)
        if hook:
            hook(self.default, owner, name)

    def __class_getitem__(cls, item):
        import types
        return types.GenericAlias(cls, item)


class _DataclassParams:
    __slots__ = _FLAGS

    def __init__(self, *values):
        for key, value in zip(_FLAGS, values):
            setattr(self, key, value)

    def __repr__(self):
        shown = ','.join([f'{key}={getattr(self, key)!r}' for key in _FLAGS])
        return f'_DataclassParams({shown})'


def field(*, default=MISSING, default_factory=MISSING, init=True, repr=True,
          hash=None, compare=True, metadata=None, kw_only=MISSING):
    if default is not MISSING and default_factory is not MISSING:
        raise ValueError('cannot specify both default and default_factory')
    return Field(default, default_factory, init, repr, hash, compare, metadata, kw_only)


# ---- the kind of field for an annotation

def _leading_name(text):
    """The identifier at the start of `text`, and what follows it."""
    text = text.lstrip()
    end = 0
    while end < len(text) and (text[end].isalnum() or text[end] == '_'):
        end += 1
    return text[:end], text[end:].lstrip()


def _text_means(text, cls, module_name, name, test):
    """Does a string annotation start with a name that `test` accepts in the module of `cls`?"""
    first, rest = _leading_name(text)
    last = _leading_name(rest[1:])[0] if rest[:1] == '.' else None
    home = getattr(getattr(sys, 'modules', {}).get(cls.__module__), '__dict__', None)
    if home is None and cls.__module__ == 'builtins':
        return False
    if home is None:  # without a namespace, the spelling decides
        return last == name if last is not None else first == name
    found = home.get(first)
    if last is not None:
        if found is None or getattr(found, '__name__', None) != module_name:
            return False
        found = getattr(found, last, None)
    return found is not None and test(found)


def _names_classvar(kind):
    kind = getattr(kind, '__origin__', kind)
    return getattr(kind, '_name', None) == 'ClassVar' and kind.__module__ == 'typing'


def _names_initvar(kind):
    return kind is InitVar or type(kind) is InitVar


def _names_kw_only(kind):
    return kind is KW_ONLY


def _is(annotation, cls, module_name, name, test):
    if isinstance(annotation, str):
        return _text_means(annotation, cls, module_name, name, test)
    return test(annotation)


def _read_field(cls, name, annotation, kw_only):
    default = getattr(cls, name, MISSING)
    if isinstance(default, Field):
        found = default
    else:
        if isinstance(default, _slot_type):
            default = MISSING
        found = Field(default, MISSING, True, True, None, True, None, MISSING)
    found.name = name
    found.type = annotation
    if _is(annotation, cls, 'typing', 'ClassVar', _names_classvar):
        kind = _FIELD_CLASSVAR
    elif _is(annotation, cls, 'dataclasses', 'InitVar', _names_initvar):
        kind = _FIELD_INITVAR
    else:
        kind = _FIELD
    found._field_type = kind
    if kind is not _FIELD and found.default_factory is not MISSING:
        raise TypeError(f'field {name} cannot have a default factory')
    if kind is not _FIELD_CLASSVAR:
        if found.kw_only is MISSING:
            found.kw_only = kw_only
    elif found.kw_only is not MISSING:
        raise TypeError(f'field {name} is a ClassVar but specifies kw_only')
    if kind is _FIELD and type(found.default).__hash__ is None:
        raise ValueError(f'mutable default {type(found.default)} for field {name} '
                         'is not allowed: use default_factory')
    return found


_slot_type = type(Field.__dict__['name'])


# ---- writing methods

# Tracebacks show line numbers of this text, so a line that may raise has the same number as in CPython's text.

def _init_source(names, positional, keyword, frozen, post_init, slots, env):
    self = '__dataclass_self__' if 'self' in names else 'self'
    params = [self]
    body = []
    late = None
    for found in positional:
        if not found.init:
            continue
        if found.default is not MISSING or found.default_factory is not MISSING:
            late = found
        elif late:
            raise TypeError(f'non-default argument {found.name!r} '
                            f'follows default argument {late.name!r}')
    for group in (positional, keyword):
        started = group is positional
        for found in group:
            if not found.init:
                continue
            name = found.name
            if not started:
                params.append('*')
                started = True
            if found.default is not MISSING:
                env['__dataclass_d_' + name] = found.default
                params.append(f'{name}=__dataclass_d_{name}')
            elif found.default_factory is not MISSING:
                params.append(f'{name}=__dataclass_factory__')
            else:
                params.append(name)
    late_calls = []
    for found in names.values():
        name = found.name
        kind = found._field_type
        if kind is _FIELD_INITVAR:
            if found.init:
                late_calls.append(name)
            else:
                late_calls.append('__dataclass_d_' + name)
                env['__dataclass_d_' + name] = found.default
            continue
        if kind is _FIELD_CLASSVAR:
            continue
        if found.default_factory is not MISSING:
            env['__dataclass_f_' + name] = found.default_factory
            value = f'__dataclass_f_{name}()'
            if found.init:
                value = f'{value} if {name} is __dataclass_factory__ else {name}'
        elif found.init:
            value = name
        elif slots and found.default is not MISSING:
            env['__dataclass_d_' + name] = found.default
            value = '__dataclass_d_' + name
        else:
            continue
        if frozen:
            body.append(f'  __dataclass_object__.__setattr__({self},{name!r},{value})')
        else:
            body.append(f'  {self}.{name}={value}')
    if post_init:
        body.append(f'  {self}.{_POST_INIT}({",".join(late_calls)})')
    return f' def __init__({",".join(params)}):\n' + '\n'.join(body or ['  pass']) + '\n'


class _Showing:
    """Says whether the repr of an object is not being written already."""
    __slots__ = ('_mark',)

    def __init__(self, obj):
        self._mark = id(obj)

    def __enter__(self):
        if self._mark in _busy:
            self._mark = None
            return False
        _busy.add(self._mark)
        return True

    def __exit__(self, *_):
        _busy.discard(self._mark)


def _repr_source(shown):
    inner = ', '.join([f'{f.name}={{self.{f.name}!r}}' for f in shown])
    return ('\n def __repr__(self):\n'
            f'  with __dataclass_showing__(self) as new: return f"{{self.__class__.__qualname__}}({inner})" if new else "..."\n')


def _eq_source(compared):
    terms = ' and '.join([f'self.{f.name}==other.{f.name}' for f in compared]) or 'True'
    return (' def __eq__(self,other):\n'
            '  if self is other:\n'
            '   return True\n'
            '  if other.__class__ is self.__class__:\n'
            f'   return {terms}\n'
            '  return __dataclass_no__\n')


def _tuple_source(owner, compared):
    return '(' + ''.join([f'{owner}.{f.name},' for f in compared]) + ')'


def _order_source(compared):
    left, right = _tuple_source('self', compared), _tuple_source('other', compared)
    return ''.join([f' def {name}(self,other):\n'
                    '  if other.__class__ is self.__class__:\n'
                    f'   return {left}{op}{right}\n'
                    '  return __dataclass_no__\n'
                    for name, op in (('__lt__', '<'), ('__le__', '<='),
                                     ('__gt__', '>'), ('__ge__', '>='))])


def _frozen_source(guarded):
    names = _tuple_source('', guarded).replace('.', "'").replace(',', "',") if guarded else '()'
    return (' def __setattr__(self,name,value):\n'
            f'  if __dataclass_type__(self) is __dataclass_cls__ or name in {names}:\n'
            '   raise __dataclass_frozen__(f"cannot assign to field {name!r}")\n'
            '  __dataclass_super__(__dataclass_cls__,self).__setattr__(name,value)\n'
            ' def __delattr__(self,name):\n'
            f'  if __dataclass_type__(self) is __dataclass_cls__ or name in {names}:\n'
            '   raise __dataclass_frozen__(f"cannot delete field {name!r}")\n'
            '  __dataclass_super__(__dataclass_cls__,self).__delattr__(name)\n')


def _doc_annotation(kind):
    if isinstance(kind, type) and not hasattr(kind, '__args__'):
        if kind.__module__ == 'builtins':
            return kind.__qualname__
        return f'{kind.__module__}.{kind.__qualname__}'
    shown = repr(kind)
    return shown.replace('typing.', '') if getattr(kind, '__module__', None) == 'typing' else shown


def _doc_text(cls, positional, keyword):
    parts = []
    for found in positional + ['*'] + keyword if keyword else positional:
        if found == '*':
            parts.append('*')
            continue
        part = f'{found.name}: {_doc_annotation(found.type)}'
        if found.default is not MISSING:
            part += f' = {found.default!r}'
        elif found.default_factory is not MISSING:
            part += ' = <factory>'
        parts.append(part)
    return f'{cls.__name__}({", ".join(parts)})'


def _settle(found):
    """Decides what a field is used for, since the truth of an object of the program may be code."""
    if type(found) is not Field:
        raise TypeError(f'a field must be made by field(), not {type(found).__name__!r}')
    for key in ('init', 'repr', 'compare', 'kw_only', 'hash'):
        value = getattr(found, key)
        if type(value) is not bool and value is not None:
            setattr(found, key, bool(value))


def _check_name(found):
    """Each name becomes a part of source text that runs as the library's. A program can rename a field at any time."""
    name = found.name
    if type(name) is not str or not name.isidentifier():
        raise TypeError(f'Field names must be valid identifiers: {name!r}')
    _ask_attribute(name)


def _process(cls, init, repr, eq, order, unsafe_hash, frozen, match_args, kw_only, slots, weakref_slot):
    module = cls.__module__
    fields = {}
    frozen_bases = []
    for base in cls.__mro__[-1:0:-1]:
        inherited = getattr(base, _FIELDS, None)
        if inherited is not None:
            for found in inherited.values():
                fields[found.name] = found
            frozen_bases.append(getattr(base, _PARAMS).frozen)
    setattr(cls, _PARAMS, _DataclassParams(init, repr, eq, order, unsafe_hash, frozen,
                                           match_args, kw_only, slots, weakref_slot))
    annotations = cls.__dict__.get('__annotations__')
    if annotations is None:
        annotations = {}
    elif not isinstance(annotations, dict):
        raise ValueError(f'{cls!r}.__annotations__ is neither a dict nor None')
    own = []
    marked = False
    for name, annotation in annotations.items():
        if _is(annotation, cls, 'dataclasses', 'KW_ONLY', _names_kw_only):
            if marked:
                raise TypeError(f'{name!r} is KW_ONLY, but KW_ONLY has already been specified')
            marked = kw_only = True
        else:
            own.append(_read_field(cls, name, annotation, kw_only))
    for found in own:
        fields[found.name] = found
        if isinstance(getattr(cls, found.name, None), Field):
            if found.default is MISSING:
                delattr(cls, found.name)
            else:
                store = _guest_define if found.name[:2] == '__' else setattr
                store(cls, found.name, found.default)
    for name, value in cls.__dict__.items():
        if isinstance(value, Field) and name not in annotations:
            raise TypeError(f'{name!r} is a field but has no type annotation')
    if frozen_bases:
        if any(frozen_bases) and not frozen:
            raise TypeError('cannot inherit non-frozen dataclass from a frozen one')
        if frozen and not all(frozen_bases):
            raise TypeError('cannot inherit frozen dataclass from a non-frozen one')
    setattr(cls, _FIELDS, fields)
    given = cls.__dict__
    own_init = '__init__' in given or '__new__' in given
    explicit_hash = given.get('__hash__', MISSING)
    explicit_hash = not (explicit_hash is MISSING or explicit_hash is None and '__eq__' in given)
    if order and not eq:
        raise ValueError('eq must be true if order is true')

    params = [f for f in fields.values() if f._field_type in (_FIELD, _FIELD_INITVAR)]
    has_post_init = hasattr(cls, _POST_INIT)
    for found in params:
        _settle(found)
    # From here to the end of the sources no code of the program runs, which could rename a field.
    for found in params:
        _check_name(found)
    positional = [f for f in params if f.init and not f.kw_only]
    keyword = [f for f in params if f.init and f.kw_only]
    real = [f for f in params if f._field_type is _FIELD]
    compared = [f for f in real if f.compare]
    env = {'__dataclass_factory__': _FACTORY, '__dataclass_object__': object,
           '__dataclass_no__': NotImplemented, '__dataclass_showing__': _Showing, '__dataclass_type__': type,
           '__dataclass_super__': super, '__dataclass_frozen__': FrozenInstanceError,
           '__dataclass_hash__': hash, '__name__': module}
    if frozen:
        # Only these methods refer to the class. If slots are added, the class is made again and the first one is dropped.
        env['__dataclass_cls__'] = cls
    source = []
    names = []
    soft = set()  # methods that the class's own methods replace
    if init:
        source.append(_init_source(fields, positional, keyword, frozen,
                                   has_post_init, slots, env))
        names.append('__init__')
        soft.add('__init__')
    if repr:
        source.append(_repr_source([f for f in real if f.repr]))
        names.append('__repr__')
        soft.add('__repr__')
    if eq:
        source.append(_eq_source(compared))
        names.append('__eq__')
        soft.add('__eq__')
    if order:
        source.append(_order_source(compared))
        names += ['__lt__', '__le__', '__gt__', '__ge__']
    if frozen:
        source.append(_frozen_source(real))
        names += ['__setattr__', '__delattr__']
    make_hash = drop_hash = False
    if unsafe_hash:
        if explicit_hash:
            raise TypeError(f'Cannot overwrite attribute __hash__ in class {cls.__name__}')
        make_hash = True
    elif eq and not explicit_hash:
        make_hash = frozen
        drop_hash = not frozen
    if make_hash:
        hashed = [f for f in real if (f.compare if f.hash is None else f.hash)]
        source.append(f' def __hash__(self):\n  return __dataclass_hash__({_tuple_source("self", hashed)})\n')
        names.append('__hash__')
    if names:
        source = f'def make():\n{"".join(source)} return ({",".join(names)},)\n'
        for name, function in zip(names, _define(source, 'make', env)()):
            if name in given and name != '__hash__':
                if name in soft:
                    continue
                hint = '' if name.endswith('attr__') else ' Consider using functools.total_ordering'
                raise TypeError(f'Cannot overwrite attribute {name} in class {cls.__name__}{hint}')
            function.__qualname__ = f'{cls.__qualname__}.{name}'
            if name == '__repr__':
                # Tells pprint that the program did not write this `__repr__`.
                function._generated = True
            if name == '__init__':
                notes = {f.name: f.type for f in positional + keyword}
                notes['return'] = None
                function.__annotations__ = notes
            setattr(cls, name, function)
    if drop_hash:
        cls.__hash__ = None
    if '__replace__' not in given:
        cls.__replace__ = _replace
    if not getattr(cls, '__doc__'):
        if init and not own_init and type(cls).__call__ is type.__call__:
            cls.__doc__ = _doc_text(cls, positional, keyword)
        else:
            cls.__doc__ = cls.__name__ + _signature_text(cls)
    if match_args and '__match_args__' not in given:
        cls.__match_args__ = tuple([f.name for f in positional])
    if slots:
        cls = _with_slots(cls, frozen, weakref_slot, real)
    elif weakref_slot:
        raise TypeError('weakref_slot is True but slots is False')
    if '__abstractmethods__' in cls.__dict__:
        import abc
        abc.update_abstractmethods(cls)
    return cls


def _signature_text(cls):
    try:
        import inspect
        return str(inspect.signature(cls)).replace(' -> None', '')
    except (ImportError, TypeError, ValueError, AttributeError):
        return ''


def _slots_of(cls):
    slots = cls.__dict__.get('__slots__')
    if slots is None:
        # Of the builtin types, only these support weak references.
        if cls.__module__ in ('builtins', 'typing') and cls not in (set, frozenset, type):
            return ()
        return ('__weakref__',)
    if isinstance(slots, str):
        return (slots,)
    if hasattr(slots, '__next__'):
        raise TypeError(f'Slots of {cls.__name__!r} cannot be determined')
    return tuple(slots)


def _with_slots(cls, frozen, weakref_slot, real):
    if '__slots__' in cls.__dict__:
        raise TypeError(f'{cls.__name__} already specifies __slots__')
    names = [f.name for f in real]
    inherited = set()
    for base in cls.__mro__[1:-1]:
        inherited.update(_slots_of(base))
    if weakref_slot and '__weakref__' not in names:
        slots = tuple([n for n in names + ['__weakref__'] if n not in inherited])
    else:
        slots = tuple([n for n in names if n not in inherited])
    body = dict(cls.__dict__)
    body['__slots__'] = slots
    for name in names:
        body.pop(name, None)
    body.pop('__dict__', None)
    body.pop('__weakref__', None)
    qualname = getattr(cls, '__qualname__', None)
    meta = type(cls)
    make = _make_class if meta is type else meta
    made = make(cls.__name__, cls.__bases__, body)
    if qualname is not None:
        made.__qualname__ = qualname
    if frozen:
        if '__getstate__' not in body:
            made.__getstate__ = _dataclass_getstate
        if '__setstate__' not in body:
            made.__setstate__ = _dataclass_setstate
    return made


def _dataclass_getstate(self):
    return [_guest_getattr(self, f.name) for f in fields(self)]


def _dataclass_setstate(self, state):
    for found, value in zip(fields(self), state):
        object.__setattr__(self, found.name, value)


def dataclass(cls=None, /, *, init=True, repr=True, eq=True, order=False, unsafe_hash=False,
              frozen=False, match_args=True, kw_only=False, slots=False, weakref_slot=False):
    def wrap(cls):
        return _process(cls, init, repr, eq, order, unsafe_hash, frozen,
                        match_args, kw_only, slots, weakref_slot)
    return wrap if cls is None else wrap(cls)


def fields(class_or_instance):
    try:
        found = getattr(class_or_instance, _FIELDS)
    except AttributeError:
        raise TypeError('must be called with a dataclass type or instance') from None
    return tuple([f for f in found.values() if f._field_type is _FIELD])


def _is_instance(obj):
    return hasattr(type(obj), _FIELDS)


def is_dataclass(obj):
    return hasattr(obj if isinstance(obj, type) else type(obj), _FIELDS)


# ---- turning instances into plain data

_ATOMS = frozenset({type(None), bool, int, float, str, complex, bytes, type(Ellipsis),
                    type(NotImplemented), type, range, property, type(len), type(_is_instance)})


def _plain(obj, leaf):
    """Copy containers; `leaf(obj)` turns a dataclass instance into its value."""
    kind = type(obj)
    if kind in _ATOMS:
        return obj
    if hasattr(kind, _FIELDS):
        return leaf(obj)
    if kind is list:
        return [_plain(item, leaf) for item in obj]
    if kind is dict:
        return {_plain(key, leaf): _plain(value, leaf) for key, value in obj.items()}
    if kind is tuple:
        return tuple([_plain(item, leaf) for item in obj])
    if issubclass(kind, tuple):
        items = [_plain(item, leaf) for item in obj]
        return kind(*items) if hasattr(obj, '_fields') else kind(items)
    if issubclass(kind, dict):
        pairs = [(_plain(key, leaf), _plain(value, leaf)) for key, value in obj.items()]
        if hasattr(kind, 'default_factory'):
            made = kind(obj.default_factory)
            for key, value in pairs:
                made[key] = value
            return made
        return kind(pairs)
    if issubclass(kind, list):
        return kind([_plain(item, leaf) for item in obj])
    import copy
    return copy.deepcopy(obj)


def asdict(obj, *, dict_factory=dict):
    if not _is_instance(obj):
        raise TypeError('asdict() should be called on dataclass instances')

    def leaf(one):
        pairs = [(f.name, _plain(_guest_getattr(one, f.name), leaf)) for f in fields(one)]
        return dict_factory(pairs)
    return leaf(obj)


def astuple(obj, *, tuple_factory=tuple):
    if not _is_instance(obj):
        raise TypeError('astuple() should be called on dataclass instances')

    def leaf(one):
        return tuple_factory([_plain(_guest_getattr(one, f.name), leaf) for f in fields(one)])
    return leaf(obj)


def replace(obj, /, **changes):
    if not _is_instance(obj):
        raise TypeError('replace() should be called on dataclass instances')
    return _replace(obj, **changes)


def _replace(self, /, **changes):
    for found in getattr(self, _FIELDS).values():
        kind = found._field_type
        if kind is _FIELD_CLASSVAR:
            continue
        name = found.name
        if not found.init:
            if name in changes:
                raise TypeError(f'field {name} is declared with init=False, '
                                'it cannot be specified with replace()')
        elif name not in changes:
            if kind is _FIELD_INITVAR and found.default is MISSING:
                raise TypeError(f'InitVar {name!r} must be specified with replace()')
            changes[name] = _guest_getattr(self, name)
    return self.__class__(**changes)


def make_dataclass(cls_name, fields, *, bases=(), namespace=None, init=True, repr=True, eq=True,
                   order=False, unsafe_hash=False, frozen=False, match_args=True, kw_only=False,
                   slots=False, weakref_slot=False, module=None):
    import keyword
    import types
    seen = set()
    annotations = {}
    defaults = {}
    for item in fields:
        if isinstance(item, str):
            name, kind = item, 'typing.Any'
        elif len(item) == 2:
            name, kind = item
        elif len(item) == 3:
            name, kind, defaults[name] = item
        else:
            raise TypeError(f'Invalid field: {item!r}')
        if not isinstance(name, str) or not name.isidentifier():
            raise TypeError(f'Field names must be valid identifiers: {name!r}')
        if keyword.iskeyword(name):
            raise TypeError(f'Field names must not be keywords: {name!r}')
        if name in seen:
            raise TypeError(f'Field name duplicated: {name!r}')
        seen.add(name)
        annotations[name] = kind

    def fill(body):
        body.update({} if namespace is None else namespace)
        body.update(defaults)
        body['__annotations__'] = annotations
    made = types.new_class(cls_name, bases, {}, fill)
    if module is None:
        from _typing_params import _caller
        module = _caller() or '__main__'
    if module is not None:
        made.__module__ = module
    return dataclass(made, init=init, repr=repr, eq=eq, order=order, unsafe_hash=unsafe_hash,
                     frozen=frozen, match_args=match_args, kw_only=kw_only, slots=slots,
                     weakref_slot=weakref_slot)
