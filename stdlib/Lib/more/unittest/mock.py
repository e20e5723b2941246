"""Objects that record how they are used, and putting them in place of others for a while."""
import sys
from types import FunctionType, MethodType
from _stockade import (guest_delattr as _guest_delattr, guest_getattr as _guest_getattr, guest_setattr as _guest_setattr,
                       loaded_module as _loaded_module, make_class as _make_class)

__all__ = ('Mock', 'MagicMock', 'patch', 'sentinel', 'DEFAULT', 'ANY', 'call', 'create_autospec', 'AsyncMock', 'ThreadingMock',
           'FILTER_DIR', 'NonCallableMock', 'NonCallableMagicMock', 'mock_open', 'PropertyMock', 'seal')
__unittest = True
FILTER_DIR = True
FUNCTIONS = (FunctionType, MethodType)


class _SentinelObject:
    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return f'sentinel.{self.name}'

    def __reduce__(self):
        return f'sentinel.{self.name}'


class _Sentinel:
    """A new, unique object for each attribute asked for."""

    def __init__(self):
        self._sentinels = {}

    def __getattr__(self, name):
        if name == '__bases__':
            raise AttributeError
        return self._sentinels.setdefault(name, _SentinelObject(name))

    def __reduce__(self):
        return 'sentinel'


sentinel = _Sentinel()
DEFAULT = sentinel.DEFAULT
_missing = sentinel.MISSING
_deleted = sentinel.DELETED


class InvalidSpecError(Exception):
    """A mock was given where the thing it should look like was wanted."""


class _ANY:
    """Equal to everything."""

    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return False

    def __repr__(self):
        return '<ANY>'


ANY = _ANY()


def _shown_call(name, args, kwargs):
    parts = [repr(arg) for arg in args] + [f'{key}={value!r}' for key, value in kwargs.items()]
    return f'{name}({", ".join(parts)})'


# What a call object has only because it is a tuple: `call.index` and the like are further calls.
_OF_TUPLES = frozenset(tuple.__dict__)


class _Call(tuple):
    """(name, args, kwargs) of a call; compares with shorter forms too."""

    def __new__(cls, value=(), name='', parent=None, two=False, from_kall=True):
        args, kwargs = (), {}
        size = len(value)
        if size == 3:
            name, args, kwargs = value
        elif size == 2:
            first, second = value
            if isinstance(first, str):
                name = first
                if isinstance(second, tuple):
                    args = second
                else:
                    kwargs = second
            else:
                args, kwargs = first, second
        elif size == 1:
            value, = value
            if isinstance(value, str):
                name = value
            elif isinstance(value, tuple):
                args = value
            else:
                kwargs = value
        if two:
            return tuple.__new__(cls, (args, kwargs))
        return tuple.__new__(cls, (name, args, kwargs))

    def __init__(self, value=(), name=None, parent=None, two=False, from_kall=True):
        self._mock_name = name
        self._mock_parent = parent
        self._mock_from_kall = from_kall

    def _full(self):
        return tuple(self) if len(self) == 3 else ('', *self)

    def __eq__(self, other):
        try:
            size = len(other)
        except TypeError:
            return NotImplemented
        parts = tuple.__iter__(other) if isinstance(other, tuple) else other
        name, args, kwargs = self._full()
        parent, theirs = getattr(self, '_mock_parent', None), getattr(other, '_mock_parent', None)
        if parent and theirs and parent != theirs:
            return False
        their_name, their_args, their_kwargs = '', (), {}
        if size == 3:
            their_name, their_args, their_kwargs = parts
        elif size == 1:
            value, = parts
            if isinstance(value, tuple):
                their_args = value
            elif isinstance(value, str):
                their_name = value
            else:
                their_kwargs = value
        elif size == 2:
            first, second = parts
            if isinstance(first, str):
                their_name = first
                if isinstance(second, tuple):
                    their_args = second
                else:
                    their_kwargs = second
            else:
                their_args, their_kwargs = first, second
        elif size:
            return False
        if name and their_name != name:
            return False
        return (their_args, their_kwargs) == (args, kwargs)

    __ne__ = object.__ne__

    __hash__ = None

    def __call__(self, *args, **kwargs):
        if self._mock_name is None:
            return _Call(('', args, kwargs), name='()')
        name = self._mock_name + '()'
        return _Call((self._mock_name, args, kwargs), name=name, parent=self)

    def __getattr__(self, attr):
        if self._mock_name is None:
            return _Call(name=attr, from_kall=False)
        return _Call(name=f'{self._mock_name}.{attr}', parent=self, from_kall=False)

    def __getattribute__(self, attr):
        if attr in _OF_TUPLES:
            raise AttributeError
        return tuple.__getattribute__(self, attr)

    @property
    def args(self):
        return self[-2]

    @property
    def kwargs(self):
        return self[-1]

    def __repr__(self):
        if not self._mock_from_kall:
            name = self._mock_name or 'call'
            return f'call{name}' if name.startswith('()') else name
        name, args, kwargs = self._full()
        if not name:
            name = 'call'
        elif name.startswith('()'):
            name = f'call{name}'
        else:
            name = f'call.{name}'
        return _shown_call(name, args, kwargs)

    def call_list(self):
        found, this = [], self
        while this is not None:
            if this._mock_from_kall:
                found.append(this)
            this = this._mock_parent
        return _CallList(reversed(found))


call = _Call(from_kall=False)


class _CallList(list):
    def __contains__(self, value):
        if not isinstance(value, list):
            return list.__contains__(self, value)
        size = len(value)
        return any(self[at:at + size] == value for at in range(len(self) - size + 1))

    def __repr__(self):
        from pprint import pformat
        return pformat(list(self))


_NUMERIC = 'add sub mul matmul truediv floordiv mod lshift rshift and xor or pow'.split()
_RIGHT = ['r' + name for name in _NUMERIC] + ['rdivmod']
_IN_PLACE = ['i' + name for name in _NUMERIC]
_MAGIC_NAMES = {f'__{name}__' for name in (
    'hash str sizeof lt gt le ge eq ne getitem setitem delitem len contains enter exit ceil floor trunc round '
    'divmod neg pos abs invert complex int float index bool next fspath aiter call repr format iter reversed dir '
    'get set delete missing reduce reduce_ex getinitargs getnewargs getstate setstate getformat subclasses '
    'getnewargs_ex aenter aexit anext').split() + _NUMERIC + _RIGHT + _IN_PLACE}
_magics = {f'__{name}__' for name in (
    'hash str sizeof lt gt le ge eq ne getitem setitem delitem len contains enter exit ceil floor trunc round '
    'divmod neg pos abs invert complex int float index bool next fspath iter aenter aexit aiter anext').split()
    + _NUMERIC + _RIGHT + _IN_PLACE}
_ASYNC_MAGICS = {'__aenter__', '__aexit__', '__anext__'}
_RETURNED = {'__int__': 1, '__contains__': False, '__len__': 0, '__exit__': False, '__complex__': 1j, '__float__': 1.0,
             '__bool__': True, '__index__': 1, '__aexit__': False, '__lt__': NotImplemented, '__gt__': NotImplemented,
             '__le__': NotImplemented, '__ge__': NotImplemented}
_ASSERTS = ('assert', 'assret', 'asert', 'aseert', 'assrt')
_TYPOS = {'called_once', 'called_once_with', 'called_with', 'has_calls', 'not_called', 'any_call', 'awaited', 'awaited_once'}


def _computed(name, this):
    """What a supported method of a MagicMock gives when nothing else is set."""
    if name == '__hash__':
        return object.__hash__(this)
    if name == '__str__':
        return object.__str__(this)
    if name == '__sizeof__':
        return 64
    if name == '__fspath__':
        return f'{type(this).__name__}/{this._extract_mock_name()}/{id(this)}'
    return _missing


def _is_dunder(name):
    return len(name) > 4 and name.startswith('__') and name.endswith('__')


def _is_instance_mock(obj):
    return issubclass(type(obj), NonCallableMock)


def _behind(obj):
    """The mock behind a function that an autospec has made; anything else is itself."""
    if isinstance(obj, FUNCTIONS) and hasattr(obj, 'mock'):
        return obj.mock
    return obj


def _is_exception(obj):
    return isinstance(obj, BaseException) or isinstance(obj, type) and issubclass(obj, BaseException)


def _is_async(obj):
    from inspect import iscoroutinefunction
    if _is_instance_mock(obj) and not isinstance(obj, AsyncMock):
        return False
    return iscoroutinefunction(getattr(obj, '__func__', obj))


def _is_async_attribute(spec, name):
    """Whether an object keeps an async function under a name."""
    for place in (spec, type(spec)):
        for base in place.__mro__ if isinstance(place, type) else (place,):
            stored = getattr(base, '__dict__', ())
            if name in stored:
                found = stored[name]
                found = getattr(found, '__func__', found) if isinstance(found, (classmethod, staticmethod)) else found
                return type(found).__name__ == 'function' and bool(found.__code__.co_flags & 0x80)
    return False


def _signature_of(spec, as_instance, eat_self):
    """What calls of the spec must fit, or None when it cannot be known."""
    from inspect import Parameter, signature
    target = spec
    if isinstance(spec, type) and not as_instance:
        target, eat_self = spec.__init__, True
        if target is object.__init__:
            return None
    elif isinstance(spec, (classmethod, staticmethod)):
        target, eat_self = spec.__func__, eat_self or isinstance(spec, classmethod)
    elif not isinstance(spec, FUNCTIONS):
        target = getattr(spec, '__call__', None)
        if not isinstance(target, FUNCTIONS):
            return None
    try:
        found = signature(target)
    except (TypeError, ValueError):
        return None
    if eat_self:
        parameters = list(found.parameters.values())
        if parameters and parameters[0].kind in (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD):
            found = found.replace(parameters=parameters[1:])
    return found


class _Magic:
    """The descriptor through which a special method of one mock is found on its own class."""

    def __init__(self, name, parent):
        self.name, self.parent = name, parent

    def __get__(self, obj, kind=None):
        made = self.parent._child_for(self.name, magic=True)
        setattr(self.parent, self.name, made)
        return made


def _recorded(name):
    private = '_mock_' + name

    def read(self):
        delegate = self.__dict__.get('_mock_delegate')
        return self.__dict__.get(private) if delegate is None else getattr(delegate, name)

    def write(self, value):
        delegate = self.__dict__.get('_mock_delegate')
        if delegate is None:
            self.__dict__[private] = value
        else:
            setattr(delegate, name, value)
    return property(read, write)


class NonCallableMock:
    """A mock without `__call__`."""

    def __new__(cls, /, *args, **kw):
        # Each mock has a class of its own, so that special methods can be set on it.
        bases = (cls,)
        spec = kw.get('spec_set') or kw.get('spec') or (args[0] if args and not _is_instance_mock(args[0]) else None)
        if not issubclass(cls, AsyncMockMixin) and spec is not None and _is_async(spec) and issubclass(cls, CallableMixin):
            bases = (AsyncMockMixin, cls)
        made = _make_class(cls.__name__, bases, {'__doc__': cls.__doc__, '__module__': cls.__module__})
        return object.__new__(made)

    def __init__(self, spec=None, wraps=None, name=None, spec_set=None, parent=None, _spec_state=None, _new_name='',
                 _new_parent=None, _spec_as_instance=False, _eat_self=None, unsafe=False, **kwargs):
        put = self.__dict__
        if _new_parent is None:
            _new_parent = parent
        put.update(_mock_parent=parent, _mock_name=name, _mock_new_name=_new_name, _mock_new_parent=_new_parent,
                   _mock_sealed=False)
        if spec_set is not None:
            spec, fixed = spec_set, True
        else:
            fixed = False
        if _eat_self is None:
            _eat_self = parent is not None
        self._add_spec(spec, fixed, _spec_as_instance, _eat_self)
        put.update(_mock_children={}, _mock_wraps=wraps, _mock_delegate=None, _mock_called=False, _mock_call_args=None,
                   _mock_call_count=0, _mock_call_args_list=_CallList(), _mock_mock_calls=_CallList(),
                   _mock_unsafe=unsafe, method_calls=_CallList(), _mock_return_value=put.get('_mock_return_value', DEFAULT),
                   _mock_side_effect=put.get('_mock_side_effect'))
        if kwargs:
            self.configure_mock(**kwargs)

    def _add_spec(self, spec, fixed, as_instance=False, eat_self=False):
        if spec is not None and _is_instance_mock(spec):
            raise InvalidSpecError(f'Cannot spec a Mock object. [object={spec!r}]')
        kind = signature = names = None
        asyncs = []
        if spec is not None:
            if type(spec) in (list, tuple):
                names = list(spec)
            else:
                kind = spec if isinstance(spec, type) else type(spec)
                signature = _signature_of(spec, as_instance, eat_self)
                names = dir(spec)
                asyncs = [name for name in names if _is_async_attribute(spec, name)]
                from dataclasses import is_dataclass
                if is_dataclass(spec):
                    names = sorted({*names, *spec.__dataclass_fields__})
        self.__dict__.update(_spec_class=kind, _spec_set=fixed, _spec_signature=signature, _mock_methods=names, _spec_asyncs=asyncs,
                             _spec_object=spec if kind is not None else None)

    def mock_add_spec(self, spec, spec_set=False):
        self._add_spec(spec, spec_set)

    def attach_mock(self, mock, attribute):
        inner = _behind(mock)
        inner.__dict__.update(_mock_parent=None, _mock_new_parent=None, _mock_name='', _mock_new_name=None)
        setattr(self, attribute, mock)

    def _follow(self):
        return self.__dict__.get('_mock_delegate')

    @property
    def return_value(self):
        found = self._mock_return_value if self._follow() is None else self._follow().return_value
        if found is DEFAULT and self._mock_wraps is None:
            found = self._get_child_mock(_new_parent=self, _new_name='()')
            self.return_value = found
        return found

    @return_value.setter
    def return_value(self, value):
        if self._follow() is not None:
            self._follow().return_value = value
        else:
            self.__dict__['_mock_return_value'] = value
            _adopt(self, value, None, '()')

    @property
    def side_effect(self):
        delegate = self._follow()
        if delegate is None:
            return self.__dict__.get('_mock_side_effect')
        found = delegate.side_effect
        if found is not None and not callable(found) and not _is_exception(found) and not hasattr(type(found), '__next__'):
            found = delegate.side_effect = iter(found)
        return found

    @side_effect.setter
    def side_effect(self, value):
        if value is not None and not callable(value) and not _is_exception(value):
            try:
                value = iter(value)
            except TypeError:
                pass
        if self._follow() is None:
            self.__dict__['_mock_side_effect'] = value
        else:
            self._follow().side_effect = value

    called = _recorded('called')
    call_count = _recorded('call_count')
    call_args = _recorded('call_args')
    call_args_list = _recorded('call_args_list')
    mock_calls = _recorded('mock_calls')

    @property
    def __class__(self):
        kind = self.__dict__.get('_spec_class')
        return type(self) if kind is None else kind

    def reset_mock(self, visited=None, *, return_value=False, side_effect=False):
        visited = [] if visited is None else visited
        if id(self) in visited:
            return
        visited.append(id(self))
        self.called, self.call_args, self.call_count = False, None, 0
        self.mock_calls, self.call_args_list = _CallList(), _CallList()
        self.__dict__['method_calls'] = _CallList()
        if return_value:
            self.__dict__['_mock_return_value'] = DEFAULT
        if side_effect:
            self.__dict__['_mock_side_effect'] = None
        for child in self._mock_children.values():
            if child is not _deleted and not isinstance(child, _SentinelObject) and hasattr(child, 'reset_mock'):
                child.reset_mock(visited, return_value=return_value, side_effect=side_effect)
        found = self.__dict__['_mock_return_value']
        if _is_instance_mock(found) and found is not self:
            found.reset_mock(visited)

    def configure_mock(self, **kwargs):
        for path, value in sorted(kwargs.items(), key=lambda entry: entry[0].count('.')):
            *parts, last = path.split('.')
            target = self
            for part in parts:
                target = _guest_getattr(target, part)
            _guest_setattr(target, last, value)

    def __getattr__(self, name):
        if name in ('_mock_methods', '_mock_unsafe'):
            raise AttributeError(name)
        put = self.__dict__
        if '_mock_children' not in put:
            raise AttributeError(name)
        if put['_mock_methods'] is not None:
            if name not in put['_mock_methods'] or name in _MAGIC_NAMES:
                raise AttributeError(f'Mock object has no attribute {name!r}')
        elif _is_dunder(name):
            raise AttributeError(name)
        if not put['_mock_unsafe'] and (not put['_mock_methods'] or name not in put['_mock_methods']):
            if name.startswith(_ASSERTS) or name in _TYPOS:
                raise AttributeError(f'{name!r} is not a valid assertion. Use a spec for the mock if {name!r} is meant to '
                                     'be an attribute.')
        found = put['_mock_children'].get(name)
        if found is _deleted:
            raise AttributeError(name)
        if found is None:
            found = self._child_for(name)
            put['_mock_children'][name] = found
        elif isinstance(found, SpecState):
            found = found.make(self, name)
            put['_mock_children'][name] = found
        return found

    def _child_for(self, name, magic=False):
        wraps = self._mock_wraps
        if wraps is not None and not magic:
            wraps = _guest_getattr(wraps, name)
        elif magic:
            wraps = None
        more = {}
        if magic:
            more = {'_eat_self': False}
        # What operators call is no method of the mock's: `method_calls` leaves it out.
        made = self._get_child_mock(parent=None if magic else self, name=name, wraps=wraps, _new_name=name, _new_parent=self, **more)
        if magic:
            _default_magic(self, made, name)
        return made

    def _get_child_mock(self, /, **kw):
        if self.__dict__.get('_mock_sealed'):
            attribute = f'.{kw["name"]}' if 'name' in kw else '()'
            raise AttributeError(self._extract_mock_name() + attribute)
        name = kw.get('_new_name')
        if name in self.__dict__.get('_spec_asyncs', ()):
            return AsyncMock(**kw)
        kind = type(self)
        if issubclass(kind, MagicMock) and name in _ASYNC_MAGICS:
            return AsyncMock(**kw)
        if issubclass(kind, AsyncMockMixin):
            if name in _MAGIC_NAMES and name not in _ASYNC_MAGICS or self._mock_methods and name in self._mock_methods:
                return MagicMock(**kw)
            return AsyncMock(**kw)
        base = kind.__mro__[1]
        if not issubclass(base, CallableMixin):
            if issubclass(base, NonCallableMagicMock):
                base = MagicMock
            elif issubclass(base, NonCallableMock):
                base = Mock
        elif base is PropertyMock:
            base = MagicMock
        return base(**kw)

    def _extract_mock_name(self):
        parts, last = [], ''
        here = self
        this = here.__dict__
        sep = ''
        while True:
            new = this['_mock_new_name']
            name = this['_mock_name']
            if this['_mock_new_parent'] is None:
                parts.append((name or 'mock') + sep)
                break
            parts.append((new or name or '') + sep)
            sep = '' if new == '()' else '.'
            this = this['_mock_new_parent'].__dict__
        return ''.join(reversed(parts))

    def __repr__(self):
        name = self._extract_mock_name()
        shown = '' if name == 'mock' else f' name={name!r}'
        spec = self.__dict__['_spec_class']
        if spec is not None:
            word = 'spec_set' if self.__dict__['_spec_set'] else 'spec'
            shown += f' {word}={spec.__name__!r}'
        return f"<{type(self).__name__}{shown} id='{id(self)}'>"

    def __dir__(self):
        if not FILTER_DIR:
            return object.__dir__(self)
        own = self.__dict__['_mock_methods'] or []
        names = {*own, *[name for name in dir(type(self)) if not name.startswith('_')],
                 *[name for name in self.__dict__ if not name.startswith('_')],
                 *[name for name, child in self._mock_children.items() if child is not _deleted]}
        names |= {name for name in dir(type(self)) if _is_dunder(name)}
        return sorted(names)

    def __setattr__(self, name, value):
        put = self.__dict__
        if name in _SETTABLE or name.startswith('_mock_') or name.startswith('_spec_'):
            return object.__setattr__(self, name, value)
        if put['_spec_set'] and put['_mock_methods'] is not None and name not in put['_mock_methods'] and name not in put:
            raise AttributeError(f"Mock object has no attribute '{name}'")
        if name in _UNSUPPORTED:
            raise AttributeError(f"Attempting to set unsupported magic method {name!r}.")
        if name in _MAGIC_NAMES:
            if put['_mock_methods'] is not None and name not in put['_mock_methods']:
                raise AttributeError(f"Mock object has no attribute '{name}'")
            if not _is_instance_mock(value):
                function = value

                def method(self, /, *args, **kw):
                    return function(self, *args, **kw)
                setattr(type(self), name, method)
                put['_mock_children'][name] = lambda *args, **kw: function(self, *args, **kw)
                return
            _adopt(self, value, None, name)
            setattr(type(self), name, value)
            put['_mock_children'][name] = value
            return
        if name == '__class__':
            put['_spec_class'] = value
            return
        if _adopt(self, value, name, name):
            put['_mock_children'][name] = value
        if put.get('_mock_sealed') and not hasattr(self, name):
            raise AttributeError(f'Cannot set {self._extract_mock_name()}.{name}')
        if isinstance(value, PropertyMock):
            put[name] = value
            return
        if isinstance(getattr(type(self), name, None), property):
            return object.__setattr__(self, name, value)
        if not _is_instance_mock(value):
            put['_mock_children'].pop(name, None)
        put[name] = value

    def __delattr__(self, name):
        put = self.__dict__
        if name in _MAGIC_NAMES and name in type(self).__dict__:
            delattr(type(self), name)
            if name not in put:
                return
        found = put['_mock_children'].get(name, _missing)
        if name in put:
            object.__delattr__(self, name)
        elif found is _deleted:
            raise AttributeError(name)
        if found is not _missing or name not in put:
            put['_mock_children'].pop(name, None)
        put['_mock_children'][name] = _deleted

    # What was asked of the mock

    def _shown(self, args, kwargs):
        return _shown_call(self._mock_name or 'mock', args, kwargs)

    def _calls_repr(self, prefix='Calls'):
        if not self.mock_calls:
            return ''
        return f'\n{prefix}: {safe_repr(self.mock_calls)}.'

    def _comparable(self, entry):
        """A call with its arguments in the order of the signature."""
        signature = self._signature_for(entry)
        if signature is None:
            return entry
        name = ''
        if len(entry) == 2:
            args, kwargs = entry
        else:
            name, args, kwargs = entry
        try:
            bound = signature.bind(*args, **kwargs)
            return call(name, bound.args, bound.kwargs)
        except TypeError as error:
            return error.with_traceback(None)

    _call_matcher = _comparable

    def _signature_for(self, entry):
        if isinstance(entry, tuple) and len(entry) > 2 and entry[0]:
            names = entry[0].replace('()', '').split('.')
            child, signature = self, None
            for name in names:
                child = _behind(child._mock_children.get(name))
                if not _is_instance_mock(child):
                    break
                signature = child._spec_signature
            return signature
        return self._spec_signature

    def assert_not_called(self):
        if self.call_count:
            raise AssertionError(f"Expected '{self._mock_name or 'mock'}' to not have been called. Called "
                                 f'{self.call_count} times.{self._calls_repr()}')

    def assert_called(self):
        if not self.call_count:
            raise AssertionError(f"Expected '{self._mock_name or 'mock'}' to have been called.")

    def assert_called_once(self):
        if self.call_count != 1:
            raise AssertionError(f"Expected '{self._mock_name or 'mock'}' to have been called once. Called "
                                 f'{self.call_count} times.{self._calls_repr()}')

    def assert_called_with(self, /, *args, **kwargs):
        expected = self._shown(args, kwargs)
        if self.call_args is None:
            raise AssertionError(f'expected call not found.\nExpected: {expected}\n  Actual: not called.')
        wanted = self._comparable(_Call((args, kwargs), two=True))
        actual = self._comparable(self.call_args)
        if actual != wanted:
            cause = wanted if isinstance(wanted, Exception) else None
            raise AssertionError(f'expected call not found.\nExpected: {expected}\n  Actual: '
                                 f'{self._shown(*self.call_args)}') from cause

    def assert_called_once_with(self, /, *args, **kwargs):
        if self.call_count != 1:
            raise AssertionError(f"Expected '{self._mock_name or 'mock'}' to be called once. Called {self.call_count} "
                                 f'times.{self._calls_repr()}')
        return self.assert_called_with(*args, **kwargs)

    def assert_any_call(self, /, *args, **kwargs):
        wanted = self._comparable(_Call((args, kwargs), two=True))
        cause = wanted if isinstance(wanted, Exception) else None
        actual = [self._comparable(entry) for entry in self.call_args_list]
        if cause or wanted not in _AnyComparer(actual):
            raise AssertionError(f'{self._shown(args, kwargs)} call not found') from cause

    def assert_has_calls(self, calls, any_order=False):
        expected = [self._comparable(entry) for entry in calls]
        cause = next((entry for entry in expected if isinstance(entry, Exception)), None)
        actual = _CallList([self._comparable(entry) for entry in self.mock_calls])
        if not any_order:
            if expected not in actual:
                if cause is None:
                    problem = 'Calls not found.'
                else:
                    problem = ('Error processing expected calls.\nErrors: '
                               f'{[entry if isinstance(entry, Exception) else None for entry in expected]}')
                raise AssertionError(f'{problem}\nExpected: {_CallList(calls)}\n  Actual: '
                                     f'{safe_repr(self.mock_calls)}') from cause
            return
        left, missing = list(actual), []
        for entry in expected:
            try:
                left.remove(entry)
            except ValueError:
                missing.append(entry)
        if missing:
            name = self._mock_name or 'mock'
            raise AssertionError(f'{name!r} does not contain all of {tuple(missing)!r} in its call list, found '
                                 f'{left!r} instead') from cause


_SETTABLE = {'return_value', 'side_effect', 'called', 'call_count', 'call_args', 'call_args_list', 'mock_calls',
             'method_calls', '_mock_methods', 'await_count', 'await_args', 'await_args_list'}
_UNSUPPORTED = {'__getattr__', '__setattr__', '__init__', '__new__', '__prepare__', '__instancecheck__',
                '__subclasscheck__', '__del__'}


def safe_repr(obj):
    from unittest.util import safe_repr
    return safe_repr(obj)


class _AnyComparer(list):
    """Finds what equals an item, with the item's own comparison first."""

    def __contains__(self, item):
        for entry in self:
            if len(item) == len(entry) and all(mine == theirs for mine, theirs in zip(item, entry)):
                return True
        return False


def _adopt(parent, value, name, new_name):
    """Makes a mock that has no parent yet a child."""
    value = _behind(value)
    if not _is_instance_mock(value):
        return False
    inner = value.__dict__
    if (inner['_mock_name'] or inner['_mock_new_name'] or inner['_mock_parent'] is not None
            or inner['_mock_new_parent'] is not None):
        return False
    above = parent
    while above is not None:
        if above is value:
            return False
        above = above.__dict__['_mock_new_parent']
    if new_name:
        inner['_mock_new_parent'], inner['_mock_new_name'] = parent, new_name
    if name:
        inner['_mock_parent'], inner['_mock_name'] = parent, name
    return True


class CallableMixin:
    """What can be called, and keeps how it was."""

    def __init__(self, spec=None, side_effect=None, return_value=DEFAULT, wraps=None, name=None, spec_set=None,
                 parent=None, _spec_state=None, _new_name='', _new_parent=None, **kwargs):
        self.__dict__['_mock_return_value'] = return_value
        super().__init__(spec, wraps, name, spec_set, parent, _spec_state, _new_name, _new_parent, **kwargs)
        if side_effect is not None:
            self.side_effect = side_effect

    def _mock_check_sig(self, args, kwargs):
        signature = self.__dict__.get('_mock_autospec')
        if signature is not None:
            signature.bind(*args, **kwargs)

    def __call__(self, /, *args, **kwargs):
        self._mock_check_sig(args, kwargs)
        self._increment_mock_call(*args, **kwargs)
        return self._execute_mock_call(*args, **kwargs)

    def _increment_mock_call(self, /, *args, **kwargs):
        self.called = True
        self.call_count += 1
        entry = _Call((args, kwargs), two=True)
        self.call_args = entry
        self.call_args_list.append(entry)
        as_method = self.__dict__['_mock_parent'] is not None
        method_name = self.__dict__['_mock_name']
        new_name = self.__dict__['_mock_new_name']
        is_call = new_name == '()'
        self.mock_calls.append(_Call(('', args, kwargs)))
        above = self.__dict__['_mock_new_parent']
        while above is not None:
            if as_method:
                above.method_calls.append(_Call((method_name, args, kwargs)))
                as_method = above.__dict__['_mock_parent'] is not None
                if as_method:
                    method_name = f'{above.__dict__["_mock_name"]}.{method_name}'
            above.mock_calls.append(_Call((new_name, args, kwargs)))
            name = above.__dict__['_mock_new_name']
            if name:
                new_name = name + ('' if is_call else '.') + new_name
            is_call = name == '()'
            above = above.__dict__['_mock_new_parent']

    def _execute_mock_call(self, /, *args, **kwargs):
        effect = self.side_effect
        if effect is not None:
            if _is_exception(effect):
                raise effect
            if not callable(effect):
                found = next(effect)
                if _is_exception(found):
                    raise found
            else:
                found = effect(*args, **kwargs)
            if found is not DEFAULT:
                return found
        if self._mock_return_value is not DEFAULT:
            return self.return_value
        delegate = self._mock_delegate
        if delegate is not None and delegate.return_value is not DEFAULT:
            return delegate.return_value
        if self._mock_wraps is not None:
            return self._mock_wraps(*args, **kwargs)
        return self.return_value


class Mock(CallableMixin, NonCallableMock):
    """Attributes are mocks made when they are asked for; calls are kept and give `return_value`."""


class MagicMixin:
    def __init__(self, /, *args, **kw):
        self._put_magics_on()
        super().__init__(*args, **kw)
        self._put_magics_on()

    def _put_magics_on(self):
        kind, put = type(self), self.__dict__
        names = _magics
        if put.get('_mock_methods') is not None:
            wanted = names & set(put['_mock_methods'])
            for name in names - wanted:
                if name in kind.__dict__:
                    delattr(kind, name)
            names = wanted
        for name in names:
            if name not in kind.__dict__:
                setattr(kind, name, _Magic(name, self))

    def mock_add_spec(self, spec, spec_set=False):
        self._add_spec(spec, spec_set)
        self._put_magics_on()


def _default_magic(parent, method, name):
    if name == '__eq__':
        def equal(other):
            found = parent.__eq__._mock_return_value
            if found is not DEFAULT:
                return found
            return True if parent is other else NotImplemented
        method.side_effect = equal
    elif name == '__ne__':
        def unequal(other):
            if parent.__ne__._mock_return_value is not DEFAULT:
                return DEFAULT
            return False if parent is other else NotImplemented
        method.side_effect = unequal
    elif name in ('__iter__', '__aiter__'):
        def iterate(*ignored):
            found = method._mock_return_value
            if name == '__aiter__':
                return _AsyncIterator([] if found is DEFAULT else found)
            return iter([]) if found is DEFAULT else iter(found)
        method.side_effect = iterate
    elif name in _RETURNED:
        method.return_value = _RETURNED[name]
    else:
        computed = _computed(name, parent)
        if computed is not _missing:
            method.return_value = computed


class _AsyncIterator:
    def __init__(self, values):
        self.values = iter(values)

    def __aiter__(self):
        return self

    async def __anext__(self):
        for value in self.values:
            return value
        raise StopAsyncIteration


class NonCallableMagicMock(MagicMixin, NonCallableMock):
    """A MagicMock that cannot be called."""


class MagicMock(MagicMixin, Mock):
    """A Mock with the special methods."""

    def reset_mock(self, /, *args, return_value=False, **kwargs):
        # What special methods give of themselves stays.
        name = self.__dict__['_mock_name']
        if return_value and name and _is_dunder(name):
            return_value = False
        super().reset_mock(*args, return_value=return_value, **kwargs)


class ThreadingMock(MagicMock):
    """A MagicMock; what other threads would do has happened already."""
    DEFAULT_TIMEOUT = None

    def wait_until_called(self, *, timeout=None):
        if not self.called:
            raise AssertionError(f'{self._mock_name or "mock"} was not called before timeout({timeout}).')

    def wait_until_any_call_with(self, *args, **kwargs):
        self.assert_any_call(*args, **kwargs)


class AsyncMockMixin:
    """Calls give coroutines, and awaiting is kept too."""

    def __init__(self, /, *args, **kwargs):
        super().__init__(*args, **kwargs)
        from asyncio.coroutines import _is_coroutine
        from _inspect_kinds import _marked_coroutine
        self.__dict__.update(_mock_await_count=0, _mock_await_args=None, _mock_await_args_list=_CallList(),
                             _is_coroutine=_is_coroutine, _is_coroutine_marker=_marked_coroutine)

    await_count = _recorded('await_count')
    await_args = _recorded('await_args')
    await_args_list = _recorded('await_args_list')

    async def _execute_mock_call(self, /, *args, **kwargs):
        entry = _Call((args, kwargs), two=True)
        self.await_count += 1
        self.await_args = entry
        self.await_args_list.append(entry)
        effect = self.side_effect
        if effect is not None:
            if _is_exception(effect):
                raise effect
            if not callable(effect):
                try:
                    found = next(effect)
                except StopIteration:
                    raise StopAsyncIteration
                if _is_exception(found):
                    raise found
            elif _is_async(effect):
                found = await effect(*args, **kwargs)
            else:
                found = effect(*args, **kwargs)
            if found is not DEFAULT:
                return found
        if self._mock_return_value is not DEFAULT:
            return self.return_value
        if self._mock_wraps is not None:
            found = self._mock_wraps(*args, **kwargs)
            return await found if _is_async(self._mock_wraps) else found
        return self.return_value

    def reset_mock(self, /, *args, **kwargs):
        super().reset_mock(*args, **kwargs)
        self.await_count, self.await_args, self.await_args_list = 0, None, _CallList()

    def assert_awaited(self):
        if self.await_count == 0:
            raise AssertionError(f'Expected {self._mock_name or "mock"} to have been awaited.')

    def assert_awaited_once(self):
        if self.await_count != 1:
            raise AssertionError(f'Expected {self._mock_name or "mock"} to have been awaited once. Awaited '
                                 f'{self.await_count} times.')

    def assert_awaited_with(self, /, *args, **kwargs):
        expected = f'Expected await: {self._shown(args, kwargs)}'
        if self.await_args is None:
            raise AssertionError(f'{expected}\nNot awaited')
        wanted = self._comparable(_Call((args, kwargs), two=True))
        if self._comparable(self.await_args) != wanted:
            cause = wanted if isinstance(wanted, Exception) else None
            raise AssertionError(f'expected await not found.\nExpected: {self._shown(args, kwargs)}\n  Actual: '
                                 f'{self._shown(*self.await_args)}') from cause

    def assert_awaited_once_with(self, /, *args, **kwargs):
        if self.await_count != 1:
            raise AssertionError(f'Expected {self._mock_name or "mock"} to have been awaited once. Awaited '
                                 f'{self.await_count} times.')
        return self.assert_awaited_with(*args, **kwargs)

    def assert_any_await(self, /, *args, **kwargs):
        wanted = self._comparable(_Call((args, kwargs), two=True))
        cause = wanted if isinstance(wanted, Exception) else None
        if cause or wanted not in _AnyComparer([self._comparable(entry) for entry in self.await_args_list]):
            raise AssertionError(f'{self._shown(args, kwargs)} await not found') from cause

    def assert_has_awaits(self, calls, any_order=False):
        expected = [self._comparable(entry) for entry in calls]
        cause = next((entry for entry in expected if isinstance(entry, Exception)), None)
        actual = _CallList([self._comparable(entry) for entry in self.await_args_list])
        if not any_order:
            if expected not in actual:
                if cause is None:
                    problem = 'Awaits not found.'
                else:
                    problem = ('Error processing expected awaits.\nErrors: '
                               f'{[entry if isinstance(entry, Exception) else None for entry in expected]}')
                raise AssertionError(f'{problem}\nExpected: {_CallList(calls)}\nActual: {self.await_args_list}') from cause
            return
        missing = []
        for entry in expected:
            try:
                actual.remove(entry)
            except ValueError:
                missing.append(entry)
        if missing:
            raise AssertionError(f'{tuple(missing)!r} not all found in await list') from cause

    def assert_not_awaited(self):
        if self.await_count != 0:
            raise AssertionError(f'Expected {self._mock_name or "mock"} to not have been awaited. Awaited '
                                 f'{self.await_count} times.')


class AsyncMock(AsyncMockMixin, MagicMixin, Mock):
    """A MagicMock whose calls are awaited."""


class PropertyMock(Mock):
    """Stands for a property: reading calls it, writing calls it with the value."""

    def _get_child_mock(self, /, **kwargs):
        return MagicMock(**kwargs)

    def __get__(self, obj, obj_type=None):
        return self()

    def __set__(self, obj, value):
        self(value)


def _refuse_typos(names):
    for name in ('autospect', 'auto_spec', 'set_spec'):
        if name in names:
            raise RuntimeError(f'{name!r} might be a typo; use unsafe=True if this is intended')


def _is_of_library(module):
    name = module.__name__
    return type(name) is str and name != '__main__' and _loaded_module(name) is module


def _importer(path):
    """The object a dotted path names: modules as far as there are some, then attributes."""
    from importlib import import_module
    from operator import attrgetter
    first, *rest = path.split('.')
    found, here = import_module(first), first
    for at, part in enumerate(rest):
        here += '.' + part
        try:
            found = attrgetter(part)(found)
        except AttributeError:
            import_module(here)
            found = attrgetter(part)(found)
    return found


def _has_builtin(name):
    import builtins
    # What only a policy leaves out may be patched in: `open`, say, by a `mock_open`.
    return hasattr(builtins, name) or name in ('open', 'input', 'breakpoint', 'compile', 'eval', 'exec', 'globals', 'help',
                                               'locals', 'vars', '__import__')


# Attributes of functions and classes that come back with a value of their own when they are deleted.
_RESTORED = ('__doc__', '__module__', '__defaults__', '__annotations__', '__kwdefaults__')


class _patch:
    """Puts something in the place of an attribute: for a block, a function, a class, or until stopped."""
    attribute_name = None
    _builtins = None
    _active = []

    def __init__(self, getter, attribute, new, spec, create, spec_set, autospec, new_callable, kwargs, *, unsafe=False):
        if new_callable is not None:
            if new is not DEFAULT:
                raise ValueError("Cannot use 'new' and 'new_callable' together")
            if autospec is not None:
                raise ValueError("Cannot use 'autospec' and 'new_callable' together")
        if not unsafe:
            _refuse_typos(kwargs)
        self.getter, self.attribute, self.new, self.spec, self.create = getter, attribute, new, spec, create
        self.spec_set, self.autospec, self.new_callable, self.kwargs = spec_set, autospec, new_callable, kwargs
        self.unsafe, self.has_local, self.additional_patchers, self.is_started = unsafe, False, [], False

    def copy(self):
        other = _patch(self.getter, self.attribute, self.new, self.spec, self.create, self.spec_set, self.autospec,
                       self.new_callable, self.kwargs, unsafe=self.unsafe)
        other.attribute_name = self.attribute_name
        other.additional_patchers = [patcher.copy() for patcher in self.additional_patchers]
        return other

    def __call__(self, func):
        if isinstance(func, type):
            for name in dir(func):
                if name.startswith(patch.TEST_PREFIX) and hasattr(getattr(func, name), '__call__'):
                    setattr(func, name, self.copy()(getattr(func, name)))
            return func
        if hasattr(func, 'patchings'):
            func.patchings.append(self)
            return func
        from contextlib import ExitStack
        from functools import wraps

        def entered(stack, args, kwargs):
            more = []
            for patcher in patched.patchings:
                made = stack.enter_context(patcher)
                if patcher.attribute_name is not None:
                    kwargs.update(made)
                elif patcher.new is DEFAULT:
                    more.append(made)
            return args + tuple(more), kwargs

        if _is_async(func):
            @wraps(func)
            async def patched(*args, **kwargs):
                with ExitStack() as stack:
                    args, kwargs = entered(stack, args, kwargs)
                    return await func(*args, **kwargs)
        else:
            @wraps(func)
            def patched(*args, **kwargs):
                with ExitStack() as stack:
                    args, kwargs = entered(stack, args, kwargs)
                    return func(*args, **kwargs)
        patched.patchings = [self]
        return patched

    def get_original(self):
        from operator import attrgetter
        target, name = self.target, self.attribute
        local, original = False, DEFAULT
        if self._builtins is not None and name not in target.__dict__:
            original = getattr(self._builtins, name, DEFAULT)
            if original is DEFAULT and not self.create and not _has_builtin(name):
                raise AttributeError(f'{self._builtins} does not have the attribute {name!r}')
            return original, False
        try:
            if name[:2] == '__' or type(target).__name__ == 'module':
                # What the program may not read is not handed to it as what was there before.
                _guest_getattr(target, name)
            original = target.__dict__[name]
            local = True
        except (AttributeError, KeyError):
            try:
                original = attrgetter(name)(target)
            except AttributeError:
                original = DEFAULT
        is_builtin = type(target).__name__ == 'module' and _has_builtin(name)
        if not self.create and original is DEFAULT and is_builtin:
            # The module's functions find it there before they look among the builtins.
            self.create = True
        if not self.create and original is DEFAULT:
            raise AttributeError(f'{target} does not have the attribute {name!r}')
        return original, local

    def __enter__(self):
        if self.is_started:
            raise RuntimeError('Patch is already started')
        new, spec, spec_set, autospec, kwargs = self.new, self.spec, self.spec_set, self.autospec, self.kwargs
        new_callable = self.new_callable
        self.target = self.getter()
        if type(self.target).__name__ == 'module' and self.target.__name__ == 'builtins':
            # A builtin is replaced where the program looks first: among its own names.
            self._builtins, self.target = self.target, sys.modules['__main__']
        if spec is False:
            spec = None
        if spec_set is False:
            spec_set = None
        if autospec is False:
            autospec = None
        if spec is not None and autospec is not None:
            raise TypeError("Can't specify spec and autospec")
        if (spec is not None or autospec is not None) and spec_set not in (True, None):
            raise TypeError("Can't provide explicit spec_set *and* spec or autospec")
        if self.attribute[:1] == '_' and type(self.target).__name__ == 'module' and _is_of_library(self.target):
            raise AttributeError(f'modules of the sandbox are read-only: cannot set {self.attribute!r}')
        original, local = self.get_original()
        if new is DEFAULT and autospec is None:
            if spec is True:
                spec = original
                if spec_set is True:
                    spec_set, spec = original, None
            elif spec is not None:
                if spec_set is True:
                    spec_set, spec = spec, None
            elif spec_set is True:
                spec_set = original
            for given, words in ((spec, 'spec has'), (spec_set, 'spec_set target has')):
                if given is not None and _is_instance_mock(given):
                    raise InvalidSpecError(f'Cannot spec attr {self.attribute!r} as the {words} already been mocked out. '
                                           f'[{words.split()[0]}={given!r}]')
            if (spec is not None or spec_set is not None) and original is DEFAULT:
                raise TypeError("Can't use 'spec' with create=True")
            if new_callable is not None:
                kind = new_callable
            elif spec is not None or spec_set is not None:
                like = spec if spec_set is None else spec_set
                callable_spec = '__call__' in like if isinstance(like, (list, tuple)) else callable(like)
                kind = AsyncMock if _is_async(like) else MagicMock if callable_spec else NonCallableMagicMock
            else:
                kind = AsyncMock if _is_async(original) else MagicMock
            given = {}
            if spec is not None:
                given['spec'] = spec
            if spec_set is not None:
                given['spec_set'] = spec_set
            if isinstance(kind, type) and issubclass(kind, NonCallableMock) and self.attribute:
                given['name'] = self.attribute
            given.update(kwargs)
            new = kind(**given)
            like = spec_set if spec is None else spec
            if like is not None and isinstance(original, type) and _is_instance_mock(new):
                # Calling the class gives what looks like its instances.
                if type(like) not in (list, tuple) and not instance_callable(like):
                    kind = NonCallableMagicMock
                given.pop('name', None)
                new.return_value = kind(_new_parent=new, _new_name='()', **given)
        elif autospec is not None:
            if new is not DEFAULT:
                raise TypeError("autospec creates the mock for you. Can't specify autospec and new.")
            if original is DEFAULT:
                raise TypeError("Can't use 'autospec' with create=True")
            autospec = original if autospec is True else autospec
            if _is_instance_mock(self.target):
                raise InvalidSpecError(f'Cannot autospec attr {self.attribute!r} as the patch target has already been '
                                       f'mocked out. [target={self.target!r}, attr={autospec!r}]')
            if _is_instance_mock(autospec):
                name = getattr(self.target, '__name__', self.target)
                raise InvalidSpecError(f'Cannot autospec attr {self.attribute!r} from target {name!r} as it has already '
                                       f'been mocked out. [target={self.target!r}, attr={autospec!r}]')
            new = create_autospec(autospec, spec_set=bool(spec_set), _name=self.attribute, **kwargs)
        elif kwargs:
            raise TypeError("Can't pass kwargs to a mock we aren't creating")
        self.temp_original, self.is_local = original, local
        self.is_started = True
        from contextlib import ExitStack
        self._exit_stack = ExitStack()
        try:
            _guest_setattr(self.target, self.attribute, new)
            if self.attribute_name is not None:
                made = {self.attribute: new} if self.new is DEFAULT else {}
                for patcher in self.additional_patchers:
                    part = self._exit_stack.enter_context(patcher)
                    if patcher.new is DEFAULT:
                        made.update(part)
                return made
            return new
        except BaseException:
            if not self.__exit__(*sys.exc_info()):
                raise

    def __exit__(self, *exc_info):
        if not self.is_started:
            return
        if self.is_local and self.temp_original is not DEFAULT:
            _guest_setattr(self.target, self.attribute, self.temp_original)
        else:
            _guest_delattr(self.target, self.attribute)
            if self._builtins is None and not self.create and (
                    not hasattr(self.target, self.attribute) or self.attribute in _RESTORED):
                _guest_setattr(self.target, self.attribute, self.temp_original)
        del self.temp_original, self.is_local, self.target
        stack, self._exit_stack = self._exit_stack, None
        self.is_started = False
        return stack.__exit__(*exc_info)

    def start(self):
        made = self.__enter__()
        self._active.append(self)
        return made

    def stop(self):
        try:
            self._active.remove(self)
        except ValueError:
            return None
        return self.__exit__(None, None, None)


def _get_target(target):
    try:
        owner, attribute = target.rsplit('.', 1)
    except (TypeError, ValueError, AttributeError):
        raise TypeError(f'Need a valid target to patch. You supplied: {target!r}')
    return lambda: _importer(owner), attribute


def patch(target, new=DEFAULT, spec=None, create=False, spec_set=None, autospec=None, new_callable=None, *, unsafe=False,
          **kwargs):
    """Patches what a dotted path names."""
    getter, attribute = _get_target(target)
    return _patch(getter, attribute, new, spec, create, spec_set, autospec, new_callable, kwargs, unsafe=unsafe)


def _patch_object(target, attribute, new=DEFAULT, spec=None, create=False, spec_set=None, autospec=None, new_callable=None,
                  *, unsafe=False, **kwargs):
    """Patches an attribute of an object."""
    if type(target) is str:
        raise TypeError(f'{target!r} must be the actual object to be patched, not a str')
    return _patch(lambda: target, attribute, new, spec, create, spec_set, autospec, new_callable, kwargs, unsafe=unsafe)


def _patch_multiple(target, spec=None, create=False, spec_set=None, autospec=None, new_callable=None, **kwargs):
    """Patches several attributes of an object."""
    getter = (lambda: _importer(target)) if type(target) is str else lambda: target
    if not kwargs:
        raise ValueError('Must supply at least one keyword argument with patch.multiple')
    patchers = []
    for attribute, new in kwargs.items():
        patcher = _patch(getter, attribute, new, spec, create, spec_set, autospec, new_callable, {})
        patcher.attribute_name = attribute
        patchers.append(patcher)
    patchers[0].additional_patchers = patchers[1:]
    return patchers[0]


class _patch_dict:
    """Changes a mapping for a while."""

    def __init__(self, in_dict, values=(), clear=False, **kwargs):
        self.in_dict, self.clear = in_dict, clear
        self.values = dict(values)
        self.values.update(kwargs)
        self._original = None

    def __call__(self, f):
        if isinstance(f, type):
            for name in dir(f):
                if name.startswith(patch.TEST_PREFIX) and hasattr(getattr(f, name), '__call__'):
                    setattr(f, name, _patch_dict(self.in_dict, self.values, self.clear)(getattr(f, name)))
            return f
        from functools import wraps
        if _is_async(f):
            @wraps(f)
            async def inner(*args, **kw):
                with self:
                    return await f(*args, **kw)
        else:
            @wraps(f)
            def inner(*args, **kw):
                with self:
                    return f(*args, **kw)
        return inner

    def __enter__(self):
        if isinstance(self.in_dict, str):
            self.in_dict = _importer(self.in_dict)
        target = self.in_dict
        try:
            self._original = target.copy()
        except AttributeError:
            self._original = {key: target[key] for key in target}
        if self.clear:
            _emptied(target)
        try:
            target.update(self.values)
        except AttributeError:
            for key in self.values:
                target[key] = self.values[key]
        return target

    def __exit__(self, *args):
        if self._original is not None:
            target = self.in_dict
            _emptied(target)
            try:
                target.update(self._original)
            except AttributeError:
                for key in self._original:
                    target[key] = self._original[key]
            self._original = None
        return False

    def start(self):
        made = self.__enter__()
        _patch._active.append(self)
        return made

    def stop(self):
        try:
            _patch._active.remove(self)
        except ValueError:
            return None
        return self.__exit__(None, None, None)


def _emptied(target):
    try:
        target.clear()
    except AttributeError:
        for key in list(target):
            del target[key]


def _stop_all():
    for patcher in reversed(_patch._active[:]):
        patcher.stop()


patch.object = _patch_object
patch.dict = _patch_dict
patch.multiple = _patch_multiple
patch.stopall = _stop_all
patch.TEST_PREFIX = 'test'


def mock_open(mock=None, read_data=''):
    """A mock for `open` whose files give `read_data`."""
    from io import BytesIO, StringIO, TextIOWrapper

    def stream():
        return BytesIO(read_data) if isinstance(read_data, bytes) else StringIO(read_data)

    state = [stream()]
    if mock is None:
        mock = MagicMock(name='open')
    handle = MagicMock(spec=sorted({*dir(TextIOWrapper), *dir(BytesIO)}))
    handle.__enter__.return_value = handle
    for name in ('write', 'read', 'readline', 'readlines'):
        getattr(handle, name).return_value = None

    def reading(name):
        def side_effect(*args, **kwargs):
            fixed = getattr(handle, name).return_value
            return getattr(state[0], name)(*args, **kwargs) if fixed is None else fixed
        return side_effect

    def lines():
        fixed = handle.readline.return_value
        while fixed is not None:
            yield fixed
        yield from state[0]

    def next_line():
        fixed = handle.readline.return_value
        return next(state[0]) if fixed is None else fixed

    own = {name: reading(name) for name in ('read', 'readline', 'readlines')}
    for name, effect in own.items():
        getattr(handle, name).side_effect = effect
    handle.__iter__.side_effect = lines
    handle.__next__.side_effect = next_line

    def leave(*exc_info):
        handle.close()

    handle.__exit__.side_effect = leave

    def reset(*args, **kwargs):
        state[0] = stream()
        return DEFAULT

    mock.side_effect = reset
    mock.return_value = handle
    return mock


def seal(mock):
    """From now on the mock makes no new attributes."""
    if not _is_instance_mock(mock):
        mock._mock_sealed = True
        return
    mock.__dict__['_mock_sealed'] = True
    for name, child in list(mock.__dict__['_mock_children'].items()):
        if isinstance(child, SpecState):
            child = _behind(getattr(mock, name))
            if isinstance(child.__dict__['_mock_children'].get(name), SpecState):
                continue  # an int has an int for its `real`, and so on
        if _is_instance_mock(child) and child.__dict__['_mock_new_parent'] is mock:
            seal(child)
    found = mock.__dict__['_mock_return_value']
    if _is_instance_mock(found) and found.__dict__['_mock_new_parent'] is mock:
        seal(found)


from _autospec import SpecState, _callable, create_autospec, instance_callable
