"""Names for types. This file holds what most programs import; the rest is built on first use.

For the VM's type-parameter syntax (PEP 695; a thunk is called at most once, when first read):
`_type_var(name)`, `_type_var_bound(name, thunk, is_tuple)` (a tuple means constraints), `_param_spec(name)` and
`_type_var_tuple(name)` make the parameters of `[T, U: bound, **P, *Ts]`, `_type_param_default(param,
thunk)` gives one a default; `_type_alias(name, params or None, thunk)` is the value of a `type`
statement; `_subscript_generic(params)` is the base added to `class C[T]:`.
"""
TYPE_CHECKING = False
Text = str
_NoneType = type(None)
GenericAlias = _BuiltinAlias = type(list[int])
_UnionType = type(int | str)

# Texts instead of tuples: most programs that import this module need only one row of them.
__all__ = """
    Annotated Any Callable ClassVar Concatenate Final ForwardRef Generic Literal Optional ParamSpec Protocol
    Tuple Type TypeVar TypeVarTuple Union AbstractSet ByteString Container ContextManager Hashable ItemsView
    Iterable Iterator KeysView Mapping MappingView MutableMapping MutableSequence MutableSet Sequence Sized
    ValuesView Awaitable AsyncIterator AsyncIterable Coroutine Collection AsyncGenerator AsyncContextManager
    Reversible SupportsAbs SupportsBytes SupportsComplex SupportsFloat SupportsIndex SupportsInt SupportsRound
    ChainMap Counter Deque Dict DefaultDict List OrderedDict Set FrozenSet NamedTuple TypedDict Generator
    BinaryIO IO Match Pattern TextIO AnyStr assert_type assert_never cast clear_overloads dataclass_transform
    final get_args get_origin get_overloads get_protocol_members get_type_hints is_protocol is_typeddict
    LiteralString Never NewType no_type_check no_type_check_decorator NoDefault NoReturn NotRequired overload
    override ParamSpecArgs ParamSpecKwargs ReadOnly Required reveal_type runtime_checkable Self Text
    TYPE_CHECKING TypeAlias TypeGuard TypeIs TypeAliasType Unpack
""".split()

# Aliases: the name, the class, and the number of parameters (-1: any number).
_ALIASES = """
List builtins.list 1
Dict builtins.dict 2
Set builtins.set 1
FrozenSet builtins.frozenset 1
Type builtins.type 1
Tuple builtins.tuple -1
Callable collections.abc.Callable 2
Deque collections.deque 1
DefaultDict collections.defaultdict 2
OrderedDict collections.OrderedDict 2
Counter collections.Counter 1
ChainMap collections.ChainMap 2
Pattern re.Pattern 1
Match re.Match 1
Hashable collections.abc.Hashable 0
Sized collections.abc.Sized 0
ByteString collections.abc.ByteString 0
AbstractSet collections.abc.Set 1
Generator collections.abc.Generator 3
AsyncGenerator collections.abc.AsyncGenerator 2
Coroutine collections.abc.Coroutine 3
Mapping collections.abc.Mapping 2
MutableMapping collections.abc.MutableMapping 2
ItemsView collections.abc.ItemsView 2
ContextManager contextlib.AbstractContextManager 2
AsyncContextManager contextlib.AbstractAsyncContextManager 2
Container collections.abc.Container 1
Iterable collections.abc.Iterable 1
Iterator collections.abc.Iterator 1
KeysView collections.abc.KeysView 1
MappingView collections.abc.MappingView 1
MutableSequence collections.abc.MutableSequence 1
MutableSet collections.abc.MutableSet 1
Sequence collections.abc.Sequence 1
ValuesView collections.abc.ValuesView 1
Awaitable collections.abc.Awaitable 1
AsyncIterator collections.abc.AsyncIterator 1
AsyncIterable collections.abc.AsyncIterable 1
Collection collections.abc.Collection 1
Reversible collections.abc.Reversible 1
"""

# Names that other modules make: the module, and its names.
_HOMES = """
_typing_alias: _Final _BaseGenericAlias _GenericAlias _SpecialGenericAlias _made _keys _cleanups
_typing_alias: _key _remember
_typing_alias: _type_convert _type_check _type_repr _collect _unpacked _substitute _is_param_expr
_typing_callable: _TupleType _CallableType _CallableGenericAlias
_typing_union: Union Optional _SpecialForm _UnionGenericAlias _union
_typing_any: Any _AnyMeta
_typing_forward: ForwardRef
_typing_params: TypeVar ParamSpec ParamSpecArgs ParamSpecKwargs TypeVarTuple TypeAliasType Generic NoDefault
_typing_params: NoDefaultType AnyStr _type_var _type_var_bound _param_spec _type_var_tuple _type_param_default
_typing_params: _type_alias _subscript_generic T KT VT T_co V_co VT_co T_contra CT_co
_typing_forms: Literal Annotated ClassVar Final Self Never NoReturn LiteralString TypeAlias TypeGuard TypeIs
_typing_forms: Required NotRequired ReadOnly Concatenate Unpack _LiteralGenericAlias _AnnotatedAlias
_typing_forms: _ConcatenateGenericAlias _UnpackGenericAlias
_typing_classes: NamedTuple NamedTupleMeta TypedDict _TypedDictMeta NewType _TypedDict _NamedTuple IO TextIO
_typing_classes: BinaryIO is_typeddict
_typing_protocol: Protocol _ProtocolMeta runtime_checkable SupportsAbs SupportsBytes SupportsComplex
_typing_protocol: SupportsFloat SupportsIndex SupportsInt SupportsRound is_protocol get_protocol_members
_typing_protocol: _get_protocol_attrs _is_protocol EXCLUDED_ATTRIBUTES
_typing_hints: get_type_hints get_origin get_args overload get_overloads clear_overloads final override
_typing_hints: no_type_check no_type_check_decorator assert_type assert_never reveal_type dataclass_transform
_typing_hints: _eval_type _strip_annotations _overload_dummy _overload_registry _ASSERT_NEVER_REPR_MAX_LENGTH
"""


def __getattr__(name):
    at = _ALIASES.find(f'\n{name} ')
    if at >= 0:
        _, target, count = _ALIASES[at:_ALIASES.index('\n', at + 1)].split()
        if name == 'Tuple' or name == 'Callable':
            from _typing_callable import _CallableType, _TupleType
            kind = _TupleType if name == 'Tuple' else _CallableType
        else:
            from _typing_alias import _SpecialGenericAlias as kind
        value = kind(target, int(count), name)
    else:
        at = max(_HOMES.find(f' {name} '), _HOMES.find(f' {name}\n'))
        if at < 0 or not name.isidentifier():
            raise AttributeError(f"module 'typing' has no attribute {name!r}")
        start = _HOMES.rfind('\n', 0, at) + 1
        value = getattr(_fetch(_HOMES[start:_HOMES.index(':', start)]), name)
    globals()[name] = value
    return value


def _fetch(home):
    """A module by name: written out, because the sandbox has no `__import__`."""
    if home == '_typing_alias':
        import _typing_alias as found
    elif home == '_typing_union':
        import _typing_union as found
    elif home == '_typing_any':
        import _typing_any as found
    elif home == '_collections_abc':
        import _collections_abc as found
    else:
        found = _fetch_rare(home)
    return found


def _fetch_rare(home):
    if home == 'builtins':
        import builtins as found
    elif home == 'collections':
        import collections as found
    elif home == 're':
        import re as found
    elif home == 'contextlib':
        import contextlib as found
    elif home == '_typing_callable':
        import _typing_callable as found
    elif home == '_typing_forward':
        import _typing_forward as found
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
