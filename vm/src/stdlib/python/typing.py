"""Names for types. This file holds what most programs import; the rest is built on first use.

For the VM's type-parameter syntax (PEP 695; a thunk is called at most once, when first read):
`_type_var(name)`, `_type_var_bound(name, thunk)` (a tuple means constraints), `_param_spec(name)` and
`_type_var_tuple(name)` make the parameters of `[T, U: bound, **P, *Ts]`, `_type_param_default(param,
thunk)` gives one a default; `_type_alias(name, params or None, thunk)` is the value of a `type`
statement; `_subscript_generic(params)` is the base added to `class C[T]:`.
"""
TYPE_CHECKING = False
Text = str
_NoneType = type(None)
GenericAlias = _BuiltinAlias = type(list[int])
_UnionType = type(int | str)
_made = {}  # (form, parameters) -> alias, so that equal subscriptions are one object
_cleanups = [_made.clear]

__all__ = [
    'Annotated', 'Any', 'Callable', 'ClassVar', 'Concatenate', 'Final', 'ForwardRef', 'Generic',
    'Literal', 'Optional', 'ParamSpec', 'Protocol', 'Tuple', 'Type', 'TypeVar', 'TypeVarTuple',
    'Union', 'AbstractSet', 'ByteString', 'Container', 'ContextManager', 'Hashable', 'ItemsView',
    'Iterable', 'Iterator', 'KeysView', 'Mapping', 'MappingView', 'MutableMapping',
    'MutableSequence', 'MutableSet', 'Sequence', 'Sized', 'ValuesView', 'Awaitable',
    'AsyncIterator', 'AsyncIterable', 'Coroutine', 'Collection', 'AsyncGenerator',
    'AsyncContextManager', 'Reversible', 'SupportsAbs', 'SupportsBytes', 'SupportsComplex',
    'SupportsFloat', 'SupportsIndex', 'SupportsInt', 'SupportsRound', 'ChainMap', 'Counter',
    'Deque', 'Dict', 'DefaultDict', 'List', 'OrderedDict', 'Set', 'FrozenSet', 'NamedTuple',
    'TypedDict', 'Generator', 'BinaryIO', 'IO', 'Match', 'Pattern', 'TextIO', 'AnyStr',
    'assert_type', 'assert_never', 'cast', 'clear_overloads', 'dataclass_transform', 'final',
    'get_args', 'get_origin', 'get_overloads', 'get_protocol_members', 'get_type_hints',
    'is_protocol', 'is_typeddict', 'LiteralString', 'Never', 'NewType', 'no_type_check',
    'no_type_check_decorator', 'NoDefault', 'NoReturn', 'NotRequired', 'overload', 'override',
    'ParamSpecArgs', 'ParamSpecKwargs', 'ReadOnly', 'Required', 'reveal_type',
    'runtime_checkable', 'Self', 'Text', 'TYPE_CHECKING', 'TypeAlias', 'TypeGuard', 'TypeIs',
    'TypeAliasType', 'Unpack']

# name: (module and class it stands for, how many parameters; -1 for Tuple's any number)
_ALIASES = {
    'List': (list, 1), 'Dict': (dict, 2), 'Set': (set, 1), 'FrozenSet': (frozenset, 1),
    'Type': (type, 1), 'Tuple': (tuple, -1), 'Callable': ('collections.abc.Callable', 2),
    'Deque': ('collections.deque', 1), 'DefaultDict': ('collections.defaultdict', 2),
    'OrderedDict': ('collections.OrderedDict', 2), 'Counter': ('collections.Counter', 1),
    'ChainMap': ('collections.ChainMap', 2), 'Pattern': ('re.Pattern', 1),
    'Match': ('re.Match', 1), 'Hashable': ('collections.abc.Hashable', 0),
    'Sized': ('collections.abc.Sized', 0), 'ByteString': ('collections.abc.ByteString', 0),
    'AbstractSet': ('collections.abc.Set', 1), 'Generator': ('collections.abc.Generator', 3),
    'AsyncGenerator': ('collections.abc.AsyncGenerator', 2),
    'Coroutine': ('collections.abc.Coroutine', 3), 'Mapping': ('collections.abc.Mapping', 2),
    'MutableMapping': ('collections.abc.MutableMapping', 2),
    'ItemsView': ('collections.abc.ItemsView', 2),
    'ContextManager': ('contextlib.AbstractContextManager', 2),
    'AsyncContextManager': ('contextlib.AbstractAsyncContextManager', 2),
    **{name: ('collections.abc.' + name, 1) for name in (
        'Container', 'Iterable', 'Iterator', 'KeysView', 'MappingView', 'MutableSequence',
        'MutableSet', 'Sequence', 'ValuesView', 'Awaitable', 'AsyncIterator', 'AsyncIterable',
        'Collection', 'Reversible')}}

_ELSEWHERE = {
    '_typing_params': ('TypeVar', 'ParamSpec', 'ParamSpecArgs', 'ParamSpecKwargs', 'TypeVarTuple',
                       'TypeAliasType', 'Generic', 'NoDefault', 'NoDefaultType', 'AnyStr', '_type_var',
                       '_type_var_bound', '_param_spec', '_type_var_tuple', '_type_param_default',
                       '_type_alias', '_subscript_generic', 'T', 'KT',
                       'VT', 'T_co', 'V_co', 'VT_co', 'T_contra', 'CT_co'),
    '_typing_forms': ('Literal', 'Annotated', 'ClassVar', 'Final', 'Self', 'Never', 'NoReturn',
                      'LiteralString', 'TypeAlias', 'TypeGuard', 'TypeIs', 'Required',
                      'NotRequired', 'ReadOnly', 'Concatenate', 'Unpack', '_LiteralGenericAlias',
                      '_AnnotatedAlias', '_ConcatenateGenericAlias', '_UnpackGenericAlias'),
    '_typing_classes': ('NamedTuple', 'NamedTupleMeta', 'TypedDict', '_TypedDictMeta', 'NewType',
                        '_TypedDict', '_NamedTuple', 'IO', 'TextIO', 'BinaryIO', 'is_typeddict'),
    '_typing_protocol': ('Protocol', '_ProtocolMeta', 'runtime_checkable', 'SupportsAbs',
                         'SupportsBytes', 'SupportsComplex', 'SupportsFloat', 'SupportsIndex',
                         'SupportsInt', 'SupportsRound', 'is_protocol', 'get_protocol_members',
                         '_get_protocol_attrs', '_is_protocol'),
    '_typing_hints': ('get_type_hints', 'get_origin', 'get_args', 'overload', 'get_overloads',
                      'clear_overloads', 'final', 'override', 'no_type_check',
                      'no_type_check_decorator', 'assert_type', 'assert_never', 'reveal_type',
                      'dataclass_transform', '_eval_type', '_strip_annotations', '_overload_dummy', '_overload_registry')}


def __getattr__(name):
    if name in _ALIASES:
        target, count = _ALIASES[name]
        kind = {'Tuple': _TupleType, 'Callable': _CallableType}.get(name, _SpecialGenericAlias)
        value = kind(target, count, name)
    else:
        for home, names in _ELSEWHERE.items():
            if name in names:
                value = getattr(_fetch(home), name)
                break
        else:
            raise AttributeError(f"module 'typing' has no attribute {name!r}")
    globals()[name] = value
    return value


def _fetch(home):
    """A module by name: written out, because the sandbox has no `__import__`."""
    if home == '_collections_abc':
        import _collections_abc as found
    elif home == 'collections':
        import collections as found
    elif home == 're':
        import re as found
    elif home == 'contextlib':
        import contextlib as found
    elif home == '_typing_params':
        import _typing_params as found
    elif home == '_typing_forms':
        import _typing_forms as found
    elif home == '_typing_classes':
        import _typing_classes as found
    elif home == '_typing_protocol':
        import _typing_protocol as found
    else:
        import _typing_hints as found
    return found


def __dir__():
    return sorted({*globals(), *__all__})


def cast(typ, val):
    return val


def _lookup(name):
    """The public name, built now if it was not yet."""
    found = globals().get(name)
    return __getattr__(name) if found is None else found


class ForwardRef:
    """A name in quotes, to be read later."""
    __slots__ = ('__forward_arg__', '__forward_evaluated__', '__forward_value__',
                 '__forward_is_argument__', '__forward_is_class__', '__forward_module__')

    def __init__(self, arg, is_argument=True, module=None, *, is_class=False):
        if not isinstance(arg, str):
            raise TypeError(f'Forward reference must be a string -- got {arg!r}')
        if not arg.isidentifier():
            from _typing_hints import check_expression
            check_expression(arg)
        self.__forward_arg__ = arg
        self.__forward_evaluated__ = False
        self.__forward_value__ = None
        self.__forward_is_argument__ = is_argument
        self.__forward_is_class__ = is_class
        self.__forward_module__ = module

    def __init_subclass__(cls, /, *args, **kwds):
        raise TypeError('Cannot subclass special typing classes')

    def _evaluate(self, globalns, localns, type_params=None, *, recursive_guard=frozenset()):
        from _typing_hints import evaluate
        return evaluate(self, globalns, localns, type_params or (), recursive_guard)

    def __eq__(self, other):
        if not isinstance(other, ForwardRef):
            return NotImplemented
        if self.__forward_evaluated__ and other.__forward_evaluated__ and \
                self.__forward_value__ != other.__forward_value__:
            return False
        return self.__forward_arg__ == other.__forward_arg__ and \
            self.__forward_module__ == other.__forward_module__

    def __hash__(self):
        return hash((self.__forward_arg__, self.__forward_module__))

    def __or__(self, other):
        return _union((self, other))

    def __ror__(self, other):
        return _union((other, self))

    def __repr__(self):
        module = self.__forward_module__
        shown = '' if module is None else f', module={module!r}'
        return f'ForwardRef({self.__forward_arg__!r}{shown})'


def _type_convert(arg, module=None, *, allow_special_forms=False):
    if arg is None:
        return _NoneType
    if isinstance(arg, str):
        return ForwardRef(arg, module=module, is_class=allow_special_forms)
    return arg


def _type_check(arg, msg, is_argument=True, module=None, *, allow_special_forms=False):
    """`arg` as a type: None and strings converted, forms that are no types refused."""
    arg = _type_convert(arg, module, allow_special_forms=allow_special_forms)
    kind = type(arg)
    if kind is type:
        if arg.__module__ == 'typing' and arg.__name__ in ('Generic', 'Protocol'):
            raise TypeError(f'Plain {arg} is not valid as type argument')
    elif kind is _SpecialForm:
        if arg._name not in ('Any', 'LiteralString', 'NoReturn', 'Never', 'Self', 'TypeAlias') and \
                not (allow_special_forms and arg._name in ('ClassVar', 'Final')):
            raise TypeError(f'Plain {arg} is not valid as type argument')
    elif isinstance(arg, _GenericAlias):
        home = arg.__origin__
        name = getattr(home, '_name', None) or getattr(home, '__name__', None)
        if name in ('Generic', 'Protocol') and home.__module__ == 'typing':
            raise TypeError(f'{arg} is not valid as type argument')
        if not allow_special_forms and type(home) is _SpecialForm and \
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
        if obj is not Any:
            return f'{obj.__module__}.{obj.__qualname__}'
    elif obj is Ellipsis:
        return '...'
    elif type(obj) is _function:
        return obj.__name__
    return repr(obj)


_function = type(cast)


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
                    if unpacked and type(arg).__name__ == 'TypeVar':
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
        key = parameters
        if self._name == 'Literal':
            key = [(one, type(one)) for one in parameters] if type(parameters) is tuple else type(parameters)
            key = parameters, key if type(key) is type else tuple(key)
        try:
            return _made[self, key]
        except (KeyError, TypeError):
            pass
        alias = self._getitem(self, parameters)
        _remember(self, key, alias)
        return alias


_OWN = frozenset({'_inst', '_name', '_home', '_target', '_nparams', '_params'})


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
        if attr in ('__name__', '__qualname__'):
            return self._name or self.__origin__.__name__
        if attr[:2] == '__' and attr[-2:] == '__' or attr in ('_params', '_origin'):
            raise AttributeError(attr)
        return getattr(self.__origin__, attr)

    def __or__(self, right):
        return _union((self, right))

    def __ror__(self, left):
        return _union((left, self))

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
        self._inst = inst
        self._name = name
        self._home = origin
        # Not by way of `object.__setattr__`, whose names are judged whoever calls it.
        own = self.__dict__
        own['__args__'] = args if isinstance(args, tuple) else (args,)
        if not name:
            own['__module__'] = origin.__module__

    @property
    def __origin__(self):
        home = self._home
        return home.__origin__ if type(home) in _LAZY_HOMES else home

    @property
    def __parameters__(self):
        found = self.__dict__.get('_params')
        if found is None:
            found = self.__dict__['_params'] = _collect(self.__args__)
        return found

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
        if isinstance(home, _SpecialForm):
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
    """A bare alias such as `List`; its class is looked up when first asked for."""
    def __init__(self, target, count, name):
        self._inst = isinstance(target, str) and name != 'Callable'
        self._target = target
        self._nparams = count
        self._name = name
        self.__dict__['__doc__'] = None

    @property
    def __origin__(self):
        target = self._target
        if isinstance(target, str):
            home, _, name = target.rpartition('.')
            if home == 'collections.abc':
                home = '_collections_abc'
            target = self._target = getattr(_fetch(home), name)
        return target

    def copy_with(self, args):
        return _GenericAlias(self, args, name=self._name, inst=self._inst)

    def __getitem__(self, params):
        try:
            return _made[self, params]
        except (KeyError, TypeError):
            pass
        alias = self._subscript(params)
        _remember(self, params, alias)
        return alias

    def _subscript(self, params):
        if not isinstance(params, tuple):
            params = (params,)
        args = [_type_check(arg, 'Parameters to generic types must be types.') for arg in params]
        count = self._nparams
        if not count:
            raise TypeError(f'{self} is not a generic class')
        given = len(args)
        if given != count:
            optional = _DEFAULTS.get(self._name, ())
            least = count - len(optional)
            if least <= given < count:
                args += optional[given - count:]
            elif optional:
                raise TypeError(f'Too {"many" if given > count else "few"} arguments for {self};'
                                f' actual {given}, expected at least {least}')
            else:
                raise TypeError(f'Too {"many" if given > count else "few"} arguments for {self};'
                                f' actual {given}, expected {count}')
        return self.copy_with(tuple(args))

    def __eq__(self, other):
        return self is other

    def __hash__(self):
        return hash(self._name)

    def __repr__(self):
        return 'typing.' + self._name

    def __reduce__(self):
        return self._name

    def __subclasscheck__(self, cls):
        if isinstance(cls, _SpecialGenericAlias):
            return issubclass(cls.__origin__, self.__origin__)
        if not isinstance(cls, _GenericAlias):
            return issubclass(cls, self.__origin__)
        return super().__subclasscheck__(cls)


_DEFAULTS = {'Generator': [_NoneType, _NoneType], 'AsyncGenerator': [_NoneType],
             'ContextManager': [bool | None], 'AsyncContextManager': [bool | None]}


def _remember(form, params, alias):
    try:
        _made[form, params] = alias
    except TypeError:
        pass


class _TupleType(_SpecialGenericAlias, _root=True):
    def _subscript(self, params):
        if not isinstance(params, tuple):
            params = (params,)
        if len(params) >= 2 and params[-1] is Ellipsis:
            msg = 'Tuple[t, ...]: t must be a type.'
            return self.copy_with((*[_type_check(p, msg) for p in params[:-1]], Ellipsis))
        msg = 'Tuple[t0, t1, ...]: each t must be a type.'
        return self.copy_with(tuple([_type_check(p, msg) for p in params]))


class _CallableType(_SpecialGenericAlias, _root=True):
    def copy_with(self, args):
        return _CallableGenericAlias(self, args, name='Callable', inst=False)

    def __getitem__(self, params):
        if type(params) is tuple and params and type(params[0]) is list:
            params = (tuple(params[0]), *params[1:])
        return super().__getitem__(params)

    def _subscript(self, params):
        if not isinstance(params, tuple) or len(params) != 2:
            raise TypeError('Callable must be used as Callable[[arg, ...], result].')
        args, result = params
        result = _type_check(result, 'Callable[args, result]: result must be a type.')
        if isinstance(args, list):
            args = tuple(args)
        if args is Ellipsis:
            return self.copy_with((Ellipsis, result))
        if not isinstance(args, tuple):
            args = (args,)
        return self.copy_with((*[_type_convert(arg) for arg in args], result))


class _CallableGenericAlias(_GenericAlias, _root=True):
    __iter__ = None

    def __repr__(self):
        args = self.__args__
        if len(args) == 2 and _is_param_expr(args[0]):
            return super().__repr__()
        shown = ', '.join([_type_repr(arg) for arg in args[:-1]])
        return f'typing.Callable[[{shown}], {_type_repr(args[-1])}]'

    def __reduce__(self):
        import operator
        args = self.__args__
        if not (len(args) == 2 and _is_param_expr(args[0])):
            args = list(args[:-1]), args[-1]
        return operator.getitem, (_lookup('Callable'), args)


_LAZY_HOMES = (_SpecialGenericAlias, _TupleType, _CallableType)


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
        for arg in self.__args__:
            if isinstance(obj, arg):
                return True
        return False

    def __subclasscheck__(self, cls):
        for arg in self.__args__:
            if issubclass(cls, arg):
                return True
        return False

    def __reduce__(self):
        import operator
        return operator.getitem, (Union, self.__args__)


def _union(parameters):
    return Union[parameters]


def _union_getitem(form, parameters):
    if parameters == ():
        raise TypeError('Cannot take a Union of no types.')
    if not isinstance(parameters, tuple):
        parameters = (parameters,)
    msg = f'{form}[arg, ...]: each arg must be a type.'
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


class _AnyMeta(type):
    def __instancecheck__(self, obj):
        if self is Any:
            raise TypeError('typing.Any cannot be used with isinstance()')
        return super().__instancecheck__(obj)

    def __repr__(self):
        if self is Any:
            return 'typing.Any'
        return super().__repr__()


class Any(metaclass=_AnyMeta):
    def __new__(cls, *args, **kwargs):
        if cls is Any:
            raise TypeError('Any cannot be instantiated')
        return super().__new__(cls)
