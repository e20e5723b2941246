"""Reading annotations: `get_type_hints` and friends, and decorators that only mark, for `typing`."""
import sys
import _namespace
from typing import (ForwardRef, Union, _BuiltinAlias, _GenericAlias, _BaseGenericAlias, _NoneType,
                    _UnionType, _is_param_expr, _lookup, _type_check, _type_convert)

__name__ = 'typing'


def check_expression(text):
    try:
        if not text.strip():
            raise SyntaxError
        if text[:1] == '*':
            _namespace.check_expression(f'({text},)[0]')
        else:
            _namespace.check_expression(text)
    except SyntaxError:
        raise SyntaxError(f'Forward reference must be an expression -- got {text!r}') from None


def evaluate(ref, globalns, localns, type_params, guard):
    text = ref.__forward_arg__
    if text in guard:
        return ref
    if not ref.__forward_evaluated__ or localns is not globalns:
        if globalns is None and localns is None:
            globalns = localns = {}
        elif globalns is None:
            globalns = localns
        elif localns is None:
            localns = globalns
        if ref.__forward_module__ is not None:
            globalns = _namespace.names_in(sys.modules.get(ref.__forward_module__), globalns)
        env = {**globalns, **localns}
        for param in type_params:
            # The own names of a class come first. In this case they are `globalns`.
            if not ref.__forward_is_class__ or param.__name__ not in globalns:
                env[param.__name__] = param
        source = f'({text},)[0]' if text[:1] == '*' else text
        kind = _type_check(_namespace.annotation(source, env), 'Forward references must evaluate to types.',
                           is_argument=ref.__forward_is_argument__,
                           allow_special_forms=ref.__forward_is_class__)
        ref.__forward_value__ = _eval_type(kind, globalns, localns, type_params,
                                           recursive_guard=guard | {text})
        ref.__forward_evaluated__ = True
    return ref.__forward_value__


def _eval_type(t, globalns, localns, type_params=(), *, recursive_guard=frozenset()):
    """Replace the forward references inside `t` by what they name."""
    if isinstance(t, ForwardRef):
        return evaluate(t, globalns, localns, type_params or (), recursive_guard)
    if not isinstance(t, (_GenericAlias, _BuiltinAlias, _UnionType)):
        return t
    args = t.__args__
    if isinstance(t, _BuiltinAlias):
        args = tuple([ForwardRef(arg) if isinstance(arg, str) else arg for arg in args])
    made = tuple([_eval_type(arg, globalns, localns, type_params, recursive_guard=recursive_guard)
                  for arg in args])
    if made == t.__args__ and not getattr(t, '__unpacked__', False):
        return t
    if isinstance(t, _BuiltinAlias):
        alias = type(t)(t.__origin__, made)
        return _lookup('Unpack')[alias] if t.__unpacked__ else alias
    if isinstance(t, _UnionType):
        total = made[0]
        for arg in made[1:]:
            total = total | arg
        return total
    return t.copy_with(made)


def _strip_annotations(t):
    """Drop `Annotated`, `Required` and the like, at any depth."""
    if type(t).__name__ == '_AnnotatedAlias':
        return _strip_annotations(t.__origin__)
    if getattr(getattr(t, '__origin__', None), '_name', None) in ('Required', 'NotRequired', 'ReadOnly') \
            and isinstance(t, _GenericAlias):
        return _strip_annotations(t.__args__[0])
    if isinstance(t, (_GenericAlias, _BuiltinAlias, _UnionType)):
        args = tuple([_strip_annotations(arg) for arg in t.__args__])
        if args == t.__args__:
            return t
        if isinstance(t, _BuiltinAlias):
            return type(t)(t.__origin__, args)
        if isinstance(t, _UnionType):
            total = args[0]
            for arg in args[1:]:
                total = total | arg
            return total
        return t.copy_with(args)
    return t


def _module_names(obj):
    if not isinstance(obj, type):
        seen = _namespace.names_of(getattr(obj, '__func__', obj))
        if seen is not None:
            return seen
    return _namespace.names_in(sys.modules.get(getattr(obj, '__module__', None)), {})


def get_type_hints(obj, globalns=None, localns=None, include_extras=False):
    if getattr(obj, '__no_type_check__', None):
        return {}
    hints = {}
    if isinstance(obj, type):
        for base in reversed(obj.__mro__):
            names = _module_names(base) if globalns is None else globalns
            own = base.__dict__.get('__annotations__', {})
            if type(own).__name__ == 'getset_descriptor':
                own = {}
            local = dict(vars(base)) if localns is None else localns
            if localns is None and globalns is None:
                names, local = local, names
            params = getattr(base, '__type_params__', ())
            for name, value in own.items():
                if value is None:
                    value = _NoneType
                if isinstance(value, str):
                    value = ForwardRef(value, is_argument=False, is_class=True)
                hints[name] = _eval_type(value, names, local, params)
    else:
        if globalns is None:
            if type(obj) is type(sys):
                globalns = _namespace.names_in(obj, {})
            else:
                plain = obj
                while hasattr(plain, '__wrapped__'):
                    plain = plain.__wrapped__
                globalns = _module_names(plain)
            if localns is None:
                localns = globalns
        elif localns is None:
            localns = globalns
        own = getattr(obj, '__annotations__', None)
        if own is None:
            if type(obj).__name__ in _ALLOWED:
                return {}
            raise TypeError(f'{obj!r} is not a module, class, method, or function.')
        params = getattr(obj, '__type_params__', ())
        for name, value in own.items():
            if value is None:
                value = _NoneType
            if isinstance(value, str):
                value = ForwardRef(value, is_argument=type(obj) is not type(sys), is_class=False)
            hints[name] = _eval_type(value, globalns, localns, params)
    if include_extras:
        return hints
    return {name: _strip_annotations(kind) for name, kind in hints.items()}


_ALLOWED = ('builtin_function_or_method', 'function', 'method', 'module', 'method-wrapper',
            'wrapper_descriptor', 'method_descriptor')


def get_origin(tp):
    if type(tp).__name__ == '_AnnotatedAlias' and isinstance(tp, _BaseGenericAlias):
        return _lookup('Annotated')
    if isinstance(tp, (_BaseGenericAlias, _BuiltinAlias)) or \
            type(tp).__name__ in ('ParamSpecArgs', 'ParamSpecKwargs'):
        return tp.__origin__
    if tp is _lookup('Generic'):
        return tp
    if isinstance(tp, _UnionType):
        return _UnionType
    return None


def get_args(tp):
    if type(tp).__name__ == '_AnnotatedAlias' and isinstance(tp, _BaseGenericAlias):
        return (tp.__origin__,) + tp.__metadata__
    if isinstance(tp, (_GenericAlias, _BuiltinAlias)):
        args = tp.__args__
        if 'Callable' == getattr(tp.__origin__, '__name__', None) and \
                tp.__origin__.__module__ == 'collections.abc' and \
                not (len(args) == 2 and _is_param_expr(args[0])):
            args = (list(args[:-1]), args[-1])
        return args
    if isinstance(tp, _UnionType):
        return tp.__args__
    return ()


# ---- marks

_overload_registry = {}


def _overload_dummy(*args, **kwds):
    raise NotImplementedError(
        'You should not call an overloaded function. A series of @overload-decorated functions '
        'outside a stub module should always be followed by an implementation that is not @overload-ed.')


def overload(func):
    plain = getattr(func, '__func__', func)
    try:
        line = plain.__code__.co_firstlineno
    except AttributeError:
        line = id(plain)
    try:
        _overload_registry.setdefault((plain.__module__, plain.__qualname__), {})[line] = func
    except AttributeError:
        pass
    return _overload_dummy


def get_overloads(func):
    plain = getattr(func, '__func__', func)
    module = plain.__module__
    if all(module != known for known, _ in _overload_registry):
        return []
    return list(_overload_registry.get((module, plain.__qualname__), {}).values())


def clear_overloads():
    _overload_registry.clear()


def _mark(obj, name, value=True):
    try:
        setattr(obj, name, value)
    except (AttributeError, TypeError):
        pass
    return obj


def final(f):
    return _mark(f, '__final__')


def override(method, /):
    return _mark(method, '__override__')


def no_type_check(arg):
    if isinstance(arg, type):
        for key in dir(arg):
            obj = getattr(arg, key)
            if not hasattr(obj, '__qualname__') or obj.__qualname__ != f'{arg.__qualname__}.{obj.__name__}' \
                    or getattr(obj, '__module__', None) != arg.__module__:
                continue
            if type(obj).__name__ == 'function':
                obj.__no_type_check__ = True
            elif type(obj).__name__ == 'method':
                obj.__func__.__no_type_check__ = True
            elif isinstance(obj, type):
                no_type_check(obj)
    try:
        arg.__no_type_check__ = True
    except TypeError:  # of a builtin class
        pass
    return arg


def no_type_check_decorator(decorator):
    import functools
    from warnings import warn
    warn("'typing.no_type_check_decorator' is deprecated and slated for removal in Python 3.15",
         DeprecationWarning, 2)

    @functools.wraps(decorator)
    def wrapped_decorator(*args, **kwds):
        return no_type_check(decorator(*args, **kwds))
    return wrapped_decorator


def assert_type(val, typ, /):
    return val


_ASSERT_NEVER_REPR_MAX_LENGTH = 100


def assert_never(arg, /):
    shown = repr(arg)
    if len(shown) > _ASSERT_NEVER_REPR_MAX_LENGTH:
        shown = shown[:_ASSERT_NEVER_REPR_MAX_LENGTH] + '...'
    raise AssertionError(f'Expected code to be unreachable, but got: {shown}')


def reveal_type(obj, /):
    print(f'Runtime type is {type(obj).__name__!r}', file=sys.stderr)
    return obj


def dataclass_transform(*, eq_default=True, order_default=False, kw_only_default=False,
                        frozen_default=False, field_specifiers=(), **kwargs):
    def decorator(cls_or_fn):
        cls_or_fn.__dataclass_transform__ = {
            'eq_default': eq_default, 'order_default': order_default,
            'kw_only_default': kw_only_default, 'frozen_default': frozen_default,
            'field_specifiers': field_specifiers, 'kwargs': kwargs}
        return cls_or_fn
    return decorator
