"""Aliases such as `List` and `List[int]`, for `typing`, and what their arguments are held to."""
from typing import _BuiltinAlias, _NoneType, _UnionType, _fetch, _lookup

__name__ = 'typing'
_made = {}  # (form, parameters) -> alias, so that equal subscriptions are one object
_keys = {}  # id of an alias in `_made` -> its key there
_BUILTINS = {'builtins.list': list, 'builtins.dict': dict, 'builtins.tuple': tuple, 'builtins.set': set,
             'builtins.frozenset': frozenset, 'builtins.type': type}


def _forget():
    _made.clear()
    _keys.clear()


_cleanups = [_forget]


def _key(arg):
    """What `arg` is remembered by: where it is a class or an alias made before, hashing it runs no Python."""
    kind = type(arg)
    if kind is type:
        return arg
    if kind is tuple:
        return tuple([_key(part) for part in arg])
    if kind is _UnionType:
        return 'Union', frozenset([_key(part) for part in arg.__args__])
    return _keys.get(id(arg), arg)


def _remember(key, alias):
    try:
        _made[key] = alias
    except TypeError:
        return
    if isinstance(alias, _GenericAlias):
        # A union of one type is remembered under the key of that type.
        _keys.setdefault(id(alias), key)


def _type_convert(arg, module=None, *, allow_special_forms=False):
    if arg is None:
        return _NoneType
    if isinstance(arg, str):
        return _lookup('ForwardRef')(arg, module=module, is_class=allow_special_forms)
    return arg


def _is_form(kind):
    return kind.__name__ == '_SpecialForm' and kind.__module__ == 'typing'


def _type_check(arg, msg, is_argument=True, module=None, *, allow_special_forms=False):
    """`arg` as a type: None and strings converted, forms that are no types refused."""
    kind = type(arg)
    if kind is type and arg.__module__ != 'typing' or \
            kind is _GenericAlias and issubclass(type(arg._home), _SpecialGenericAlias):
        return arg
    return _type_check_further(arg, kind, msg, is_argument, module, allow_special_forms)


def _type_check_further(arg, kind, msg, is_argument, module, allow_special_forms):
    if kind is type:
        if arg.__name__ in ('Generic', 'Protocol'):
            raise TypeError(f'Plain {arg} is not valid as type argument')
        return arg
    if arg is None or isinstance(arg, str):
        return _type_convert(arg, module, allow_special_forms=allow_special_forms)
    if _is_form(kind):
        if arg._name not in ('Any', 'LiteralString', 'NoReturn', 'Never', 'Self', 'TypeAlias') and \
                not (allow_special_forms and arg._name in ('ClassVar', 'Final')):
            raise TypeError(f'Plain {arg} is not valid as type argument')
    elif isinstance(arg, _GenericAlias):
        home = arg.__origin__
        name = getattr(home, '_name', None) or getattr(home, '__name__', None)
        if name in ('Generic', 'Protocol') and home.__module__ == 'typing':
            raise TypeError(f'{arg} is not valid as type argument')
        if not allow_special_forms and _is_form(type(home)) and \
                (name == 'ClassVar' or name == 'Final' and is_argument):
            raise TypeError(f'{arg} is not valid as type argument')
    elif kind is tuple:
        raise TypeError(f'{msg} Got {arg!r:.100}.')
    elif getattr(kind, '__name__', '') == '_ProtocolMeta' and arg.__name__ == 'Protocol' \
            and arg.__module__ == 'typing':
        raise TypeError(f'Plain {arg} is not valid as type argument')
    return arg


def _type_repr(obj):
    if isinstance(obj, tuple):
        return '[' + ', '.join([_type_repr(part) for part in obj]) + ']'
    if isinstance(obj, type) and not isinstance(obj, _BuiltinAlias):
        if obj.__module__ == 'builtins':
            return obj.__qualname__
        return f'{obj.__module__}.{obj.__qualname__}'
    if obj is Ellipsis:
        return '...'
    if type(obj) is type(_type_repr):
        return obj.__name__
    return repr(obj)


def _is_param_expr(arg):
    return arg is Ellipsis or isinstance(arg, (tuple, list)) or \
        type(arg).__name__ in ('ParamSpec', '_ConcatenateGenericAlias')


def _collect(args, ordered=False):
    """The type parameters in `args`, in order of first appearance; `ordered` checks defaults."""
    found = []
    defaulted = False
    unpacked = False
    for arg in args:
        if isinstance(arg, type):
            continue
        if isinstance(arg, (tuple, list)):
            for part in _collect(arg):
                if part not in found:
                    found.append(part)
        elif hasattr(arg, '__typing_subst__'):
            if arg not in found:
                if not ordered:
                    pass
                elif arg.has_default():
                    if unpacked:
                        raise TypeError('Type parameter with a default follows TypeVarTuple')
                    defaulted = True
                elif defaulted:
                    raise TypeError(f'Type parameter {arg!r} without a default follows '
                                    'type parameter with a default')
                found.append(arg)
        else:
            if type(arg).__name__ == '_UnpackGenericAlias' or getattr(arg, '__unpacked__', False):
                unpacked = True
            for part in getattr(arg, '__parameters__', ()):
                if part not in found:
                    found.append(part)
    return tuple(found)


def _unpacked(args):
    """`args` with each `*tuple[int, str]` spread out."""
    flat = []
    for arg in args:
        inner = None if isinstance(arg, type) else getattr(arg, '__typing_unpacked_tuple_args__', None)
        if inner is not None and not (inner and inner[-1] is Ellipsis):
            flat.extend(inner)
        else:
            flat.append(arg)
    return tuple(flat)


def _substitute(alias, args):
    """The new arguments of `alias` when its parameters become `args`."""
    params = alias.__parameters__
    for param in params:
        prepare = getattr(param, '__typing_prepare_subst__', None)
        if prepare:
            args = prepare(alias, args)
    given, wanted = len(args), len(params)
    if given != wanted:
        raise TypeError(f'Too {"many" if given > wanted else "few"} arguments for {alias};'
                        f' actual {given}, expected {wanted}')
    return tuple(_place(alias, alias.__args__, dict(zip(params, args))))


def _place(alias, old_args, values):
    placed = []
    is_callable = type(alias).__name__ == '_CallableGenericAlias' or getattr(alias.__origin__, '__name__', None) == 'Callable'
    for old in old_args:
        if isinstance(old, type):
            placed.append(old)
            continue
        subst = getattr(old, '__typing_subst__', None)
        if subst:
            new = subst(values[old])
        else:
            params = getattr(old, '__parameters__', ())
            if not params:
                new = old
            else:
                picked = []
                for param in params:
                    if type(param).__name__ == 'TypeVarTuple':
                        picked.extend(values[param])
                    else:
                        picked.append(values[param])
                new = old[tuple(picked)]
        if is_callable and isinstance(new, tuple):
            placed.extend(new)
        elif type(old).__name__ == '_UnpackGenericAlias' or getattr(old, '__unpacked__', False) is True:
            home = getattr(old, '__args__', (None,))[0]
            if type(home).__name__ == 'TypeVarTuple' or isinstance(new, tuple):
                placed.extend(new)
            else:
                placed.append(new)
        elif isinstance(old, tuple):
            placed.append(tuple(_place(alias, old, values)))
        else:
            placed.append(new)
    return placed


def _mro_entries(alias, bases):
    """The origin; and Generic, unless a later base brings it."""
    entries = []
    if alias.__origin__ not in bases:
        entries.append(alias.__origin__)
    Generic = _lookup('Generic')
    for base in bases[bases.index(alias) + 1:]:
        if isinstance(base, _BaseGenericAlias):
            break
        if isinstance(base, type):
            if issubclass(base, Generic):
                break
        else:
            hook = getattr(base, '__mro_entries__', None)
            more = hook(bases) if hook else None
            if isinstance(more, tuple) and any([isinstance(one, type) and issubclass(one, Generic)
                                                for one in more]):
                break
    else:
        entries.append(Generic)
    return tuple(entries)


class _Final:
    __slots__ = ('__weakref__',)

    def __init_subclass__(cls, /, *args, _root=False, **kwds):
        if not _root:
            raise TypeError('Cannot subclass special typing classes')


_OWN = frozenset({'_inst', '_name', '_home', '_target', '_nparams'})
_LATER = '__origin__', '__parameters__'  # attributes that are computed on first use


class _BaseGenericAlias(_Final, _root=True):
    def __mro_entries__(self, bases):
        return _mro_entries(self, bases)

    def __call__(self, *args, **kwargs):
        if not self._inst:
            raise TypeError(f'Type {self._name} cannot be instantiated; '
                            f'use {self.__origin__.__name__}() instead')
        made = self.__origin__(*args, **kwargs)
        try:
            made.__orig_class__ = self
        except Exception:
            pass
        return made

    __iter__ = None

    def __setattr__(self, attr, value):
        if attr in _OWN or attr[:2] == '__' and attr[-2:] == '__':
            super().__setattr__(attr, value)
        else:
            setattr(self.__origin__, attr, value)

    def __getattr__(self, attr):
        if attr in _LATER:
            value = self.__dict__[attr] = self._missing(attr)
            return value
        if attr in ('__name__', '__qualname__'):
            return self._name or self.__origin__.__name__
        if attr[:2] == '__' and attr[-2:] == '__' or attr in _OWN:
            raise AttributeError(attr)
        return getattr(self.__origin__, attr)

    def __or__(self, right):
        return _lookup('Union')[self, right]

    def __ror__(self, left):
        return _lookup('Union')[left, self]

    def __instancecheck__(self, obj):
        return self.__subclasscheck__(type(obj))

    def __subclasscheck__(self, cls):
        raise TypeError('Subscripted generics cannot be used with class and instance checks')

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __dir__(self):
        own = [name for name in dir(self.__origin__)
               if not (name[:2] == '__' and name[-2:] == '__')]
        return sorted({*object.__dir__(self), *own})


class _GenericAlias(_BaseGenericAlias, _root=True):
    """A form or class with arguments: `List[int]`, `Stack[T]`."""

    def __init__(self, origin, args, *, inst=True, name=None):
        own = self.__dict__
        own.update(_inst=inst, _name=name, _home=origin, __args__=args if isinstance(args, tuple) else (args,))
        if not name:
            own['__module__'] = origin.__module__
        if not issubclass(type(origin), _SpecialGenericAlias):
            own['__origin__'] = origin

    def _missing(self, attr):
        return self._home.__origin__ if attr == '__origin__' else _collect(self.__args__)

    def copy_with(self, args):
        return self.__class__(self._home, args, name=self._name, inst=self._inst)

    def __eq__(self, other):
        if not isinstance(other, _GenericAlias):
            return NotImplemented
        return self.__origin__ == other.__origin__ and self.__args__ == other.__args__

    def __hash__(self):
        return hash((self.__origin__, self.__args__))

    def __getitem__(self, args):
        name = getattr(self.__origin__, '__name__', None)
        if name in ('Generic', 'Protocol') and self.__origin__.__module__ == 'typing':
            raise TypeError(f'Cannot subscript already-subscripted {self}')
        if not self.__parameters__:
            raise TypeError(f'{self} is not a generic class')
        if not isinstance(args, tuple):
            args = (args,)
        return self.copy_with(_substitute(self, _unpacked([_type_convert(arg) for arg in args])))

    def __repr__(self):
        shown = 'typing.' + self._name if self._name else _type_repr(self.__origin__)
        args = ', '.join([_type_repr(arg) for arg in self.__args__]) if self.__args__ else '()'
        return f'{shown}[{args}]'

    def __reduce__(self):
        import operator
        args = self.__args__
        home = _lookup(self._name) if self._name else self.__origin__
        if len(args) == 1 and not isinstance(args[0], tuple):
            args = args[0]
        return operator.getitem, (home, args)

    def __mro_entries__(self, bases):
        home = self.__origin__
        if _is_form(type(home)):
            raise TypeError(f'Cannot subclass {self!r}')
        if self._name:
            return _mro_entries(self, bases)
        if home is _lookup('Generic'):
            if _lookup('Protocol') in bases:
                return ()
            for base in bases[bases.index(self) + 1:]:
                if isinstance(base, _BaseGenericAlias) and base is not self:
                    return ()
        return (home,)

    def __iter__(self):
        yield _lookup('Unpack')[self]


class _SpecialGenericAlias(_BaseGenericAlias, _root=True):
    """A bare alias such as `List`; a class that is no builtin is looked up when first asked for."""
    def __init__(self, target, count, name):
        own = self.__dict__
        own.update(_inst=name != 'Callable' and target not in _BUILTINS, _target=target, _nparams=count, _name=name,
                   __doc__=None)
        if target in _BUILTINS:
            own['__origin__'] = _BUILTINS[target]

    def _missing(self, attr):
        if attr != '__origin__':
            raise AttributeError(attr)
        home, _, name = self._target.rpartition('.')
        return getattr(_fetch('_collections_abc' if home == 'collections.abc' else home), name)

    def copy_with(self, args):
        return _GenericAlias(self, args, name=self._name, inst=self._inst)

    def __getitem__(self, params):
        try:
            key = self._name, _key(params)
            alias = _made.get(key)
        except TypeError:
            return self._subscript(params)
        if alias is None:
            alias = self._subscript(params)
            _remember(key, alias)
        return alias

    def _subscript(self, params):
        if not isinstance(params, tuple):
            params = (params,)
        args = [_type_check(arg, 'Parameters to generic types must be types.') for arg in params]
        if len(args) != self._nparams:
            args = self._completed(args)
        return self.copy_with(tuple(args))

    def _completed(self, args):
        count = self._nparams
        given = len(args)
        if given and not count:
            raise TypeError(f'{self} is not a generic class')
        optional = _defaults(self._name)
        least = count - len(optional)
        if least <= given < count:
            return [*args, *optional[given - count:]]
        words = 'many' if given > count else 'few'
        if optional:
            raise TypeError(f'Too {words} arguments for {self}; actual {given}, expected at least {least}')
        raise TypeError(f'Too {words} arguments for {self}; actual {given}, expected {count}')

    def __eq__(self, other):
        return self is other

    def __hash__(self):
        return hash(self._name)

    def __repr__(self):
        return 'typing.' + self._name

    def __reduce__(self):
        return self._name

    def __instancecheck__(self, obj):
        if self._name == 'ByteString':
            from warnings import _deprecated
            _deprecated('typing.ByteString', remove=(3, 14))
        return self.__subclasscheck__(type(obj))

    def __subclasscheck__(self, cls):
        if isinstance(cls, _SpecialGenericAlias):
            return issubclass(cls.__origin__, self.__origin__)
        if not isinstance(cls, _GenericAlias):
            return issubclass(cls, self.__origin__)
        return super().__subclasscheck__(cls)


def _defaults(name):
    """The defaults of the last arguments of an alias."""
    if name == 'Generator':
        return [_NoneType, _NoneType]
    if name == 'AsyncGenerator':
        return [_NoneType]
    return [bool | None] if name in ('ContextManager', 'AsyncContextManager') else []
