"""Variables whose value depends on the context that runs."""

__all__ = ('Context', 'ContextVar', 'Token', 'copy_context')
_absent = object()
_Alias = type(list[int])
# The functions of `decimal` for its part of the context, and for making another one. None while `decimal` is not loaded.
_decimal = None


class _Missing:
    def __repr__(self):
        return '<Token.MISSING>'


class Context:
    __slots__ = ('_values', '_entered', '_decimal', '__weakref__')

    def __reduce__(self):
        raise TypeError("cannot pickle '_contextvars.Context' object")

    def __new__(cls, *args, **kwargs):
        if args or kwargs:
            raise TypeError('Context() does not accept any arguments')
        self = object.__new__(cls)
        self._values = {}
        self._entered = False
        self._decimal = None
        return self

    def __init_subclass__(cls):
        raise TypeError("type '_contextvars.Context' is not an acceptable base type")

    def run(self, /, *args, **kwargs):
        if not args:
            raise TypeError('run() missing 1 required positional argument')
        callable, *args = args
        if self._entered:
            raise RuntimeError(f'cannot enter context: {self} is already entered')
        before = _current[0]
        self._entered = True
        _current[0] = self
        arithmetic = _decimal
        if arithmetic:
            place, make = arithmetic
            outside, place[0] = place[0], self._decimal or make()
        try:
            return callable(*args, **kwargs)
        finally:
            if arithmetic:
                self._decimal, place[0] = place[0], outside
            _current[0] = before
            self._entered = False

    def copy(self):
        made = object.__new__(Context)
        made._values = self._values.copy()
        made._entered = False
        made._decimal = _decimal[0][0] if _decimal and self is _current[0] else self._decimal
        return made

    def _key(self, var):
        if not isinstance(var, ContextVar):
            raise TypeError(f'a ContextVar key was expected, got {var!r}')
        return var

    def __getitem__(self, var):
        return self._values[self._key(var)]

    def __contains__(self, var):
        return self._key(var) in self._values

    def get(self, var, default=None, /):
        return self._values.get(self._key(var), default)

    def __iter__(self):
        return iter(self._values)

    def __len__(self):
        return len(self._values)

    def keys(self):
        return self._values.keys()

    def values(self):
        return self._values.values()

    def items(self):
        return self._values.items()

    def __eq__(self, other):
        if not isinstance(other, Context):
            return NotImplemented
        return self._values == other._values

    __hash__ = None


class ContextVar:
    __slots__ = ('_name', '_default', '__weakref__')

    def __reduce__(self):
        raise TypeError("cannot pickle '_contextvars.ContextVar' object")

    def __init__(self, name=_absent, /, *extra, default=_absent, **others):
        if name is _absent:
            raise TypeError('ContextVar() takes exactly 1 positional argument (0 given)')
        if others:
            from _stockade import unexpected_keyword
            unexpected_keyword('ContextVar()', next(iter(others)), ('default',))
        if extra:
            given = 1 + len(extra) + (default is not _absent)
            most = '1 positional argument' if given == 2 else '2 arguments'
            raise TypeError(f'ContextVar() takes at most {most} ({given} given)')
        if not isinstance(name, str):
            raise TypeError('context variable name must be a str')
        self._name = name
        self._default = default

    @property
    def name(self):
        return self._name

    def __init_subclass__(cls):
        raise TypeError("type '_contextvars.ContextVar' is not an acceptable base type")

    def get(self, default=_absent, /):
        found = _current[0]._values.get(self, _absent)
        if found is not _absent:
            return found
        if default is not _absent:
            return default
        if self._default is not _absent:
            return self._default
        raise LookupError(self)

    def set(self, value, /):
        context = _current[0]
        token = object.__new__(Token)
        token._context = context
        token._var = self
        token._old = context._values.get(self, Token.MISSING)
        token._used = False
        context._values[self] = value
        return token

    def reset(self, token, /):
        if not isinstance(token, Token):
            raise TypeError(f'expected an instance of Token, got {token!r}')
        if token._used:
            raise RuntimeError(f'{token!r} has already been used once')
        if token._var is not self:
            raise ValueError(f'{token!r} was created by a different ContextVar')
        if token._context is not _current[0]:
            raise ValueError(f'{token!r} was created in a different Context')
        token._used = True
        if token._old is Token.MISSING:
            del token._context._values[self]
        else:
            token._context._values[self] = token._old

    def __repr__(self):
        default = '' if self._default is _absent else f' default={self._default!r}'
        return f'<ContextVar name={self._name!r}{default} at {id(self):#x}>'

    __class_getitem__ = classmethod(_Alias)


class Token:
    __slots__ = ('_context', '_var', '_old', '_used')
    MISSING = _Missing()

    def __init_subclass__(cls):
        raise TypeError("type '_contextvars.Token' is not an acceptable base type")

    def __new__(cls, *args, **kwargs):
        raise RuntimeError('Tokens can only be created by ContextVars')

    @property
    def var(self):
        return self._var

    @property
    def old_value(self):
        return self._old

    def __repr__(self):
        return f'<Token{" used" if self._used else ""} var={self._var!r} at {id(self):#x}>'

    __hash__ = None
    __class_getitem__ = classmethod(_Alias)


Context.__module__ = ContextVar.__module__ = Token.__module__ = '_contextvars'
_current = [Context()]


def copy_context():
    return _current[0].copy()
