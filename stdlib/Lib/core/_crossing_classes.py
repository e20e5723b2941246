"""Classes that stand for those of the host: dataclasses, named tuples, enumerations and exceptions. There is no code of the host behind them."""
from _stockade import filled, make_class, own


def new_class(key, kind, name, module, fields, traits, members):
    about = {'__module__': module, '__qualname__': name, '__host_class__': key}
    short = name.rpartition('.')[2]
    if kind == 'namedtuple':
        return _namedtuple(short, fields, about)
    if kind == 'exception':
        from _services import builtin_type
        return make_class(short, (builtin_type(traits[0]),), about)
    if kind == 'enum':
        return _enum(short, fields, traits, members, about)
    return _dataclass(short, fields, traits, about)


def _namedtuple(name, fields, about):
    from collections import namedtuple
    made = namedtuple(name, fields, rename=False, module=about['__module__']) if _are_names(fields) else make_class(
        name, (tuple,), {'__slots__': (), '_fields': fields, **about})
    for key in ('__qualname__', '__host_class__'):
        type.__setattr__(made, key, about[key])
    return made


def _are_names(fields):
    from keyword import iskeyword
    return all(name.isidentifier() and not name.startswith('_') and not iskeyword(name) for name in fields)


# ---- dataclasses

def _dataclass(name, fields, traits, about):
    import dataclasses
    frozen = 'frozen' in traits

    def __init__(self, /, *args, **kwargs):
        if len(args) > len(fields):
            raise TypeError(f'{name}.__init__() takes {len(fields) + 1} positional arguments but {len(args) + 1} were given')
        given = dict(zip(fields, args))
        for field, value in kwargs.items():
            if field not in fields or field in given:
                what = 'multiple values for' if field in given else 'an unexpected keyword'
                raise TypeError(f'{name}.__init__() got {what} argument {field!r}')
            given[field] = value
        missing = [field for field in fields if field not in given]
        if missing:
            raise TypeError(f'{name}.__init__() missing required argument: {missing[0]!r}')
        for field in fields:
            object.__setattr__(self, field, given[field])

    def __repr__(self):
        mark = id(self)
        if mark in _shown:
            return '...'
        _shown.add(mark)
        try:
            parts = ', '.join([f'{field}={getattr(self, field)!r}' for field in fields])
        finally:
            _shown.discard(mark)
        return f'{self.__class__.__qualname__}({parts})'

    def __eq__(self, other):
        if self is other:
            return True
        if other.__class__ is not self.__class__:
            return NotImplemented
        return _parts(self) == _parts(other)

    def _parts(self):
        return tuple([getattr(self, field) for field in fields])

    def __hash__(self):
        return hash(_parts(self))

    def _ordered(compare):
        def method(self, other):
            return compare(_parts(self), _parts(other)) if other.__class__ is self.__class__ else NotImplemented
        return method

    def __setattr__(self, field, value):
        raise dataclasses.FrozenInstanceError(f'cannot assign to field {field!r}')

    def __delattr__(self, field):
        raise dataclasses.FrozenInstanceError(f'cannot delete field {field!r}')

    described = {}
    for field in fields:
        described[field] = found = dataclasses.Field(
            dataclasses.MISSING, dataclasses.MISSING, True, True, None, True, None, False)
        found.name, found.type, found._field_type = field, object, dataclasses._FIELD
    body = {
        **about, '__match_args__': fields, '__init__': __init__, '__repr__': __repr__, '__dataclass_fields__': described,
        '__dataclass_params__': dataclasses._DataclassParams(
            True, True, 'eq' in traits, 'order' in traits, False, frozen, True, False, False, False),
        '__annotations__': dict.fromkeys(fields, object),
    }
    if 'eq' in traits:
        body.update(__eq__=__eq__, __hash__=__hash__ if frozen else None)
    if 'order' in traits:
        import operator
        body.update(__lt__=_ordered(operator.lt), __le__=_ordered(operator.le), __gt__=_ordered(operator.gt), __ge__=_ordered(operator.ge))
    if frozen:
        body.update(__setattr__=__setattr__, __delattr__=__delattr__)
    for method in (__init__, __repr__, __eq__, __hash__, __setattr__, __delattr__):
        method.__qualname__ = f'{about["__qualname__"]}.{method.__name__}'
    return make_class(name, (), body)


#: Objects whose repr is being computed.
_shown = set()


# ---- enumerations

def _enum(name, names, traits, members, about):
    import enum
    from _services import builtin_type
    *mixed, base = traits
    bases = (*map(builtin_type, mixed), getattr(enum, base))
    kind = enum.EnumType
    body = kind.__prepare__(name, bases)
    for member, value in zip(names, members):
        body[member] = value
    body.update(about)
    return kind.__new__(kind, name, bases, body)


def member(cls, name, value):
    """A member of an enumeration, or a combination of flags."""
    found = own(cls, '_member_map_').get(name)
    if found is None:
        combined = own(cls, '_value2member_map_')
        found = combined.get(value)
        if found is None:
            payload = value if isinstance(value, int) and issubclass(cls, int) else None
            found = combined[value] = filled(cls, ('_name_', '_value_'), (name, value), payload)
    return found
