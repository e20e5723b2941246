"""`Protocol`: structural base classes and their runtime checks, for `typing`."""
from abc import ABCMeta, abstractmethod
from typing import _lookup
from _typing_params import Generic, T_co

__name__ = 'typing'
_NOT_MEMBERS = frozenset({
    '__parameters__', '__orig_bases__', '__orig_class__', '_is_protocol', '_is_runtime_protocol',
    '__protocol_attrs__', '__non_callable_proto_members__', '__type_params__',
    '__abstractmethods__', '__annotations__', '__dict__', '__doc__', '__init__', '__module__',
    '__new__', '__slots__', '__subclasshook__', '__weakref__', '__class_getitem__',
    '__match_args__', '__static_attributes__', '__firstlineno__', '__qualname__'})
EXCLUDED_ATTRIBUTES = _NOT_MEMBERS - {'__qualname__'} | {'_MutableMapping__marker'}


def _get_protocol_attrs(cls):
    attrs = set()
    for base in cls.__mro__[:-1]:
        if base.__name__ in ('Protocol', 'Generic'):
            continue
        for attr in [*base.__dict__, *base.__dict__.get('__annotations__', {})]:
            if not attr.startswith('_abc_') and attr not in _NOT_MEMBERS:
                attrs.add(attr)
    return attrs


def _is_protocol(cls):
    return getattr(cls, '_is_protocol', False)


def _no_init_or_replace_init(self, *args, **kwargs):
    cls = type(self)
    if cls._is_protocol:
        raise TypeError('Protocols cannot be instantiated')
    if cls.__init__ is not _no_init_or_replace_init:
        return
    for base in cls.__mro__:
        init = base.__dict__.get('__init__', _no_init_or_replace_init)
        if init is not _no_init_or_replace_init:
            cls.__init__ = init
            break
    else:
        cls.__init__ = object.__init__
    cls.__init__(self, *args, **kwargs)


_absent = object()


def _static(obj, attr):
    """`obj.attr` without running descriptors, as `inspect.getattr_static`."""
    own = getattr(obj, '__dict__', None)
    if type(own) is dict and attr in own:
        return own[attr]
    for base in type(obj).__mro__:
        if attr in base.__dict__:
            return base.__dict__[attr]
    if isinstance(obj, type):
        for base in obj.__mro__:
            if attr in base.__dict__:
                return base.__dict__[attr]
    return _absent


def _recklessly(check, other):
    """Run a check that the machinery of ABCs asks for, where refusals would be wrong."""
    before = _in_abc_walk[0]
    _in_abc_walk[0] = True
    try:
        return check(other)
    finally:
        _in_abc_walk[0] = before


class _ProtocolMeta(ABCMeta):
    def __new__(mcls, name, bases, namespace, /, **kwargs):
        if name == 'Protocol' and bases == (Generic,):
            pass
        elif Protocol in bases:
            for base in bases:
                if not (base in (object, Generic)
                        or base.__name__ in _ALLOWED.get(base.__module__, ())
                        or issubclass(base, Generic) and getattr(base, '_is_protocol', False)):
                    raise TypeError(f'Protocols can only inherit from other protocols, got {base!r}')
        return super().__new__(mcls, name, bases, namespace, **kwargs)

    def __init__(cls, *args, **kwargs):
        if getattr(cls, '_is_protocol', False):
            cls.__protocol_attrs__ = _get_protocol_attrs(cls)

    def __subclasscheck__(cls, other):
        if cls is Protocol:
            return type.__subclasscheck__(cls, other)
        if getattr(cls, '_is_protocol', False) and not _in_abc_walk[0]:
            if not isinstance(other, type):
                raise TypeError('issubclass() arg 1 must be a class')
            if not getattr(cls, '_is_runtime_protocol', False):
                raise TypeError('Instance and class checks can only be used with '
                                '@runtime_checkable protocols')
            if cls.__non_callable_proto_members__ and \
                    cls.__dict__.get('__subclasshook__') is _HOOK:
                shown = str(sorted(cls.__non_callable_proto_members__))[1:-1]
                raise TypeError("Protocols with non-method members don't support issubclass(). "
                                f'Non-method members: {shown}.')
        return super().__subclasscheck__(other)

    def register(cls, subclass):
        return _recklessly(super().register, subclass)

    def _walk_check_(cls, other):
        return _recklessly(cls.__subclasscheck__, other)

    def __instancecheck__(cls, instance):
        if cls is Protocol:
            return type.__instancecheck__(cls, instance)
        if not getattr(cls, '_is_protocol', False):
            return super().__instancecheck__(instance)
        if not getattr(cls, '_is_runtime_protocol', False) and not _in_abc_walk[0]:
            raise TypeError('Instance and class checks can only be used with @runtime_checkable protocols')
        if _recklessly(super().__instancecheck__, instance):
            return True
        optional = cls.__dict__.get('__non_callable_proto_members__', ())
        for attr in cls.__protocol_attrs__:
            value = _static(instance, attr)
            if value is _absent or value is None and attr not in optional:
                return False
        return True


_in_abc_walk = [False]
_ALLOWED = {'collections.abc': ('Callable', 'Awaitable', 'Iterable', 'Iterator', 'AsyncIterable',
                                'AsyncIterator', 'Hashable', 'Sized', 'Container', 'Collection',
                                'Reversible', 'Buffer'),
            'contextlib': ('AbstractContextManager', 'AbstractAsyncContextManager'),
            'os': ('PathLike',)}


@classmethod
def _proto_hook(cls, other):
    if not cls.__dict__.get('_is_protocol', False):
        return NotImplemented
    for attr in cls.__protocol_attrs__:
        for base in other.__mro__:
            if attr in base.__dict__:
                if base.__dict__[attr] is None:
                    return NotImplemented
                break
            notes = base.__dict__.get('__annotations__', {})
            if isinstance(notes, dict) and attr in notes and issubclass(other, Generic) and getattr(other, '_is_protocol', False):
                break
        else:
            return NotImplemented
    return True


_HOOK = _proto_hook


class Protocol(Generic, metaclass=_ProtocolMeta):
    __slots__ = ()
    _is_protocol = True
    _is_runtime_protocol = False

    def __init_subclass__(cls, *args, **kwargs):
        super().__init_subclass__(*args, **kwargs)
        if not cls.__dict__.get('_is_protocol', False):
            cls._is_protocol = any([base is Protocol for base in cls.__bases__])
        if '__subclasshook__' not in cls.__dict__:
            cls.__subclasshook__ = _HOOK
        if cls._is_protocol and cls.__init__ is Protocol.__init__:
            cls.__init__ = _no_init_or_replace_init


def runtime_checkable(cls):
    if not (issubclass(cls, Generic) and getattr(cls, '_is_protocol', False)):
        raise TypeError('@runtime_checkable can be only applied to protocol classes, got %r' % cls)
    cls._is_runtime_protocol = True
    cls.__non_callable_proto_members__ = set()
    for attr in cls.__protocol_attrs__:
        try:
            plain = callable(getattr(cls, attr, None))
        except Exception as problem:
            raise TypeError(f'Failed to determine whether protocol member {attr!r} is a method member') \
                from problem
        if not plain:
            cls.__non_callable_proto_members__.add(attr)
    return cls


def is_protocol(tp, /):
    return isinstance(tp, type) and getattr(tp, '_is_protocol', False) and tp is not Protocol \
        and tp is not _lookup('Protocol')


def get_protocol_members(tp, /):
    if not is_protocol(tp):
        raise TypeError(f'{tp!r} is not a Protocol')
    return frozenset(tp.__protocol_attrs__)


def _supports(name, method, result, bases=(Protocol,)):
    """A one-method runtime protocol."""
    def body(self):
        pass
    body.__name__ = method
    body.__qualname__ = f'{name}.{method}'
    body.__annotations__ = {'return': result}
    import types
    made = types.new_class(name, bases, {}, lambda ns: ns.update({
        '__module__': 'typing', '__slots__': (), method: abstractmethod(body)}))
    return runtime_checkable(made)


def __getattr__(name):
    rows = {'SupportsAbs': ('__abs__', T_co, (Protocol[T_co],)), 'SupportsBytes': ('__bytes__', bytes),
            'SupportsComplex': ('__complex__', complex), 'SupportsFloat': ('__float__', float),
            'SupportsIndex': ('__index__', int), 'SupportsInt': ('__int__', int),
            'SupportsRound': ('__round__', T_co, (Protocol[T_co],))}
    if name not in rows:
        raise AttributeError(f"module 'typing' has no attribute {name!r}")
    made = globals()[name] = _supports(name, *rows[name])
    return made
