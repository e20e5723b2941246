"""Type parameters and `Generic`, for `typing`."""
from _prelude import _union as _made_union
from _stockade import argument_name as _argument_name, unexpected_keyword as _unexpected_keyword
from typing import (_UnionType, _GenericAlias, _SpecialForm, _collect, _is_param_expr, _key, _lookup, _made, _remember,
                    _substitute, _type_check, _type_convert, _type_repr, _union, _unpacked, _NoneType)

__name__ = 'typing'


def _refuse_subclass(cls, **kwds):
    base = cls.__base__
    where = '' if base is NoDefaultType else 'typing.'
    raise TypeError(f"type '{where}{base.__name__}' is not an acceptable base type")


class NoDefaultType:
    """The type of the NoDefault singleton."""

    __slots__ = ()
    __init_subclass__ = _refuse_subclass

    def __new__(cls, *args, **kwds):
        if args or kwds:
            raise TypeError('NoDefaultType takes no arguments')
        return NoDefault

    def __setattr__(self, name, value):
        raise AttributeError(f"'NoDefaultType' object has no attribute {name!r} and no __dict__ for setting new attributes")

    def __repr__(self):
        return 'typing.NoDefault'

    def __reduce__(self):
        return 'NoDefault'


NoDefault = object.__new__(NoDefaultType)


def _caller():
    """What the program calls the module that asks; None for code that runs in names without one."""
    from _stockade import caller_place
    place = caller_place('', 1)
    return None if place is None else place[5]


def _check_name(kind, name):
    if not isinstance(name, str):
        raise TypeError(f"{kind}() argument 'name' must be str, not {_argument_name(name)}")


def _check_variance(covariant, contravariant, infer_variance):
    if covariant and contravariant:
        raise ValueError('Bivariant types are not supported.')
    if infer_variance and (covariant or contravariant):
        raise ValueError('Variance cannot be specified with infer_variance.')


class _Parameter:
    """What the three kinds share: a name, a default, and `|`."""

    def __init_subclass__(cls, /, _root=False, **kwds):
        if not _root:
            raise TypeError(f"type '{cls.__base__.__module__}.{cls.__base__.__name__}' "
                            'is not an acceptable base type')

    def _start(self, name, default, covariant=False, contravariant=False, infer_variance=False):
        _check_variance(covariant, contravariant, infer_variance)
        self.__name__ = name
        self.__module__ = None
        self._default = default
        self._thunks = None
        if type(self) is not TypeVarTuple:
            self.__covariant__ = bool(covariant)
            self.__contravariant__ = bool(contravariant)
            self.__infer_variance__ = bool(infer_variance)

    @property
    def __default__(self):
        if self._thunks and 'default' in self._thunks:
            self._default = self._thunks['default']()
            del self._thunks['default']
        return self._default

    def has_default(self):
        return self._default is not NoDefault or bool(self._thunks and 'default' in self._thunks)

    def __repr__(self):
        if self.__infer_variance__:
            return self.__name__
        return ('+' if self.__covariant__ else '-' if self.__contravariant__ else '~') + self.__name__

    def __or__(self, right):
        return _union((self, right))

    def __ror__(self, left):
        return _union((left, self))

    def __reduce__(self):
        return self.__name__

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __mro_entries__(self, bases):
        raise TypeError(f'Cannot subclass an instance of {type(self).__name__}')


def _too_few(alias, args, least):
    return TypeError(f'Too few arguments for {alias}; actual {len(args)}, expected at least {least}')


class TypeVar(_Parameter, _root=True):
    def __init__(self, *names, bound=None, default=NoDefault, covariant=False,
                 contravariant=False, infer_variance=False, **more):
        if names:
            name, *constraints = names
        elif 'name' in more:
            name, constraints = more.pop('name'), ()
        else:
            raise TypeError("typevar() missing required argument 'name' (pos 1)")
        for key in more:
            _unexpected_keyword('typevar()', key, ('name', 'bound', 'default', 'covariant', 'contravariant', 'infer_variance'))
        _check_name('typevar', name)
        self._start(name, default, covariant, contravariant, infer_variance)
        if bound is not None:
            bound = _type_check(bound, 'Bound must be a type.')
        if len(constraints) == 1:
            raise TypeError('A single constraint is not allowed')
        if constraints and bound is not None:
            raise TypeError('Constraints cannot be combined with bound=...')
        self._bound = bound
        self._constraints = tuple(constraints)
        self.__module__ = _caller()

    @property
    def __bound__(self):
        if self._thunks and 'bound' in self._thunks:
            self._bound = self._thunks['bound']()
            del self._thunks['bound']
        return self._bound

    @property
    def __constraints__(self):
        if self._thunks and 'constraints' in self._thunks:
            self._constraints = self._thunks['constraints']()
            del self._thunks['constraints']
        return self._constraints

    def __typing_subst__(self, arg):
        arg = _type_check(arg, 'Parameters to generic types must be types.')
        if type(arg).__name__ == '_UnpackGenericAlias' or getattr(arg, '__unpacked__', False) is True:
            raise TypeError(f'{arg} is not valid as type argument')
        return arg

    def __typing_prepare_subst__(self, alias, args):
        index = alias.__parameters__.index(self)
        if index < len(args):
            return args
        if index == len(args) and self.has_default():
            return (*args, self.__default__)
        raise _too_few(alias, args, index + 1)


def _told(origin):
    return origin.__name__ if isinstance(origin, ParamSpec) else repr(origin)


class ParamSpecArgs:
    __init_subclass__ = _refuse_subclass

    def __new__(cls, origin):
        made = object.__new__(cls)
        made.__origin__ = origin
        return made

    def __repr__(self):
        return f'{_told(self.__origin__)}.args'

    def __reduce__(self):
        return type(self), (self.__origin__,)

    def __eq__(self, other):
        if not isinstance(other, ParamSpecArgs):
            return NotImplemented
        return self.__origin__ == other.__origin__

    def __mro_entries__(self, bases):
        raise TypeError(f'Cannot subclass an instance of {type(self).__name__}')

    __hash__ = None


class ParamSpecKwargs:
    __init_subclass__ = _refuse_subclass

    def __new__(cls, origin):
        made = object.__new__(cls)
        made.__origin__ = origin
        return made

    def __repr__(self):
        return f'{_told(self.__origin__)}.kwargs'

    def __reduce__(self):
        return type(self), (self.__origin__,)

    def __eq__(self, other):
        if not isinstance(other, ParamSpecKwargs):
            return NotImplemented
        return self.__origin__ == other.__origin__

    def __mro_entries__(self, bases):
        raise TypeError(f'Cannot subclass an instance of {type(self).__name__}')

    __hash__ = None


class ParamSpec(_Parameter, _root=True):
    def __init__(self, name, *, bound=None, default=NoDefault, covariant=False,
                 contravariant=False, infer_variance=False):
        _check_name('paramspec', name)
        self._start(name, default, covariant, contravariant, infer_variance)
        self.__bound__ = None if bound is None else _type_check(bound, 'Bound must be a type.')
        self.__module__ = _caller()

    @property
    def args(self):
        return ParamSpecArgs(self)

    @property
    def kwargs(self):
        return ParamSpecKwargs(self)

    def __typing_subst__(self, arg):
        if isinstance(arg, (list, tuple)):
            return tuple([_type_check(one, 'Expected a type.') for one in arg])
        if not _is_param_expr(arg):
            raise TypeError('Expected a list of types, an ellipsis, '
                            f'ParamSpec, or Concatenate. Got {arg}')
        return arg

    def __typing_prepare_subst__(self, alias, args):
        params = alias.__parameters__
        index = params.index(self)
        if index == len(args) and self.has_default():
            args = (*args, self.__default__)
        if index >= len(args):
            raise _too_few(alias, args, index + 1)
        if len(params) == 1 and not _is_param_expr(args[0]):
            args = (args,)
        elif isinstance(args[index], list):
            args = (*args[:index], tuple(args[index]), *args[index + 1:])
        return args


class TypeVarTuple(_Parameter, _root=True):
    def __init__(self, name, *, default=NoDefault):
        _check_name('typevartuple', name)
        self._start(name, default)
        self.__module__ = _caller()

    def __repr__(self):
        return self.__name__

    def __iter__(self):
        return iter((_lookup('Unpack')[self],))

    def __or__(self, right):
        return NotImplemented

    __ror__ = __or__

    def __typing_subst__(self, arg):
        raise TypeError('Substitution of bare TypeVarTuple is not supported')

    def __typing_prepare_subst__(self, alias, args):
        params = alias.__parameters__
        index = params.index(self)
        if any([isinstance(one, TypeVarTuple) for one in params[index + 1:]]):
            raise TypeError(f'More than one TypeVarTuple parameter in {alias}')
        given, wanted = len(args), len(params)
        left, right = index, wanted - index - 1
        fill = None
        fill_at = None
        for at, arg in enumerate(args):
            if isinstance(arg, type):
                continue
            inner = getattr(arg, '__typing_unpacked_tuple_args__', None)
            if inner and len(inner) == 2 and inner[-1] is Ellipsis:
                if fill_at is not None:
                    raise TypeError('More than one unpacked arbitrary-length tuple argument')
                fill_at, fill = at, inner[0]
        if fill_at is not None:
            left = min(left, fill_at)
            right = min(right, given - fill_at - 1)
        elif left + right > given:
            raise _too_few(alias, args, wanted - 1)
        middle = args[left:given - right]
        if left == given and self.has_default():
            middle = _unpacked((self.__default__,))
        return (*args[:left], *[fill] * (index - left), middle,
                *[fill] * (wanted - index - 1 - right),
                *args[given - right:])


class TypeAliasType:
    def __init__(self, name, value, *, type_params=()):
        _check_name('typealias', name)
        if not isinstance(type_params, tuple):
            raise TypeError(f"typealias() argument 'type_params' must be tuple, "
                            f'not {type(type_params).__name__}')
        self.__dict__.update(__name__=name, _value=value, _thunk=None, __module__=_caller(),
                             __type_params__=type_params)

    def __init_subclass__(cls, **kwds):
        raise TypeError("type 'typing.TypeAliasType' is not an acceptable base type")

    @property
    def __value__(self):
        if self._thunk:
            self.__dict__['_value'] = self._thunk()
            self.__dict__['_thunk'] = None
        return self._value

    @property
    def __parameters__(self):
        found = []
        for param in self.__type_params__:
            found.append(_lookup('Unpack')[param] if isinstance(param, TypeVarTuple) else param)
        return tuple(found)

    def __setattr__(self, name, value):
        if name in ('__value__', '__type_params__', '__parameters__', '__module__', '__name__'):
            raise AttributeError('readonly attribute' if name == '__name__' else
                                 f"attribute '{name}' of 'typing.TypeAliasType' objects is not writable")
        raise AttributeError(f"'typing.TypeAliasType' object has no attribute '{name}' and no __dict__ for setting new attributes")

    def __getitem__(self, args):
        if not self.__type_params__:
            raise TypeError('Only generic type aliases are subscriptable')
        import types
        return types.GenericAlias(self, args)

    def __repr__(self):
        return self.__name__

    def __reduce__(self):
        return self.__name__

    # The items are only for its own machinery. It is not iterable.
    __iter__ = __reversed__ = None

    def __or__(self, right):
        return _joined(self, right)

    def __ror__(self, left):
        return _joined(left, self)

    def __mro_entries__(self, bases):
        raise TypeError('Cannot subclass an instance of TypeAliasType')


def _joined(*sides):
    """What `|` makes of an alias and a type."""
    members = []
    for side in sides:
        if side is not None and not isinstance(side, (type, type(list[int]), _UnionType, TypeAliasType)):
            return NotImplemented
        for one in side.__args__ if isinstance(side, _UnionType) else (type(None) if side is None else side,):
            if one not in members:
                members.append(one)
    return _made_union(tuple(members))


def _type_var(name):
    return TypeVar(name, infer_variance=True)


def _type_var_bound(name, thunk, is_tuple):
    made = TypeVar(name, infer_variance=True)
    made._thunks = {'constraints' if is_tuple else 'bound': thunk}
    return made


def _param_spec(name):
    return ParamSpec(name, infer_variance=True)


def _type_var_tuple(name):
    return TypeVarTuple(name)


def _type_param_default(param, thunk):
    param._thunks = {**(param._thunks or {}), 'default': thunk}
    return param


def _type_alias(name, params, thunk):
    made = TypeAliasType(name, None, type_params=tuple(params or ()))
    made.__dict__['_thunk'] = thunk
    return made


def _subscript_generic(params):
    return Generic[tuple([_lookup('Unpack')[one] if isinstance(one, TypeVarTuple) else one
                          for one in params])]


def _generic_getitem(cls, args):
    """`Generic[T]` declares parameters; `C[int]` gives them values."""
    if not isinstance(args, tuple):
        args = (args,)
    args = tuple([_type_convert(arg) for arg in args])
    declares = cls.__module__ == 'typing' and cls.__name__ in ('Generic', 'Protocol')
    if declares:
        if not args:
            raise TypeError(f'Parameter list to {cls.__qualname__}[...] cannot be empty')
        bare = []
        for arg in args:
            inner = getattr(arg, '__typing_is_unpacked_typevartuple__', False)
            bare.append(arg.__args__[0] if inner else arg)
            if not (inner or isinstance(arg, (TypeVar, ParamSpec))):
                raise TypeError(f'Parameters to {cls.__name__}[...] must all be type variables '
                                'or parameter specification variables.')
        if len(set(bare)) != len(bare):
            raise TypeError(f'Parameters to {cls.__name__}[...] must all be unique')
        _collect(args, ordered=True)
        return _GenericAlias(cls, args)
    for param in cls.__parameters__:
        prepare = getattr(param, '__typing_prepare_subst__', None)
        if prepare:
            args = prepare(cls, args)
    given, wanted = len(args), len(cls.__parameters__)
    if not wanted:
        raise TypeError(f'{cls} is not a generic class')
    if given != wanted:
        raise TypeError(f'Too {"many" if given > wanted else "few"} arguments for {cls};'
                        f' actual {given}, expected {wanted}')
    flat = []
    for param, arg in zip(cls.__parameters__, args):
        if isinstance(param, TypeVarTuple):
            flat.extend(arg)
        elif isinstance(arg, list):
            flat.append(tuple(arg))
        else:
            flat.append(arg)
    return _GenericAlias(cls, tuple(flat))


class Generic:
    __slots__ = ()

    def __class_getitem__(cls, args):
        try:
            key = cls, _key(args)
            alias = _made.get(key)
        except TypeError:
            return _generic_getitem(cls, args)
        if alias is None:
            alias = _generic_getitem(cls, args)
            _remember(key, alias)
        return alias

    def __init_subclass__(cls, *args, **kwargs):
        super().__init_subclass__(*args, **kwargs)
        bases = cls.__dict__.get('__orig_bases__')
        if bases is None:
            plain = Generic in cls.__bases__ and cls.__name__ != 'Protocol' and \
                type(cls).__name__ != '_TypedDictMeta'
        else:
            plain = Generic in bases
        if plain:
            raise TypeError('Cannot inherit from plain Generic')
        params = ()
        if bases is not None:
            params = _collect(bases, ordered=True)
            declared = None
            for base in bases:
                if isinstance(base, _GenericAlias) and base.__origin__ is Generic:
                    if declared is not None:
                        raise TypeError('Cannot inherit from Generic[...] multiple times.')
                    declared = base.__parameters__
            if declared is None:
                for base in bases:
                    if isinstance(base, _GenericAlias) and isinstance(base.__origin__, type) and \
                            base.__origin__.__module__ == 'typing' and base.__origin__.__name__ == 'Protocol':
                        declared = base.__parameters__
                        home = 'Protocol'
            else:
                home = 'Generic'
            if declared is not None:
                lost = [one for one in params if one not in declared]
                if lost:
                    raise TypeError(f'Some type variables ({", ".join([str(one) for one in lost])}) are '
                                    f'not listed in {home}[{", ".join([str(one) for one in declared])}]')
                params = declared
        cls.__parameters__ = tuple(params)


# Like the compiled class of CPython, it has no `__slots__`.
del Generic.__slots__


def __getattr__(name):
    """The module's own example variables, made when asked for."""
    rows = {'AnyStr': (('AnyStr', bytes, str), {}), 'T': (('T',), {}), 'KT': (('KT',), {}),
            'VT': (('VT',), {}), 'T_co': (('T_co',), {'covariant': True}),
            'V_co': (('V_co',), {'covariant': True}), 'VT_co': (('VT_co',), {'covariant': True}),
            'T_contra': (('T_contra',), {'contravariant': True}),
            'CT_co': (('CT_co',), {'covariant': True, 'bound': type})}
    if name not in rows:
        raise AttributeError(f"module 'typing' has no attribute {name!r}")
    args, kwargs = rows[name]
    made = TypeVar(*args, **kwargs)
    made.__module__ = 'typing'
    globals()[name] = made
    return made
