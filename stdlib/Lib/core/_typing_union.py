"""Special forms, of which `Union` and `Optional` are the usual ones, for `typing`."""
from typing import (_Final, _GenericAlias, _NoneType, _UnionType, _key, _keys, _made, _remember, _type_check,
                    _type_repr)

__name__ = 'typing'


class _SpecialForm(_Final, _root=True):
    """A bare name such as `Union`, and what subscripting it gives."""
    __slots__ = ('_name', '_getitem')
    __iter__ = None

    def __init__(self, name, getitem):
        self._name = name
        self._getitem = getitem

    def __getattr__(self, item):
        if item in ('__name__', '__qualname__'):
            return self._name
        raise AttributeError(item)

    def __mro_entries__(self, bases):
        raise TypeError(f'Cannot subclass {self!r}')

    def __repr__(self):
        return 'typing.' + self._name

    def __reduce__(self):
        return self._name

    def __call__(self, *args, **kwds):
        raise TypeError(f'Cannot instantiate {self!r}')

    def __or__(self, other):
        return _union((self, other))

    def __ror__(self, other):
        return _union((other, self))

    def __instancecheck__(self, obj):
        raise TypeError(f'{self} cannot be used with isinstance()')

    def __subclasscheck__(self, cls):
        raise TypeError(f'{self} cannot be used with issubclass()')

    def __getitem__(self, parameters):
        name = self._name
        try:
            if name not in ('Literal', 'Annotated'):
                key = name, _key(parameters)
            elif type(parameters) is tuple:
                key = name, parameters, tuple([type(one) for one in parameters])
            else:
                key = name, parameters, type(parameters)
            alias = _made.get(key)
        except TypeError:
            return self._getitem(self, parameters)
        if alias is None:
            alias = self._getitem(self, parameters)
            _remember(key, alias)
            if id(alias) in _keys and type(alias) is _UnionGenericAlias:
                # Equal to unions of the same types in another order, and to unions made with `|`.
                _keys[id(alias)] = 'Union', frozenset([_key(arg) for arg in alias.__args__])
        return alias


class _UnionGenericAlias(_GenericAlias, _root=True):
    __iter__ = None

    def copy_with(self, params):
        return Union[params]

    def __eq__(self, other):
        if not isinstance(other, (_UnionGenericAlias, _UnionType)):
            return NotImplemented
        try:
            return set(self.__args__) == set(other.__args__)
        except TypeError:
            return all([arg in other.__args__ for arg in self.__args__]) and \
                all([arg in self.__args__ for arg in other.__args__])

    def __hash__(self):
        return hash(frozenset(self.__args__))

    def __repr__(self):
        args = self.__args__
        if len(args) == 2 and _NoneType in args:
            return f'typing.Optional[{_type_repr(args[args[0] is _NoneType])}]'
        return super().__repr__()

    def __instancecheck__(self, obj):
        return self.__subclasscheck__(type(obj))

    def __subclasscheck__(self, cls):
        for arg in self.__args__:
            if issubclass(cls, arg):
                return True
        return False

    def __reduce__(self):
        import operator
        if self._name == 'Optional' and self.__args__[1] is _NoneType:
            return operator.getitem, (Optional, self.__args__[0])
        return operator.getitem, (Union, self.__args__)


def _union(parameters):
    return Union[parameters]


def _union_getitem(form, parameters):
    if parameters == ():
        raise TypeError('Cannot take a Union of no types.')
    if not isinstance(parameters, tuple):
        parameters = (parameters,)
    msg = 'Union[arg, ...]: each arg must be a type.'
    args = []
    for param in parameters:
        param = _type_check(param, msg)
        for arg in param.__args__ if isinstance(param, (_UnionGenericAlias, _UnionType)) else (param,):
            if arg not in args:
                args.append(arg)
    if len(args) == 1:
        return args[0]
    name = 'Optional' if len(args) == 2 and _NoneType in args else None
    alias = _UnionGenericAlias(Union, tuple(args), name=name)
    if name is None:
        alias._name = 'Union'
    return alias


def _optional_getitem(form, parameters):
    if isinstance(parameters, tuple):
        raise TypeError(f'{form} requires a single type. Got {parameters!r:.100}.')
    return _union_getitem(Union, (_type_check(parameters, f'{form} requires a single type.'), _NoneType))


Union = _SpecialForm('Union', _union_getitem)
Optional = _SpecialForm('Optional', _optional_getitem)
